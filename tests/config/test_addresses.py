import pytest

from inspector.config.addresses import check_header, check_proxy, check_url, is_local_host, split_unix
from inspector.config.target import HttpTarget
from inspector.errors import UsageError


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:3000/mcp",
        "https://h",
        "https://h/mcp/",
        "HTTPS://H.example/Mcp",
        "http://[::1]:8000/mcp?x=1#y",
        "http://u:p@h:1/",
        "http://127.0.0.1:65535",
        "https://h//a/../b?q=%20",
    ],
)
def test_a_good_url_comes_back_exactly_as_typed(url: str) -> None:
    assert check_url(url) == url


@pytest.mark.parametrize(
    ("url", "message", "hint"),
    [
        ("http://h/a b", "a space at position 11", "%20"),
        ("http://h/a\tb", "U+0009", "Remove"),
        ("http://h\u200b/", "U+200B", "Remove"),
        ("ftp://h/", "http://", "https://host"),
        ("http:/h/", "http://", "https://host"),
        ("http:///mcp", "no host", "http://host/path"),
        ("http://:80/", "no host", "http://host/path"),
        ("http://h:99999/", "99999 is no port", "Correct the port"),
        ("http://h:0/", "0 is no port", "Correct the port"),
        ("http://h:80a/", "The port is not a number", "Correct the port"),
        ("http://h:/", "missing", "Correct the port"),
        ("http://h:-1/", "-1 is no port", "Correct the port"),
        ("http://[::1/mcp", "cannot be read", "brackets"),
        ("http://::1:80/", "colons", "brackets"),
        ("http://bücher.example/mcp", "bücher.example", "xn--bcher-kva.example"),
        ("http://h/bücher", "“ü” at position 11", "%C3%BC"),
    ],
)
def test_a_bad_url_is_refused_with_its_reason_and_a_way_out(url: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_url(url)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.why


@pytest.mark.parametrize(
    "url",
    [
        "u:HIDDEN@h/mcp",
        "HIDDEN@h",
        "HIDDEN",
        "ftp://u:HIDDEN@h/",
        "HIDDEN://h",
        "http://u:HIDDEN",
        "http://u:HIDDEN/x",
        "http://u:HIDDEN/x@h/",
        "http:///u:HIDDEN@h",
        "http://u:HIDDEN@",
        "http://u:HIDDEN@[::1/",
        "http://u:HIDDEN@h\u2100/",
        "http://u:HIDDEN@h:1:2/",
        "http://u:HIDDEN@h:99999/",
        "http+unix:///x.sock:u:HIDDEN@h",
    ],
)
def test_no_message_says_again_what_may_be_a_password(url: str) -> None:
    secret = "pässw0rd-of-a-person"
    for hidden in (secret.replace("ä", "a"), secret):
        with pytest.raises(UsageError) as caught:
            check_url(url.replace("HIDDEN", hidden))
        said = f"{caught.value.message}{caught.value.why}{caught.value.hint}"
        assert not any(part in said for part in ("ssw0", "ä", "pas", "u:"))


@pytest.mark.parametrize("proxy", ["none", "http://h:1", "HTTPS://u:p@h", "socks5://h", "socks5h://[::1]:9/"])
def test_a_proxy_comes_back_as_given(proxy: str) -> None:
    assert check_proxy(proxy) == proxy


@pytest.mark.parametrize(
    "proxy", ["", "h:1", "u:hunter2@h/", "ftp://u:hunter2@h", "http://", "http://u:hunter2@h:0", "http://u:hun/ter2@h"]
)
def test_what_is_no_proxy_is_refused_without_its_password_before_anything_is_made_of_it(proxy: str) -> None:
    for refused in (check_proxy, lambda one: HttpTarget("http://h/", proxy=one)):
        with pytest.raises(UsageError, match="cannot be used") as caught:
            refused(proxy)
        assert "ter2" not in f"{caught.value.message}{caught.value.why}{caught.value.hint}"


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("[::1]", True),
        ("10.1.2.3", True),
        ("box", True),
        ("example.com", False),
        ("8.8.8.8", False),
    ],
)
def test_this_machine_and_private_addresses_are_local(host: str, local: bool) -> None:
    assert is_local_host(host) is local


def test_a_header_value_with_a_line_break_is_refused_without_being_told() -> None:
    with pytest.raises(UsageError) as caught:
        check_header("Authorization", "Bearer S1\r\n")
    assert "Authorization" in caught.value.message
    assert "S1" not in f"{caught.value.message} {caught.value.why} {caught.value.hint}"


@pytest.mark.parametrize("name", ["", "A B", "Ä", "A:"])
def test_a_header_name_that_is_no_token_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        check_header(name, "x")


def test_a_header_with_a_tab_and_letters_outside_ascii_passes() -> None:
    check_header("X-Name", "é\tx")


@pytest.mark.parametrize(
    ("url", "socket", "path"),
    [
        ("http+unix://%2Ftmp%2Fx.sock/mcp", "/tmp/x.sock", "/mcp"),
        ("http+unix://%2Ftmp%2Fx.sock", "/tmp/x.sock", ""),
        ("HTTP+UNIX://%2Ftmp%2Fx%3A1.sock/mcp?a=b", "/tmp/x:1.sock", "/mcp?a=b"),
        ("http+unix:///tmp/x.sock:/mcp", "/tmp/x.sock", "/mcp"),
        ("http+unix:///tmp/x%3A1.sock:/a:b", "/tmp/x:1.sock", "/a:b"),
        ("http+unix:///tmp/x.sock", "/tmp/x.sock", ""),
    ],
)
def test_a_unix_socket_is_read_out_of_either_form_of_its_address(url: str, socket: str, path: str) -> None:
    found = split_unix(check_url(url))
    assert found is not None and (found.socket, found.path) == (socket, path)
    assert found.written + found.path == url


def test_other_addresses_have_no_unix_socket() -> None:
    assert split_unix("http://x/") is None and split_unix("unix") is None
