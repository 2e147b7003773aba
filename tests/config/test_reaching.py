"""How a target is reached, from the command line and the typed line to the target, and to the disk."""

from typing import Any

import pytest

from inspector.cli.again import target_again
from inspector.cli.setup import Behind, take_url, target_of
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
