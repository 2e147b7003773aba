"""What rules know of the records before."""

from dataclasses import dataclass, field

from inspector.analysis.items import Item
from inspector.analysis.rules.life import Life
from inspector.protocol.exchanges import Exchange
from inspector.wire.json import Json


@dataclass(slots=True)
class Listen:
    """A `subscriptions/listen` of ours, whether and how often the server has acknowledged it, and what it granted."""

    exchange: Exchange
    acknowledged: bool = False
    acknowledgements: int = 0
    granted: dict[str, Json] | None = None


@dataclass(slots=True)
class Asking:
    """What a request of ours says: its version, what its `_meta` lacks, where its headers and its body disagree.

    `same_id` and `same_token` are the records of another open request with its id or token, 0 if there is none.
    """

    exchange: Exchange
    version: str
    missing: tuple[str, ...] = ()
    disagreeing: list[str] = field(default_factory=list)
    same_id: int = 0
    same_token: int = 0


@dataclass(slots=True)
class Task:
    """A task of the modern extension: the record that told of it last, that which made it (0 if none is known).

    `seen` is whether it was found since; `until` when it may be gone, in seconds of the journal; `questions` what it
    has asked by key, with the record.
    """

    seq: int
    made: int = 0
    status: str = ""
    seen: bool = False
    until: float = float("inf")
    questions: dict[str, tuple[Json, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Memory:
    """What rules know of the records before. Records are named by their numbers.

    Of requests of ours: `levels` the level from which each wants log messages, None if it wants none; `progress` the
    last progress of each; `cancelled` when we told the server that we cancel it, in seconds of the journal, and
    `last_cancelled` the latest of them; `ids` and `tokens` the open ones by id and by progress token; `asking` those
    whose text is not as it should be; `present` the one that is looked at, if it was just sent or is one of those.

    Of lists: `page` the items of the present answer; `listings` those of the listing under way, by method; `awaited`
    the cursor of its next page, None at its end, `cursors` what it was asked for with, and `given` the hashes of all
    that the server gave; `scopes` the cache scope of its first page, and the record; `schemas` the outputSchemas by
    tool name.

    Of the rest: `listens` our subscriptions by the key of their id; `told` our notifications and answers by HTTP
    exchange; `introduced` whether the server has said what it can do; `modern_results` the first record that shows it
    to be of the modern era; `tasks` those of the modern extension, by id; `states` the hashes of each
    requestState that it gave; `life` the state of the connection.
    """

    levels: dict[int, str | None] = field(default_factory=dict)
    progress: dict[int, float] = field(default_factory=dict)
    cancelled: dict[int, float] = field(default_factory=dict)
    last_cancelled: float = float("-inf")
    ids: dict[tuple[str, str], int] = field(default_factory=dict)
    tokens: dict[tuple[str, str], int] = field(default_factory=dict)
    asking: dict[int, Asking] = field(default_factory=dict)
    present: Asking | None = None

    page: list[Item] = field(default_factory=list)
    listings: dict[str, list[Item]] = field(default_factory=dict)
    awaited: dict[str, Json] = field(default_factory=dict)
    cursors: dict[str, set[str]] = field(default_factory=dict)
    given: set[int] = field(default_factory=set)
    scopes: dict[str, tuple[Json, int]] = field(default_factory=dict)
    schemas: dict[str, Json] = field(default_factory=dict)

    listens: dict[tuple[str, str], Listen] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    introduced: bool = False
    modern_results: int = 0
    tasks: dict[str, Task] = field(default_factory=dict)
    states: set[int] = field(default_factory=set)
    life: Life = field(default_factory=Life)
