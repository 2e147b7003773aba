"""What goes beside the arguments of a call: members of `_meta`, and the progress token. Pure.

Both are put in by a form of their own. Members of the person's own win over ours (`2026-07-28 basic/index#meta`).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from inspector.forms.form import Form, form_of
from inspector.tui.requests import Request
from inspector.wire.json import MISSING, Json, exact
from inspector.wire.text import visible

TOKEN: Final = "progress token"
VALUE: Final = "its value"
META: Final = "_meta"
OURS: Final = "ours"
_NONE, _TEXT, _INTEGER = "none", "a text", "an integer"

SCHEMA: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {
        TOKEN: {
            "enum": [OURS, _NONE, _TEXT, _INTEGER],
            "default": OURS,
            "description": "Ours is made of the id. Without one the server tells no progress.",
        },
        VALUE: {"type": "string", "description": "The token, where it is a text or an integer of your own."},
        META: {"type": "object", "description": "Members of your own; they win over what we put there."},
    },
    "required": [TOKEN],
    "additionalProperties": False,
}

NOTHING: Final[Mapping[str, Json]] = {TOKEN: OURS}
"""What the form says as long as nothing was put in."""


@cache
def beside_form() -> Form:
    """The form, made once: it stands under every item."""
    return form_of(SCHEMA)


def with_beside(request: Request, beside: Any) -> Request:
    """The request with what the form says; one that cannot be made says why not."""
    if request.params is None or not isinstance(beside, dict) or beside == NOTHING:
        return request
    meta = beside.get(META, {})
    if not isinstance(meta, dict):
        return replace(request, params=None, problem="_meta is no object, so it cannot be sent as one.")
    how = beside.get(TOKEN, OURS)
    token: Json = MISSING
    if how == _TEXT:
        token = beside.get(VALUE, "")
    elif how == _INTEGER:
        token = exact(str(beside.get(VALUE, "")).strip())
        if not isinstance(token, int):
            return replace(request, params=None, problem="The progress token is no integer.")
    if token is not MISSING:
        meta = {**meta, "progressToken": token}
    params = {**request.params, "_meta": meta} if meta else request.params
    return replace(request, params=params, own_token=how == OURS)


def beside_words(request: Request) -> str:
    """What goes beside the arguments, in a few words: for where the form that says so is not in view."""
    meta = (request.params or {}).get("_meta")
    names = ", ".join(visible(name) for name in meta) if isinstance(meta, dict) else ""
    parts = [f"_meta has {names}"] if names else []
    if not request.own_token and "progressToken" not in (meta if isinstance(meta, dict) else {}):
        parts.append("no progress token")
    return "Also: " + " · ".join(parts) if parts else ""
