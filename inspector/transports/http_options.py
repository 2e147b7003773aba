"""What a person may set for an HTTP target, and what an origin is. Cheap to import: no HTTP library is loaded."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from inspector.config.addresses import split_unix
from inspector.errors import UsageError
from inspector.secrets import mask_url
from inspector.wire.text import visible

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """`headers` go out last and exactly as given, in place of ours of the same name; one name may come twice.

    `connect_timeout` is in seconds, for the connection and for TLS each. `insecure` accepts any certificate; `ca` is
    the path of a PEM file whose authorities are trusted beside the usual ones; `cert` that of our own certificate and
    `key` that of its key, if it is not in the same file. `proxy` is the URL of a proxy, `none` for none whatever the
    environment says.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    connect_timeout: float = 30.0
    insecure: bool = False
    ca: str | None = None
    cert: str | None = None
    key: str | None = None
    proxy: str | None = None


_INSIDE = "http://localhost"


@dataclass(frozen=True, slots=True)
class Address:
    """What HTTP is spoken to: `url`, and the path of the Unix `socket` behind it, empty for a host of the network.

    The `Host` header for a socket is `localhost`.
    """

    url: str
    socket: str = ""
    written: str = ""

    def shown(self, url: str) -> str:
        """A URL of this address as the person wrote it, the socket included."""
        inside = self.socket and (url == _INSIDE or url.startswith((f"{_INSIDE}/", f"{_INSIDE}?")))
        return self.written + url.removeprefix(_INSIDE) if inside else url


def address_of(url: str) -> Address:
    """Read an http, https or http+unix URL. Raises UsageError for a socket that cannot be read out of it."""
    unix = split_unix(url)
    return Address(url) if unix is None else Address(_INSIDE + unix.path, unix.socket, unix.written)


Origin = tuple[str, str, int]
"""Scheme, host in lower case, port (`RFC 6454#section-4`)."""


def origin_of(url: str) -> Origin:
    """The origin of an http or https URL. Raises UsageError for anything else."""
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"“{url_text(url)}” is not a URL", why=_reason(url, error)) from None
    if scheme not in _PORTS or not host:
        raise UsageError(
            f"“{url_text(url)}” is not an http or https URL",
            hint="Write it as https://example.com/mcp; a command comes after --.",
        )
    return scheme, host, _PORTS[scheme] if port is None else port


def url_text(url: str) -> str:
    """A URL for a sentence: safe to show, with user, password and secret parameters masked."""
    return visible(mask_url(url))


def _reason(url: str, error: ValueError) -> str:
    # The library quotes the part that it cannot read, which may be the one with the password.
    return "The part behind :// cannot be read." if "@" in url else visible(str(error))


def origin_text(url: str) -> str:
    """The origin as people write it: `https://example.com`, with a port if it is not the scheme's own."""
    scheme, host, port = origin_of(url)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" if port == _PORTS[scheme] else f"{scheme}://{shown}:{port}"
