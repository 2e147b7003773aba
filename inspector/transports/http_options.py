"""What a person may set for an HTTP target, and what an origin is. Cheap to import: no HTTP library is loaded."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from inspector.config.secrets import mask_url
from inspector.errors import UsageError
from inspector.wire.text import visible

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """`headers` go out last and exactly as given, in place of ours of the same name; one name may come twice.

    `connect_timeout` is in seconds, for the connection and for TLS each. `insecure` accepts any certificate; `ca` is
    the path of a PEM file whose authorities are trusted beside the usual ones.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    connect_timeout: float = 30.0
    insecure: bool = False
    ca: str | None = None


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
