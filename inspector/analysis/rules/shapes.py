"""What rules about shapes share: the members of an object that are missing or of another type than they must be."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, Literal, TypeVar

from inspector.analysis.reading import Reading
from inspector.analysis.words import brief
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Exchange, Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result

T = TypeVar("T")

SHOWN: Final = 5
"""How many departures of one kind a rule tells of in one record."""

Sort = Literal["a string", "a number", "an integer", "true or false", "an object", "an array", "an array of strings"]


def is_a(value: Json, sort: Sort) -> bool:
    """Whether a value is of a sort; true and false are no numbers, and `1.0` is an integer."""
    match sort:
        case "a string":
            return isinstance(value, str)
        case "a number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "an integer":
            whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
            return whole and not isinstance(value, bool)
        case "true or false":
            return isinstance(value, bool)
        case "an object":
            return isinstance(value, dict)
        case "an array":
            return isinstance(value, list)
        case "an array of strings":
            return isinstance(value, list) and all(isinstance(one, str) for one in value)


def odd(holder: dict[str, Json], member: str, sort: Sort, *, needed: bool = False) -> str:
    """What is wrong with a member, as a clause (`name is 3, not a string`); an empty text if nothing is."""
    value = holder.get(member, MISSING)
    if value is MISSING:
        return f"{member} is missing" if needed else ""
    return "" if is_a(value, sort) else f"{member} is {brief(value, 40)}, not {sort}"


def odd_members(holder: dict[str, Json], needed: dict[str, Sort], free: dict[str, Sort]) -> Iterator[str]:
    """What is wrong with the members of an object: those that it must have, and those that it may have."""
    for member, sort in needed.items():
        wrong = odd(holder, member, sort, needed=True)
        if wrong:
            yield wrong
    for member, sort in free.items():
        wrong = odd(holder, member, sort)
        if wrong:
            yield wrong


def alike(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON; what is nested too deeply to compare is taken for the same."""
    try:
        return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
    except RecursionError:
        return True


def few(hits: Iterable[T], most: int = SHOWN) -> Iterator[T]:
    """The first of many."""
    return islice(hits, most)


def result_of(change: Settled) -> dict[str, Json]:
    """The object that a request of ours was answered with; an empty one where it is none."""
    value = change.answer.result if isinstance(change.answer, Result) else None
    return value if isinstance(value, dict) else {}


def final(change: Settled) -> dict[str, Json] | None:
    """The result of a request of ours that is neither a question nor a task; None where it is one, or no object."""
    value = change.answer.result if isinstance(change.answer, Result) else None
    if not isinstance(value, dict) or value.get("resultType", "complete") != "complete":
        return None
    return value


def questions_of(change: Settled) -> Iterator[tuple[str, str, dict[str, Json]]]:
    """What an unfinished result asks: the key, the method, the params; what is no question at all is left out."""
    result = result_of(change)
    asked = result.get("inputRequests") if result.get("resultType") == "input_required" else None
    for key, question in asked.items() if isinstance(asked, dict) else ():
        method = question.get("method") if isinstance(question, dict) else None
        if isinstance(method, str):
            params = question.get("params")
            yield key, method, params if isinstance(params, dict) else {}


def meta_of(holder: Json) -> dict[str, Json]:
    """The `_meta` of params, a result or an entry; an empty object where there is none."""
    meta = holder.get("_meta") if isinstance(holder, dict) else None
    return meta if isinstance(meta, dict) else {}


def declared_in(reading: Reading, exchange: Exchange) -> dict[str, Json]:
    """The client's capabilities as a request of the modern era declares them."""
    declared = meta_of(reading.params(exchange)).get(PREFIX + "clientCapabilities")
    return declared if isinstance(declared, dict) else {}
