"""The commands that hold one session against another: `diff` compares, `replay` sends again."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.headings import Grouped, examples, options
from inspector.cli.options import CONNECT, SPEAK, TARGET
from inspector.cli.setup import run_set_up
from inspector.cli.target_words import Behind, nothing_more, take_url
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.analysis.compare.answers import Volatile
    from inspector.config.target import Target
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
_IGNORE_TEXT = click.option(
    "--ignore-text",
    "ignore_text",
    metavar="REGEX",
    multiple=True,
    help="What fits this within a text is another each time, such as 'pid \\d+' (repeated).",
)


@click.command(
    "diff",
    cls=Grouped,
    epilog=examples(
        "inspector diff yesterday.jsonl today.jsonl",
        "inspector diff yesterday.jsonl --json -- npx -y SOME-SERVER",
        "inspector diff 'python old.py' 'python new.py'",
        "inspector diff https://example.com/mcp http://localhost:8000/mcp",
    ),
)
@click.argument("words", nargs=-1, metavar="FIRST [SECOND]")
@_IGNORE
@_IGNORE_TEXT
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def diff(
    behind: Behind, /, words: tuple[str, ...], ignore: tuple[str, ...], ignore_text: tuple[str, ...], **given: Any
) -> int:
    """Compare two sessions: what is offered, what was answered, how long it took.

    Each of the two is a recording, a URL, or a command as one word with its arguments; the second may be given as any
    target, and the options that reach one (-H, -e, --transport ...) are for that. What a server offers is asked for
    now. Each change of what is offered is breaking or compatible for who uses the first. Of two recordings the answers
    to the same request are compared too, without ids, moments, cursors and request state. Times are told, and are no
    difference. The exit code is 1 if anything differs.
    """
    from inspector.headless import comparing
    from inspector.headless.output import Output

    output = Output(given["as_json"], given["quiet"])
    try:
        sides = [_side(word) for word in words]
        what = _volatile(ignore, ignore_text)
        has_target = bool(behind.command is not None or given["url"] or given["server"] or given["demo"])
        if len(sides) + has_target > 2:
            raise UsageError("Two sessions are compared.", why=f"There are {len(sides) + has_target}.")
        if not sides:
            raise UsageError("There is nothing to compare.", hint="Write inspector diff FILE FILE, or FILE TARGET.")
        first, *rest = sides
        if isinstance(first, Path) and rest and isinstance(rest[0], Path):
            return comparing.diff_files(first, rest[0], output, what)
        if rest and isinstance(rest[0], Path):
            raise UsageError("The recording comes first, the server second.")
        if not isinstance(first, Path) and given["record"] is not None:
            raise UsageError("--record names one recording, and there are two sessions.")
        side = comparing.side_of(first, output) if isinstance(first, Path) else None
    except InspectorError as error:
        output.fault(error)
        return error.exit_code
    url = None
    if rest:
        assert not isinstance(rest[0], Path)
        behind, url = _as_target(rest[0], words[1], given)

    def run(setup: "Setup", output: "Output") -> int:
        from inspector.headless.live import run_live

        learnt = [side] if side is not None else []
        if not learnt:
            assert not isinstance(first, Path)
            code = run_live(replace(setup, target=first), output, comparing.learn(learnt))
            if code:
                return code
        name = str(first) if isinstance(first, Path) else "the first"
        return run_live(setup, output, comparing.diff_live(learnt[0], name))

    return run_set_up(behind, url, run, given)


def _side(word: str) -> "Path | Target":
    """A recording, or where a server is: a URL, or a command in one word."""
    from inspector.config.addresses import is_url
    from inspector.config.target import parse_line

    if is_url(word) or (" " in word.strip() and not Path(word).exists()):
        return parse_line(word)
    return Path(word)


def _as_target(side: "Target", word: str, given: dict[str, Any]) -> tuple[Behind, str | None]:
    """The second of the two as the options that reach a target have it: a command behind `--`, or a URL."""
    from inspector.config.target import StdioTarget

    if not isinstance(side, StdioTarget):
        return Behind(None), word
    given["env"] = (*(f"{name}={value}" for name, value in side.env.items()), *given["env"])
    return Behind(side.command), None


def _volatile(paths: tuple[str, ...], patterns: tuple[str, ...]) -> "Volatile":
    from inspector.analysis.compare.answers import BadPattern, volatile
    from inspector.analysis.differences import ignoring
    from inspector.analysis.json_paths import BadPath

    for path in paths:
        try:
            ignoring([path])
        except BadPath as error:
            raise UsageError(
                f"--ignore {path} is no path.",
                why=f"At character {error.position + 1} there should be {error.expected}.",
                hint="Write $.result.structuredContent.at, or [*] for every element.",
            ) from None
    try:
        return volatile(paths, patterns)
    except BadPattern as error:
        raise UsageError(f"--ignore-text {error.pattern} is no regular expression.", why=f"{error.reason}.") from None


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
@_IGNORE_TEXT
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
    ignore_text: tuple[str, ...],
    **given: Any,
) -> int:
    """Send the requests of a recording again and compare the answers.

    It sends what was recorded, calls that destroy or cost something included: --approve asks before those. The server
    may be of the other era; what is translated and what has no counterpart is said. What the server asks is answered by
    --answers, then as it was recorded. Answers are compared without ids, moments, cursors and request state. The exit
    code is 1 if one of them is not equal, and 8, behind the same report, if the server asked what nobody answered.
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
        how = replaying.How(_volatile(ignore, ignore_text), pace, chosen, to)
        if not rest:
            raise UsageError("There is no recording to send again.", hint="Write inspector replay FILE TARGET.")
        file = Path(rest.pop(0))
        nothing_more(rest)
        side = comparing.side_of(file, output)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code

    def run(setup: "Setup", output: "Output") -> int:
        from inspector.client.replaying import roots_rules
        from inspector.headless.live import run_live

        ruled = replace(setup, rules=(*setup.rules, *roots_rules(side)))
        return run_live(ruled, output, replaying.replay(side, how))

    return run_set_up(behind, url, run, given)
