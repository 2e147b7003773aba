"""What a person has to know of a URL before it is opened: its host, and everything about it that may deceive."""

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from inspector.tui.cells import Span
from inspector.tui.widgets.web_scripts import is_mixed, looks_like, scripts_of
from inspector.wire.text import visible

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY: Final = re.compile(r"(//)([^/?#\\]*)")
_PORT: Final = re.compile(r":\d*$")
_DOTS: Final = str.maketrans("\u3002\uff0e\uff61", "...")
"""Full stops of other scripts, which a browser takes for dots between the labels of a host."""
_NUMBER: Final = re.compile(r"0[xX][0-9A-Fa-f]*|[0-9]+")
_USUAL: Final = {"http": ":80", "https": ":443"}
_FORBIDDEN: Final = frozenset("/?#@:\\% ")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL as it is shown: `shown` is sanitised, and the host stands in it from `start` up to `end`.

    `target` is the host in ASCII, as a browser looks it up. `notes` say what is right and what is not; `can_open`: a
    browser is what opens it, and what it opens is what is shown.
    """

    shown: str
    host: str
    target: str
    start: int
    end: int
    notes: tuple[Span, ...]
    can_open: bool


def read_address(url: str) -> WebAddress:
    """What can be said of a URL without asking anybody.

    `2026-07-28 client/elicitation#safe-url-handling`: its host is highlighted, and what is ambiguous is warned of.
    """
    named = _SCHEME.match(url)
    scheme = named[1].lower() if named is not None else ""
    found = _AUTHORITY.match(url, named.end()) if named is not None else None
    if scheme not in ("http", "https") or found is None:
        return WebAddress(visible(url), "", "", 0, 0, (_no_page(scheme),), False)
    user, at, place = found[2].rpartition("@")
    host = _PORT.sub("", place) if not place.endswith("]") else place
    start = len(visible(url[: found.start(2) + len(user) + len(at)]))
    shown_host, target = visible(host), _encoded(host)
    notes = [("✓ https", "success") if scheme == "https" else ("▲ http, not encrypted", "warning")]
    if at:
        notes.append(("▲ what stands before @ is a user name", "warning"))
    notes += _host_notes(host, target)
    notes += _port_notes(scheme, place)
    is_odd = "\\" in url or any(visible(letter) != letter or letter.isspace() for letter in url)
    if is_odd:
        notes.append(("✗ not opened: it has characters that no URL has", "error bold"))
    can_open = bool(target) and not is_odd
    return WebAddress(visible(url), shown_host, target, start, start + len(shown_host), tuple(notes), can_open)


def _no_page(scheme: str) -> Span:
    if not scheme:
        return ("✗ not opened: it is no URL", "error bold")
    if scheme in ("http", "https"):
        return ("✗ not opened: it names no host", "error bold")
    return (f"✗ not opened: {visible(scheme)} is no web page, only http and https are", "error bold")


def _host_notes(host: str, target: str) -> list[Span]:
    if not host:
        return [("✗ not opened: it names no host", "error bold")]
    if not target:
        return [("✗ not opened: its host has letters that no host has", "error bold")]
    read = _decoded(host)
    notes = []
    if not host.isascii():
        notes.append((f"▲ letters beyond ASCII: it is {target}", "warning"))
    elif read != host:
        notes.append((f"▲ punycode: it reads {visible(read)}", "warning"))
    mixed = next((label for label in read.split(".") if is_mixed(label)), None)
    if mixed is not None:
        notes.append((f"▲ it mixes {' and '.join(scripts_of(mixed))} letters", "warning"))
    like = looks_like(read)
    if like and like != target:
        notes.append((f"▲ it looks like {visible(like)} and is not", "warning"))
    if host.lower().rstrip(".") == "localhost" or host.lower().rstrip(".").endswith(".localhost"):
        notes.append(("▲ this machine itself", "warning"))
    elif _is_address(host):
        notes.append(("▲ a bare address, no name", "warning"))
    return notes or [("✓ plain letters", "success")]


def _port_notes(scheme: str, place: str) -> list[Span]:
    found = _PORT.search(place)
    if found is None or found[0] in (":", _USUAL[scheme]):
        return []
    return [(f"▲ port {found[0][1:]}, not the usual {_USUAL[scheme][1:]}", "warning")]


def _is_address(host: str) -> bool:
    """Whether a browser reads it as an IP address, as it does any host whose last label is a number."""
    if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        return True
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _encoded(host: str) -> str:
    """The host in ASCII, after the mapping that browsers do first; empty if it would be no host then."""
    if host.startswith("["):
        return host if host.endswith("]") else ""
    plain = host if host.isascii() else unicodedata.normalize("NFKC", host.translate(_DOTS)).lower()
    if _FORBIDDEN & set(plain) or visible(plain) != plain:
        return ""
    labels = []
    for label in plain.split("."):
        try:
            labels.append(label if label.isascii() else f"xn--{label.encode('punycode').decode()}")
        except UnicodeError:
            return ""
    return ".".join(labels)


def _decoded(host: str) -> str:
    labels = []
    for label in host.split("."):
        try:
            labels.append(label[4:].encode().decode("punycode") if label.lower().startswith("xn--") else label)
        except UnicodeError:
            labels.append(label)
    return ".".join(labels)
