"""From the options of authorization to what a person wishes."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from inspector.errors import UsageError

if TYPE_CHECKING:
    from inspector.transports.auth.wish import Provider, Wish


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
    """What the options say of an authorization; None for `--grant none`. A secret that is to be asked for is asked for
    here. Raises UsageError for what does not fit."""
    from inspector.transports.auth.wish import Grant, Wish

    grants: dict[str, Grant] = {
        "authorization-code": "authorization_code",
        "client-credentials": "client_credentials",
        "jwt-bearer": "jwt_bearer",
        "enterprise": "enterprise",
    }
    if given["grant"] == "none":
        return None
    port, redirect = _way_back(given)
    wish = Wish(
        grants[given["grant"]],
        given["client_id"] or "",
        _secret(given["client_secret_env"], "--client-secret-env", given["client_id"] or ""),
        _key(given["client_key"]),
        given["issuer"] or "",
        given["client_document"] or "",
        tuple(one for scope in given["scopes"] for one in scope.split()),
        variable(given["assertion_env"], "--assertion-env") if given["assertion_env"] else "",
        _provider(given),
        given["dpop"],
        port,
        redirect,
    )
    _check(wish)
    return wish


def _secret(name: str | None, named: str, client: str) -> str:
    """Out of a variable, or for `-` from the person at the terminal, who does not see what is typed."""
    if name is None:
        return ""
    if name != "-":
        return variable(name, named)
    if not (sys.stdin and sys.stderr and sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            f"{named} - asks at the terminal, and there is none.", hint="Name a variable that holds the secret."
        )
    from getpass import getpass

    from inspector.wire.text import visible

    secret = getpass(f"The secret of client {visible(client)[:80]} (not shown): ", sys.stderr).strip()
    if not secret:
        raise UsageError("No secret was given.", hint=f"Leave {named} out for a client that has none.")
    return secret


def _way_back(given: dict[str, Any]) -> tuple[int, str]:
    """The port that a browser comes back to, 0 for a free one, and the whole URI if it was named."""
    port, redirect = given["callback_port"] or 0, given["redirect_uri"] or ""
    if not redirect:
        return port, ""
    # Imported here: who names none needs no listener.
    from inspector.secrets import mask_url
    from inspector.transports.auth.person import redirect_fault

    fault = redirect_fault(redirect)
    if fault:
        raise UsageError(
            "--redirect-uri is not one that can be waited at.",
            why=f"For {mask_url(redirect)}: {fault}.",
            hint="Register one on this machine for the client, such as http://127.0.0.1:8080/callback, and name that.",
        )
    own = urlsplit(redirect).port or 0
    if port and own and port != own:
        raise UsageError("--callback-port and --redirect-uri name two ports.", hint="Leave --callback-port out.")
    return port or own, redirect


def _provider(given: dict[str, Any]) -> "Provider | None":
    """The identity provider of `--grant enterprise`; None for another grant."""
    from inspector.transports.auth.addresses import fault_of
    from inspector.transports.auth.wish import Provider

    named = [name for name in ("idp", "idp_client_id", "idp_client_secret_env", "id_token_env") if given[name]]
    if given["grant"] != "enterprise":
        if named:
            option = f"--{named[0].replace('_', '-')}"
            raise UsageError(f"{option} is for --grant enterprise.", hint="Add that, or leave it out.")
        return None
    if not (given["idp"] and given["id_token_env"] and given["client_id"]):
        raise UsageError(
            "For --grant enterprise there have to be an identity provider, its ID token, and a client.",
            hint="Add --idp URL, --id-token-env NAME and --client-id ID.",
        )
    fault = fault_of(given["idp"], "loopback")
    if fault:
        raise UsageError(
            "--idp is no address of an identity provider.",
            why=f"{fault[0].upper()}{fault[1:]}.",
            hint="Give its issuer, as iss in the ID token has it.",
        )
    client = given["idp_client_id"] or given["client_id"]
    secret = _secret(given["idp_client_secret_env"], "--idp-client-secret-env", client)
    token = variable(given["id_token_env"], "--id-token-env")
    return Provider("", client, token, secret, given["idp"])


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
        raise UsageError(
            f"--client-key {path} cannot be read.", why=reason, hint="Name a file with a private key in PEM."
        ) from None
    from inspector.transports.auth.keys import read_key

    read_key(pem)  # one of no use is said before anything is sent
    return pem
