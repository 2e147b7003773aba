"""The command that turns a recording into other forms."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.headings import Grouped, examples
from inspector.errors import UsageError

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
        "inspector export session.jsonl --share --redact customer --redact 'AC-[0-9]{6}' --output report.jsonl",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(_FORMS), help="The form to give it.")
@click.option("--share", is_flag=True, help="In place of a form: a recording for others, redacted anew.")
@click.option(
    "--redact",
    metavar="NAME|REGEX",
    multiple=True,
    help="With --share, take out this too: values of that name, or what fits (repeated).",
)
@click.option(
    "--filter", "wanted", metavar="FILTER", default="", help="Only what this filter of the traffic lets through."
)
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write it there.")
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
def export(
    file: Path,
    form: "Form | None",
    share: bool,
    redact: tuple[str, ...],
    wanted: str,
    output: Path | None,
    quiet: bool,
) -> int:
    """A recording as HAR 1.2, Markdown for a bug report, curl commands, or its messages as JSON lines.

    What was redacted when it was recorded stays so. With --share it is a recording again, for a public bug report: all
    of it is redacted anew, and stderr tells what was taken out and what nobody but you can judge.
    """
    from inspector.headless.output import Output

    said = Output(quiet=quiet)
    if share:
        from inspector.cli.setup import own_rules, settings_file
        from inspector.headless import sharing

        if form is not None or wanted:
            raise UsageError(
                "--share excludes --format and --filter.",
                hint="The copy is a recording; export it once more for a form.",
            )
        return sharing.share(file, own_rules(redact, settings_file()), said, output)
    if form is None:
        raise UsageError("Neither --format nor --share is given.", hint=f"--format takes {', '.join(_FORMS)}.")
    if redact:
        raise UsageError("--redact is for --share.", hint="Share a copy, and export that.")
    from inspector.headless import exporting

    return exporting.export(file, form, wanted, said, output)
