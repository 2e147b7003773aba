"""The HTTP hosts in a server process: the socket, the address that is announced, and the end."""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any, Final, Literal

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route

from inspector.errors import UsageError
from inspector.serving.http_answers import Put, Receive
from inspector.serving.http_host import HttpHost
from inspector.serving.served import Served
from inspector.serving.session import Serves
from inspector.serving.sse_host import SseHost
from inspector.serving.watched_web import WatchedWeb
from inspector.serving.watching import ENDS, Watch, unwatched
from inspector.wire.events import Closed, Opened

_GRACE: Final = 2  # seconds for open connections at the end


class _Server(uvicorn.Server):
    """Leaves the signals to us: uvicorn raises them again at its end, which would show a traceback."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _is_ours_to_say(record: logging.LogRecord) -> bool:
    """Not what uvicorn would have installed for a WebSocket, which nobody offers here."""
    return "pip install" not in record.getMessage()


class _App:
    """A bound method as an ASGI application that a route takes for one, with every HTTP method."""

    def __init__(self, serve: Any) -> None:
        self._serve = serve

    async def __call__(self, scope: Any, receive: Receive, put: Put) -> None:
        await self._serve(scope, receive, put)


def run(
    served: Served,
    serves: Serves,
    transport: Literal["http", "sse"],
    port: int,
    host: str,
    watch: Watch = unwatched,
) -> int:
    """Serve until a signal comes. Raises UsageError; returns the exit status, 130 for Ctrl+C."""
    if transport == "sse" and serves == "modern":
        raise UsageError("HTTP+SSE has no modern era.", hint="Take --era legacy or --http.")
    taken = bind(host, port)
    shown = f"[{host}]" if ":" in host else host
    path = "/mcp" if transport == "http" else "/sse"
    url = f"http://{shown}:{taken.getsockname()[1]}{path}"
    watch(Opened("streamable-http" if transport == "http" else "http+sse", url=url))
    return asyncio.run(_serve(served, serves, transport, taken, host, watch, url))


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises UsageError for an address that cannot be taken."""
    try:
        taken = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise UsageError(
            f"Port {port} on {host} cannot be taken: {reason}.",
            hint="Port 0 takes a free one.",
        ) from None
    # asyncio has a socket send at once only if it says that it is TCP; else a body behind its head costs 40 ms.
    return socket.socket(taken.family, taken.type, socket.IPPROTO_TCP, fileno=taken.detach())


async def _serve(
    served: Served, serves: Serves, transport: str, taken: socket.socket, host: str, watch: Watch, url: str
) -> int:
    status = 0
    async with asyncio.TaskGroup() as group:
        hosts: HttpHost | SseHost
        if transport == "http":
            hosts = HttpHost(serves, served, group, host)
            routes = [Route("/mcp", endpoint=hosts)]
        else:
            hosts = SseHost(served, group, host)
            routes = [Route("/sse", endpoint=_App(hosts.listen)), Route("/messages", endpoint=_App(hosts.speak))]
        app = Starlette(routes=routes)
        config = uvicorn.Config(
            app if watch is unwatched else WatchedWeb(app, watch),
            log_config=None,
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=_GRACE,
        )
        logging.getLogger("uvicorn.error").addFilter(_is_ours_to_say)
        server = _Server(config)

        def stop(code: int = 0) -> None:
            nonlocal status
            status = code
            server.should_exit = True
            hosts.close()

        loop = asyncio.get_running_loop()
        for number in ENDS:
            loop.add_signal_handler(number, stop, 130 if number == signal.SIGINT else 0)
        print(f"listening on {url}", file=sys.stderr, flush=True)  # whoever reads it may end us at once
        await server.serve(sockets=[taken])
        hosts.close()
    watch(Closed(asked=True))
    return status
