"""The command line: from arguments to a terminal interface or a headless command. The composition root.

What follows the first `--` is the command of a stdio server and is never looked at here. What begins with no command's
name is a target for the interface. Each command imports what it needs: a headless one loads no textual.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from inspector import __version__
from inspector.errors import InspectorError, UsageError

F = TypeVar("F", bound=Callable[..., Any])

_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@dataclass(frozen=True, slots=True)
class _Context:
    """What stood behind `--`; None if there was none."""

    command: tuple[str, ...] | None


# ── options ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_TARGET = [
    click.option("--url", metavar="URL", help="Streamable HTTP, with fallback to HTTP+SSE."),
    click.option("--server", metavar="NAME", help="An entry of an mcpServers file."),
    click.option(
        "--config", metavar="FILE", type=click.Path(path_type=Path), help="That file (else the usual places)."
    ),
    click.option("--demo", is_flag=True, help="The built-in demo server, in a child process."),
]

_CONNECT = [
    click.option("--mode", type=click.Choice(["auto", "modern", "legacy"]), default="auto", show_default=True),
    click.option("--protocol-version", "version", metavar="V", help="Pin the version; a legacy one sends no probe."),
    click.option(
        "--transport", type=click.Choice(["auto", "streamable-http", "http+sse"]), default="auto", show_default=True
    ),
    click.option("-H", "headers", metavar="'NAME: VALUE'", multiple=True, help="An HTTP header (repeated)."),
    click.option("-e", "env", metavar="NAME=VALUE", multiple=True, help="A variable for the server (repeated)."),
    click.option("--cwd", metavar="DIR", help="The server's directory."),
    click.option(
        "--timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="One request without news."
    ),
    click.option("--max-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="With progress."),
    click.option(
        "--connect-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="Start and negotiation."
    ),
    click.option(
        "--probe-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="Silence on the probe."
    ),
    click.option("--root", "roots", metavar="PATH", multiple=True, help="A root to tell the server (repeated)."),
    click.option("--capabilities", metavar="JSON", help="What we declare (by default all that we can)."),
    click.option("--record", metavar="FILE", type=click.Path(path_type=Path), help="Record into this file."),
    click.option("--no-record", is_flag=True, help="Write no recording."),
    click.option("--no-redact", is_flag=True, help="Keep secrets in the recording."),
    click.option("--insecure", is_flag=True, help="Accept any certificate."),
]

_SPEAK = [
    click.option("--answers", metavar="FILE", type=click.Path(path_type=Path), help="Rules that answer the server."),
    click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    click.option("--quiet", is_flag=True, help="Only faults on stderr."),
    click.option("--strict", is_flag=True, help="A finding of level error makes the exit code 1."),
]


def _options(*groups: list[Callable[[F], F]]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate


# ── from options to data ─────────────────────────────────────────────────────────────────────────────────────────────


def _is_url(word: str) -> bool:
    return word.startswith(("http://", "https://"))


def _take_url(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without the one that is a URL by itself, and that URL."""
    urls = [word for word in words if _is_url(word)]
    if len(urls) > 1:
        raise UsageError("There are two URLs.", why=" and ".join(urls), hint="One target per command.")
    return [word for word in words if not _is_url(word)], urls[0] if urls else None


def _pairs(words: Sequence[str], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise UsageError(f"{option} {name or word} is no NAME=VALUE.")
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


def _target(context: _Context, url: str | None, given: dict[str, Any], *, needed: bool = True) -> Any:
    """The one target that the command line names; None if it names none and none is needed."""
    from inspector.config.addresses import check_url
    from inspector.config.target import DemoTarget, HttpTarget, StdioTarget

    named = {
        "a command after --": context.command is not None,
        "a URL": url is not None,
        "--url": given["url"] is not None,
        "--server": given["server"] is not None,
        "--demo": given["demo"],
    }
    chosen = [name for name, is_there in named.items() if is_there]
    if len(chosen) > 1:
        raise UsageError("There is more than one target.", why=f"{', '.join(chosen)}.", hint="One target per command.")
    if not chosen:
        if needed:
            raise UsageError(
                "There is no target.",
                hint="Give a URL, a command after --, --server NAME, or --demo; --help tells more.",
            )
        return None
    env, headers = _pairs(given["env"], "-e"), _headers(given["headers"])
    if context.command is not None and not context.command:
        raise UsageError("There is no command after --.")
    target: Any
    if given["demo"]:
        target = DemoTarget()
    elif given["server"] is not None:
        target = _server(given["server"], given["config"], env)
    elif context.command is not None:
        target = StdioTarget(context.command)
    else:
        target = HttpTarget(check_url(url or given["url"]))
    if isinstance(target, HttpTarget):
        if env or given["cwd"]:
            raise UsageError("-e and --cwd are for servers that are started, not for a URL.")
        transport = target.transport if given["transport"] == "auto" else given["transport"]
        return replace(target, headers=(*target.headers, *headers), transport=transport)
    if headers or given["transport"] != "auto":
        raise UsageError("-H and --transport are for URLs, not for a command.")
    if isinstance(target, StdioTarget):
        return replace(target, env={**target.env, **env}, cwd=given["cwd"] or target.cwd)
    return target


def _server(name: str, config: Path | None, env: dict[str, str]) -> Any:
    import os

    from inspector.config.servers import discover, find, read_servers_file
    from inspector.wire.text import visible

    files = (read_servers_file(config),) if config is not None else discover()
    for file in files:
        for problem in file.problems:
            click.echo(visible(problem.describe()), err=True)
    found = find(name, files)
    if found.note:
        click.echo(visible(found.note), err=True)
    return found.entry.target({**os.environ, **env})


def _settings() -> Any:
    from inspector.config.places import places
    from inspector.config.settings import read_settings

    return read_settings(places().settings_file)


def _client_options(given: dict[str, Any], settings: Any) -> Any:
    from inspector.client import CAPABILITIES, Options
    from inspector.wire.json import NotJson, parse

    capabilities: Any = CAPABILITIES
    if given["capabilities"] is not None:
        try:
            capabilities = parse(given["capabilities"])
        except NotJson as error:
            raise UsageError(
                "--capabilities is not JSON.", why=f"{error.reason}, character {error.position}."
            ) from None
        if not isinstance(capabilities, dict):
            raise UsageError("--capabilities is no JSON object.")
    times = settings.timeouts
    return Options(
        mode=given["mode"],
        version=given["version"],
        timeout=given["timeout"] or times.request,
        max_timeout=given["max_timeout"] or times.max,
        connect_timeout=given["connect_timeout"] or times.connect,
        probe_timeout=given["probe_timeout"] or times.probe,
        capabilities=capabilities,
        roots=tuple(given["roots"]),
    )


def _recording(given: dict[str, Any], settings: Any) -> Any:
    from inspector.config.places import places
    from inspector.recording.plan import Plan

    if given["record"] is not None and given["no_record"]:
        raise UsageError("--record and --no-record exclude each other.")
    redact = not given["no_redact"]
    if given["record"] is not None:
        return Plan(given["record"], redact=redact, limits=settings.recordings)
    if given["no_record"] or not settings.recordings.enabled:
        return Plan()
    return Plan(folder=places().recordings, redact=redact, limits=settings.recordings)


def _rules(path: Path | None) -> tuple[Any, ...]:
    from inspector.protocol.questions import read_rules

    if path is None:
        return ()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read.", why=f"{getattr(error, 'strerror', None) or error}.") from None
    return read_rules(text, str(path))


def _run(context: _Context, url: str | None, body: Any, given: dict[str, Any]) -> int:
    """Build the set-up out of the options and carry out one headless command."""
    from inspector.headless.live import Setup, run_live
    from inspector.headless.output import Output

    output = Output(given["as_json"], given["quiet"])
    try:
        file = _settings()
        for problem in file.problems:
            output.note(problem.describe())
        settings = file.settings
        if given["no_redact"]:
            output.note("Secrets are kept in the recording (--no-redact).")
        if given["insecure"]:
            output.note("Certificates are not checked (--insecure).")
        setup = Setup(
            _target(context, url, given),
            _client_options(given, settings),
            _recording(given, settings),
            _rules(given["answers"]),
            given["strict"],
            given["insecure"],
        )
    except InspectorError as error:
        output.fault(error)
        return error.exit_code
    return run_live(setup, output, body)


# ── the commands ─────────────────────────────────────────────────────────────────────────────────────────────────────


@click.group(context_settings=_HELP, invoke_without_command=False)
@click.version_option(__version__, prog_name="inspector")
def cli() -> None:
    """An interactive debugger for MCP servers, and a headless client on the same core.

    \b
    inspector demo                                  the interface on the built-in server
    inspector -- npx -y SOME-SERVER                 the interface on a server over stdio
    inspector https://example.com/mcp               the interface on a server over HTTP
    inspector probe --json -- npx -y SOME-SERVER    era and version, and how they were found
    """


def _theme(function: F) -> F:
    return click.option("--theme", metavar="NAME", help="ink, paper, contrast, okabe, okabe-paper, ansi or your own.")(
        function
    )


@cli.command("tui", hidden=True)
@click.argument("words", nargs=-1)
@_options(_TARGET, _CONNECT)
@_theme
@click.pass_obj
def tui(context: _Context, /, words: tuple[str, ...], theme: str | None, **given: Any) -> int:
    """Open the interface on a target, or on the connect screen."""
    rest, url = _take_url(words)
    if rest:
        raise UsageError(
            f"There is no command “{rest[0]}”.",
            hint="`inspector --help` lists them; a server's command comes after --, a recording after `open`.",
        )
    return _interface(context, url, given, theme)


@cli.command("demo")
@_options(_CONNECT)
@_theme
@click.pass_obj
def demo(context: _Context, /, theme: str | None, **given: Any) -> int:
    """The interface on the built-in server."""
    return _interface(context, None, {**given, "url": None, "server": None, "config": None, "demo": True}, theme)


def _interface(context: _Context, url: str | None, given: dict[str, Any], theme: str | None) -> int:
    file = _settings()
    target = _target(context, url, given, needed=False)
    options = _client_options(given, file.settings)
    recording = _recording(given, file.settings)
    from inspector.tui.app import Start, run_app

    return run_app(
        Start(
            target=target,
            options=options,
            recording=recording,
            settings=file,
            theme=theme,
            config=given.get("config"),
            insecure=given["insecure"],
        )
    )


@cli.command("open")
@click.argument("file", type=click.Path(path_type=Path))
@_theme
def open_(file: Path, theme: str | None) -> int:
    """The interface on a recording; no server is needed."""
    from inspector.config.target import RecordingTarget
    from inspector.recording import open_recording

    settings = _settings()
    recording = open_recording(file)  # a fault is said here, before the screen is taken
    from inspector.tui.app import Start, run_app

    return run_app(Start(target=RecordingTarget(file), opened=recording, settings=settings, theme=theme))


@cli.command("probe")
@click.argument("words", nargs=-1, metavar="[URL]")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def probe(context: _Context, /, words: tuple[str, ...], **given: Any) -> int:
    """Find era and version, print how, disconnect."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    _nothing_more(rest)
    return _run(context, url, commands.probe, given)


@cli.command("list")
@click.argument("words", nargs=-1, metavar="[tools|resources|templates|prompts|all] [URL]")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def list_(context: _Context, /, words: tuple[str, ...], **given: Any) -> int:
    """What the server offers."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    kind = rest.pop(0) if rest else "all"
    if kind not in commands.LISTED:
        raise UsageError(f"“{kind}” is nothing that can be listed.", hint=f"One of {', '.join(commands.LISTED)}.")
    _nothing_more(rest)
    return _run(context, url, commands.list_kind(kind), given)


@cli.command("describe")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[URL]")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def describe(context: _Context, /, name: str, words: tuple[str, ...], **given: Any) -> int:
    """One tool: its fields, an example call, the findings of its schema."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    _nothing_more(rest)
    return _run(context, url, commands.describe(name), given)


@cli.command("call")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE | KEY:=JSON ...] [URL]")
@click.option("--arguments", metavar="JSON|@FILE|-", help="All arguments as JSON instead of pairs.")
@click.option("--send-anyway", is_flag=True, help="Send what the schema does not allow.")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def call(
    context: _Context, /, name: str, words: tuple[str, ...], arguments: str | None, send_anyway: bool, **given: Any
) -> int:
    """Call a tool."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    if arguments is not None and rest:
        raise UsageError("--arguments and pairs exclude each other.", why=f"{rest[0]} is a pair.")
    text = None if arguments is None else _text_of(arguments, "--arguments")
    return _run(context, url, commands.call(name, rest, text, send_anyway=send_anyway), given)


@cli.command("read")
@click.argument("uri")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE ...] [URL]")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the exact bytes there.")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def read(context: _Context, /, uri: str, words: tuple[str, ...], output: Path | None, **given: Any) -> int:
    """Read a resource; a URI template is expanded from the pairs."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    return _run(context, url, commands.read(uri, rest, output), given)


@cli.command("prompt")
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE ...] [URL]")
@_options(_TARGET, _CONNECT, _SPEAK)
@click.pass_obj
def prompt(context: _Context, /, name: str, words: tuple[str, ...], **given: Any) -> int:
    """Get a prompt."""
    from inspector.headless import commands

    rest, url = _take_url(words)
    return _run(context, url, commands.prompt(name, rest), given)


@cli.command("demo-server")
@click.option("--era", type=click.Choice(["modern", "legacy", "dual"]), default="dual", show_default=True)
@click.option(
    "--http", "http_port", metavar="PORT", type=click.IntRange(0, 65535), help="Streamable HTTP (0: a free port)."
)
@click.option("--sse", "sse_port", metavar="PORT", type=click.IntRange(0, 65535), help="HTTP+SSE of 2024-11-05.")
def demo_server(era: Literal["modern", "legacy", "dual"], http_port: int | None, sse_port: int | None) -> int:
    """The built-in server alone; on stdio unless a port is given."""
    from inspector import serving

    if http_port is not None and sse_port is not None:
        raise UsageError("--http and --sse exclude each other.")
    if http_port is not None:
        return serving.run(era, "http", http_port)
    if sse_port is not None:
        return serving.run(era, "sse", sse_port)
    return serving.run(era)


def _nothing_more(words: Sequence[str]) -> None:
    if words:
        raise UsageError(f"“{words[0]}” is one word too many.", hint="A server's command comes after --.")


def _text_of(given: str, option: str) -> str:
    """An option's text: itself, the content of @FILE, or stdin for -."""
    try:
        if given == "-":
            return sys.stdin.read()
        if given.startswith("@"):
            return Path(given[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{option} {given} cannot be read.", why=f"{getattr(error, 'strerror', None) or error}."
        ) from None
    return given


def _divided(arguments: Sequence[str]) -> tuple[list[str], tuple[str, ...] | None]:
    words = list(arguments)
    if "--" not in words:
        return words, None
    at = words.index("--")
    return words[:at], tuple(words[at + 1 :])


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns the exit status and never raises."""
    words, command = _divided(arguments)
    if not words or (words[0] not in cli.commands and words[0] not in ("-h", "--help", "--version")):
        words = ["tui", *words]
    try:
        code = cli.main(words, prog_name="inspector", obj=_Context(command), standalone_mode=False)
    except InspectorError as error:
        return _said(error, words)
    except click.ClickException as error:
        hint = f"`inspector {words[0]} --help` lists what there is." if words[0] != "tui" else "See `inspector --help`."
        return _said(UsageError(error.format_message(), hint=hint), words)
    except (click.Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def _said(error: InspectorError, words: Sequence[str]) -> int:
    from inspector.headless.output import Output

    Output("--json" in words).fault(error)
    return error.exit_code
