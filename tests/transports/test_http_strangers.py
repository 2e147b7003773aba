"""Who answers and speaks no HTTP: his bytes stand in the journal and in the sentence that says why."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from inspector.transports import http_network, http_trace
from inspector.wire import events
from tests.servers.http_driving import Driving

CERTIFICATE = Path(__file__).parents[1] / "servers" / "http_certificate.pem"
ALERT = b"\x15\x03\x01\x00\x02\x02\x46"


@contextlib.asynccontextmanager
async def stranger(*said: bytes, stays: bool = False, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A port where somebody says this, whatever he is told, and hangs up or stays."""
    over = asyncio.Event()

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        for one in said:
            writer.write(one)
            await writer.drain()
        if stays:
            await over.wait()
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0, ssl=tls) as server:
        yield server.sockets[0].getsockname()[1]
        over.set()
        await asyncio.sleep(0)


async def told(port: int, scheme: str = "http", **options: Any) -> tuple[Driving, events.HttpEnd]:
    async with Driving(f"{scheme}://127.0.0.1:{port}/mcp", **options) as driving:
        end = await driving.end(await driving.call("tools/list"))
    return driving, end


def kept(driving: Driving) -> bytes:
    return b"".join(one.raw for one in driving.all(events.HttpBody))


@pytest.mark.parametrize(
    "banner",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\nInvalid SSH identification string.\r\n\r\n",
        b"220 mail.example ESMTP\r\n",
        b"\x00\x01\xff\x1b[31m",
        b"HTTP/1.1 200",
    ],
)
async def test_a_banner_is_kept_and_quoted(banner: bytes) -> None:
    async with stranger(banner) as port:
        driving, end = await told(port)
    assert kept(driving) == banner
    assert end.failure.startswith(f"the answer is not HTTP as it should be: {len(banner)} bytes came, “")
    assert "\x1b" not in end.failure
    assert end.step == "wait"


async def test_what_the_library_quotes_is_told_without_how_python_writes_it() -> None:
    async with stranger(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n") as port:
        _, end = await told(port)
    assert "illegal chunk header: b'zzz" in end.failure and "bytearray" not in end.failure


async def test_a_banner_of_one_who_then_waits_is_kept_when_the_request_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came = asyncio.Event()

    class Telling(http_network.Heard):
        def note(self, piece: bytes) -> None:
            super().note(piece)
            came.set()

    monkeypatch.setattr(http_trace, "Heard", Telling)
    async with (
        stranger(b"SSH-2.0-OpenSSH_9.6\r\n", stays=True) as port,
        Driving(f"http://127.0.0.1:{port}/mcp") as driving,
    ):
        http = await driving.call("tools/list")
        async with asyncio.timeout(10):
            await came.wait()
        await driving.transport.abandon(http)
    assert kept(driving) == b"SSH-2.0-OpenSSH_9.6\r\n"


async def test_a_server_that_wants_tls_is_recognised_by_its_alert() -> None:
    async with stranger(ALERT) as port:
        driving, end = await told(port)
    assert kept(driving) == ALERT
    assert end.failure.startswith(f"127.0.0.1:{port} speaks TLS here; use https:// in the address: 7 bytes came, “")


async def test_a_real_tls_server_that_is_spoken_to_in_plain_is_recognised() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with stranger(tls=context) as port:
        _, end = await told(port)
    assert "speaks TLS here" in end.failure or end.failure == "the server closed the connection without an answer"


async def test_plain_http_in_place_of_tls_is_kept_and_says_what_to_write() -> None:
    answer = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
    async with stranger(answer) as port:
        driving, end = await told(port, "https")
    assert kept(driving) == answer
    assert end.failure.startswith(f"127.0.0.1:{port} does not speak TLS here (")
    assert "“HTTP/1.1 400 Bad Request" in end.failure and end.failure.endswith("use http:// in the address")
    assert end.step == "tls"


async def test_a_banner_in_place_of_tls_is_kept() -> None:
    async with stranger(b"SSH-2.0-OpenSSH_9.6\r\n") as port:
        driving, end = await told(port, "https")
    assert kept(driving) == b"SSH-2.0-OpenSSH_9.6\r\n"
    assert "SSH-2.0" in end.failure


async def test_the_certificate_of_a_server_that_is_not_trusted_is_no_stranger() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with stranger(tls=context) as port:
        driving, end = await told(port, "https")
    assert kept(driving) == b""
    assert end.failure == f"the certificate of 127.0.0.1:{port} is not trusted: self-signed certificate"


async def test_the_piece_in_which_the_framing_broke_is_kept() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with stranger(head + b"5\r\nhello\r\nzz rubbish\r\n") as port:
        driving, end = await told(port)
    assert b"zz rubbish" in kept(driving)
    assert [one.verdict for one in driving.all(events.Decision)] == ["the last piece that came is kept as it came"]
    assert end.step == "stream"


async def test_more_than_is_kept_of_what_is_no_http_is_said() -> None:
    async with stranger(b"x" * 200_000) as port:
        driving, _ = await told(port)
    assert kept(driving) == b"x" * 65536
    assert "65536 of" in driving.all(events.Decision)[0].verdict
