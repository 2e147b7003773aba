"""Streamable HTTP against a server whose every byte is scripted: what becomes of requests, bodies and failures."""

import asyncio
import gzip
import json
import socket
import ssl
import zlib
from pathlib import Path

import pytest

from inspector import __version__
from inspector.errors import ConnectError, UsageError
from inspector.wire import events
from tests.servers.http_driving import PATIENCE, Driving
from tests.servers.http_scripted import Asked, Reply, Script, ScriptedServer

ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'
CERTIFICATE = Path(__file__).parents[1] / "servers" / "http_certificate.pem"


def whole(status: int, body: bytes = b"", content_type: str | None = "application/json", **headers: str) -> Script:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.whole(status, body, content_type, **headers)

    return script


def streamed(*chunks: bytes, end: bool = True, **headers: str) -> Script:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream(**headers)
        for chunk in chunks:
            await reply.chunk(chunk)
        if end:
            await reply.end()
        else:
            await reply.gone.wait()

    return script


async def once(script: Script, content: str = "tools/list") -> tuple[Driving, events.HttpEnd, ScriptedServer]:
    """One request against a script; the journal afterwards."""
    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        end = await driving.end(await driving.call(content))
    return driving, end, server


def stream_bytes(driving: Driving, http: int) -> bytes:
    """The SSE bytes of an exchange, put together again from the records."""
    out = b""
    for record in driving.journal.records:
        event = record.event
        if isinstance(event, events.SseBlock) and event.http == http:
            out += event.raw
        elif isinstance(event, events.Received) and event.http == http:
            out += event.before + event.raw + event.after if event.before else b""
    return out


async def test_a_json_answer_is_one_message_between_response_and_end() -> None:
    driving, end, server = await once(whole(200, ANSWER))
    kinds = [type(record.event).__name__ for record in driving.journal.records]
    assert kinds == ["Opened", "HttpRequest", "Sent", "HttpResponse", "Received", "HttpEnd", "Closed"]
    assert driving.all(events.Received)[0].raw == ANSWER
    assert driving.all(events.Sent)[0].raw == server.asked[0].body
    assert (end.failure, end.size) == ("", len(ANSWER))
    response = driving.all(events.HttpResponse)[0]
    assert {"connect", "send", "wait"} <= set(response.phases)
    assert response.ms >= response.phases["wait"] >= 0
    assert ("Content-Type", "application/json") in response.headers


async def test_the_request_is_recorded_with_the_headers_that_really_went_out() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server:
        given = (("X-Twice", "a"), ("x-twice", "b"), ("ACCEPT", "application/json"), ("X-Greeting", "grüß"))
        async with Driving(server.url("/mcp?x=1"), *given) as driving:
            await driving.end(await driving.call("tools/list", **{"Mcp-Method": "tools/list"}))
        asked = server.asked[0]
    request = driving.all(events.HttpRequest)[0]
    sent = [(name.encode("latin-1").decode(), value.encode("latin-1").decode()) for name, value in asked.headers]
    assert sorted(request.headers) == sorted(sent)
    assert asked.path == "/mcp?x=1"
    assert asked.header("user-agent") == f"inspector/{__version__}"
    assert asked.header("content-type") == "application/json"
    assert asked.header("mcp-method") == "tools/list"
    assert asked.all("x-twice") == ["a", "b"]
    assert asked.all("accept") == ["application/json"]


async def test_both_content_types_are_accepted_by_default() -> None:
    _, _, server = await once(whole(200, ANSWER))
    assert server.asked[0].header("accept") == "application/json, text/event-stream"


async def test_user_and_password_of_the_url_become_a_header_and_leave_the_url() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server:
        async with Driving(server.url().replace("//", "//me:s%40cret@")) as driving:
            await driving.end(await driving.call("tools/list"))
        assert server.asked[0].header("authorization") == "Basic bWU6c0BjcmV0"
    assert driving.all(events.HttpRequest)[0].url == server.url()


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=utf-8",
        "Application/JSON",
        'application/json;charset="UTF-8"',
        "application/vnd.api+json",
        "text/plain",
        "text/html",
        None,
        "text/event-stream;charset=utf-8",
    ],
)
async def test_an_answer_is_found_by_its_content_whatever_the_label(content_type: str | None) -> None:
    driving, end, _ = await once(whole(200, ANSWER, content_type))
    assert [one.raw for one in driving.all(events.Received)] == [ANSWER]
    assert end.failure == ""


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "TEXT/Event-Stream; charset=utf-8"])
async def test_an_event_stream_is_found_by_its_content_whatever_the_label(content_type: str) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream(content_type=content_type)
        for byte in b"event: message\ndata: " + ANSWER + b"\n\n":
            await reply.chunk(bytes([byte]))
        await reply.end()

    driving, _, _ = await once(script)
    assert [one.raw for one in driving.all(events.Received)] == [ANSWER]


@pytest.mark.parametrize("status", [200, 429, 500, 502, 504])
@pytest.mark.parametrize("content_type", ["application/json", "text/html", None])
@pytest.mark.parametrize(
    "body", [b"", b"{", b"<html/>", b'{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"db"}}']
)
async def test_an_http_error_ends_with_its_status_and_body_in_the_journal(
    status: int, content_type: str | None, body: bytes
) -> None:
    driving, end, _ = await once(whole(status, body, content_type))
    assert driving.all(events.HttpResponse)[0].status == status
    assert end.failure == ""
    messages, bodies = driving.all(events.Received), driving.all(events.HttpBody)
    in_its_place = status == 200 and content_type == "application/json"
    if not body:
        assert not messages and not bodies
    elif body.startswith(b'{"jsonrpc"') or in_its_place:
        assert [one.raw for one in messages] == [body] and not bodies
    else:
        assert [one.raw for one in bodies] == [body] and not messages


@pytest.mark.parametrize(
    "body", [b'{"error":"invalid_token"}', b'{"error":{"code":404,"message":"x"}}', b'{"detail":"Not Found"}', b"[]"]
)
async def test_json_that_is_no_json_rpc_is_a_body_and_no_message(body: bytes) -> None:
    driving, _, _ = await once(whole(200 if body == b"[]" else 401, body))
    assert [one.raw for one in driving.all(events.HttpBody)] == [body]
    assert not driving.all(events.Received)


async def test_an_error_without_an_id_is_a_message() -> None:
    body = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"x"}}'
    driving, _, _ = await once(whole(400, body))
    assert [one.raw for one in driving.all(events.Received)] == [body]


@pytest.mark.parametrize("status", [200, 202, 204])
@pytest.mark.parametrize("body", [b"null", b"", b'{"jsonrpc":"2.0","id":null}', b"OK"])
async def test_odd_acknowledgements_of_a_notification_are_no_messages(status: int, body: bytes) -> None:
    body = b"" if status == 204 else body
    async with ScriptedServer(whole(status, body)) as server, Driving(server.url()) as driving:
        end = await driving.end(await driving.tell("notifications/initialized"))
        assert end.failure == ""
        assert not driving.all(events.Received)
        assert [one.raw for one in driving.all(events.HttpBody)] == ([body] if body else [])


async def test_a_request_answered_with_202_ends_at_once() -> None:
    driving, end, _ = await once(whole(202))
    assert end.failure == "" and driving.all(events.HttpResponse)[0].status == 202
    assert not driving.all(events.Received)


async def test_every_byte_of_a_stream_is_in_the_journal_and_only_messages_are_received() -> None:
    two = b'{"jsonrpc":"2.0","method":"notifications/message"}'
    stream = (
        b"\xef\xbb\xbf:\r\n\n: keepalive\n\nevent: ping\ndata: 1722\n\nevent: heartbeat\ndata: not json\n\n"
        b"foo: bar\nretry: abc\nid: a\0b\ndata\n\nid: 9\r\ndata:" + two + b"\r\nretry: 5\r\n\r\n\n"
        b'data: {"jsonrpc":"2.0",\ndata: "id":1,"result":{}}\n\n'
    )
    for size in (1, 7, len(stream)):
        chunks = [stream[at : at + size] for at in range(0, len(stream), size)]
        driving, end, _ = await once(streamed(*chunks))
        assert [one.raw for one in driving.all(events.Received)] == [two, b'{"jsonrpc":"2.0",\n"id":1,"result":{}}']
        assert stream_bytes(driving, 1) == stream
        assert (end.failure, end.size) == ("", len(stream))
        named = [one.event for one in driving.all(events.SseBlock) if one.event]
        assert named == ["ping", "heartbeat"]


async def test_a_bom_before_json_is_kept_in_the_record() -> None:
    driving, _, _ = await once(whole(200, b"\xef\xbb\xbf" + ANSWER))
    assert driving.all(events.Received)[0].raw == b"\xef\xbb\xbf" + ANSWER


async def test_a_stream_that_ends_inside_an_event_says_so_and_keeps_the_bytes() -> None:
    driving, end, _ = await once(streamed(b'data: {"jsonrpc":"2.0","id":1,"res'))
    assert end.failure == "the stream ended in the middle of an event"
    assert end.step == "stream"
    assert [one.raw for one in driving.all(events.SseBlock)] == [b'data: {"jsonrpc":"2.0","id":1,"res']
    assert not driving.all(events.Received)


async def test_a_stream_cut_off_in_mid_body_says_so_and_keeps_the_bytes() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(b": hello\n\ndata: {")

    driving, end, _ = await once(script)
    assert end.failure == "the server closed the connection before the body was complete"
    assert end.step == "stream"
    assert stream_bytes(driving, 1) == b": hello\n\ndata: {"


async def test_a_json_body_cut_off_is_a_body_and_no_message() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.head(200, {"Content-Type": "application/json", "Content-Length": "900"})
        await reply.raw(b'{"jsonrpc":')

    driving, end, _ = await once(script)
    assert "before the body was complete" in end.failure
    assert driving.all(events.HttpBody)[0].raw == b'{"jsonrpc":'
    assert not driving.all(events.Received)


async def test_messages_arrive_while_the_stream_is_open_and_abandoning_closes_it() -> None:
    closed = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(b'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n')
        await reply.gone.wait()
        closed.set()

    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        http = await driving.call("tools/call")
        await driving.until(lambda event: isinstance(event, events.Received))
        await driving.transport.abandon(http)
        assert driving.all(events.HttpEnd, http)[0].failure == "closed by us"
        async with asyncio.timeout(PATIENCE):
            await closed.wait()
        await driving.transport.abandon(http)
        await driving.transport.abandon(99)
        assert len(driving.all(events.HttpEnd)) == 1


async def test_an_exchange_abandoned_before_it_began_still_has_its_end() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server, Driving(server.url()) as driving:
        http = await driving.call("tools/list")
        await driving.transport.abandon(http)
        assert [one.failure for one in driving.all(events.HttpEnd, http)] == ["closed by us"]


async def test_gzip_events_arrive_as_they_are_flushed() -> None:
    more = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        packer = zlib.compressobj(wbits=31)
        await reply.stream(Content_Encoding="gzip")
        await reply.chunk(
            packer.compress(b'data: {"jsonrpc":"2.0","method":"a"}\n\n') + packer.flush(zlib.Z_SYNC_FLUSH)
        )
        await more.wait()
        await reply.chunk(packer.compress(b"data: " + ANSWER + b"\n\n") + packer.flush())
        await reply.end()

    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        http = await driving.call("tools/call")
        await driving.until(lambda event: isinstance(event, events.Received))
        more.set()
        assert (await driving.end(http)).failure == ""
        assert [one.raw for one in driving.all(events.Received)][1] == ANSWER


async def test_gzip_bodies_are_kept_decoded() -> None:
    driving, end, _ = await once(whole(200, gzip.compress(ANSWER), Content_Encoding="gzip"))
    assert driving.all(events.Received)[0].raw == ANSWER
    assert end.size == len(ANSWER)


async def test_broken_gzip_is_a_failure_in_words() -> None:
    _, end, _ = await once(whole(200, b"no gzip at all", Content_Encoding="gzip"))
    assert end.failure.startswith("the body cannot be decoded")
    assert end.step == "stream"


@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream"])
async def test_an_encoding_that_was_not_offered_is_named(content_type: str) -> None:
    driving, end, _ = await once(whole(200, b"\x1b\x03\x80rubbish", content_type, Content_Encoding="br"))
    assert end.failure == "the body is encoded as “br”, which was not offered and cannot be read"
    assert driving.all(events.HttpBody)[0].raw == b"\x1b\x03\x80rubbish"


@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_within_the_origin_keeps_method_body_headers_and_number(status: int) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        if asked.path == "/mcp":
            await reply.whole(status, b"moved", "text/plain", Location="/mcp/")
        else:
            await reply.whole(200, ANSWER, "application/json")

    async with ScriptedServer(script) as server, Driving(server.url(), ("X-Api-Key", "K")) as driving:
        http = await driving.call("tools/list")
        end = await driving.end(http)
        first, second = server.asked
    assert (second.verb, second.path, second.body, second.header("x-api-key")) == ("POST", "/mcp/", first.body, "K")
    assert end.failure == ""
    own = [type(one.event).__name__ for one in driving.journal.records if getattr(one.event, "http", 0) == http]
    hop = ["HttpRequest", "Sent", "HttpResponse", "HttpBody"]
    assert own == [*hop, "HttpRequest", "HttpResponse", "Received", "HttpEnd"]
    [decision] = driving.all(events.Decision)
    assert decision.verdict == "redirect followed"


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_a_redirect_that_could_turn_a_post_into_a_get_is_not_followed(status: int) -> None:
    driving, end, server = await once(whole(status, Location="/v2/mcp"))
    assert end.failure == f"redirected POST with {status} to {server.url('/v2/mcp')}"
    assert len(server.asked) == 1
    assert "use that URL" in driving.all(events.Decision)[0].because


async def test_another_origin_is_not_asked_and_both_are_named() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as other:
        script = whole(307, Location=other.url())
        async with ScriptedServer(script) as server, Driving(server.url(), ("Authorization", "Bearer S")) as driving:
            end = await driving.end(await driving.call("tools/list"))
        assert other.asked == []
    assert other.url() in end.failure
    assert server.url("") in end.failure
    assert driving.all(events.Decision)[0].verdict == "redirect not followed"


@pytest.mark.parametrize(
    "location", ["http://xn--/", "http://xn--a.xn--99999999/", "javascript:alert(1)", "http://[::bad/", "http://a:b/"]
)
async def test_a_redirect_to_what_is_no_address_is_refused_and_shown_as_it_came(location: str) -> None:
    driving, end, _ = await once(whole(307, Location=location))
    assert end.failure.startswith(f"redirected POST with 307 to {location}, another origin than")
    [response] = driving.all(events.HttpResponse)
    assert dict(response.headers)["Location"] == location


async def test_redirects_in_a_circle_come_to_an_end() -> None:
    _, end, server = await once(whole(307, Location="/mcp"))
    assert end.failure == f"redirected 5 times, at last to {server.url()}"
    assert len(server.asked) == 5


async def test_a_redirect_without_location_is_an_answer_like_any_other() -> None:
    driving, end, _ = await once(whole(307, b"where?", "text/plain"))
    assert end.failure == ""
    assert driving.all(events.HttpBody)[0].raw == b"where?"


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


async def failing(url: str, **options: object) -> events.HttpEnd:
    async with Driving(url, **options) as driving:
        return await driving.end(await driving.call("tools/list"))


async def test_a_refused_connection_is_named_with_its_address() -> None:
    port = closed_port()
    end = await failing(f"http://127.0.0.1:{port}/mcp")
    assert (end.failure, end.step) == (f"127.0.0.1:{port} refused the connection", "connect")


async def test_a_name_that_is_not_found_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    end = await failing("http://nowhere.invalid/mcp")
    assert end.failure.startswith("the name nowhere.invalid cannot be found")
    assert end.step == "name"


async def test_a_server_that_hangs_up_without_an_answer_is_told_from_one_that_resets() -> None:
    async def hang_up(asked: Asked, reply: Reply) -> None:
        return

    async def reset(asked: Asked, reply: Reply) -> None:
        await reply.reset()

    _, end, _ = await once(hang_up)
    assert (end.failure, end.step) == ("the server closed the connection without an answer", "wait")
    async with ScriptedServer(lingering_reset) as server:
        assert (await failing(server.url())).failure == "the server reset the connection"


async def lingering_reset(asked: Asked, reply: Reply) -> None:
    sock = reply.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    await reply.reset()


async def test_something_that_does_not_speak_http_is_shown_safely() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.raw(b"SSH-2.0-\x1b[31mOpenSSH\r\n\r\n")

    _, end, _ = await once(script)
    assert end.failure.startswith("the answer is not HTTP as it should be")
    assert "\x1b" not in end.failure
    assert end.step == "wait"


async def test_tls_failures_name_the_reason(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with ScriptedServer(whole(200, ANSWER), tls=context) as server:
        end = await failing(server.url())
        assert end.failure == f"the certificate of 127.0.0.1:{server.port} is not trusted: self-signed certificate"
        assert end.step == "tls"
        assert (await failing(server.url(), insecure=True)).failure == ""
        async with Driving(server.url(), ca=str(CERTIFICATE)) as driving:
            assert (await driving.end(await driving.call("tools/list"))).failure == ""
            assert "tls" in driving.all(events.HttpResponse)[0].phases


async def test_tls_to_a_plain_http_port_is_recognised() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        end = await failing(f"https://127.0.0.1:{port}/mcp")
    assert end.failure.startswith(f"127.0.0.1:{port} does not speak TLS here")
    assert end.step == "tls"


async def test_a_handshake_that_hangs_ends_with_the_connect_timeout() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server:
        end = await failing(server.url().replace("http:", "https:"), connect_timeout=0.1)
    assert end.failure == f"no TLS handshake with 127.0.0.1:{server.port} within 0.1 s"


async def test_a_header_that_http_forbids_is_refused_in_words() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server, Driving(server.url(), ("X", "a\nb")) as driving:
        end = await driving.end(await driving.call("tools/list"))
        assert end.failure.startswith("the request cannot be sent")
        assert end.step == "send"
        assert server.asked == []


@pytest.mark.parametrize("url", ["ftp://x/", "http://", "localhost:3000", "http://[::1/", "http://x:99999/"])
async def test_an_address_that_is_none_is_a_usage_error(url: str) -> None:
    with pytest.raises(UsageError):
        async with Driving(url):
            pass


async def test_a_certificate_file_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "empty.pem").write_text("nothing")
    for name in ("empty.pem", "missing.pem"):
        with pytest.raises(UsageError, match=name):
            async with Driving("https://127.0.0.1:1/", ca=str(tmp_path / name)):
                pass


async def test_a_closed_transport_takes_no_message_and_closes_once() -> None:
    async with ScriptedServer(whole(200, ANSWER)) as server, Driving(server.url()) as driving:
        await driving.transport.close()
        await driving.transport.close()
        assert [one.asked for one in driving.all(events.Closed)] == [True]
        with pytest.raises(ConnectError):
            await driving.call("tools/list")


async def test_closing_cuts_off_silent_streams_and_lets_a_notification_out() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        if json.loads(asked.body).get("id"):
            await reply.stream()
            await reply.gone.wait()
        else:
            await reply.whole(202)

    async with ScriptedServer(script) as server:
        async with Driving(server.url()) as driving:
            silent = [await driving.call("subscriptions/listen", number) for number in (1, 2)]
            await driving.until(lambda event: isinstance(event, events.HttpResponse) and event.http == silent[1])
            told = await driving.tell("notifications/cancelled")
        assert [driving.all(events.HttpEnd, http)[0].failure for http in silent] == ["closed by us"] * 2
        assert driving.all(events.HttpEnd, told)[0].failure == ""
        assert isinstance(driving.journal.records[-1].event, events.Closed)


async def test_many_requests_of_any_status_share_few_connections() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        status = (200, 400, 404)[len(server.asked) % 3]
        await reply.whole(status, ANSWER if status == 200 else b"<html/>", "text/html")

    async with ScriptedServer(script) as server:
        async with Driving(server.url()) as driving:
            for number in range(60):
                await driving.end(await driving.call("tools/list", number))
        assert server.most == 1


async def test_concurrent_requests_do_not_wait_for_each_other() -> None:
    gate = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        if json.loads(asked.body)["id"] == 1:
            await gate.wait()
        await reply.whole(200, ANSWER, "application/json")

    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        slow = await driving.call("tools/call", 1)
        for number in range(2, 30):
            await driving.end(await driving.call("tools/call", number))
        assert not driving.all(events.HttpEnd, slow)
        gate.set()
        await driving.end(slow)


async def test_a_cookie_of_the_server_goes_back_and_is_recorded() -> None:
    async with ScriptedServer(whole(200, ANSWER, Set_Cookie="route=a1")) as server, Driving(server.url()) as driving:
        await driving.end(await driving.call("tools/list"))
        await driving.end(await driving.call("tools/list"))
        assert server.asked[1].header("cookie") == "route=a1"
    assert ("cookie", "route=a1") in [(n.lower(), v) for n, v in driving.all(events.HttpRequest)[1].headers]


async def test_a_proxy_of_the_environment_is_used_but_never_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with ScriptedServer(whole(200, ANSWER)) as proxy, ScriptedServer(whole(200, ANSWER)) as server:
        monkeypatch.setenv("http_proxy", proxy.url(""))
        monkeypatch.setenv("https_proxy", proxy.url(""))
        assert (await failing("http://nowhere.invalid/mcp")).failure == ""
        assert (await failing(server.url())).failure == ""
        assert [one.path for one in proxy.asked] == ["http://nowhere.invalid/mcp"]
        assert [one.path for one in server.asked] == ["/mcp"]


async def test_a_proxy_that_refuses_a_tunnel_is_blamed_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ScriptedServer(whole(407)) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url(""))
        end = await failing("https://nowhere.invalid/mcp")
    assert end.failure == f"the proxy 127.0.0.1:{proxy.port} refused: 407 Reason"
    assert end.step == "connect"


SECRET = "s3cr3t"


@pytest.mark.parametrize(
    ("status", "location"),
    [
        (307, f"https://user:{SECRET}@other.example/mcp?token={SECRET}"),
        (302, f"/v2?token={SECRET}"),
        (307, f"/mcp?token={SECRET}"),
        (307, f"http://user:{SECRET}@[nowhere/?token={SECRET}"),
    ],
)
async def test_what_is_said_of_a_redirect_holds_no_secret_of_either_url(status: int, location: str) -> None:
    async with (
        ScriptedServer(whole(status, Location=location)) as server,
        Driving(server.url(f"/mcp?token={SECRET}")) as driving,
    ):
        end = await driving.end(await driving.call("tools/list"))
    assert end.failure and SECRET not in end.failure
    decisions = driving.all(events.Decision)
    assert decisions and SECRET not in repr(decisions)


@pytest.mark.parametrize(
    "url", [f"ftp://u:{SECRET}@h/?token={SECRET}", f"http://u:{SECRET}@x\u2100/", f"http://h:99999/?token={SECRET}"]
)
async def test_an_address_that_cannot_be_used_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        async with Driving(url):
            pass
    assert SECRET not in f"{caught.value.message} {caught.value.why} {caught.value.hint}"
