"""`listen`: prints notifications as they come, until it is interrupted or its time is over."""

import asyncio
from collections.abc import Iterable, Sequence

from inspector.analysis.reading import Reader
from inspector.client.listening import Listening
from inspector.errors import ConnectError
from inspector.headless.concluding import error_line
from inspector.headless.faults import fault_of
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.output import Output
from inspector.protocol.changes import News, Progressed
from inspector.protocol.news import LISTEN, listen_filter, subscription_id
from inspector.wire.events import Decision, Record
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import Notification
from inspector.wire.text import visible

_ALL = {"toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": True}


class Printing:
    """Prints what a journal holds of notifications, each once. `is_heard`: whether somebody still reads stdout."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._reader = Reader()
        self._read = 0
        self.is_heard = True

    def feed(self, records: Sequence[Record]) -> None:
        """All records so far; those that were printed are passed over."""
        fresh = records[self._read :]
        self._read = len(records)
        for record in fresh:
            changes = self._reader.read(record).changes
            for change in changes:
                if isinstance(change, News | Progressed):
                    self._print(record, change.notification)
            event = record.event
            if isinstance(event, Decision) and event.topic == "subscription":
                self._output.note(event.because)

    def _print(self, record: Record, notification: Notification) -> None:
        params = None if notification.params is MISSING else notification.params
        named = subscription_id(params)
        subscription = None if named is MISSING else named
        document = {
            "at": round(record.at, 6),
            "method": notification.method,
            "params": params,
            "subscription": subscription,
        }
        on = "" if subscription is None else f"  on {dumps(subscription)}"
        text = f"{record.at:10.3f}  {notification.method}{on}  {'' if params is None else dumps(params)}"
        self.is_heard = self._output.line(document, visible(text.rstrip())) and self.is_heard


def listen(resources: Iterable[str], seconds: float | None) -> Body:
    """`listen`: to all list changes that the server tells of, and to news of `resources`; `seconds` None for no end.

    A lost connection is made again, as long as that makes sense.
    """
    uris = list(resources)

    async def body(live: Live) -> Ending:
        wanted: dict[str, Json] = listen_filter(live.agreed.capabilities) or dict(_ALL)
        if uris:
            wanted["resourceSubscriptions"] = uris
        listening = Listening(live.client, wanted, reconnect=True, lasting=True)
        printing = Printing(live.output)
        try:
            async with asyncio.timeout(seconds):
                how = await _until_either(live, listening, printing)
        except TimeoutError:
            return DONE
        finally:
            printing.feed(live.client.journal.records)
        reply = listening.reply
        if how == "refused" and reply.error is not None:
            return error_line(live, reply, LISTEN)
        if how == "refused" and (fault := fault_of(reply, "subscriptions/listen")) is not None:
            raise fault
        if how in ("lost", "gone"):
            why = f"{visible(reply.detail)}."
            raise ConnectError("The notifications are lost.", why=why, hint="The recording has each attempt.")
        return DONE

    return body


async def _until_either(live: Live, listening: Listening, printing: Printing) -> str:
    """Listen and print, until there is nothing to listen to or nobody who reads."""

    async def print_all() -> None:
        async for _ in live.client.journal.follow():
            printing.feed(live.client.journal.records)
            if not printing.is_heard:
                return

    how = ""

    async def hear() -> None:
        nonlocal how
        how = await listening.run()

    tasks = {live.client.start(print_all()), live.client.start(hear())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    return how
