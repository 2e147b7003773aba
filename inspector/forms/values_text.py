"""A value in few words, for a label."""

from typing import Any, Final

from inspector.wire.json import NotJson, dumps

_LABEL: Final = 80


def plain(value: Any) -> str:
    """The text of a string, else JSON."""
    return value if isinstance(value, str) and value else written(value)


def written(value: Any) -> str:
    """JSON, cut where it is long."""
    try:
        text = dumps(value)
    except NotJson:
        text = "…"
    return text if len(text) <= _LABEL else f"{text[: _LABEL - 1]}…"
