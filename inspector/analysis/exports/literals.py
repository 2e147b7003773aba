"""JSON as Python source: the same value where the program runs, with every digit that a Python number can keep."""

from collections.abc import Iterator
from typing import Final

from inspector.wire.json import Digits, Json

WIDTH: Final = 100
"""Characters that a value may take on one line."""


def literal(value: Json, margin: str = "", room: int = WIDTH) -> str:
    """An expression for the value, on one line if it fits into `room` characters, else a member a line.

    What is nested too deeply for Python's own compiler raises RecursionError here too.
    """
    text = _flat(value)
    if len(text) <= room or not isinstance(value, dict | list) or not value:
        return text
    inner = margin + "    "
    if isinstance(value, dict):
        members = [f"{name!r}: {literal(member, inner, WIDTH - len(inner))}" for name, member in value.items()]
        opens, closes = "{", "}"
    else:
        members = [literal(member, inner, WIDTH - len(inner)) for member in value]
        opens, closes = "[", "]"
    return "\n".join([opens, *(f"{inner}{member}," for member in members), f"{margin}{closes}"])


def _flat(value: Json) -> str:
    return "".join(_pieces(value))


def _pieces(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{"
        for number, (name, member) in enumerate(value.items()):
            yield f"{', ' if number else ''}{name!r}: "
            yield from _pieces(member)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for number, member in enumerate(value):
            yield ", " if number else ""
            yield from _pieces(member)
        yield "]"
    else:
        yield _number(value) if isinstance(value, Digits) else repr(value)


def _number(value: Digits) -> str:
    """`1.0` and `1e5` are Python too; beyond a double, and without a fraction, only an integer keeps the digits."""
    text = value.text
    if text.lstrip("-").isdigit():
        return "-0.0" if text == "-0" else text
    if text in ("NaN", "Infinity", "-Infinity"):
        return f'float("{text}")'
    return text
