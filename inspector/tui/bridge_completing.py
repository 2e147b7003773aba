"""The completions of a bridge: what an argument may be, asked of the server while one types."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from inspector.protocol import flows
from inspector.wire import jsonrpc
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.client import Client
    from inspector.tui.bridge import Bridge


class BridgeCompleting:
    """Made by the bridge. `start` runs work in the client's task group."""

    def __init__(
        self, bridge: "Bridge", start: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None] | None"]
    ) -> None:
        self._bridge = bridge
        self._start = start
        self._task: asyncio.Task[None] | None = None

    @property
    def completes(self) -> str:
        """The version that is spoken with a server that declares completions; empty for any other, and for none."""
        agreed = self._bridge.agreed
        return agreed.version if agreed is not None and "completions" in agreed.capabilities else ""

    def complete(self, params: Mapping[str, Json], told: Callable[[dict[str, Json]], Any]) -> bool:
        """Ask what an argument may be (`2026-07-28 server/utilities/completion`); what was asked before is cancelled.

        `told` gets the result, unless another was asked for since or none came: the records say what came instead.
        False if the server does not declare completions.
        """
        self.stop()
        client = self._bridge.client
        if client is None or not self.completes:
            return False
        self._task = self._start(self._complete(client, dict(params), told))
        return True

    def stop(self) -> None:
        """What was asked for an argument is of no use any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _complete(
        self, client: "Client", params: dict[str, Json], told: Callable[[dict[str, Json]], Any]
    ) -> None:
        agreed = client.agreed
        assert agreed is not None
        argument = params.get("argument")
        name = argument.get("name") if isinstance(argument, dict) else ""
        op = client.begin("completion/complete", name if isinstance(name, str) else "")
        outcome = await client.drive(flows.call("completion/complete", params, agreed.era), op=op)
        if isinstance(outcome.reply.answer, jsonrpc.Result):
            told(outcome.reply.result)
