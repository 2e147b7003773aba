"""A decoded token as rows: whose it is and for what, its times beside a clock, its claims. Never the token itself."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from textual.strip import Strip

from inspector.analysis.authorization import Decoded
from inspector.tui.cells import Span, cut_end, shown
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import apart
from inspector.tui.roles import Roles
from inspector.tui.signing import TokenFacts
from inspector.tui.widgets.page_text import labelled, prose
from inspector.wire.json import Json, dumps

_TIMES: Final = frozenset({"exp", "nbf", "iat", "auth_time", "updated_at"})
"""The claims that are seconds since the epoch (`RFC 7519#section-4.1`, `OpenID Connect Core#2`)."""

_MOST: Final = 40
"""Claims that are shown; the record has them all."""

_LONGEST: Final = 300
"""Cells of a claim that are shown."""

_LATEST: Final = 253_402_300_000.0
"""Seconds since the epoch beyond which there is no date."""


def decoded_rows(
    token: Decoded,
    width: int,
    roles: Roles,
    *,
    now: float | None = None,
    server: str = "",
    at: int = 4,
    brief: bool = False,
) -> list[Strip]:
    """What it says. `now` in seconds since the epoch: times are told from there, else from when it came (a recording).

    `server` is what the token has to be for; empty where that is not known. `brief`: without what a JWT says itself.
    """
    value_at = at + 11

    def row(label: str, spans: Sequence[Span]) -> list[Strip]:
        return labelled(label, spans, width, roles, at=at, value_at=value_at)

    rows: list[Strip] = []
    if token.kind:
        rows += row("kind", [(token.kind, "bold"), (f" {token.what}", "muted")])
    else:
        rows += row("what", [(token.what, "bold")])
    beside = (("issuer", token.issuer), ("for", token.resource), ("client", token.client))
    for label, text in beside if token.claims is None or not brief else ():
        rows += row(label, [(text, "")]) if text else []
    if token.kind:
        rows += row("scopes", _scopes(token, roles))
        rows += row("expires", _expires(token, now, roles))
        rows += row("refresh", [("a refresh token came with it" if token.refresh else "no refresh token came", "")])
    if token.claims is None:
        opaque = "It is no JWT, so nothing can be read in it." if token.what != "ID token" else "It is no JWT."
        return [*rows, *prose([(opaque, "muted")], width, roles, at=at)]
    if token.header:
        rows += row("header", _members(token.header.items()))
    for number, (name, value) in enumerate(token.claims.items()):
        if number == _MOST:
            rows += row("", [(f"and {len(token.claims) - _MOST} more: the record has them", "muted")])
            break
        spans: list[Span] = [(f"{name} ", "json-key"), *shown(cut_end(dumps(value)[:1000], _LONGEST, roles.glyphs.cut))]
        rows += row("" if number else "claims", [*spans, *_remark(name, value, token, now, server, roles)])
    told = "Decoded, not verified: only the server can do that. The signature is not shown."
    return [*rows, *prose([(told, "faint")], width, roles, at=at)]


def kept_rows(kept: TokenFacts, width: int, roles: Roles, *, now: float | None) -> list[Strip]:
    """What is kept for a server, from before or now."""
    rows: list[Strip] = []
    if kept.kind:
        token = Decoded(
            "token",
            now or 0.0,
            kept.header,
            kept.claims,
            kept.kind,
            kept.issuer,
            kept.resource,
            kept.client,
            tuple(kept.scopes),
            tuple(kept.scopes),
            True,
            kept.refresh,
            kept.expires,
        )
        rows += decoded_rows(token, width, roles, now=now, server=kept.resource, at=2)
    for issuer, client in kept.clients:
        rows += labelled("registered", [(client, ""), (" with ", "muted"), (issuer, "")], width, roles, value_at=13)
    return rows


def _scopes(token: Decoded, roles: Roles) -> list[Span]:
    missing = [scope for scope in token.asked if scope not in token.scopes]
    spans: list[Span] = [(" ".join(token.scopes), "bold")] if token.scopes else [("none", "muted")]
    spans.append((" granted" if token.granted else " asked for; the answer names none", "muted"))
    if missing:
        spans.append((f" {roles.glyphs.dot} not granted: {' '.join(missing)}", "warning"))
    return spans


def _expires(token: Decoded, now: float | None, roles: Roles) -> list[Span]:
    if token.expires is None:
        return [("not said", "muted")]
    return [(_moment(token.expires), ""), *_when(token.expires, token, now, roles, ends=True)]


def _members(members: Iterable[tuple[str, Json]]) -> list[Span]:
    spans: list[Span] = []
    for name, value in members:
        spans += [("  " if spans else "", ""), (f"{name} ", "json-key"), *shown(dumps(value)[:300])]
    return spans


def _remark(name: str, value: Json, token: Decoded, now: float | None, server: str, roles: Roles) -> list[Span]:
    """What a claim means: its time, or that the token is for another server."""
    if name in _TIMES and isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _LATEST:
        moment = float(value)
        return [(f" {_moment(moment)}", "muted"), *_when(moment, token, now, roles, ends=name == "exp")]
    if name == "aud" and server and token.kind:
        whom = value if isinstance(value, list) else [value]
        if server in whom:
            return [(f" {roles.glyphs.success} the server", "success")]
        return [(in_glyphs(" ▲ not the server, whose resource is ", roles.glyphs), "warning"), (server, "warning")]
    return []


def _when(moment: float, token: Decoded, now: float | None, roles: Roles, *, ends: bool) -> list[Span]:
    """How far a moment is from now, or from when the token came."""
    if now is None:
        distance = moment - token.at
        words = f"{apart(distance)} {'after' if distance >= 0 else 'before'} it was seen"
        return [(f" {roles.glyphs.dot} {words}", "muted")]
    if moment >= now:
        return [(f" {roles.glyphs.dot} in {apart(moment - now)}", "muted")]
    if ends:
        return [(f" {roles.glyphs.error} expired {apart(now - moment)} ago", "error")]
    return [(f" {roles.glyphs.dot} {apart(now - moment)} ago", "muted")]


def _moment(seconds: float) -> str:
    if not 0 <= seconds < _LATEST:
        return f"{seconds:g}"
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
