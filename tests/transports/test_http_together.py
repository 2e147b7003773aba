"""The head of a request and its body in one write."""

import ssl
from typing import Any

import httpcore
import pytest

from inspector.transports.http_together import Together


class Inner(httpcore.AsyncNetworkStream):
    """Notes what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.written.append(buffer)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.written.append(b"<")
        return b""

    async def aclose(self) -> None:
        self.written.append(b".")

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        self.written.append(b"tls")
        return self

    def get_extra_info(self, info: str) -> Any:
        return {"is_readable": "asked"}.get(info)


LARGE = b"x" * (64 * 1024 + 1)


@pytest.mark.parametrize(
    ("writes", "written"),
    [
        ([b"POST", b"{}", b""], [b"POST{}", b"<"]),
        ([b"GET", b""], [b"GET", b"<"]),
        ([b"GET"], [b"GET", b"<"]),
        ([b"POST", b"a", b"b", b""], [b"POSTa", b"b", b"<"]),
        ([b"POST", LARGE, b""], [b"POST", LARGE, b"<"]),
        ([b""], [b"<"]),
    ],
)
async def test_a_head_goes_out_with_the_beginning_of_its_body(writes: list[bytes], written: list[bytes]) -> None:
    inner = Inner()
    stream = Together(inner)
    for _ in range(2):  # the connection is used again
        for piece in writes:
            await stream.write(piece)
        await stream.read(1)
    assert inner.written == [*written, *written]


async def test_nothing_is_held_back_from_tls() -> None:
    inner = Inner()
    stream = Together(inner)
    await stream.write(b"CONNECT")
    above = await stream.start_tls(ssl.create_default_context())
    await above.write(b"POST")
    await above.write(b"{}")
    assert inner.written == [b"CONNECT", b"tls", b"POST{}"]


def test_whether_something_came_is_asked_below_where_there_is_no_socket() -> None:
    assert Together(Inner()).get_extra_info("is_readable") is True
