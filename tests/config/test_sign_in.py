"""How one signs in to a target: what server files and typed lines say of it, and what becomes of that."""

from pathlib import Path
from typing import Any

import pytest

from inspector.client.authorizing import wish_elsewhere, wish_for
from inspector.config.servers import find, read_servers_file
from inspector.config.sign_in import SignIn, read_sign_in
from inspector.config.target import HttpTarget, parse_line
from inspector.config.target_json import from_json, to_json
from inspector.config.url_line import written
from inspector.errors import UsageError
from inspector.transports.auth.wish import Wish
from inspector.wire.json import dumps

URL = "https://h/mcp"


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({}, None),
        ({"oauth": {}}, None),
        ({"oauth": {"authServerMetadataUrl": "https://as/"}}, None),
        ({"auth": "oauth"}, None),
        ({"oauth": False}, SignIn("none")),
        ({"oauth": {"enabled": False, "clientId": "a"}}, SignIn("none")),
        ({"oauth": {"clientId": "a", "scopes": "r w"}}, SignIn(client_id="a", scopes=("r", "w"))),
        (
            {"oauth": {"clientId": "a", "callbackPort": 8080}},
            SignIn(client_id="a", port=8080, redirect="http://localhost:8080/callback"),
        ),
        (
            {"oauth": {"clientId": "a", "clientSecret": "s", "redirectUri": "https://elsewhere/cb"}},
            SignIn(client_id="a", client_secret="s"),
        ),
        (
            {"auth": {"CLIENT_ID": "a", "CLIENT_SECRET": "s", "scopes": ["r"]}},
            SignIn(client_id="a", client_secret="s", scopes=("r",)),
        ),
    ],
)
def test_an_entry_says_how_one_signs_in_in_the_forms_that_are_in_use(
    entry: dict[str, Any], found: SignIn | None
) -> None:
    assert read_sign_in(entry) == found


@pytest.mark.parametrize(
    "oauth", [3, {"clientId": 3}, {"callbackPort": 99999}, {"callbackPort": True}, {"scopes": [1]}, {"scopes": {}}]
)
def test_what_cannot_be_read_of_it_is_a_problem_of_the_entry_in_its_line(oauth: object, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(dumps({"mcpServers": {"h": {"url": URL, "oauth": oauth}}}))
    file = read_servers_file(path)
    assert [(one.entry, one.line) for one in file.problems] == [("h", 1)] and not file.entries


def test_references_in_it_and_in_a_header_are_expanded_on_use_and_named_where_they_are_not_set(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    own = {"url": URL, "auth": {"CLIENT_ID": "${env:ID}", "CLIENT_SECRET": "${SECRET}"}}
    ready = {"url": URL, "headers": {"Authorization": "Bearer ${TOKEN}"}}
    path.write_text(dumps({"mcpServers": {"own": own, "ready": ready}}))
    files = (read_servers_file(path),)
    entry = find("own", files).entry
    assert entry.missing({"ID": "a"}) == ("${SECRET} is not set",)
    target = entry.target({"ID": "a", "SECRET": "s"})
    assert isinstance(target, HttpTarget) and target.sign_in == SignIn(client_id="a", client_secret="s")
    target = find("ready", files).entry.target({"TOKEN": "t"})
    assert isinstance(target, HttpTarget) and target.headers == (("Authorization", "Bearer t"),)


def test_options_stand_behind_a_url_that_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("S", "secret-1")
    line = f"{URL} --client-id a --client-secret-env S --scope 'r w' --scope=x --callback-port 8080 -H 'X-A: b'"
    target = parse_line(line)
    signs = SignIn(client_id="a", client_secret="secret-1", secret_env="S", scopes=("r", "w", "x"), port=8080)
    assert target == HttpTarget(URL, (("X-A", "b"),), sign_in=signs)
    said = target.describe()
    assert said.endswith("as client a with the secret in S, for the scopes r w x, back at port 8080")
    assert "secret-1" not in f"{said} {target!r} {to_json(target)}"
    assert from_json(to_json(target))[0] == HttpTarget(URL, (("X-A", "‹secret›"),), sign_in=signs)
    again = parse_line(f"{URL}{written(signs)}")
    assert again == HttpTarget(URL, sign_in=signs) and "secret-1" not in written(signs) and written(None) == ""
    assert parse_line("localhost:1/mcp --grant none") == HttpTarget("http://localhost:1/mcp", sign_in=SignIn("none"))
    assert parse_line(f"{URL} --token-env S") == HttpTarget(URL, (("Authorization", "Bearer secret-1"),))


@pytest.mark.parametrize(
    ("behind", "message"),
    [
        ("--verbose", "no option"),
        ("--scope", "behind --scope"),
        ("--grant other", "--grant is none of"),
        ("--client-secret-env NOT_SET_HERE --client-id a", "not set"),
        ("--callback-port 0", "no port"),
        ("-H a", "colon"),
        ("--grant client-credentials", "none is named"),
        ("--grant client-credentials --client-id a", "prove"),
    ],
)
def test_options_behind_a_url_that_cannot_be_used_are_refused_with_a_hint(behind: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_line(f"{URL} {behind}")
    assert caught.value.hint


def test_a_targets_own_client_is_used_where_the_session_names_none_and_goes_to_no_other_server() -> None:
    own = HttpTarget(
        URL, sign_in=SignIn(client_id="a", client_secret="s", scopes=("r",), redirect="http://localhost:1/")
    )
    assert wish_for(own, Wish(dpop=True)) == Wish(
        client_id="a", client_secret="s", scopes=("r",), redirect="http://localhost:1/", dpop=True
    )
    assert wish_for(own, Wish(client_id="b", client_secret="z", port=7)) == Wish(
        client_id="b", client_secret="z", scopes=("r",), port=7
    )
    credentials = HttpTarget(URL, sign_in=SignIn("client-credentials", "a", "s"))
    assert wish_for(credentials, Wish()) == Wish("client_credentials", "a", "s")
    assert wish_for(HttpTarget(URL, sign_in=SignIn("none")), Wish()) is None and wish_for(own, None) is None
    given = Wish("client_credentials", "b", "z", scopes=("x",), assertion="j", dpop=True, port=7)
    assert wish_elsewhere(given) == Wish(dpop=True, port=7) and wish_elsewhere(None) is None
