"""The tap on HTTP: a reverse proxy that listens here and passes to one server, path by path.

The client is given our address in place of the server's, with the same path. It binds the loopback interface unless
told otherwise; there a request that names another host is refused, since a web page could reach the server in that way,
and the server cannot see it, as the `Host` that it gets is its own. `Origin` passes untouched, and is the server's to
judge (`2026-07-28 basic/transports/streamable-http#security-endpoint`).
"""

import asyncio
import itertools
import signal
import socket
from collections.abc import Callable
from typing import Final

from inspector.journal import Journal
from inspector.serving.tap.bypass import Bypass, RewriteEndpoint
from inspector.serving.tap.common import Common
from inspector.serving.tap.considered import ConsideredExchange
from inspector.serving.tap.exchange import Exchange
from inspector.serving.tap.head import Head, NotHttp, answer, request_of
from inspector.serving.tap.seam import Interference
from inspector.serving.tap.sockets import Connection
from inspector.serving.tap.upstream import ServerSide, Upstream
from inspector.wire import events
from inspector.wire.text import visible, visible_bytes

_LOCAL: Final = ("127.0.0.1", "localhost", "::1")
_ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WebTap:
    """Serves `listening`, a bound socket, until a signal comes or `stop` is called. `note` tells the person something.

    `interference`: see `seam`. `rewrite_endpoint`: see `bypass`. `plain`: the server is asked for bodies without a
    coding: of what the client asks for, `Accept-Encoding` does not pass.
    """

    def __init__(
        self,
        upstream: Upstream,
        journal: Journal,
        listening: socket.socket,
        note: Callable[[str], None],
        interference: Interference | None = None,
        *,
        rewrite_endpoint: bool = False,
        plain: bool = False,
    ) -> None:
        if rewrite_endpoint:
            interference = RewriteEndpoint(journal, upstream.origin, interference)
        bypass = Bypass(journal, note, rewriting=rewrite_endpoint)
        self._common = Common(journal, upstream, itertools.count(1), bypass, note, set(), plain)
        self._interference = interference
        self._listening = listening
        self._local_only = listening.getsockname()[0] in _LOCAL
        self._stopping = asyncio.Event()
        self._clients: set[asyncio.Task[None]] = set()
        self._opened: events.Transport | None = None
        self.status = 0

    def stop(self, status: int = 0) -> None:
        """Listen no more, and end what is under way; `run` then returns `status`."""
        self.status = status
        self._stopping.set()

    async def run(self) -> int:
        """Pass requests until the end. Returns the exit status: 130 for Ctrl+C, else 0."""
        loop = asyncio.get_running_loop()
        for number in _ENDS:
            loop.add_signal_handler(number, self.stop, 130 if number == signal.SIGINT else 0)
        try:
            async with asyncio.TaskGroup() as group:

                def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                    task = group.create_task(self._serve(Connection(reader, writer)))
                    self._clients.add(task)
                    task.add_done_callback(self._clients.discard)

                server = await asyncio.start_server(connected, sock=self._listening)
                await self._stopping.wait()
                server.close()
                for task in self._clients:
                    task.cancel()
        finally:
            for number in _ENDS:
                loop.remove_signal_handler(number)
            self._common.journal.append(events.Closed("the tap was ended", asked=True))
        return self.status

    async def _serve(self, client: Connection) -> None:
        """Carry out the requests of one connection, one after the other."""
        server: ServerSide | None = None
        try:
            while (head := await client.head()) is not None:
                if self._is_stranger(head):
                    await self._refuse(client, 403, "Forbidden", "a request under a name that is not ours")
                    return
                self._open(head)
                exchange = self._exchange(client, head, server)
                server = None
                await exchange.run()
                server = exchange.server
                if not exchange.goes_on:
                    return
        except NotHttp as error:
            came = visible_bytes(error.came[:200])
            await self._refuse(client, 400, "Bad Request", f"what is no HTTP request ({error}): {came}")
        except OSError:
            return
        finally:
            client.close()
            if server is not None:
                server.connection.close(abruptly=True)

    def _exchange(self, client: Connection, head: Head, server: ServerSide | None) -> Exchange:
        if self._interference is None or not self._interference.active:
            return Exchange(self._common, client, head, server)
        return ConsideredExchange(self._common, client, head, server, self._interference)

    def _is_stranger(self, head: Head) -> bool:
        name = head.value(b"host").decode("latin-1").strip().lower()
        bare = name.partition("]")[0].removeprefix("[") if name.startswith("[") else name.partition(":")[0]
        return self._local_only and bool(name) and bare not in _LOCAL and not bare.endswith(".localhost")

    async def _refuse(self, client: Connection, status: int, reason: str, what: str) -> None:
        journal = self._common.journal
        journal.append(events.Decision("tap", f"receive {visible(what)}", f"{status} {reason}", _WHY[status]))
        journal.flush()
        try:
            await client.write(answer(status, reason, f"inspector tap: {_WHY[status]}\n".encode()))
        except OSError:
            pass  # it has gone

    def _open(self, head: Head) -> None:
        """The transport is what the client begins with: a GET for events, and nothing before it, is HTTP+SSE."""
        verb, _, _ = request_of(head)
        streams = verb == "GET" and b"text/event-stream" in head.value(b"accept").lower()
        if self._opened is None or (streams and self._opened != "http+sse" and not self._common.agreed):
            again = self._opened is not None
            if not again and verb == "GET" and not streams:
                return  # metadata, or a person's browser: the transport is still to come
            self._opened = "http+sse" if streams else "streamable-http"
            url = self._common.upstream.url
            self._common.journal.append(events.Opened(self._opened, 2 if again else 1, url=url))


_WHY: Final = {
    400: "That is no HTTP request.",
    403: "A tap on the loopback interface is spoken to as 127.0.0.1 or localhost; a web page may be behind this.",
}
