"""What is said under a form of its field, and above it of its schema. Foreign text is made visible here."""

from collections.abc import Sequence

from inspector.forms import pointer
from inspector.forms.fields import Field
from inspector.tui.cells import Span, shown, width_of
from inspector.tui.numbers import counted
from inspector.tui.widgets.field_moves import WAY_WORDS, ways_of
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.hint_strip import Row
from inspector.tui.widgets.json_editor import json_fault
from inspector.tui.widgets.level_rows import AddingField, VariantField, opens
from inspector.tui.widgets.schema_words import schema_words
from inspector.wire.text import visible


def crumb_spans(names: Sequence[str], room: int) -> list[Span]:
    """The way to a place, foreign names made visible; what has no room is left out behind the first."""
    crumbs = [visible(name) or "“”" for name in names]
    while len(crumbs) > 2 and sum(width_of(crumb) + 3 for crumb in crumbs) - 3 > room:
        crumbs = [crumbs[0], "…", *crumbs[2 if crumbs[1] != "…" else 3 :]]
        if len(crumbs) == 3:
            break
    spans: list[Span] = []
    for number, crumb in enumerate(crumbs):
        last = number == len(crumbs) - 1
        spans += [(" ▸ ", "faint")] if number else []
        spans.append((crumb, "bold" if last else "muted"))
    return spans


def level_row(model: FormModel, name: str, width: int) -> Row:
    """Where the level is that is shown, and what the schema says of the whole of it."""
    level = model.level
    problem = model.faults.get(level.path)
    words: list[Span] = shown(_words(level.field), "faint")
    if problem is not None and not any(row.path == level.path for row in model.rows):
        words = [("✗ ", "error bold"), *shown(problem.message, "error")]
    names = [name, *pointer.split(level.path)]
    room = width - 6 - sum(width_of(text) for text, _ in crumb_spans(names, width))
    fits = problem is not None or sum(width_of(text) for text, _ in words) <= room
    return crumb_spans(names, width - 4), words if fits else ()


def description_row(model: FormModel, field: Field) -> Row:
    """What is wrong with its schema, its title if that is not its name, and what it is for."""
    if isinstance(field, AddingField):
        return shown(_words(model.level.field), "muted"), ()
    spans: list[Span] = []
    if field.problem:
        spans += [("▲ ", "warning"), *shown(field.problem, "warning"), ("  ", "")]
    if field.label not in ("", field.name):
        spans += [*shown(field.label, "bold"), ("  ", "")]
    spans += shown(" ".join((field.description or "").split()))
    if isinstance(field, VariantField):
        return spans, ()
    if model.is_array and field.path != model.level_path:
        return spans, ((f"item {int(field.name) + 1:,} of {len(model.level.rows):,}", "muted"),)
    return spans, (("required" if field.required else "optional", "muted"),)


def verdict_row(model: FormModel, field: Field) -> Row:
    """What the schema says of what is in the field, and the key that changes how it stands."""
    problem = model.faults.get(field.path)
    right = _keys(model, field)
    if model.said:
        return shown(model.said), ()
    if problem is not None:
        if model.insists:
            right = [("^R", "accent bold"), (" sends anyway", "muted")]
        return [("✗ ", "error bold"), *shown(problem.message, "error")], right
    if isinstance(field, AddingField):
        return (), right
    words = _words(field)
    unchecked = next((note for note in model.assembled.unchecked if note.pointer == field.path), None)
    if unchecked is not None:
        return [("○ ", "muted"), *shown(f"{words} · {unchecked.reason}", "muted")], right
    if model.entry(field) is None:
        return shown(words, "muted"), right
    return [("✓ ", "success"), *shown(words, "muted")], right


def editor_row(model: FormModel, path: str, text: str, *, is_json: bool) -> Row:
    """What is to be said of the text in the editor: where it stops being JSON, else what the schema says."""
    field = model.draft.field_at(path)
    back: list[Span] = [("Esc", "accent bold"), (" back", "muted")]
    fault = json_fault(text) if is_json and (text.strip() or not path) else None
    if fault is not None:
        return [("✗ not JSON, ", "error bold"), *shown(fault, "error")], back
    if model.said:
        return shown(model.said), back
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
    told = [*model.form.problems, *([model.level.note] if model.level.note else [])]
    rows: list[Row] = [([("▲ ", "warning"), *shown(problem, "warning")], ()) for problem in dict.fromkeys(told)]
    if model.is_unread and not in_editor:
        fault = json_fault(model.draft.json_text())
        unread = f"not JSON, but kept: {fault}"
        rows.append(([("▲ ", "warning"), *shown(unread, "warning")], (("t", "accent bold"), (" opens it", "muted"))))
    return rows[-3:]


def _words(field: Field) -> str:
    return " ".join(schema_words(field).split())


def _keys(model: FormModel, field: Field) -> list[Span]:
    if isinstance(field, AddingField):
        return [("Enter", "accent bold"), (" adds", "muted")]
    if isinstance(field, VariantField):
        return [("←→", "accent bold"), (" another variant", "muted")]
    if opens(field) and not model.is_inline(field) and not model.is_unread_at(field.path):
        return [("Enter", "accent bold"), (" opens", "muted")]
    if opens(field) and not model.is_unread_at(field.path):
        return [("Enter →" if model.entry(field) is None else "→", "accent bold"), (" variants", "muted")]
    if field.edited_as_json or model.is_long(field):
        return [("Enter", "accent bold"), (" edits", "muted")]
    if field.kind == "multi-enum":
        return [("Space", "accent bold"), (" ticks", "muted")]
    ways = ways_of(model.form, field)
    if field.path and len(ways) > 1:
        return [("^T", "accent bold"), (f" {', '.join(WAY_WORDS[way] for way in ways)}", "muted")]
    return []
