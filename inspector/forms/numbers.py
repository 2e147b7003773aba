"""Numbers as JSON Schema sees them: mathematical values, compared without a float in between.

`1`, `1.0` and `1e0` are one number, `0.3` is a multiple of `0.1`, and a number beyond a double still has an order.
"""

from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeGuard

from inspector.wire.json import Digits

_MAX_SHIFT: Final = 5_000
"""Decimal places between two numbers up to which a remainder is computed."""


LONGEST: Final = 4_000
"""Digits up to which a number, written out, is reckoned with; one literal of ten bytes can stand for a billion."""


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether `value` is a JSON number: no boolean, and not NaN or an infinity, which JSON does not have."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or decimal_of(value).is_finite()


def decimal_of(value: int | float) -> Decimal:
    """The exact decimal that `value` spells; NaN when it spells none that a decimal can hold."""
    if isinstance(value, int):
        return Decimal(value)
    try:
        return Decimal(value.text if isinstance(value, Digits) else repr(value))
    except InvalidOperation:
        return Decimal("NaN")


def is_reckonable(value: int | float) -> bool:
    """Whether the value has, written out, no more than LONGEST digits before and after the point."""
    number = decimal_of(value)
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -LONGEST and (not number or number.adjusted() < LONGEST)


def is_integral(value: int | float) -> bool:
    """Whether the value is a whole number, as `1.0` and `1e5` are (2020-12 core 4.2.3)."""
    return isinstance(value, int) or _whole(decimal_of(value))


def _whole(number: Decimal) -> bool:
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):
        return False
    return exponent >= 0 or bool(number == number.to_integral_value())


def is_multiple(value: int | float, factor: int | float) -> bool:
    """Whether `value` is `factor` times a whole number (2020-12 validation 6.2.1), decimally exact.

    Both are to be reckonable.
    """
    dividend, divisor = decimal_of(value), decimal_of(factor)
    if not dividend:
        return True
    (left, left_exponent), (right, right_exponent) = _parts(dividend), _parts(divisor)
    shift = left_exponent - right_exponent
    if shift >= 0:
        return bool(pow(10, shift, right) * left % right == 0)
    if -shift > _MAX_SHIFT:
        return False  # the divisor is larger than any dividend with so few digits
    return bool(left % (right * 10**-shift) == 0)


def _parts(number: Decimal) -> tuple[int, int]:
    normal = Decimal((0, number.as_tuple().digits, 0))
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    whole = int(normal)
    while whole and whole % 10 == 0 and exponent < 0:
        whole //= 10
        exponent += 1
    return whole, exponent


def identity(value: Any) -> Any:
    """A hashable key, equal for two values exactly when JSON Schema calls them equal (2020-12 core 4.2.2).

    `1` and `1.0` have one key; `1`, `"1"` and `true` have three; the order of members does not count.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return (value,)
    if isinstance(value, int | float):
        number = decimal_of(value)
        return ("number", number) if number.is_finite() else ("not a number", str(value))
    if isinstance(value, dict):
        return ("object", frozenset((name, identity(member)) for name, member in value.items()))
    return ("array", tuple(identity(element) for element in value))


def same(one: Any, other: Any) -> bool:
    """Whether JSON Schema calls the two values equal."""
    key: object = identity(one)
    return bool(key == identity(other))
