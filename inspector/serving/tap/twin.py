"""A request that is sent twice on purpose: the second one, beside the exchange of the client."""

import asyncio

from inspector.serving.tap.common import Common
from inspector.serving.tap.exchange import Exchange
from inspector.serving.tap.framing import Length
from inspector.serving.tap.head import Head
from inspector.serving.tap.sockets import Connection


class Twin(Exchange):
    """A request beside the one that the client made; its answer is recorded and reaches nobody."""

    def __init__(self, common: Common, head: Head, onward: Head, body: bytes) -> None:
        super().__init__(common, _Nobody(), head, None)
        self._made, self._body = onward, body

    async def _pass(self) -> tuple[str, str]:
        return await self._send(Length(0), self._body, self._body, self._made)

    async def run(self) -> None:
        """See `Exchange`; the connection is not used again."""
        await super().run()
        self._drop_server()


class _Nobody(Connection):
    """A client that is not there: it says nothing, never leaves, and takes everything."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.ended = False

    async def gone(self) -> None:
        await asyncio.Event().wait()

    async def write(self, data: bytes) -> None:
        """Nobody reads it."""

    def close(self, *, abruptly: bool = False) -> None:
        """There is nothing to close."""
