"""The character classes of ECMA-262: `\\d` is ASCII, `\\s` is not, `\\p{…}` knows the general categories."""

import unicodedata
from collections.abc import Callable
from typing import Final

Test = Callable[[str], bool]
"""Whether a character is meant."""

_LINE_ENDS: Final = "\n\r\u2028\u2029"
_BLANKS: Final = frozenset(
    "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
)
WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
CONTROLS: Final = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
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


CLASSES: Final[dict[str, Test]] = {
    "d": _is_digit, "D": _not(_is_digit), "w": _is_word, "W": _not(_is_word), "s": _is_blank, "S": _not(_is_blank),
}  # fmt: skip


def any_but_line_ends(char: str) -> bool:
    """The class that `.` stands for."""
    return char not in _LINE_ENDS


def category_test(name: str, negated: bool) -> Test | None:
    """The class of a general category by its short or long name; None if it names none."""
    category = name if name in _SHORT_CATEGORIES else _CATEGORIES.get(name.lower())
    if category is None:
        return None
    return lambda char: unicodedata.category(char).startswith(category) != negated
