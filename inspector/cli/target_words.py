"""From the words of a command line to the target that they name. What cannot be used raises UsageError."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.errors import UsageError

if TYPE_CHECKING:
    from inspector.config.target import Target

_REACH = ("ca", "cert", "key", "proxy")
_SIGNING = (
    *("token_env", "client_id", "client_secret_env", "client_key", "client_document", "issuer", "scopes"),
    *("assertion_env", "dpop", "callback_port", "redirect_uri", "idp", "idp_client_id", "idp_client_secret_env"),
    "id_token_env",
)

Given = dict[str, Any]
"""The options of a command, by their names in `inspector.cli.options`."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The words behind `--`; None if there was none."""

    command: tuple[str, ...] | None


def take_url(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without the one that is a URL by itself, and that URL."""
    from inspector.config.addresses import is_url

    urls = [word for word in words if is_url(word)]
    if len(urls) > 1:
        from inspector.secrets import mask_url

        why = f"{' and '.join(mask_url(url) for url in urls)}."
        raise UsageError("There are two URLs.", why=why, hint="One target per command.")
    return [word for word in words if word not in urls], urls[0] if urls else None


def nothing_more(words: Sequence[str]) -> None:
    """Refuse words that no command takes."""
    if words:
        from inspector.headless.output import shown

        raise UsageError(f"“{shown(words[0])}” is one word too many.", hint="A server's command comes after --.")


def target_of(behind: Behind, url: str | None, given: Given, *, needed: bool = True) -> "Target | None":
    """The one target that the command line names; None if it names none and none is needed."""
    named = {
        "a command after --": behind.command is not None,
        "a URL": url is not None,
        "--url": given["url"] is not None,
        "--server": given["server"] is not None,
        "--demo": given["demo"],
    }
    chosen = [name for name, is_there in named.items() if is_there]
    if len(chosen) > 1:
        raise UsageError(
            "There is more than one target.", why=f"{' and '.join(chosen)}.", hint="One target per command."
        )
    if chosen:
        return _one_target(behind, url, given)
    if needed:
        raise UsageError(
            "There is no target.", hint="Give a URL, a command after --, --server NAME, or --demo; --help tells more."
        )
    return None


def _one_target(behind: Behind, url: str | None, given: Given) -> "Target":
    from inspector.config.target import DemoTarget, HttpTarget, StdioTarget

    env, headers = _pairs(given["env"]), _headers(given["headers"])
    target: Target
    if given["demo"]:
        target = DemoTarget()
    elif given["server"] is not None:
        target = _server(given["server"], given["config"], env)
    elif behind.command is not None:
        if not behind.command:
            raise UsageError("There is no command after --.", hint="Write -- COMMAND [ARG ...].")
        target = StdioTarget(behind.command)
    else:
        from inspector.config.addresses import check_url

        target = HttpTarget(check_url(url or given["url"]))
    if isinstance(target, HttpTarget):
        if env or given["cwd"]:
            raise UsageError("-e and --cwd are for a server that is started here, not for a URL.")
        transport = target.transport if given["transport"] == "auto" else given["transport"]
        reach = {name: given[name] for name in _REACH if given.get(name) is not None}
        if given.get("token_env"):
            from inspector.cli.signing import variable

            headers = (*headers, ("Authorization", f"Bearer {variable(given['token_env'], '--token-env')}"))
        return replace(target, headers=(*target.headers, *headers), transport=transport, **reach)
    if headers or given["transport"] != "auto":
        raise UsageError("-H and --transport are for a URL, not for a server that is started here.")
    for name in (*_REACH, *_SIGNING):
        if given.get(name):
            option = "--scope" if name == "scopes" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for a URL, not for a server that is started here.")
    if isinstance(target, StdioTarget):
        return replace(target, env={**target.env, **env}, cwd=given["cwd"] or target.cwd)
    if env or given["cwd"]:
        raise UsageError("-e and --cwd are for a command, not for the built-in server.")
    return target


def _pairs(words: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            # Without a name, what was meant as the value may stand in its place: nothing of it is said again.
            raise UsageError("What stands after -e is no NAME=VALUE.", hint="Write -e NAME=VALUE.")
        found[name] = value
    return found


def _headers(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    from inspector.config.addresses import check_header

    found = []
    for word in words:
        name, sign, value = word.partition(":")
        if not sign:
            raise UsageError("A header after -H has no colon.", hint="Write -H 'Name: value'.")
        check_header(name.strip(), value.strip())
        found.append((name.strip(), value.strip()))
    return tuple(found)


def _server(name: str, config: Path | None, env: dict[str, str]) -> "Target":
    import os

    from inspector.config.servers import discover, find, read_servers_file
    from inspector.headless.output import to_stderr
    from inspector.wire.text import visible

    files = (read_servers_file(config),) if config is not None else discover()
    for file in files:
        for problem in file.problems:
            to_stderr(visible(problem.describe()))
    found = find(name, files)
    if found.note:
        to_stderr(visible(found.note))
    return found.entry.target({**os.environ, **env})
