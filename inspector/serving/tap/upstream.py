"""The server behind a web tap: where it is, and connections to it."""

import asyncio
import errno
import os
import ssl
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from inspector.serving.tap.sockets import Connection
from inspector.transports.http_connection import facts_of
from inspector.transports.http_failures import system_fault
from inspector.transports.http_options import HttpOptions, address_of, origin_of, origin_text
from inspector.transports.http_trace import Step
from inspector.transports.http_trust import trust_of

_IDLE: Final = 3.0
"""Seconds after which an idle connection is not used again: servers drop theirs after five, and a POST into a
connection that is just being closed is lost."""


class Unreached(Exception):
    """No connection came about: the sentence, and the step at which it broke."""

    def __init__(self, failure: str, step: Step) -> None:
        super().__init__(failure)
        self.failure = failure
        self.step = step


@dataclass(slots=True)
class ServerSide:
    """A connection to the server, what it cost in milliseconds by step, and when it was last used."""

    connection: Connection
    phases: dict[str, float]
    facts: dict[str, str]
    used: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    @property
    def usable(self) -> bool:
        """Whether another request may go over it."""
        idle = asyncio.get_running_loop().time() - self.used
        return idle < _IDLE and not self.connection.is_over


class Upstream:
    """`origin` is what stands before a path in a URL; `host` the `Host` header. Raises UsageError for a bad option."""

    def __init__(self, options: HttpOptions) -> None:
        address = address_of(options.url)
        self._timeout = options.connect_timeout
        self._socket = address.socket
        self._scheme, self._name, self._port = origin_of(address.url)
        self._trust: ssl.SSLContext | None = trust_of(options)
        self.url = options.url
        self.path = urlsplit(address.url).path or "/"
        self.origin = address.written if self._socket else origin_text(address.url)
        self.host = urlsplit(origin_text(address.url)).netloc.encode()
        self.peer = self._socket or (f"[{self._name}]" if ":" in self._name else self._name) + f":{self._port}"

    async def connect(self) -> ServerSide:
        """A new connection. Raises Unreached."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        step: Step = "connect"
        try:
            async with asyncio.timeout(self._timeout):
                if self._socket:
                    reader, writer = await asyncio.open_unix_connection(self._socket)
                else:
                    reader, writer = await asyncio.open_connection(self._name, self._port)
                phases = {"connect": (loop.time() - began) * 1000}
                if self._trust is not None:
                    step = "tls"
                    await writer.start_tls(self._trust, server_hostname=self._name)
                    phases["tls"] = (loop.time() - began) * 1000 - phases["connect"]
        except TimeoutError:
            raise Unreached(f"no connection to {self.peer} within {self._timeout:g} s", step) from None
        except (OSError, UnicodeError) as error:
            found = system_fault(_plain(error), step, self.peer)
            if found is None:
                found = (f"{self.peer} cannot be reached ({error})", step)
            raise Unreached(*found) from None
        facts = facts_of(writer.get_extra_info("peername"), writer.get_extra_info("ssl_object"))
        return ServerSide(Connection(reader, writer), phases, facts)


def _plain(error: Exception) -> Exception:
    """asyncio tells of several addresses that were tried (`localhost` has two) in one error without a number."""
    refused = f"[Errno {errno.ECONNREFUSED}]"
    several = isinstance(error, OSError) and error.errno is None and refused in str(error)
    return ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED)) if several else error
