"""What a row says of an array or object in it: how many there are, and how they begin."""

from typing import Any, Final

from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted
from inspector.wire.json import NotJson, dumps

_MOST: Final = 8
"""Members that are told of: more than a row has room for."""
_LONGEST: Final = 60


def summary(value: list[Any] | dict[str, Any], members: int, role: str = "", variant: str = "") -> tuple[Span, ...]:
    """`2 items`, `1 of 3 set`, then the first values; `members`: how many an object has fields for.

    `variant`: what the variant is called that a union stands in.
    """
    spans: list[Span] = [*shown(variant, role), (" · ", "faint")] if variant else []
    spans.append((_count(value, members), role))
    begins = ", ".join(_beginning(value))
    if begins:
        spans += [("  ", ""), *shown(begins, "faint")]
    return tuple(spans)


def _count(value: list[Any] | dict[str, Any], members: int) -> str:
    if isinstance(value, list):
        return counted(len(value), "item") if value else "empty, [ ]"
    if not value:
        return "empty, { }"
    return f"{len(value):,} of {members:,} set" if members >= len(value) else counted(len(value), "member")


def _beginning(value: list[Any] | dict[str, Any]) -> list[str]:
    if isinstance(value, list):
        return [_brief(one) for one in value[:_MOST]]
    return [f"{name[:_LONGEST]} {_brief(member)}" for name, member in list(value.items())[:_MOST]]


def _brief(value: Any) -> str:
    if isinstance(value, list):
        return "[…]" if value else "[ ]"
    if isinstance(value, dict):
        return "{…}" if value else "{ }"
    if isinstance(value, str):
        return value[:_LONGEST] if value else '""'
    try:
        return dumps(value)[:_LONGEST]
    except NotJson:
        return "…"
