"""A bridge's replays: recorded requests sent again over its connection, one run at a time."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.analysis.compare.judging import Pair
    from inspector.analysis.compare.side import Side
    from inspector.client.replaying import Replaying
    from inspector.protocol.questions import Answer, Question
    from inspector.tui.bridge import Bridge
    from inspector.wire.json import Json


class BridgeAgain:
    """Made by the bridge. `start` runs work in the client's task group."""

    def __init__(
        self, bridge: "Bridge", start: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None] | None"]
    ) -> None:
        self._bridge = bridge
        self._start = start
        self._run: Replaying | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(
        self,
        side: "Side",
        only: Collection[int] | None,
        schemas: Mapping[str, "Json"],
        *,
        told: Callable[["Pair"], object],
        ended: Callable[["Replaying", bool], object],
    ) -> "Replaying | None":
        """Begin a run in place of one that goes on; None without a connection.

        `schemas` are the tools' `inputSchema`s by name. `told` hears of each answer, `ended` that there will be no
        more, and whether all are there: not after `stop`.
        """
        self.stop()
        client = self._bridge.client
        if client is None or client.agreed is None:
            return None

        async def known() -> "Mapping[str, Json]":
            return schemas

        from inspector.client.replaying import Replaying

        run = Replaying(client, side, only=only, schemas=known, told=told)
        self._run, self._task = run, self._start(self._carry_out(run, ended))
        return run if self._task is not None else None

    async def _carry_out(self, run: "Replaying", ended: Callable[["Replaying", bool], object]) -> None:
        whole = False
        try:
            await run.run()
            whole = True
        finally:
            if self._run is run:
                self._run = None
            ended(run, whole)

    def stop(self) -> bool:
        """Send nothing more; what is under way is cancelled. Whether there was anything."""
        self._run, task = None, self._task
        self._task = None
        return task is not None and task.cancel()

    def answer(self, question: "Question") -> "Answer | None":
        """The recorded answer to what the server asks meanwhile for one of these requests; None if there is none."""
        return self._run.answer(question) if self._run is not None else None
