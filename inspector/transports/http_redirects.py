"""Which redirects are followed: a 307 or 308 within the origin, with method, body and headers; no other.

A 301 or 302 may turn a POST into a GET, and another origin must not see the credentials (`RFC 9110#section-15.4`).
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import urljoin

from inspector.errors import UsageError
from inspector.transports.http_options import origin_of, origin_text
from inspector.wire import events

HOPS: Final = 5
"""How many redirects one exchange follows."""

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


def target_of(status: int, url: str, location: str) -> str | None:
    """Where an answer to a request for `url` redirects to; None if it is no redirect."""
    if status not in _REDIRECTS or not location:
        return None
    try:
        return urljoin(url, location)
    except ValueError:
        return location


def judged(
    http: int, verb: str, url: str, status: int, target: str, text: Callable[[str], str]
) -> tuple[str, events.Decision]:
    """The failure that a redirect of exchange `http` is, or an empty text to follow it; and the decision.

    `text` makes of a URL what may be shown.
    """
    shown = text(target)
    try:
        same = origin_of(target) == origin_of(url)
    except UsageError:
        same = False
    refusal = f"redirected {verb} with {status} to {shown}"
    if not same:
        because = f"Another origin than {origin_text(url)} must not see headers and credentials meant for it."
        refusal += f", another origin than {origin_text(url)}"
        section = "RFC 9110#section-15.4"
    elif status in (307, 308):
        because = f"The origin is the same, and {status} keeps method and body."
        refusal = ""
        section = "RFC 9110#section-15.4.8" if status == 307 else "RFC 9110#section-15.4.9"
    else:
        because = f"A {status} may turn the request into a GET, so it is not followed; use that URL instead."
        section = f"RFC 9110#section-15.4.{status - 299}"
    decision = events.Decision(
        topic="transport",
        action=f"{verb} {text(url)}",
        outcome=f"HTTP {status}, Location {shown}",
        verdict="redirect not followed" if refusal else "redirect followed",
        because=because,
        clause=section,
        data={"http": http},
    )
    return refusal, decision
