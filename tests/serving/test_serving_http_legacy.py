"""The legacy era on Streamable HTTP."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from serving_peers import IDIOT, PATIENCE, calling, dressed, listening, opening, talking

BOTH = "application/json, text/event-stream"


class Peer:
    """A legacy client by hand."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.headers = {"Accept": BOTH}

    async def post(self, **message: Any) -> httpx.Response:
        async with asyncio.timeout(PATIENCE):
            return await self.http.post("/mcp", json={"jsonrpc": "2.0", **message}, headers=self.headers)

    async def initialize(self, version: str = "2025-11-25") -> httpx.Response:
        response = await self.post(id=0, method="initialize", params=opening(version))
        self.headers["Mcp-Session-Id"] = response.headers["mcp-session-id"]
        self.headers["MCP-Protocol-Version"] = version
        assert (await self.post(method="notifications/initialized")).status_code == 202
        return response


@pytest_asyncio.fixture(params=["legacy", "dual"])
async def peer(request: pytest.FixtureRequest) -> AsyncIterator[Peer]:
    async with talking("--era", request.param, "--http", "0") as http:
        yield Peer(http)


async def stream_data(stream: httpx.Response) -> AsyncIterator[Any]:
    async for line in stream.aiter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


async def test_initialize_opens_a_session_that_delete_ends(peer: Peer) -> None:
    response = await peer.initialize()
    assert response.json()["result"]["protocolVersion"] == "2025-11-25"
    tools = await peer.post(id=1, method="tools/list")
    assert tools.headers["content-type"] == "application/json" and len(tools.json()["result"]["tools"]) == 12
    assert (await peer.http.delete("/mcp", headers=peer.headers)).status_code == 204
    assert (await peer.post(id=2, method="tools/list")).status_code == 404


async def test_without_a_session_a_request_is_refused(peer: Peer) -> None:
    assert (await peer.post(id=1, method="tools/list")).status_code == 400
    peer.headers["Mcp-Session-Id"] = "forged"
    assert (await peer.post(id=1, method="tools/list")).status_code == 404
    assert (await peer.http.get("/mcp", headers=peer.headers)).status_code == 404


async def test_an_unknown_version_header_is_refused_in_a_session(peer: Peer) -> None:
    await peer.initialize()
    peer.headers["MCP-Protocol-Version"] = "1900-01-01"
    assert (await peer.post(id=1, method="tools/list")).status_code == 400


async def test_a_failed_initialize_opens_nothing(peer: Peer) -> None:
    response = await peer.post(id=1, method="initialize", params={})
    assert response.json()["error"]["code"] == -32602 and "mcp-session-id" not in response.headers


async def test_the_server_asks_on_the_stream_of_the_call_and_is_answered_by_a_post(peer: Peer) -> None:
    await peer.initialize()
    params = calling("reserve_book", isbn=IDIOT, reader=4711)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with (
        asyncio.timeout(PATIENCE),
        peer.http.stream("POST", "/mcp", json=call, headers=peer.headers) as stream,
    ):
        messages = stream_data(stream)
        question = await anext(messages)
        assert question["method"] == "elicitation/create"
        content = {"branch": "alder", "day": "2026-12-04"}
        answer = await peer.post(id=question["id"], result={"action": "accept", "content": content})
        assert (answer.status_code, answer.content) == (202, b"")
        rest = [message async for message in messages]
    assert [message["id"] for message in rest] == [1]
    assert rest[0]["result"]["structuredContent"]["status"] == "reserved"


async def test_a_cancelled_call_ends_its_stream_without_an_answer(peer: Peer) -> None:
    await peer.initialize()
    params = {**calling("recount_shelf", pace=2), "_meta": {"progressToken": 1}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with (
        asyncio.timeout(PATIENCE),
        peer.http.stream("POST", "/mcp", json=call, headers=peer.headers) as stream,
    ):
        messages = stream_data(stream)
        assert (await anext(messages))["method"] == "notifications/message"
        await peer.post(method="notifications/cancelled", params={"requestId": 1})
        assert [message async for message in messages] == []


async def test_news_come_on_one_get_stream_even_if_they_are_older_than_it(peer: Peer) -> None:
    await peer.initialize()
    await peer.post(id=1, method="tools/call", params=calling("import_marc", source="file:///2026-10.mrc"))
    async with asyncio.timeout(PATIENCE), peer.http.stream("GET", "/mcp", headers=peer.headers) as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        messages = stream_data(stream)
        assert (await anext(messages))["method"] == "notifications/resources/list_changed"
        assert (await peer.http.get("/mcp", headers=peer.headers)).status_code == 409
        await peer.post(id=2, method="tools/call", params=calling("close_branch", branch="mill"))
        assert (await anext(messages))["method"] == "notifications/tools/list_changed"
        await peer.http.delete("/mcp", headers=peer.headers)
        assert [message async for message in messages] == []


async def test_one_session_hears_what_another_changed(peer: Peer) -> None:
    await peer.initialize()
    other = Peer(peer.http)
    await other.initialize("2025-06-18")
    await other.post(id=1, method="tools/call", params=calling("close_branch", branch="mill"))
    async with asyncio.timeout(PATIENCE), peer.http.stream("GET", "/mcp", headers=peer.headers) as stream:
        assert (await anext(stream_data(stream)))["method"] == "notifications/tools/list_changed"


async def test_a_batch_is_answered_by_a_batch(peer: Peer) -> None:
    await peer.initialize("2025-03-26")
    pings = [{"jsonrpc": "2.0", "id": id, "method": "ping"} for id in (1, 2)]
    response = await peer.http.post("/mcp", json=pings, headers=peer.headers)
    assert [answer["id"] for answer in response.json()] == [1, 2]


async def test_a_legacy_server_refuses_a_modern_request_as_one_that_it_does_not_know() -> None:
    async with talking("--era", "legacy", "--http", "0") as http:
        modern = {"Accept": BOTH, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"}
        request = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": dressed()}
        response = await http.post("/mcp", json=request, headers=modern)
    assert (response.status_code, response.json()["error"]["code"]) == (400, -32601)


async def test_a_dual_server_opens_a_session_whatever_version_the_header_of_initialize_names() -> None:
    async with talking("--http", "0") as http:
        peer = Peer(http)
        peer.headers["MCP-Protocol-Version"] = "2099-01-01"
        response = await peer.post(id=1, method="initialize", params=opening("2099-01-01"))
    assert response.json()["result"]["protocolVersion"] == "2025-11-25" and response.headers["mcp-session-id"]


async def test_the_end_of_the_server_ends_open_streams_and_waiting_calls() -> None:
    ended: list[str] = []
    asked, heard = asyncio.Event(), asyncio.Event()

    async def follow(what: asyncio.Event, name: str, verb: str, url: str, headers: Any, body: Any = None) -> None:
        async with httpx.AsyncClient() as http, http.stream(verb, url, json=body, headers=headers) as stream:
            what.set()
            async for _ in stream.aiter_lines():
                pass
        ended.append(name)

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group, listening("--http", "0") as url:
        async with httpx.AsyncClient(base_url=url.removesuffix("/mcp")) as http:
            peer = Peer(http)
            await peer.initialize()
        params = calling("reserve_book", isbn=IDIOT, reader=4711)
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        group.create_task(follow(heard, "news", "GET", url, peer.headers))
        group.create_task(follow(asked, "call", "POST", url, peer.headers, call))
        await heard.wait()
        await asked.wait()
    assert sorted(ended) == ["call", "news"]


async def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    async with listening("--http", "0") as url, asyncio.timeout(PATIENCE):
        port = url.split(":")[2].partition("/")[0]
        command = (sys.executable, "-m", "inspector.serving", "--http", port)
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        _, words = await process.communicate()
    assert process.returncode == 2
    assert words.decode().startswith(f"Port {port} on 127.0.0.1 cannot be taken") and words.count(b"\n") == 1
