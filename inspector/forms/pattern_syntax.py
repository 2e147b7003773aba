"""The grammar of ECMA-262 regular expressions: text in, a tree of nodes out.

As with the `u` flag, plus the common leniencies: a lone `]`, `{` or `}` is itself, and so is any escaped sign.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

_MAX_NESTING: Final = 60

Test = Callable[[str], bool]
"""Whether a character is meant."""


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

_LINE_ENDS: Final = "\n\r\u2028\u2029"
_BLANKS: Final = frozenset(
    "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
)
WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_CONTROLS: Final = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_CATEGORIES: Final = {
    "letter": "L", "uppercase_letter": "Lu", "lowercase_letter": "Ll", "titlecase_letter": "Lt",
    "modifier_letter": "Lm", "other_letter": "Lo", "mark": "M", "combining_mark": "M", "nonspacing_mark": "Mn",
    "spacing_mark": "Mc",
    "enclosing_mark": "Me", "number": "N", "decimal_number": "Nd", "digit": "Nd", "letter_number": "Nl",
    "other_number": "No", "punctuation": "P", "punct": "P", "connector_punctuation": "Pc", "dash_punctuation": "Pd",
    "open_punctuation": "Ps", "close_punctuation": "Pe", "initial_punctuation": "Pi", "final_punctuation": "Pf",
    "other_punctuation": "Po", "symbol": "S", "math_symbol": "Sm", "currency_symbol": "Sc", "modifier_symbol": "Sk",
    "other_symbol": "So", "separator": "Z", "space_separator": "Zs", "line_separator": "Zl",
    "paragraph_separator": "Zp", "other": "C", "control": "Cc", "cntrl": "Cc", "format": "Cf", "surrogate": "Cs",
    "private_use": "Co", "unassigned": "Cn",
}  # fmt: skip
_SHORT_CATEGORIES: Final = frozenset(_CATEGORIES.values())


def _is_digit(char: str) -> bool:
    return "0" <= char <= "9"


def _is_word(char: str) -> bool:
    return char in WORD


def _is_blank(char: str) -> bool:
    return char in _BLANKS


def _not(test: Test) -> Test:
    return lambda char: not test(char)


_CLASSES: Final[dict[str, Test]] = {
    "d": _is_digit, "D": _not(_is_digit), "w": _is_word, "W": _not(_is_word), "s": _is_blank, "S": _not(_is_blank),
}  # fmt: skip


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
            return Char(lambda found: found not in _LINE_ENDS)
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
        if char in _CLASSES:
            return _CLASSES[char]
        if char in "pP":
            return self._property(negated=char == "P")
        return self._escaped_char(char).__eq__

    def _escaped_char(self, char: str) -> str:
        if char in _CONTROLS:
            return _CONTROLS[char]
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
        category = name if name in _SHORT_CATEGORIES else _CATEGORIES.get(name.lower())
        if category is None:
            raise UnsupportedPattern(f"\\p{{{name}}}")
        return lambda char: unicodedata.category(char).startswith(category) != negated

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
        if char in _CLASSES or char in "pP":
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
