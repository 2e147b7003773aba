"""Whole authorizations of every kind, with a server that repeats what it was told: where no secret of theirs may be
(SEC-05, SEC-06).

stdout of a command is the server's answer, which is data by contract; all that inspector says itself is looked through.
"""

import asyncio
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from joserfc.jwk import ECKey

from inspector.analysis.authorization_flows import Authorizations
from inspector.cli import run
from inspector.headless import live
from inspector.headless.found import fold_of, told
from inspector.journal import Journal
from inspector.transports.auth.person import Browser
from inspector.transports.auth.steps import Visit
from inspector.wire.events import Decision, HttpRequest
from tests.headless.leaks import everything_in, exported, found, noise, shreds
from tests.servers.http_scripted import ScriptedServer
from tests.servers.telling_all import TellingAll

PATIENCE = 60.0


async def browses(visit: Visit, came: Callable[[str], None]) -> None:
    """A person who signs in at once."""
    async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
        assert (await browser.get(visit.url)).status_code == 200


def own_words(journals: list[Journal]) -> str:
    """What the interface would show of these sessions in words of ours, and of the requests of their authorizations."""
    words = []
    while journals:
        records, flows = journals.pop().records, Authorizations()
        for record in records:
            flows.take(record)
        ours = {
            one.event.http for one in records if isinstance(one.event, HttpRequest) and one.event.url[-4:] != "/mcp"
        }
        shown = [
            one.event for one in records if isinstance(one.event, Decision) or getattr(one.event, "http", 0) in ours
        ]
        words += [*map(repr, shown), repr(flows.flows), repr(told(fold_of(records)))]
    return "\n".join(words)


class Desk:
    """Runs commands, and keeps what they said and recorded."""

    def __init__(self, folder: Path, capfd: pytest.CaptureFixture[str], site: TellingAll) -> None:
        self.folder, self.capfd, self.site = folder, capfd, site
        self.told: dict[str, str] = {}
        self.recordings: list[Path] = []
        self.journals: list[Journal] = []

    async def __call__(self, *words: str, code: int = 0, echoes: bool = False, form: str = "jsonl") -> None:
        """One command; `echoes`: what it prints is the server's to say."""
        self.site.begin()
        name = f"{len(self.told)} {' '.join(words[:3])}"
        if words[0] != "auth" or words[1] == "login":
            self.recordings.append(self.folder / f"{len(self.recordings)}.{form}")
            words = (*words, "--url", f"{self.site.url}/mcp", "--record", str(self.recordings[-1]))
        assert await asyncio.to_thread(run, list(words)) == code, (words, self.capfd.readouterr())
        said = self.capfd.readouterr()
        self.told[name] = said.err if echoes else said.out + said.err
        self.told[f"{name}, on a screen"] = own_words(self.journals)


@pytest.fixture
async def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> AsyncIterator[Desk]:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(live, "person", lambda **_: Browser(browses))
    monkeypatch.setattr(live, "Journal", lambda: journals.append(Journal()) or journals[-1])
    journals: list[Journal] = []
    site = TellingAll()
    async with asyncio.timeout(PATIENCE), ScriptedServer(site) as server:
        site.url = server.url("")
        (tmp_path / "recordings").mkdir()
        desk = Desk(tmp_path / "recordings", capfd, site)
        journals = desk.journals
        yield desk


def nothing_left(desk: Desk, home: Path) -> None:
    """No secret is in what was said, recorded and exported; what is kept is for its owner alone."""
    kept = home / "state" / "credentials.json"
    assert not kept.exists() or stat.S_IMODE(kept.stat().st_mode) == 0o600
    left = {where: text for where, text in everything_in(home).items() if where != str(kept)}
    told = desk.told | everything_in(desk.folder) | left | exported(desk.recordings, home, desk.capfd)
    proofs = {f"proof {number}": proof for number, proof in enumerate(desk.site.proofs)}
    shredded = {name: shreds(secret) for name, secret in (desk.site.secrets | proofs).items()}
    assert found(told, shredded) == []


async def test_nothing_of_those_who_sign_in_is_left_anywhere(desk: Desk, tmp_path: Path) -> None:
    site, url = desk.site, f"{desk.site.url}/mcp"
    for site.method in ("client_secret_basic", "client_secret_post", "none"):
        await desk("auth", "login", "--json")
        await desk("call", "more", echoes=True)  # with another scope
        await desk("call", "tell", "--json", echoes=True, form="jsonl.gz")
        site.expire()
        await desk("call", "fail", "--json", code=5, echoes=True)  # with a new token
        site.expire()
        site.lies = True
        await desk("call", "tell", "--json", code=7)  # refused at the token endpoint, twice
        site.lies = False
        await desk("list", "tools")
        for form in ("text", "json", "junit", "sarif"):
            await desk("check", "--format", form)
        await desk("probe", "--json")
        await desk("auth", "debug", url)
        for words in (("list",), ("list", "--json"), ("show", url), ("show", "--json", url)):
            await desk("auth", *words)
        assert any("refresh_token" in name for name in site.secrets)
        await desk("auth", "logout", url, code=1)  # which is refused as well
        site.forget()
    site.bound = True
    await desk("auth", "login", "--json", "--dpop")
    assert '"kept": false' in list(desk.told.values())[-2]
    nothing_left(desk, tmp_path / "home")


async def test_nothing_of_those_who_come_as_themselves_is_left_anywhere(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, url = desk.site, f"{desk.site.url}/mcp"
    given = {
        "SECRET": noise(24, 1),
        "JWT": f"eyJhbGciOiJFUzI1NiJ9.eyJ{noise(40, 2)}.{noise(43, 3)}",
        "TOKEN": noise(24, 4),
    }
    for name, secret in given.items():
        monkeypatch.setenv(name, site.noted(name, secret))
    key = tmp_path / "key.pem"
    key.write_bytes(ECKey.generate_key("P-256").as_pem(private=True))
    for line in key.read_text().splitlines()[1:-1]:
        site.noted("key", line)
    client = ("--client-id", "C")
    ways: dict[str, tuple[Any, ...]] = {
        "client_secret_basic": ("client-credentials", *client, "--client-secret-env", "SECRET"),
        "client_secret_post": ("client-credentials", *client, "--client-secret-env", "SECRET"),
        "private_key_jwt": ("client-credentials", *client, "--client-key", str(key)),
        "none": ("jwt-bearer", "--assertion-env", "JWT"),
        "any": ("enterprise", *client, "--idp", f"{site.url}/idp", "--id-token-env", "JWT"),
    }
    for site.method, (grant, *words) in ways.items():
        for site.bound in (False, True):
            more = ("--grant", grant, *words, *(("--dpop",) if site.bound else ()))
            await desk("call", "more", *more, echoes=True)
            await desk("call", "fail", "--json", *more, code=5, echoes=True)
            site.lies = True
            site.expire()
            await desk("call", "tell", "--json", *more, code=7)
            site.lies = False
            await desk("auth", "logout", url)
            site.forget()
    await desk("list", "tools", "--token-env", "TOKEN", code=7)
    assert {"client_assertion", "JWT", "grant", "key"} <= {name.split()[0] for name in site.secrets}
    nothing_left(desk, tmp_path / "home")
