"""`send`: any message to a server, right or wrong."""

import sys
from pathlib import Path
from typing import Any, Final

import click

from inspector.cli.headings import Grouped, examples, options
from inspector.cli.options import CONNECT, SPEAK, TARGET
from inspector.cli.setup import run_headless, text_of
from inspector.cli.target_words import Behind, nothing_more, take_url
from inspector.errors import UsageError

_LEAVE_OUT: Final = (
    "Leave out what we add (repeated): jsonrpc, id, version, client, capabilities, end, or a header by its name."
)
_WITH_HEADER: Final = "A header of this message alone, in place of those of its name; given again: one more of it."
_ENDS: Final = {"lf": b"\n", "crlf": b"\r\n", "none": b""}


@click.command(
    "send",
    cls=Grouped,
    epilog=examples(
        "inspector send tools/list '{}' --demo",
        "inspector send tools/list --leave-out capabilities --demo",
        'inspector send --raw \'{"jsonrpc":"2.0","id":\' --demo',
        "inspector send --template unknown-version --json --demo",
    ),
)
@click.argument("words", nargs=-1, metavar="[METHOD [PARAMS|@FILE|-]] [URL]")
@click.option("--raw", metavar="TEXT|@FILE|-", help="The whole message, as it is, in place of METHOD and PARAMS.")
@click.option("--escapes", is_flag=True, help=r"Read \xNN, \r, \n, \t and \\ in --raw as the bytes they stand for.")
@click.option("--template", metavar="NAME", help="A usual wrong message.")
@click.option("--templates", "lists", is_flag=True, help="List the templates, and what a right server does.")
@click.option("--leave-out", "left_out", metavar="NAME", multiple=True, help=_LEAVE_OUT)
@click.option("--with-header", "changed", metavar="'NAME: VALUE'", multiple=True, help=_WITH_HEADER)
@click.option("--line-end", "end", type=click.Choice(tuple(_ENDS)), help="How the line ends on stdio.  [default: lf]")
@click.option("--http-method", "verb", metavar="METHOD", help="The HTTP method.  [default: POST]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def send(
    behind: Behind,
    /,
    words: tuple[str, ...],
    raw: str | None,
    escapes: bool,
    template: str | None,
    lists: bool,
    left_out: tuple[str, ...],
    changed: tuple[str, ...],
    end: str | None,
    verb: str | None,
    **given: Any,
) -> int:
    """Send any message as given, right or wrong: PARAMS is JSON.

    What is wrong with it is said on stderr, never prevented.
    """
    from inspector.headless import composing, sending

    rest, url = take_url(words)
    if lists:
        nothing_more([*rest, *([url] if url else [])])
        click.echo(composing.listed(as_json=given["as_json"]))
        return 0
    whole = [name for name, is_there in (("--raw", raw is not None), ("--template", template is not None)) if is_there]
    if len(whole) > 1:
        raise UsageError("--raw and --template are two messages.", hint="One message per command.")
    method, params = "", None
    if not whole:
        if not rest:
            raise UsageError("There is no METHOD.", hint="Name one, or give --raw TEXT or --template NAME.")
        method = rest.pop(0)
        if method.lstrip()[:1] in ("{", "["):
            raise UsageError("That is a whole message, and no METHOD.", hint="Give it as --raw TEXT.")
        params = text_of(rest.pop(0), "PARAMS") if rest else None
    nothing_more(rest)
    wishes = composing.Wishes(
        None if raw is None else composing.raw_of(_bytes_of(raw), escapes=escapes),
        template or "",
        left_out,
        tuple(_header(one) for one in changed),
        None if end is None else _ENDS[end],
        verb or "",
    )
    return run_headless(behind, url, sending.send(method, params, given["headers"], wishes), given)


def _bytes_of(given: str) -> str | bytes:
    """Text, the bytes of `@FILE`, or those on stdin for `-`: exactly, whatever they are."""
    try:
        if given == "-":
            return sys.stdin.buffer.read() if sys.stdin is not None else b""
        if given.startswith("@"):
            return Path(given[1:]).read_bytes()
    except OSError as error:
        raise UsageError(f"--raw {given} cannot be read.", why=f"{error.strerror or error}.") from None
    return given


def _header(given: str) -> tuple[str, str]:
    name, sign, value = given.partition(":")
    if not sign:
        raise UsageError("A header after --with-header has no colon.", hint="Write --with-header 'Name: value'.")
    return name, value[1:] if value.startswith(" ") else value
