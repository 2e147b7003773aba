"""The commands that hold a recording against something: `diff` compares, `replay` sends again."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import CONNECT, SPEAK, TARGET, Grouped, examples, options
from inspector.cli.setup import Behind, nothing_more, run_headless, take_url
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.analysis.differences import Ignored

_IGNORE = click.option(
    "--ignore",
    "ignore",
    metavar="PATH",
    multiple=True,
    help="Do not look at this part of answers, such as '$.result.content[*].text' (repeated).",
)


@click.command(
    "diff",
    cls=Grouped,
    epilog=examples(
        "inspector diff yesterday.jsonl today.jsonl",
        "inspector diff yesterday.jsonl --json -- npx -y SOME-SERVER",
    ),
)
@click.argument("words", nargs=-1, metavar="FILE [FILE | URL]")
@_IGNORE
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def diff(behind: Behind, /, words: tuple[str, ...], ignore: tuple[str, ...], **given: Any) -> int:
    """Compare two recordings: what is offered, what was answered, how long it took.

    With a target in place of the second recording, what was offered is compared with what the server offers now. Each
    change of what is offered is breaking or compatible for who uses the first. Answers to the same request are compared
    without ids, moments, cursors and request state. Times are told, and are no difference. The exit code is 1 if
    anything differs.
    """
    from inspector.headless import comparing
    from inspector.headless.output import Output

    output = Output(given["as_json"], given["quiet"])
    try:
        rest, url = take_url(words)
        ignored = _ignored(ignore)
        if not rest:
            raise UsageError("There is no recording to compare.", hint="Write inspector diff FILE FILE.")
        first = Path(rest.pop(0))
        if rest:
            second = Path(rest.pop(0))
            nothing_more(rest)
            if url is not None or behind.command is not None or given["url"] or given["server"] or given["demo"]:
                raise UsageError("Two recordings are compared by themselves.", why="There is a target beside them.")
            return comparing.diff_files(first, second, output, ignored)
        side = comparing.side_of(first, output)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code
    return run_headless(behind, url, comparing.diff_live(first, side), given)


def _ignored(patterns: tuple[str, ...]) -> "Ignored":
    from inspector.analysis.differences import ignoring
    from inspector.analysis.json_paths import BadPath

    for pattern in patterns:
        try:
            ignoring([pattern])
        except BadPath as error:
            raise UsageError(
                f"--ignore {pattern} is no path.",
                why=f"At character {error.position + 1} there should be {error.expected}.",
                hint="Write $.result.structuredContent.at, or [*] for every element.",
            ) from None
    return ignoring(patterns)
