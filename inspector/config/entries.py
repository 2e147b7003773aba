"""One entry of an mcpServers file: read with the reason where it cannot be used, and made into a target on use.

Variables are expanded on use, not on reading: a listing shows an entry whose variable is not set, and says so.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.config.addresses import check_header, check_url
from inspector.config.expansion import Expansion, has_reference, why_missing
from inspector.config.jsonc import Node
from inspector.config.places import short_path
from inspector.config.problems import Problem
from inspector.config.sign_in import expanded, read_sign_in
from inspector.config.target import HttpTarget, HttpTransport, StdioTarget
from inspector.errors import UsageError

_URL_KEYS = ("url", "serverUrl", "httpUrl")
# "http" names no revision: editors that write it fall back to HTTP+SSE, and so do we.
_TRANSPORTS: dict[str, HttpTransport] = {
    "http": "auto",
    "streamable-http": "streamable-http",
    "streamableHttp": "streamable-http",
    "streamable_http": "streamable-http",
    "sse": "http+sse",
    "http+sse": "http+sse",
}
_NOT_READ = {
    "envFile": "envFile is not read: give what it sets with -e NAME=VALUE.",
    "headersHelper": "headersHelper is not run: give what it prints with -H.",
}


class _Fault(Exception):
    """Why an entry cannot be used, and the line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server that a file names.

    `template` is the target as it is written, its references not expanded; it is for showing (its `repr` and
    `display` have no secrets). `line` is where the entry begins. `workspace` is what `${workspaceFolder}` stands for,
    and where a relative `cwd` counts from.
    """

    name: str
    path: Path
    line: int
    template: StdioTarget | HttpTarget
    workspace: Path

    @property
    def place(self) -> str:
        """`~/.cursor/mcp.json, line 14`."""
        return f"{short_path(self.path)}, line {self.line}"

    def missing(self, environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """What keeps it from being used now, one sentence each without its full stop: `${WEATHER_KEY} is not set`."""
        expansion = self._expansion(environ)
        self._expanded(expansion)
        return tuple(why_missing(reference) for reference in expansion.missing)

    def target(self, environ: Mapping[str, str] | None = None) -> StdioTarget | HttpTarget:
        """The target with its references expanded from `environ` (by default the process's environment).

        Raises `UsageError` naming every variable that is not set, the entry and its file; and where the URL or a header
        that comes out cannot be sent.
        """
        expansion = self._expansion(environ)
        target = self._expanded(expansion)
        if expansion.missing:
            faults = ", ".join(why_missing(reference) for reference in expansion.missing)
            used_in = ", ".join(dict.fromkeys(expansion.missing.values()))
            raise UsageError(
                f"{faults}.",
                why=f"The entry {self.name} in {self.place} uses it in {used_in}.",
                hint="Set it in the environment of this program, or write ${NAME:-default} in the file.",
            )
        if isinstance(target, HttpTarget):
            try:
                check_url(target.url)
                for name, value in target.headers:
                    check_header(name, value)
            except UsageError as error:
                raise UsageError(
                    error.message, why=f"It is the entry {self.name} in {self.place}. {error.why}", hint=error.hint
                ) from error
        return target

    def _expansion(self, environ: Mapping[str, str] | None) -> Expansion:
        return Expansion(os.environ if environ is None else environ, self.workspace, Path.home())

    def _expanded(self, expansion: Expansion) -> StdioTarget | HttpTarget:
        template = self.template
        if isinstance(template, HttpTarget):
            return HttpTarget(
                expansion.expand(template.url, "url"),
                tuple((name, expansion.expand(value, f"headers.{name}")) for name, value in template.headers),
                template.transport,
                template.name,
                sign_in=expanded(template.sign_in, expansion.expand),
            )
        program, *arguments = template.command
        command = (
            expansion.expand(program, "command"),
            *(expansion.expand(argument, f"args[{at}]") for at, argument in enumerate(arguments)),
        )
        env = {name: expansion.expand(value, f"env.{name}") for name, value in template.env.items()}
        cwd = template.cwd
        if cwd is not None:
            cwd = str(self.workspace / Path(expansion.expand(cwd, "cwd")).expanduser())
        return StdioTarget(command, env, cwd, template.name)


def read_entry(name: str, node: Node, path: Path, workspace: Path) -> tuple[ServerEntry | None, list[Problem]]:
    """The entry `name` of the file at `path`, and what is wrong with it; None where it cannot be used at all."""
    try:
        template = _read_template(name, node)
    except _Fault as fault:
        return None, [Problem(path, fault.line, fault.message, entry=name)]
    problems = [
        Problem(path, child.key_line, _NOT_READ[key], entry=name) for key, child in node.members() if key in _NOT_READ
    ]
    return ServerEntry(name, path, node.key_line, template, workspace), problems


def _read_template(name: str, node: Node) -> StdioTarget | HttpTarget:
    if not isinstance(node.value, dict):
        raise _Fault(f"The entry is {_kind(node.value)}, not an object.", node.key_line)
    if not name.strip():
        raise _Fault("The name of the entry is empty.", node.key_line)
    kind = _text(node, "type") or _text(node, "transport")
    if kind is not None and kind != "stdio" and kind not in _TRANSPORTS:
        raise _Fault(f"The type “{kind}” is none of stdio, {', '.join(_TRANSPORTS)}.", _line(node, "type", "transport"))
    urls = [key for key in _URL_KEYS if key in node.value]
    if len(urls) > 1:
        raise _Fault(f"It has both {urls[0]} and {urls[1]}.", _line(node, urls[1]))
    has_command = "command" in node.value
    if kind is None and has_command and urls:
        raise _Fault(f"It has both command and {urls[0]}; a type has to say which counts.", node.key_line)
    if kind == "stdio" or (kind is None and has_command):
        return _read_stdio(name, node)
    if kind is None and not urls:
        raise _Fault("It has neither command nor url.", node.key_line)
    if not urls:
        raise _Fault(f"Its type is {kind}, but it has no url.", node.key_line)
    transport = "streamable-http" if kind is None and urls[0] == "httpUrl" else _TRANSPORTS[kind or "http"]
    return _read_http(name, node, urls[0], transport)


def _read_stdio(name: str, node: Node) -> StdioTarget:
    command = _text(node, "command")
    if not command:
        message = "It has no command." if command is None else "The command is empty."
        raise _Fault(message, _line(node, "command"))
    env = _texts_by_name(node, "env")
    for variable in env:
        if not variable or "=" in variable:
            raise _Fault(f"“{variable}” cannot be the name of a variable.", _line(node, "env"))
    return StdioTarget((command, *_list_of_texts(node, "args")), env, _text(node, "cwd") or None, name)


def _read_http(name: str, node: Node, key: str, transport: HttpTransport) -> HttpTarget:
    url = _text(node, key) or ""
    headers = _texts_by_name(node, "headers")
    line = _line(node, key)
    try:
        # What a reference will put in is not known yet; it is checked on use.
        if not has_reference(url):
            check_url(url)
        line = _line(node, "headers")
        for header, value in headers.items():
            check_header(header, value)
    except UsageError as error:
        raise _Fault(f"{error.message} {error.hint}".rstrip(), line) from error
    try:
        sign_in = read_sign_in(node.value if isinstance(node.value, dict) else {})
    except ValueError as error:
        raise _Fault(str(error), _line(node, "oauth", "auth")) from None
    return HttpTarget(url, tuple(headers.items()), transport, name, sign_in=sign_in)


def _line(node: Node, *keys: str) -> int:
    """The line of the first of these members that is there, else that of the entry."""
    found = next((child for key in keys if (child := node.get(key)) is not None), node)
    return found.key_line


def _text(node: Node, key: str) -> str | None:
    child = node.get(key)
    if child is None or child.value is None:
        return None
    return _checked(child.value, key, child.key_line)


def _list_of_texts(node: Node, key: str) -> list[str]:
    child = node.get(key)
    if child is None or child.value is None:
        return []
    if not isinstance(child.value, list):
        raise _Fault(f"{key} is {_kind(child.value)}, not a list.", child.key_line)
    return [_checked(value, f"{key}[{at}]", child.key_line) for at, value in enumerate(child.value)]


def _texts_by_name(node: Node, key: str) -> dict[str, str]:
    child = node.get(key)
    if child is None or child.value is None:
        return {}
    if not isinstance(child.value, dict):
        raise _Fault(f"{key} is {_kind(child.value)}, not an object.", child.key_line)
    lines = {name: member.key_line for name, member in child.members()}
    return {
        _checked(name, f"A name in {key}", lines[name]): _checked(value, f"{key}.{name}", lines[name])
        for name, value in child.value.items()
    }


def _checked(value: object, place: str, line: int) -> str:
    if not isinstance(value, str):
        quoted = "; write it in quotes" if isinstance(value, bool | int | float) else ""
        raise _Fault(f"{place} is {_kind(value)}, not a string{quoted}.", line)
    if "\0" in value:
        raise _Fault(f"{place} has the character U+0000, which neither a command nor a header can have.", line)
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise _Fault(f"{place} has half of a surrogate pair, which is no character.", line)
    return value


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "a list"
        case _:
            return "an object"
