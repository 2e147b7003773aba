"""Protected servers on the command line: signing in, what is kept, what is said where nobody signs in."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from inspector.cli import run
from inspector.wire.events import HttpRequest
from tests.headless.questioning import Person, sent_all
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
    forgotten = kept.read_text()
    ran = await inspector("auth", "logout", url)
    assert ran.code == 0 and f"The refresh token is revoked at {site.url}." in ran.out
    assert f"C1 stays registered with {site.url}." in ran.out
    assert [form["token"] for form in site.forms[-2:]] == ["refresh-T1", "access-T1"]
    assert site.proofs[-2:] == ["C1 client-S1"] * 2
    assert not [one for one in SECRETS for path in ran.recordings if one.encode() in path.read_bytes()]
    assert (await inspector("auth", "list")).out == "Nothing is kept.\n"
    kept.write_text(forgotten)
    count = len(site.forms)
    ran = await inspector("auth", "logout", url, "--local")
    assert ran.code == 0 and "was not told" in ran.out and len(site.forms) == count
    assert (await inspector("auth", "show", url)).code == 2


def _written(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_set_up_is_looked_at_without_signing_in(inspector: Inspector, site: Protected) -> None:
    url = f"{site.url}/mcp"
    ran = await inspector("auth", "debug", "--url", url)
    assert ran.code == 0 and ran.out.endswith("no errors, no warnings.\n")
    site.changes["/.well-known/oauth-authorization-server"] = {
        "code_challenge_methods_supported": None,
        "revocation_endpoint": None,
    }
    site.changes["/prm"] = {"scopes_supported": ["offline_access"]}
    ran = await inspector("auth", "debug", "--json", url)
    assert ran.code == 1
    found = [one["said"] for one in ran.document if one["level"] in ("error", "warning")]
    assert any("code_challenge_methods_supported is missing" in one for one in found)
    assert any("offline_access" in one for one in found) and len(found) == 2
    assert any("no revocation_endpoint" in one["said"] for one in ran.document if one["level"] == "note")
    site.changes = {"/prm": {"resource": "http://localhost:1/mcp"}}
    ran = await inspector("auth", "debug", "--json", url)
    [wrong] = [one for one in ran.document if one["level"] == "error"]
    assert "is of another resource" in wrong["said"] and "or connect with http://localhost:1/mcp" in wrong["remedy"]
    assert any("PKCE with S256 is supported" in one["said"] for one in ran.document)


async def test_an_event_stream_that_wants_a_token_is_no_wrong_address(inspector: Inspector, site: Protected) -> None:
    ran = await inspector("list", "tools", f"{site.url}/sse")
    assert ran.code == 7 and "nobody is there to sign in" in ran.err
    assert "GET → HTTP 401: authorization needed" in ran.err and "Check the path" not in ran.err
    ran = await inspector("probe", "--all", f"{site.url}/sse")
    assert ran.code == 7 and ran.err.count("nobody is there to sign in") > 2
    assert ran.err.count("Tokens for it come from") == 1
    ran = await inspector("auth", "debug", f"{site.url}/sse")
    assert ran.code == 0 and "answers 401, to the GET of HTTP+SSE" in ran.out


async def test_a_token_comes_from_the_environment_and_a_secret_is_never_an_argument(
    inspector: Inspector, site: Protected
) -> None:
    url = f"{site.url}/mcp"
    ran = await inspector("list", "tools", url, "--token-env", "MY_TOKEN", env={"MY_TOKEN": "access-T1"})
    assert ran.code == 0
    ran = await inspector("probe", url, "--token-env", "MY_TOKEN", env={"MY_TOKEN": "another"})
    assert ran.code == 7 and "does not take the token that was sent" in ran.err and "another" not in ran.err
    ran = await inspector("list", "tools", url, "--token-env", "MY_TOKEN")
    assert ran.code == 2 and "not set" in ran.err
    words = ("--grant", "client-credentials", "--client-id", "C", "--client-secret-env", "S")
    ran = await inspector("list", "tools", url, *words, env={"S": "client-S1"})
    assert (ran.code, ran.out) == (0, "echo  access-T1\n")


async def test_who_has_a_client_of_their_own_is_asked_for_its_secret_which_is_kept_and_never_seen(
    inspector: Inspector, site: Protected
) -> None:
    url, secret = f"{site.url}/mcp", "client-S1"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    way_back = f"http://localhost:{port}/oauth/back"
    person = await Person(inspector).sit_down(
        "auth", "login", "--json", url, "--client-id", "MINE", "--redirect-uri", way_back
    )
    await person.sees(f"The secret of client MINE at {site.url} (not shown; Enter if it has none): ")
    person.types(f"{secret}\n")
    shown = ""
    while not (found := re.search(r"  (http://\S+/authorize\S+)\r?\n", shown)):
        await person.sees("\n")
        shown = person.seen
    assert parse_qs(urlsplit(found.group(1)).query)["redirect_uri"] == [way_back] and secret not in shown
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
        await browser.get(found.group(1))
    login = await person.leaves()
    assert login.document["client"] == "MINE" and secret not in person.seen
    kept = inspector.home / "state" / "credentials.json"
    assert secret in kept.read_text()
    assert not [path for path in _written(inspector.home) if path != kept and secret.encode() in path.read_bytes()]
    assert site.proofs[-1] == f"MINE {secret}"


async def test_a_secret_is_asked_for_on_request_where_there_is_a_terminal(
    inspector: Inspector, site: Protected
) -> None:
    words = ("--grant", "client-credentials", "--client-id", "C", "--client-secret-env", "-")
    ran = await inspector("list", "tools", f"{site.url}/mcp", *words)
    assert ran.code == 2 and "--client-secret-env - asks at the terminal, and there is none" in ran.err
    person = await Person(inspector).sit_down("list", "tools", f"{site.url}/mcp", *words)
    (await person.sees("The secret of client C (not shown): ")).types("client-S1\n")
    ran = await person.leaves()
    assert (ran.code, ran.out) == (0, "echo  access-T1\n") and "client-S1" not in person.seen
    assert site.proofs[-1] == "C client-S1"
    declared = [message["params"]["_meta"] for message in sent_all(ran)]
    name = "io.modelcontextprotocol/oauth-client-credentials"
    assert all(name in meta["io.modelcontextprotocol/clientCapabilities"]["extensions"] for meta in declared)


async def test_an_enterprise_s_identity_provider_gives_the_grant(inspector: Inspector, site: Protected) -> None:
    words = ["--grant", "enterprise", "--client-id", "C", "--client-secret-env", "S", "--id-token-env", "ID"]
    words += ["--idp", f"{site.url}/idp", "--idp-client-id", "I"]
    env = {"S": "client-S1", "ID": "id-token-S1"}
    ran = await inspector("list", "tools", f"{site.url}/mcp", *words, env=env)
    assert (ran.code, ran.out) == (0, "echo  access-T1\n"), ran.err
    grants = [asked["grant_type"].rpartition(":")[2] for asked in site.forms]
    assert grants == ["token-exchange", "jwt-bearer"]
    exchanged, given = site.forms
    assert (exchanged["subject_token"], exchanged["client_id"], exchanged["audience"]) == ("id-token-S1", "I", site.url)
    assert given["assertion"] == "grant-S1" and site.proofs[-1] == "C client-S1"
    written = ran.recordings[0].read_bytes()
    assert not [one for one in ("client-S1", "id-token-S1", "grant-S1", "access-T1") if one.encode() in written]
    assert b"enterprise-managed-authorization" in written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--redirect-uri", "https://example.com/back"), "--redirect-uri is not one that can be waited at"),
        (("--redirect-uri", "http://localhost:1/", "--callback-port", "2"), "name two ports"),
        (("--idp", "https://idp.example"), "--idp is for --grant enterprise"),
        (("--grant", "enterprise", "--idp", "https://idp.example"), "an identity provider, its ID token, and a client"),
    ],
)
def test_options_that_do_not_fit_are_told_before_anything_is_sent(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["list", "tools", "https://mcp.example/mcp", *words]) == 2
    assert said in capsys.readouterr().err


async def test_what_is_sent_as_it_is_carries_the_token_unless_that_is_left_out(
    inspector: Inspector, site: Protected
) -> None:
    credentials = ("--grant", "client-credentials", "--client-id", "C", "--client-secret-env", "S")
    raw = ("send", "--raw", '{"jsonrpc":"2.0","id":7,"method":"tools/list"}', f"{site.url}/mcp", *credentials)
    ran = await inspector(*raw, env={"S": "client-S1"})
    assert ran.code == 0 and "access-T1" in ran.out
    [*_, asked] = (one.event for one in ran.recording().records if isinstance(one.event, HttpRequest))
    assert "access-T1" not in repr(asked) and "Authorization" in dict(asked.headers)
    assert site.seen[-1] == "Bearer access-T1"
    ran = await inspector(*raw, "--leave-out", "authorization", env={"S": "client-S1"})
    assert ran.code == 7 and not site.seen[-1]
    ran = await inspector(*raw, "--with-header", "Authorization: Bearer other", env={"S": "client-S1"})
    assert ran.code == 7 and site.seen[-1] == "Bearer other"


OPTION = re.compile(r"^  (?:-h, )?--?([a-zA-Z][a-z-]*)", re.MULTILINE)
ALONE = {
    *("url", "server", "config", "demo", "connect-timeout", "ca", "insecure", "proxy", "help"),
    *("record", "no-record", "redact", "no-redact", "json", "quiet", "strict"),
}


@pytest.mark.parametrize(
    ("command", "more"), [("debug", set()), ("logout", {"local", "client-id", "client-secret-env", "client-key"})]
)
async def test_requests_without_a_session_take_no_option_of_one(
    inspector: Inspector, command: str, more: set[str]
) -> None:
    ran = await inspector("auth", command, "--help")
    assert set(OPTION.findall(ran.out)) == ALONE | more
    ran = await inspector("auth", command, "--mode", "modern", "http://a.example/")
    assert ran.code == 2 and "--mode" in ran.err


async def test_signing_in_takes_what_a_connection_does_and_nothing_for_what_a_server_asks(inspector: Inspector) -> None:
    offered = set(OPTION.findall((await inspector("auth", "login", "--help")).out))
    assert offered >= {"H", "mode", "protocol-version", "transport", "probe-timeout", "grant", "faults", "strict"}
    assert not offered & {"e", "cwd", "root", "answers", "sampling-command", "approve"}
