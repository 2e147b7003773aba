"""Subscriptions of the modern era: one `subscriptions/listen` request each, and what comes on it.

Source: `2026-07-28 basic/patterns/subscriptions`.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, Self

from inspector.api.faults import answer_of
from inspector.api.handlers import Notification
from inspector.client import Client
from inspector.errors import ConnectError, TimedOut, UsageError
from inspector.protocol.envelope import SUBSCRIPTION_ID
from inspector.protocol.steps import Reply
from inspector.wire.json import Json
from inspector.wire.text import visible

METHOD: Final = "subscriptions/listen"
ACKNOWLEDGED: Final = "notifications/subscriptions/acknowledged"


class Subscription:
    """`async with client.listen(…) as news:` and, in it, `async for notification in news:`.

    It is open when the server has acknowledged it, or has sent anything else on it; leaving it cancels it. The loop
    ends when the server ends the subscription with a result; it raises ConnectError where the stream was lost, which
    `listen` may begin anew. Entering raises JsonRpcError for a refusal, TimedOut for silence, and UsageError on a
    legacy server.
    """

    def __init__(
        self, client: Client, wanted: Mapping[str, Json], opened: Callable[[int, "Subscription | None"], None]
    ) -> None:
        self._client = client
        self._wanted = wanted
        self._opened = opened
        self._news: deque[Notification] = deque()
        self._reply: Reply | None = None
        self._changed = asyncio.Event()
        self._op = 0
        self._task: asyncio.Task[None] | None = None
        self.granted: dict[str, Json] | None = None

    async def __aenter__(self) -> Self:
        agreed = self._client.agreed
        if agreed is not None and agreed.era == "legacy":
            raise UsageError(
                "A legacy server has no subscriptions/listen.",
                hint="Use `subscribe` for a resource; list changes come to `on_notification`.",
            )
        self._op = self._client.begin(METHOD)
        self._opened(self._op, self)
        self._task = self._client.start(self._listen())
        patience = self._client.options.timeout
        try:
            async with asyncio.timeout(patience):
                await self._until(lambda: self.granted is not None or bool(self._news) or self._reply is not None)
            if self._reply is not None and self.granted is None and not self._news:
                answer_of(self._reply, METHOD)
        except TimeoutError:
            await self._leave()
            raise TimedOut(f"{METHOD} was not acknowledged within {patience:g} s.") from None
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._leave()

    async def _leave(self) -> None:
        self._opened(self._op, None)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notification:
        await self._until(lambda: bool(self._news) or self._reply is not None)
        if self._news:
            return self._news.popleft()
        assert self._reply is not None
        if self._reply.answer is None and self.granted is not None:
            raise ConnectError(
                "The subscription was lost.", why=f"{visible(self._reply.detail)}.", hint="Listen again."
            )
        answer_of(self._reply, METHOD)
        raise StopAsyncIteration

    async def _listen(self) -> None:
        params = {"notifications": dict(self._wanted)}
        self._reply = await self._client.request(METHOD, params, op=self._op, timeout=float("inf"))
        self._changed.set()

    async def _until(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self._changed.clear()
            await self._changed.wait()

    def take(self, notification: Notification) -> None:
        """Something came on this subscription."""
        if notification.method == ACKNOWLEDGED:
            params = notification.params if isinstance(notification.params, dict) else {}
            granted = params.get("notifications")
            self.granted = granted if isinstance(granted, dict) else {}
        else:
            self._news.append(notification)
        self._changed.set()


class Subscriptions:
    """Which subscription a notification belongs to: the one whose request has the id that it names, type and all."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._by_op: dict[int, Subscription] = {}

    def begin(self, wanted: Mapping[str, Json]) -> Subscription:
        """A subscription that is not open yet."""
        return Subscription(self._client, wanted, self._opened)

    def _opened(self, op: int, subscription: Subscription | None) -> None:
        if subscription is None:
            self._by_op.pop(op, None)
        else:
            self._by_op[op] = subscription

    def take(self, notification: Notification) -> None:
        """Hand a notification to its subscription, if it names one that is open."""
        exchange = self._client.exchanges.open(_subscription_id(notification.params))
        subscription = self._by_op.get(exchange.op) if exchange is not None and exchange.op is not None else None
        if subscription is not None:
            subscription.take(notification)


def _subscription_id(params: Any) -> Json:
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta.get(SUBSCRIPTION_ID) if isinstance(meta, dict) else None
