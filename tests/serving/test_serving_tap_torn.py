"""A web tap whose client breaks off within its request: what came of it is in the record."""

import asyncio
import socket
import struct

import pytest

from inspector.wire import events
from tests.serving.web_tapping import Peer, web_tapped

LONG = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": "' + b"x" * (3 << 20)


def head(*fields: bytes) -> bytes:
    named = [b"POST /mcp HTTP/1.1", b"Host: 127.0.0.1:1", b"Content-Type: application/json", *fields]
    return b"\r\n".join([*named, b"", b""])


async def _swallow(peer: Peer) -> None:
    await peer.rest()


def reset(peer: Peer) -> None:
    """End the connection as a process does that is killed."""
    taken = peer.writer.get_extra_info("socket")
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.writer.transport.abort()


TORN = [
    (head(b"Content-Length: 100") + b'{"json', b'{"json'),
    (head(b"Transfer-Encoding: chunked") + b'6\r\n{"json\r\n9\r\n', b'{"json'),
    (head(b"Content-Length: %d" % (4 << 20)) + LONG, LONG),
]


@pytest.mark.parametrize(("sent", "body"), TORN)
async def test_what_came_of_a_request_before_its_client_left_is_recorded(sent: bytes, body: bytes):
    async with web_tapped(_swallow) as bench:
        client = await bench.client()
        await client.write(sent)
        client.writer.write_eof()
        await client.rest()
    assert [(one.raw, one.http) for one in bench.of(events.Sent)] == [(body, 1)]
    [ended] = bench.of(events.HttpEnd)
    assert ended.failure


async def test_what_came_before_a_reset_is_recorded():
    async with web_tapped(_swallow) as bench:
        client = await bench.client()
        await client.write(head(b"Content-Length: %d" % (4 << 20)) + LONG)
        await bench.first(events.HttpRequest)
        reset(client)
        await bench.first(events.HttpEnd)
    [torn] = bench.of(events.Sent)
    assert LONG.startswith(torn.raw) and torn.raw.startswith(b'{"jsonrpc": "2.0"')


async def test_what_came_before_a_chunk_that_is_none_is_recorded():
    async with web_tapped(_swallow) as bench:
        client = await bench.client()
        await client.write(head(b"Transfer-Encoding: chunked") + b'6\r\n{"json\r\n')
        await client.write(b"none\r\n")
        assert (await client.rest()).startswith(b"HTTP/1.1 400 ")
    assert [one.raw for one in bench.of(events.Sent)] == [b'{"json']
    [ended] = bench.of(events.HttpEnd)
    assert ended.failure.endswith("a chunk has no size: none")


async def test_what_came_before_the_server_had_enough_is_recorded():
    refusal = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    async def serve(peer: Peer) -> None:
        await peer.until(b"\r\n\r\n")
        await peer.write(refusal)
        await asyncio.Event().wait()

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(head(b"Content-Length: %d" % (4 << 20)) + LONG[: 2 << 20])
        assert (await client.until(b"\r\n\r\n")).startswith(b"HTTP/1.1 413 ")
        await bench.first(events.HttpEnd)
        bench.server.close()
        bench.close()
    [torn] = bench.of(events.Sent)
    assert len(torn.raw) >= 1 << 20 and LONG.startswith(torn.raw)


async def test_of_a_body_that_is_too_long_to_keep_the_beginning_is_recorded_and_that_it_is_one(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("inspector.serving.tap.notes._KEPT", 2 << 20)

    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(head(b"Content-Length: %d" % len(LONG)) + LONG)
        assert (await client.until(b"\r\n\r\n")).startswith(b"HTTP/1.1 202 ")
    assert [one.raw for one in bench.of(events.Sent)] == [LONG[: 2 << 20]]
    [said] = [one for one in bench.of(events.Decision) if one.action == "record the request"]
    assert said.verdict == "the first 2,097,152 bytes of its body"
    assert said.because.startswith(f"{len(LONG) - (2 << 20):,} bytes more came")
