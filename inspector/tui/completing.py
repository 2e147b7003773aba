"""What an argument may be: what the server is asked, and what its answer says. Pure.

Source: `2026-07-28 server/utilities/completion`, `2025-06-18 server/utilities/completion#data-types` (the context).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.items import Item
from inspector.forms import pointer
from inspector.wire.json import Json, dumps

COMPLETED: Final = frozenset({"prompt", "template"})
"""The kinds of items whose arguments a server may complete."""
_CONTEXT_SINCE: Final = "2025-06-18"


@dataclass(frozen=True, slots=True)
class Completions:
    """What could stand there, as many as came; `total` is how many there are in all, if the server says so."""

    values: tuple[str, ...]
    total: int | None = None
    has_more: bool = False


def completion_params(item: Item, path: str, text: str, arguments: Any, version: str) -> dict[str, Json] | None:
    """The params of `completion/complete` for what is typed at `path`; None for what no server completes.

    `arguments` are all that stand in the form: the others are the context, from the revision on that knows one.
    """
    names = pointer.split(path)
    if item.kind not in COMPLETED or len(names) != 1:
        return None
    is_prompt = item.kind == "prompt"
    ref: dict[str, Json] = {"type": "ref/prompt", "name": item.wire}
    if not is_prompt:
        ref = {"type": "ref/resource", "uri": item.wire}
    params: dict[str, Json] = {"ref": ref, "argument": {"name": names[0], "value": text}}
    others = arguments if isinstance(arguments, Mapping) else {}
    known = {name: value for name, value in others.items() if name != names[0] and isinstance(value, str)}
    if known and version >= _CONTEXT_SINCE:
        params["context"] = {"arguments": known}
    return params


def completions_of(result: Mapping[str, Json]) -> Completions:
    """What a result of `completion/complete` offers; nothing where it is not of that form."""
    found = result.get("completion")
    completion = found if isinstance(found, dict) else {}
    values, total = completion.get("values"), completion.get("total")
    return Completions(
        tuple(one if isinstance(one, str) else dumps(one) for one in values) if isinstance(values, list) else (),
        total if isinstance(total, int) and not isinstance(total, bool) and total >= 0 else None,
        completion.get("hasMore") is True,
    )
