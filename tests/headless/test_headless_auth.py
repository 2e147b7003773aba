"""Protected servers on the command line: signing in, what is kept, what is said where nobody signs in."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.headless.running import PATIENCE, Inspector
from tests.servers.http_scripted import ScriptedServer
from tests.servers.protected import SECRETS, Protected


@pytest.fixture
async def site() -> AsyncIterator[Protected]:
    protected = Protected()
    async with ScriptedServer(protected) as server:
        protected.url = server.url("")
        yield protected


async def test_who_signs_in_is_kept_for_the_next_command_and_no_secret_is_written_or_shown(
    inspector: Inspector, site: Protected
) -> None:
    url = f"{site.url}/mcp"
    ran = await inspector("list", "tools", url)
    assert ran.code == 7
    assert "nobody is there to sign in" in ran.err and f"`inspector auth login {url}`" in ran.err
    process = await inspector.start("auth", "login", "--json", url)
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while not (shown := re.search(rb"  (http://\S+/authorize\S+)", await process.stderr.readline())):
            pass
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            await browser.get(shown.group(1).decode())
    login = await inspector.end(process)
    assert login.document["authorized"] and login.document["client"] == "C1"
    ran = await inspector("list", "tools", url)
    assert (ran.code, ran.out) == (0, "echo  access-T1\n")
    shown_again = await inspector("auth", "show", url)
    kept = inspector.home / "state" / "credentials.json"
    assert all(secret in kept.read_text() for secret in SECRETS if not secret.startswith("code"))
    written = b"".join(path.read_bytes() for path in _written(inspector.home) if path != kept)
    said = (login, shown_again)
    assert not [one for one in SECRETS if one.encode() in written or any(one in ran.out + ran.err for ran in said)]
    assert (await inspector("auth", "logout", url)).code == 0
    assert (await inspector("auth", "list")).out == "Nothing is kept.\n"
    assert (await inspector("auth", "show", url)).code == 2


def _written(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_set_up_is_looked_at_without_signing_in(inspector: Inspector, site: Protected) -> None:
    url = f"{site.url}/mcp"
    ran = await inspector("auth", "debug", "--url", url)
    assert ran.code == 0 and ran.out.endswith("no errors, no warnings.\n")
    site.changes["/.well-known/oauth-authorization-server"] = {"code_challenge_methods_supported": None}
    site.changes["/prm"] = {"scopes_supported": ["offline_access"]}
    ran = await inspector("auth", "debug", "--json", url)
    assert ran.code == 1
    found = [one["said"] for one in ran.document if one["level"] in ("error", "warning")]
    assert any("code_challenge_methods_supported is missing" in one for one in found)
    assert any("offline_access" in one for one in found) and len(found) == 2


async def test_an_event_stream_that_wants_a_token_is_no_wrong_address(inspector: Inspector, site: Protected) -> None:
    ran = await inspector("list", "tools", f"{site.url}/sse")
    assert ran.code == 7 and "nobody is there to sign in" in ran.err
    assert "GET → HTTP 401: authorization needed" in ran.err and "Check the path" not in ran.err


async def test_a_token_comes_from_the_environment_and_a_secret_is_never_an_argument(
    inspector: Inspector, site: Protected
) -> None:
    url = f"{site.url}/mcp"
    ran = await inspector("list", "tools", url, "--token-env", "MY_TOKEN", env={"MY_TOKEN": "access-T1"})
    assert ran.code == 0
    ran = await inspector("list", "tools", url, "--token-env", "MY_TOKEN")
    assert ran.code == 2 and "not set" in ran.err
    words = ("--grant", "client-credentials", "--client-id", "C", "--client-secret-env", "S")
    ran = await inspector("list", "tools", url, *words, env={"S": "client-S1"})
    assert (ran.code, ran.out) == (0, "echo  access-T1\n")
