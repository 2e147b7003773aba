"""The command that turns a recording into other forms."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.options import Grouped, examples

if TYPE_CHECKING:
    from inspector.headless.exporting import Form

_FORMS = ("har", "markdown", "curl", "jsonl")


@click.command(
    "export",
    cls=Grouped,
    epilog=examples(
        "inspector export session.jsonl --format har --output session.har",
        "inspector export session.jsonl --format markdown --filter 'error or finding:warning'",
        "inspector export session.jsonl --format jsonl --filter method:tools/call | jq .message",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(_FORMS), required=True, help="The form to give it.")
@click.option(
    "--filter", "wanted", metavar="FILTER", default="", help="Only what this filter of the traffic lets through."
)
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write it there.")
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
def export(file: Path, form: "Form", wanted: str, output: Path | None, quiet: bool) -> int:
    """A recording as HAR 1.2, Markdown for a bug report, curl commands, or its messages as JSON lines.

    What was redacted when it was recorded stays so.
    """
    from inspector.headless import exporting
    from inspector.headless.output import Output

    return exporting.export(file, form, wanted, Output(quiet=quiet), output)
