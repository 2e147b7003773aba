"""The commands that hold a recording against something: `diff` compares, `replay` sends again."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import CONNECT, SPEAK, TARGET, Grouped, examples, options
from inspector.cli.setup import Behind, nothing_more, run_headless, run_set_up, take_url
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.analysis.differences import Ignored
    from inspector.headless.live import Setup
    from inspector.headless.output import Output
    from inspector.headless.replaying import Form

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


_FORMS = ("text", "json", "junit")


@click.command(
    "replay",
    cls=Grouped,
    epilog=examples(
        "inspector replay session.jsonl -- npx -y SOME-SERVER",
        "inspector replay session.jsonl --mode legacy --format junit --output replay.xml --demo",
        "inspector replay session.jsonl --ignore '$.result.structuredContent.at' https://example.com/mcp",
    ),
)
@click.argument("words", nargs=-1, metavar="FILE [URL]")
@click.option("--pace", is_flag=True, help="At the recorded moments, so many at once as then; else one by one.")
@click.option("--format", "form", type=click.Choice(_FORMS), help="How to print it.  [default: text]")
@click.option("--output", "to", metavar="FILE", type=click.Path(path_type=Path), help="Write it there.")
@_IGNORE
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def replay(
    behind: Behind,
    /,
    words: tuple[str, ...],
    pace: bool,
    form: "Form | None",
    to: Path | None,
    ignore: tuple[str, ...],
    **given: Any,
) -> int:
    """Send the requests of a recording again and compare the answers.

    It sends what was recorded, calls that destroy or cost something included: --approve asks before those. The server
    may be of the other era; what is translated and what has no counterpart is said on stderr. What the server asks is
    answered by --answers, then as it was recorded. Answers are compared without ids, moments, cursors and request
    state. The exit code is 1 if one of them is not equal.
    """
    from inspector.headless import comparing, replaying
    from inspector.headless.output import Output

    if given["as_json"] and form not in (None, "json"):
        raise UsageError(f"--json and --format {form} exclude each other.")
    chosen: Form = form or ("json" if given["as_json"] else "text")
    given["as_json"] = chosen == "json"
    output = Output(given["as_json"], given["quiet"])
    try:
        rest, url = take_url(words)
        how = replaying.How(_ignored(ignore), pace, chosen, to)
        if not rest:
            raise UsageError("There is no recording to send again.", hint="Write inspector replay FILE TARGET.")
        file = Path(rest.pop(0))
        nothing_more(rest)
        side = comparing.side_of(file, output)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code

    def run(setup: "Setup", output: "Output") -> int:
        from inspector.headless.live import run_live

        ruled = replace(setup, rules=(*setup.rules, *replaying.roots_rules(side)))
        return run_live(ruled, output, replaying.replay(side, how))

    return run_set_up(behind, url, run, given)
