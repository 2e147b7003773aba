"""Where in a message, and what stands there: `$.params.name=echo`, `$.result.tools[*].name`, `$.id>20`.

    path    = "$" { "." NAME | "[" NUMBER "]" | "[" QUOTED "]" | "[*]" | ".*" }
    test    = path [ ("=" | "!=" | "~" | ">" | ">=" | "<" | "<=") value ]

Without a value it is enough that something stands there. A value is compared as JSON if it is that, else as text; `=`
finds the string `5` beside the number. `~` looks for the text in a string, without regard to case.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.wire.json import Json, NotJson, dumps, parse

EVERY: Final = "*"
Step = str | int
"""The name of a member, the number of an element, or `EVERY`."""

_STEP: Final = re.compile(
    r"""\.(?P<name>[^.\[\]=!~<>\s"']+)|\[(?P<number>\d+)\]|\[\*\]|\[(?P<quote>["'])(?P<quoted>.*?)(?P=quote)\]"""
)
_SIGN: Final = re.compile(r"!=|>=|<=|=|~|>|<")


class BadPath(ValueError):
    """`position` is a character offset into the text; `expected` says what could stand there."""

    def __init__(self, position: int, expected: str) -> None:
        super().__init__(expected)
        self.position = position
        self.expected = expected


@dataclass(frozen=True, slots=True)
class JsonTest:
    """A test of a message. `needs` are bytes without which no text can pass, the rarest first: most need no parsing."""

    steps: tuple[Step, ...]
    holds: Callable[[Json], bool]
    needs: tuple[bytes, ...]

    def fits(self, raw: bytes) -> bool:
        """Whether a message passes; what is no JSON does not."""
        if not raw:
            return False
        try:
            value = parse(raw.decode("utf-8", "replace"))
        except NotJson:
            return False
        if not isinstance(value, list):
            return _stands(value, self.steps, self.holds)
        return any(_stands(part, self.steps, self.holds) for part in value)  # a batch: one of its messages is enough


def path_steps(text: str) -> tuple[Step, ...]:
    """Read a path, and nothing behind it. Raises BadPath."""
    steps, at = _steps(text)
    if at < len(text):
        raise BadPath(at, "the end of the path")
    return tuple(steps)


def _steps(text: str) -> tuple[list[Step], int]:
    """The steps of a path, and where it ends."""
    if not text.startswith("$"):
        raise BadPath(0, "a path that begins with $")
    at, steps = 1, list[Step]()
    while at < len(text) and text[at] in ".[":
        found = _STEP.match(text, at)
        if found is None:
            raise BadPath(at, "a member as .name or ['name'], or an element as [0] or [*]")
        at = found.end()
        if found["number"] is not None:
            steps.append(int(found["number"]))
        else:
            steps.append(found["name"] or found["quoted"] or EVERY)
    return steps, at


def json_test(text: str) -> JsonTest:
    """Read a test. Raises BadPath."""
    steps, at = _steps(text)
    needs = [_needed(step) for step in reversed(steps) if isinstance(step, str) and step != EVERY]
    if at == len(text):
        return JsonTest(tuple(steps), lambda _: True, tuple(filter(None, needs)))
    sign = _SIGN.match(text, at)
    if sign is None:
        raise BadPath(at, "one of = != ~ > >= < <=, or the end")
    value = text[sign.end() :]
    if not value:
        raise BadPath(sign.end(), "a value")
    if sign.group() == "=" and isinstance(_json(value), str):
        needs.insert(0, value.encode() if _PLAIN.fullmatch(value) else b"")
    return JsonTest(tuple(steps), _comparison(sign.group(), value, sign.end()), tuple(filter(None, needs)))


_PLAIN: Final = re.compile(r"[A-Za-z0-9_. -]+")


def _needed(name: str) -> bytes:
    """A member's name as it must stand in the text; names that JSON may write in several ways need nothing."""
    return f'"{name}"'.encode() if _PLAIN.fullmatch(name) else b""


def _json(text: str) -> Json:
    try:
        return parse(text)
    except NotJson:
        return text


def _comparison(sign: str, text: str, position: int) -> Callable[[Json], bool]:
    wanted = _json(text)
    if sign in ("=", "!="):
        strings, form = {text, *([wanted] if isinstance(wanted, str) else ())}, dumps(wanted)

        def equals(value: Json) -> bool:
            return value in strings if isinstance(value, str) else dumps(value) == form

        return equals if sign == "=" else lambda value: not equals(value)
    if sign == "~":
        part = text.lower()
        return lambda value: isinstance(value, str) and part in value.lower()
    if isinstance(wanted, bool) or not isinstance(wanted, int | float):
        raise BadPath(position, "a number")
    limit = wanted
    more, equal = sign[0] == ">", sign.endswith("=")

    def holds(value: Json) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return (value > limit if more else value < limit) or (equal and value == limit)

    return holds


def _stands(value: Json, steps: tuple[Step, ...], holds: Callable[[Json], bool]) -> bool:
    """Whether one of the values at the end of the steps passes."""
    for at, step in enumerate(steps):
        if step == EVERY:
            members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            return any(_stands(member, steps[at + 1 :], holds) for member in members)
        if isinstance(step, str):
            if not isinstance(value, dict) or step not in value:
                return False
            value = value[step]
        else:
            if not isinstance(value, list) or step >= len(value):
                return False
            value = value[step]
    return holds(value)
