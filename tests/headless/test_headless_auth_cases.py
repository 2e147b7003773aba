"""The hard cases of authorization as whole commands: HTTP-29, SEC-09 and SEC-12.

The person who signs in does it at once (`browses`); the server is a script.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from inspector.cli import run
from inspector.headless import live
from inspector.recording import open_recording
from inspector.transports.auth.person import Browser
from inspector.transports.auth.steps import Visit
from inspector.wire import events
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.protected import Protected

PATIENCE = 30.0
Script = Callable[[Asked, Reply], Awaitable[None]]


class Case:
    """A protected server whose script a test lays something over, with the commands before it."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self.site = Protected()
        self.over: Callable[[Asked, Reply], Awaitable[bool]] | None = None
        self.asked: list[Asked] = []
        self.pages: list[str] = []
        self._folder, self._capfd = folder, capfd

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        self.asked.append(asked)
        if self.over is None or not await self.over(asked, reply):
            await self.site(asked, reply)

    async def run(self, *words: str) -> tuple[int, str]:
        """The code, and what was said on stderr."""
        self.asked, self.pages = [], []
        record = ("--record", str(self._folder / f"{len(list(self._folder.iterdir()))}.jsonl"))
        code = await asyncio.to_thread(run, [*words, "--url", f"{self.site.url}/mcp", *record])
        return code, self._capfd.readouterr().err

    def requests(self) -> list[str]:
        """The URLs of all requests in the last recording, whether they were answered or not."""
        newest = max(self._folder.iterdir(), key=lambda path: int(path.stem))
        records = open_recording(newest).records
        return [one.event.url for one in records if isinstance(one.event, events.HttpRequest)]

    def count(self, path: str) -> int:
        """How often that path was asked for."""
        return sum(asked.path.partition("?")[0] == path for asked in self.asked)

    async def browses(self, visit: Visit, came: Callable[[str], None]) -> None:
        """A browser: it follows the redirect into the listener, and once more if that was not taken."""
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            for _ in range(2):
                answer = await browser.get(visit.url)
                self.pages.append(answer.text)
                if answer.status_code == 200:
                    break


@pytest.fixture
async def case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> AsyncIterator[Case]:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    (tmp_path / "recordings").mkdir()
    made = Case(tmp_path / "recordings", capfd)
    monkeypatch.setattr(live, "person", lambda **_: Browser(made.browses))
    async with asyncio.timeout(PATIENCE), ScriptedServer(made) as server:
        made.site.url = server.url("")
        yield made


async def test_only_missing_scopes_are_asked_for_after_a_403_and_only_once(case: Case) -> None:  # HTTP-29
    challenge: str | None = None

    async def forbids(asked: Asked, reply: Reply) -> bool:
        forbidden = b"tools/call" in asked.body and asked.header("Authorization") is not None
        if forbidden:
            headers = {} if challenge is None else {"WWW_Authenticate": challenge}
            await reply.whole(403, b"Origin not allowed", "text/plain", **headers)
        return forbidden

    assert (await case.run("auth", "login"))[0] == 0
    case.over = forbids
    for challenge in (None, 'Bearer error="invalid_token"', 'Bearer error="access_denied"'):
        code, said = await case.run("call", "echo")
        assert (code, case.count("/authorize"), case.count("/token")) == (7, 0, 0)
        assert sum(b"tools/call" in asked.body for asked in case.asked) == 1
        assert f"403, {challenge or 'without a challenge'}" in said and "Origin not allowed" in said
    challenge = 'Basic realm="x, y", Bearer error="insufficient_scope", scope="a b"'
    code, said = await case.run("call", "echo")
    assert (code, case.count("/authorize")) == (7, 1)
    assert sum(b"tools/call" in asked.body for asked in case.asked) == 2
    [sign_in] = [asked.path for asked in case.asked if asked.path.startswith("/authorize")]
    assert dict(parse_qsl(urlsplit(sign_in).query))["scope"] == "a b"
    assert "The server wants scopes that do not help: a b." in said


async def test_metadata_leads_to_no_place_where_the_server_is_not(case: Case) -> None:  # SEC-09
    places = {
        "http://169.254.169.254/latest/": "not https",
        "http://[::ffff:169.254.169.254]/": "not https",
        "https://169.254.169.254/latest/": "link-local",
        "file:///etc/passwd": "no https URL",
        "gopher://x": "no https URL",
        f"{case.site.url}/astray": "not https",
    }
    asked_place = ""

    async def leads_astray(asked: Asked, reply: Reply) -> bool:
        if asked.path == "/mcp":
            await reply.whole(401, WWW_Authenticate=f'Bearer resource_metadata="{asked_place}"')
        elif asked.path == "/astray":
            await reply.whole(302, Location="http://169.254.169.254/latest/")
        else:
            await reply.whole(404)
        return True

    case.over = leads_astray
    for place, words in places.items():
        asked_place = place
        code, said = await case.run("list", "tools")
        assert code == 7 and words in said and not case.pages
        assert {urlsplit(url).netloc for url in case.requests()} == {urlsplit(case.site.url).netloc}


async def test_an_answer_of_another_is_not_used_and_not_shown(case: Case) -> None:  # SEC-12
    site = case.site
    good = {"code": "code-K1", "state": "", "iss": site.url}
    answers: list[dict[str, str | None]] = []

    async def answers_so(asked: Asked, reply: Reply) -> bool:
        path, _, query = asked.path.partition("?")
        if path != "/authorize":
            return False
        given = dict(parse_qsl(query))
        back = {**good, "state": given["state"], **answers.pop(0)}
        said = urlencode({name: value for name, value in back.items() if value is not None})
        await reply.whole(302, b"", None, Location=f"{given['redirect_uri']}?{said}")
        return True

    case.over = answers_so
    for changed, words in (
        ({"code": "evil", "iss": "https://other.example"}, "from another authorization server"),
        (
            {"code": None, "error": "evil", "error_description": "[/]\x1b[2Jevil", "iss": "https://other.example"},
            "another",
        ),
        ({"code": "evil", "iss": None}, "does not say whose it is"),
        ({"code": "evil", "iss": f"{site.url}/"}, "from another authorization server"),
    ):
        answers.append(changed)
        code, said = await case.run("auth", "login")
        assert (code, case.count("/token")) == (7, 0)
        assert words in said and "evil" not in said and "other.example" not in said
    answers += [{"code": "evil", "state": "wrong"}, {}]
    code, said = await case.run("auth", "login")
    assert code == 0 and [form["code"] for form in site.forms] == ["code-K1"]
    assert "Not taken" in case.pages[0] and "evil" not in "".join(case.pages) + said


async def test_a_mock_of_a_protected_server_says_that_it_protects_nothing(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("inspector.serving.run", lambda *where, **more: 130)
    assert (await case.run("list", "tools"))[0] == 0
    assert run(["serve", str(tmp_path / "recordings" / "0.jsonl"), "--http", "0", "--no-record"]) == 0
    assert "this mock wants none, and gives everybody what that one got." in capfd.readouterr().err
