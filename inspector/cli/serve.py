"""`serve`: a recording as a mock server."""

from pathlib import Path
from typing import Any, Literal

import click

from inspector.cli.headings import Grouped, examples, options
from inspector.cli.options import RECORD
from inspector.cli.setup import recording_plan, settings_file
from inspector.errors import UsageError

_PORT = click.IntRange(0, 65535)


@click.command(
    "serve",
    cls=Grouped,
    epilog=examples(
        "inspector serve session.jsonl",
        "inspector serve session.jsonl --http 8000 --era legacy",
        "inspector serve session.jsonl --ignore '$.params.arguments.at' --loose",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--http", "http_port", metavar="PORT", type=_PORT, help="Streamable HTTP (0: a free port).")
@click.option("--sse", "sse_port", metavar="PORT", type=_PORT, help="HTTP+SSE of 2024-11-05.")
@click.option(
    "--era",
    type=click.Choice(["recorded", "modern", "legacy", "dual"]),
    default="recorded",
    show_default=True,
    help="What it speaks.",
)
@click.option(
    "--ignore",
    metavar="PATH",
    multiple=True,
    help="This part of a request does not count, such as '$.params.arguments.at' (repeated).",
)
@click.option("--loose", is_flag=True, help="Answer what was not recorded as the nearest of its method and name.")
@click.option("--pace", is_flag=True, help="In the recorded pace; else at once.")
@options(RECORD)
@click.option("--quiet", is_flag=True, help="Only faults on stderr.")
def serve(
    file: Path,
    http_port: int | None,
    sse_port: int | None,
    era: Literal["recorded", "modern", "legacy", "dual"],
    ignore: tuple[str, ...],
    loose: bool,
    pace: bool,
    quiet: bool,
    **given: Any,
) -> int:
    """Serve a recording as a mock server, on stdio or on a port.

    A request gets what was answered to it: notifications, progress, log messages and questions in their order, then the
    answer. Asked several times, it gets the recorded answers in turn, and from then on the last. Ids, `_meta` and
    progress tokens never count. What was not recorded is an error that names the nearest recorded request. A session of
    one era can be served in the other.
    """
    from inspector.analysis.differences import ignoring
    from inspector.analysis.json_paths import BadPath
    from inspector.headless.mocking import Where, serve_mock
    from inspector.headless.output import Output
    from inspector.serving.mock import Looseness

    if http_port is not None and sse_port is not None:
        raise UsageError("--http and --sse exclude each other.")
    for path in ignore:
        try:
            ignoring([path])
        except BadPath as error:
            why = f"At character {error.position + 1} there should be {error.expected}."
            raise UsageError(f"--ignore {path} is no path.", why=why, hint="Write $.params.arguments.at.") from None
        if not path.startswith(("$.params", "$['params']", '$["params"]')):
            raise UsageError(f"--ignore {path} is no part of a request.", hint="Write $.params.arguments.at.")
    looseness = Looseness(ignoring(ignore), loose) if ignore else Looseness(nearest=loose)
    where: Where = ("stdio", 0)
    if http_port is not None:
        where = ("http", http_port)
    elif sse_port is not None:
        where = ("sse", sse_port)
    plan = recording_plan(given, settings_file())
    return serve_mock(file, where, era, looseness, plan, Output(quiet=quiet), pace=pace)
