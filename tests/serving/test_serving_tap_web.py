"""The tap on HTTP: heads, bodies and streams byte by byte, ends of either side, what leads past it."""

import asyncio
import errno
import gzip
import re

import pytest

from inspector.serving.tap.seam import DROP, Crossing, Outcome, Side
from inspector.serving.tap.upstream import Unreached, Upstream
from inspector.transports.http_options import HttpOptions
from inspector.wire import events
from tests.serving.web_tapping import Bench, Peer, web_tapped

CALL = b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"n": 1.50}}'
RESULT = b'{"jsonrpc": "2.0", "id": 7, "result": {"n": 1.50}}'


def post(body: bytes, *more: bytes, path: bytes = b"/mcp") -> bytes:
    lines = [b"POST " + path + b" HTTP/1.1", b"Host: 127.0.0.1:1", b"Content-Type: application/json", *more]
    lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def ok(body: bytes, *more: bytes) -> bytes:
    lines = [b"HTTP/1.1 200 OK", b"Content-Type: application/json", *more, b"Content-Length: %d" % len(body)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


async def _echo_bodies(peer: Peer) -> None:
    while True:
        request = await peer.request()
        await peer.write(ok(request.partition(b"\r\n\r\n")[2]))


async def test_all_passes_to_the_letter_but_what_speaks_of_one_connection_and_the_host():
    packed = gzip.compress(RESULT)
    kept = b"HTTP/1.1 200 Fine By Me\r\nX-oDD:  two  blanks \r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n"
    framing = b"content-type: application/json\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"
    body = b"5;x=y\r\n" + packed[:5] + b"\r\n%X\r\n" % len(packed[5:]) + packed[5:] + b"\r\n0\r\nTrailer: t\r\n\r\n"
    got: list[bytes] = []

    async def serve(peer: Peer) -> None:
        while True:
            got.append(await peer.request())
            await peer.write(kept + b"Keep-Alive: timeout=5\r\n" + framing + b"\r\n" + body)

    sent = post(
        CALL, b"oRIGIN: https://elsewhere.example", b"X-Odd:a:b", b"Connection: keep-alive, X-Mine", b"X-Mine: 1"
    )
    async with web_tapped(serve) as bench:
        client = await bench.client()
        for _ in range(2):
            await client.write(sent)
            assert await client.until(b"0\r\nTrailer: t\r\n\r\n") == kept + framing + b"\r\n" + body
    passed = sent.replace(b"Host: 127.0.0.1:1", b"Host: 127.0.0.1:%d" % bench.server_port)
    assert got == [passed.replace(b"Connection: keep-alive, X-Mine\r\nX-Mine: 1\r\n", b"")] * 2
    assert bench.connections == 1
    assert [(one.raw, one.http) for one in bench.of(events.Sent)] == [(CALL, 1), (CALL, 2)]
    assert [(one.raw, one.http) for one in bench.of(events.Received)] == [(RESULT, 1), (RESULT, 2)]
    assert bench.of(events.HttpResponse)[0].reason == "Fine By Me"
    assert [one.verdict for one in bench.of(events.Decision)] == ["x-mine left out", "keep-alive left out"]


async def test_each_event_passes_before_the_next_one_is_said_and_is_recorded_before_it_passes():
    heard = asyncio.Event()
    first, second = b'data: {"jsonrpc":"2.0","method":"a"}\n\n', b": still here\n\ndata: " + RESULT + b"\n\n"

    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + first)
        await heard.wait()
        await peer.write(second)

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        await client.until(first)
        assert [one.raw for one in bench.of(events.Received)] == [b'{"jsonrpc":"2.0","method":"a"}']
        heard.set()
        assert await client.rest() == second
    assert bench.of(events.Received)[-1].raw == RESULT
    assert bench.of(events.HttpEnd) == [events.HttpEnd(1, len(first + second), bench.of(events.HttpEnd)[0].ms)]


async def test_a_client_that_leaves_ends_the_servers_part():
    left = asyncio.Event()

    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n\n")
        await peer.rest()
        left.set()

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        await client.until(b": hello\n\n")
        client.writer.close()
        await left.wait()
        end = await bench.first(events.HttpEnd)
    assert (end.failure, end.step) == ("closed by us", "stream")


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (b"", "the server closed the connection without an answer"),
        (b"SSH-2.0-server\r\n\r\n", "the answer is not HTTP as it should be: the first line is no status of HTTP/1.1"),
    ],
)
async def test_no_answer_is_a_502_that_says_why(answer: bytes, failure: str):
    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(answer)

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        head, _, body = (await client.rest()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 502 Bad Gateway\r\n")
    assert failure in body.decode()
    assert bench.of(events.HttpEnd)[0].failure == failure
    assert bench.of(events.Decision)[0].verdict == "502 Bad Gateway"


async def test_a_server_that_is_not_there_is_a_502_that_says_so():
    async with web_tapped(_echo_bodies) as bench:
        await bench.end_server()
        client = await bench.client()
        await client.write(post(CALL))
        got = await client.rest()
    assert f"127.0.0.1:{bench.server_port} refused the connection" in got.decode()
    assert bench.of(events.HttpEnd)[0].step == "connect"


async def test_a_name_with_two_addresses_that_nobody_listens_on_is_refused_in_plain_words(
    monkeypatch: pytest.MonkeyPatch,
):
    async def refuse(*where: object) -> None:
        code = errno.ECONNREFUSED
        raise OSError(f"Multiple exceptions: [Errno {code}] Connect call failed (a), [Errno {code}] Connect call (b)")

    monkeypatch.setattr(asyncio, "open_connection", refuse)
    with pytest.raises(Unreached, match=r"^localhost:3000 refused the connection$"):
        await Upstream(HttpOptions("http://localhost:3000/mcp")).connect()


async def test_a_body_that_breaks_off_breaks_off_for_the_client_too():
    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(ok(RESULT)[:-10])

    async with web_tapped(serve) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        got = await client.rest()
        end = await bench.first(events.HttpEnd)
    assert got in (ok(RESULT)[:-10], b"")
    assert end.failure == "the server closed the connection before the body was complete"
    assert bench.of(events.HttpBody)[0].raw == RESULT[:-10]


async def test_a_large_body_whose_client_waits_for_a_word_streams_through():
    large = b'{"jsonrpc": "2.0", "method": "' + b"x" * 3_000_000 + b'"}'

    async def serve(peer: Peer) -> None:
        await peer.until(b"\r\n\r\n")
        await peer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        assert await peer.read(len(large)) == large
        await peer.write(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")

    async with web_tapped(serve) as bench:
        client = await bench.client()
        head, _, body = post(large, b"Expect: 100-continue").partition(b"\r\n\r\n")
        await client.write(head + b"\r\n\r\n")
        assert await client.until(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        await client.write(body)
        assert (await client.until(b"\r\n\r\n")).startswith(b"HTTP/1.1 202 Accepted\r\n")
    assert [one.raw for one in bench.of(events.Sent)] == [large]


async def _ask(bench: Bench, request: bytes, size: int) -> bytes:
    client = await bench.client()
    await client.write(request)
    return await client.read(size)


async def test_what_is_no_message_passes_and_is_recorded_for_what_it_is():
    broken, token = b'{"jsonrpc": "2.0", "id": 1', b'{"client_name": "x"}'
    async with web_tapped(_echo_bodies) as bench:
        assert (await _ask(bench, post(broken), len(ok(broken)))).endswith(broken)
        asked = post(token, path=b"/register")
        assert (await _ask(bench, asked, len(ok(token)))).endswith(token)
    assert [one.raw for one in bench.of(events.Sent)] == [broken]
    assert [one.body for one in bench.of(events.HttpRequest)] == [b"", token]


async def test_a_page_behind_another_name_is_refused_on_loopback():
    async with web_tapped(_echo_bodies) as bench:
        client = await bench.client()
        await client.write(post(CALL).replace(b"127.0.0.1:1", b"evil.example"))
        assert (await client.rest()).startswith(b"HTTP/1.1 403 Forbidden\r\n")
    assert bench.connections == 0
    assert bench.of(events.Decision)[0].verdict == "403 Forbidden"


async def test_a_request_whose_end_cannot_be_told_is_refused_and_recorded():
    async with web_tapped(_echo_bodies) as bench:
        client = await bench.client()
        await client.write(post(CALL, b"Content-Length: 3"))
        assert (await client.rest()).startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert (bench.connections, len(bench.of(events.HttpRequest))) == (0, 1)
    assert "Content-Length" in bench.of(events.HttpEnd)[0].failure


async def test_what_is_no_request_gets_a_400():
    async with web_tapped(_echo_bodies) as bench:
        client = await bench.client()
        await client.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        assert (await client.rest()).startswith(b"HTTP/1.1 400 Bad Request\r\n")


@pytest.mark.parametrize("rewrite", [False, True])
async def test_an_endpoint_in_full_passes_and_is_told_of_or_is_rewritten_on_request(rewrite: bool):
    async def serve(peer: Peer) -> None:
        await peer.request()
        port = peer.writer.get_extra_info("sockname")[1]
        event = b"event: endpoint\ndata: http://127.0.0.1:%d/messages?s=1\n\n" % port
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + event)
        await peer.rest()

    async with web_tapped(serve, rewrite_endpoint=rewrite) as bench:
        client = await bench.client()
        await client.write(b"GET /sse HTTP/1.1\r\nHost: localhost:%d\r\nAccept: text/event-stream\r\n\r\n" % bench.port)
        line = (await client.until(b"/messages?s=1\n")).rpartition(b"data: ")[2]
    ours, theirs = f"http://localhost:{bench.port}/", f"http://127.0.0.1:{bench.server_port}/"
    assert line.decode() == (ours if rewrite else theirs) + "messages?s=1\n"
    assert bench.of(events.Opened)[0].transport == "http+sse"
    assert [one.topic for one in bench.of(events.Decision)] == (["interference"] if rewrite else ["tap"])
    assert len(bench.notes) == (0 if rewrite else 1)


class Rules:
    """An interference by the bytes of a message, whichever way it goes; `seen` is what it was asked about."""

    def __init__(self, outcomes: dict[bytes, Outcome]) -> None:
        self.outcomes = outcomes
        self.seen: list[Crossing] = []

    active = True

    def ended(self, to: Side) -> None:
        """It keeps nothing back."""

    async def consider(self, crossing: Crossing) -> Outcome | None:
        self.seen.append(crossing)
        return self.outcomes.get(crossing.raw)


async def test_bodies_and_events_that_are_let_pass_come_as_they_were():
    async def serve(peer: Peer) -> None:
        assert (await peer.request()).endswith(CALL)
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        await peer.write(b"%X\r\n" % len(RESULT) + RESULT + b"\r\n0\r\n\r\n")
        await peer.request()
        events_ = b"id: 4\r\ndata: a\r\n\r\n: c\n\ndata: " + RESULT + b"\n\nrest"
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + events_)

    rules = Rules({})
    async with web_tapped(serve, rules) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        assert (await client.until(b"0\r\n\r\n")).endswith(b"%X\r\n" % len(RESULT) + RESULT + b"\r\n0\r\n\r\n")
        await client.write(post(CALL))
        chunks = (await client.until(b"0\r\n\r\n")).partition(b"\r\n\r\n")[2]
    assert re.sub(rb"[0-9A-F]+\r\n((?s:.*?))\r\n(?=[0-9A-F]+\r\n)", rb"\1", chunks) == (
        b"id: 4\r\ndata: a\r\n\r\n: c\n\ndata: " + RESULT + b"\n\nrest0\r\n\r\n"
    )
    assert [(one.to, one.form, one.raw) for one in rules.seen] == [
        ("server", "body", CALL),
        ("client", "body", RESULT),
        ("server", "body", CALL),
        ("client", "event", b"a"),
        ("client", "event", RESULT),
    ]


@pytest.mark.parametrize(
    ("rules", "status", "body", "reached"),
    [
        ({CALL: Outcome(status=503)}, b"503 Service Unavailable", b"", []),
        ({CALL: Outcome(back=(b"mine",))}, b"200 OK", b"mine", []),
        ({CALL: Outcome((b"other",))}, b"200 OK", b"<other", [b"other"]),
        ({CALL: Outcome((CALL, CALL))}, b"200 OK", b"<" + CALL, [CALL, CALL]),
        ({b"<2": Outcome((b"three", b"3"))}, b"200 OK", b"three3", [b"2"]),
        ({b"<2": Outcome((b"gone",), status=404)}, b"404 Not Found", b"gone", [b"2"]),
    ],
    ids=["status", "back", "edit", "double", "edit the answer", "another status"],
)
async def test_a_body_may_become_another_or_be_answered_here(
    rules: dict[bytes, Outcome], status: bytes, body: bytes, reached: list[bytes]
):
    got: list[bytes] = []
    all_here = asyncio.Event()

    async def serve(peer: Peer) -> None:
        while True:
            request = await peer.request()
            got.append(request.partition(b"\r\n\r\n")[2])
            if len(got) == len(reached):
                all_here.set()
            await all_here.wait()
            await peer.write(ok(b"<" + got[-1]))

    async with web_tapped(serve, Rules(rules)) as bench:
        asked = CALL if CALL in rules else b"2"
        answer = await _ask(bench, post(asked, b"Connection: close"), 12 + len(status) - 3)
        assert answer == b"HTTP/1.1 " + status
        rest = await bench.peers[0].rest()
    assert rest.partition(b"\r\n\r\n")[2] == body
    assert got == reached


async def test_an_event_may_be_dropped_doubled_or_let_through_later_and_a_stream_be_cut():
    rules = Rules({b"1": DROP, b"2": Outcome((b"two", b"zwei")), b"4": Outcome((b"fo",), ended=False, cut=True)})
    on = asyncio.Event()

    async def serve(peer: Peer) -> None:
        await peer.request()
        await peer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\ndata: 2\n\ndata: 3\n\n")
        await on.wait()
        await peer.write(b"data: 4\n\ndata: 5\n\n")
        await peer.rest()

    async with web_tapped(serve, rules) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        got = await client.until(b"data: 3\n\n")
        assert b"data: 1" not in got and b"data: two\n\n" in got and b"data: zwei\n\n" in got
        assert rules.seen[1].late(b"1")
        await client.until(b"data: 1\n\n")
        on.set()
        assert (await client.rest()).endswith(b"data: fo\r\n")
        assert not rules.seen[1].late(b"1")
        end = await bench.first(events.HttpEnd)
    assert (end.failure, end.step) == ("cut on purpose", "stream")


async def test_a_request_that_is_dropped_waits_until_its_client_leaves():
    async with web_tapped(_echo_bodies, Rules({CALL: DROP})) as bench:
        client = await bench.client()
        await client.write(post(CALL))
        await bench.first(events.HttpRequest)
        client.writer.close()
        end = await bench.first(events.HttpEnd)
    assert (bench.connections, end.failure, bench.of(events.Sent)) == (0, "closed by us", [])


@pytest.mark.parametrize("plain", [False, True])
async def test_a_body_that_cannot_be_unpacked_passes_and_is_told_of_unless_the_server_is_asked_for_none(plain: bool):
    asked: list[bytes] = []

    async def serve(peer: Peer) -> None:
        while True:
            asked.append(await peer.request())
            await peer.write(ok(b"\x0b\x02\x80abc\x03", b"Content-Encoding: br"))

    async with web_tapped(serve, plain=plain) as bench:
        client = await bench.client()
        for _ in range(2):
            await client.write(post(CALL, b"Accept-Encoding: br"))
            assert (await client.until(b"abc\x03")).endswith(b"\x0b\x02\x80abc\x03")
    assert [b"Accept-Encoding: br" in one for one in asked] == [not plain] * 2
    said = [one.verdict for one in bench.of(events.Decision)]
    assert said == (["accept-encoding left out", "packed"] if plain else ["packed"])
    assert bench.of(events.HttpBody)[0].raw == b"\x0b\x02\x80abc\x03"
    assert len(bench.notes) == 1 and "--plain" in bench.notes[0]
