"""The target of a command line, written once more, so that the next command can be pasted."""

import shlex
from collections.abc import Iterator
from typing import Final

from inspector.cli.target_words import Behind, Given
from inspector.secrets import MASK, mask_arguments, mask_url


def target_again(behind: Behind, url: str | None, given: Given) -> str:
    """The target, what changes how it is reached, what is declared to it and who answers it, as words for a shell.

    Values of headers and variables and what looks secret stand as `‹secret›`, to be filled in.
    """
    return " ".join(shlex.quote(word) for word in _words(behind, url, given))


_ONCE: Final = {
    "--capabilities": "capabilities",
    "--log-level": "log_level",
    "--timeout": "timeout",
    "--max-timeout": "max_timeout",
    "--connect-timeout": "connect_timeout",
    "--probe-timeout": "probe_timeout",
    "--answers": "answers",
    "--approve": "approve",
    "--token-env": "token_env",
    "--client-id": "client_id",
    "--client-secret-env": "client_secret_env",
    "--client-key": "client_key",
    "--client-document": "client_document",
    "--issuer": "issuer",
    "--assertion-env": "assertion_env",
    "--callback-port": "callback_port",
    "--redirect-uri": "redirect_uri",
    "--idp": "idp",
    "--idp-client-id": "idp_client_id",
    "--idp-client-secret-env": "idp_client_secret_env",
    "--id-token-env": "id_token_env",
}


def _dealings(given: Given) -> Iterator[str]:
    """What we declare, how long we wait, who answers."""
    for option, name in (("--without", "without"), ("--root", "roots"), ("--scope", "scopes")):
        for value in given.get(name) or ():
            yield from (option, value)
    for option, name in _ONCE.items():
        value = given.get(name)
        if value is not None:
            yield from (option, f"{value:g}" if isinstance(value, float) else str(value))
    if given.get("sampling_command") is not None:
        yield from ("--sampling-command", _masked(given["sampling_command"]))
    if given.get("any_version"):
        yield "--any-version"
    if given.get("grant", "authorization-code") != "authorization-code":
        yield from ("--grant", given["grant"])
    for flag in ("trace", "dpop"):
        if given.get(flag):
            yield f"--{flag}"


def _masked(line: str) -> str:
    try:
        words = shlex.split(line)
    except ValueError:
        return MASK  # what cannot be read cannot be looked through for secrets
    return shlex.join(mask_arguments(words))


def _words(behind: Behind, url: str | None, given: Given) -> Iterator[str]:
    if given["mode"] != "auto":
        yield from ("--mode", given["mode"])
    if given["transport"] != "auto":
        yield from ("--transport", given["transport"])
    named = {"--protocol-version": "version"} | {f"--{name}": name for name in ("cwd", "server", "ca", "cert", "key")}
    for option, name in named.items():
        if given.get(name) is not None:
            yield from (option, given[name])
    yield from _dealings(given)
    if given["server"] is not None and given["config"] is not None:
        yield from ("--config", str(given["config"]))
    for header in given["headers"]:
        yield from ("-H", f"{header.partition(':')[0]}: {MASK}")
    for pair in given["env"]:
        yield from ("-e", f"{pair.partition('=')[0]}={MASK}")
    if given.get("proxy") is not None:
        yield from ("--proxy", mask_url(given["proxy"]))
    for flag in ("insecure", "demo"):
        if given[flag]:
            yield f"--{flag}"
    if given["url"] is not None:
        yield from ("--url", mask_url(given["url"]))
    if url is not None:
        yield mask_url(url)
    if behind.command is not None:
        yield from ("--", *mask_arguments(behind.command))
