"""How one signs in to a server, as far as its target says so: in a server file, or behind the URL that is typed.

    "oauth": {"clientId": …, "clientSecret": …, "scopes": "a b" | ["a", "b"], "callbackPort": 8080, "redirectUri": …}
    "auth": {"CLIENT_ID": …, "CLIENT_SECRET": …, "scopes": ["a", "b"]}

Both forms are in use, by different programs. `"oauth": false`, or `"enabled": false` in it, is: not at all.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

Grant = Literal["authorization-code", "client-credentials", "none"]
GRANTS: Final = get_args(Grant)


@dataclass(frozen=True, slots=True)
class SignIn:
    """`client_id` with `client_secret` is a client that is registered already, at `issuer` if that is named.
    `secret_env` names the variable that the secret is out of. `redirect` is where the browser comes back to, `port` its
    port alone, 0 for a free one. What is empty is not said here."""

    grant: Grant = "authorization-code"
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    secret_env: str = ""
    issuer: str = ""
    scopes: tuple[str, ...] = ()
    port: int = 0
    redirect: str = ""

    def describe(self) -> str:
        """In a few words, without the secret, as part of a sentence: `as client abc with a secret, for read write`."""
        if self.grant == "none":
            return "without authorization"
        parts = ["as itself, by client credentials" if self.grant == "client-credentials" else ""]
        if self.client_id:
            secret = f" with the secret in {self.secret_env}" if self.secret_env else " with a secret"
            parts.append(f"as client {self.client_id}{secret if self.client_secret else ''}")
        parts.append(f"for the scopes {' '.join(self.scopes)}" if self.scopes else "")
        parts.append(f"back at {self.redirect or f'port {self.port}'}" if self.redirect or self.port else "")
        return ", ".join(filter(None, parts))


def read_sign_in(entry: Mapping[str, Any]) -> SignIn | None:
    """What an entry of a server file says of it, references not expanded; None where it says nothing. Raises ValueError
    with a sentence for what cannot be read."""
    if entry.get("oauth") is False:
        return SignIn("none")
    key, names = ("oauth", _OAUTH) if entry.get("oauth") is not None else ("auth", _AUTH)
    said = entry.get(key)
    if said is None:
        return None
    if not isinstance(said, dict):
        # Some programs name a way of signing in there ("oauth", "google_credentials"), which is for them.
        if key == "auth" and isinstance(said, str):
            return None
        raise ValueError(f"{key} is no object.")
    if said.get("enabled") is False:
        return SignIn("none")
    texts = {ours: _text(said, theirs, key) for ours, theirs in names.items()}
    port = said.get("callbackPort", 0)
    if not isinstance(port, int) or isinstance(port, bool) or not 0 <= port <= 65535:
        raise ValueError(f"{key}.callbackPort is no port.")
    redirect = texts["redirect"]
    if not redirect.startswith(_LOOPBACK):
        redirect = ""  # where another program can be come back to, and we cannot
    if port and not redirect:
        redirect = f"http://localhost:{port}/callback"  # what those who write a port register
    found = SignIn(
        client_id=texts["client_id"],
        client_secret=texts["client_secret"],
        scopes=_scopes(said.get("scopes"), key),
        port=port,
        redirect=redirect,
    )
    return found if found != SignIn() else None


def expanded(own: SignIn | None, expand: Callable[[str, str], str]) -> SignIn | None:
    """With the references in its texts expanded by `expand(text, place)`."""
    if own is None:
        return None
    return SignIn(
        own.grant,
        expand(own.client_id, "the client's id"),
        expand(own.client_secret, "the client's secret"),
        own.secret_env,
        own.issuer,
        tuple(expand(scope, "the scopes") for scope in own.scopes),
        own.port,
        own.redirect,
    )


_LOOPBACK: Final = ("http://127.0.0.1:", "http://localhost:", "http://[::1]:", "http://localhost/", "http://127.0.0.1/")
_OAUTH: Final = {"client_id": "clientId", "client_secret": "clientSecret", "redirect": "redirectUri"}
_AUTH: Final = {"client_id": "CLIENT_ID", "client_secret": "CLIENT_SECRET", "redirect": "redirectUri"}


def _text(said: Mapping[str, Any], name: str, key: str) -> str:
    value = said.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key}.{name} is no string.")
    return value or ""


def _scopes(value: object, key: str) -> tuple[str, ...]:
    if value is None:
        return ()
    listed = value.split() if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise ValueError(f"{key}.scopes is neither a string nor a list of strings.")
    return tuple(listed)
