"""Streamable HTTP with a legacy server: the session, the GET stream, resumption and the goodbye."""

import asyncio
import json

import pytest

from inspector.wire import events, jsonrpc
from tests.servers.http_driving import PATIENCE, Driving
from tests.servers.http_scripted import Asked, Reply, Script, ScriptedServer

SESSION = "s-1868a90c"


def method_of(asked: Asked) -> str:
    return str(json.loads(asked.body).get("method", "")) if asked.body else asked.verb


class Legacy:
    """A server that greets and acknowledges; `on` holds what else it does, by method or HTTP verb."""

    def __init__(self, session: str | None = SESSION, **on: Script) -> None:
        self._session = session
        self._on = on

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        method = method_of(asked)
        if method in self._on:
            await self._on[method](asked, reply)
        elif method == "initialize":
            answer = jsonrpc.result(json.loads(asked.body)["id"], {"protocolVersion": "2025-11-25"})
            given = {"Mcp-Session-Id": self._session} if self._session else {}
            await reply.whole(200, answer, "application/json", **given)
        elif method.startswith("notifications/"):
            await reply.whole(202)
        elif asked.verb != "POST":
            await reply.whole(405, Allow="POST")
        else:
            await reply.whole(200, jsonrpc.result(json.loads(asked.body)["id"], {}), "application/json")


def events_then_end(*blocks: bytes) -> Script:
    """Each request of this kind gets the next of the given streams; the last one again and again."""
    left = list(blocks)

    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(left.pop(0) if len(left) > 1 else left[0])
        await reply.end()

    return script


def status(code: int) -> Script:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.whole(code, b"no", "text/plain")

    return script


async def silent(asked: Asked, reply: Reply) -> None:
    await reply.stream()
    await reply.gone.wait()


def decided(driving: Driving, topic: str) -> list[events.Decision]:
    return [one for one in driving.all(events.Decision) if one.topic == topic]


async def test_the_session_id_comes_from_initialize_alone_and_goes_with_everything_after_it() -> None:
    async def impostor(asked: Asked, reply: Reply) -> None:
        await reply.whole(200, jsonrpc.result(1, {}), "application/json", **{"Mcp-Session-Id": "impostor"})

    async with ScriptedServer(Legacy(**{"server/discover": impostor, "tools/list": impostor})) as server:
        async with Driving(server.url()) as driving:
            await driving.end(await driving.call("server/discover"))
            await driving.handshake()
            await driving.transport.listen()
            await driving.end(await driving.call("tools/list"))
            await driving.end(await driving.call("ping"))
            await driving.end(await driving.call("initialize", "again"))
        sessions = {(one.verb, method_of(one)): one.header("mcp-session-id") for one in server.asked}
    assert sessions == {
        ("POST", "server/discover"): None,
        ("POST", "initialize"): None,
        ("POST", "notifications/initialized"): SESSION,
        ("GET", "GET"): SESSION,
        ("POST", "tools/list"): SESSION,
        ("POST", "ping"): SESSION,
        ("DELETE", "DELETE"): SESSION,
    }


async def test_a_new_initialize_without_a_session_id_ends_the_old_one() -> None:
    left = ["one", ""]

    async def greet(asked: Asked, reply: Reply) -> None:
        session = left.pop(0)
        given = {"Mcp-Session-Id": session} if session else {}
        await reply.whole(200, jsonrpc.result("hello", {}), "application/json", **given)

    async with ScriptedServer(Legacy(initialize=greet)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.handshake()
    assert server.asked[1].header("mcp-session-id") == "one"
    assert server.asked[3].header("mcp-session-id") is None
    assert [one.verb for one in server.asked] == ["POST"] * 4


@pytest.mark.parametrize(
    ("version", "told"), [("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", None)]
)
async def test_get_and_delete_name_the_version_where_the_revision_has_the_header(
    version: str, told: str | None
) -> None:
    async with ScriptedServer(Legacy(GET=silent)) as server, Driving(server.url()) as driving:
        await driving.handshake(version)
        await driving.transport.listen()
        await driving.until(
            lambda event: isinstance(event, events.HttpResponse) and event.status == 200 and event.http > 2
        )
    get, delete = server.asked[2:]
    assert (get.verb, delete.verb) == ("GET", "DELETE")
    assert get.header("mcp-protocol-version") == delete.header("mcp-protocol-version") == told
    assert get.header("accept") == "text/event-stream"


@pytest.mark.parametrize("code", [200, 202, 204, 404, 405, 501])
async def test_any_answer_to_the_goodbye_is_fine(code: int) -> None:
    async def answer(asked: Asked, reply: Reply) -> None:
        await reply.whole(code)

    async with ScriptedServer(Legacy(DELETE=answer)) as server, Driving(server.url()) as driving:
        await driving.handshake()
    assert server.asked[-1].verb == "DELETE"
    assert driving.all(events.HttpResponse)[-1].status == code
    assert isinstance(driving.journal.records[-1].event, events.Closed)


async def test_a_goodbye_without_an_answer_is_cut_short_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.transports.http.GOODBYE", 0.05)

    async def never(asked: Asked, reply: Reply) -> None:
        await reply.gone.wait()

    async with ScriptedServer(Legacy(DELETE=never)) as server, Driving(server.url()) as driving:
        await driving.handshake()
    assert driving.all(events.HttpEnd)[-1].failure == "no answer within 0.05 s"
    assert isinstance(driving.journal.records[-1].event, events.Closed)


async def test_a_modern_server_gets_nothing_but_posts() -> None:
    broken = events_then_end(b"id: 7\ndata:\n\n")
    async with ScriptedServer(Legacy(**{"tools/call": broken})) as server, Driving(server.url()) as driving:
        await driving.end(await driving.call("initialize"))
        driving.transport.settle("modern", "2026-07-28")
        await driving.transport.listen()
        end = await driving.end(await driving.call("tools/call"))
    assert not end.resuming
    assert {one.verb for one in server.asked} == {"POST"}


@pytest.mark.parametrize("code", [400, 401, 404, 405, 406, 409, 500, 501])
async def test_a_refused_get_stream_is_one_decision_and_no_second_attempt(code: int) -> None:
    async with ScriptedServer(Legacy(GET=status(code))) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        await driving.until(lambda event: isinstance(event, events.Decision))
        await driving.end(await driving.call("tools/list"))
    [decision] = driving.all(events.Decision)
    assert decision.topic == "transport"
    assert decision.verdict.startswith(f"no server stream (HTTP {code}")
    assert [one.verb for one in server.asked].count("GET") == 1


async def test_messages_of_the_server_arrive_on_the_get_stream_under_its_number() -> None:
    message = b'{"jsonrpc":"2.0","id":5,"method":"roots/list"}'

    async def say(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(b"data: " + message + b"\n\n")
        await reply.gone.wait()

    async with ScriptedServer(Legacy(GET=say)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        await driving.transport.listen()
        received = await driving.until(lambda event: isinstance(event, events.Received) and event.raw == message)
        get = next(one for one in driving.all(events.HttpRequest) if one.verb == "GET")
        assert getattr(received, "http", 0) == get.http
        assert [one.verb for one in server.asked].count("GET") == 1


async def test_listening_waits_until_the_stream_is_open_so_that_nothing_is_lost() -> None:
    async with ScriptedServer(Legacy(GET=silent)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        assert [one.verb for one in server.asked].count("GET") == 1
        assert server.asked[-1].verb == "GET"


async def test_a_stream_whose_headers_are_held_back_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.transports.http.OPENING", 0.02)

    async def hold(asked: Asked, reply: Reply) -> None:
        await reply.gone.wait()

    async with ScriptedServer(Legacy(GET=hold)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        async with asyncio.timeout(PATIENCE):
            await driving.transport.listen()
        await driving.end(await driving.call("tools/list"))


async def test_a_dropped_get_stream_is_opened_again_after_the_asked_wait_with_the_last_id() -> None:
    left = [b"id: 7\nretry: 1500\ndata:\n\n", b"id: 8\ndata:\n\n"]

    async def get(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        if left:
            await reply.chunk(left.pop(0))
            await reply.end()
        else:
            await reply.gone.wait()

    async with ScriptedServer(Legacy(GET=get)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        await driving.until(lambda event: isinstance(event, events.HttpResponse) and event.http == 5)
        gets = [one for one in server.asked if one.verb == "GET"]
        assert [one.header("last-event-id") for one in gets] == [None, "7", "8"]
        assert driving.waits == [0.0, 1.5, 1.5]
        assert [one.resuming for one in driving.all(events.HttpEnd) if one.http in (3, 4)] == [True, True]
        assert [one.data["reopens"] for one in decided(driving, "retry")] == [3, 4]


async def test_a_get_stream_that_always_ends_at_once_is_given_up_after_growing_waits() -> None:
    async with (
        ScriptedServer(Legacy(GET=events_then_end(b": nothing\n\n"))) as server,
        Driving(server.url()) as driving,
    ):
        await driving.handshake()
        await driving.transport.listen()
        await driving.until(lambda event: isinstance(event, events.Decision) and event.topic == "transport")
        assert driving.waits == [0.0, 1.0, 2.0, 4.0, 8.0, 16.0]
        assert [one.verb for one in server.asked].count("GET") == 6
        assert "5 attempts" in decided(driving, "transport")[0].because


async def test_a_409_on_opening_again_waits_and_does_not_end_the_stream() -> None:
    left = ["open", "409", "open"]

    async def get(asked: Asked, reply: Reply) -> None:
        if left.pop(0) == "409":
            await reply.whole(409)
        else:
            await reply.stream()
            if left:
                await reply.end()
            else:
                await reply.gone.wait()

    async with ScriptedServer(Legacy(GET=get)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        await driving.until(lambda event: isinstance(event, events.HttpResponse) and event.http == 5)
        assert driving.all(events.HttpResponse, 5)[0].status == 200
        assert driving.waits == [0.0, 1.0, 2.0]


ANSWER = b'id: 8\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n\n'


async def test_a_response_stream_that_broke_is_resumed_and_the_journal_says_for_which_request() -> None:
    posted = events_then_end(b"id: 7\nretry: 1500\ndata:\n\n")
    script = Legacy(**{"tools/call": posted, "GET": events_then_end(ANSWER)})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        http = await driving.call("tools/call")
        end = await driving.end(http)
        assert end.resuming
        [decision] = decided(driving, "retry")
        assert decision.data["resumes"] == http
        resumption = decision.data["http"]
        assert not (await driving.end(resumption)).resuming
        assert driving.all(events.Received, resumption)
        order = [type(record.event).__name__ for record in driving.journal.records]
        assert order.index("Decision") == order.index("HttpEnd", order.index("Decision")) - 1
        assert server.asked[-1].header("last-event-id") == "7"
        assert server.asked[-1].header("mcp-session-id") == SESSION
        assert driving.waits == [1.5]


async def test_a_stream_cut_off_in_the_middle_is_resumed_too() -> None:
    async def cut(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(b"id: 7\ndata:\n\ndata: {")

    script = Legacy(**{"tools/call": cut, "GET": events_then_end(ANSWER)})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        end = await driving.end(await driving.call("tools/call"))
        assert end.failure and end.resuming
        await driving.until(lambda event: isinstance(event, events.Received) and event.http == end.http + 1)
        assert len(server.asked) == 4


@pytest.mark.parametrize(
    "first",
    [
        b"data: {}\n\n",
        b'id: 7\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
        b'id: 7\ndata: {"id":null,"error":{}}\n\n',
    ],
)
async def test_a_stream_without_ids_or_with_its_answer_is_not_resumed(first: bytes) -> None:
    script = Legacy(**{"tools/call": events_then_end(first)})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        assert not (await driving.end(await driving.call("tools/call"))).resuming
    assert "GET" not in [one.verb for one in server.asked]


async def test_a_revision_without_resumption_gets_none() -> None:
    script = Legacy(**{"tools/call": events_then_end(b"id: 7\ndata:\n\n")})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake("2024-11-05")
        assert not (await driving.end(await driving.call("tools/call"))).resuming


@pytest.mark.parametrize("code", [400, 404, 405, 410])
async def test_an_event_id_that_the_server_does_not_know_ends_the_resumption(code: int) -> None:
    script = Legacy(**{"tools/call": events_then_end(b"id: 7\ndata:\n\n"), "GET": status(code)})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.end(await driving.call("tools/call"))
        end = await driving.end(4)
    assert not end.resuming
    assert [one.verdict for one in decided(driving, "retry")] == ["resume in 1 s", "could not be resumed"]
    assert [one.verb for one in server.asked].count("GET") == 1


async def test_a_resumption_that_brings_nothing_is_given_up_after_a_few_attempts() -> None:
    script = Legacy(**{"tools/call": events_then_end(b"id: 7\ndata:\n\n"), "GET": events_then_end(b": nothing\n\n")})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.call("tools/call")
        await driving.until(
            lambda event: isinstance(event, events.Decision) and event.verdict == "could not be resumed"
        )
        assert [one.verb for one in server.asked].count("GET") == 4
        assert driving.waits == [1.0, 1.0, 2.0, 4.0]
        assert {one.data["resumes"] for one in decided(driving, "retry") if one.data} == {3}


async def test_a_server_that_lets_its_client_poll_is_polled_as_long_as_the_ids_move_on() -> None:
    polls = [b"id: %d\nretry: 10\ndata:\n\n" % number for number in range(10, 20)]
    script = Legacy(
        **{"tools/call": events_then_end(b"id: 7\nretry: 10\ndata:\n\n"), "GET": events_then_end(*polls, ANSWER)}
    )
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.call("tools/call")
        await driving.until(lambda event: isinstance(event, events.Received) and b'"content"' in event.raw)
        assert driving.waits == [0.01] * 11


async def test_abandoning_reaches_the_pause_before_a_resumption() -> None:
    script = Legacy(**{"tools/call": events_then_end(b"id: 7\ndata:\n\n")})
    async with ScriptedServer(script) as server, Driving(server.url(), hold=True) as driving:
        await driving.handshake()
        http = await driving.call("tools/call")
        await driving.end(http)
        await driving.transport.abandon(http)
        assert (await driving.end(http + 1)).failure == "closed by us"
        assert "GET" not in [one.verb for one in server.asked]


async def test_a_wait_beyond_all_patience_is_not_waited_for() -> None:
    script = Legacy(**{"tools/call": events_then_end(b"id: 7\nretry: 86400000\ndata:\n\n")})
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        await driving.handshake()
        end = await driving.end(await driving.call("tools/call"))
        assert not end.resuming
        assert decided(driving, "retry")[0].because == "The server asks to wait for 86400 s."


async def test_closing_ends_the_get_stream_with_a_record() -> None:
    async with ScriptedServer(Legacy(GET=silent)) as server, Driving(server.url()) as driving:
        await driving.handshake()
        await driving.transport.listen()
        await driving.until(lambda event: isinstance(event, events.HttpResponse) and event.http == 3)
    assert driving.all(events.HttpEnd, 3)[0].failure == "closed by us"
    assert not driving.all(events.HttpEnd, 3)[0].resuming
    assert not driving.all(events.Decision)
