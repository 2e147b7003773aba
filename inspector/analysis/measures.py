"""Amounts as a filter writes them: `>500ms`, `<=10kB`, `2s`; without a sign they mean "at least"."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final

TIMES: Final[Mapping[str, float]] = {"us": 1e-3, "µs": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4, "min": 6e4, "": 1.0}
"""Units of time, in milliseconds; a bare number is one of those."""

SIZES: Final[Mapping[str, float]] = {
    "b": 1,
    "kb": 1e3,
    "mb": 1e6,
    "gb": 1e9,
    "kib": 1 << 10,
    "mib": 1 << 20,
    "gib": 1 << 30,
    "": 1,
}
"""Units of size, in bytes."""

_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "": operator.ge,
}
_AMOUNT: Final = re.compile(
    r"(?P<sign>[<>]=?|=|)(?P<number>\d+(?:\.\d+)?|\.\d+)(?P<unit>[a-zµ]*)", re.ASCII | re.IGNORECASE
)


def compared(text: str, units: Mapping[str, float]) -> Callable[[float], bool] | None:
    """The test that an amount is, with units as given; None if the text is none."""
    found = _AMOUNT.fullmatch(text)
    if found is None or found["unit"].lower() not in units:
        return None
    sign, limit = _SIGNS[found["sign"]], float(found["number"]) * units[found["unit"].lower()]
    return lambda amount: sign(amount, limit)
