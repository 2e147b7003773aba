"""A wish for news that outlives its stream: opened again where it is lost, sent again after a restart.

    listening = Listening(client, {"toolsListChanged": True})
    how = await listening.run()        until the server ends it, refuses it, or is given up; cancel it to stop

In the modern era the wish is one `subscriptions/listen`. A legacy server sends news of lists by itself; of the wish
only the resources are asked for, by `resources/subscribe`, and then the connection is all that there is to keep.

Source: `2026-07-28 basic/patterns/subscriptions#cancellation`: a client MUST send `subscriptions/listen` again when a
stdio connection was terminated and established anew.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from inspector.client.session import Client
from inspector.errors import InspectorError
from inspector.protocol.news import LISTEN
from inspector.protocol.steps import Reply
from inspector.protocol.subscriptions import Backoff, How, how_ended
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.processes import ended
from inspector.wire.text import visible

Pauser = Callable[[float], Awaitable[object]]

_CLAUSE: Final = "2026-07-28 basic/patterns/subscriptions#cancellation"
_SAID: Final[dict[How, str]] = {
    "ended": "The server ended it.",
    "refused": "The server refuses it.",
    "cancelled": "It was cancelled.",
}


class Listening:
    """One wish. `reconnect`: a connection that is gone is made again; else whoever made it must do so. `lasting`: when
    the server ends the subscription, that is no end of the wish.

    `pause` waits between attempts, so that a test need not. Each loss leaves a decision in the journal.
    """

    def __init__(
        self,
        client: Client,
        wanted: Mapping[str, Json],
        *,
        reconnect: bool = False,
        lasting: bool = False,
        backoff: Backoff | None = None,
        pause: Pauser = asyncio.sleep,
    ) -> None:
        self._client = client
        self._wanted = dict(wanted)
        self._reconnect = reconnect
        self._lasting = lasting
        self._backoff = backoff or Backoff(chance=random.random)
        self._pause = pause
        self.reply = Reply()
        """The last answer to the subscription, or what stood in its place."""

    async def run(self) -> How:
        """Listen until there is nothing more to listen to; says how it ended last.

        `lost` and `gone` mean that it was given up. Raises nothing of its own but the cancellation.
        """
        while True:
            began = self._client.journal.now()
            op = self._client.begin(LISTEN)
            modern = self._client.agreed is None or self._client.agreed.era == "modern"
            self.reply = await (self._listen(op) if modern else self._subscribe(op))
            how = how_ended(self.reply)
            if how not in ("lost", "gone") and not (how == "ended" and self._lasting):
                self._decide(op, how, _SAID[how])
                return how
            if not await self._again(op, how, self._client.journal.now() - began):
                return how

    async def _listen(self, op: int) -> Reply:
        return await self._client.request(LISTEN, {"notifications": self._wanted}, op=op, timeout=float("inf"))

    async def _subscribe(self, op: int) -> Reply:
        """Subscribe to the resources, then stay until the connection ends; the reply is what ended it."""
        here = len(self._client.journal)
        uris = self._wanted.get("resourceSubscriptions")
        for uri in uris if isinstance(uris, list) else ():
            reply = await self._client.request("resources/subscribe", {"uri": uri}, op=op)
            if reply.answer is None or reply.error is not None:
                return reply
        async for batch in self._client.journal.follow(here):
            for record in batch:
                if isinstance(record.event, events.Closed | events.Exited):
                    return Reply(failure="closed", detail=_end(record.event), records=(record.seq,))
        return Reply(failure="cancelled", detail="the session is over")

    async def _again(self, op: int, how: How, lasted: float) -> bool:
        """Wait, and see to a connection, until it can be sent again; False where that is given up."""
        what = {"gone": "connection is gone", "ended": "server ended it"}.get(how, "stream was lost")
        why = visible(self.reply.detail)[:200] or "with a result"
        while True:
            wait = self._backoff.after(lasted)
            if wait is None or (how == "gone" and not self._reconnect):
                reason = (
                    "nobody here connects again" if wait is not None else f"{self._backoff.tries} attempts were made"
                )
                self._decide(op, "given up", f"The {what} ({why}), and {reason}.")
                return False
            self._decide(op, "opened again", f"The {what} ({why}); it is sent again after {wait:.2g} s.")
            await self._pause(wait)
            if how != "gone":
                return True
            try:
                await self._client.connect()
                return True
            except InspectorError as fault:
                what, why, lasted = "connection was not made", visible(str(fault))[:200], 0.0

    def _decide(self, op: int, verdict: str, because: str) -> None:
        journal = self._client.journal
        if not journal.sealed:
            decision = events.Decision("subscription", LISTEN, verdict, because, clause=_CLAUSE, op=op)
            journal.append(replace(decision, records=self.reply.records))


def _end(event: events.Closed | events.Exited) -> str:
    if isinstance(event, events.Closed):
        return event.reason or "the connection was closed"
    return f"the server exited with {ended(event)}"
