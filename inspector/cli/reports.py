"""The commands about findings: `rules` lists what they come from."""

import click

from inspector.cli.options import Grouped, examples


@click.command("rules", cls=Grouped, epilog=examples("inspector rules", "inspector rules --json | jq '.rules[].id'"))
@click.option("--for", "version", metavar="V", help="Only those that hold in this revision.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def rules(version: str | None, as_json: bool) -> int:
    """What findings come from: every rule, with its clause and its revisions; and what none can see."""
    from inspector.errors import UsageError
    from inspector.headless.output import Output
    from inspector.headless.ruling import list_rules
    from inspector.wire.versions import REVISIONS

    if version is not None and version not in REVISIONS:
        raise UsageError(f"“{version}” is no revision that we know.", hint=f"One of {', '.join(REVISIONS)}.")
    return list_rules(Output(as_json), version)
