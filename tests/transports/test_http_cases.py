"""Hard cases of Streamable HTTP, a whole client against a server on a socket. Numbers are those of the catalogue.

HTTP-11 stands with the client, HTTP-19 with HTTP+SSE.
"""

import asyncio
import base64
import gzip
import json
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import inspector
from inspector.client import Client
from inspector.errors import ConnectError, InspectorError
from inspector.protocol.steps import Reply as Came
from inspector.transports import http_streams
from inspector.wire import events, jsonrpc
from tests.servers.http_rules import asked_for, following, http_client
from tests.servers.http_scripted import Asked, Reply, Script, ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, PATIENCE, happened

TOOLS = {"resultType": "complete", "tools": [{"name": "t", "inputSchema": {"type": "object"}}], "ttlMs": 0}
Then = Callable[[Asked, Reply, Any], Awaitable[None]]


def tools(id: Any) -> bytes:
    return jsonrpc.result(id, {**TOOLS, "cacheScope": "private"})


def after(start: dict[str, Any], then: Then) -> Script:
    """The start of either era by its rule, and then this for each further request."""
    begin = following(start)

    async def script(asked: Asked, reply: Reply) -> None:
        message = json.loads(asked.body) if asked.body else {}
        if message.get("method") in ("server/discover", "initialize") or (asked.verb == "POST" and "id" not in message):
            await begin(asked, reply)
        else:
            await then(asked, reply, message.get("id"))

    return script


def saying(*pieces: Callable[[Any], bytes], content_type: str = "text/event-stream") -> Then:
    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        await reply.stream(content_type=content_type)
        for piece in pieces:
            await reply.chunk(piece(id))
            await asyncio.sleep(0)
        await reply.end()

    return then


async def listed(then: Then, start: dict[str, Any] = DISCOVER) -> tuple[Client, Came, ScriptedServer]:
    async with asyncio.timeout(PATIENCE), ScriptedServer(after(start, then)) as server, http_client(server) as client:
        await client.connect()
        reply = await client.request("tools/list")
    return client, reply, server


def names(reply: Came) -> list[str]:
    result: Any = reply.result
    return [tool["name"] for tool in result["tools"]]


async def test_http_01_an_event_without_an_event_field_is_a_message() -> None:  # HTTP-01
    _, reply, _ = await listed(saying(lambda id: b"data: " + tools(id) + b"\n\n"))
    assert names(reply) == ["t"]


async def test_http_02_a_message_over_several_data_lines_is_one() -> None:  # HTTP-02
    def event(id: Any) -> bytes:
        result = json.dumps(TOOLS).encode()
        return b'data: {"jsonrpc":"2.0",\ndata: "id":%d,\ndata:"result":%b}\n\n' % (id, result)

    _, reply, _ = await listed(saying(event))
    assert names(reply) == ["t"]


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
async def test_http_03_every_line_end_at_every_boundary_ends_one_event(end: bytes) -> None:  # HTTP-03
    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        await reply.stream()
        for byte in b"event: message" + end + b"data: " + tools(id) + end + end:
            await reply.chunk(bytes([byte]))
        await reply.end()

    client, reply, _ = await listed(then)
    assert names(reply) == ["t"]
    assert len(happened(client, events.Received)) == 2


async def test_http_04_fields_that_mean_nothing_hinder_nothing() -> None:  # HTTP-04
    head = b"foo: bar\nretry: abc\nid: a\0b\ndata\n\n"
    client, reply, _ = await listed(saying(lambda id: head + b"data: " + tools(id) + b"\n\n"))
    assert names(reply) == ["t"]
    assert head in [one.raw for one in happened(client, events.SseBlock)]


async def test_http_05_09_an_empty_event_sets_the_id_from_which_a_stream_is_resumed(  # HTTP-05, HTTP-09
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ids: list[Any] = []

    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        if asked.verb == "DELETE":
            return await reply.whole(405)
        if asked.verb == "GET" and asked.header("last-event-id") is None:
            return await reply.whole(405)
        await reply.stream()
        if asked.verb == "POST":
            ids.append(id)
            await reply.chunk(b"id: 7\nretry: 15\ndata:\n\n")
        else:
            assert asked.header("last-event-id") == "7"
            await reply.chunk(b"id: 8\ndata: " + tools(ids[0]) + b"\n\n")
        return await reply.end()

    client, reply, server = await listed(then, INITIALIZE)
    assert names(reply) == ["t"]
    assert asked_for(server).count("POST tools/list") == 1
    [waits] = [one.data["wait"] for one in happened(client, events.Decision) if one.verdict.startswith("resume")]
    assert waits == 0.015


@pytest.mark.parametrize("kind", ["sse", "json"])
async def test_http_07_a_byte_order_mark_is_no_obstacle(kind: str) -> None:  # HTTP-07
    if kind == "sse":
        then = saying(lambda id: b"\xef\xbb\xbfdata: " + tools(id) + b"\n\n")
    else:
        then = saying(lambda id: b"\xef\xbb\xbf" + tools(id), content_type="application/json")
    _, reply, _ = await listed(then)
    assert names(reply) == ["t"]


@pytest.mark.parametrize("status", [200, 400, 404, 410])
async def test_http_10_an_event_id_that_is_not_known_any_more_ends_the_request(  # HTTP-10
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_streams, "USUAL_WAIT", 0.0)

    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        if asked.verb == "POST":
            await reply.stream()
            await reply.chunk(b"id: 7\nretry: 1\ndata:\n\n")
            await reply.end()
        elif asked.header("last-event-id") is None:
            await reply.whole(405)
        elif status == 200:
            await reply.stream()
            await reply.chunk(b": nothing\n\n")
            await reply.end()
        else:
            await reply.whole(status)

    client, reply, server = await listed(then, INITIALIZE)
    assert reply.failure != "" and reply.answer is None
    assert "could not be resumed" in [one.verdict for one in happened(client, events.Decision)]
    assert asked_for(server).count("GET") <= 1 + http_streams.RESUME_TRIES + 1


async def test_http_12_a_400_to_a_session_id_is_that_requests_error_and_begins_no_loop() -> None:  # HTTP-12
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": "No valid session"}}
    rules = [{**INITIALIZE, "session": "s1"}, {"on": "POST tools/list", "status": 400, "json": error}]
    async with asyncio.timeout(PATIENCE), ScriptedServer(following(*rules)) as server, http_client(server) as client:
        await client.connect()
        reply = await client.request("tools/list")
    assert reply.error is not None and reply.error.message == "No valid session" and reply.status == 400
    assert asked_for(server).count("POST initialize") == 1
    assert asked_for(server).count("POST tools/list") == 1


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_http_16_a_redirect_that_may_turn_a_post_into_a_get_is_not_followed(status: int) -> None:  # HTTP-16
    rules = [{"on": "POST *", "status": status, "headers": {"Location": "/v2/mcp"}}]
    async with asyncio.timeout(PATIENCE), ScriptedServer(following(*rules)) as server, http_client(server) as client:
        with pytest.raises(ConnectError) as caught:
            await client.connect()
    assert f"{status} to {server.url('/v2/mcp')}" in f"{caught.value.message} {caught.value.why}"
    assert not [one for one in server.asked if one.path == "/v2/mcp"]


async def test_http_17_another_origin_sees_no_request_and_both_are_named() -> None:  # HTTP-17
    async with asyncio.timeout(PATIENCE), ScriptedServer(following()) as other:
        rules = [{"on": "POST *", "status": 307, "headers": {"Location": other.url()}}]
        headers = {"Authorization": "Bearer SECRET", "X-Api-Key": "K"}
        async with ScriptedServer(following(*rules)) as server:
            with pytest.raises(InspectorError) as caught:
                async with inspector.connect(server.url(), headers=headers):
                    pass
            said = f"{caught.value.message} {caught.value.why}"
            assert other.url("") in said and server.url("") in said
        assert other.asked == []


async def test_http_21_33_a_silent_listen_stream_lasts_and_holds_up_no_call() -> None:  # HTTP-21, HTTP-33
    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        if asked.verb == "GET":
            if sum(one.verb == "GET" for one in server.asked) > 1:
                return await reply.whole(409)
            await reply.stream()
            await reply.gone.wait()
            return None
        return await reply.whole(200, tools(id), "application/json")

    async with ScriptedServer(after(INITIALIZE, then)) as server, asyncio.timeout(PATIENCE):
        async with http_client(server) as client:
            await client.connect()
            for _ in range(3):
                assert names(await client.request("tools/list")) == ["t"]
        assert asked_for(server).count("GET") == 1


@pytest.mark.parametrize(
    "name", ["héllo", "工具", " lead", "trail ", "a\tb", "line1\nline2", "=?base64?eA==?=", "plain", ""]
)
@pytest.mark.parametrize(
    ("method", "member"), [("tools/call", "name"), ("prompts/get", "name"), ("resources/read", "uri")]
)
async def test_http_23_names_outside_ascii_go_out_encoded(method: str, member: str, name: str) -> None:  # HTTP-23
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(DISCOVER, {"on": f"POST {method}", "json": DONE})) as server,
        http_client(server) as client,
    ):
        await client.connect()
        await client.request(method, {member: name})
    sent = server.asked[-1].header("mcp-name")
    if name in (
        "plain",
        "a\tb",
    ):  # a tab may stand in a header (`2026-07-28 basic/transports/streamable-http#value-encoding`)
        assert sent == name
    elif name == "":
        assert sent in ("", "=?base64??=")
    else:
        assert sent is not None and sent.startswith("=?base64?") and sent.endswith("?=")
        assert base64.b64decode(sent.removeprefix("=?base64?").removesuffix("?=")).decode() == name


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({"s": None}, {}),
        ({}, {}),
        ({"s": ""}, {"mcp-param-s": ""}),
        ({"b": False}, {"mcp-param-b": "false"}),
        ({"o": {"n": 0}}, {"mcp-param-n": "0"}),
        ({"o": {"n": -7}}, {"mcp-param-n": "-7"}),
        ({"s": "世"}, {"mcp-param-s": "=?base64?5LiW?="}),
    ],
)
async def test_http_26_arguments_become_headers_by_their_value(  # HTTP-26
    arguments: dict[str, Any], headers: dict[str, str]
) -> None:
    properties = {
        "s": {"type": "string", "x-mcp-header": "S"},
        "b": {"type": "boolean", "x-mcp-header": "B"},
        "o": {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}},
    }
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": properties}}
    result = {"resultType": "complete", "tools": [tool], "ttlMs": 0, "cacheScope": "private"}
    listing = {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": result}}
    rules = [DISCOVER, listing, {"on": "POST tools/call", "json": DONE}]
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(*rules)) as server,
        inspector.connect(server.url()) as client,
    ):
        await client.call_tool("t", arguments)
    sent = {name.lower(): value for name, value in server.asked[-1].headers if name.lower().startswith("mcp-param-")}
    assert sent == headers


@pytest.mark.parametrize(
    "challenge",
    [
        None,
        'Bearer error="invalid_token"',
        'Bearer error="access_denied"',
        'Basic realm=x, Bearer error="insufficient_scope", scope="a b"',
    ],
)
async def test_http_29_a_403_is_sent_once_and_its_challenge_is_kept(challenge: str | None) -> None:  # HTTP-29
    refusal = {"on": "POST tools/call", "status": 403, "headers": {"WWW-Authenticate": challenge}}
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(DISCOVER, refusal)) as server,
        http_client(server) as client,
    ):
        await client.connect()
        reply = await client.request("tools/call", {"name": "t", "arguments": {}})
    assert reply.status == 403
    assert asked_for(server).count("POST tools/call") == 1
    kept = dict(happened(client, events.HttpResponse)[-1].headers)
    assert kept.get("WWW-Authenticate") == challenge


async def test_http_34_hundreds_of_answers_of_every_status_leave_few_connections() -> None:  # HTTP-34
    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        code = (200, 400, 404)[len(server.asked) % 3]
        await reply.whole(
            code, tools(id) if code == 200 else b"no", "application/json" if code == 200 else "text/plain"
        )

    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(after(DISCOVER, then)) as server,
        http_client(server) as client,
    ):
        await client.connect()
        for _ in range(300):
            await client.request("tools/list")
        assert server.most <= 10


async def test_http_35_packed_events_arrive_as_they_are_flushed() -> None:  # HTTP-35
    heard: list[Any] = []
    more = asyncio.Event()

    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        packer = zlib.compressobj(wbits=31)
        token = json.loads(asked.body)["params"]["_meta"]["progressToken"]
        await reply.stream(Content_Encoding="gzip")
        for step in (1, 2):
            said = jsonrpc.notification("notifications/progress", {"progressToken": token, "progress": step})
            flushed = packer.compress(b"data: " + said + b"\n\n") + packer.flush(zlib.Z_SYNC_FLUSH)
            await reply.chunk(flushed[:5])
            await reply.chunk(flushed[5:])
            await more.wait()
            more.clear()
        await reply.chunk(packer.compress(b"data: " + tools(id) + b"\n\n") + packer.flush())
        await reply.end()

    def progressed(params: Any) -> None:
        heard.append(params["progress"])
        more.set()

    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(after(DISCOVER, then)) as server,
        http_client(server) as client,
    ):
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"}, on_progress=progressed)
    assert heard == [1, 2] and names(reply) == ["t"]


async def test_http_35_an_unknown_coding_is_named() -> None:  # HTTP-35
    async def then(asked: Asked, reply: Reply, id: Any) -> None:
        await reply.whole(200, gzip.compress(tools(id)), "application/json", Content_Encoding="zstd")

    _, reply, _ = await listed(then)
    assert "“zstd”, which was not offered" in reply.detail
