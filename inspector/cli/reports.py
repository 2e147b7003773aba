"""The commands about findings: `check` looks for them, `rules` lists what they come from."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.headings import Grouped, examples, options
from inspector.cli.options import CONNECT, SPEAK, TARGET
from inspector.cli.setup import run_headless
from inspector.cli.target_words import Behind, nothing_more, take_url
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.headless.checking import Form
    from inspector.headless.exercising import Named

_FORMS = ("text", "json", "junit", "sarif")


@click.command(
    "check",
    cls=Grouped,
    epilog=examples(
        "inspector check -- npx -y SOME-SERVER",
        'inspector check --call \'add={"a": 1, "b": 2}\' --format junit --demo',
        "inspector check session.jsonl --format sarif --output check.sarif",
    ),
)
@click.argument("words", nargs=-1, metavar="[URL | FILE]")
@click.option("--format", "form", type=click.Choice(_FORMS), help="How to print it.  [default: text]")
@click.option("--output", "to", metavar="FILE", type=click.Path(path_type=Path), help="Write it there.")
@click.option("--call", "calls", metavar="NAME[=JSON]", multiple=True, help="Call this tool too (repeated).")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def check(
    behind: Behind,
    /,
    words: tuple[str, ...],
    form: "Form | None",
    to: Path | None,
    calls: tuple[str, ...],
    **given: Any,
) -> int:
    """Exercise a server and report what is wrong with it; or look through a recording.

    Every list is read, every page; then one resource, one prompt that needs no arguments, and what completes a prompt's
    argument and a template; a legacy server is pinged. No tool is called but those named by --call. The exit code is 1
    if a finding is an error; without one it is, behind the report, that of what got no usable answer.
    """
    from inspector.headless import checking

    if given["as_json"] and form not in (None, "json"):
        raise UsageError(f"--json and --format {form} exclude each other.")
    chosen: Form = form or ("json" if given["as_json"] else "text")
    given["as_json"] = chosen == "json"
    rest, url = take_url(words)
    file = Path(rest.pop(0)) if rest else None
    nothing_more(rest)
    if file is None:
        return run_headless(behind, url, checking.check(chosen, [_named(call) for call in calls], to), given)
    if url is not None or behind.command is not None or given["url"] or given["server"] or given["demo"] or calls:
        raise UsageError("A recording is checked by itself.", why="There is a target or a call beside it.")
    from inspector.headless.output import Output

    output = Output(given["as_json"], given["quiet"])
    try:
        return checking.check_file(file, chosen, output, to)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code


def _named(text: str) -> "Named":
    from inspector.headless.exercising import Named
    from inspector.headless.output import shown
    from inspector.wire.json import NotJson, parse

    name, sign, written = text.partition("=")
    if not sign:
        return Named(name, {})
    try:
        arguments = parse(written)
    except NotJson as error:
        raise UsageError(
            f"The arguments of --call {shown(name)} are not JSON.",
            why=f"{error.reason}, character {error.position + 1}.",
        ) from None
    if not isinstance(arguments, dict):
        raise UsageError(f"The arguments of --call {shown(name)} are no JSON object.", hint='Write NAME={"a": 1}.')
    return Named(name, arguments)


@click.command("rules", cls=Grouped, epilog=examples("inspector rules", "inspector rules --json | jq '.rules[].id'"))
@click.option("--for", "version", metavar="V", help="Only those that hold in this revision.")
@click.option("--counts", is_flag=True, help="Only how many there are, and how many demands they watch over.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def rules(version: str | None, counts: bool, as_json: bool) -> int:
    """What findings come from: every rule, with its clause and its revisions; and with --for what none can see."""
    from inspector.headless.output import Output
    from inspector.headless.ruling import list_rules
    from inspector.wire.versions import REVISIONS

    if version is not None and version not in REVISIONS:
        raise UsageError(f"“{version}” is no revision that we know.", hint=f"One of {', '.join(REVISIONS)}.")
    return list_rules(Output(as_json), version, counts_only=counts)
