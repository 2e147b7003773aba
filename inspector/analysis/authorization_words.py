"""What a step of an authorization came to, in the few words that a row has room for."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from inspector.analysis.authorization import Check, Decoded, State, StepId, Web
from inspector.analysis.words import short


def said_of(
    id: StepId, state: State, checks: tuple[Check, ...], webs: tuple[Web, ...], decoded: Sequence[Decoded]
) -> str:
    """What came of a step, in a few words."""
    last = checks[-1] if checks else None
    if id == "challenge":
        return checks[0].outcome
    if id in ("resource", "issuer"):
        return _published(id, state, checks, webs)
    if id == "browser" and state == "waiting":
        return "waiting for the browser"
    if id == "browser":
        return "the browser came back" if state == "done" else ""
    if id == "callback" and last is not None:
        return f"iss: {last.verdict}" if last.action == "check iss" else last.verdict
    if id == "call":
        status = webs[-1].status if webs else None
        return "sent again" if status is None else f"sent again · {status}"
    token = next((one for one in reversed(decoded) if one.what == "access token"), None)
    if token is not None:
        scopes = short(" ".join(token.scopes), 200)
        return f"a {token.kind} token" + (f" · {scopes}" if scopes else "")
    if state == "going" and webs and webs[-1].status is None:
        return _place(webs[-1])
    return last.verdict if last is not None else ""


def _published(id: StepId, state: State, checks: tuple[Check, ...], webs: tuple[Web, ...]) -> str:
    if id == "issuer":
        chosen = next((check.verdict for check in reversed(checks) if check.verdict.startswith("ask ")), "")
        found = any(check.verdict == "found" for check in checks)
        if chosen and state == "done" and found:
            return chosen.removeprefix("ask ")
        if state == "done":
            return checks[-1].verdict
    if state == "done" and not any(check.verdict == "found" for check in checks):
        return f"not published, at {len(webs)} places" if len(webs) > 1 else "not published"
    return _place(webs[-1]) if webs else checks[-1].verdict if checks else ""


def _place(web: Web) -> str:
    try:
        path = urlsplit(web.url).path
    except ValueError:
        path = web.url
    status = f"{web.status} " if web.status is not None else f"{web.failure} " if web.failure else ""
    return status + short(path or "/", 300)
