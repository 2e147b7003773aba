"""Where an authorization may lead to (cases SEC-09 and SEC-11)."""

import pytest

from inspector.transports.auth.addresses import Place, fault_of, place_of
from inspector.transports.auth.person import may_open

URLS = [
    ("https://as.example/x", "public", ""),
    ("http://as.example/x", "public", "not https"),
    ("http://127.0.0.1:9/x", "public", "this machine"),
    ("http://localhost:9/x", "loopback", ""),
    ("https://10.0.0.1/x", "public", "private network"),
    ("https://10.0.0.1/x", "private", ""),
    ("http://10.0.0.1/x", "private", "not https"),
    ("https://[fd00::1]/x", "public", "private network"),
    ("http://169.254.169.254/latest/", "loopback", "not https"),
    ("https://169.254.169.254/latest/", "loopback", "link-local"),
    ("https://[::ffff:169.254.169.254]/", "private", "link-local"),
    ("https://[64:ff9b::a9fe:a9fe]/", "private", "link-local"),
    ("https://[fe80::1%25eth0]/", "private", "link-local"),
    ("https://[fd00:ec2::254]/", "private", "cloud"),
    ("https://0.0.0.0/", "loopback", "link-local"),
    ("file:///etc/passwd", "loopback", "no https URL"),
    ("gopher://x", "loopback", "no https URL"),
    ("javascript:alert(1)", "loopback", "no https URL"),
    ("https://user:pw@as.example/", "public", "a user or a password"),
    ("https://as.example/#x", "public", "a fragment"),
    ("https://as.example/\n", "public", "no https URL"),
    ("https://as.example:0/", "public", "no https URL"),
    ("https://[::1", "public", "no URL"),
]


@pytest.mark.parametrize(("url", "server", "words"), URLS)
def test_an_address_is_judged_by_what_it_says_and_where_the_server_is(url: str, server: Place, words: str) -> None:
    fault = fault_of(url, server)
    assert (words in fault) if words else fault == ""
    assert "pw" not in fault


def test_a_name_is_nowhere_until_it_is_looked_up() -> None:
    assert place_of("as.example") is None
    assert place_of("a.localhost") == "loopback"
    assert place_of("8.8.8.8") == "public"


@pytest.mark.parametrize(
    ("url", "environ", "platform", "may"),
    [
        ("https://a.example/?a=1&calc", {"DISPLAY": ":0"}, "linux", True),
        ("https://a.example/", {}, "linux", False),
        ("https://a.example/", {"DISPLAY": ":0", "SSH_CONNECTION": "x"}, "linux", False),
        ("https://a.example/", {}, "darwin", True),
        ("file:///etc/passwd", {}, "darwin", False),
        ("-x", {}, "darwin", False),
    ],
)
def test_a_browser_is_opened_on_web_pages_where_there_is_a_screen(
    url: str, environ: dict[str, str], platform: str, may: bool
) -> None:
    assert may_open(url, environ, platform) is may
