"""What a rule is, what it finds, and what it may remember."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inspector.analysis.items import Item
from inspector.analysis.reading import Reading
from inspector.analysis.rules.life import Life
from inspector.protocol.exchanges import Exchange
from inspector.wire.json import Json
from inspector.wire.versions import LEGACY, MODERN, REVISIONS

Level = Literal["error", "warning", "info"]
"""A MUST that was broken; a SHOULD, or what will trouble others; worth knowing."""

LEVELS: Final[tuple[Level, ...]] = ("error", "warning", "info")
"""Worst first."""

Hit = tuple[str, tuple[int, ...]] | tuple[str, tuple[int, ...], Level]
"""What was seen, in one sentence without a full stop, the records that it rests on, and the level if it is another than
the rule's."""

NOTHING: Final[tuple[Hit, ...]] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One observed departure from the specification, or one fault. `remedy` is addressed to the server's author.

    All texts are safe to show.
    """

    rule: str
    level: Level
    message: str
    clause: str
    records: tuple[int, ...]
    remedy: str

    def as_json(self) -> dict[str, Any]:
        """The finding as every `--json` document has it."""
        return {
            "rule": self.rule,
            "level": self.level,
            "message": self.message,
            "clause": self.clause,
            "records": list(self.records),
        }


@dataclass(frozen=True, slots=True)
class Flaw:
    """A departure that decoding a message, or matching it to its request, has noted. `records` are its own."""

    text: str
    records: tuple[int, ...]


@dataclass(slots=True)
class Listen:
    """A `subscriptions/listen` of ours, and whether the server has acknowledged it."""

    exchange: Exchange
    acknowledged: bool = False


@dataclass(slots=True)
class Memory:
    """What rules know of the records before.

    `schemas` are the outputSchemas by tool name; `listings` the items of the listing under way by method; `progress`
    the last progress by request; `levels` whether a request of ours asked for log messages; `listens` by the key of
    their id; `told` the records of our notifications and answers by HTTP exchange; `cancelled` when we told the server
    that we cancel a request, in seconds of the journal; `page` the items of the present answer; `life` the state of
    the connection.
    """

    schemas: dict[str, Json] = field(default_factory=dict)
    listings: dict[str, list[Item]] = field(default_factory=dict)
    progress: dict[int, float] = field(default_factory=dict)
    levels: dict[int, bool] = field(default_factory=dict)
    listens: dict[tuple[str, str], Listen] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    cancelled: dict[int, float] = field(default_factory=dict)
    page: list[Item] = field(default_factory=list)
    life: Life = field(default_factory=Life)


ALL: Final = tuple(REVISIONS)
MODERN_ONLY: Final = MODERN
LEGACY_ONLY: Final = LEGACY
ELICITS: Final = tuple(one.name for one in REVISIONS.values() if one.elicits)
WITHOUT_BATCHES: Final = tuple(one.name for one in REVISIONS.values() if not one.receives_batches)
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

    `on` are the types that it looks at: events, changes of the correlation, or `Flaw`.

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

    def finding(self, hit: Hit) -> Finding:
        """What it saw, as a finding."""
        level = hit[2] if len(hit) == 3 else self.level
        return Finding(self.name, level, hit[0], self.clause, hit[1], self.remedy)
