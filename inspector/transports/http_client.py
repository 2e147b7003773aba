"""The httpx client of one connection attempt, set up so that nothing happens that is not in the journal.

No redirect is followed and no request repeated by the library. Only connecting has a timeout: a stream may be silent
for as long as it likes, and requests have timeouts of their own above. Proxies and SSL_CERT_FILE come from the
environment (`http_proxy`, `http_trust`). Idle connections are dropped after three seconds, sooner
than servers drop them (Node and uvicorn: five), because a POST into a connection that is just being closed is lost.
Cookies that the server sets are sent back to it, as load balancers expect.
"""

import base64
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

import httpx

from inspector import __version__
from inspector.errors import UsageError
from inspector.transports.http_coding import OFFERED
from inspector.transports.http_options import HttpOptions, address_of, origin_of, url_text
from inspector.transports.http_proxy import proxy_of, way_decision, way_of
from inspector.transports.http_trust import trust_decisions, trust_of, trust_of_proxy
from inspector.transports.http_wire import Wire
from inspector.wire import events
from inspector.wire.text import visible

Headers = list[tuple[str, str]]


def make_client(options: HttpOptions, addresses: Sequence[str] = ()) -> httpx.AsyncClient:
    """A client for one target; `addresses` are those to connect to, so that its host is not looked up.

    Raises UsageError where the URL, a proxy or a certificate file cannot be used.
    """
    address = address_of(options.url)
    check_url(address.url)
    way = way_of(options)
    proxy = proxy_of(way, lambda: trust_of_proxy(options))
    return httpx.AsyncClient(
        transport=Wire(
            trust_of(options, tls_proxy=way.tls), proxy=proxy, socket=address.socket or None, addresses=addresses
        ),
        timeout=httpx.Timeout(None, connect=options.connect_timeout),
        headers={"Accept-Encoding": ", ".join(OFFERED), "User-Agent": f"inspector/{__version__}"},
        follow_redirects=False,
        trust_env=False,
    )


def opening(options: HttpOptions) -> Iterator[events.Decision]:
    """How the target is reached, and whose certificate is believed, where that is not the usual."""
    way = way_of(options)
    decision = way_decision(options, way)
    if decision is not None:
        yield decision
    yield from trust_decisions(options, tls_proxy=way.tls)


def check_url(url: str) -> None:
    """Raises UsageError unless it is an http or https URL that can be requested."""
    origin_of(url)
    try:
        _ = httpx.URL(url).host
    except httpx.InvalidURL as error:
        raise UsageError(f"“{url_text(url)}” is not a URL", why=visible(str(error))) from None
    except UnicodeError:
        raise UsageError(
            f"The host in “{url_text(url)}” cannot be looked up.",
            why="A part of it begins with xn--, and what follows is the ASCII form of no name.",
            hint="Correct the host.",
        ) from None


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


def defaults(client: httpx.AsyncClient) -> Headers:
    """What the library adds to each request, unless it is given: `Accept-Encoding`, `User-Agent`, `Connection`."""
    return [(name.decode(), value.decode()) for name, value in client.headers.raw]


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
