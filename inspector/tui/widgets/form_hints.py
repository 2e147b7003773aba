"""What is said under a form of its field, and above it of its schema. Foreign text is made visible here."""

from inspector.forms.fields import Field
from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted
from inspector.tui.widgets.field_moves import WAY_WORDS, ways_of
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.hint_strip import Row
from inspector.tui.widgets.json_editor import json_fault
from inspector.tui.widgets.schema_words import schema_words


def description_row(field: Field) -> Row:
    """What is wrong with its schema, its title if that is not its name, and what it is for."""
    spans: list[Span] = []
    if field.problem:
        spans += [("▲ ", "warning"), *shown(field.problem, "warning"), ("  ", "")]
    if field.label not in ("", field.name):
        spans += [*shown(field.label, "bold"), ("  ", "")]
    spans += shown(" ".join((field.description or "").split()))
    return spans, (("required" if field.required else "optional", "muted"),)


def verdict_row(model: FormModel, field: Field) -> Row:
    """What the schema says of what is in the field, and the key that changes how it stands."""
    problem = model.faults.get(field.path)
    right = _keys(model, field)
    if problem is not None:
        if model.insists:
            right = [("^R", "accent bold"), (" sends anyway", "muted")]
        return [("✗ ", "error bold"), *shown(problem.message, "error")], right
    words = _words(field)
    unchecked = next((note for note in model.assembled.unchecked if note.pointer == field.path), None)
    if unchecked is not None:
        return [("○ ", "muted"), *shown(f"{words} · {unchecked.reason}", "muted")], right
    if model.entry(field) is None:
        return shown(words, "muted"), right
    return [("✓ ", "success"), *shown(words, "muted")], right


def editor_row(model: FormModel, path: str, text: str) -> Row:
    """What is to be said of the text in the editor: where it stops being JSON, else what the schema says."""
    field = model.form.field_at(path)
    back: list[Span] = [("Esc", "accent bold"), (" back", "muted")]
    is_json = not path or field.edited_as_json
    fault = json_fault(text) if is_json and (text.strip() or not path) else None
    if fault is not None:
        return [("✗ not JSON, ", "error bold"), *shown(fault, "error")], back
    if not text and path:
        return [("not sent", "faint italic"), *shown(f"  {_words(field)}", "muted")], back
    below = [
        problem
        for problem in model.assembled.problems
        if problem.path == path or problem.path.startswith(f"{path}/") or not path
    ]
    if below:
        more: list[Span] = [(f"  {counted(len(below) - 1, 'more problem')}", "muted")] if len(below) > 1 else []
        return [("✗ ", "error bold"), *shown(below[0].message, "error"), *more], back
    if not path and model.assembled.unchecked:
        return [("○ ", "muted"), *shown(model.assembled.unchecked[0].reason, "muted")], back
    whole = "fits the schema" if model.form.schema else "is JSON"
    return [("✓ ", "success"), *shown(_words(field) if path else whole, "muted")], back


def note_rows(model: FormModel, *, in_editor: bool) -> list[Row]:
    """What is wrong with the schema as a whole; and that the JSON of the whole is kept though it is none."""
    rows: list[Row] = [([("▲ ", "warning"), *shown(problem, "warning")], ()) for problem in model.form.problems]
    if model.is_unread and not in_editor:
        fault = json_fault(model.draft.json_text())
        told = f"not JSON, but kept: {fault}"
        rows.append(([("▲ ", "warning"), *shown(told, "warning")], (("t", "accent bold"), (" opens it", "muted"))))
    return rows[-3:]


def _words(field: Field) -> str:
    return " ".join(schema_words(field).split())


def _keys(model: FormModel, field: Field) -> list[Span]:
    if field.edited_as_json or model.is_long(field):
        return [("Enter", "accent bold"), (" edits", "muted")]
    if field.kind == "multi-enum":
        return [("Space", "accent bold"), (" ticks", "muted")]
    ways = ways_of(model.form, field)
    if field.path and len(ways) > 1:
        return [("^T", "accent bold"), (f" {', '.join(WAY_WORDS[way] for way in ways)}", "muted")]
    return []
