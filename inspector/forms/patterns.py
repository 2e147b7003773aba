"""ECMA-262 regular expressions with the cost bounded, as JSON Schema's `pattern` needs them.

Python's `re` reads other expressions than JSON Schema means (`$` before a newline, `\\d` beyond ASCII, no `\\p{L}`) and
can be made to run for years by `(a+)+$`. Here a pattern is parsed by the grammar of ECMA-262 (with the `u` flag, and
the common leniencies) and run as a set of states: time grows with pattern times text, never exponentially, and a
budget of steps ends the rest. What a set of states cannot run (backreferences, scripts) is said, not guessed.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from inspector.forms.pattern_characters import WORD, Test
from inspector.forms.pattern_syntax import (
    Assert,
    BadPattern,
    Char,
    Choice,
    Look,
    Node,
    Repeat,
    Sequence,
    UnsupportedPattern,
    parsed,
)

__all__ = ["DEFAULT_STEPS", "BadPattern", "Pattern", "PatternTooCostly", "UnsupportedPattern", "compiled"]

DEFAULT_STEPS: Final = 200_000
"""State visits that one match may take; about a tenth of a second."""
_MAX_STATES: Final = 20_000


class PatternTooCostly(Exception):
    """The budget ended before the match was decided."""


_State = tuple[str, Any, int, int]
"""What to do, with what, then where to; the fourth is the other way of a split."""


class _Program:
    """States of an automaton, built backwards: each fragment is told where to go next."""

    def __init__(self, node: Node) -> None:
        self.states: list[_State] = [("match", None, 0, 0)]
        self.start = self._build(node, 0)

    def _add(self, state: _State) -> int:
        if len(self.states) >= _MAX_STATES:
            raise UnsupportedPattern(f"more than {_MAX_STATES:,} states")
        self.states.append(state)
        return len(self.states) - 1

    def _build(self, node: Node, then: int) -> int:
        match node:
            case Char(test):
                return self._add(("char", test, then, 0))
            case Assert(kind):
                return self._add(("assert", kind, then, 0))
            case Look(body, ahead, negated):
                return self._add(("look", (_Program(body), ahead, negated), then, 0))
            case Sequence(parts):
                for part in reversed(parts):
                    then = self._build(part, then)
                return then
            case Choice(parts):
                start = self._build(parts[-1], then)
                for part in reversed(parts[:-1]):
                    start = self._add(("split", None, self._build(part, then), start))
                return start
            case Repeat(body, least, most):
                return self._repeat(body, least, most, then)

    def _repeat(self, body: Node, least: int, most: int | None, then: int) -> int:
        start = then
        if most is None:
            start = self._add(("split", None, then, then))
            self.states[start] = ("split", None, self._build(body, start), then)
        else:
            for _ in range(most - least):
                start = self._add(("split", None, self._build(body, start), then))
        for _ in range(least):
            start = self._build(body, start)
        return start


class _Budget:
    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise PatternTooCostly


class Pattern:
    """A compiled pattern. `found_in` searches, for a JSON Schema pattern is not anchored."""

    __slots__ = ("_program",)

    def __init__(self, source: str) -> None:
        self._program = _Program(parsed(source))

    def found_in(self, text: str, steps: int = DEFAULT_STEPS) -> bool:
        """Whether the pattern matches anywhere in `text`. Raises `PatternTooCostly` when `steps` are used up."""
        return _runs(self._program, text, range(len(text) + 1), None, _Budget(steps))


def _runs(program: _Program, text: str, starts: Iterable[int], end: int | None, budget: _Budget) -> bool:
    """Whether a match begins at one of `starts` (ascending) and ends at `end`, or anywhere if that is None."""
    begin = iter(starts)
    following = next(begin, None)
    position = following if following is not None else 0
    active: set[int] = set()
    while True:
        if position == following:
            active.add(program.start)
            following = next(begin, None)
        matched, waiting = _closure(program, active, text, position, budget)
        if matched and (end is None or position == end):
            return True
        if position >= len(text) or (end is not None and position >= end) or (not waiting and following is None):
            return False
        char = text[position]
        active = {then for test, then in waiting if test(char)}
        position += 1


def _closure(
    program: _Program, active: set[int], text: str, position: int, budget: _Budget
) -> tuple[bool, list[tuple[Test, int]]]:
    """Whether a match ends here, and the states that wait for a character."""
    stack, seen = list(active), set(active)
    matched = False
    waiting: list[tuple[Test, int]] = []
    while stack:
        budget.spend()
        kind, what, then, other = program.states[stack.pop()]
        onward: tuple[int, ...] = ()
        if kind == "char":
            waiting.append((what, then))
        elif kind == "match":
            matched = True
        elif kind == "split":
            onward = (then, other)
        elif kind == "assert":
            onward = (then,) if _holds(what, text, position) else ()
        elif _looks(what, text, position, budget):
            onward = (then,)
        for state in onward:
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return matched, waiting


def _holds(kind: object, text: str, position: int) -> bool:
    if kind == "^":
        return position == 0
    if kind == "$":
        return position == len(text)
    before = position > 0 and text[position - 1] in WORD
    after = position < len(text) and text[position] in WORD
    return (before != after) == (kind == "b")


def _looks(what: tuple[_Program, bool, bool], text: str, position: int, budget: _Budget) -> bool:
    program, ahead, negated = what
    found = (
        _runs(program, text, (position,), None, budget)
        if ahead
        else _runs(program, text, range(position + 1), position, budget)
    )
    return found != negated


@lru_cache(maxsize=512)
def compiled(source: str) -> Pattern:
    """The pattern, compiled once. Raises `BadPattern` or `UnsupportedPattern`."""
    return Pattern(source)
