"""What a person has to know of a URL before it is opened: its host, and everything about it that may deceive."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from inspector.tui.cells import Span
from inspector.wire.text import visible

_AUTHORITY: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(//)?([^/?#\\]*)")
_PORT: Final = re.compile(r":\d*$")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL as it is shown: `shown` is sanitised, and the host stands in it from `start` up to `end`.

    `notes` say what is right and what is not; `can_open`: a browser is what opens it.
    """

    shown: str
    host: str
    start: int
    end: int
    notes: tuple[Span, ...]
    can_open: bool


def read_address(url: str) -> WebAddress:
    """What can be said of a URL without asking anybody."""
    found = _AUTHORITY.match(url)
    if found is None or not found[2]:
        return WebAddress(visible(url), "", 0, 0, (("✗ not a web address", "error bold"),), False)
    scheme, authority = found[1].lower(), found[3]
    user, at, place = authority.rpartition("@")
    host = _PORT.sub("", place) if not place.endswith("]") else place
    start = len(visible(url[: found.start(3) + len(user) + len(at)]))
    shown_host = visible(host)
    notes = [_scheme_note(scheme)]
    if at:
        notes.append(("▲ what stands before @ is a user name", "warning"))
    notes.append(_host_note(host))
    if "\\" in url or any(visible(letter) != letter or letter.isspace() for letter in url):
        notes.append(("▲ it has characters that no URL has", "warning"))
    can_open = scheme in ("http", "https") and bool(host)
    return WebAddress(visible(url), shown_host, start, start + len(shown_host), tuple(notes), can_open)


def _scheme_note(scheme: str) -> Span:
    if scheme == "https":
        return ("✓ https", "success")
    if scheme == "http":
        return ("▲ http, not encrypted", "warning")
    return (f"✗ {visible(scheme)} is not opened", "error bold")


def _host_note(host: str) -> Span:
    if not host:
        return ("✗ no host", "error bold")
    if not host.isascii():
        return (f"▲ letters beyond ASCII: it is {_encoded(host)}", "warning")
    if any(label.lower().startswith("xn--") for label in host.split(".")):
        return (f"▲ punycode: it reads {visible(_decoded(host))}", "warning")
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return ("✓ plain letters", "success")
    return ("▲ a bare address, no name", "warning")


def _encoded(host: str) -> str:
    labels = []
    for label in host.split("."):
        try:
            labels.append(label if label.isascii() else f"xn--{label.lower().encode('punycode').decode()}")
        except UnicodeError:
            labels.append(visible(label))
    return ".".join(labels)


def _decoded(host: str) -> str:
    labels = []
    for label in host.split("."):
        try:
            labels.append(label[4:].encode().decode("punycode") if label.lower().startswith("xn--") else label)
        except UnicodeError:
            labels.append(label)
    return ".".join(labels)
