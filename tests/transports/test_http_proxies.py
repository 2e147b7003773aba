"""Proxies that are really there: SOCKS5 with names looked up on either side, and HTTP over TLS."""

import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from inspector.errors import UsageError
from inspector.transports.http_options import HttpOptions
from inspector.transports.http_proxy import way_of
from inspector.wire import events
from tests.servers.http_driving import Driving
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.servers.proxies import SocksProxy, TlsProxy

CERTIFICATE = Path(__file__).parents[1] / "servers" / "http_certificate.pem"
ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'
SECRET = "s3cr3t"


async def answering(asked: Asked, reply: Reply) -> None:
    await reply.whole(200, ANSWER, "application/json")


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


async def reached(url: str, **options: Any) -> tuple[events.HttpEnd, list[events.Event]]:
    """One request: its end, and all that was recorded."""
    async with Driving(url, **options) as driving:
        end = await driving.end(await driving.call("tools/list"))
    return end, [record.event for record in driving.journal.records]


def received(recorded: list[events.Event]) -> list[bytes]:
    return [one.raw for one in recorded if isinstance(one, events.Received)]


# ── SOCKS5 ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_socks_proxy_is_given_the_name_or_the_address_as_its_scheme_says() -> None:
    async with ScriptedServer(answering) as server, SocksProxy(to=("127.0.0.1", server.port)) as proxy:
        end, recorded = await reached("http://far.invalid:81/mcp", proxy=proxy.url())
        assert (end.failure, received(recorded)) == ("", [ANSWER])
        end, _ = await reached(server.url().replace("127.0.0.1", "localhost"), proxy=proxy.url(scheme="socks5"))
        assert end.failure == ""
        end, _ = await reached("http://[::1]:82/mcp", proxy=proxy.url())
        assert end.failure == ""
    assert proxy.asked[0] == ("far.invalid", 81)
    assert proxy.asked[1] in (("127.0.0.1", server.port), ("::1", server.port))
    assert proxy.asked[2] == ("::1", 82)
    assert [one.path for one in server.asked] == ["/mcp"] * 3


async def test_the_proxy_of_the_environment_may_be_a_socks_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ScriptedServer(answering) as server, SocksProxy(to=("127.0.0.1", server.port)) as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url())
        end, recorded = await reached("http://far.invalid/mcp")
    assert (end.failure, proxy.asked) == ("", [("far.invalid", 80)])
    [decision] = [one for one in recorded if isinstance(one, events.Decision)]
    assert (decision.verdict, decision.because) == (f"through the proxy {proxy.url()}", "ALL_PROXY names it.")


async def test_tls_is_spoken_with_the_target_through_a_socks_proxy() -> None:
    async with ScriptedServer(answering, tls=tls()) as server, SocksProxy() as proxy:
        end, recorded = await reached(server.url(), proxy=proxy.url(), ca=str(CERTIFICATE))
        assert (end.failure, received(recorded)) == ("", [ANSWER])
        [answer] = [one for one in recorded if isinstance(one, events.HttpResponse)]
        assert {"connect", "tls"} <= answer.phases.keys()
        end, _ = await reached(server.url(), proxy=proxy.url())
        assert end.step == "tls" and f"certificate of 127.0.0.1:{server.port} is not trusted" in end.failure


async def test_user_and_password_are_told_to_a_socks_proxy_that_wants_them_and_to_nobody_else() -> None:
    async with (
        ScriptedServer(answering) as server,
        SocksProxy(to=("127.0.0.1", server.port), user=f"me:{SECRET}") as proxy,
    ):
        end, recorded = await reached("http://far.invalid/", proxy=proxy.url(f"me:{SECRET}"))
        assert end.failure == "" and SECRET not in repr(recorded)
        assert server.asked[0].header("proxy-authorization") is None
        end, recorded = await reached("http://far.invalid/", proxy=proxy.url("me:wrong-word"))
        assert end.failure == f"the proxy 127.0.0.1:{proxy.port} does not accept user and password (1)"
        assert "wrong-word" not in repr(recorded)
        end, _ = await reached("http://far.invalid/", proxy=proxy.url())
        assert end.failure == f"the proxy 127.0.0.1:{proxy.port} wants user and password"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"refuses": 5}, "could not connect: connection refused (5)"),
        ({"refuses": 2}, "could not connect: its rules do not allow it (2)"),
        ({"refuses": 99}, "could not connect: unknown reason (99)"),
        ({"raw": b"HTTP/1.1 400 Bad"}, "does not speak SOCKS5: its answer begins “HT”"),
        ({"raw": b"\x05"}, "closed the connection in the midst of the SOCKS greeting"),
        ({"raw": b"\x05\x01"}, "wants user and password (method 0x01)"),
        ({"raw": b"\x05\x00\x04\x00\x00\x01"}, "broke SOCKS5 in its second answer"),
        ({"silent": True, "timeout": 0.05}, "did not connect within 0.05 s"),
    ],
)
async def test_a_socks_proxy_that_does_not_connect_is_blamed_itself(given: dict[str, Any], said: str) -> None:
    options = {"connect_timeout": given.pop("timeout")} if "timeout" in given else {}
    async with SocksProxy(**given) as proxy:
        end, _ = await reached("http://far.invalid/mcp", proxy=proxy.url(), **options)
    assert (end.failure, end.step) == (f"the proxy 127.0.0.1:{proxy.port} {said}", "connect")


async def test_a_socks_proxy_that_is_not_there_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    end, _ = await reached("http://far.invalid/mcp", proxy=f"socks5h://127.0.0.1:{port}")
    assert (end.failure, end.step) == (f"127.0.0.1:{port} refused the connection", "connect")


async def test_a_name_that_cannot_be_looked_up_here_is_the_targets_own() -> None:
    async with SocksProxy() as proxy:
        end, _ = await reached("http://far.invalid/mcp", proxy=proxy.url(scheme="socks5"))
    assert end.step == "name" and end.failure.startswith("the name far.invalid cannot be found")
    assert proxy.asked == []


async def test_words_too_long_for_socks_are_refused_at_once_and_not_shown() -> None:
    with pytest.raises(UsageError) as caught:
        await reached("http://far.invalid/", proxy=f"socks5://me:{SECRET * 60}@h:1")
    assert "255 bytes" in caught.value.why and SECRET not in f"{caught.value.message}{caught.value.why}"


# ── HTTP over TLS ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_https_proxy_is_spoken_to_over_tls_for_either_kind_of_target() -> None:
    async with (
        ScriptedServer(answering) as plain,
        ScriptedServer(answering, tls=tls()) as secret,
        TlsProxy(tls()) as proxy,
    ):
        for url in (plain.url(), secret.url()):
            end, recorded = await reached(url, proxy=proxy.url(), ca=str(CERTIFICATE))
            assert (end.failure, received(recorded)) == ("", [ANSWER])
            about = [one.action for one in recorded if isinstance(one, events.Decision)]
            assert "check the proxy's certificate" in about
    assert proxy.asked == [("POST", plain.url()), ("CONNECT", f"127.0.0.1:{secret.port}")]
    assert [one.path for one in secret.asked] == ["/mcp"]


async def test_an_https_proxy_whose_certificate_nobody_vouches_for_is_not_used_even_if_the_target_may_be_anybody() -> (
    None
):
    async with ScriptedServer(answering, tls=tls()) as server, TlsProxy(tls()) as proxy:
        end, _ = await reached(server.url(), proxy=proxy.url(), insecure=True)
    assert end.step == "tls" and f"the certificate of 127.0.0.1:{proxy.port} is not trusted" in end.failure
    assert proxy.asked == server.asked == []


async def test_an_authority_without_anything_to_check_is_still_refused() -> None:
    with pytest.raises(UsageError, match="https URL"):
        await reached("http://far.invalid/", proxy="socks5://h:1", ca=str(CERTIFICATE))


def test_whether_a_proxy_is_spoken_to_over_tls_follows_from_its_scheme() -> None:
    assert [way_of(HttpOptions("http://a/", proxy=f"{one}://p:1")).tls for one in ("http", "HTTPS", "socks5")] == [
        False,
        True,
        False,
    ]
