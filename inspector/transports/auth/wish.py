"""What a person gave for an authorization: who we are, what we ask for, and how."""

from dataclasses import dataclass, field
from typing import Literal

Grant = Literal["authorization_code", "client_credentials", "jwt_bearer", "enterprise"]
"""How a token is come by: a person signs in; as ourselves (`docs/extensions/auth/oauth-client-credentials`); by a JWT
of the workload (`RFC 7523#section-2.1`); by the identity provider of an enterprise
(`docs/extensions/auth/enterprise-managed-authorization`)."""


@dataclass(frozen=True, slots=True)
class Provider:
    """The identity provider of an enterprise, and the ID token that it gave to the person.

    Without its `token_endpoint`, that is in the metadata of its `issuer`. `client_id` is our client there.
    """

    token_endpoint: str
    client_id: str
    id_token: str = field(repr=False)
    client_secret: str = field(default="", repr=False)
    issuer: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """`client_id` with `client_secret` or `client_key` (PEM) is a client that is registered already, with `issuer` if
    that is known. `document` is the URL of a Client ID Metadata Document. `assertion` is the JWT of a workload.

    `port` is that of the loopback callback, 0 for a free one; `redirect` the whole loopback URI that a browser comes
    back to, where a client is registered with that one alone. `dpop` asks for a bound token unasked.
    """

    grant: Grant = "authorization_code"
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    client_key: str = field(default="", repr=False)
    issuer: str = ""
    document: str = ""
    scopes: tuple[str, ...] = ()
    assertion: str = field(default="", repr=False)
    provider: Provider | None = None
    dpop: bool = False
    port: int = 0
    redirect: str = ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets in it, which nothing that is written or shown may have."""
        given = (self.client_secret, self.client_key, self.assertion)
        more = (self.provider.id_token, self.provider.client_secret) if self.provider is not None else ()
        return tuple(secret for secret in (*given, *more) if secret)
