"""The line to the server, which all parts of a client share: what is open, how to speak on it, what came over it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from inspector import __version__
from inspector.analysis.interference.interference import Interference
from inspector.client.options import Options
from inspector.journal import Journal
from inspector.protocol.changes import Change
from inspector.protocol.envelope import Speech
from inspector.protocol.exchanges import Exchanges
from inspector.protocol.negotiation import Agreed
from inspector.transports import Transport
from inspector.wire import events
from inspector.wire.decoding import KEPT_BYTES, decoded, forget
from inspector.wire.json import Json
from inspector.wire.versions import LATEST_MODERN

_KEPT_FOR: Final = 1.0
"""Seconds for which a large message stays decoded."""


class Line:
    """`exchanges` is the fold over the journal, as far as `read` has come; `tasks` are the client's.

    `interference` is what stands between us and the server, if anything does.

    `spoken` is how the last message of ours was spoken, which during a negotiation changes from step to step;
    `declared` are the capabilities that the handshake of this connection declared. `limit` is the time in which a
    connection is made.
    """

    def __init__(self, options: Options, journal: Journal, interference: Interference | None = None) -> None:
        self.options = options
        self.journal = journal
        self.interference = interference
        self.exchanges = Exchanges(decoded)
        self.transport: Transport | None = None
        self.agreed: Agreed | None = None
        self.declared: Mapping[str, Json] = {}
        self.hearers: list[Callable[[Change], None]] = []
        self.tasks: asyncio.TaskGroup | None = None
        self._running: set[asyncio.Task[None]] = set()
        self.closing = False
        self.spoken: Speech | None = None
        self.limit: asyncio.Timeout | None = None
        self._read = len(journal)

    def read(self) -> None:
        """Feed the fold with the records that it has not had, and tell the hearers what they brought about.

        Who must know how things stand at this moment calls it; else the client does, as the journal grows.
        """
        records = self.journal.records
        while self._read < len(records):
            record = records[self._read]
            self._read += 1
            event = record.event
            if isinstance(event, events.Received) and len(event.raw) > KEPT_BYTES:
                # The folds of an interface come to it soon, or not at all.
                asyncio.get_running_loop().call_later(_KEPT_FOR, forget)
            for change in self.exchanges.feed(record):
                for hear in self.hearers:
                    hear(change)

    async def follow(self) -> None:
        """Read as the journal grows, in the same breath, until cancelled. An exception of a hearer is raised here."""
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def read() -> None:
            try:
                self.read()
            except Exception as error:
                if not failed.done():
                    failed.set_exception(error)

        self.journal.add_reader(read)
        try:
            self.read()
            await failed
        finally:
            self.journal.remove_reader(read)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run `work` in the client's task group."""
        assert self.tasks is not None, "the client is entered with `async with` first"
        task = self.tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def stop(self) -> None:
        """Cancel all that runs: the client is going."""
        for task in tuple(self._running):
            task.cancel()

    def decide(self, decision: events.Decision) -> None:
        """Record a decision; one that comes after the journal was sealed has no readers any more."""
        if not self.journal.sealed:
            self.journal.append(decision)

    def why_cancelled(self, error: asyncio.CancelledError) -> str:
        """Why a request is not waited for any more: what it was cancelled with says, else it is the person's wish."""
        if error.args and isinstance(error.args[0], str):
            return error.args[0]
        late = self.limit is not None and self.limit.expired()
        return "Connecting took longer than it may" if late else "Cancelled by the person"

    @property
    def speech(self) -> Speech:
        """How we speak now: as negotiated, or before that as the newest modern revision asks."""
        era, version = (self.agreed.era, self.agreed.version) if self.agreed else ("modern", LATEST_MODERN)
        return Speech(era, version, self.options.capabilities, self._client_info(), self.options.log_level)

    def _client_info(self) -> Mapping[str, Json]:
        if self.options.client_info is not None:
            return self.options.client_info
        return {"name": "inspector", "title": "MCP inspector for the terminal", "version": __version__}
