"""Secrets in the headers of a record, masked wherever the headers are shown: on their own, or in the JSON of an event.

What is a secret is the owner's to know; here is only where headers are.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.analysis.detail import Detail
from inspector.analysis.http_parts import Header, HttpPart
from inspector.wire.json import NotJson, dumps, parse

MaskHeaders = Callable[[Sequence[Header]], Sequence[Header]]
"""The same headers, one for one, with the values that are secrets masked."""


def unmasked(headers: Sequence[Header]) -> Sequence[Header]:
    """The headers as they are."""
    return headers


def masked(detail: Detail, mask: MaskHeaders) -> Detail:
    """The detail as it may be shown. What crossed the wire (`raw`) holds no headers and stays."""
    if mask is unmasked:
        return detail
    return replace(detail, http=_http(detail.http, mask), document=_document(detail, mask))


def _http(part: HttpPart | None, mask: MaskHeaders) -> HttpPart | None:
    if part is None:
        return None
    return replace(
        part,
        request_headers=tuple(mask(part.request_headers)),
        response_headers=tuple(mask(part.response_headers)),
    )


def _document(detail: Detail, mask: MaskHeaders) -> bytes | None:
    """Only HTTP events of ours have headers among their fields; a message of a peer is never rewritten."""
    if detail.document is None or detail.row.kind not in ("web-out", "web-in"):
        return detail.document
    try:
        event = parse(detail.document.decode())
    except (NotJson, UnicodeDecodeError):
        return detail.document
    headers = event.get("headers") if isinstance(event, dict) and "http" in event else None
    if not isinstance(headers, list) or not all(_is_header(one) for one in headers):
        return detail.document
    shown = mask([Header(name, value, "") for name, value in headers])
    return dumps({**event, "headers": [[one.name, one.value] for one in shown]}).encode()


def _is_header(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, str) for one in pair)
