"""One authorization as steps: what was asked of whom, what was checked, what failed, and the remedy.

    challenge ─▶ resource ─▶ issuer ─▶ scopes ─▶ client ─▶ browser ─▶ callback ─▶ token ─▶ call
                                          │  with a refresh token: refresh                  ▲
                                          │  as ourselves, or by an assertion:   token ─────┤
                                          └▶ by an identity provider: exchange ─▶ token ────┘

`authorization_flows` makes these from records. All texts of ours that quote others are safe to show; URLs, bodies and
claims are as they came, without the secrets that the records do not have either.

Source: `2026-07-28 basic/authorization#authorization-flow-steps`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from inspector.wire.json import Json

StepId = Literal[
    "challenge",
    "resource",
    "issuer",
    "scopes",
    "refresh",
    "client",
    "browser",
    "callback",
    "exchange",
    "token",
    "call",
]

State = Literal["done", "failed", "going", "waiting", "coming"]
"""It is over and well; it broke the flow; it is under way; a person with a browser is waited for; not come to."""

Kind = Literal["sign in", "step up", "refresh", "client credentials", "assertion", "enterprise"]
"""What a flow is: somebody signs in, does so for more scopes, or nobody has to, for one of four reasons."""

FIRST: Final[tuple[StepId, ...]] = ("challenge", "resource", "issuer", "scopes")
"""The steps that every flow begins with."""

BY_GRANT: Final[Mapping[str, tuple[StepId, ...]]] = {
    "authorization_code": ("client", "browser", "callback", "token"),
    "client_credentials": ("token",),
    "jwt_bearer": ("token",),
    "enterprise": ("exchange", "token"),
}
"""The steps between the scopes and the call, by grant, where there is no refresh token."""


@dataclass(frozen=True, slots=True)
class Check:
    """Something that was decided, record `seq`: fields as in `wire.events.Decision`. `good` is None for what is neither
    a success nor a failure, as a document that is not at the first of several places."""

    seq: int
    action: str
    verdict: str
    because: str
    outcome: str = ""
    clause: str = ""
    good: bool | None = True


@dataclass(frozen=True, slots=True)
class Web:
    """A request of a step, and its answer as far as that has come.

    `request`, `answer` and `body` are record numbers, 0 where there is none. `status` is None without an answer,
    `failure` what was in its place; `ms` is None while it goes. `sent` and `got` are the bodies, the first
    `LONGEST_BODY` bytes.
    """

    request: int
    verb: str
    url: str
    sent: bytes = b""
    answer: int = 0
    status: int | None = None
    body: int = 0
    got: bytes = b""
    ms: float | None = None
    failure: str = ""


LONGEST_BODY: Final = 16_000
"""Bytes of a body that a step holds; the record has them all."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a token says of itself, and what was said beside it; never the token.

    `what` it is, and `at` which second since the epoch that was known. `header` and `claims` are None for what is no
    JWT. `kind`, `issuer`, `resource`, `client` and `refresh` (one came with it) are of an access token, `scopes` those
    that it has, `asked` those that were asked for; `granted` says whether the answer named the scopes. `expires` is in
    seconds since the epoch, None where that is not known.
    """

    what: str
    at: float
    header: Mapping[str, Json] | None = None
    claims: Mapping[str, Json] | None = None
    kind: str = ""
    issuer: str = ""
    resource: str = ""
    client: str = ""
    scopes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    granted: bool = False
    refresh: bool = False
    expires: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `said` is what came of it, in a few words; `message`, `why` and `remedy` are there where it failed.

    `since` is the second of the session from which it is under way; `ms` what it took, None where that is not known.
    """

    id: StepId
    state: State = "coming"
    said: str = ""
    checks: tuple[Check, ...] = ()
    webs: tuple[Web, ...] = ()
    decoded: tuple[Decoded, ...] = ()
    message: str = ""
    why: str = ""
    remedy: str = ""
    since: float = 0.0
    ms: float | None = None

    @property
    def records(self) -> tuple[int, ...]:
        """The records that it rests on, in order."""
        webs = (seq for web in self.webs for seq in (web.request, web.answer, web.body) if seq)
        return tuple(sorted({*webs, *(check.seq for check in self.checks)}))

    @property
    def clause(self) -> str:
        """Of what failed, else of what was checked last."""
        failed = [check.clause for check in self.checks if check.good is False and check.clause]
        return (failed or [check.clause for check in self.checks if check.clause] or [""])[-1]

    @property
    def record(self) -> int:
        """The record to begin reading with: the last request, else the last decision; 0 where there is none."""
        return self.webs[-1].request if self.webs else self.checks[-1].seq if self.checks else 0


@dataclass(frozen=True, slots=True)
class Flow:
    """One authorization, from the refusal in record `seq` at second `at` of the session, for HTTP exchange `http`.

    `left`: it was given up before anything came of it.
    """

    number: int
    seq: int
    at: float
    http: int
    kind: Kind
    state: Literal["going", "done", "failed"]
    steps: tuple[Step, ...]
    left: bool = False

    @property
    def current(self) -> Step:
        """The step that is most worth a look: the one that failed, or is under way, else the one that gave a token."""
        bad = next((step for step in self.steps if step.state in ("failed", "going", "waiting")), None)
        given = [step for step in self.steps if step.state == "done" and step.id in ("token", "refresh")]
        return bad or (given or [step for step in self.steps if step.state == "done"] or [self.steps[0]])[-1]

    @property
    def place(self) -> str:
        """Which step is the current one: `step 3 of 9, issuer`."""
        return f"step {self.steps.index(self.current) + 1} of {len(self.steps)}, {self.current.id}"

    @property
    def ms(self) -> float:
        """What its steps took together."""
        return sum(step.ms or 0.0 for step in self.steps)
