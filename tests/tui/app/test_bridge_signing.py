"""Signing in from the interface, over real connections: what the bridge tells, and what the person does about it."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from textual.message import Message

from inspector.client import Options
from inspector.client.authorizing import kept
from inspector.config.target import HttpTarget, StdioTarget
from inspector.errors import AuthorizationNeeded
from inspector.recording import open_recording
from inspector.recording.plan import Plan
from inspector.transports.auth import authorizer
from inspector.transports.auth.wish import Wish
from inspector.tui import opening
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_signing import SigningTold
from inspector.tui.bridge_told import Connected
from inspector.tui.signing import Signing
from inspector.wire.events import Decision, HttpRequest, Received
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.protected import SECRETS, Protected

PATIENCE = 30.0
_INITIALIZED = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}}


class Guarded(Protected):
    """One that tells refreshed tokens from first ones, and may want more scopes for a call. `taken` are the tokens that
    it takes, `narrow` those that are not enough for a call."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = {"access-T1"}
        self.narrow: set[str] = set()

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        path = asked.path.partition("?")[0]
        token = (asked.header("Authorization") or "").removeprefix("Bearer ")
        if path == "/mcp" and asked.verb != "POST":
            await reply.whole(405)
            return
        if path == "/mcp" and token in self.taken:
            message = json.loads(asked.body)
            if message["method"] == "tools/call" and token in self.narrow:
                challenge = 'Bearer error="insufficient_scope", scope="write"'
                await reply.whole(403, b"no", "text/plain", WWW_Authenticate=challenge)
                return
            if "id" not in message:
                await reply.whole(202)
                return
            if message["method"] == "initialize":
                answer = {"jsonrpc": "2.0", "id": message["id"], "result": _INITIALIZED}
                await reply.whole(200, json.dumps(answer).encode(), "application/json")
                return
            asked.headers.append(("Authorization", "Bearer access-T1"))
            asked.headers.remove(("Authorization", f"Bearer {token}"))
        elif path == "/mcp":
            asked.headers[:] = [pair for pair in asked.headers if pair[0].lower() != "authorization"]
        await super().__call__(asked, reply)


class Heard:
    """What a bridge tells."""

    def __init__(self) -> None:
        self.connected: list[Connected] = []
        self.told: list[str] = []
        self._came = asyncio.Event()

    def __call__(self, message: Message) -> None:
        if isinstance(message, Connected):
            self.connected.append(message)
        if isinstance(message, SigningTold):
            self.told.append(message.text)
        self._came.set()

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait for a message after which it holds."""
        while not (found := holds()):
            self._came.clear()
            await self._came.wait()
        return found


class Stage:
    """A bridge to a protected server, and its person."""

    def __init__(self, bridge: Bridge, heard: Heard, server: ScriptedServer, site: Guarded) -> None:
        self.bridge, self.heard, self.server, self.site = bridge, heard, server, site

    async def waits(self, what: str) -> None:
        await self.heard.until(lambda: self.bridge.signing.waits == what)

    async def connected(self) -> Connected:
        await self.heard.until(lambda: self.heard.connected)
        found, self.heard.connected = self.heard.connected[-1], []
        return found

    async def browse(self) -> str:
        """What a browser does; the URL that it ends up at, which it does not visit."""
        async with httpx.AsyncClient(trust_env=False) as browser:
            return (await browser.get(self.bridge.signing.url)).headers["Location"]

    async def sign_in(self) -> None:
        await self.waits("browser")
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(self.bridge.signing.url)

    async def called(self) -> list[Any]:
        """A call, and what came for it."""
        op = self.bridge.call("tools/call", {"name": "echo", "arguments": {}}, "echo")
        assert op is not None
        return await self.over(op)

    async def over(self, op: int) -> list[Any]:
        while op in self.bridge._calls:
            await asyncio.wait((self.bridge._calls[op],))
        return [one.event for one in self.bridge.journal.records]

    def count(self, path: str) -> int:
        return [asked.path.partition("?")[0] for asked in self.server.asked].count(path)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    return tmp_path


@asynccontextmanager
async def staged(site: Guarded | None = None, plan: Plan | None = None, **options: Any) -> AsyncIterator[Stage]:
    site, heard = site or Guarded(), Heard()
    async with asyncio.timeout(PATIENCE), ScriptedServer(site) as server:
        site.url = server.url("")
        wished = Options(**{"mode": "modern", "authorization": Wish(), **options})
        bridge = Bridge(HttpTarget(server.url("/mcp")), wished, plan or Plan(), heard)
        async with asyncio.TaskGroup() as group:
            life = group.create_task(bridge.run())
            try:
                yield Stage(bridge, heard, server, site)
            finally:
                bridge.stop()
                await life


def listens(url: str) -> bool:
    """Whether somebody listens where a browser is to come back to."""
    back = urlsplit(parse_qs(urlsplit(url).query)["redirect_uri"][0])
    with socket.socket() as one:
        return one.connect_ex((back.hostname, back.port)) == 0


async def test_nothing_opens_before_the_person_wants_it_and_a_pasted_address_is_judged_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(opening, "open_page", lambda url, words, tell: opened.append(url))
    path = tmp_path / "session.jsonl"
    async with staged(plan=Plan(path=path)) as stage:
        await stage.waits("browser")
        signing = stage.bridge.signing
        assert (signing.going, signing.possible, opened) == (True, True, [])
        assert signing.url.startswith(f"{stage.site.url}/authorize?") and stage.site.url in signing.told
        stage.bridge.sign_open()
        assert opened == [signing.url] and listens(signing.url)
        back = await stage.browse()
        for wrong in ("code-K1", signing.url, back.replace("state=", "state=x")):
            assert stage.bridge.sign_back(wrong) == stage.bridge.signing.wrong != ""
        assert stage.bridge.sign_back(f" {back}\n") == ""
        assert (await stage.connected()).fault is None
        assert stage.bridge.signing == Signing(possible=True) and not listens(signing.url)
        facts = stage.bridge.sign_kept()
        assert facts is not None and (facts.issuer, facts.client, facts.refresh) == (stage.site.url, "C1", True)
        assert not [secret for secret in SECRETS if secret in repr(facts)]
    recorded = open_recording(path)
    assert not recorded.notes and len(recorded.records) == len(stage.bridge.journal.records)
    assert any(isinstance(one.event, Decision) and one.event.verdict == "a person is asked" for one in recorded.records)


async def test_it_stops_before_each_step_says_what_it_would_do_and_runs_on_when_told_to() -> None:
    async with staged() as stage:
        stage.bridge.sign_pauses(True)
        told: list[tuple[str, int]] = []
        for _ in range(4):
            await stage.heard.until(lambda: stage.bridge.signing.before not in ("", *(one for one, _ in told)))
            told.append((stage.bridge.signing.before, len(stage.server.asked)))
            stage.bridge.sign_step()
        assert [(words.replace(stage.site.url, ""), asked) for words, asked in told] == [
            ("fetch protected resource metadata from /prm", 1),
            ("fetch authorization server metadata from /.well-known/oauth-authorization-server", 2),
            ("listen on this machine for the browser to come back", 3),
            ("send client registration to /register", 3),
        ]
        await stage.heard.until(lambda: stage.bridge.signing.before not in ("", *(one for one, _ in told)))
        assert stage.bridge.signing.before.startswith("show where to sign in for ")
        stage.bridge.sign_run_on()
        await stage.sign_in()
        assert (await stage.connected()).fault is None and not stage.bridge.signing.pauses


@pytest.mark.parametrize("when", ["step", "browser"])
async def test_giving_up_ends_what_waits_for_it_with_the_reason_and_the_next_attempt_begins_anew(when: str) -> None:
    async with staged() as stage:
        stage.bridge.sign_pauses(when == "step")
        await stage.waits(when)
        url = stage.bridge.signing.url
        stage.bridge.sign_abandon()
        fault = (await stage.connected()).fault
        assert isinstance(fault, AuthorizationNeeded) and "given up" in fault.message
        assert not stage.bridge.signing.going and not (url and listens(url))
        stage.bridge.try_all()
        await stage.waits(when)
        stage.bridge.sign_abandon()
        assert isinstance((await stage.connected()).fault, AuthorizationNeeded) and not stage.bridge.signing.going
        stage.bridge.sign_pauses(False)
        stage.bridge.connect(stage.bridge.options)
        await stage.sign_in()
        assert (await stage.connected()).fault is None


async def test_the_secret_of_ones_own_client_is_asked_for_where_the_server_takes_none_without() -> None:
    async with staged(authorization=Wish(client_id="mine")) as stage:
        await stage.waits("secret")
        assert "mine" in stage.bridge.signing.told and stage.site.url in stage.bridge.signing.told
        stage.bridge.sign_secret("client-S1")
        await stage.sign_in()
        assert (await stage.connected()).fault is None
        assert (stage.site.forms[0]["client_id"], stage.site.forms[0]["client_secret"]) == ("mine", "client-S1")
        assert not [one for one in stage.bridge.journal.records if "client-S1" in repr(one.event)]


async def test_what_ends_the_connection_ends_the_flow_and_nobody_listens_any_more() -> None:
    async with staged() as stage:
        await stage.waits("browser")
        first = stage.bridge.signing.url
        stage.bridge.disconnect()
        await stage.waits("")
        await stage.connected()
        assert not listens(first) and not stage.bridge.signing.going
        stage.bridge.connect(stage.bridge.options)
        await stage.waits("browser")
        second = stage.bridge.signing.url
        stage.bridge.connect(stage.bridge.options)
        await stage.heard.until(lambda: stage.bridge.signing.url not in ("", second))
        third = stage.bridge.signing.url
        assert first != second != third and stage.count("/register") == 1
        stage.bridge.sign_pauses(True)
    assert not listens(third) and not stage.bridge.signing.going


async def test_the_clocks_of_requests_and_of_the_connection_stand_still_while_somebody_signs_in() -> None:
    async with staged() as stage:
        await stage.waits("browser")
        client = stage.bridge.client
        assert client is not None and client._line.limit is not None
        scopes = [client._line.limit, *(one.scope for one in client._requests._pending.values())]
        assert len(scopes) == 2 and [scope.when() for scope in scopes if scope is not None] == [None, None]
        await stage.sign_in()
        assert (await stage.connected()).fault is None
        assert client._line.limit.when() is not None


async def test_in_the_midst_of_a_session_tokens_are_renewed_without_the_person_and_more_scopes_ask_them_once() -> None:
    async with staged() as stage:
        await stage.sign_in()
        await stage.connected()
        site, bridge = stage.site, stage.bridge
        site.taken = {"access-T2"}
        site.changes["/token"] = {"access_token": "access-T2"}
        ops = [bridge.call("tools/call", {"name": "echo", "arguments": {}}, "echo") for _ in range(2)]
        for op in ops:
            assert op is not None
            await stage.over(op)
        assert [form["grant_type"] for form in site.forms] == ["authorization_code", "refresh_token"]
        site.narrow, site.taken = {"access-T2"}, {"access-T2", "access-T3"}
        site.changes["/token"] = {"access_token": "access-T3"}
        before = sum(isinstance(one.event, Received) for one in bridge.journal.records)
        ops = [bridge.call("tools/call", {"name": "echo", "arguments": {}}, "echo") for _ in range(2)]
        await stage.waits("browser")
        await stage.heard.until(lambda: all(op is not None and bridge.signs_for(op) for op in ops))
        await stage.sign_in()
        for op in ops:
            assert op is not None
            await stage.over(op)
            assert not bridge.signs_for(op)
        assert len(site.forms) == 3 and stage.count("/authorize") == 2
        assert sum(isinstance(one.event, Received) for one in bridge.journal.records) == before + 2


async def test_what_is_kept_can_be_forgotten_and_the_flow_begins_anew() -> None:
    async with staged() as stage:
        await stage.sign_in()
        await stage.connected()
        assert stage.bridge._authorizer is not None
        stage.bridge._authorizer.held.futile.add(frozenset({"write"}))
        stage.bridge.sign_anew()
        await stage.sign_in()
        assert not stage.bridge._authorizer.held.futile
        assert (await stage.connected()).fault is None and stage.count("/register") == 1
        assert not stage.count("/revoke")
        stage.bridge.sign_forget()
        await stage.waits("browser")
        held = kept().load(f"{stage.site.url}/mcp")
        assert held.tokens is None and not held.clients
        await stage.sign_in()
        assert (await stage.connected()).fault is None and stage.count("/register") == 2


async def test_what_is_forgotten_is_revoked_first_without_a_pause_and_what_came_of_it_is_told() -> None:
    async with staged() as stage:
        await stage.sign_in()
        await stage.connected()
        bridge, site = stage.bridge, stage.site
        bridge.sign_pauses(True)
        before = len(bridge.journal)
        bridge.sign_forget()
        await stage.waits("step")
        revoked = [form for form in site.forms if "token_type_hint" in form]
        assert [form["token"] for form in revoked] == ["refresh-T1", "access-T1"]
        assert {(form["client_id"], form["client_secret"]) for form in revoked} == {("C1", "client-S1")}
        assert bridge.signing.given_back == (
            f"The refresh token is revoked at {site.url}.",
            f"The access token is revoked at {site.url}.",
            f"C1 stays registered with {site.url}.",
        )
        assert stage.heard.told == ["The tokens are revoked and forgotten."] and bridge.sign_kept() is None
        asked = [(one.seq, one.event.http) for one in bridge.journal.records if isinstance(one.event, HttpRequest)]
        numbers = [number for seq, number in asked if seq > before]
        assert len(numbers) > 3 and min(numbers) > max(number for seq, number in asked if seq <= before)
        assert not [secret for secret in SECRETS if secret in repr(bridge.journal.records)]


class Silent(Guarded):
    """One that says nothing when it is to revoke something, which it has `asked`."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        if asked.path == "/revoke":
            self.asked.set()
            await asyncio.get_running_loop().create_future()
        await super().__call__(asked, reply)


async def test_an_authorization_server_that_is_silent_is_waited_for_a_while_or_left_and_all_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Silent()
    async with staged(site) as stage:
        bridge = stage.bridge
        for left in (True, False):
            await stage.sign_in()
            assert (await stage.connected()).fault is None
            if not left:
                monkeypatch.setattr(authorizer, "SECONDS", 0.2)
            site.asked.clear()
            bridge.sign_forget()
            await site.asked.wait()
            assert "R connects without waiting" in bridge.signing.given_back[0]
            if left:
                bridge.connect(bridge.options)
            await stage.waits("browser")
            held = kept().load(f"{site.url}/mcp")
            assert held.tokens is None and not held.clients
            [said, registered] = bridge.signing.given_back
            assert ("was left" if left else "did not answer within 0.2 s") in said and "stays registered" in registered


async def test_a_server_that_revokes_nothing_has_its_tokens_forgotten_and_that_is_told() -> None:
    async with staged() as stage:
        stage.site.changes["/.well-known/oauth-authorization-server"] = {"revocation_endpoint": None}
        await stage.sign_in()
        await stage.connected()
        stage.bridge.sign_forget()
        await stage.waits("browser")
        [told] = stage.heard.told
        assert "no revocation_endpoint" in told and "until they expire" in told
        assert told == stage.bridge.signing.given_back[0] and kept().load(f"{stage.site.url}/mcp").tokens is None


async def test_without_a_url_nothing_is_signed_in_and_the_deeds_do_nothing() -> None:
    bridge = Bridge(StdioTarget(("server",)), Options(), Plan(), lambda message: None)
    assert bridge.signs() is None and bridge.sign_kept() is None and bridge.sign_back("x") == ""
    for deed in (bridge.sign_step, bridge.sign_run_on, bridge.sign_open, bridge.sign_abandon, bridge.sign_forget):
        deed()
    assert bridge.signing == Signing()


@pytest.mark.parametrize("mode", ["modern", "legacy"])
async def test_a_call_that_is_cancelled_while_it_waits_for_more_scopes_is_never_sent_again(mode: str) -> None:
    async with staged(mode=mode) as stage:
        await stage.sign_in()
        assert (await stage.connected()).fault is None
        stage.site.narrow = {"access-T1"}
        op = stage.bridge.call("tools/call", {"name": "echo", "arguments": {}}, "echo")
        assert op is not None
        await stage.waits("browser")
        url = stage.bridge.signing.url
        stage.bridge.cancel(op)
        await stage.over(op)
        await stage.heard.until(lambda: not stage.bridge.signing.going)
        assert not listens(url)
        stage.site.narrow = set()
        await stage.called()
        sent = [
            json.loads(asked.body).get("method") for asked in stage.server.asked if asked.path == "/mcp" and asked.body
        ]
        assert sent.count("tools/call") == 2 and "notifications/cancelled" not in sent
