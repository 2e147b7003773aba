"""From the options of authorization to what a person wishes."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.errors import UsageError

if TYPE_CHECKING:
    from inspector.transports.auth.wish import Wish


def variable(name: str, named: str) -> str:
    """What an environment variable holds; `named` is the option that names it. Raises UsageError for none."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise UsageError(
            f"The variable that {named} names is not set.",
            hint="Export it first; a secret on the command line is seen by others.",
        )
    return value


def wish_of(given: dict[str, Any]) -> "Wish | None":
    """What the options say of an authorization; None for `--grant none`. Raises UsageError for what does not fit."""
    from inspector.transports.auth.wish import Grant, Wish

    grants: dict[str, Grant] = {
        "authorization-code": "authorization_code",
        "client-credentials": "client_credentials",
        "jwt-bearer": "jwt_bearer",
    }
    if given["grant"] == "none":
        return None
    wish = Wish(
        grants[given["grant"]],
        given["client_id"] or "",
        variable(given["client_secret_env"], "--client-secret-env") if given["client_secret_env"] else "",
        _key(given["client_key"]),
        given["issuer"] or "",
        given["client_document"] or "",
        tuple(one for scope in given["scopes"] for one in scope.split()),
        variable(given["assertion_env"], "--assertion-env") if given["assertion_env"] else "",
        dpop=given["dpop"],
        port=given["callback_port"] or 0,
    )
    _check(wish)
    return wish


def _check(wish: "Wish") -> None:
    if (wish.client_secret or wish.client_key) and not wish.client_id:
        raise UsageError("A secret or a key is a client's, and none is named.", hint="Add --client-id ID.")
    if wish.grant == "client_credentials" and not (wish.client_id and (wish.client_secret or wish.client_key)):
        raise UsageError(
            "For --grant client-credentials the client has to prove who it is.",
            hint="Add --client-id, and --client-secret-env or --client-key.",
        )
    if wish.grant == "jwt_bearer" and not wish.assertion:
        raise UsageError("For --grant jwt-bearer there has to be a JWT.", hint="Add --assertion-env NAME.")
    if wish.document and not wish.document.startswith("https://"):
        raise UsageError("The URL after --client-document is not https.", why="Others have to fetch it.")


def _key(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        pem = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "It is not PEM."
        raise UsageError(f"--client-key {path} cannot be read.", why=reason) from None
    from inspector.transports.auth.keys import read_key

    read_key(pem)  # one of no use is said before anything is sent
    return pem
