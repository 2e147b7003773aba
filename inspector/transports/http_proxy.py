"""Whether a target is reached through a proxy, as the options or the environment say, and why.

    http_proxy, https_proxy, all_proxy    the proxy of that scheme, of any; in small letters first, else in capitals
                                          `http://` and `https://` proxies, `socks5://` and `socks5h://` (`http_socks`)
    no_proxy                              names (with all below them), addresses, networks (`10.0.0.0/8`), `host:port`,
                                          `*`; what is named is reached directly

This machine is reached directly unless a proxy is asked for by option.
"""

import ipaddress
import os
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

import httpcore

from inspector.config.addresses import check_proxy
from inspector.errors import UsageError
from inspector.transports.http_options import HttpOptions, Origin, address_of, origin_of, origin_text, url_text
from inspector.transports.http_socks import Socks
from inspector.wire import events

_SOCKS_WORD: Final = 255


@dataclass(frozen=True, slots=True)
class Way:
    """Through `proxy`, or directly where that is empty; `because` is empty where nothing is to be said."""

    proxy: str = ""
    because: str = ""

    @property
    def tls(self) -> bool:
        """Whether the proxy itself is spoken to over TLS."""
        return self.proxy.lower().startswith("https:")


def way_of(options: HttpOptions, environ: Mapping[str, str] = os.environ) -> Way:
    """The way to this target."""
    address = address_of(options.url)
    if address.socket:
        return Way()
    origin = origin_of(address.url)
    if options.proxy == "none":
        return Way("", "--proxy none asks for that.")
    if options.proxy:
        return Way(options.proxy, "--proxy names it.")
    for variable in (f"{origin[0]}_proxy", "all_proxy"):
        name = variable if environ.get(variable) else variable.upper()
        named = environ.get(name)
        if named:
            break
    else:
        return Way()
    if _is_this_machine(origin[1]):
        return Way("", f"{name} names a proxy, but this machine is reached directly; --proxy overrides that.")
    spared = _spared(origin, environ.get("no_proxy") or environ.get("NO_PROXY") or "")
    if spared:
        return Way("", f"{name} names a proxy, but no_proxy has “{spared}”.")
    return Way(named if "://" in named else f"http://{named}", f"{name} names it.")


def _is_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _spared(origin: Origin, no_proxy: str) -> str:
    _, host, port = origin
    for entry in (one.strip().lower() for one in no_proxy.split(",")):
        if entry == "*" or (entry and _fits(entry, host, port)):
            return entry
    return ""


def _fits(entry: str, host: str, port: int) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    try:
        network = ipaddress.ip_network(entry.strip("[]"), strict=False)
        return address is not None and address in network
    except ValueError:
        pass
    name, colon, number = entry.rpartition(":")
    if colon and number.isdigit():
        return int(number) == port and _fits(name, host, port)
    name = entry.removeprefix("*").removeprefix(".")
    return address is None and (host == name or host.endswith(f".{name}"))


def proxy_of(way: Way, trust: Callable[[], ssl.SSLContext]) -> httpcore.Proxy | Socks | None:
    """The proxy to go through; `trust` says what is believed of one that is spoken to over TLS.

    Raises UsageError for one that cannot be used.
    """
    if not way.proxy:
        return None
    parts = urlsplit(check_proxy(way.proxy, way.because))
    host, port, scheme = parts.hostname or "", parts.port, parts.scheme.lower()
    auth = (unquote(parts.username or "").encode(), unquote(parts.password or "").encode())
    if port is None:
        port = {"http": 80, "https": 443}.get(scheme, 1080)
    if scheme.startswith("socks"):
        if max(map(len, auth)) > _SOCKS_WORD:
            raise UsageError(
                f"The proxy {url_text(way.proxy)} cannot be used.",
                why=f"User and password of a SOCKS proxy have {_SOCKS_WORD} bytes at most.",
                hint="Correct the URL of the proxy.",
            )
        return Socks(host, port, scheme == "socks5h", *auth)
    return httpcore.Proxy(
        httpcore.URL(scheme=scheme, host=host, port=port, target="/"),
        auth=auth if "@" in parts.netloc else None,
        ssl_context=trust() if scheme == "https" else None,
    )


def way_decision(options: HttpOptions, way: Way) -> events.Decision | None:
    """What is to be said of it; None for a target that is reached directly because nothing says otherwise."""
    if not way.because:
        return None
    verdict = f"through the proxy {url_text(way.proxy)}" if way.proxy else "directly"
    return events.Decision("transport", f"reach {origin_text(options.url)}", verdict, way.because)
