"""Where a pasted JSON object or array goes: into the level that is shown, the whole, or the row under the cursor."""

from typing import Any

from inspector.forms.fields import Field
from inspector.forms.values import named
from inspector.tui.numbers import counted
from inspector.tui.widgets.form_state import FormState
from inspector.tui.widgets.level_rows import AddingField, opens
from inspector.wire.json import NotJson, parse

_TEXT = frozenset(("string", "text"))


def paste(state: FormState, row: Field | None, text: str) -> bool:
    """Takes a text that is a JSON object or array into the form, as one change that `state.said` tells of.

    False if it is none, or belongs into the text field under the cursor: there an object is taken for the form only if
    it has a member that the form has a field for.
    """
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        value = parse(text)
    except NotJson:
        return False
    path = _place(state, row, value)
    if path is None:
        return False
    draft = state.draft
    if isinstance(row, AddingField) and path != state.level_path and path:
        draft, path = draft.added(state.level_path)
    state.change(draft.put(path, value))
    what = counted(len(value), "item" if isinstance(value, list) else "member")
    state.said = f"What was pasted filled {named(path) if path else 'all arguments'}: {what}. ^Z takes it back."
    return True


def _place(state: FormState, row: Field | None, value: Any) -> str | None:
    level, is_array = state.level, state.is_array
    takes = row is not None and (opens(row) or row.kind in ("json", "multi-enum"))
    if isinstance(value, list):
        if row is not None and takes and row.kind not in ("object", "map") and not isinstance(row, AddingField):
            return row.path
        return level.path if is_array else None
    if not is_array and _fits(level.rows, value):
        return level.path
    if _fits(state.form.fields, value):
        return ""
    if row is not None and is_array and isinstance(row, AddingField):
        return f"{level.path}/-"
    if row is not None and takes and row.kind != "array":
        return row.path
    return None if is_array or (row is not None and row.kind in _TEXT) else level.path


def _fits(fields: tuple[Field, ...], value: dict[str, Any]) -> bool:
    return any(field.path and field.name in value for field in fields)
