"""`inspector tap`: stands between a real client and a server."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.headings import Grouped, examples, headed, option
from inspector.cli.setup import recording_plan, settings_file
from inspector.cli.target_words import Behind, Given, nothing_more, take_url, target_of
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.config.target import Target
    from inspector.headless.output import Output
    from inspector.recording.plan import Plan

_FILE = click.Path(path_type=Path)


_HERE = "127.0.0.1"


@click.command(
    "tap",
    cls=Grouped,
    epilog=examples("inspector tap -- npx -y SOME-SERVER", "inspector tap --listen 8080 --url https://example.com/mcp"),
)
@click.argument("words", nargs=-1, metavar="[URL]")
@headed(
    "Target",
    option("--url", metavar="URL", help="The server to stand before; a bare URL does as well. With --listen."),
    option("--server", metavar="NAME", help="An entry of an mcpServers file."),
    option("--config", metavar="FILE", type=_FILE, help="That file, instead of those in the usual places."),
    option("--demo", is_flag=True, help="The built-in demo server, in a child process."),
    option("-e", "env", metavar="NAME=VALUE", multiple=True, help="A variable for the server (repeated)."),
    option("--cwd", metavar="DIR", help="The server's directory."),
)
@headed(
    "HTTP",
    option(
        "--listen", metavar="PORT", type=click.IntRange(0, 65535), help="Where the client connects (0: a free one)."
    ),
    option("--host", metavar="HOST", help="Listen there, not on the loopback interface only."),
    option("--rewrite-endpoint", is_flag=True, help="Put our address into the endpoint event of HTTP+SSE."),
    option("--plain", is_flag=True, help="Ask the server for bodies that are not packed, so that all can be read."),
    option("--ca", metavar="FILE", help="Trust the authorities in this PEM file too."),
    option("--cert", metavar="FILE", help="Our own certificate for TLS, in PEM."),
    option("--key", metavar="FILE", help="Its key, if that is in another file."),
    option("--insecure", is_flag=True, help="Accept any certificate."),
)
@headed(
    "Recording",
    option("--record", metavar="FILE", type=_FILE, help="Record into this file; one in .gz is packed."),
    option("--no-record", is_flag=True, help="Write no recording: only stand between."),
    option(
        "--redact", metavar="NAME|REGEX", multiple=True, help="Take out this too: values of that name, or what fits."
    ),
    option("--no-redact", is_flag=True, help="Keep secrets in the recording."),
)
@headed(
    "Interference",
    option(
        "--faults",
        metavar="FILE",
        type=_FILE,
        help="Interfere with messages on purpose, by the rules of this TOML file: delay, drop, garble and so on.",
    ),
)
@click.option(
    "--attach",
    metavar="[NAME|FILE]",
    is_flag=False,
    flag_value="",
    help="Show what the tap that was started last records, while it does; or that of this name or file.",
)
@click.option("--quiet", is_flag=True, help="Only faults on stderr.")
@click.pass_obj
def tap(behind: Behind, /, words: tuple[str, ...], attach: str | None, quiet: bool, **given: Any) -> int:
    """Stand between a real client and a server, and record what they say.

    \b
    Over stdio, `inspector tap -- COMMAND` takes the place of COMMAND in the client's configuration.
    Over HTTP, `inspector tap --listen PORT --url URL` is given to the client in place of URL.

    What crosses is passed byte for byte. --attach shows it in another terminal while it does, where I holds messages;
    `inspector open` shows it after.
    """
    from inspector.headless.output import Output

    output = Output(quiet=quiet)
    try:
        if attach is not None:
            return _attach(behind, words, attach, given)
        rest, url = take_url(words)
        nothing_more(rest)
        plan = recording_plan(given, settings_file())
        if given["no_redact"] and not given["no_record"]:
            output.note("Warning: secrets are kept in the recording (--no-redact).")
        target = target_of(behind, url, {**given, "headers": (), "transport": "auto"})
        assert target is not None
        return _stand(target, plan, output, given)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code


def _is_given(value: object) -> bool:
    """Whether an option was written; port 0 was."""
    return value is not None and value is not False and value != ()


def _attach(behind: Behind, words: Sequence[str], wanted: str, given: Given) -> int:
    from inspector.cli.opening import open_tap

    if words or behind.command is not None or any(map(_is_given, given.values())):
        raise UsageError("--attach stands alone.", why="It starts no tap, it shows one that runs.")
    return open_tap(wanted)


def _stand(target: "Target", plan: "Plan", output: "Output", given: Given) -> int:
    from inspector.cli.setup import faults_of
    from inspector.client.connector import demo_command
    from inspector.config.target import DemoTarget, HttpTarget, StdioTarget
    from inspector.headless.tapping import tap_stdio, tap_web

    rules = faults_of(given["faults"])
    if isinstance(target, DemoTarget):
        target = demo_command(target)
    if isinstance(target, StdioTarget):
        for name in ("listen", "host", "rewrite_endpoint", "plain"):
            if _is_given(given[name]):
                raise UsageError(
                    f"--{name.replace('_', '-')} is for a URL, not for a server that is started here.",
                    why="A server on stdio is tapped on stdio.",
                    hint="Leave it out, and give the client this command.",
                )
        return tap_stdio(target, plan, output, rules)
    assert isinstance(target, HttpTarget)
    if given["listen"] is None:
        raise UsageError(
            "A server over HTTP is tapped over HTTP.", hint="Say with --listen PORT where the client shall connect."
        )
    where = (given["host"] or _HERE, given["listen"])
    return tap_web(
        target,
        plan,
        output,
        where,
        rules,
        insecure=given["insecure"],
        rewrite_endpoint=given["rewrite_endpoint"],
        plain=given["plain"],
    )
