"""The loopback listener that a browser comes back to (`RFC 8252#section-7.3`).

It listens on this machine's own addresses alone, takes the one answer that it waits for, told by its state, and shows
one of four pages: nothing of a request is ever in them, and they lead nowhere. What came is taken out of the address
bar, and with that out of the browser's history.
"""

import asyncio
import base64
import errno
import hashlib
import socket
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs, urlsplit

HOST: Final = "127.0.0.1"
PATH: Final = "/callback"
LOOPBACK: Final = {"127.0.0.1": ("127.0.0.1",), "[::1]": ("::1",), "localhost": ("127.0.0.1", "::1")}
"""The hosts that a redirect URI may have, and the addresses at which a browser looks for each."""

_MOST: Final = 16 * 1024
_PATIENCE: Final = 10.0
_DONE: Final = ("Go back to the terminal", "The answer has arrived, and is looked at there. This page can be closed.")
_REFUSED: Final = ("Not signed in", "It was not allowed; the terminal says why. This page can be closed.")
_OTHER: Final = ("Nothing to do here", "Nobody waits for this answer. Go back to the terminal, and sign in from there.")
_STRAY: Final = (
    "Not taken",
    "This answer has not the state that was sent with the question: it is the end of an older attempt, or the "
    "authorization server loses or changes state, which its operator has to mend. The terminal still waits.",
)
_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}"
)
_SCRIPT: Final = "history.replaceState(null,'',location.pathname)"


class Callback:
    """Listens from `open` to `close`. `came` gets the URL of the one answer with the right state."""

    def __init__(self) -> None:
        self._servers: list[asyncio.Server] = []
        self._serving: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._host, self._port, self._path = HOST, 0, PATH
        self._state = ""
        self._came: Callable[[str], None] = lambda url: None

    async def open(self, port: int, host: str = HOST, path: str = PATH) -> str:
        """Listen on `port`, 0 for a free one, at the addresses of `host`, one of `LOOPBACK`; the redirect URI.

        Raises OSError where the port is taken at one of them; an address that this machine does not have is left out.
        """
        sockets = _listening(LOOPBACK[host], port)
        self._host, self._port, self._path = host, sockets[0].getsockname()[1], path
        for one in sockets:
            self._servers.append(await asyncio.start_server(self._serve, sock=one, limit=_MOST))
        return self.redirect

    @property
    def redirect(self) -> str:
        """Where a browser is to come back to."""
        return f"http://{self._host}:{self._port}{self._path}"

    def expect(self, state: str, came: Callable[[str], None]) -> None:
        """From now on take an answer with this state."""
        self._state, self._came = state, came

    async def close(self) -> None:
        """Listen no more, and leave no connection: browsers open some that they never use."""
        servers, self._servers = self._servers, []
        for server in servers:
            server.close()
        serving = dict(self._serving)
        for writer in serving.values():
            writer.transport.abort()
        if serving:
            await asyncio.wait(serving)
        for server in servers:
            await server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving[task] = writer
        task.add_done_callback(lambda done: self._serving.pop(done, None))
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            target = self._target(head.decode("latin-1"))
            taken = target is not None and self._fits(target)
            said = _DONE if taken and target is not None and "error" not in _asked(target) else _REFUSED
            stray = target is not None and bool(self._state) and bool({"code", "error"} & set(_asked(target)))
            await _answer(writer, 200 if taken else 400, *(said if taken else _STRAY if stray else _OTHER))
            if taken and target is not None:
                self._came(f"http://{self._host}:{self._port}{target}")
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever it was is gone, or is no browser
        finally:
            writer.close()

    def _target(self, head: str) -> str | None:
        """The path and query that are asked for, if it is a GET of our page by this machine's own names."""
        line, _, rest = head.partition("\r\n")
        words = line.split(" ")
        hosts = [
            value.strip()
            for name, _, value in (one.partition(":") for one in rest.split("\r\n"))
            if name.lower() == "host"
        ]
        ours = hosts in [[f"{host}:{self._port}"] for host in LOOPBACK]
        good = len(words) == 3 and words[0] == "GET" and words[1].partition("?")[0] == (self._path or "/")
        return words[1] if good and ours else None

    def _fits(self, target: str) -> bool:
        return bool(self._state) and _asked(target).get("state") == [self._state]


def _asked(target: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(target).query, keep_blank_values=True)


def _allowed(inline: str) -> str:
    """An inline text for a content security policy, by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"


def _listening(addresses: tuple[str, ...], port: int) -> list[socket.socket]:
    """Bound sockets, all with one port; at least one, else OSError is raised."""
    found: list[socket.socket] = []
    try:
        for address in addresses:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            try:
                found.append(socket.create_server((address, port), family=family))
            except OSError as error:
                if not found or error.errno == errno.EADDRINUSE:
                    raise
            port = port or found[0].getsockname()[1]
    except OSError:
        for one in found:
            one.close()
        raise
    return found


async def _answer(writer: asyncio.StreamWriter, status: int, title: str, text: str) -> None:
    body = (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{title} · inspector</title><style>{_STYLE}</style><script>{_SCRIPT}</script>"
        f"<h1>{title}</h1><p>{text}</p></html>"
    ).encode()
    policy = f"default-src 'none'; style-src {_allowed(_STYLE)}; script-src {_allowed(_SCRIPT)}; frame-ancestors 'none'"
    head = (
        f"HTTP/1.1 {status} {'OK' if status == 200 else 'Bad Request'}\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Content-Security-Policy: {policy}\r\n"
        "Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
