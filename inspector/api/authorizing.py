"""How a program is authorized at a protected server."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspector.client import Options
from inspector.client.authorizing import authorizer_of
from inspector.config.target import Target
from inspector.transports.auth.wish import Grant, Provider, Wish

if TYPE_CHECKING:
    from inspector.transports.auth.authorizer import Authorizer


@dataclass(frozen=True)
class Authorization:
    """`signs_in` gets the URL that a person has to visit, and gives back the URL that their browser was redirected to.

    `client_id` with `client_secret` or `client_key` (PEM) is a client that is registered already, with `issuer`;
    `client_document` is the URL of a Client ID Metadata Document. Without either, a client is registered. `grant` is
    how the token is got; `assertion` is the JWT for `jwt_bearer`, `provider` the one for `enterprise`. `dpop` binds
    tokens to a key. Tokens are kept for as long as the connection.

    Source: `2026-07-28 basic/authorization`, `docs/extensions/auth`.
    """

    signs_in: Callable[[str], Awaitable[str]] | None = None
    grant: Grant = "authorization_code"
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    client_key: str = field(default="", repr=False)
    issuer: str = ""
    client_document: str = ""
    scopes: Iterable[str] = ()
    assertion: str = field(default="", repr=False)
    provider: Provider | None = None
    dpop: bool = False

    def of(self, target: Target, options: Options, *, insecure: bool) -> "Authorizer | None":
        """Who does it for one target; None for one that is no URL, or that has a credential of its own."""
        from inspector.transports.auth.person import Handler

        wish = Wish(
            self.grant,
            self.client_id,
            self.client_secret,
            self.client_key,
            self.issuer,
            self.client_document,
            tuple(self.scopes),
            self.assertion,
            self.provider,
            self.dpop,
        )
        person = None if self.signs_in is None else Handler(self.signs_in)
        return authorizer_of(target, wish, person=person, connect_timeout=options.connect_timeout, insecure=insecure)
