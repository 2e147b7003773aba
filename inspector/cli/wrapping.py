"""`inspector wrap` and `unwrap`: an entry of a client's configuration, changed to start a tap, and back."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.headings import Whole, examples
from inspector.errors import InspectorError

if TYPE_CHECKING:
    from inspector.config.server_edits import Edit

_CONFIG = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The mcpServers file, instead of those in the usual places.",
)
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Print the change, and write nothing.")


@click.command(
    "wrap", cls=Whole, epilog=examples("inspector wrap weather --dry-run", "inspector wrap weather --config .mcp.json")
)
@click.argument("name")
@_CONFIG
@_DRY_RUN
def wrap(name: str, config: Path | None, dry_run: bool) -> int:
    """Have a client start a server behind a tap: edit its mcpServers entry.

    The entry NAME starts `inspector tap -- COMMAND` from then on; nothing else in the file changes, and a backup is
    made beside it. `inspector unwrap NAME` changes it back.
    """
    from inspector.config import server_edits

    try:
        edit = server_edits.wrap(name, config)
        if dry_run:
            return _print(edit)
        kept = edit.write(backup=True)
    except InspectorError as error:
        return _fault(error)
    _say(f"{name} in {edit.entry.place} starts behind a tap from now on; restart its client. Backup: {kept}")
    return 0


@click.command("unwrap", cls=Whole, epilog=examples("inspector unwrap weather"))
@click.argument("name")
@_CONFIG
@_DRY_RUN
def unwrap(name: str, config: Path | None, dry_run: bool) -> int:
    """Change an entry back that `wrap` has changed, to the last byte."""
    from inspector.config import server_edits

    try:
        edit = server_edits.unwrap(name, config)
        if dry_run:
            return _print(edit)
        edit.write(backup=False)
    except InspectorError as error:
        return _fault(error)
    _say(f"{name} in {edit.entry.place} starts without a tap again; restart its client.")
    return 0


def _print(edit: "Edit") -> int:
    """The lines that change, as a diff, without the secrets in them."""
    from difflib import unified_diff

    from inspector.config.hidden import hidden
    from inspector.headless.output import Output
    from inspector.wire.text import visible

    path = str(edit.entry.path)
    lines = unified_diff(hidden(edit.before).split("\n"), hidden(edit.after).split("\n"), path, path, n=0, lineterm="")
    Output().text("\n".join(visible(line.removesuffix("\r")) for line in lines))
    return 0


def _say(text: str) -> None:
    from inspector.headless.output import to_stderr
    from inspector.wire.text import visible

    to_stderr(visible(text))


def _fault(error: InspectorError) -> int:
    from inspector.headless.output import Output

    Output().fault(error)
    return error.exit_code
