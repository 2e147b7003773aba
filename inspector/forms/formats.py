"""Checks of the `format` keyword for the formats that a person types; a format we do not know is an annotation."""

import ipaddress
import re
from collections.abc import Callable
from datetime import date
from typing import Final
from urllib.parse import urlsplit

from inspector.forms import pointer
from inspector.forms.patterns import BadPattern, UnsupportedPattern, compiled
from inspector.forms.templates import BadTemplate, template_of

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(Z|z|([+-])([0-9]{2}):([0-9]{2}))")
_DURATION: Final = re.compile(
    r"P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)",
    re.ASCII,
)
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL_PART: Final = re.compile(rf'{_ATOM}(\.{_ATOM})*|"[^"\\\x00-\x1f]*"')
_URI_CHARS: Final = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
_IRI_REFUSED: Final = re.compile(r'[\x00-\x20<>"{}|\\^`\x7f]|%(?![0-9A-Fa-f]{2})')
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_RELATIVE_POINTER: Final = re.compile(r"(?:0|[1-9][0-9]*)(#|(?:/.*)?)", re.DOTALL)


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if not found:
        return False
    hour, minute, second = int(found[1]), int(found[2]), int(found[3])
    if found[6]:
        away = int(found[7]), int(found[8])
        if away[0] > 23 or away[1] > 59:
            return False
        offset = (away[0] * 60 + away[1]) * (1 if found[6] == "+" else -1)
    else:
        offset = 0
    if hour > 23 or minute > 59 or second > 60:
        return False
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439  # a leap second ends a day of UTC


def _is_date_time(text: str) -> bool:
    return len(text) > 11 and text[10] in "Tt" and _is_date(text[:10]) and _is_time(text[11:])


def _is_duration(text: str) -> bool:
    return bool(_DURATION.fullmatch(text)) and not text.endswith(("P", "T"))


def _is_hostname(text: str) -> bool:
    return 0 < len(text) <= 253 and all(_LABEL.fullmatch(label) for label in text.split("."))


def _is_email(text: str) -> bool:
    local, at, domain = text.rpartition("@")
    if not at or not _LOCAL_PART.fullmatch(local):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        inner = domain[1:-1]
        return _is_ipv6(inner[5:]) if inner.startswith("IPv6:") else _is_ipv4(inner)
    return _is_hostname(domain)


def _is_ipv4(text: str) -> bool:
    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return text.isascii()


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return text.isascii() and "%" not in text


def _splits(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return "[" not in parts.path and "[" not in parts.query


def _is_uri_reference(text: str) -> bool:
    return bool(_URI_CHARS.fullmatch(text)) and text.count("#") < 2 and _splits(text)


def _is_uri(text: str) -> bool:
    return bool(_SCHEME.match(text)) and _is_uri_reference(text)


def _is_iri_reference(text: str) -> bool:
    return not _IRI_REFUSED.search(text) and _splits(text)


def _is_iri(text: str) -> bool:
    return bool(_SCHEME.match(text)) and _is_iri_reference(text)


def _is_regex(text: str) -> bool:
    try:
        compiled(text)
    except BadPattern:
        return False
    except UnsupportedPattern:
        return True
    return True


def _is_pointer(text: str) -> bool:
    try:
        pointer.split(text)
    except pointer.BadPointer:
        return False
    return True


def _is_relative_pointer(text: str) -> bool:
    found = _RELATIVE_POINTER.fullmatch(text)
    return bool(found) and (found[1] == "#" or _is_pointer(found[1]))  # type: ignore[index]


def _is_uri_template(text: str) -> bool:
    try:
        template_of(text)
    except BadTemplate:
        return False
    return True


_CHECKS: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "date": (_is_date, "a date such as 2026-12-04"),
    "time": (_is_time, "a time such as 09:30:00Z"),
    "date-time": (_is_date_time, "a date and time such as 2026-12-04T09:30:00Z"),
    "duration": (_is_duration, "a duration such as P3DT12H"),
    "email": (_is_email, "an e-mail address"),
    "hostname": (_is_hostname, "a host name"),
    "ipv4": (_is_ipv4, "an IPv4 address"),
    "ipv6": (_is_ipv6, "an IPv6 address"),
    "uri": (_is_uri, "a URI with its scheme, such as https://example.org/"),
    "uri-reference": (_is_uri_reference, "a URI or a relative reference"),
    "iri": (_is_iri, "an IRI with its scheme"),
    "iri-reference": (_is_iri_reference, "an IRI or a relative reference"),
    "uri-template": (_is_uri_template, "a URI template"),
    "uuid": (lambda text: bool(_UUID.fullmatch(text)), "a UUID"),
    "regex": (_is_regex, "a regular expression"),
    "json-pointer": (_is_pointer, "a JSON Pointer"),
    "relative-json-pointer": (_is_relative_pointer, "a relative JSON Pointer"),
}


def breach(name: str, text: str) -> str | None:
    """What `text` should have been by the format `name`, such as `a date …`; None if it is, or if we know no such
    format."""
    known = _CHECKS.get(name)
    if known is None or known[0](text):
        return None
    return known[1]
