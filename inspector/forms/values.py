"""From what is typed to a JSON value, by the field's type, and back to text.

Nothing is guessed: a string stays text, `null` and `007` included; a number keeps its digits; what cannot be read is a
`Problem` beside the text, which is never rewritten.
"""

from typing import Any, Final

from inspector.forms import pointer
from inspector.forms.fields import Field, Option, Problem
from inspector.forms.numbers import decimal_of, is_integral, is_number
from inspector.forms.verdict import either, shown
from inspector.wire.json import NotJson, constants, dumps, exact, parse, pretty

_MAX_DIGITS: Final = 4_000
_MOST_TOLD: Final = 100
"""Choices that a sentence can name."""
"""Digits of a whole number that is written out; JSON has no bound, but `1e999999999` would fill the memory."""


def read_text(field: Field, text: str) -> Any:
    """The value that `text` means in this field, or a `Problem`.

    A field whose draft is JSON reads JSON, unless plain text is a value of it (`takes_text`): then it is a string.
    """
    if field.kind in ("string", "text"):
        return text
    plain = text.strip()
    if field.nullable and plain == "null" and field.kind in ("integer", "number", "boolean"):
        return None
    if field.kind in ("integer", "number"):
        return _number(field, plain)
    if field.kind == "boolean":
        return _one_of({"true": True, "false": False}, field, plain)
    if field.kind == "null":
        return _one_of({"null": None, "": None}, field, plain)
    if field.kind in ("enum", "const"):
        return _choice(field, text)
    if field.kind == "multi-enum":
        return _choices(field, text)
    return text if field.takes_text else read_json(field, text)


def read_json(field: Field, text: str) -> Any:
    """The value that `text` is as JSON, digits and all, or a `Problem` that says where it stops being JSON."""
    try:
        value = parse(text)
    except NotJson as broken:
        return _problem(field, "json", f"is not JSON: {broken.reason} at character {broken.position + 1}")
    if constants(value):
        return _problem(field, "json", "is not JSON: NaN and Infinity are not numbers there")
    return value


def show_text(field: Field, value: Any) -> str:
    """The text to edit a value by: what `read_text`, or `read_json` for a field edited as JSON, turns back into it."""
    if isinstance(value, str) and not field.edited_as_json:
        return value
    if field.edited_as_json and isinstance(value, list | dict):
        return pretty(value)
    return dumps(value)


def _number(field: Field, text: str) -> Any:
    noun = "an integer" if field.kind == "integer" else "a number"
    value = exact(text)
    if value is None or not is_number(value) or not text.isascii():
        return _problem(
            field, "type", f"is {shown(text)}, not {noun}{_hint(text)}" if text else f"is empty, not {noun}"
        )
    if field.kind == "number":
        return value
    if not is_integral(value):
        return _problem(field, "type", f"is {text}, not an integer")
    if isinstance(value, int):
        return value
    number = decimal_of(value)
    return int(number) if number.adjusted() < _MAX_DIGITS else value


def _hint(text: str) -> str:
    digits = text.lstrip("-")
    if len(digits) > 1 and digits.startswith("0") and digits.isascii() and digits.isdigit():
        return ": a JSON number does not begin with 0"
    return ""


def _one_of(known: dict[str, Any], field: Field, text: str) -> Any:
    if text in known:
        return known[text]
    names = [name for name in known if name] + (["null"] if field.nullable else [])
    return _problem(field, "type", f"is {shown(text)}, not {either(names)}")


def _choice(field: Field, text: str) -> Any:
    """By value first, since the value is what is sent, then by JSON, then by label."""
    place = field.options.place_of(text)
    if place is None:
        try:
            place = field.options.place_of(parse(text))
        except NotJson:
            place = None
    if place is not None:
        return field.options[place].value
    for option in field.options:
        if option.label == text:
            return option.value
    if field.nullable and text == "null":
        return None
    return _problem(field, field.kind, f"is {shown(text)}, not {_offer(field.options)}")


def _offer(options: tuple[Option, ...]) -> str:
    if len(options) > _MOST_TOLD:
        return f"one of the {len(options):,} choices"
    return either([option.label for option in options]) if options else "allowed: there is no choice"


def _choices(field: Field, text: str) -> Any:
    """A JSON array, or choices set apart by commas."""
    if text.lstrip().startswith("["):
        return read_json(field, text)
    single = _choice(field, text)
    if not isinstance(single, Problem):
        return [single]
    values = []
    for part in text.split(",") if text.strip() else []:
        value = _choice(field, part.strip())
        if isinstance(value, Problem):
            return value
        values.append(value)
    return values


def _problem(field: Field, rule: str, predicate: str) -> Problem:
    name = named(field.path)
    return Problem(field.path, name, rule, f"{name} {predicate}")


def named(path: str) -> str:
    """What to call the field at a pointer in a sentence: its name; below the first level, the names with `▸`."""
    names = pointer.split(path)
    if not names:
        return "the whole"
    return " ▸ ".join(name or "“”" for name in names)
