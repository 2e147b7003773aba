"""What the server offers: lists with all their pages, and the schema of a tool that is to be called."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from inspector.analysis.catalog import Catalog
from inspector.analysis.items import CLAUSE_OF, METHOD_OF, Item, Kind, items_of
from inspector.api.faults import answer_of
from inspector.client import Client
from inspector.errors import ProtocolBroken, UsageError
from inspector.protocol.envelope import header_problems
from inspector.protocol.flows import Listing, pages
from inspector.protocol.refusals import sentence
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.text import visible

_TELLING = tuple(
    f'"{method}"'.encode() for method in (*METHOD_OF.values(), "server/discover", "initialize", "subscriptions/listen")
)
"""Requests whose answers, or streams, tell what is offered."""


class Excluded(NamedTuple):
    """An entry that cannot be used, as the server sent it, with the reason and the clause."""

    entry: Json
    reason: str
    clause: str


class Listed(list[dict[str, Json]]):
    """The entries of a list as the server sent them, from all pages, in order.

    `excluded` holds those that cannot be used: without a name, no object, or (tools, modern HTTP) with an
    `x-mcp-header` that is not allowed. `incomplete` says why there are fewer than the server has: a later page failed,
    or the pages were a loop; it is empty where all are here.
    """

    def __init__(
        self, entries: Iterable[dict[str, Json]] = (), excluded: tuple[Excluded, ...] = (), incomplete: str = ""
    ) -> None:
        super().__init__(entries)
        self.excluded = excluded
        self.incomplete = incomplete


class Offered:
    """Asks for lists, and knows the tools of those that came (`2026-07-28 server/tools#x-mcp-header`)."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._catalog = Catalog()
        self._catalog.read_apart()  # whoever asked for a list may do with it as he likes
        self._read = 0
        self._calls: set[int] = set()  # exchanges under way that say nothing of lists
        self._one_at_a_time = asyncio.Lock()
        self._looked = False

    async def list(self, kind: Kind) -> Listed:
        """All pages. Raises what `answer_of` raises if the first one fails, ProtocolBroken if it has no list."""
        method = METHOD_OF[kind]
        listing = await self._client.drive(pages(method), op=self._client.begin(method))
        if listing.failed is not None and not listing.pages:
            answer_of(listing.failed, method)
        if listing.stopped and listing.pages == 1 and not listing.entries:
            raise ProtocolBroken(f"The result of {method} is no list.", why=f"{sentence(listing.stopped)}.")
        items = items_of(kind, listing.entries, mirrored=self._mirrored)
        excluded = tuple(
            Excluded(item.raw, item.excluded or "; ".join(item.problems), item.clause or CLAUSE_OF[kind])
            for item in items
            if not _usable(item)
        )
        return Listed([item.raw for item in items if _usable(item)], excluded, _incomplete(listing))

    @property
    def _mirrored(self) -> bool:
        agreed = self._client.agreed
        return agreed is not None and agreed.era == "modern" and agreed.transport == "streamable-http"

    async def schema(self, name: str) -> Json:
        """The inputSchema whose annotations become headers; None where there are no such headers, or no such tool.

        The list is asked for where it is not known, or not any more. Raises UsageError for a tool that is excluded.
        """
        if not self._mirrored:
            return None
        async with self._one_at_a_time:
            stale, item = self._find(name)
            if stale or (item is None and not self._looked):
                self._looked = True
                # Without a list, the call shows what comes of it: a server that wants the headers says so.
                await self._client.drive(pages("tools/list"))
                _, item = self._find(name)
        if item is None or not isinstance(item.raw, dict):
            return None
        if item.excluded:
            raise UsageError(
                f"The tool {visible(name)} is left out.", why=f"{visible(item.excluded)}.", hint="`request` sends it."
            )
        return item.raw.get("inputSchema")

    def _find(self, name: str) -> tuple[bool, Item | None]:
        records = self._client.journal.records
        self._catalog.feed([one for one in records[self._read :] if self._matters(one.event)])
        self._read = len(records)
        return self._catalog.lists["tool"].stale, self._catalog.find("tool", name)

    def _matters(self, event: events.Event) -> bool:
        """Whether lists may change by it; calls and their answers, most of a session, are not even decoded."""
        http = getattr(event, "http", None)
        if isinstance(event, events.Sent):
            if http is None or any(method in event.raw for method in _TELLING):
                return True
            self._calls.add(http)
            return False
        if http not in self._calls:
            return True
        if isinstance(event, events.HttpEnd) and not event.resuming:
            self._calls.discard(http)
        return isinstance(event, events.Received) and b"list_changed" in event.raw


def check_headers(schema: Json, arguments: Mapping[str, Json] | None) -> None:
    """Raise UsageError for an argument that its header may not carry; a `schema` of None makes no headers."""
    for problem in header_problems(schema, dict(arguments or {})):
        raise UsageError(
            f"{visible('.'.join(problem.path))} {visible(problem.reason)}.",
            why="Whoever reads it as a number would read another one (2026-07-28 server/tools#x-mcp-header).",
            hint="`request` sends it.",
        )


def _usable(item: Item) -> bool:
    return item.usable and item.excluded is None


def _incomplete(listing: Listing) -> str:
    failed = listing.failed
    if failed is None:
        return visible(listing.stopped)
    said = f"error {failed.error.code} {failed.error.message}" if failed.error is not None else failed.detail
    return visible(f"page {listing.pages + 1}: {said}")
