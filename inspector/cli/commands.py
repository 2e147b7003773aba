"""The commands: what each takes from the command line, and who carries it out."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from inspector import __version__
from inspector.cli.auth import auth
from inspector.cli.compare import diff, replay
from inspector.cli.exports import export
from inspector.cli.headings import Commands, examples, options
from inspector.cli.opening import need_terminal, open_in_interface
from inspector.cli.options import ANSWER, CONNECT, PAUSE, SPEAK, TARGET, THEME, WATCH, Seconds
from inspector.cli.reports import check, rules
from inspector.cli.sending import send
from inspector.cli.serve import serve
from inspector.cli.setup import (
    answers_of,
    client_options,
    recording_plan,
    run_headless,
    run_set_up,
    settings_file,
    text_of,
    watched_of,
)
from inspector.cli.tap import tap
from inspector.cli.target_words import Behind, Given, nothing_more, take_url, target_of
from inspector.cli.unknown import not_a_command
from inspector.cli.wrapping import unwrap, wrap
from inspector.errors import UsageError

if TYPE_CHECKING:
    from inspector.headless.live import Setup
    from inspector.headless.output import Output

_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, context_settings=_HELP, subcommand_metavar="[COMMAND | TARGET] …")
@click.version_option(__version__, prog_name="inspector")
def cli() -> None:
    """An interactive debugger for MCP servers, and a headless client on the same core.

    \b
    inspector demo                                  the interface on the built-in server
    inspector -- npx -y SOME-SERVER                 the interface on a server over stdio
    inspector https://example.com/mcp               the interface on a server over HTTP
    inspector probe --json -- npx -y SOME-SERVER    era and version, and how they were found
    """


def visible_commands() -> list[str]:
    """The names that a person may write."""
    return [name for name, command in cli.commands.items() if not command.hidden]


@cli.command("tui", hidden=True)
@click.argument("words", nargs=-1)
@options(TARGET, CONNECT, ANSWER, WATCH, THEME, PAUSE)
@click.pass_obj
def tui(behind: Behind, /, words: tuple[str, ...], theme: str | None, **given: Any) -> int:
    """Open the interface on a target, or on the connect screen."""
    rest, url = take_url(words)
    if rest:
        raise not_a_command(rest, visible_commands(), has_server=behind.command is not None)
    return _interface(behind, url, given, theme)


@cli.command("demo", epilog=examples("inspector demo --theme paper"))
@options(CONNECT, ANSWER, WATCH, THEME)
@click.pass_obj
def demo(behind: Behind, /, theme: str | None, **given: Any) -> int:
    """The interface on the built-in server."""
    return _interface(behind, None, {**given, "url": None, "server": None, "config": None, "demo": True}, theme)


def _interface(behind: Behind, url: str | None, given: Given, theme: str | None) -> int:
    file = settings_file()
    target = target_of(behind, url, given, needed=False)
    connecting = client_options(given, file, target, approve=file.settings.approve)
    rules, command = answers_of(given, connecting)
    recording = recording_plan(given, file)
    watched = watched_of(given)
    need_terminal()
    from inspector.tui.app import run_app
    from inspector.tui.start import Start

    return run_app(
        Start(
            target=target,
            options=connecting,
            recording=recording,
            settings=file,
            theme=theme,
            config=given["config"],
            insecure=given["insecure"],
            rules=rules,
            command=command,
            watched=watched,
            pauses=bool(given.get("pause_authorization")),
        )
    )


@cli.command("open", epilog=examples("inspector open session.jsonl"))
@click.argument("file", type=click.Path(path_type=Path))
@options(THEME)
def open_(file: Path, theme: str | None) -> int:
    """The interface on a recording; no server is needed."""
    return open_in_interface(file, theme)


@cli.command(
    "probe", epilog=examples("inspector probe -- npx -y SOME-SERVER", "inspector probe --json https://example.com/mcp")
)
@click.argument("words", nargs=-1, metavar="[URL]")
@click.option("--all", "every", is_flag=True, help="Every era, version and transport in turn; a table.")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def probe(behind: Behind, /, words: tuple[str, ...], every: bool, **given: Any) -> int:
    """Find era and version, print how, disconnect."""
    rest, url = take_url(words)
    nothing_more(rest)
    if every:
        from inspector.headless.live import run_session
        from inspector.headless.probing_all import probe_all

        return run_set_up(behind, url, lambda setup, output: run_session(setup, output, probe_all), given)
    from inspector.headless import probing

    return run_headless(behind, url, probing.probe, given)


@cli.command("list", epilog=examples("inspector list tools --demo", "inspector list --json https://example.com/mcp"))
@click.argument("words", nargs=-1, metavar="[tools|resources|templates|prompts|all] [URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def list_(behind: Behind, /, words: tuple[str, ...], **given: Any) -> int:
    """What the server offers."""
    from inspector.headless import offering

    rest, url = take_url(words)
    kind = rest.pop(0) if rest else "all"
    if kind not in offering.LISTED:
        from inspector.headless.output import shown

        raise UsageError(
            f"“{shown(kind)}” is nothing that can be listed.", hint=f"One of {', '.join(offering.LISTED)}."
        )
    nothing_more(rest)
    return run_headless(behind, url, offering.list_kind(kind), given)


@cli.command("describe", epilog=examples("inspector describe search_catalogue --demo"))
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def describe(behind: Behind, /, name: str, words: tuple[str, ...], **given: Any) -> int:
    """One tool: its fields, an example call, the findings of its schema."""
    from inspector.cli.again import target_again
    from inspector.headless import describing

    rest, url = take_url(words)
    nothing_more(rest)
    return run_headless(behind, url, describing.describe(name, target_again(behind, url, given)), given)


@cli.command(
    "call",
    epilog=examples(
        "inspector call search_catalogue query=homer --demo",
        'inspector call search_catalogue --arguments \'{"query": "homer"}\' --json --demo',
    ),
)
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE | KEY:=JSON ...] [URL]")
@click.option("--arguments", metavar="JSON|@FILE|-", help="All arguments as JSON instead of pairs.")
@click.option("--saved", metavar="NAME", help="The arguments that are saved under this name for the server.")
@click.option("--send-anyway", is_flag=True, help="Send what the schema does not allow.")
@options(TARGET, CONNECT, SPEAK, WATCH)
@click.pass_obj
def call(
    behind: Behind,
    /,
    name: str,
    words: tuple[str, ...],
    arguments: str | None,
    saved: str | None,
    send_anyway: bool,
    **given: Any,
) -> int:
    """Call a tool; with --watch again after each change of the server's files, until it is interrupted."""
    from inspector.cli.again import target_again

    rest, url = take_url(words)
    if arguments is not None and saved is not None:
        raise UsageError("--arguments and --saved exclude each other.")
    if rest and (arguments is not None or saved is not None):
        option = "--saved" if arguments is None else "--arguments"
        raise UsageError(f"{option} and pairs exclude each other.", why=f"{rest[0]} is a pair.")
    text = None if arguments is None else text_of(arguments, "--arguments")
    target, watched = target_again(behind, url, given), watched_of(given)

    def run(setup: "Setup", output: "Output") -> int:
        from inspector.headless import calling
        from inspector.headless.live import run_live, run_session
        from inspector.headless.saved import saved_arguments

        told = text if saved is None else saved_arguments(setup.target, name, saved, output)
        body = calling.call(name, rest, told, send_anyway=send_anyway, target=target)
        if watched is None:
            return run_live(setup, output, body)
        from inspector.headless.watching import watch

        return run_session(setup, output, watch(watched, body))

    return run_set_up(behind, url, run, given)


@cli.command("read", epilog=examples("inspector read 'library://books/{isbn}' isbn=978-0-14-044913-6 --demo"))
@click.argument("uri")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE ...] [URL]")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the exact bytes there.")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def read(behind: Behind, /, uri: str, words: tuple[str, ...], output: Path | None, **given: Any) -> int:
    """Read a resource; a URI template is expanded from the pairs."""
    from inspector.headless import fetching

    rest, url = take_url(words)
    return run_headless(behind, url, fetching.read(uri, rest, output), given)


@cli.command("prompt", epilog=examples("inspector prompt recommend subject=novel --demo"))
@click.argument("name")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE ...] [URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def prompt(behind: Behind, /, name: str, words: tuple[str, ...], **given: Any) -> int:
    """Get a prompt."""
    from inspector.headless import fetching

    rest, url = take_url(words)
    return run_headless(behind, url, fetching.prompt(name, rest), given)


@cli.command("complete", epilog=examples("inspector complete 'library://books/{isbn}' isbn 978-0 --demo"))
@click.argument("ref")
@click.argument("argument")
@click.argument("value")
@click.argument("words", nargs=-1, metavar="[KEY=VALUE ...] [URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def complete(behind: Behind, /, ref: str, argument: str, value: str, words: tuple[str, ...], **given: Any) -> int:
    """What an argument may be: REF is a prompt's name or a resource's URI template.

    Pairs are the other arguments that are known already. `prompt:NAME` and `resource:URI` say which REF is.
    """
    from inspector.headless import completing

    rest, url = take_url(words)
    return run_headless(behind, url, completing.complete(ref, argument, value, rest), given)


@cli.command("listen", epilog=examples("inspector listen --for 60 --json --demo"))
@click.argument("words", nargs=-1, metavar="[URL]")
@click.option("--for", "seconds", metavar="S", type=Seconds(min=0), help="So many seconds, then end.")
@click.option("--resource", "resources", metavar="URI", multiple=True, help="News of this resource too (repeated).")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def listen(
    behind: Behind, /, words: tuple[str, ...], seconds: float | None, resources: tuple[str, ...], **given: Any
) -> int:
    """Print notifications as they come; with --json one document a line."""
    from inspector.headless import listening

    rest, url = take_url(words)
    nothing_more(rest)
    return run_headless(behind, url, listening.listen(resources, seconds), given)


cli.add_command(auth)
cli.add_command(check)
cli.add_command(diff)
cli.add_command(export)
cli.add_command(replay)
cli.add_command(rules)
cli.add_command(send)
cli.add_command(serve)
cli.add_command(tap)
cli.add_command(unwrap)
cli.add_command(wrap)


@cli.command("demo-server", epilog=examples("inspector demo-server --era legacy", "inspector demo-server --http 8000"))
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
