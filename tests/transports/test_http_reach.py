"""How a target is reached: certificates, proxies and Unix sockets, and what is said of that."""

import asyncio
import contextlib
import datetime
import socket as sockets
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.errors import UsageError
from inspector.transports.http_options import HttpOptions
from inspector.transports.http_proxy import Way, way_of
from inspector.wire import events
from tests.servers.http_driving import Driving
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

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


def serving(*, wants_certificate: bool = False) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    if wants_certificate:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(CERTIFICATE)
    return context


async def reached(url: str, **options: Any) -> tuple[events.HttpEnd, list[events.Decision]]:
    async with Driving(url, **options) as driving:
        end = await driving.end(await driving.call("tools/list"))
    return end, driving.all(events.Decision)


# ── certificates ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_certificate_that_is_not_checked_is_a_decision_with_its_danger() -> None:
    async with ScriptedServer(answering, tls=serving()) as server:
        end, [decision] = await reached(server.url(), insecure=True)
    assert end.failure == ""
    assert decision.verdict == "not checked: any certificate is accepted" and "--insecure" in decision.because


async def test_authorities_of_an_option_or_of_the_environment_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ScriptedServer(answering, tls=serving()) as server:
        end, [decision] = await reached(server.url(), ca=str(CERTIFICATE))
        assert (end.failure, decision.because) == ("", "--ca names that file.")
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        end, [decision] = await reached(server.url())
        assert (end.failure, decision.because) == ("", "SSL_CERT_FILE names that file.")


async def test_a_client_certificate_is_shown_where_the_server_wants_one() -> None:
    async with ScriptedServer(answering, tls=serving(wants_certificate=True)) as server:
        end, _ = await reached(server.url(), ca=str(CERTIFICATE))
        assert end.failure != ""
        end, decisions = await reached(server.url(), ca=str(CERTIFICATE), cert=str(CERTIFICATE))
        assert end.failure == ""
        assert decisions[1].action == "show a client certificate"


def pem(tmp_path: Path) -> dict[str, str]:
    """PEM files of all kinds, by name."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, other = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "me")])
    day = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, day, day + datetime.timedelta(9999))
        .sign(key, hashes.SHA256())
        .public_bytes(serialization.Encoding.PEM)
    )

    def private(one: ec.EllipticCurvePrivateKey, *secret: bytes) -> bytes:
        how = serialization.BestAvailableEncryption(secret[0]) if secret else serialization.NoEncryption()
        return one.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, how)

    texts = {
        "cert": certificate,
        "key": private(key),
        "other": private(other),
        "locked": private(key, b"x"),
        "no": b"x",
    }
    for name_, text in texts.items():
        (tmp_path / name_).write_bytes(text)
    return {one: str(tmp_path / one) for one in (*texts, "missing")}


@pytest.mark.parametrize(
    ("given", "message", "why"),
    [
        ({"ca": "missing"}, "cannot be used", "No such file"),
        ({"ca": "no"}, "cannot be used", "no PEM certificates"),
        ({"cert": "missing"}, "certificate file", "Our own certificate"),
        ({"cert": "cert", "key": "missing"}, "key file", "Our own certificate"),
        ({"cert": "cert"}, "cannot be used", "no PEM key beside it"),
        ({"cert": "no", "key": "key"}, "cannot be used", "no PEM certificate in it"),
        ({"cert": "cert", "key": "other"}, "cannot be used", "does not belong"),
        ({"cert": "cert", "key": "locked"}, "is encrypted", "passphrase"),
        ({"key": "key"}, "without its certificate", ""),
        ({"ca": "cert", "insecure": True}, "exclude each other", ""),
    ],
)
async def test_files_that_cannot_be_used_are_named_with_the_reason(
    given: dict[str, Any], message: str, why: str, tmp_path: Path
) -> None:
    pytest.importorskip("cryptography")
    files = pem(tmp_path)
    options = {name: files.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
    with pytest.raises(UsageError, match=message) as caught:
        async with Driving("https://127.0.0.1:1/mcp", **options):
            pass
    assert why in caught.value.why


async def test_the_file_of_the_environment_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere/ca.pem")
    with pytest.raises(UsageError, match=r"/nowhere/ca.pem, which SSL_CERT_FILE names"):
        async with Driving("https://127.0.0.1:1/mcp"):
            pass


async def test_certificates_are_refused_for_plain_http() -> None:
    with pytest.raises(UsageError, match="for an https URL"):
        async with Driving("http://127.0.0.1:1/mcp", ca=str(CERTIFICATE)):
            pass


# ── proxies ─────────────────────────────────────────────────────────────────────────────────────────────────────────

PROXY = "http://proxy.example:3128"


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("http://a.example/", {"http_proxy": PROXY}, PROXY),
        ("http://a.example/", {"HTTP_PROXY": "proxy.example:3128"}, PROXY),
        ("https://a.example/", {"http_proxy": PROXY}, ""),
        ("https://a.example/", {"ALL_PROXY": PROXY}, PROXY),
        ("http://a.example/", {"http_proxy": PROXY, "NO_PROXY": "b.example, a.example"}, ""),
        ("http://a.example/", {"http_proxy": PROXY, "no_proxy": ".example"}, ""),
        ("http://a.example/", {"http_proxy": PROXY, "no_proxy": "*"}, ""),
        ("http://ba.example/", {"http_proxy": PROXY, "no_proxy": "a.example"}, PROXY),
        ("http://a.example:81/", {"http_proxy": PROXY, "no_proxy": "a.example:80"}, PROXY),
        ("http://a.example:81/", {"http_proxy": PROXY, "no_proxy": "a.example:81"}, ""),
        ("http://10.1.2.3/", {"http_proxy": PROXY, "no_proxy": "10.0.0.0/8"}, ""),
        ("http://11.1.2.3/", {"http_proxy": PROXY, "no_proxy": "10.0.0.0/8"}, PROXY),
        ("http://127.0.0.2/", {"http_proxy": PROXY}, ""),
        ("http://localhost:8000/", {"http_proxy": PROXY}, ""),
        ("http://[::1]:8000/", {"http_proxy": PROXY}, ""),
        ("http+unix://%2Fx/", {"http_proxy": PROXY}, ""),
    ],
)
def test_the_environment_decides_about_the_proxy(url: str, environ: dict[str, str], proxy: str) -> None:
    assert way_of(HttpOptions(url), environ).proxy == proxy


def test_an_option_overrides_the_environment_for_this_machine_too() -> None:
    environ = {"http_proxy": PROXY}
    assert way_of(HttpOptions("http://localhost/", proxy="http://other:1"), environ).proxy == "http://other:1"
    assert way_of(HttpOptions("http://a.example/", proxy="none"), environ).proxy == ""
    assert way_of(HttpOptions("http://a.example/"), {}) == Way()


async def test_a_proxy_is_said_to_be_used_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ScriptedServer(answering) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url("").replace("//", f"//me:{SECRET}@"))
        async with Driving("http://a.example/mcp") as driving:
            assert (await driving.end(await driving.call("tools/list"))).failure == ""
        assert proxy.asked[0].path == "http://a.example/mcp"
        assert proxy.asked[0].header("proxy-authorization") is not None
    [decision] = driving.all(events.Decision)
    assert decision.verdict == f"through the proxy http://‹secret›@127.0.0.1:{proxy.port}"
    assert decision.because == "http_proxy names it."
    assert SECRET not in repr(driving.journal.records)


@pytest.mark.parametrize("proxy", [f"ftp://me:{SECRET}@h", f"http://me:{SECRET}@", f"socks4://me:{SECRET}@h:1"])
async def test_a_proxy_that_cannot_be_used_is_refused_without_its_password(proxy: str) -> None:
    with pytest.raises(UsageError, match=r"The proxy .* cannot be used") as caught:
        async with Driving("http://a.example/mcp", proxy=proxy):
            pass
    assert SECRET not in f"{caught.value.message}{caught.value.why}{caught.value.hint}"


# ── Unix sockets ────────────────────────────────────────────────────────────────────────────────────────────────────


@contextlib.asynccontextmanager
async def on_socket(path: Path) -> AsyncIterator[ScriptedServer]:
    """The scripted server, on a Unix socket."""

    async def answer(asked: Asked, reply: Reply) -> None:
        if asked.path == "/old":
            await reply.whole(307, Location="/mcp?token=" + SECRET)
        else:
            await answering(asked, reply)

    server = ScriptedServer(answer)
    listening = await asyncio.start_unix_server(server._serve, path)
    async with server:
        yield server
        listening.close()
    await listening.wait_closed()


@pytest.fixture
def socket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("u") / "x.sock"
    assert len(str(path)) < 100
    return path


@pytest.mark.parametrize("form", ["http+unix://{quoted}{path}", "http+unix://{socket}:{path}"])
async def test_a_unix_socket_is_spoken_to_and_recorded_as_it_is_written(form: str, socket: Path) -> None:
    quoted = str(socket).replace("/", "%2F")
    old, new = (form.format(quoted=quoted, socket=socket, path=path) for path in ("/old", f"/mcp?token={SECRET}"))
    async with on_socket(socket) as server, Driving(old, ("X-Api-Key", "K")) as driving:
        end = await driving.end(await driving.call("tools/list"))
        assert [(one.path, one.header("host")) for one in server.asked] == [
            ("/old", "localhost"),
            (f"/mcp?token={SECRET}", "localhost"),
        ]
    assert end.failure == ""
    assert [one.url for one in driving.all(events.HttpRequest)] == [old, new]
    assert driving.all(events.Opened)[0].url == old
    [decision] = driving.all(events.Decision)
    assert decision.verdict == "redirect followed" and old in decision.action and SECRET not in repr(decision)
    assert "connect" in driving.all(events.HttpResponse)[0].phases


async def test_a_socket_that_is_missing_or_refuses_is_named(socket: Path) -> None:
    url = f"http+unix://{socket}:/mcp"
    end, _ = await reached(url)
    assert (end.failure, end.step) == (f"there is no socket at {socket}", "connect")
    with sockets.socket(sockets.AF_UNIX) as bound:
        bound.bind(str(socket))
        end, _ = await reached(url)
    assert end.failure == f"{socket} refused the connection: no server listens on it"


async def test_a_path_that_is_too_long_for_a_socket_is_a_failure_in_words() -> None:
    end, _ = await reached(f"http+unix:///{'x' * 200}:/mcp")
    assert end.failure.startswith("the socket /xxx") and "cannot be used" in end.failure


async def test_http_sse_goes_over_a_socket_too(socket: Path) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        if asked.verb == "GET":
            await reply.stream()
            await reply.chunk(b"event: endpoint\ndata: /messages\n\n")
            await reply.gone.wait()
        else:
            await reply.whole(202)

    server = ScriptedServer(script)
    listening = await asyncio.start_unix_server(server._serve, socket)
    async with server:
        async with Driving(f"http+unix://{socket}:/sse", sse=True) as driving:
            await driving.end(await driving.call("tools/list"))
        assert [one.path for one in server.asked] == ["/sse", "/messages"]
        listening.close()
    await listening.wait_closed()
    assert f"http+unix://{socket}:/messages" in driving.all(events.Decision)[0].outcome


@pytest.mark.parametrize("url", ["http+unix://x.sock/mcp", "http+unix:///:/mcp", "http+unix://", "http+unix:///a:mcp"])
async def test_an_address_without_a_socket_is_refused_with_the_way_to_write_it(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        inspector.connect(url)
    assert "http+unix:///tmp/x.sock:/mcp" in caught.value.hint


async def test_the_public_api_reaches_over_all_of_these(socket: Path) -> None:
    async def modern(asked: Asked, reply: Reply) -> None:
        body = (
            b'{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],'
            b'"capabilities":{},"ttlMs":0,"cacheScope":"private"}}'
        )
        await reply.whole(200, body, "application/json")

    server = ScriptedServer(modern, tls=serving(wants_certificate=True))
    async with server, inspector.connect(server.url(), ca=CERTIFICATE, cert=CERTIFICATE, proxy="none") as client:
        assert client.era == "modern"
    plain = ScriptedServer(modern)
    listening = await asyncio.start_unix_server(plain._serve, socket)
    async with plain:
        async with inspector.connect(f"http+unix://{socket}:/mcp") as client:
            assert client.era == "modern"
        listening.close()
    await listening.wait_closed()
    with pytest.raises(UsageError, match="for a URL"):
        inspector.connect(command=["x"], ca="y")
