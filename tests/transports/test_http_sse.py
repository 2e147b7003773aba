"""HTTP+SSE of 2024-11-05: the endpoint event, the POSTs, and what is said where there is no such server."""

import asyncio

import pytest

from inspector.errors import AuthorizationNeeded, ConnectError
from inspector.wire import events
from tests.servers.http_driving import PATIENCE, Driving
from tests.servers.http_scripted import Asked, Reply, Script, ScriptedServer

ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{}}'


class Old:
    """A server of 2024-11-05 below /app: answers on the stream when something is POSTed."""

    def __init__(self, endpoint: str = "/app/messages?s=1", post: tuple[int, bytes] = (202, b"Accepted")) -> None:
        self._endpoint = endpoint
        self._post = post
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()

    def say(self, block: bytes | None) -> None:
        """Send a block on the stream; None ends it."""
        self._said.put_nowait(block)

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        if asked.verb == "GET":
            await reply.stream()
            await reply.chunk(f": hello\n\nevent: endpoint\ndata: {self._endpoint}\n\n".encode())
            while (block := await self._said.get()) is not None:
                await reply.chunk(block)
            await reply.end()
        else:
            code, body = self._post
            await reply.whole(code, body, "text/plain")
            if 200 <= code < 300:
                self.say(b"event: message\ndata: " + ANSWER + b"\n\n")


async def refused(script: Script, *headers: tuple[str, str]) -> ConnectError:
    async with ScriptedServer(script) as server:
        with pytest.raises(ConnectError) as caught:
            async with Driving(server.url("/sse"), *headers, sse=True):
                pass
    return caught.value


async def test_a_message_is_posted_to_the_endpoint_and_answered_on_the_stream() -> None:
    async with ScriptedServer(Old()) as server:
        async with Driving(server.url("/app/sse"), ("X-Api-Key", "K"), sse=True) as driving:
            http = await driving.call("initialize", **{"X-Extra": "e"})
            answer = await driving.until(lambda event: isinstance(event, events.Received))
            assert (answer.raw, answer.http) == (ANSWER, 1)  # type: ignore[union-attr]
            assert (await driving.end(http)).failure == ""
            await driving.transport.listen()
        get, post = server.asked
    assert (get.path, get.header("accept"), get.header("x-api-key")) == ("/app/sse", "text/event-stream", "K")
    assert (post.path, post.header("x-extra"), post.header("x-api-key")) == ("/app/messages?s=1", "e", "K")
    assert post.header("content-type") == "application/json"
    assert driving.all(events.HttpBody)[0].raw == b"Accepted"
    assert driving.all(events.Opened)[0].transport == "http+sse"
    assert driving.all(events.HttpEnd, 1)[0].failure == "closed by us"
    assert [one.asked for one in driving.all(events.Closed)] == [True]


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("messages?s=1", "/app/messages?s=1"),
        ("/messages?s=1", "/messages?s=1"),
        ("?s=1", "/app/sse?s=1"),
        ("/app/messages?s=1", "/app/messages?s=1"),
        ("../x", "/x"),
    ],
)
async def test_http_19_the_endpoint_is_resolved_against_the_url(named: str, path: str) -> None:  # HTTP-19
    async with ScriptedServer(Old(named)) as server, Driving(server.url("/app/sse"), sse=True) as driving:
        await driving.end(await driving.call("ping"))
        assert server.asked[1].path == path
        assert driving.all(events.Decision)[0].verdict == "POST there"


@pytest.mark.parametrize(
    "named", ["http://127.0.0.2:1/messages", "//evil.example/m", "https://127.0.0.1/m", "javascript:x"]
)
async def test_an_endpoint_on_another_origin_is_refused_and_both_are_named(named: str) -> None:
    error = await refused(Old(named))
    assert "another origin" in error.message
    assert "http://127.0.0.1:" in error.why
    assert named.strip("/") in error.why


@pytest.mark.parametrize(
    ("code", "content_type", "body"),
    [
        (404, "text/html", b"<html>not \x1b[31mhere"),
        (200, "text/html", b"<html>welcome"),
        (405, "application/json", b'{"detail":"Method Not Allowed"}'),
        (500, "text/plain", b""),
    ],
)
async def test_something_else_is_named_with_status_type_and_first_bytes(
    code: int, content_type: str, body: bytes
) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.whole(code, body, content_type)

    error = await refused(script)
    assert f"HTTP {code}" in error.why and content_type in error.why
    assert (body[:10].decode() if body else "empty") in error.why
    assert "\x1b" not in error.why


async def test_a_stream_that_ends_without_an_endpoint_event_is_no_such_server() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.chunk(b'data: {"jsonrpc":"2.0","method":"hello"}\n\n')
        await reply.end()

    assert "without an endpoint event" in (await refused(script)).why


async def test_a_challenge_asks_for_authorization() -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.whole(401, b"", WWW_Authenticate='Bearer realm="x"')

    error = await refused(script)
    assert isinstance(error, AuthorizationNeeded)
    assert error.why == 'Bearer realm="x".'


async def test_no_server_at_all_says_why() -> None:
    async with ScriptedServer(Old()) as server:
        pass
    with pytest.raises(ConnectError) as caught:
        async with Driving(server.url("/sse"), sse=True):
            pass
    assert caught.value.why == f"127.0.0.1:{server.port} refused the connection."


async def test_a_post_that_fails_is_visible_with_its_status_and_body() -> None:
    script = Old(post=(404, b"no session"))
    async with ScriptedServer(script) as server, Driving(server.url("/app/sse"), sse=True) as driving:
        http = await driving.call("ping")
        await driving.end(http)
    assert driving.all(events.HttpResponse, http)[0].status == 404
    assert driving.all(events.HttpBody, http)[0].raw == b"no session"


async def test_an_answer_in_the_body_of_the_post_is_recorded_too() -> None:
    async with ScriptedServer(Old(post=(200, ANSWER))) as server, Driving(server.url("/app/sse"), sse=True) as driving:
        http = await driving.call("ping")
        await driving.end(http)
        assert [one.raw for one in driving.all(events.Received, http)] == [ANSWER]


async def test_the_end_of_the_stream_closes_the_connection() -> None:
    script = Old()
    async with ScriptedServer(script) as server, Driving(server.url("/app/sse"), sse=True) as driving:
        script.say(None)
        await driving.until(lambda event: isinstance(event, events.Closed))
        with pytest.raises(ConnectError):
            await driving.call("ping")
        await driving.transport.close()
        assert [(one.reason, one.asked) for one in driving.all(events.Closed)] == [("the event stream ended", False)]


async def test_a_second_endpoint_event_changes_nothing() -> None:
    script = Old()
    async with ScriptedServer(script) as server, Driving(server.url("/app/sse"), sse=True) as driving:
        script.say(b"event: endpoint\ndata: /elsewhere\n\n")
        await driving.until(lambda event: isinstance(event, events.SseBlock) and event.data == "/elsewhere")
        await driving.end(await driving.call("ping"))
        assert server.asked[1].path == "/app/messages?s=1"


async def test_giving_up_while_no_endpoint_comes_leaves_nothing_open() -> None:
    gone = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        await reply.stream()
        await reply.gone.wait()
        gone.set()

    async with ScriptedServer(script) as server:
        driving = Driving(server.url("/sse"), sse=True)
        async with asyncio.TaskGroup() as group:
            opening = group.create_task(driving.transport.open(group.create_task))
            await driving.until(lambda event: isinstance(event, events.HttpResponse))
            opening.cancel()
        async with asyncio.timeout(PATIENCE):
            await gone.wait()
    assert [one.asked for one in driving.all(events.Closed)] == [False]
    assert driving.all(events.HttpEnd)[0].failure == "closed by us"


async def test_an_endpoint_that_redirects_the_stream_is_the_base_for_the_post() -> None:
    old = Old("messages")

    async def script(asked: Asked, reply: Reply) -> None:
        if asked.path == "/sse":
            await reply.whole(307, Location="/v1/sse")
        else:
            await old(asked, reply)

    async with ScriptedServer(script) as server, Driving(server.url("/sse"), sse=True) as driving:
        await driving.end(await driving.call("ping"))
        assert server.asked[-1].path == "/v1/messages"


@pytest.mark.parametrize("endpoint", ["/messages?token=s3cr3t", "https://u:s3cr3t@other.example/?token=s3cr3t"])
async def test_what_is_said_of_an_endpoint_holds_no_secret_of_either_url(endpoint: str) -> None:
    said = ""
    async with ScriptedServer(Old(endpoint)) as server:
        driving = Driving(server.url("/sse?token=s3cr3t"), sse=True)
        try:
            async with driving:
                pass
        except ConnectError as error:
            said = f"{error.message} {error.why} {error.hint}"
    [decision] = driving.all(events.Decision)
    assert "s3cr3t" not in f"{decision} {said}"


async def test_a_server_that_is_none_is_named_without_the_secrets_of_its_url() -> None:
    async def page(asked: Asked, reply: Reply) -> None:
        await reply.whole(200, b"<html>", "text/html")

    async with ScriptedServer(page) as server:
        with pytest.raises(ConnectError) as caught:
            async with Driving(server.url("/sse?token=s3cr3t"), sse=True):
                pass
    assert "token=‹secret› was answered" in caught.value.why
