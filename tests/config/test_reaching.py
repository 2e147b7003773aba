"""How a target is reached, from the command line and the typed line to the target, and to the disk."""

from pathlib import Path
from typing import Any

import pytest

from inspector.cli.again import target_again
from inspector.cli.target_words import Behind, take_url, target_of
from inspector.config.target import HttpTarget, StdioTarget, parse_line
from inspector.config.target_json import from_json, to_json
from inspector.errors import UsageError

UNIX = "http+unix://%2Ftmp%2Fx.sock/mcp"
REACH = {"ca": "ca.pem", "cert": "me.pem", "key": "me.key", "proxy": "http://proxy.example:1"}


def given(**options: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("url", "server", "config", "cwd", "version", *REACH))
    plain = {"demo": False, "env": (), "headers": (), "transport": "auto", "mode": "auto", "insecure": False}
    return {**nothing, **plain, **options}


def test_a_unix_socket_is_a_url_in_every_place_where_one_may_stand() -> None:
    assert take_url(["all", UNIX]) == (["all"], UNIX)
    assert target_of(Behind(None), UNIX, given()) == HttpTarget(UNIX)
    assert target_of(Behind(None), None, given(url=UNIX)) == HttpTarget(UNIX)
    assert parse_line(UNIX) == HttpTarget(UNIX)
    assert from_json(to_json(HttpTarget(UNIX))) == (HttpTarget(UNIX), ())


def test_the_options_that_reach_a_url_stay_with_the_target() -> None:
    target = target_of(Behind(None), "https://a.example/mcp", given(**REACH))
    assert target == HttpTarget("https://a.example/mcp", **REACH)
    assert from_json(to_json(target)) == (target, ())


def test_the_password_of_a_proxy_reaches_neither_the_screen_nor_the_disk() -> None:
    target = HttpTarget("https://a.example/mcp", proxy="http://me:s3cr3t@proxy:1")
    assert "s3cr3t" not in f"{target!r}{target.describe()}{to_json(target)}"
    assert from_json(to_json(target))[1] == ("a part of the proxy's URL",)
    again = target_again(Behind(None), target.url, given(proxy=target.proxy, ca="c a.pem"))
    assert "s3cr3t" not in again and "--ca 'c a.pem'" in again and "@proxy:1" in again


@pytest.mark.parametrize("name", REACH)
def test_what_reaches_a_url_is_refused_for_a_command(name: str) -> None:
    with pytest.raises(UsageError, match=f"--{name} is for a URL"):
        target_of(Behind(("x",)), None, given(**{name: REACH[name]}))
    assert target_of(Behind(("x",)), None, given()) == StdioTarget(("x",))


def test_the_target_is_repeated_with_all_that_decides_how_the_server_is_dealt_with() -> None:
    options = {
        "without": ("elicitation.url", "sampling"),
        "roots": ("/a b",),
        "capabilities": '{"roots": {}}',
        "log_level": "debug",
        "timeout": 2.5,
        "max_timeout": 60.0,
        "connect_timeout": None,
        "answers": Path("rules.json"),
        "approve": "writes",
        "sampling_command": "model --token abc 'x y'",
        "trace": True,
    }
    assert target_again(Behind(("srv",)), None, given(**options)) == (
        "--without elicitation.url --without sampling --root '/a b' --capabilities '{\"roots\": {}}' --log-level debug "
        "--timeout 2.5 --max-timeout 60 --answers rules.json --approve writes "
        """--sampling-command 'model --token '"'"'‹secret›'"'"' '"'"'x y'"'"'' --trace -- srv"""
    )
    assert "abc" not in target_again(Behind(("srv",)), None, given(sampling_command="model --token 'abc"))
