"""A call as a text to paste elsewhere: a command line of ours, or curl. Pure.

Secrets are in it only if they are asked for. What else stands in their place is `‹secret›`, so that a pasted line fails
visibly instead of telling somebody's key. Texts are for a POSIX shell, and mean there exactly what is sent here.
"""

import shlex
from collections.abc import Iterable, Iterator
from typing import Any, Final

from inspector.analysis.exports.shell import piped, word
from inspector.analysis.exports.web import sent_again
from inspector.client import CAPABILITIES, Options
from inspector.config.addresses import is_url, split_unix
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.forms.form import form_of
from inspector.protocol.compose.composition import Around, Composition
from inspector.protocol.compose.octets import as_text, escaped
from inspector.protocol.envelope import header_problems
from inspector.secrets import MASK, is_secret_name, mask_arguments, mask_url
from inspector.tui.requests import Request
from inspector.wire.json import Json, dumps

LARGEST_WORD: Final = 100_000
"""Bytes of one word of a command line; Linux refuses words of 128 KiB. What is larger goes in by stdin."""

_END: Final = "END_OF_JSON"


def command_line(
    target: Target, request: Request, options: Options, *, insecure: bool = False, secrets: bool = False
) -> str:
    """The call as a command: `inspector call NAME --arguments '…' -- CMD`.

    What the commands for calls, prompts and resources cannot say (members of `_meta`, arguments that are no pairs, a
    name that looks like an option) is a command that sends the params as they are. Empty where no command can: a
    recording has no server, and no word of a command line holds a NUL.
    """
    if isinstance(target, RecordingTarget) or request.params is None:
        return ""
    words, json = _of_request(request)
    shell = " ".join(["inspector", *map(shlex.quote, words), *_reaching(target, options, insecure, secrets)])
    return "" if "\0" in shell else shell + _fed(json)


def send_line(
    made: Composition,
    around: Around,
    target: Target,
    options: Options,
    *,
    insecure: bool = False,
    secrets: bool = False,
) -> str:
    """A message that was written by hand as a command: `inspector send --raw '…' -- CMD`, with what goes beside it.

    Empty where no command can: no word of a command line holds a NUL.
    """
    words = ["send", "--raw", escaped(made.body).replace("\n", "\\n"), "--escapes"]
    plain = as_text(made.body)
    if plain is not None and "\n" not in plain and not plain.startswith("@") and plain != "-":
        words = ["send", "--raw", plain]
    if not around.is_http and made.end != b"\n":
        words += ["--line-end", "crlf" if made.end else "none"]
    if around.is_http:
        words += ["--http-method", made.verb] if made.verb != "POST" else []
        own = {name.lower() for name, _ in made.own}
        for name in sorted(made.left_out - own):
            words += ["--leave-out", name]
        for name, value in made.own:
            shown = value if secrets or not is_secret_name(name) else MASK
            words += ["--with-header", f"{name}: {shown}"]
    shell = " ".join(["inspector", *map(shlex.quote, words), *_reaching(target, options, insecure, secrets)])
    return "" if "\0" in shell else shell


def _of_request(request: Request) -> tuple[list[str], str]:
    """The words of the command and its own options, and what it reads from stdin, if anything."""
    params = request.params or {}
    if "_meta" in params or not request.own_token or request.name.startswith("-"):
        return _sent(request.method, params)
    arguments = params.get("arguments", {})
    if request.method == "tools/call":
        return _called(request, arguments)
    if request.method == "resources/read" and "{" not in request.name:
        return ["read", request.name], ""
    if request.method == "prompts/get" and isinstance(arguments, dict):
        pairs = [f"{name}={value}" for name, value in arguments.items()]
        if all(_is_pair(name, value) for name, value in arguments.items()) and _fits("".join(pairs)):
            return ["prompt", request.name, *pairs], ""
    return _sent(request.method, params)


def _sent(method: str, params: dict[str, Json]) -> tuple[list[str], str]:
    text = dumps(params)
    return (["send", method, text], "") if _fits(text) else (["send", method, "-"], text)


def _called(request: Request, arguments: Any) -> tuple[list[str], str]:
    words, text = ["call", request.name], dumps(arguments)
    form = form_of(request.schema)
    # Without arguments the command would put in the defaults of the schema.
    if arguments != {} or form.fields:
        words += ["--arguments", text if _fits(text) else "-"]
    is_wrong = not isinstance(arguments, dict) or request.schema is None or form.validate(arguments).errors
    if is_wrong or header_problems(request.schema, arguments):
        words.append("--send-anyway")
    return words, "" if _fits(text) else text


def _is_pair(name: str, value: Json) -> bool:
    """Whether an argument can be a word `NAME=VALUE` and is read as just that."""
    return isinstance(value, str) and bool(name) and "=" not in name and not name.startswith("-") and not is_url(name)


def _fits(text: str) -> bool:
    return len(text.encode("utf-8", "surrogatepass")) <= LARGEST_WORD


def _fed(text: str) -> str:
    """A here-document, which a shell takes as it is; one line of JSON never ends it."""
    return f" <<'{_END}'\n{text}\n{_END}\n" if text else ""


def _reaching(target: Target, options: Options, insecure: bool, secrets: bool) -> Iterator[str]:
    """How the server is reached and spoken to, as words that are quoted already."""
    if options.version is not None:
        yield f"--protocol-version {shlex.quote(options.version)}"
    elif options.mode != "auto":
        yield f"--mode {options.mode}"
    elif isinstance(target, DemoTarget) and target.era != "dual":
        yield f"--mode {target.era}"
    if options.capabilities != CAPABILITIES:
        yield f"--capabilities {shlex.quote(dumps(dict(options.capabilities)))}"
    if options.log_level is not None:
        yield f"--log-level {options.log_level}"
    yield from (f"--root {shlex.quote(root)}" for root in options.roots)
    if isinstance(target, DemoTarget):
        yield "--demo"
    elif isinstance(target, HttpTarget):
        yield from _at_address(target, insecure, secrets)
    elif isinstance(target, StdioTarget):
        for name, value in target.env.items():
            yield f"-e {shlex.quote(f'{name}={value if secrets else MASK}')}"
        if target.cwd is not None:
            yield f"--cwd {shlex.quote(target.cwd)}"
        yield f"-- {shlex.join(target.command if secrets else mask_arguments(target.command))}"


def _at_address(target: HttpTarget, insecure: bool, secrets: bool) -> Iterator[str]:
    for name, value in target.headers:
        yield f"-H {shlex.quote(f'{name}: {value if secrets else MASK}')}"
    if target.transport != "auto":
        yield f"--transport {target.transport}"
    for option, path in (("--ca", target.ca), ("--cert", target.cert), ("--key", target.key)):
        if path is not None:
            yield f"{option} {shlex.quote(path)}"
    if target.proxy is not None:
        yield f"--proxy {shlex.quote(target.proxy if secrets else mask_url(target.proxy))}"
    if insecure:
        yield "--insecure"
    yield shlex.quote(target.url if secrets else mask_url(target.url))


def curl(
    target: Target,
    body: bytes,
    headers: Iterable[tuple[str, str]],
    *,
    verb: str = "POST",
    insecure: bool = False,
    secrets: bool = False,
) -> str:
    """The message as a curl command, its answer printed as it comes; `headers` are masked already, or not, as asked.

    Empty for a server that has no address.
    """
    if not isinstance(target, HttpTarget):
        return ""
    text = body.decode("utf-8", "surrogateescape")
    fed = piped(body)
    data = word(text) if _fits(text) and not fed else "@-"
    parts = [f"{fed}curl -sSN --globoff {word(_address(target, secrets))}", *_curl_options(target, insecure, secrets)]
    if verb != ("POST" if body else "GET"):
        parts.append(f"-X {shlex.quote(verb)}")
    # A header without a value would be taken as one to leave out.
    sent = sent_again(headers)
    parts += [f"-H {word(f'{name}: {value}' if value else f'{name};')}" for name, value in sent]
    if body:
        parts.append(f"--data-raw {data}" if data != "@-" else "--data-binary @-")
    return " \\\n  ".join(parts) + (_fed(text) if data == "@-" and not fed else "")


def _address(target: HttpTarget, secrets: bool) -> str:
    unix = split_unix(target.url)
    url = target.url if unix is None else f"http://localhost{unix.path}"
    return url if secrets else mask_url(url)


def _curl_options(target: HttpTarget, insecure: bool, secrets: bool) -> Iterator[str]:
    unix = split_unix(target.url)
    if unix is not None:
        yield f"--unix-socket {shlex.quote(unix.socket)}"
    for option, path in (("--cacert", target.ca), ("--cert", target.cert), ("--key", target.key)):
        if path is not None:
            yield f"{option} {shlex.quote(path)}"
    if target.proxy == "none":
        yield "--noproxy '*'"
    elif target.proxy is not None:
        yield f"--proxy {shlex.quote(target.proxy if secrets else mask_url(target.proxy))}"
    if insecure:
        yield "--insecure"
