"""The grammar of ECMA-262 regular expressions: text in, a tree of nodes out.

As with the `u` flag, plus the common leniencies: a lone `]`, `{` or `}` is itself, and so is any escaped sign.
"""

from dataclasses import dataclass
from typing import Final, Literal

from inspector.forms.pattern_characters import CLASSES, CONTROLS, Test, any_but_line_ends, category_test

_MAX_NESTING: Final = 60


class BadPattern(ValueError):
    """The text is not a regular expression of ECMA-262; the message says why."""


class UnsupportedPattern(ValueError):
    """A valid expression that we cannot run; the message names what is missing."""


@dataclass(frozen=True, slots=True)
class Char:
    """One character."""

    test: Test


@dataclass(frozen=True, slots=True)
class Assert:
    """A place: begin, end, or a word boundary or none."""

    kind: Literal["^", "$", "b", "B"]


@dataclass(frozen=True, slots=True)
class Look:
    """What must, or must not, stand ahead or behind."""

    body: "Node"
    ahead: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of them."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """At least so often, at most so often (None: without end)."""

    body: "Node"
    least: int
    most: int | None


Node = Char | Assert | Look | Sequence | Choice | Repeat


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._nesting = 0

    def whole(self) -> Node:
        node = self._choice()
        if self._at < len(self._text):
            raise BadPattern("a ) closes nothing")
        return node

    def _peek(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _take(self, text: str) -> bool:
        if self._peek(text):
            self._at += len(text)
            return True
        return False

    def _next(self) -> str:
        if self._at >= len(self._text):
            raise BadPattern("it ends too early")
        self._at += 1
        return self._text[self._at - 1]

    def _until(self, end: str) -> str:
        stop = self._text.find(end, self._at)
        if stop < 0:
            raise BadPattern(f"a {end} is missing")
        found, self._at = self._text[self._at : stop], stop + len(end)
        return found

    def _choice(self) -> Node:
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise UnsupportedPattern(f"groups nested deeper than {_MAX_NESTING}")
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        self._nesting -= 1
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            parts.append(self._quantified())
        return Sequence(tuple(parts))

    def _quantified(self) -> Node:
        atom = self._atom()
        bounds = self._quantifier()
        if bounds is None:
            return atom
        if isinstance(atom, Assert) or (isinstance(atom, Look) and not atom.ahead):
            raise BadPattern("a quantifier follows an assertion")
        self._take("?")  # laziness changes what is captured, not whether it matches
        if self._quantifier() is not None:
            raise BadPattern("a quantifier follows a quantifier")
        return Repeat(atom, *bounds)

    def _quantifier(self) -> tuple[int, int | None] | None:
        for sign, least, most in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if self._take(sign):
                return least, most
        start = self._at
        if self._take("{"):
            stop = self._text.find("}", self._at)
            low, comma, high = self._text[self._at : stop].partition(",") if stop > 0 else ("", "", "")
            if _digits(low) and (not high or _digits(high)):
                self._at = stop + 1
                least = _count(low)
                most = _count(high) if high else (None if comma else least)
                if most is not None and most < least:
                    raise BadPattern("the bounds of a {} are out of order")
                return least, most
            self._at = start
        return None

    def _atom(self) -> Node:
        char = self._next()
        if char in "^$":
            return Assert("^" if char == "^" else "$")
        if char == "(":
            return self._group()
        if char == "[":
            return Char(self._class())
        if char == ".":
            return Char(any_but_line_ends)
        if char == "\\":
            return self._escape()
        if char in "*+?":
            raise BadPattern(f"a {char} has nothing to repeat")
        return Char(char.__eq__)

    def _group(self) -> Node:
        look: tuple[bool, bool] | None = None
        if self._take("?"):
            if self._take("<") and not (self._peek("=") or self._peek("!")):
                name = self._until(">")
                if not name.replace("$", "_").isidentifier():
                    raise BadPattern(f"“{name}” does not name a group")
            elif self._text[self._at - 1] == "<":
                look = (False, self._next() == "!")
            elif self._take("="):
                look = (True, False)
            elif self._take("!"):
                look = (True, True)
            elif not self._take(":"):
                raise BadPattern(f"(?{self._text[self._at : self._at + 1]} is not in ECMA-262")
        body = self._choice()
        if not self._take(")"):
            raise BadPattern("a ) is missing")
        return Look(body, *look) if look else body

    def _escape(self) -> Node:
        char = self._next()
        if char in "bB":
            return Assert("b" if char == "b" else "B")
        if char in "123456789" or (char == "k" and self._peek("<")):
            raise UnsupportedPattern("a backreference")
        return Char(self._escaped_test(char))

    def _escaped_test(self, char: str) -> Test:
        if char in CLASSES:
            return CLASSES[char]
        if char in "pP":
            return self._property(negated=char == "P")
        return self._escaped_char(char).__eq__

    def _escaped_char(self, char: str) -> str:
        if char in CONTROLS:
            return CONTROLS[char]
        if char == "0":
            return "\0"
        if char == "c":
            return chr(ord(self._next()) % 32)
        if char == "x":
            return self._hex(2)
        if char == "u":
            return self._unicode()
        if char.isascii() and char.isalnum():
            raise BadPattern(f"\\{char} is not in ECMA-262")
        return char

    def _hex(self, length: int) -> str:
        digits = self._text[self._at : self._at + length]
        self._at += length
        return _code_point(digits if len(digits) == length else "")

    def _unicode(self) -> str:
        if self._take("{"):
            return _code_point(self._until("}"))
        char = self._hex(4)
        if "\ud800" <= char <= "\udbff" and self._take("\\u"):
            low = self._hex(4)
            return chr(0x10000 + ((ord(char) - 0xD800) << 10) + (ord(low) - 0xDC00))
        return char

    def _property(self, negated: bool) -> Test:
        if not self._take("{"):
            raise BadPattern("a { must follow \\p")
        name = self._until("}")
        key, equals, value = name.partition("=")
        if equals and key in ("General_Category", "gc"):
            name = value
        elif name == "Any":
            return lambda _: not negated
        elif name == "ASCII":
            return lambda char: char.isascii() != negated
        test = category_test(name, negated)
        if test is None:
            raise UnsupportedPattern(f"\\p{{{name}}}")
        return test

    def _class(self) -> Test:
        negated = self._take("^")
        tests: list[Test] = []
        chars: set[str] = set()
        ranges: list[tuple[str, str]] = []
        while not self._take("]"):
            low = self._class_atom()
            if self._peek("-") and not self._peek("-]"):
                self._at += 1
                high = self._class_atom()
                if isinstance(low, str) and isinstance(high, str):
                    if high < low:
                        raise BadPattern(f"the range {low}-{high} is out of order")
                    ranges.append((low, high))
                    continue
                chars.add("-")
                _sort_into(high, chars, tests)
            _sort_into(low, chars, tests)
        members = frozenset(chars)

        def test(char: str) -> bool:
            found = (
                char in members
                or any(low <= char <= high for low, high in ranges)
                or any(other(char) for other in tests)
            )
            return found != negated

        return test

    def _class_atom(self) -> str | Test:
        char = self._next()
        if char != "\\":
            return char
        char = self._next()
        if char == "b":
            return "\b"
        if char in CLASSES or char in "pP":
            return self._escaped_test(char)
        return self._escaped_char(char)


def _sort_into(atom: str | Test, chars: set[str], tests: list[Test]) -> None:
    if isinstance(atom, str):
        chars.add(atom)
    else:
        tests.append(atom)


def parsed(source: str) -> Node:
    """The tree of a pattern. Raises `BadPattern` or `UnsupportedPattern`."""
    return _Parser(source).whole()


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _count(digits: str) -> int:
    if len(digits) > 5:
        raise UnsupportedPattern("a repetition of more than 99,999")
    return int(digits)


def _code_point(digits: str) -> str:
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        raise BadPattern("an escape has no valid code point") from None
