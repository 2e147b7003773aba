"""The target of a command line, written once more, so that the next command can be pasted."""

import shlex
from collections.abc import Iterator

from inspector.cli.setup import Behind, Given
from inspector.config.secrets import MASK, mask_arguments, mask_url


def target_again(behind: Behind, url: str | None, given: Given) -> str:
    """The target and what changes how it is reached, as words for a shell, as they were given.

    Values of headers and variables and what looks secret stand as `‹secret›`, to be filled in.
    """
    return " ".join(shlex.quote(word) for word in _words(behind, url, given))


def _words(behind: Behind, url: str | None, given: Given) -> Iterator[str]:
    if given["mode"] != "auto":
        yield from ("--mode", given["mode"])
    if given["transport"] != "auto":
        yield from ("--transport", given["transport"])
    named = {"--protocol-version": "version"} | {f"--{name}": name for name in ("cwd", "server", "ca", "cert", "key")}
    for option, name in named.items():
        if given.get(name) is not None:
            yield from (option, given[name])
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
