"""The official SDK's client through the tap: what each side said is what the other one got, byte by byte.

Elicitation, sampling, progress and cancellation are in it. Beside the tap stand two tees, one on each side of it, which
know nothing of messages; the recording must hold the same bytes. server-everything runs where INSPECTOR_NPM names it.
"""

import asyncio
import os
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from inspector.journal import Journal
from inspector.recording import open_recording
from inspector.serving.tap.framing import of_answer, of_request
from inspector.serving.tap.head import Head, end_of, request_of, status_of
from inspector.serving.tap.upstream import Upstream
from inspector.serving.tap.web import WebTap
from inspector.serving.web import bind
from inspector.transports.http_options import HttpOptions
from inspector.wire import events
from tests.headless.running import PATIENCE
from tests.serving.serving_peers import listening

TEE = str(Path(__file__).parents[1] / "servers" / "tee.py")
DEMO = (sys.executable, "-m", "inspector.serving")
NODE = shutil.which("node")
EVERYTHING = (
    Path(os.environ.get("INSPECTOR_NPM", "")) / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
)
NPM = pytest.mark.skipif(
    not (NODE and EVERYTHING.is_file()), reason="INSPECTOR_NPM names no folder with the npm servers, or no node"
)
CALLS: dict[str, dict[str, Any]] = {
    "reserve_book": {"isbn": "978-0-14-044913-6", "reader": 4711},
    "ask_librarian": {"question": "What next?"},
    "recount_shelf": {"pace": 0},
    "echo": {"message": "ä\u2028" * 5000},
    "trigger-sampling-request": {"prompt": "hi", "maxTokens": 5},
    "trigger-elicitation-request": {},
    "trigger-long-running-operation": {"duration": 0.2, "steps": 4},
}
SLOW = {"recount_shelf": {"pace": 1}, "trigger-long-running-operation": {"duration": 60, "steps": 6000}}


async def accept(context: Any, params: Any) -> types.ElicitResult:
    content = {"branch": "alder", "day": "2026-12-04", "name": "Ada", "check": True}
    return types.ElicitResult(action="accept", content=content)


async def think(context: Any, params: Any) -> types.CreateMessageResult:
    return types.CreateMessageResult(
        role="assistant", model="m", content=types.TextContent(type="text", text="Demons.")
    )


async def converse(server: Any, mode: Any) -> None:
    """Call what there is, each tool of its kind; then cancel one that has begun."""
    begun = asyncio.Event()

    async def report(progress: float, total: float | None, message: str | None) -> None:
        begun.set()

    async with (
        asyncio.timeout(PATIENCE),
        Client(server, mode=mode, elicitation_callback=accept, sampling_callback=think) as client,
    ):
        offered = {tool.name for tool in (await client.list_tools()).tools}
        for name in CALLS.keys() & offered:
            assert not (await client.call_tool(name, CALLS[name], progress_callback=report)).is_error
        for name in SLOW.keys() & offered:
            begun.clear()
            async with asyncio.TaskGroup() as group:
                task = group.create_task(client.call_tool(name, SLOW[name], progress_callback=report))
                await begun.wait()
                task.cancel()


@pytest.mark.parametrize(
    ("mode", "server"),
    [
        ("auto", DEMO),
        ("legacy", DEMO),
        pytest.param("auto", (NODE or "", str(EVERYTHING), "stdio"), marks=NPM),
    ],
    ids=["modern", "legacy", "server-everything"],
)
async def test_stdio_is_equal_on_both_sides_and_in_the_recording(
    tmp_path: Path, mode: str, server: tuple[str, ...]
) -> None:
    recording = tmp_path / "t.jsonl"
    words = ("-m", "inspector", "tap", "--no-redact", "--record", str(recording), "--")
    inner = (sys.executable, TEE, str(tmp_path / "server"), *server)
    outer = [TEE, str(tmp_path / "client"), sys.executable, *words, *inner]
    environment = {**os.environ, "INSPECTOR_HOME": str(tmp_path)}
    await converse(StdioServerParameters(command=sys.executable, args=outer, env=environment), mode)
    records = [record.event for record in open_recording(recording).records]
    sent = b"".join(one.raw + one.end for one in records if isinstance(one, events.Sent))
    received = b"".join(one.raw + b"\n" * one.ended for one in records if isinstance(one, events.Received))
    for name, recorded in (("in", sent), ("out", received)):
        client, server_side = ((tmp_path / f"{side}.{name}").read_bytes() for side in ("client", "server"))
        assert len(recorded) > 1000
        assert sha256(client).digest() == sha256(server_side).digest() == sha256(recorded).digest()


class Tee:
    """Passes TCP connections to a port, and keeps what crossed each of them: what went up, and what came down."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.crossed: list[tuple[bytearray, bytearray]] = []

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up, down = await asyncio.open_connection("127.0.0.1", self._to)
        kept = (bytearray(), bytearray())
        self.crossed.append(kept)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, keep: bytearray) -> None:
            try:
                while data := await source.read(65536):
                    keep += data
                    sink.write(data)
                    await sink.drain()
            except ConnectionError:
                pass
            sink.close()

        async with asyncio.TaskGroup() as group:
            group.create_task(pump(reader, down, kept[0]))
            group.create_task(pump(up, writer, kept[1]))

    def messages(self) -> Counter[bytes]:
        """The digests of all HTTP messages: head without what speaks of one connection, and body as it is framed."""
        found: Counter[bytes] = Counter()
        for up, down in self.crossed:
            verbs = []
            for data, answers in ((bytes(up), False), (bytes(down), True)):
                while data:
                    end = end_of(data)
                    head, data = Head.parse(data[:end]), data[end:]
                    if answers:
                        framing = of_answer(head, verbs.pop(0), status_of(head)[0])
                    else:
                        verbs.append(request_of(head)[0])
                        framing = of_request(head)
                    used = framing.feed(data)[0] if data and not framing.over() else 0
                    # The end of a stream may come when its client has left already.
                    body = data[:used].removesuffix(b"0\r\n\r\n")
                    found[sha256(bytes(head.passed_on()[0].without(b"host")) + body).digest()] += 1
                    data = data[used:]
        return found


@asynccontextmanager
async def teed(port: int) -> AsyncIterator[tuple[Tee, int]]:
    tee = Tee(port)
    server = await asyncio.start_server(tee.connected, "127.0.0.1", 0)
    yield tee, server.sockets[0].getsockname()[1]
    server.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_http_is_equal_on_both_sides(mode: str) -> None:
    journal, taken = Journal(), bind("127.0.0.1", 0)
    async with listening("--era", "dual", "--http", "0") as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        async with teed(port) as (inner, at), teed(taken.getsockname()[1]) as (outer, there):
            tap = WebTap(Upstream(HttpOptions(f"http://127.0.0.1:{at}/mcp")), journal, taken, lambda text: None)
            async with asyncio.TaskGroup() as group:
                group.create_task(tap.run())
                await converse(f"http://127.0.0.1:{there}/mcp", mode)
                tap.stop()
    assert sum(outer.messages().values()) > 10
    assert outer.messages() == inner.messages()
    assert {record.event.transport for record in journal.records if isinstance(record.event, events.Opened)} == {
        "streamable-http"
    }
