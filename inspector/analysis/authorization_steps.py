"""A flow in the making: which step each record of it belongs to, and what the steps come to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inspector.analysis.authorization import (
    BY_GRANT,
    FIRST,
    LONGEST_BODY,
    Check,
    Decoded,
    Flow,
    Kind,
    State,
    Step,
    StepId,
    Web,
)
from inspector.analysis.authorization_webs import GoingWeb
from inspector.analysis.authorization_words import said_of
from inspector.analysis.words import short
from inspector.wire import events
from inspector.wire.events import Decision, Record

_STEP_OF: Final[Mapping[str, StepId]] = {
    "authorize": "challenge",
    "step up": "challenge",
    "choose an authorization server": "issuer",
    "find the authorization server": "issuer",
    "see who the authorization server is": "issuer",
    "choose scopes": "scopes",
    "get a new token": "refresh",
    "be a client": "client",
    "check PKCE": "browser",
    "sign in": "browser",
    "check iss": "callback",
    "read the answer": "callback",
    "keep the token": "token",
}
"""The steps by what is decided (`Decision.action`); requests and what is made of their answers are told by the URL."""

_BAD: Final = frozenset(
    {
        "failed",
        "given up",
        "nobody is there",
        "none is named",
        "no ID-JAG",
        "no token",
        "not asked",
        "not registered",
        "redirect not followed",
        "sign in again",
    }
)
_NEITHER: Final = frozenset({"not found", "none", "default endpoints", "ask the origin", "another one than before"})
_KINDS: Final[Mapping[str, Kind]] = {
    "client_credentials": "client credentials",
    "jwt_bearer": "assertion",
    "enterprise": "enterprise",
}
_LEFT: Final = "It was left before anything came of it."
_CALL_REFUSED: Final = frozenset({401, 403})


@dataclass(slots=True)
class _Part:
    """A step in the making."""

    since: float
    checks: list[Check] = field(default_factory=list)
    webs: list[GoingWeb] = field(default_factory=list)
    decoded: list[Decoded] = field(default_factory=list)


class Building:
    """A flow while its records come, from the decision that it begins."""

    def __init__(self, record: Record, event: Decision, begun: Mapping[str, Any]) -> None:
        http, status = begun.get("http"), begun.get("status")
        self.http = http if isinstance(http, int) and not isinstance(http, bool) else 0
        self.url = ""
        """What was refused."""
        self.granted = False
        self.is_over = False
        self._status = status if isinstance(status, int) else 401
        self._grant = str(begun.get("grant"))
        self._metadata = begun.get("resource_metadata")
        self._seq, self._at = record.seq, record.at
        self._parts: dict[StepId, _Part] = {}
        self._current: StepId = "challenge"
        self._failure: Mapping[str, Any] | None = None
        self._left = False
        self._why_left = ""
        self._next = 0
        self._call_status: int | None = None
        self._built: Flow | None = None
        self._touch("challenge", record.at).checks.append(_check(record.seq, event))

    @property
    def is_bare(self) -> bool:
        """Whether nothing has been asked of anybody yet."""
        return list(self._parts) == ["challenge"]

    def refused(self, web: GoingWeb | None) -> None:
        """The exchange that was refused, as far as it is known."""
        if web is not None:
            self.url = web.so_far.url
            self._parts["challenge"].webs.append(web)

    # ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def decided(self, record: Record, event: Decision, decoded: Decoded | None) -> None:
        """Something was decided."""
        part = self._touch(self._step_of(event), record.at)
        part.checks.append(_check(record.seq, event))
        if decoded is not None:
            part.decoded.append(decoded)
            self.granted = self.granted or decoded.what == "access token"

    def asked(self, record: Record, event: events.HttpRequest) -> GoingWeb:
        """A request goes out."""
        web = GoingWeb(Web(record.seq, event.verb, event.url, event.body[:LONGEST_BODY]))
        self._touch(self._asks(event), record.at).webs.append(web)
        return web

    def called(self, record: Record, event: events.HttpRequest) -> bool:
        """The refused request goes out again, if there is a token for it now."""
        if not self.granted or self.is_over:
            return False
        self._touch("call", record.at).webs.append(GoingWeb(Web(record.seq, event.verb, event.url)))
        return True

    def call_answered(self, record: Record, event: events.HttpResponse) -> bool:
        """What came of it then."""
        call = self._parts.get("call")
        if call is None or self.is_over:
            return False
        call.webs[-1].answered(record.seq, event)
        self._call_status, self.is_over, self._built = event.status, True, None
        return True

    def call_failed(self, refusal: "Building") -> None:
        """The call was refused once more, and nothing can be done: `refusal` has what is known of it."""
        self._touch("call", refusal._at).checks += refusal._parts["challenge"].checks

    def followed(self, number: int) -> None:
        """Flow `number` begins where this one ended, since the call needs more."""
        self._next, self._built = number, None

    def fail(self, record: Record, event: Decision, refused: Mapping[str, Any]) -> None:
        """It ends here, for this reason."""
        self._parts[self._current].checks.append(_check(record.seq, event))
        self._failure, self.is_over, self._built = refused, True, None

    def changed(self) -> None:
        """One of its requests came further."""
        self._built = None

    def leave(self, failure: str = "") -> bool:
        """It goes no further, if it was not over; `failure` is what broke."""
        if self.is_over:
            return False
        self._left, self._why_left, self.is_over, self._built = True, short(failure, 300), True, None
        return True

    def _touch(self, step: StepId, at: float) -> _Part:
        self._current, self._built = step, None
        return self._parts.setdefault(step, _Part(at))

    def _step_of(self, event: Decision) -> StepId:
        action = event.action
        if (known := _STEP_OF.get(action)) is not None:
            return known
        if action.startswith(("ask ", "use ")):
            return "issuer"
        if action.startswith("GET "):
            return self._document(action.removeprefix("GET "))
        if action.startswith("show the ID"):
            return "exchange"
        if action.startswith("show the"):
            return "refresh" if self._current == "refresh" else "token"
        return self._current

    def _asks(self, event: events.HttpRequest) -> StepId:
        if event.verb != "POST":
            return self._document(event.url)
        if b"token-exchange" in event.body:
            return "exchange"
        if b"grant_type=refresh_token" in event.body:
            return "refresh"
        return "token" if b"grant_type=" in event.body else "client"

    def _document(self, url: str) -> StepId:
        """Whose metadata is at a place; of one that is not well known (a redirect leads there), that of before."""
        if "/.well-known/oauth-protected-resource" in url or url == self._metadata:
            return "resource"
        if "/.well-known/oauth-authorization-server" in url or "/.well-known/openid-configuration" in url:
            return "issuer"
        return "issuer" if self._current == "issuer" else "resource"

    # ── what it comes to ────────────────────────────────────────────────────────────────────────────────────────────

    def built(self, number: int) -> Flow:
        """The flow as it is now."""
        if self._built is None:
            state = self._state()
            kind = self._kind()
            steps = tuple(self._step(id) for id in self._plan())
            self._built = Flow(number, self._seq, self._at, self.http, kind, state, steps, self._left)
        return self._built

    def _refreshed(self) -> bool:
        return "refresh" in self._parts and self.granted and "token" not in self._parts

    def _kind(self) -> Kind:
        if self._refreshed() or self._current == "refresh":
            return "refresh"
        kind = _KINDS.get(self._grant, "sign in")
        return "step up" if kind == "sign in" and self._status == 403 else kind

    def _state(self) -> Literal["going", "done", "failed"]:
        if self._failure is not None or self._left:
            return "failed"
        if self._next:
            return "done"
        if self._call_status is not None:
            return "failed" if self._call_status in _CALL_REFUSED else "done"
        return "going"

    def _plan(self) -> tuple[StepId, ...]:
        refresh: tuple[StepId, ...] = ("refresh",) if "refresh" in self._parts else ()
        rest = () if self._refreshed() else BY_GRANT.get(self._grant, BY_GRANT["authorization_code"])
        return (*FIRST, *refresh, *rest, "call")

    def _step(self, id: StepId) -> Step:
        part = self._parts.get(id)
        if part is None:
            awaited = id == "call" and self.granted and not self.is_over
            return Step(id, "going" if awaited else "coming")
        state = self._state_of(id, part)
        webs, checks = tuple(web.so_far for web in part.webs), tuple(part.checks)
        message, why, remedy = self._fault(state)
        return Step(
            id,
            state,
            message or self._told(id, said_of(id, state, checks, webs, part.decoded)),
            checks,
            webs,
            tuple(part.decoded),
            message,
            why,
            remedy,
            part.since,
            self._took(id, part),
        )

    def _state_of(self, id: StepId, part: _Part) -> State:
        if id != self._current:
            return "done"
        if self._failure is not None or self._left:
            return "failed"
        if id == "call":
            refused = self._call_status in _CALL_REFUSED and not self._next
            return "going" if self._call_status is None else "failed" if refused else "done"
        if self.granted:
            return "done"
        waits = id == "browser" and part.checks[-1].action == "sign in"
        return "waiting" if waits else "going"

    def _fault(self, state: State) -> tuple[str, str, str]:
        """Message, reason and remedy of a step that failed."""
        if state != "failed":
            return "", "", ""
        if self._left:
            return _LEFT, self._why_left or "The connection was given up meanwhile", "Connect again: R."
        if self._failure is None:
            return f"The call was refused again: HTTP {self._call_status}.", "", ""
        message, why, hint = (short(str(self._failure.get(name, "")), 1000) for name in ("message", "why", "hint"))
        return message, why, hint

    def _told(self, id: StepId, said: str) -> str:
        return f"{said} · see {self._next}" if self._next and id == "call" else said

    def _took(self, id: StepId, part: _Part) -> float | None:
        if id == "browser":
            after = self._parts.get("callback") or self._parts.get("token")
            return (after.since - part.since) * 1000 if after is not None else None
        known = [web.so_far.ms for web in part.webs if web.so_far.ms is not None]
        return sum(known) if known else None


def _check(seq: int, event: Decision) -> Check:
    bad = event.verdict in _BAD or event.verdict.startswith("refused")
    good = False if bad else None if event.verdict in _NEITHER else True
    return Check(seq, event.action, event.verdict, event.because, event.outcome, event.clause, good)
