"""What a rule is, and what it finds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from inspector.analysis.reading import Reading
from inspector.analysis.rules.kinds import Adrift as Adrift
from inspector.analysis.rules.kinds import Tasked as Tasked
from inspector.analysis.rules.kinds import Unanswered as Unanswered
from inspector.analysis.rules.kinds import Unfinished as Unfinished
from inspector.analysis.rules.kinds import Untyped as Untyped
from inspector.analysis.rules.memory import Memory as Memory
from inspector.protocol.exchanges import Exchange
from inspector.wire.frozen import frozen
from inspector.wire.versions import LEGACY, MODERN, REVISIONS

Level = Literal["error", "warning", "info"]
"""A MUST that was broken; a SHOULD, or what will trouble others; worth knowing."""

LEVELS: Final[tuple[Level, ...]] = ("error", "warning", "info")
"""Worst first."""

Binds = Literal["server", "client"]
"""Whose fault it is."""

Hit = tuple[str, tuple[int, ...]] | tuple[str, tuple[int, ...], Level]
"""What was seen, in one sentence without a full stop, the records that it rests on, and the level if it is another than
the rule's."""


NOTHING: Final[tuple[Hit, ...]] = ()

ON_ITS_WAY: Final = 1.0
"""Seconds after a cancellation in which what comes may have been on its way, which is nobody's fault
(`2026-07-28 basic/patterns/cancellation#timing-considerations`)."""


def was_cancelled(exchange: Exchange) -> bool:
    """Whether a request of ours was given up by our wish."""
    return exchange.cancelled or exchange.failure == "cancelled"


@frozen
class Finding:
    """One observed departure from the specification, or one fault. `remedy` is addressed to the server's author.

    What was seen so many `times` in the same words rests on the `records` of the first few and of the last.
    All texts are safe to show.
    """

    rule: str
    level: Level
    message: str
    clause: str
    records: tuple[int, ...]
    remedy: str
    times: int = 1

    def as_json(self) -> dict[str, Any]:
        """The finding as every `--json` document has it; `times` is there if it is more than one."""
        again = {"times": self.times} if self.times > 1 else {}
        return {
            "rule": self.rule,
            "level": self.level,
            "message": self.message,
            "clause": self.clause,
            "records": list(self.records),
            **again,
        }


@frozen
class Flaw:
    """A departure that decoding a message, or matching it to its request, has noted. `records` are its own."""

    text: str
    records: tuple[int, ...]


ALL: Final = tuple(REVISIONS)
MODERN_ONLY: Final = MODERN
LEGACY_ONLY: Final = LEGACY
ELICITS: Final = tuple(one.name for one in REVISIONS.values() if one.elicits)
WITHOUT_BATCHES: Final = tuple(one.name for one in REVISIONS.values() if not one.receives_batches)
SINCE_2025_03: Final = ALL[ALL.index("2025-03-26") :]
SINCE_2025_06: Final = ALL[ALL.index("2025-06-18") :]
SINCE_2025_11: Final = ALL[ALL.index("2025-11-25") :]
SESSIONS: Final = tuple(name for name in LEGACY if name != "2024-11-05")
TASKS_1125: Final = ("2025-11-25",)
OBJECTS_ONLY: Final = tuple(name for name in SINCE_2025_06 if name in LEGACY)
"""Revisions in which a rule may hold: those in which `structuredContent` is an object are the last."""

Check = Callable[[Reading, Any, Memory], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `title` says what is found, as a heading; `revisions` those of the specification in which it holds.

    `on` are the types that it looks at: events, changes of the correlation, or `Flaw`. `Result` and `Error` stand for a
    request of ours that was settled with one, and the finer `kinds` as they say: the rule is shown the `Settled`. What
    is not among them costs nothing, so that a rule names what it can say something of, and no more:

    - `methods` are those of our requests, or of their notifications, that it looks at; all if there are none.
    - `members`: of a result, and of the params of a notification, it looks only at those with one of these members.
    - `http`: it looks at what HTTP adds, and there is nothing for it on stdio.
    - `odd`: it looks only at answers to requests of ours whose text is not as it should be (`Memory.asking`).

    `binds` is whom the remedy is addressed to.

    `check` gets the reading, the thing of that type, and the memory; it yields what it sees and never raises, whatever
    a server sends. `once`: what is seen again in the same words, as in a list that is read again, is no new finding.
    """

    name: str
    title: str
    level: Level
    clause: str
    remedy: str
    on: tuple[type, ...]
    check: Check
    once: bool = False
    revisions: tuple[str, ...] = ALL
    methods: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    http: bool = False
    odd: bool = False
    binds: Binds = "server"

    def finding(self, hit: Hit, clause: str = "") -> Finding:
        """What it saw, as a finding; `clause` is another than the rule's own, if it is."""
        level = hit[2] if len(hit) == 3 else self.level
        return Finding(self.name, level, hit[0], clause or self.clause, hit[1], self.remedy)
