"""What one connects to: the shapes of a target, the line that a person types, and how both are shown.

`repr`, `display` and `describe` never hold a secret (see `inspector.secrets`), but they hold text that others
wrote, in a server file for instance: it goes through the sanitiser before it reaches a terminal.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, assert_never

from inspector.config.addresses import check_proxy, check_url, is_local_host
from inspector.config.executable import Resolution, resolve_executable
from inspector.config.places import short_path
from inspector.config.sign_in import SignIn
from inspector.config.url_line import read_options
from inspector.errors import UsageError
from inspector.secrets import MASK, mask_arguments, mask_url

HttpTransport = Literal["auto", "streamable-http", "http+sse"]
DemoEra = Literal["modern", "legacy", "dual"]
DemoTransport = Literal["stdio", "streamable-http", "http+sse"]

__all__ = [
    "DemoEra",
    "DemoTarget",
    "DemoTransport",
    "HttpTarget",
    "HttpTransport",
    "RecordingTarget",
    "Resolution",
    "StdioTarget",
    "Target",
    "display",
    "parse_line",
    "resolve_executable",
]

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_HOST_AND_PORT = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s/:@=]+):\d+(?:[/?#].*)?", re.DOTALL)
_SHELL_SIGNS = frozenset({"|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"})
_RECORDING_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True, repr=False)
class StdioTarget:
    """A server in a child process.

    `command` is the program and its arguments, never passed to a shell. `env` is laid over our own environment.
    `cwd` is the child's directory, None for our own. `name` is a label, empty for none.
    """

    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict, hash=False)
    cwd: str | None = None
    name: str = ""

    def __repr__(self) -> str:
        env = dict.fromkeys(self.env, MASK)
        return f"StdioTarget({mask_arguments(self.command)!r}, env={env!r}, cwd={self.cwd!r}, name={self.name!r})"

    def resolve(self, environ: Mapping[str, str] | None = None) -> Resolution:
        """Which file the command will run, or why none; see `resolve_executable`."""
        return resolve_executable(self.command[0] if self.command else "", self.env, self.cwd, environ)

    def describe(self, environ: Mapping[str, str] | None = None) -> str:
        """How it is read, in one line; looks the command up: `stdio: runs /usr/bin/npx with 2 arguments`."""
        found = self.resolve(environ)
        if found.reason != "found":
            return f"stdio: {found.message} {found.why}".rstrip()
        count = len(self.command) - 1
        arguments = (
            "without arguments" if count == 0 else "with 1 argument" if count == 1 else f"with {count} arguments"
        )
        text = f"stdio: runs {found.path} {arguments}"
        if self.env:
            text += f", with {', '.join(self.env)} set"
        if self.cwd is not None:
            text += f", in {short_path(self.cwd)}"
        sign = next((word for word in self.command if word in _SHELL_SIGNS), None)
        return text if sign is None else f"{text}; there is no shell, {sign} is an argument like the others"


@dataclass(frozen=True, slots=True, repr=False)
class HttpTarget:
    """A server behind a URL, which is used exactly as it is written.

    `headers` are sent with each request, in their order. `transport` "auto" tries Streamable HTTP, then HTTP+SSE.
    `ca`, `cert` and `key` are paths of PEM files: authorities to trust, our own certificate and its key. `proxy` is the
    URL of a proxy, `none` for none, None for what the environment says. `sign_in` is how one signs in to it.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    transport: HttpTransport = "auto"
    name: str = ""
    ca: str | None = None
    cert: str | None = None
    key: str | None = None
    proxy: str | None = None
    sign_in: SignIn | None = None

    def __post_init__(self) -> None:
        """Raise `UsageError` for a proxy that is none: nothing is recorded, or said, of a target that has such."""
        if self.proxy is not None:
            check_proxy(self.proxy)

    def __repr__(self) -> str:
        headers = tuple((name, MASK) for name, _ in self.headers)
        return f"HttpTarget({mask_url(self.url)!r}, {headers!r}, {self.transport!r}, name={self.name!r})"

    def describe(self, environ: Mapping[str, str] | None = None) -> str:
        """How it is read, in one line."""
        how = {
            "auto": "HTTP: Streamable HTTP, else HTTP+SSE, at",
            "streamable-http": "HTTP: Streamable HTTP at",
            "http+sse": "HTTP: HTTP+SSE at",
        }[self.transport]
        headers = f", with the header {', '.join(name for name, _ in self.headers)}" if self.headers else ""
        signed = f", {self.sign_in.describe()}" if self.sign_in is not None else ""
        return f"{how} {mask_url(self.url)}{headers}{signed}"


@dataclass(frozen=True, slots=True)
class DemoTarget:
    """The built-in demo server, in a child process."""

    era: DemoEra = "dual"
    transport: DemoTransport = "stdio"

    @property
    def name(self) -> str:
        """Its label."""
        return "demo"

    def describe(self, environ: Mapping[str, str] | None = None) -> str:
        """How it is read, in one line."""
        return f"demo: the built-in library, {self.era}, over {self.transport}"


@dataclass(frozen=True, slots=True)
class RecordingTarget:
    """A saved session; there is no server behind it."""

    path: Path

    @property
    def name(self) -> str:
        """Its label: the name of the file."""
        return self.path.name

    def describe(self, environ: Mapping[str, str] | None = None) -> str:
        """How it is read, in one line."""
        there = "" if self.path.is_file() else ", which is not there"
        return f"recording: opens {short_path(self.path)}{there}; no server is started"


Target = StdioTarget | HttpTarget | DemoTarget | RecordingTarget


def display(target: Target) -> str:
    """The target on one short line, without secrets: the command, the URL, the file, or `the built-in library`."""
    match target:
        case StdioTarget():
            return " ".join(word if MASK in word else shlex.quote(word) for word in mask_arguments(target.command))
        case HttpTarget():
            return mask_url(target.url)
        case DemoTarget():
            return f"the built-in library, {target.era}, {target.transport}"
        case RecordingTarget():
            return short_path(target.path)
        case _:
            assert_never(target)


def parse_line(text: str) -> Target:
    """Read what a person typed into one line: a command or a URL.

    `http://…`, `https://…` and `http+unix://…` are URLs. So is `host:port/path`: http for this machine and private
    addresses, else https. Behind a URL options may stand (`url_line`). `--demo` is the demo; one word that ends in
    `.jsonl` is a recording. All else is a command, split by the rules of a POSIX shell (quotes, backslashes), without
    one: variables before it (`A=1 cmd`) go into the environment, a leading `--` is dropped, `~/` at the start of a word
    is the home folder, and nothing else is expanded.
    Raises `UsageError` for an empty line, an open quote, or a URL that cannot be used.
    """
    line = text.strip()
    if not line:
        raise UsageError("The line is empty.", hint="Type a command, or a URL that begins with http:// or https://.")
    address, _, behind = line.partition(" ")
    if not behind.lstrip().startswith("-"):
        address, behind = line, ""
    if _SCHEME.match(address):
        return _at_url(address, behind)
    local = _HOST_AND_PORT.fullmatch(address)
    if local:
        return _at_url(f"{'http' if is_local_host(local['host']) else 'https'}://{address}", behind)
    words = _split(line)
    if words == ["--demo"]:
        return DemoTarget()
    if len(words) == 1 and words[0].endswith(_RECORDING_SUFFIX):
        return RecordingTarget(Path(_expand_home(words[0])))
    if words[:1] == ["--"]:
        words = words[1:]
    env: dict[str, str] = {}
    while words and _ASSIGNMENT.fullmatch(words[0]):
        name, _, value = words.pop(0).partition("=")
        env[name] = value
    if not words:
        raise UsageError("There is no command.", why="Only variables or -- stand there.", hint="Add the command.")
    return StdioTarget(tuple(_expand_home(word) for word in words), env)


def _at_url(url: str, behind: str) -> HttpTarget:
    headers, sign_in = read_options(_split(behind))
    return HttpTarget(check_url(url), headers, sign_in=sign_in)


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        if "escaped" in str(error):
            raise UsageError(
                "The line ends in a backslash.",
                why="It would protect the next character.",
                hint="Remove it, or double it.",
            ) from error
        raise UsageError(
            "A quote is opened and not closed.", why="The rest of the line would be one word.", hint="Close it."
        ) from error


def _expand_home(word: str) -> str:
    return str(Path(word).expanduser()) if word.startswith("~/") else word
