"""The modern era on Streamable HTTP."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from serving_peers import ABLE, IDIOT, MODERN, PATIENCE, PREFIX, calling, dressed, listening, talking

from inspector.serving.demo import Demo
from inspector.serving.http_host import HttpHost
from inspector.serving.library import Library

BOTH = "application/json, text/event-stream"
SEARCH = calling("search_catalogue", query="idiot", branch="quay")


@pytest_asyncio.fixture(params=["modern", "dual"])
async def client(request: pytest.FixtureRequest) -> AsyncIterator[httpx.AsyncClient]:
    async with talking("--era", request.param, "--http", "0") as client:
        yield client


def headers(method: str, name: str | None = None, **more: str | None) -> dict[str, str]:
    named = {"Accept": BOTH, "MCP-Protocol-Version": MODERN, "Mcp-Method": method, "Mcp-Name": name}
    named |= {key.replace("_", "-"): value for key, value in more.items()}
    return {key: value for key, value in named.items() if value is not None}


def body(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


async def post(client: httpx.AsyncClient, method: str, params: Any, name: str | None = None, **more: str | None) -> Any:
    async with asyncio.timeout(PATIENCE):
        return await client.post("/mcp", json=body(method, params), headers=headers(method, name, **more))


def events(text: str) -> list[Any]:
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


async def test_what_comes_alone_is_json_and_has_no_session(client: httpx.AsyncClient) -> None:
    response = await post(client, "server/discover", dressed(), mcp_session_id="of-someone-else")
    assert response.status_code == 200 and response.headers["content-type"] == "application/json"
    assert "mcp-session-id" not in response.headers
    assert response.json()["result"]["supportedVersions"] == [MODERN]


async def test_progress_makes_it_a_stream_that_ends_with_the_answer(client: httpx.AsyncClient) -> None:
    params = dressed(calling("recount_shelf", pace=0), progressToken=5)
    response = await post(client, "tools/call", params, "recount_shelf")
    assert response.headers["content-type"] == "text/event-stream" and response.headers["x-accel-buffering"] == "no"
    messages = events(response.text)
    assert [message["params"]["progress"] for message in messages[:-1]] == list(range(1, 41))
    assert messages[-1]["result"]["resultType"] == "complete"


async def test_a_question_is_a_json_answer_and_its_retry_completes(client: httpx.AsyncClient) -> None:
    call = calling("reserve_book", isbn=IDIOT, reader=4711)
    asked = (await post(client, "tools/call", dressed(call, capabilities=ABLE), "reserve_book")).json()["result"]
    answer = {"action": "accept", "content": {"branch": "alder", "day": "2026-12-04"}}
    retry = {**call, "requestState": asked["requestState"], "inputResponses": {"pickup": answer}}
    done = await post(client, "tools/call", dressed(retry, capabilities=ABLE), "reserve_book")
    assert done.json()["result"]["structuredContent"]["day"] == "2026-12-04"


WRONG: list[tuple[str, dict[str, str | None]]] = [
    ("no version", {"MCP_Protocol_Version": None}),
    ("another version than the body's", {"MCP_Protocol_Version": "2025-11-25"}),
    ("no method", {"Mcp_Method": None}),
    ("another method", {"Mcp_Method": "tools/list"}),
    ("no name", {"Mcp_Name": None}),
    ("another name", {"Mcp_Name": "reserve_book"}),
    ("a name that is no base64", {"Mcp_Name": "=?base64?!?="}),
    ("no parameter", {"Mcp_Param_Branch": None}),
    ("another parameter", {"Mcp_Param_Branch": "mill"}),
]


async def test_headers_that_do_not_mirror_the_body_are_refused(client: httpx.AsyncClient) -> None:
    right: dict[str, str | None] = {"Mcp_Param_Branch": "quay"}
    for what, change in WRONG:
        response = await post(client, "tools/call", dressed(SEARCH), "search_catalogue", **(right | change))
        assert (response.status_code, response.json()["error"]["code"], response.json()["id"]) == (400, -32020, 1), what


async def test_headers_may_be_wrapped_in_base64_and_absent_for_values_that_are_absent(
    client: httpx.AsyncClient,
) -> None:
    wrapped = f"=?base64?{base64.b64encode(b'search_catalogue').decode()}?="
    response = await post(client, "tools/call", dressed(SEARCH), wrapped, Mcp_Param_Branch="quay")
    assert response.json()["result"]["structuredContent"]["total"] == 1
    bare = dressed(calling("search_catalogue", query="idiot"))
    assert (await post(client, "tools/call", bare, "search_catalogue")).status_code == 200
    extra = await post(client, "tools/call", bare, "search_catalogue", Mcp_Param_Branch="quay")
    assert extra.json()["error"]["code"] == -32020


async def test_a_tool_whose_annotation_is_invalid_can_be_called_without_the_header(client: httpx.AsyncClient) -> None:
    response = await post(client, "tools/call", dressed(calling("renumber_shelves", shelf="R")), "renumber_shelves")
    assert "R1, R2, R3" in response.json()["result"]["content"][0]["text"]


async def test_the_status_says_what_kind_of_error_it_is(client: httpx.AsyncClient) -> None:
    gone = await post(client, "ping", dressed())
    old = dressed(**{PREFIX + "protocolVersion": "1900-01-01"})
    version = await post(client, "tools/list", old, MCP_Protocol_Version="1900-01-01")
    half = dressed()
    del half["_meta"][PREFIX + "clientCapabilities"]
    meta = await post(client, "tools/list", half)
    unable = await post(client, "tools/call", dressed(calling("pay_fine", reader=4711)), "pay_fine")
    unknown = await post(client, "tools/call", dressed(calling("nothing")), "nothing")
    answers = (gone, version, meta, unable, unknown)
    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in answers] == [
        (404, -32601),
        (400, -32022),
        (400, -32602),
        (400, -32021),
        (200, -32602),
    ]


async def test_a_subscription_is_a_stream_that_tells_of_changes_by_others(client: httpx.AsyncClient) -> None:
    listen = body("subscriptions/listen", dressed({"notifications": {"resourcesListChanged": True}}))
    async with (
        asyncio.timeout(PATIENCE),
        client.stream("POST", "/mcp", json=listen, headers=headers("subscriptions/listen")) as stream,
    ):
        lines = (line async for line in stream.aiter_lines() if line.startswith("data: "))
        assert "acknowledged" in await anext(lines)
        source = "file:///srv/2026-10.mrc"
        await post(client, "tools/call", dressed(calling("import_marc", source=source)), "import_marc")
        news = json.loads((await anext(lines)).removeprefix("data: "))
        assert news["method"] == "notifications/resources/list_changed"
        assert news["params"]["_meta"][PREFIX + "subscriptionId"] == 1


async def test_the_end_of_the_server_ends_a_subscription_with_its_result() -> None:
    listen = body("subscriptions/listen", dressed({"notifications": {}}))
    received: list[str] = []
    acknowledged = asyncio.Event()

    async def listener(url: str) -> None:
        named = headers("subscriptions/listen")
        async with httpx.AsyncClient() as client, client.stream("POST", url, json=listen, headers=named) as stream:
            async for line in stream.aiter_lines():
                received.append(line)
                acknowledged.set()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group, listening("--http", "0") as url:
        group.create_task(listener(url))
        await acknowledged.wait()
    assert events("\n".join(received))[-1]["result"]["_meta"][PREFIX + "subscriptionId"] == 1


async def test_the_end_of_the_server_cancels_what_runs_and_closes_its_stream() -> None:
    call = body("tools/call", dressed(calling("recount_shelf", pace=0.5), progressToken=1))
    received: list[str] = []
    running = asyncio.Event()

    async def follow(url: str) -> None:
        named = headers("tools/call", "recount_shelf")
        async with httpx.AsyncClient() as client, client.stream("POST", url, json=call, headers=named) as stream:
            async for line in stream.aiter_lines():
                received.append(line)
                running.set()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group, listening("--http", "0") as url:
        group.create_task(follow(url))
        await running.wait()
    assert {message["method"] for message in events("\n".join(received))} == {"notifications/progress"}


class Exchange:
    """One HTTP request to a host without a socket. `listened` is set when the host waits for the client to leave."""

    def __init__(self, message: Any, named: dict[str, str]) -> None:
        fields = {**named, "content-type": "application/json"}
        encoded = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
        self.scope = {"type": "http", "method": "POST", "path": "/mcp", "query_string": b"", "headers": encoded}
        self._arriving = [{"type": "http.request", "body": json.dumps(message).encode()}]
        self.listened = asyncio.Event()
        self.left = asyncio.Event()
        self.sent: list[Any] = []

    async def receive(self) -> Any:
        if self._arriving:
            return self._arriving.pop(0)
        self.listened.set()
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)


SLOW = (body("tools/call", dressed(calling("recount_shelf", pace=2))), headers("tools/call", "recount_shelf"))


async def test_a_client_that_leaves_cancels_its_call() -> None:
    exchange = Exchange(*SLOW)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:  # the call itself would take 80 s
        host = HttpHost("modern", Demo(Library()), group, "127.0.0.1")
        group.create_task(host(exchange.scope, exchange.receive, exchange.send))
        await exchange.listened.wait()
        exchange.left.set()
    assert exchange.sent == []


async def test_a_silent_call_that_the_end_cancels_gets_an_empty_stream() -> None:
    exchange = Exchange(*SLOW)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        host = HttpHost("modern", Demo(Library()), group, "127.0.0.1")
        group.create_task(host(exchange.scope, exchange.receive, exchange.send))
        await exchange.listened.wait()
        host.close()
    start, end = exchange.sent
    assert start["status"] == 200 and (b"content-type", b"text/event-stream") in start["headers"]
    assert end == {"type": "http.response.body", "body": b""}


async def test_strangers_and_malformed_requests_get_their_status(client: httpx.AsyncClient) -> None:
    list_tools = body("tools/list", dressed())
    named = headers("tools/list")
    refused = {
        403: await client.post("/mcp", json=list_tools, headers={**named, "Origin": "https://evil.example"}),
        406: await client.post("/mcp", json=list_tools, headers={**named, "Accept": "application/json"}),
        415: await client.post("/mcp", content=json.dumps(list_tools), headers={**named, "Content-Type": "text/plain"}),
        400: await client.post("/mcp", content=b"{", headers={**named, "Content-Type": "application/json"}),
        405: await client.put("/mcp", json=list_tools, headers=named),
    }
    assert [response.status_code for response in refused.values()] == list(refused)
    local = await client.post("/mcp", json=list_tools, headers={**named, "Origin": "http://localhost:6274"})
    assert local.status_code == 200


async def test_a_modern_server_has_no_get_and_names_its_version_to_legacy_clients() -> None:
    async with talking("--era", "modern", "--http", "0") as client:
        assert (await client.get("/mcp", headers={"Accept": "text/event-stream"})).status_code == 405
        assert (await client.delete("/mcp")).status_code == 405
        opening = body("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        response = await client.post("/mcp", json=opening, headers={"Accept": BOTH})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32020 and MODERN in response.json()["error"]["message"]
