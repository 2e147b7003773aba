"""SOCKS5 below HTTP: a connection through a proxy that knows nothing of what is spoken over it (`RFC 1928`).

    socks5://host:port     names are looked up here, and the proxy is given an address
    socks5h://host:port    the proxy looks names up

User and password are told if the proxy wants them (`RFC 1929`). After the greeting the connection is as good as one to
the target itself, so TLS, the pool and what is noted of them are the same.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NoReturn

import httpcore

from inspector.wire.text import visible_bytes

_VERSION: Final = 5
_OPEN, _PASSWORD, _NONE = 0, 2, 0xFF
_CONNECT: Final = 1
_IPV4, _NAME, _IPV6 = 1, 3, 4

_REFUSALS: Final = {
    1: "general failure",
    2: "its rules do not allow it",
    3: "network unreachable",
    4: "host unreachable",
    5: "connection refused",
    6: "TTL expired",
    7: "command not supported",
    8: "address type not supported",
}


@dataclass(frozen=True, slots=True)
class Socks:
    """A SOCKS5 proxy. `user` and `password` are at most 255 bytes each; with `names` it looks names up itself."""

    host: str
    port: int
    names: bool
    user: bytes = b""
    password: bytes = field(default=b"", repr=False)

    @property
    def peer(self) -> str:
        """`host:port`."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class ProxyFault(httpcore.ProxyError):
    """The proxy cannot be used; the text is the whole sentence, without a full stop."""


class ProxyUnreached(httpcore.ProxyError):
    """There is no connection to the proxy `peer`; the cause says why."""

    def __init__(self, peer: str) -> None:
        super().__init__(peer)
        self.peer = peer


async def connect(
    network: httpcore.AsyncNetworkBackend,
    proxy: Socks,
    timeout: float | None,
    options: Iterable[httpcore.SOCKET_OPTION] | None,
) -> httpcore.AsyncNetworkStream:
    """A connection to the proxy. Raises ProxyUnreached."""
    try:
        return await network.connect_tcp(proxy.host, proxy.port, timeout, socket_options=options)
    except (httpcore.NetworkError, httpcore.TimeoutException, OSError) as error:
        raise ProxyUnreached(proxy.peer) from error


async def greet(stream: httpcore.AsyncNetworkStream, proxy: Socks, host: str, port: int, timeout: float | None) -> None:
    """Have the proxy connect to `host`, within `timeout` seconds. Raises ProxyFault; OSError for an unknown name."""
    where = await _address(proxy, host, port)
    try:
        async with asyncio.timeout(timeout):
            await _Greeting(stream, proxy).run(where + port.to_bytes(2, "big"))
    except TimeoutError:
        raise ProxyFault(f"the proxy {proxy.peer} did not connect within {timeout:g} s") from None
    except (httpcore.NetworkError, httpcore.TimeoutException) as error:
        raise ProxyFault(f"the proxy {proxy.peer} broke the connection off") from error


async def _address(proxy: Socks, host: str, port: int) -> bytes:
    """Where to, as the proxy is told: the kind of address, and the address."""
    try:
        return _packed(host)
    except ValueError:
        pass
    if not proxy.names:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return _packed(str(found[0][4][0]))
    name = host.encode("ascii")
    if len(name) > 255:
        raise ProxyFault(f"the name of the host is too long for the proxy {proxy.peer}")
    return bytes((_NAME, len(name))) + name


def _packed(address: str) -> bytes:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return bytes((_IPV4 if parsed.version == 4 else _IPV6,)) + parsed.packed


class _Greeting:
    def __init__(self, stream: httpcore.AsyncNetworkStream, proxy: Socks) -> None:
        self._stream = stream
        self._proxy = proxy

    async def run(self, where: bytes) -> None:
        proxy = self._proxy
        methods = bytes((_OPEN, _PASSWORD)) if proxy.user else bytes((_OPEN,))
        await self._stream.write(bytes((_VERSION, len(methods))) + methods)
        version, method = await self._read(2)
        if version != _VERSION:
            self._fail(f"does not speak SOCKS5: its answer begins “{visible_bytes(bytes((version, method)))}”")
        if method == _PASSWORD and proxy.user:
            await self._sign_in()
        elif method != _OPEN:
            wants = "wants user and password" if not proxy.user else "takes neither user and password nor nobody"
            self._fail(f"{wants} (method {method:#04x})" if method != _NONE else wants)
        await self._stream.write(bytes((_VERSION, _CONNECT, 0)) + where)
        version, code, _, kind = await self._read(4)
        if version != _VERSION:
            self._fail("broke SOCKS5 in its second answer")
        if code:
            self._fail(f"could not connect: {_REFUSALS.get(code, 'unknown reason')} ({code})")
        length = {_IPV4: 4, _IPV6: 16}.get(kind)
        if length is None:
            length = (await self._read(1))[0]
        await self._read(length + 2)

    async def _sign_in(self) -> None:
        user, password = self._proxy.user, self._proxy.password
        await self._stream.write(bytes((1, len(user))) + user + bytes((len(password),)) + password)
        _, status = await self._read(2)
        if status:
            self._fail(f"does not accept user and password ({status})")

    async def _read(self, count: int) -> bytes:
        came = b""
        while len(came) < count:
            piece = await self._stream.read(count - len(came))
            if not piece:
                self._fail("closed the connection in the midst of the SOCKS greeting")
            came += piece
        return came

    def _fail(self, what: str) -> NoReturn:
        raise ProxyFault(f"the proxy {self._proxy.peer} {what}")
