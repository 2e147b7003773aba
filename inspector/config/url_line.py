"""A URL that a person typed, with options behind it: those of the command line that are about one server."""

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

from inspector.config.addresses import check_header
from inspector.config.sign_in import GRANTS, SignIn
from inspector.errors import UsageError

OPTIONS: Final = (
    "-H",
    "--token-env",
    "--grant",
    "--client-id",
    "--client-secret-env",
    "--issuer",
    "--scope",
    "--callback-port",
)
"""The options, each with one word behind it."""

_MORE: Final = f"Options of a URL are {', '.join(OPTIONS)}, each with a word behind it."


def read_options(
    words: Sequence[str], environ: Mapping[str, str] | None = None
) -> tuple[tuple[tuple[str, str], ...], SignIn | None]:
    """The headers, and how one signs in, None where nothing is said of that. Raises UsageError."""
    environ = os.environ if environ is None else environ
    headers: list[tuple[str, str]] = []
    said: dict[str, Any] = {}
    left = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while left:
        option = left.pop(0)
        if option not in OPTIONS:
            raise UsageError("Behind the URL stands what is no option of it.", hint=_MORE)
        if not left:
            raise UsageError(f"Nothing stands behind {option}.", hint=_MORE)
        value = left.pop(0)
        match option:
            case "-H":
                headers.append(_header(value))
            case "--token-env":
                headers.append(("Authorization", f"Bearer {_variable(value, option, environ)}"))
            case "--grant" if value not in GRANTS:
                raise UsageError(f"--grant is none of {', '.join(GRANTS)}.", hint="Others: on the command line.")
            case "--client-secret-env":
                said |= {"client_secret": _variable(value, option, environ), "secret_env": value}
            case "--scope":
                said["scopes"] = (*said.get("scopes", ()), *value.split())
            case "--callback-port":
                if not value.isdecimal() or not 0 < int(value) < 65536:
                    raise UsageError("--callback-port is no port.", hint="Give a number up to 65535.")
                said["port"] = int(value)
            case _:
                said[option[2:].replace("-", "_")] = value
    found = SignIn(**said) if said else None
    if found is not None and not found.client_id and (found.client_secret or found.grant == "client-credentials"):
        raise UsageError("A secret is a client's, and none is named.", hint="Add --client-id ID.")
    if found is not None and found.grant == "client-credentials" and not found.client_secret:
        raise UsageError(
            "For --grant client-credentials the client has to prove who it is.", hint="Add --client-secret-env NAME."
        )
    return tuple(headers), found


def written(own: SignIn | None) -> str:
    """The options that say so, as they would be typed behind the URL; a secret that no variable holds is left out."""
    if own is None:
        return ""
    said = {
        "--grant": own.grant if own.grant != "authorization-code" else "",
        "--client-id": own.client_id,
        "--client-secret-env": own.secret_env,
        "--issuer": own.issuer,
        "--scope": " ".join(own.scopes),
        "--callback-port": str(own.port or ""),
    }
    return "".join(f" {name} {shlex.quote(value)}" for name, value in said.items() if value)


def _header(word: str) -> tuple[str, str]:
    name, sign, value = word.partition(":")
    if not sign:
        raise UsageError("A header after -H has no colon.", hint="Write -H 'Name: value'.")
    check_header(name.strip(), value.strip())
    return name.strip(), value.strip()


def _variable(name: str, option: str, environ: Mapping[str, str]) -> str:
    value = environ.get(name, "").strip()
    if not value:
        raise UsageError(f"The variable that {option} names is not set.", hint="Set it before this program starts.")
    return value
