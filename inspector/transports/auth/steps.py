"""The steps of an authorization: what is yielded, and what comes back."""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar
from urllib.parse import urlencode

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.trial import TOPIC
from inspector.transports.http_options import url_text
from inspector.wire import events
from inspector.wire.json import Json, NotJson, dumps, parse
from inspector.wire.text import visible

T = TypeVar("T")

SPEC: Final = "2026-07-28 basic/authorization"
"""Where the clauses are."""

_HALF: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]")

MOST: Final = 1 << 20
"""Bytes that an answer may have: metadata and tokens are small."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """A request to be made; answered with an `Answer`. `what` names the document for a person, `secrets` are values
    that the record of it must not have. `named`: the person named the address, which may then be in a private network
    though the server is not."""

    what: str
    verb: Literal["GET", "POST"]
    url: str
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    body: bytes = field(default=b"", repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    named: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: a status, or the `failure` that was in its place, in a sentence without a full stop."""

    status: int | None = None
    headers: events.Headers = ()
    body: bytes = field(default=b"", repr=False)
    failure: str = ""

    def header(self, name: str) -> str:
        """A header, or an empty text; `name` in lower case."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    @property
    def document(self) -> dict[str, Json] | None:
        """The body as a JSON object; None if it is none, or has halves of characters, which nothing can send back."""
        try:
            text = self.body.decode("utf-8-sig")
            found = parse(text)
        except (NotJson, UnicodeDecodeError):
            return None
        halves = _HALF.search(text) is not None and _HALF.search(dumps(found)) is not None
        return found if isinstance(found, dict) and not halves else None

    @property
    def outcome(self) -> str:
        """In a few words, safe to show."""
        if self.status is None:
            return visible(self.failure)
        kind = self.header("content-type").partition(";")[0].strip() or "no content type"
        if self.document is not None:
            return f"HTTP {self.status}"
        return f"HTTP {self.status}, {visible(kind)[:60]}" + (
            " that is no JSON object" if "json" in kind and self.status < 300 else ""
        )


@dataclass(frozen=True, slots=True)
class Return:
    """Make ready to be come back to by a browser; answered with the redirect URI. `before` is one that was registered
    and should be used again, empty for any."""

    before: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """Have a person visit `url` and come back with `state`; answered with the whole URL that they came back to.

    `told` says for whom they sign in, safe to show.
    """

    url: str
    state: str
    told: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a person for the secret of their client with `issuer`; answered with it, an empty text where it has none."""

    client_id: str
    issuer: str


@dataclass(frozen=True, slots=True)
class Say:
    """A decision to be recorded; answered with None."""

    decision: events.Decision


Pausable = Fetch | Return | Visit
"""The steps that do something; a pause may come before each."""
Step = Pausable | Ask | Say
Talk = Generator[Step, Any, T]


@dataclass(frozen=True, slots=True)
class Means:
    """What a pure flow cannot make itself: random bytes, and the time in seconds since the epoch."""

    random: Callable[[int], bytes]
    now: Callable[[], float]


def say(
    action: str,
    verdict: str,
    because: str,
    clause: str = "",
    *,
    outcome: str = "",
    data: Mapping[str, Json] | None = None,
) -> Talk[None]:
    """Record a decision of the flow. The texts are safe to show, and hold no secret."""
    yield Say(events.Decision(TOPIC, action, verdict, because, outcome=outcome, clause=clause, data=data))


def needed(message: str, why: str, hint: str) -> AuthorizationNeeded:
    """The fault of a flow: which step failed, why, what helps."""
    return AuthorizationNeeded(message, why=why, hint=hint)


def quoted(text: str, most: int = 300) -> str:
    """What another says, safe to show. It is cut between two words, so that nothing is left of a token in it that has
    to be found whole to be taken out."""
    shown = visible(text)
    return shown if len(shown) <= most else f"{shown[:most].rpartition(' ')[0]}…"


def form(
    what: str,
    url: str,
    fields: Sequence[tuple[str, str]],
    headers: Sequence[tuple[str, str]] = (),
    *,
    named: bool = False,
) -> Fetch:
    """A POST of a form (`RFC 6749#appendix-B`); which of its fields are secrets, their names say."""
    said = (("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"), *headers)
    secrets = tuple(value for name, value in fields if name in _SECRET)
    return Fetch(what, "POST", url, said, urlencode(fields).encode(), secrets, named)


def document(what: str, url: str, content: Mapping[str, Json]) -> Fetch:
    """A POST of a JSON document."""
    said = (("Accept", "application/json"), ("Content-Type", "application/json"))
    return Fetch(what, "POST", url, said, dumps(dict(content)).encode())


def words_of(step: Pausable) -> str:
    """What a step would do, as in "Next: …", safe to show."""
    if isinstance(step, Return):
        return "listen on this machine for the browser to come back"
    if isinstance(step, Visit):
        return f"show where to sign in for {step.told}"
    verb = "fetch" if step.verb == "GET" else "send"
    preposition = "from" if step.verb == "GET" else "to"
    return f"{verb} {visible(step.what)} {preposition} {url_text(step.url)}"


_SECRET: Final = frozenset(
    {
        "client_secret",
        "client_assertion",
        "token",
        "code",
        "code_verifier",
        "refresh_token",
        "assertion",
        "subject_token",
    }
)
