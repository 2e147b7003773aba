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
        ("https://2130706433/", "▲ a bare address, no name"),
        ("https://0x7f.1/", "▲ a bare address, no name"),
        ("https://bank.example\u3002evil.example/", "▲ letters beyond ASCII: it is bank.example.evil.example"),
        ("https://\uff45vil.example/", "▲ letters beyond ASCII: it is evil.example"),
        ("https://p\u0430ypal.example", "▲ it mixes Latin and Cyrillic letters"),
        ("https://xn--pypal-4ve.example", "▲ it mixes Latin and Cyrillic letters"),
        ("https://p\u0430ypal.example", "▲ it looks like paypal.example and is not"),
        ("https://\u0430\u0440\u0440\u04cf\u0435.example", "▲ it looks like apple.example and is not"),
        ("https://m\u00fcnchen.example", "▲ it looks like munchen.example and is not"),
        ("https://a.example:8443/", "▲ port 8443, not the usual 443"),
        ("http://[::1]:8080/", "▲ port 8080, not the usual 80"),
        ("http://localhost:80/", "▲ this machine itself"),
        ("http://pay.localhost./", "▲ this machine itself"),
        ("https://a.example/\u202egpj", "✗ not opened: it has characters that no URL has"),
        ("https://evil.example\\@good.example/", "✗ not opened: it has characters that no URL has"),
        ("https://good.example\u2100.evil.example/", "✗ not opened: its host has letters that no host has"),
        ("https://good.example%2f.evil.example/", "✗ not opened: its host has letters that no host has"),
        ("file:///etc/passwd", "✗ not opened: file is no web page, only http and https are"),
        ("javascript:alert(1)", "✗ not opened: javascript is no web page, only http and https are"),
        ("nonsense", "✗ not opened: it is no URL"),
        ("", "✗ not opened: it is no URL"),
        ("https:///x", "✗ not opened: it names no host"),
        ("https:evil.example", "✗ not opened: it names no host"),
    ],
)
def test_what_may_deceive_is_said(url, words):
    assert words in notes(url)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "javascript://a.example/%0aalert(1)",
        "data:text/html,x",
        "https:///x",
        "https:/a.example",
        "mailto:a@b",
        "nonsense",
        " https://a.example",
        "https://a.example/ --new-window",
        "https://a.example/\n",
        "https://good.example\u2100.evil.example/",
        "-https://a.example",
    ],
)
def test_only_a_web_page_with_a_host_can_be_opened(url):
    address = read_address(url)
    assert not address.can_open
    assert any(words.startswith("✗ not opened: ") for words, _ in address.notes)


@pytest.mark.parametrize(
    "url", ["https://a@b.example", "https://xn--pypal-4ve.example", "HTTPS://p\u0430ypal.example", "http://[::1]:80/x"]
)
def test_what_only_may_deceive_is_opened_under_its_true_name(url):
    address = read_address(url)
    assert address.can_open and address.target.isascii() and address.target


@pytest.mark.parametrize("url", ["https://a.example:443/", "http://a.example:80/", "https://a.example:/"])
def test_the_usual_port_is_not_warned_of(url):
    assert not any("port" in words for words in notes(url))


@pytest.mark.parametrize("host", ["\u6771\u4eac\u30bf\u30ef\u30fc.example", "\u043f\u043e\u0447\u0442\u0430.example"])
def test_what_a_language_writes_together_is_not_called_mixed(host):
    assert not any("mixes" in words for words in notes(f"https://{host}/"))


def test_a_letter_that_browsers_read_as_a_plain_one_is_not_called_a_likeness():
    assert not any("looks like" in words for words in notes("https://\uff45vil.example/"))
