"""One field as a row: name, `*` if it is required, value, kind. A function of what is known, tested without an app."""

from dataclasses import dataclass
from typing import Any, Literal

from textual.strip import Strip

from inspector.forms.arguments import Entry
from inspector.forms.fields import Field
from inspector.forms.values import show_text
from inspector.tui.cells import Line, Span, cut_end, shown, width_of
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.field_moves import CHOSEN, Choices, is_unfilled, ticked
from inspector.tui.widgets.field_summary import summary
from inspector.wire.json import MISSING, NotJson, dumps
from inspector.wire.text import visible

_MOST_CHARACTERS = 400
_MANY = 20
"""Choices from which on one sees only by a list which there are."""
_WINDOW = 200
"""Options that are looked at before and behind the one under the keyboard: more than a screen has room for."""
Shape = Literal["words", "choice", "radio", "checks"]


@dataclass(frozen=True, slots=True)
class FieldLook:
    """All that a row depends on, but for its width.

    `options` are the words of `radio`, `checks` and of a long `choice`, each with whether it is on; `at` is the one
    under the keyboard. Of many they are those around it: `first` is how many are before them, `total` how many there
    are in all.
    """

    name: str
    required: bool
    shape: Shape
    words: tuple[Span, ...]
    kind: str
    options: tuple[tuple[str, bool], ...] = ()
    at: int = 0
    is_faulty: bool = False
    first: int = 0
    total: int = 0


def look_of(
    field: Field,
    entry: Entry | None,
    *,
    members: int = 0,
    at: int = 0,
    is_faulty: bool = False,
    is_text: bool = False,
    is_example: bool = False,
    has_star: bool | None = None,
    variant: str = "",
) -> FieldLook:
    """How a field with this entry looks.

    `members`: how many an object may have by its schema. `is_text`: its value has lines and is opened to be edited.
    `is_example`: what stands in it came from the schema's examples, and nobody has touched it. `has_star`: whether the
    row says that it is required, if not as the field is. `variant`: what the variant of a union is called that it
    stands in, or what its variants are called while it is not sent.
    """
    star = field.required if has_star is None else has_star
    kind = "example" if is_example else _kind(field, entry)
    if is_text:
        kind = f"▸ {kind}"
    if field.kind == "boolean":
        choices = Choices(field)
        now = choices.place_of(entry)
        if now is not None or entry is None:
            options = tuple((choice.label, number == now) for number, choice in enumerate(choices))
            return FieldLook(field.name, star, "radio", (), kind, options, now or 0, is_faulty)
    if field.kind == "multi-enum" and (entry is None or isinstance(entry.value, list)):
        first = max(at - _WINDOW, 0)
        on = ticked(field, entry)
        options = tuple(
            (visible(option.label), place in on)
            for place, option in enumerate(field.options[first : at + _WINDOW], first)
        )
        return FieldLook(
            field.name, star, "checks", (), kind, options, at - first, is_faulty, first, len(field.options)
        )
    words = _words(field, entry, members, is_example, variant)
    choices = Choices(field)
    if field.kind not in CHOSEN or len(choices) < 2:
        return FieldLook(field.name, star, "words", words, kind, (), 0, is_faulty)
    if len(choices) < _MANY:
        return FieldLook(field.name, star, "choice", words, kind, (), 0, is_faulty)
    now = choices.place_of(entry)
    first = max((now or 0) - _WINDOW, 0)
    options = tuple(
        (visible(choice.label), place == now)
        for place, choice in enumerate(choices[first : (now or 0) + _WINDOW], first)
    )
    return FieldLook(
        field.name,
        star,
        "choice",
        words,
        kind,
        options,
        (now or 0) - first,
        is_faulty,
        first,
        len(choices),
    )


def adding_look(noun: str, *, is_first: bool, is_naming: bool) -> FieldLook:
    """How the row looks where an item or a member is added; `is_naming`: its name is being typed there."""
    if is_naming:
        words: tuple[Span, ...] = (("type its name, then ", "faint"), ("Enter", "accent bold"))
    elif is_first:
        words = ((f"No {noun}s · ", "muted"), ("a", "accent bold"), (" adds one", "muted"))
    else:
        words = (("a", "accent bold"), (f" adds {'an' if noun == 'item' else 'a'} {noun}", "muted"))
    return FieldLook(" ", False, "words", words, "")


def _kind(field: Field, entry: Entry | None) -> str:
    """What stands at the right: how many, how it came to be, or the type."""
    if entry is not None and entry.is_default:
        return "default, sent"
    if entry is None and field.default is not MISSING:
        return "default, not sent"
    if field.kind == "enum" and entry is not None:
        place = Choices(field).told_place(entry)
        if place is not None:
            return f"{count(place[0])} of {count(place[1])}"
    if field.kind == "enum":
        return f"one of {count(len(field.options))}"
    if field.kind == "multi-enum":
        on = len(ticked(field, entry))
        return f"any of {count(len(field.options))}" if entry is None else f"{count(on)} of {count(len(field.options))}"
    name = field.format if field.format and field.kind == "string" else field.kind
    name = {"text": "text", "map": "object"}.get(name, name)
    name = visible(name) + ("?" if field.nullable and field.kind != "null" else "")
    return f"▸ {name}" if field.edited_as_json or field.kind == "union" else name


def _words(field: Field, entry: Entry | None, members: int, is_example: bool, variant: str) -> tuple[Span, ...]:
    if entry is None:
        told = shown(f" · {variant}"[:_MOST_CHARACTERS], "faint") if variant else ()
        return (("not sent", "faint italic"), *told)
    if is_unfilled(entry):
        return (("not filled in yet", "faint italic"),)
    if entry.problem is not None:
        return _cut(entry.text or "", "invalid")
    value = entry.value
    if value is None:
        return (("null", "json-literal italic"),)
    role = "muted" if entry.is_default or is_example else ""
    if field.kind in CHOSEN:
        choices = Choices(field)
        at = choices.place_of(entry)
        return _cut(choices[at].label if at is not None else _json(value), role)
    if isinstance(value, list | dict):
        return summary(value, members, role, variant)
    if isinstance(value, str) and not field.edited_as_json:
        return _cut(value, role) if value else (('""', "json-string"),)
    return _cut(entry.text if entry.text is not None else show_text(field, value), role)


def _json(value: Any) -> str:
    try:
        return dumps(value)
    except NotJson:
        return "…"


def _cut(text: str, role: str) -> tuple[Span, ...]:
    return tuple(shown(text[:_MOST_CHARACTERS], role))


def value_column(names: int, width: int) -> int:
    """Where values begin: behind the longest name (`names` cells, `*` included), but before two fifths of the row."""
    return 2 + max(min(names, width * 2 // 5 - 4), 6) + 2


def field_strip(look: FieldLook, width: int, column: int, roles: Roles, *, selected: bool = False) -> Strip:
    """The row; its first cell is blank, for the cursor. `column`: where the value begins."""
    line = Line(roles)
    line.write("  ")
    star = 1 if look.required else 0
    line.foreign(look.name or "“”", column - 4 - star + (2 if column > 12 else 1), "bold" if selected else "")
    if star:
        line.write("*", "error bold")
    line.fill_to(max(column, line.cells + 1))
    kind = cut_end(look.kind, max(width // 3, 8), roles.glyphs.cut)
    end = width - 1 - width_of(kind) - (2 if look.is_faulty else 0)
    room = end - line.cells - 1
    if look.shape == "radio":
        _radio(line, look, room)
    elif look.shape == "checks":
        _checks(line, look, room, selected)
    elif look.shape == "choice":
        line.write(f"{roles.glyphs.before} ", "accent" if selected else "faint")
        line.spans(look.words, room - 4)
        line.write(f" {roles.glyphs.after}", "accent" if selected else "faint")
    else:
        line.spans(look.words, room)
    line.fill_to(end)
    if look.is_faulty:
        line.write(f"{roles.glyphs.error} ", "error bold")
    line.right(kind.replace("▸", roles.glyphs.closed), width - 1, "faint")
    return line.strip(width)


def _radio(line: Line, look: FieldLook, room: int) -> None:
    glyphs = line.roles.glyphs
    end = line.cells + room
    for number, (label, on) in enumerate(look.options):
        gap = "  " if number else ""
        if line.cells + len(gap) + 2 + width_of(label) > end:
            return
        line.write(f"{gap}{glyphs.on if on else glyphs.off} ", "" if on else "faint")
        line.write(label, "bold" if on else "muted")


def _checks(line: Line, look: FieldLook, room: int, selected: bool) -> None:
    """As many as fit, from the first that lets the one under the keyboard be seen; that is cut rather than left out."""
    glyphs, end = line.roles.glyphs, line.cells + room
    widths = [2 + width_of(label) + 2 for label, _ in look.options]
    first = 0
    if sum(widths) > room:
        while first < look.at and sum(widths[first : look.at + 1]) > room - 4:
            first += 1
    if first:
        line.write(f"{glyphs.cut} ", "faint")
    for number, (label, on) in enumerate(look.options[first:], first):
        last = number == len(look.options) - 1
        space = end - (0 if last else 3) - line.cells
        if widths[number] - 2 > space and number != look.at:
            line.write(glyphs.cut, "faint")
            return
        label = cut_end(label, space - 2, glyphs.cut)
        line.write(f"{glyphs.success if on else glyphs.off} ", "success" if on else "faint")
        role = "bold" if on else "muted"
        line.write(label, f"{role} underline" if selected and number == look.at else role)
        if not last:
            line.write("  ")
