"""Whether a URL and a header can be sent as they are typed; they are never repaired, only refused with a way out.

What is refused may hold a password in any place of it, so no message says it again, but for a short number and a host.
"""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from inspector.errors import UsageError
from inspector.secrets import mask_url

_UNIX = "http+unix"
_PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{0,15}")
_SHORT_NUMBER = re.compile(r"-?[0-9]{1,5}")
_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f-\xa0\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]")
_HEADER_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_HEADER_VALUE_FAULT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class UnixAddress(NamedTuple):
    """A Unix socket and the path (with query) that is asked for on it; `written` is the URL up to that path."""

    socket: str
    path: str
    written: str


def is_url(word: str) -> bool:
    """Whether a word of the command line is meant as a URL."""
    return word.lower().startswith(("http://", "https://", f"{_UNIX}://"))


def split_unix(url: str) -> UnixAddress | None:
    """The parts of `http+unix://%2Ftmp%2Fx.sock/mcp` or `http+unix:///tmp/x.sock:/mcp`; None for any other scheme.

    Raises `UsageError` where no absolute path of a socket can be read out of it.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.lower() != _UNIX:
        return None
    if rest.startswith("/"):
        encoded, colon, path = rest.partition(":")
        written = f"{scheme}://{encoded}{colon}"
    else:
        encoded, slash, path = rest.partition("/")
        path, written = slash + path, f"{scheme}://{encoded}"
    socket = unquote(encoded)
    if not socket.startswith("/") or "\0" in socket or encoded.strip("/") == "" or "?" in encoded or "@" in encoded:
        raise UsageError(
            "The address names no Unix socket.",
            why=f"Behind {_UNIX}:// stands its absolute path, with each / written as %2F, or with a : behind it.",
            hint=f"Write it as {_UNIX}://%2Ftmp%2Fx.sock/mcp, or as {_UNIX}:///tmp/x.sock:/mcp.",
        )
    if path and not path.startswith(("/", "?")):
        raise UsageError(
            "The path behind the socket does not begin with a slash.",
            why="A path is absolute.",
            hint=f"Write it as {_UNIX}:///tmp/x.sock:/mcp.",
        )
    return UnixAddress(socket, path, written)


def check_url(url: str) -> str:
    """The URL, exactly as given, if HTTP can be spoken to it; else `UsageError` with the reason and a hint.

    Refused: blanks and control characters, schemes other than http, https and http+unix (a Unix socket), no host, a
    port that is none, and letters outside ASCII. A host in other letters (IDN) is refused with its ASCII form, since
    look-alikes must be seen.
    """
    unprintable = _UNPRINTABLE.search(url)
    if unprintable:
        what = "a space" if unprintable[0] == " " else f"the character U+{ord(unprintable[0]):04X}"
        raise UsageError(
            f"The address has {what} at position {unprintable.start() + 1}.",
            why="An address has neither blanks nor control characters.",
            hint="Remove it, or write it percent-encoded (a space is %20).",
        )
    if split_unix(url) is not None:
        _check_letters(url, "")
        return url
    scheme, separator, _ = url.partition("://")
    if not separator or scheme.lower() not in ("http", "https"):
        but = f", but with {scheme}://" if separator and _SCHEME.fullmatch(scheme) else ""
        raise UsageError(
            f"The address does not begin with http:// or https://{but}.",
            why="MCP is spoken over HTTP, or with a command over stdio.",
            hint="Write it as https://host/path, or give the command after --.",
        )
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        raise UsageError(
            "The host in the address cannot be read.",
            why="What comes behind :// is no host and port.",
            hint="An IPv6 address stands in brackets: http://[::1]:8000/mcp.",
        ) from None  # the library's words quote it
    _check_port(parts.netloc)
    if not host:
        raise UsageError(
            "The address has no host.",
            why=f"No name comes behind {scheme}://.",
            hint=f"Write it as {scheme}://host/path.",
        )
    _check_letters(url, host)
    return url


def _check_port(netloc: str) -> None:
    after_host = netloc.rpartition("@")[2].rpartition("]")[2]
    if after_host.count(":") > 1:
        raise UsageError(
            f"The host has {after_host.count(':')} colons.",
            why="Only an IPv6 address has more than the one before the port.",
            hint="An IPv6 address stands in brackets: http://[::1]:8000/mcp.",
        )
    _, colon, port = after_host.rpartition(":")
    if colon and not (port.isascii() and port.isdigit() and 0 < int(port[:9]) <= 65535):
        number = f"{port} is no port: that is" if _SHORT_NUMBER.fullmatch(port) else "The port is not"
        raise UsageError(
            f"{number} a number from 1 to 65535." if port else "The port after the colon is missing.",
            why="What follows the colon after the host is its port.",
            hint="Correct the port, or leave it and its colon out.",
        )


def _check_letters(url: str, host: str) -> None:
    if not host.isascii():
        try:
            ascii_host = host.encode("idna").decode("ascii")
            hint = f"If it is the host you mean, write its ASCII form: {ascii_host}."
        except UnicodeError:
            hint = "It has no ASCII form either, so no such host can exist."
        raise UsageError(
            f"The host “{host}” has letters outside ASCII.",
            why="DNS knows it by an ASCII form only, and other alphabets have letters that look alike.",
            hint=hint,
        )
    if not url.isascii():
        position = next(at for at, letter in enumerate(url) if not letter.isascii())
        secret = position < url.rfind("@")
        letter = "a letter" if secret else f"the letter “{url[position]}”"
        raise UsageError(
            f"The address has {letter} at position {position + 1}, outside ASCII.",
            why="It could not be sent as it is typed.",
            hint="Write it percent-encoded." if secret else f"Write it percent-encoded: {quote(url[position])}.",
        )


def check_proxy(proxy: str, because: str = "--proxy names it.") -> str:
    """The URL of a proxy, exactly as given, or `none`; `UsageError` for any other text. `because`: who names it."""
    if proxy == "none":
        return proxy
    try:
        parts = urlsplit(proxy)
        host, scheme, usable = parts.hostname, parts.scheme.lower(), parts.port != 0
    except ValueError:
        host, scheme, usable = None, "", False
    if scheme not in _PROXY_SCHEMES or not host or not host.isascii() or not usable or _UNPRINTABLE.search(proxy):
        raise UsageError(
            f"The proxy {mask_url(proxy)} cannot be used.",
            why=f"{because} It is no http, https or socks5 URL with a host.",
            hint="Write it as http://host:port or socks5h://host:port, or set none with --proxy none.",
        )
    return proxy


def is_local_host(host: str) -> bool:
    """Whether the host is this machine or a private address, where plain http is what people mean."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_private
    except ValueError:
        return "." not in name


def check_header(name: str, value: str) -> None:
    """Raise `UsageError` where a header could not be sent; the message never holds the value."""
    if not _HEADER_NAME.fullmatch(name):
        raise UsageError(
            f"“{name}” cannot be the name of a header.",
            why="A name has ASCII letters, digits and -_.~!#$%&'*+^`| only.",
            hint="Write it as “Name: value”.",
        )
    fault = _HEADER_VALUE_FAULT.search(value)
    if fault:
        raise UsageError(
            f"The value of the header {name} has the control character U+{ord(fault[0]):04X}.",
            why="It would end the header or begin another one.",
            hint="Look for a line break at the end of the value.",
        )
