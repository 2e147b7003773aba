"""The httpx client of one connection attempt, set up so that nothing happens that is not in the journal.

No redirect is followed and no request repeated by the library. Only connecting has a timeout: a stream may be silent
for as long as it likes, and requests have timeouts of their own above. Proxies and SSL_CERT_FILE come from the
environment; this machine is never spoken to through a proxy. Idle connections are dropped after three seconds, sooner
than servers drop them (Node and uvicorn: five), because a POST into a connection that is just being closed is lost.
Cookies that the server sets are sent back to it, as load balancers expect.
"""

import base64
import ssl
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote, urlsplit

import httpx

from inspector import __version__
from inspector.errors import UsageError
from inspector.transports.http_coding import OFFERED
from inspector.transports.http_options import HttpOptions, origin_of, url_text
from inspector.wire.text import visible

Headers = list[tuple[str, str]]

_LOOPBACK: Final = ("all://127.0.0.1", "all://localhost", "all://[::1]")
_LIMITS: Final = httpx.Limits(max_connections=None, max_keepalive_connections=8, keepalive_expiry=3.0)


def make_client(options: HttpOptions) -> httpx.AsyncClient:
    """A client for one target. Raises UsageError where the URL or the certificate file cannot be used."""
    check_url(options.url)
    trust: ssl.SSLContext | bool = True
    if origin_of(options.url)[0] == "http":
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # other origins are never followed: spare the certificates
    elif options.insecure:
        trust = False
    elif options.ca is not None:
        trust = httpx.create_ssl_context()
        try:
            trust.load_verify_locations(cafile=options.ca)
        except OSError as error:  # ssl.SSLError is one
            reason = "it holds no PEM certificates" if isinstance(error, ssl.SSLError) else str(error)
            raise UsageError(f"The certificate file {options.ca} cannot be used.", why=reason) from None
    return httpx.AsyncClient(
        verify=trust,
        timeout=httpx.Timeout(None, connect=options.connect_timeout),
        limits=_LIMITS,
        headers={"Accept-Encoding": ", ".join(OFFERED), "User-Agent": f"inspector/{__version__}"},
        follow_redirects=False,
        mounts=dict.fromkeys(_LOOPBACK),
    )


def check_url(url: str) -> None:
    """Raises UsageError unless it is an http or https URL that can be requested."""
    origin_of(url)
    try:
        httpx.URL(url)
    except httpx.InvalidURL as error:
        raise UsageError(f"“{url_text(url)}” is not a URL", why=visible(str(error))) from None


def split_user(url: str) -> tuple[str, Headers]:
    """The URL as it goes out, and the Authorization header that user and password in it come to, if any."""
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url, []
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    pair = f"{unquote(name)}:{unquote(password)}".encode()
    return parts._replace(netloc=host).geturl(), [("Authorization", "Basic " + base64.b64encode(pair).decode())]


def merge(*layers: Iterable[tuple[str, str]]) -> Headers:
    """One list of headers; a later layer replaces names of the earlier ones, whatever their case."""
    merged: Headers = []
    for layer in layers:
        given = list(layer)
        names = {name.lower() for name, _ in given}
        merged = [pair for pair in merged if pair[0].lower() not in names] + given
    return merged


def encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers as bytes: UTF-8, and the surrogates that stand for other bytes (`surrogateescape`) as those bytes."""
    return [(_bytes(name), _bytes(value)) for name, value in headers]


def readable(headers: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[str, str], ...]:
    """Headers as text, names in their case: UTF-8 where they are that, else Latin-1 (`RFC 9110#section-5.5`)."""
    return tuple((_text(name), _text(value)) for name, value in headers)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
