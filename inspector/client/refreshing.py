"""Lists that are asked for again when the server says that they changed."""

import asyncio
from typing import Final

from inspector.client.session import Client
from inspector.protocol import flows
from inspector.protocol.flows import Listing
from inspector.protocol.refreshing import LONGEST, QUIET, Refresh
from inspector.wire import events
from inspector.wire.json import dumps
from inspector.wire.methods import LIST_CHANGED

_CLAUSE: Final = "2026-07-28 basic/patterns/subscriptions#receiving-notifications"


class Refreshing:
    """Refreshes the lists of one session, all pages of each; what comes of it is in the records.

    `told` is given the method of each notification that counts (`inspector.protocol.news.unrouted` says which do not).
    `refresh` is the person's wish. `stop` ends all, and forgets: what a connection offers is no news to the next.
    """

    def __init__(self, client: Client, *, quiet: float = QUIET, longest: float = LONGEST) -> None:
        self._client = client
        self._quiet, self._longest = quiet, longest
        self._policies: dict[str, Refresh] = {}
        self._before: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def policy(self, method: str) -> Refresh:
        """How the refreshing of this list stands (`tools/list`)."""
        return self._policies.setdefault(method, Refresh(self._quiet, self._longest))

    def told(self, notification: str) -> None:
        """A notification of this method came."""
        for method in LIST_CHANGED.get(notification, ()):
            self.policy(method).told(self._now())
            self._work(method)

    def refresh(self, method: str) -> None:
        """Ask for the list now."""
        policy = self.policy(method)
        policy.reset()
        if not policy.asking:
            policy.due = self._now()
            running = self._tasks.pop(method, None)
            if running is not None:
                running.cancel()  # it waits for a later moment
        else:
            policy.told(self._now())
        self._work(method)

    def stop(self) -> None:
        """Ask for nothing more; what is being asked for is cancelled."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._policies.clear()
        self._before.clear()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _work(self, method: str) -> None:
        running = self._tasks.get(method)
        if running is None or running.done():
            self._tasks[method] = self._client.start(self._while_due(method, self.policy(method)))

    async def _while_due(self, method: str, policy: Refresh) -> None:
        while policy.due is not None:
            await asyncio.sleep(max(0.0, policy.due - self._now()))
            policy.asked()
            listing = await self._client.drive(flows.pages(method))
            if listing.failed is not None:
                policy.failed()
                return
            if policy.answered(self._now(), changed=self._differs(method, listing)):
                self._say_suspended(method, policy, listing)

    def _differs(self, method: str, listing: Listing) -> bool:
        now = dumps(list(listing.entries))
        before = self._before.get(method)
        self._before[method] = now
        return before != now

    def _say_suspended(self, method: str, policy: Refresh, listing: Listing) -> None:
        because = (
            f"The list was the same {policy.barren} times in a row, in spite of news that it changed; "
            "it is asked for again when the person wants it."
        )
        decision = events.Decision(
            "catalogue", method, "refreshing suspended", because, clause=_CLAUSE, records=listing.records
        )
        self._client.journal.append(decision)
