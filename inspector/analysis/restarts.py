"""What a restart of the server has changed: in what it offers, and in its answer to one call that is made again.

before = seen(catalog)              as it is now
…                                   the server is started again, and its lists are asked for
compare_offered(before, catalog)
answer_change("add", (12, answer), (31, other))
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.catalog import KINDS, Catalog
from inspector.analysis.compare.answers import compare_answers
from inspector.analysis.differences import Difference
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Result

AnswerState = Literal["running", "asks", "first", "equal", "different", "long", "none", "gone"]
"""No answer yet; a person must answer something first; there is none from before; the same; another one; too long to be
compared at once; none came; it could not be asked for any more."""

LONG: Final = 400_000
"""Bytes of both answers from which on comparing them would make a key wait."""

Answered = tuple[int, Result | Error]
"""An answer, with the number of its record."""


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """The answer to the call `name` before and after; `before` and `after` are numbers of records, 0 for none.

    `found` are the differences without what is another each time (`compare.answers`), and `values` what was compared.
    `detail` says in a sentence why there is none.
    """

    name: str
    state: AnswerState
    before: int = 0
    after: int = 0
    found: Sequence[Difference] = ()
    values: tuple[Json, Json] = (MISSING, MISSING)
    detail: str = ""


def seen(catalog: Catalog) -> Catalog | None:
    """What is offered now, to be compared with later; None while no server was met."""
    # The lists of a new connection are others, so that these stay as they are.
    return copy(catalog) if catalog.era is not None else None


def are_listed(catalog: Catalog) -> bool:
    """Whether nothing more is awaited of what the server offers."""
    lists = (catalog.lists[kind] for kind in KINDS)
    return all(one.declared is False or one.state in ("complete", "incomplete", "failed") for one in lists)


def answer_change(name: str, before: Answered | None, after: Answered, size: int = 0) -> AnswerChange:
    """How the second answer departs from the first; `size` is that of both in bytes."""
    if before is None:
        return AnswerChange(name, "first", after=after[0])
    if size > LONG:
        return AnswerChange(name, "long", before[0], after[0])
    values = _value(before[1]), _value(after[1])
    found = compare_answers(*values)
    return AnswerChange(name, "different" if found else "equal", before[0], after[0], found, values)


def _value(answer: Result | Error) -> Json:
    return {"result": answer.result} if isinstance(answer, Result) else {"error": answer.error}
