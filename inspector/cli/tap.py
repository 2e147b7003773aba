"""`inspector tap`: stands between a real client and a server."""

from pathlib import Path
from typing import Any

import click

from inspector.cli.options import examples
from inspector.cli.setup import Behind, nothing_more, recording_plan, settings_file, take_url, target_of
from inspector.errors import InspectorError, UsageError

_FILE = click.Path(path_type=Path)


@click.command(
    "tap",
    epilog=examples("inspector tap -- npx -y SOME-SERVER", "inspector tap --listen 8080 --url https://example.com/mcp"),
)
@click.argument("words", nargs=-1, metavar="[URL]")
@click.option("--record", metavar="FILE", type=_FILE, help="Record into this file; one in .gz is packed.")
@click.option("--no-record", is_flag=True, help="Write no recording: only stand between.")
@click.option(
    "--redact", metavar="NAME|REGEX", multiple=True, help="Take out this too: values of that name, or what fits."
)
@click.option("--no-redact", is_flag=True, help="Keep secrets in the recording.")
@click.option("-e", "env", metavar="NAME=VALUE", multiple=True, help="A variable for the server (repeated).")
@click.option("--cwd", metavar="DIR", help="The server's directory.")
@click.option("--url", metavar="URL", help="The server to stand before, over HTTP.")
@click.option("--server", metavar="NAME", help="An entry of an mcpServers file.")
@click.option("--config", metavar="FILE", type=_FILE, help="That file, instead of those in the usual places.")
@click.option("--demo", is_flag=True, help="The built-in demo server, in a child process.")
@click.option("--quiet", is_flag=True, help="Only faults on stderr.")
@click.pass_obj
def tap(behind: Behind, /, words: tuple[str, ...], quiet: bool, **given: Any) -> int:
    """Stand between a real client and a server, and record what they say.

    \b
    In the client's configuration `inspector tap -- COMMAND` takes the place of the server's COMMAND; the client notices
    nothing. What crosses is passed byte for byte.
    """
    from inspector.client.connector import demo_command
    from inspector.config.target import DemoTarget, StdioTarget
    from inspector.headless.output import Output
    from inspector.headless.tapping import tap_stdio

    output = Output(quiet=quiet)
    try:
        file = settings_file()
        rest, url = take_url(words)
        nothing_more(rest)
        plan = recording_plan(given, file)
        if given["no_redact"] and not given["no_record"]:
            output.note("Warning: secrets are kept in the recording (--no-redact).")
        target = target_of(behind, url, {**given, "headers": (), "transport": "auto"})
        assert target is not None
        if isinstance(target, StdioTarget | DemoTarget):
            return tap_stdio(demo_command(target) if isinstance(target, DemoTarget) else target, plan, output)
        raise UsageError("A URL cannot be tapped on stdio.", hint="Give the command of a server after --.")
    except InspectorError as error:
        output.fault(error)
        return error.exit_code
