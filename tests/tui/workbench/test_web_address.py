import pytest

from inspector.tui.widgets.web_address import read_address


def notes(url):
    return [text for text, _ in read_address(url).notes]


def test_the_host_is_marked_where_it_stands():
    address = read_address("https://pay.library.example/f/88?t=Zk3q")
    assert address.shown[address.start : address.end] == "pay.library.example"
    assert notes("https://pay.library.example/f") == ["✓ https", "✓ plain letters"] and address.can_open


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://bank.example@evil.example/", "evil.example"),
        ("https://good.example:80@evil.example:8443/", "evil.example"),
        ("https://evil.example\\@good.example/", "evil.example"),
        ("https://evil.example#@good.example/", "evil.example"),
        ("https://\x1b[31ma@evil.example/", "evil.example"),
        ("http://[::1]:80/x", "[::1]"),
    ],
)
def test_what_only_looks_like_the_host_is_not_taken_for_it(url, host):
    address = read_address(url)
    assert address.shown[address.start : address.end] == address.host == host


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://a@b.example", "▲ what stands before @ is a user name"),
        ("https://xn--pypal-4ve.example", "▲ punycode: it reads p\u0430ypal.example"),
        ("https://p\u0430ypal.example", "▲ letters beyond ASCII: it is xn--pypal-4ve.example"),
        ("http://a.example", "▲ http, not encrypted"),
        ("https://127.0.0.1/", "▲ a bare address, no name"),
        ("https://a.example/\u202egpj", "▲ it has characters that no URL has"),
        ("file:///etc/passwd", "✗ file is not opened"),
        ("javascript:alert(1)", "✗ not a web address"),
        ("", "✗ not a web address"),
        ("https:///x", "✗ no host"),
    ],
)
def test_what_may_deceive_is_said(url, words):
    assert words in notes(url)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "https:///x", "mailto:a@b", "nonsense"])
def test_only_a_web_page_with_a_host_can_be_opened(url):
    assert not read_address(url).can_open
