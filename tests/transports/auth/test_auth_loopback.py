"""A whole authorization over real connections: the server, its authorization server, a browser that comes back."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from inspector.journal import Journal
from inspector.secrets import MASK
from inspector.transports.auth.authorizer import Authorizer
from inspector.transports.auth.callback import Callback
from inspector.transports.auth.fetching import Fetcher
from inspector.transports.auth.flow import Held
from inspector.transports.auth.person import Browser
from inspector.transports.auth.steps import Fetch, Visit
from inspector.transports.auth.store import FileStore
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import Trial, filled
from inspector.transports.auth.wish import Wish
from inspector.transports.http import HttpTransport
from inspector.transports.http_options import HttpOptions
from inspector.wire import events, jsonrpc
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.protected import SECRETS, Protected

PATIENCE = 10.0


async def browses(visit: Visit, came: Callable[[str], None]) -> None:
    """A browser: it follows the redirect into the listener."""
    async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
        answer = await browser.get(visit.url)
    assert "<h1>Go back to the terminal</h1>" in answer.text and visit.state not in answer.text


@asynccontextmanager
async def speaking(authorizer: Callable[[HttpOptions], Authorizer], site: Protected) -> AsyncIterator[Any]:
    """An open transport to a protected server."""
    async with asyncio.timeout(PATIENCE), ScriptedServer(site) as server:
        site.url = server.url("")
        options = HttpOptions(server.url("/mcp"))
        journal = Journal()
        transport = HttpTransport(options, journal, itertools.count(1), authorizer=authorizer(options))
        async with asyncio.TaskGroup() as group:
            await transport.open(group.create_task)
            yield transport, journal, server
            await transport.close()


async def ended(journal: Journal, http: int) -> list[Any]:
    """What stands in the journal when an exchange is over."""
    async for _ in journal.follow():
        found = [record.event for record in journal.records]
        if any(isinstance(event, events.HttpEnd) and event.http == http for event in found):
            return found
    raise AssertionError("the journal was sealed")


async def test_requests_that_are_refused_wait_for_one_sign_in_and_are_sent_again() -> None:
    waits: list[bool] = []

    def authorizer(options: HttpOptions) -> Authorizer:
        made = Authorizer(options, Wish(), person=Browser(browses))
        made.waits = waits.append
        return made

    async with speaking(authorizer, Protected()) as (transport, journal, server):
        first, second = [await transport.send(jsonrpc.request(id, "ping"), {}) for id in (1, 2)]
        await ended(journal, first)
        found = await ended(journal, second)
        assert ("Authorization", f"Bearer {MASK}") in transport.headers_of({})
        third = await transport.send(jsonrpc.request(3, "ping"), {})
        await ended(journal, third)
    paths = [asked.path.partition("?")[0] for asked in server.asked]
    assert paths.count("/authorize") == paths.count("/token") == 1
    assert paths.count("/mcp") == 5 and sum(isinstance(event, events.Received) for event in found) == 2
    assert waits.count(True) == waits.count(False) == 2
    flow = [event for event in found if not isinstance(event, events.HttpRequest) or "/mcp" not in event.url]
    assert not [secret for secret in SECRETS if secret in repr(flow)]
    assert [event.url for event in flow if isinstance(event, events.HttpRequest)][-1].endswith("/token")
    masked = [event for event in flow if MASK.encode() in (getattr(event, "body", b"") + getattr(event, "raw", b""))]
    assert [type(event) for event in masked] == [events.HttpBody, events.HttpRequest, events.HttpBody]


async def test_what_was_on_its_way_without_the_token_that_came_meanwhile_is_sent_again_with_it() -> None:
    made: list[Authorizer] = []

    def authorizer(options: HttpOptions) -> Authorizer:
        made.append(Authorizer(options, Wish(), person=Browser(browses)))
        return made[0]

    async with speaking(authorizer, Protected()) as (transport, journal, server):
        await ended(journal, await transport.send(jsonrpc.request(1, "ping"), {}))
        late = Trial()
        assert await made[0].refused(401, (), late, journal, itertools.count(90)) is None
    assert late.renewed == 1 and [asked.path for asked in server.asked].count("/token") == 1


async def test_the_token_that_another_process_got_meanwhile_is_taken_before_anybody_is_asked(tmp_path: Path) -> None:
    """Both looked at what is kept before there was any; each has a store and an authorizer of its own."""
    options, journal = HttpOptions("https://mcp.example"), Journal()
    one = Authorizer(options, Wish(), FileStore(tmp_path / "c.json"))
    assert one.held.tokens is None
    FileStore(tmp_path / "c.json").save("https://mcp.example", Held(Tokens("access-T2", "i", "r", "C2")))
    trial = Trial()
    assert await one.refused(401, (), trial, journal, itertools.count(1)) is None
    assert one.headers(trial, "POST", "https://mcp.example") == [("Authorization", "Bearer access-T2")]
    assert "access-T2" in journal.confided


async def test_where_nobody_can_sign_in_the_refusal_stays_and_the_journal_says_why() -> None:
    async with speaking(lambda options: Authorizer(options, Wish()), Protected()) as (transport, journal, _):
        http = await transport.send(jsonrpc.request(1, "ping"), {})
        found = await ended(journal, http)
    failures = [event for event in found if isinstance(event, events.Decision) and event.verdict == "failed"]
    assert [event.data["refused"]["http"] for event in failures] == [http]
    assert "nobody is there to sign in" in failures[0].because
    assert [event.status for event in found if isinstance(event, events.HttpResponse) and event.http == http] == [401]


@pytest.mark.parametrize(
    ("line", "host", "page"),
    [
        ("GET /callback?state=S&code=x HTTP/1.1", "evil.example", "Nothing to do here"),
        ("GET /callback?state=S&code=x HTTP/1.1", "", "Nothing to do here"),
        ("POST /callback?state=S&code=x HTTP/1.1", "127.0.0.1", "Nothing to do here"),
        ("GET /other?state=S&code=x HTTP/1.1", "127.0.0.1", "Nothing to do here"),
        ("GET //evil.example/callback?state=S HTTP/1.1", "127.0.0.1", "Nothing to do here"),
        ("GET /callback?state=T&code=x HTTP/1.1", "127.0.0.1", "Not taken"),
        ("GET /callback?code=x HTTP/1.1", "127.0.0.1", "Not taken"),
        ("GET /callback?state=S&state=T HTTP/1.1", "127.0.0.1", "Nothing to do here"),
        ("GET /callback?state=S&code=x HTTP/1.1", "127.0.0.1", "Go back to the terminal"),
        ("GET /callback?state=S&error=evil&error_description=evil HTTP/1.1", "127.0.0.1", "Not signed in"),
        ("GET /callback?state=S&code=x HTTP/1.1", "localhost", "Go back to the terminal"),
    ],
)
async def test_the_listener_takes_one_answer_from_this_machine_alone(line: str, host: str, page: str) -> None:
    came: list[str] = []
    listener = Callback()
    redirect = await listener.open(0)
    port = urlsplit(redirect).port
    assert urlsplit(redirect).hostname == "127.0.0.1"
    listener.expect("S", came.append)
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            header = f"Host: {host}:{port}\r\n" if host else ""
            writer.write(f"{line}\r\n{header}\r\n".encode())
            answer = await reader.read()
            writer.close()
            await writer.wait_closed()
    finally:
        await listener.close()
    assert f"<h1>{page}</h1>" in answer.decode() and b"evil" not in answer and b"Location" not in answer
    taken = page not in ("Nothing to do here", "Not taken")
    assert answer.startswith(b"HTTP/1.1 200 " if taken else b"HTTP/1.1 400 ")
    assert [urlsplit(url)[:3] for url in came] == [urlsplit(redirect)[:3]] * taken
    assert all(url.endswith(line.split(" ")[1]) for url in came)


async def asking(script: Any, path: str = "/a", verb: Any = "GET") -> tuple[Any, Journal]:
    """One request of a flow, to a server on this machine."""
    journal = Journal()
    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server:
        fetcher = Fetcher(HttpOptions(server.url("/mcp")), journal, itertools.count(1))
        return await fetcher.fetch(Fetch("metadata", verb, server.url(path))), journal


async def test_a_redirect_is_judged_again_and_only_a_get_follows_one() -> None:
    async def astray(asked: Asked, reply: Reply) -> None:
        await reply.whole(302, b"", None, Location="http://169.254.169.254/latest/")

    answer, journal = await asking(astray)
    assert answer.status is None and "not https" in answer.failure
    assert sum(isinstance(record.event, events.HttpRequest) for record in journal.records) == 1
    answer, _ = await asking(astray, verb="POST")
    assert answer.status == 302

    async def moved(asked: Asked, reply: Reply) -> None:
        if asked.path == "/a":
            await reply.whole(301, b"", None, Location="/b")
        else:
            await reply.whole(200, b'{"a":1}', "application/json")

    answer, _ = await asking(moved)
    assert answer.document == {"a": 1}


async def test_an_answer_without_an_end_is_cut_off() -> None:
    async def endless(asked: Asked, reply: Reply) -> None:
        await reply.stream(content_type="application/json")
        while not reply.gone.is_set():
            await reply.chunk(b" " * 65536)

    answer, _ = await asking(endless)
    assert answer.failure == "the body is larger than 1 MiB"


@pytest.mark.parametrize(
    ("own", "goes"),
    [
        ([("Authorization", "DPoP T"), ("DPoP", "P")], [("A", "b"), ("authorization", "DPoP T"), ("DPoP", "P")]),
        ([("Authorization", "Bearer T")], [("A", "b"), ("authorization", "Bearer T")]),
        ([], [("A", "b")]),
    ],
)
def test_what_stands_for_a_token_gives_way_to_the_one_that_there_is_then(own: Any, goes: Any) -> None:
    assert filled([("A", "b"), ("authorization", f"DPoP {MASK}"), ("DPoP", MASK)], own) == goes
    assert filled([("Authorization", "Bearer mine"), ("X", MASK)], own) == [
        ("Authorization", "Bearer mine"),
        ("X", MASK),
    ]
