"""Clients that leave in the midst, send what nobody should, or hang up: the others are served, without a word."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from serving_peers import MODERN, PATIENCE, Pipes, dressed, listening

BOTH = "application/json, text/event-stream"


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that says what it likes."""
    address = httpx.URL(url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def head(url: str, *fields: str, path: str = "/mcp") -> bytes:
    named = ["Host: " + httpx.URL(url).netloc.decode(), "Content-Type: application/json", "Accept: " + BOTH, *fields]
    return "\r\n".join([f"POST {path} HTTP/1.1", *named, "", ""]).encode()


async def discovered(url: str, id: Any = 1) -> httpx.Response:
    headers = {"Accept": BOTH, "MCP-Protocol-Version": MODERN, "Mcp-Method": "server/discover"}
    body = {"jsonrpc": "2.0", "id": id, "method": "server/discover", "params": dressed()}
    async with httpx.AsyncClient() as client, asyncio.timeout(PATIENCE):
        return await client.post(url, json=body, headers=headers)


@pytest.mark.parametrize("framed", [("Content-Length: 100", "{"), ("Transfer-Encoding: chunked", "5\r\n{"), ("", "")])
async def test_a_client_that_leaves_within_its_request_is_no_fault_of_the_server(framed: tuple[str, str]) -> None:
    field, begun = framed
    async with listening("--http", "0") as url:
        async with raw(url) as (_, writer):
            writer.write(head(url, field)[: None if field else 40] + begun.encode())
            await writer.drain()
        assert (await discovered(url)).status_code == 200


async def test_a_client_of_http_sse_that_leaves_within_a_message_keeps_its_stream() -> None:
    async with (
        listening("--sse", "0") as url,
        httpx.AsyncClient() as client,
        asyncio.timeout(PATIENCE),
        client.stream("GET", url) as stream,
    ):
        lines = stream.aiter_lines()
        path = [await anext(lines), await anext(lines)][1].removeprefix("data: ")
        async with raw(url) as (_, writer):
            writer.write(head(url, "Content-Length: 100", path=path) + b"{")
            await writer.drain()
        ping = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
        assert (await client.post(httpx.URL(url).join(path), json=ping)).status_code == 202
        answer = await anext(line async for line in lines if line.startswith("data: "))
        assert json.loads(answer.removeprefix("data: ")) == {"jsonrpc": "2.0", "id": 7, "result": {}}


@pytest.mark.parametrize("id", [None, 1.5, True, [], {}])
@pytest.mark.parametrize("era", ["modern", "dual"])
async def test_a_request_whose_id_is_none_is_refused_without_an_id(id: Any, era: str) -> None:
    async with listening("--era", era, "--http", "0") as url:
        answer = await discovered(url, id)
    assert answer.status_code == 400
    assert answer.json() == {
        "jsonrpc": "2.0",
        "error": {"code": -32600, "message": "An id is a string or an integer"},
    }


async def test_who_wants_another_protocol_is_not_told_what_to_install_here() -> None:
    command = (sys.executable, "-m", "inspector.serving", "--http", "0")
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        url = (await process.stderr.readline()).decode().split()[-1]
        async with raw(url) as (reader, writer):
            writer.write(head(url, "Connection: Upgrade", "Upgrade: websocket", "Content-Length: 0"))
            assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        process.send_signal(signal.SIGTERM)
        assert await process.stderr.read() == b"Unsupported upgrade request.\n"
        await process.wait()


async def test_a_line_of_many_megabytes_is_read_in_one_go_through_it() -> None:
    async with Pipes("modern") as server:
        await server.write(b"a" * (48 << 20) + b"\n")
        refused = await server.until(lambda message: "error" in message)
        assert refused["error"]["code"] == -32700
        assert "result" in await server.ask("server/discover", dressed())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_the_end_of_the_terminal_ends_a_server_on_stdio(number: signal.Signals) -> None:
    async with Pipes("modern") as server:
        await server.ask("server/discover", dressed())
        server.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            assert await server.process.wait() == 0


@pytest.mark.parametrize("transport", ["--http", "--sse"])
async def test_the_end_of_the_terminal_ends_a_server_on_a_port(transport: str) -> None:
    command = (sys.executable, "-m", "inspector.serving", transport, "0")
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        await process.stderr.readline()
        process.send_signal(signal.SIGHUP)
        assert (await process.stderr.read(), await process.wait()) == (b"", 0)
