"""Which addresses an authorization may lead to: what a server names is not asked for before it was judged.

URLs are https, or http on this machine. Hosts on this machine or in a private network are asked only where the server
itself is in such a place, and link-local ones, where clouds keep their credentials, never. A name is judged once more
by the addresses that it has (`place_of`), and every redirect again.

Source: `2026-07-28 basic/authorization/security-considerations#communication-security`.
"""

import ipaddress
from typing import Final, Literal
from urllib.parse import urlsplit

from inspector.wire.text import visible

Place = Literal["public", "private", "loopback", "forbidden"]
"""Where a host is. Forbidden are link-local addresses, those of a cloud's services, and those that are no host's."""

_CLOUD: Final = frozenset(
    map(ipaddress.ip_address, ("fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16"))
)
MOST: Final = 4096
"""Characters that a URL may have: it is shown, kept and put in other URLs."""
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def is_address(host: str) -> bool:
    """Whether a host is an IP address, so that nothing is looked up for it."""
    try:
        ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True


def place_of(host: str) -> Place | None:
    """Where an IP address is, or a name that says it itself (`localhost`); None for any other name."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return "loopback"
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        address = inner or address
    if address in _CLOUD or address.is_link_local or address.is_multicast or address.is_unspecified:
        return "forbidden"
    if address.is_loopback:
        return "loopback"
    return "public" if address.is_global else "private"


def may_go(place: Place, server: Place) -> bool:
    """Whether an address at `place` may be asked, when the MCP server is at `server`."""
    return place == "public" or (place != "forbidden" and server in ("private", "loopback"))


def fault_of(url: str, server: Place, *, fragment: bool = False) -> str:
    """Why a URL may not be used, in a clause, or an empty text. `server` is where the MCP server is."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "it is no URL that can be read"
    if len(url) > MOST:
        return f"it is longer than {MOST} characters"
    if parts.scheme not in ("https", "http") or not host or port == 0 or not url.isascii() or not url.isprintable():
        return f"it is no https URL but {visible(url)[:200]}"
    if "@" in parts.netloc:
        return "it has a user or a password in it"
    if parts.fragment and not fragment:
        return "it has a fragment"
    place = place_of(host)
    if parts.scheme == "http" and place != "loopback":
        return f"{visible(url)[:200]} is not https, and its host is not this machine"
    if place is not None and not may_go(place, server):
        return place_fault(host, place)
    return ""


def place_fault(host: str, place: Place) -> str:
    """Why a host at that place is not asked, as a clause."""
    where = {
        "loopback": "is this machine",
        "private": "is in a private network",
        "forbidden": "is a link-local address or one of a cloud's own services",
    }
    return f"{visible(host)[:100]} {where.get(place, 'is elsewhere')}, and the server is not there"
