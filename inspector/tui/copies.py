"""A call as a text to paste elsewhere: a command line of ours, or curl. Pure; secrets are never in it.

What stands in a secret's place is `‹secret›`, so that a pasted line fails visibly instead of telling somebody's key.
"""

import shlex
from collections.abc import Iterable

from inspector.client import Options
from inspector.config.secrets import MASK, mask_url
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target, display
from inspector.tui.requests import Request
from inspector.wire.json import dumps

_WORDS = {"tools/call": "call", "resources/read": "read", "prompts/get": "prompt"}


def command_line(target: Target, request: Request, options: Options) -> str:
    """The call as a command for a POSIX shell: `inspector call NAME --arguments '…' -- CMD`.

    Empty for what no command can say: a recording has no server, and arguments that are no object fit no command.
    """
    word, params = _WORDS.get(request.method), request.params
    if isinstance(target, RecordingTarget) or word is None or params is None:
        return ""
    words = ["inspector", word, shlex.quote(request.name)]
    arguments = params.get("arguments")
    if request.method == "tools/call" and arguments:
        words += ["--arguments", shlex.quote(dumps(arguments))]
    elif isinstance(arguments, dict):
        words += [shlex.quote(f"{name}={value}") for name, value in arguments.items()]
    if options.version is not None:
        words += ["--protocol-version", shlex.quote(options.version)]
    elif options.mode != "auto":
        words += ["--mode", options.mode]
    return " ".join([*words, *_target(target)])


def _target(target: Target) -> Iterable[str]:
    if isinstance(target, DemoTarget):
        yield "--demo"
    elif isinstance(target, HttpTarget):
        for name, _ in target.headers:
            yield f"-H {shlex.quote(f'{name}: {MASK}')}"
        if target.transport != "auto":
            yield f"--transport {target.transport}"
        yield shlex.quote(mask_url(target.url))
    elif isinstance(target, StdioTarget):
        for name in target.env:
            yield f"-e {shlex.quote(f'{name}={MASK}')}"
        if target.cwd is not None:
            yield f"--cwd {shlex.quote(target.cwd)}"
        yield f"-- {display(target)}"


def curl(target: Target, body: bytes, headers: Iterable[tuple[str, str]]) -> str:
    """The message as a curl command; `headers` without secrets already. Empty for a server that has no address."""
    if not isinstance(target, HttpTarget):
        return ""
    parts = [f"curl -sS {shlex.quote(mask_url(target.url))}"]
    parts += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in headers]
    parts.append(f"--data-raw {shlex.quote(body.decode('utf-8', 'surrogateescape'))}")
    return " \\\n  ".join(parts)
