"""The other side of a pure flow: what each URL answers, and what was asked; a person who signs in at once."""

from collections.abc import Callable, Generator
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from inspector.transports.auth.discovery import Where
from inspector.transports.auth.flow import Held, Refusal, authorize
from inspector.transports.auth.steps import Answer, Ask, Fetch, Means, Return, Say, Visit
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import Trial
from inspector.transports.auth.wish import Wish
from inspector.wire.events import Decision
from inspector.wire.json import dumps, parse

SERVER = "https://mcp.example/a/mcp"
ISSUER = "https://as.example/tenant"
OTHER = "https://other.example"
PRM = "https://mcp.example/.well-known/oauth-protected-resource/a/mcp"
PRM_ROOT = "https://mcp.example/.well-known/oauth-protected-resource"
METADATA = "https://as.example/.well-known/oauth-authorization-server/tenant"
REDIRECT = "http://127.0.0.1:7/callback"
NOW = 1_000_000.0

Page = Answer | Callable[[Fetch], Answer]


def document(content: dict[str, Any], status: int = 200, *headers: tuple[str, str]) -> Answer:
    """An answer that is JSON."""
    return Answer(status, (("Content-Type", "application/json"), *headers), dumps(content).encode())


def published(**changes: Any) -> dict[str, Any]:
    """Metadata of an authorization server in order; None takes a member out."""
    content = {
        "issuer": ISSUER,
        "authorization_endpoint": f"{ISSUER}/authorize?a=b",
        "token_endpoint": f"{ISSUER}/token",
        "registration_endpoint": f"{ISSUER}/register",
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
        "authorization_response_iss_parameter_supported": True,
        **changes,
    }
    return {name: value for name, value in content.items() if value is not None}


def refusal(status: int = 401, trial: Trial | None = None, scheme: str = "Bearer", **parameters: str) -> Refusal:
    """A refusal with a challenge."""
    said = ", ".join(f'{name}="{value}"' for name, value in parameters.items())
    return Refusal(status, (("WWW-Authenticate", f"{scheme} {said}".strip()),), trial or Trial())


class World:
    """`pages` answer by URL, 404 where there is none. `asked` are the requests, `visited` the URLs that were shown.

    `secret` is what the person says for each client of `wanted`, `redirect` where they come back to."""

    def __init__(self, **changes: Any) -> None:
        self.now = NOW
        self.asked: list[Fetch] = []
        self.visited: list[str] = []
        self.said: list[Decision] = []
        self.back: dict[str, str | None] = {}
        self.secret, self.wanted, self.redirect = "", list[tuple[str, str]](), ""
        self.token: dict[str, Any] = {"access_token": "T1", "token_type": "Bearer", "expires_in": 60}
        self.pages: dict[str, Page] = {
            PRM: document({"resource": SERVER, "authorization_servers": [ISSUER]}),
            METADATA: document(published(**changes)),
            f"{ISSUER}/register": document({"client_id": "C1", "token_endpoint_auth_method": "none"}, 201),
            f"{ISSUER}/token": lambda step: document(self.token),
        }

    def answer(self, step: Any) -> Any:
        """What comes of one step."""
        if isinstance(step, Say):
            self.said.append(step.decision)
            return None
        if isinstance(step, Return):
            return self.redirect or step.before or REDIRECT
        if isinstance(step, Ask):
            self.wanted.append((step.client_id, step.issuer))
            return self.secret
        if isinstance(step, Visit):
            self.visited.append(step.url)
            asked = {name: values[0] for name, values in parse_qs(urlsplit(step.url).query).items()}
            back = {"code": "K", "state": asked["state"], "iss": ISSUER, **self.back}
            kept = {name: value for name, value in back.items() if value is not None}
            return f"{asked['redirect_uri']}?{urlencode(kept)}"
        assert isinstance(step, Fetch)
        self.asked.append(step)
        page = self.pages.get(step.url, Answer(404, (("Content-Type", "text/html"),), b"<html>"))
        return page(step) if callable(page) else page

    def run(self, talk: "Generator[Any, Any, Any]") -> Any:
        """Carry a conversation through."""
        reply: Any = None
        try:
            while True:
                reply = self.answer(talk.send(reply))
        except StopIteration as stop:
            return stop.value

    def authorize(
        self,
        wish: Wish | None = None,
        held: Held | None = None,
        refused: Refusal | None = None,
        *,
        person: bool = True,
        url: str = SERVER,
    ) -> Tokens:
        """The whole flow."""
        means = Means(lambda size: bytes(size), lambda: self.now)
        held, refused = held if held is not None else Held(), refused or refusal()
        tokens = self.run(authorize(Where(url), wish or Wish(), held, refused, means, person=person))
        assert isinstance(tokens, Tokens)
        return tokens

    @property
    def urls(self) -> list[str]:
        """The URLs that were asked for, in order."""
        return [step.url for step in self.asked]

    @property
    def form(self) -> dict[str, str]:
        """The last form that went out."""
        return dict(parse_qsl(self.asked[-1].body.decode()))

    @property
    def registration(self) -> Any:
        """The registration that went out."""
        return next(parse(step.body.decode()) for step in self.asked if step.url.endswith("/register"))

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the last URL that was shown."""
        return dict(parse_qsl(urlsplit(self.visited[-1]).query))
