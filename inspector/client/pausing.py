"""Waiting in the midst of a conversation: for time to pass, for news of the server, for the end of the connection."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from inspector.journal import Journal
from inspector.protocol.steps import Heard, Pause
from inspector.wire import events
from inspector.wire.decoding import known
from inspector.wire.jsonrpc import Batch, Notification


async def pause(journal: Journal, step: Pause) -> Heard:
    """Carry out the step. Its own `since` is a record number; without it, only what comes from now on is news."""
    started = journal.now()
    heard = Heard()
    try:
        async with asyncio.timeout(step.seconds):
            async with aclosing(_happenings(journal, step.since or len(journal))) as happenings:
                async for found in happenings:
                    if found is None:
                        break  # nothing more comes, and what is said next is told so
                    seq, notification = found
                    if step.until is not None and step.until(notification):
                        heard = Heard(notification, seq)
                        break
    except TimeoutError:
        pass
    return Heard(heard.news, heard.record, (journal.now() - started) * 1000)


async def connection_ended(journal: Journal, since: int) -> str:
    """Wait until the connection ends, if it has not since record `since` (0: from now on); why, as the end of a clause.

    One that was closed and has been opened anew is there. Returns when the journal is sealed, too.
    """
    async with aclosing(journal.follow(since or len(journal))) as batches:
        async for batch in batches:
            ended = ""
            for record in batch:
                if isinstance(record.event, events.Closed):
                    ended = record.event.reason or "the connection was closed"
                elif isinstance(record.event, events.Opened):
                    ended = ""
            if ended:
                return ended
    return "the session ended"


async def _happenings(journal: Journal, after: int) -> AsyncGenerator[tuple[int, Notification] | None]:
    """The notifications with their record numbers, and None for the end of a connection."""
    async for batch in journal.follow(after):
        for record in batch:
            event = record.event
            if isinstance(event, events.Closed | events.Exited):
                yield None
            elif isinstance(event, events.Received):
                message = known(event.raw)
                for part in message.messages if isinstance(message, Batch) else (message,):
                    if isinstance(part, Notification):
                        yield record.seq, part
