"""What the filter could look for: where else, when it finds nothing, and which values there are."""

import re
from collections.abc import Sequence
from typing import Final

from inspector.analysis.query_completion import Suggestion, suggestions
from inspector.analysis.query_values import seen_values, values_of
from inspector.analysis.rows import Row

_TEXT_FIELD: Final = re.compile(r"(?:^|[\s(])(status|method|name):[^\s:]*\)*\s*$", re.IGNORECASE)
_LOOKED_AT: Final = 2_000
"""How many of the latest rows tell which values there are."""

_VALUES, _SHORT_VALUE = 8, 24
"""How many of them are named, and how long one may be."""


def offers(text: str, cursor: int, rows: Sequence[Row]) -> Sequence[Suggestion]:
    """What could be typed at the cursor of a filter; values are those of the newest rows."""
    return suggestions(text, cursor, lambda field: values_of(field, rows[-_LOOKED_AT:]))


def elsewhere(text: str, rows: Sequence[Row], shown: Sequence[int]) -> str:
    """What could be looked for instead of a filter's text that found nothing."""
    field = _last_field(text)
    if field:
        latest = (rows[shown[at]] for at in range(max(len(shown) - _LOOKED_AT, 0), len(shown)))
        values = [value for value, _ in seen_values(field, latest) if len(value) <= _SHORT_VALUE][:_VALUES]
        if values:
            return f"{field}: here is {', '.join(values)}"
    return f"body:{_last_word(text)} looks into the messages"


def _last_word(text: str) -> str:
    """What a filter looked for at last, without its field; quoted where it has to be."""
    word = text.split()[-1].rpartition(":")[2].strip('()"/') if "://" not in text else text.split()[-1]
    return word or "text"


def _last_field(text: str) -> str:
    """The field of the last term, where its values are texts that rows show."""
    found = _TEXT_FIELD.search(text)
    return found[1].lower() if found else ""
