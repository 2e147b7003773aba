"""What the server offers, learnt from the answers to its list requests, whoever sent them.

A list request without `cursor` begins a listing anew, one with the `nextCursor` of its last page goes on with it; rows
that are there stay until the first page of the new listing comes. A page that somebody asks for out of turn, once more
or with a cursor of nobody's, is no part of the list. Source: `2026-07-28 server/utilities/pagination`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inspector.analysis.items import CLAUSE_OF, MEMBER_OF, METHOD_OF, Item, Kind, items_of
from inspector.analysis.reading import Fold, Reading
from inspector.analysis.words import brief, code, short
from inspector.protocol.exchanges import Exchange, News, Settled
from inspector.protocol.news import unrouted
from inspector.wire.events import Opened, Sent, Transport
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error, Result
from inspector.wire.methods import LIST_CHANGED
from inspector.wire.versions import Era

State = Literal["unasked", "loading", "more", "complete", "incomplete", "failed"]
"""Never asked for; a page is awaited; the server has more and nobody asked; all there; a later page failed (the rows
before it stay); the first page failed."""

KINDS: Final[tuple[Kind, ...]] = ("tool", "resource", "template", "prompt")
_KIND_OF: Final[dict[str, Kind]] = {method: kind for kind, method in METHOD_OF.items()}
_CAPABILITY: Final[dict[Kind, str]] = {
    "tool": "tools",
    "resource": "resources",
    "template": "resources",
    "prompt": "prompts",
}


@dataclass(slots=True)
class Listing:
    """One kind of thing that a server may offer. `error` says in a sentence what failed; `records` its answers.

    `declared` is whether the server's capabilities name it, None while they are unknown. `stale`: the server has said
    since that the list changed. `next_cursor` is where the listing goes on, MISSING where it does not.

    `received_at` is when its oldest page came, and `fresh_until` until when all pages may be held to be fresh, in
    seconds of the journal; `scope` is `public` where every page says so (`2026-07-28 server/utilities/caching`).
    """

    kind: Kind
    state: State = "unasked"
    items: list[Item] = field(default_factory=list)
    pages: int = 0
    error: str = ""
    stale: bool = False
    declared: bool | None = None
    next_cursor: Json = MISSING
    records: list[int] = field(default_factory=list)
    received_at: float | None = None
    fresh_until: float | None = None
    scope: Literal["public", "private"] = "private"

    def is_fresh(self, now: float) -> bool:
        """Whether the server's own hint still holds at `now`, and no news spoke against it."""
        return not self.stale and self.fresh_until is not None and now < self.fresh_until

    def awaits(self, cursor: Json) -> bool:
        """Whether a page that is asked for with this, None for none, begins the list or is its next one."""
        return cursor is None or cursor == self.next_cursor

    @property
    def usable(self) -> list[Item]:
        """The items that may be used."""
        return [item for item in self.items if item.usable and item.excluded is None]

    @property
    def excluded(self) -> list[Item]:
        """The items that may not."""
        return [item for item in self.items if not item.usable or item.excluded is not None]


class Catalog(Fold):
    """The fold. `version` counts up with every change of the lists, so that a view knows when to look again."""

    looks_at = frozenset({Sent, Opened, Settled, News})

    def __init__(self) -> None:
        super().__init__()
        self.lists: dict[Kind, Listing] = {kind: Listing(kind) for kind in KINDS}
        self.version = 0
        self.era: Era | None = None
        self.protocol_version = ""
        self.transport: Transport | None = None
        self.server_info: Json = None
        self.capabilities: dict[str, Json] = {}
        self.instructions: str | None = None
        self.supported: tuple[Json, ...] | None = None
        self._current = False  # the lists are of the present attempt

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        event = reading.record.event
        if isinstance(event, Sent):
            exchange = reading.exchanges.ours.get(reading.record.seq)
            if exchange is not None and exchange.method in _KIND_OF:
                listing = self.lists[_KIND_OF[exchange.method]]
                if listing.awaits(reading.params(exchange).get("cursor")):
                    listing.state = "loading"
                    self.version += 1
            return
        if isinstance(event, Opened):
            self._opened()
        for change in reading.changes:
            if isinstance(change, Settled):
                method = change.exchange.method
                if method in _KIND_OF:
                    self._listed(reading, change)
                elif method in ("server/discover", "initialize"):
                    self._met(reading)
            elif isinstance(change, News):
                changed = LIST_CHANGED.get(change.notification.method)
                for method in changed if changed and not self._is_unrouted(reading, change) else ():
                    listing = self.lists[_KIND_OF[method]]
                    listing.stale = listing.state != "unasked"
                    self.version += 1

    def find(self, kind: Kind, wire: str, occurrence: int = 0) -> Item | None:
        """The item with this identity."""
        found = (
            one for one in self.lists[kind].items if one.wire == wire and one.occurrence == occurrence and one.usable
        )
        return next(found, None)

    def _is_unrouted(self, reading: Reading, news: News) -> bool:
        """Whether it belongs to no subscription of ours; such news makes nothing stale, and a finding tells of it."""
        params = news.notification.params
        return reading.identity.era == "modern" and bool(unrouted(params, reading.exchanges))

    def _opened(self) -> None:
        # What the attempt before offered stays, as history, until the new one has said who it is.
        self._current = False
        for listing in self.lists.values():
            listing.stale = bool(listing.items)
            if listing.state == "loading":
                listing.state = "unasked"
        self.version += 1

    def _met(self, reading: Reading) -> None:
        identity = reading.identity
        if identity.era is None:
            return
        self.era, self.protocol_version, self.transport = identity.era, identity.version, identity.transport
        self.server_info, self.capabilities = identity.server_info, identity.capabilities
        self.instructions, self.supported = identity.instructions, identity.supported
        if not self._current:
            self._current = True
            self.lists = {kind: Listing(kind) for kind in KINDS}
        for kind, listing in self.lists.items():
            listing.declared = _CAPABILITY[kind] in identity.capabilities
        self.version += 1

    def _listed(self, reading: Reading, change: Settled) -> None:
        exchange, answer = change.exchange, change.answer
        listing = self.lists[_KIND_OF[exchange.method]]
        cursor = reading.params(exchange).get("cursor")
        if not listing.awaits(cursor):
            return
        self.version += 1
        first = cursor is None
        entries = answer.result.get(MEMBER_OF[listing.kind]) if isinstance(answer, Result) and _object(answer) else None
        if not isinstance(answer, Result) or not isinstance(entries, list):
            listing.state = "failed" if first else "incomplete"
            listing.error = _failure(exchange, answer, listing, entries, first)
            return
        if first:
            listing.items, listing.pages, listing.records, listing.stale = [], 0, [], False
            listing.received_at, listing.fresh_until, listing.scope = reading.record.at, None, "public"
        listing.items.extend(items_of(listing.kind, entries, listing.items, mirrored=reading.identity.mirrors))
        listing.pages += 1
        listing.records.append(reading.record.seq)
        listing.error = ""
        until = reading.record.at + _lifetime(answer.result) / 1000
        listing.fresh_until = until if listing.fresh_until is None else min(listing.fresh_until, until)
        if answer.result.get("cacheScope") != "public":
            listing.scope = "private"
        following = answer.result.get("nextCursor", MISSING)
        listing.next_cursor = MISSING if following is None else following
        listing.state = "complete" if listing.next_cursor is MISSING else "more"


def _lifetime(result: dict[str, Json]) -> float:
    """Milliseconds for which a page may be held to be fresh; absent, negative or no number is 0."""
    given = result.get("ttlMs")
    return float(given) if isinstance(given, (int, float)) and not isinstance(given, bool) and given > 0 else 0.0


def _object(answer: Result) -> bool:
    return isinstance(answer.result, dict)


def _failure(exchange: Exchange, answer: Result | Error | None, listing: Listing, entries: Json, first: bool) -> str:
    page = "" if first else f"page {listing.pages + 1}: "
    if isinstance(answer, Error):
        return f"{page}{code(answer)} “{short(answer.message)}”"
    if answer is None:
        return page + (short(exchange.detail) or exchange.failure)
    if not _object(answer):
        return f"{page}the result is no object"
    missing = MEMBER_OF[listing.kind] not in answer.result
    return f"{page}{MEMBER_OF[listing.kind]} is {'missing' if missing else brief(entries, 60)}, not an array"


def offered_json(
    catalog: Catalog, kinds: Iterable[Kind], findings: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The document of `list --json`: the objects as sent under the member's name of each kind, the excluded apart.

    With one kind the excluded entries carry the raw tool as `tool`, other kinds by their own name.
    """
    document: dict[str, Any] = {}
    excluded: list[dict[str, Any]] = []
    for kind in kinds:
        listing = catalog.lists[kind]
        document[MEMBER_OF[kind]] = [item.raw for item in listing.usable]
        for item in listing.excluded:
            name = item.raw.get("name") if isinstance(item.raw, dict) else None
            reason = item.excluded or "; ".join(item.problems)
            excluded.append({"name": name, "reason": reason, "clause": item.clause or CLAUSE_OF[kind], kind: item.raw})
    return document | {"excluded": excluded, "findings": findings or []}
