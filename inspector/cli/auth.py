"""`inspector auth`: sign in, see what is kept, forget it, look at a server's set-up."""

from functools import partial
from typing import Any, Final

import click

from inspector.cli.headings import Grouped, Whole, examples, options
from inspector.cli.options import CONNECT, SPEAK, TARGET
from inspector.cli.setup import run_set_up
from inspector.cli.target_words import Behind, nothing_more, take_url
from inspector.errors import InspectorError, UsageError

_ASKED: Final = frozenset(("env", "cwd", "roots", "answers", "sampling_command", "approve"))
"""For a server that is started here, that asks something, or whose tools are called: signing in does nothing of it."""
_ALONE: Final = frozenset(
    (
        *("url", "server", "config", "demo", "connect_timeout", "ca", "insecure", "proxy"),
        *("record", "no_record", "redact", "no_redact", "as_json", "quiet", "strict"),
    )
)
"""For requests about an authorization alone, in no session; they carry neither headers of our own nor a certificate."""
_CLIENT: Final = frozenset(("client_id", "client_secret_env", "client_key"))
"""Who gives the tokens of a client back that is not kept with them."""

_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


class _Grouped(Whole, click.Group):
    command_class = Grouped


@click.group(
    cls=_Grouped,
    epilog=examples(
        "inspector auth login https://example.com/mcp", "inspector auth debug --url https://example.com/mcp"
    ),
)
def auth() -> None:
    """Tokens: sign in at a protected server, see and forget what is kept, or find out why signing in fails."""


@auth.command(
    "login",
    takes=lambda name: name not in _ASKED,
    epilog=examples("inspector auth login https://example.com/mcp"),
)
@click.argument("words", nargs=-1, metavar="[URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def login(behind: Behind, /, words: tuple[str, ...], **given: Any) -> int:
    """Sign in, and keep the token for the other commands and the interface."""
    from inspector.headless import authorizing

    rest, url = take_url(words)
    nothing_more(rest)
    return run_set_up(behind, url, authorizing.log_in, given)


@auth.command("debug", takes=_ALONE.__contains__, epilog=examples("inspector auth debug --url https://example.com/mcp"))
@click.argument("words", nargs=-1, metavar="[URL]")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def debug(behind: Behind, /, words: tuple[str, ...], **given: Any) -> int:
    """Check a protected server's whole set-up without signing in; the exit code is 1 if something is wrong."""
    from inspector.headless import authorizing
    from inspector.headless.live import run_session

    rest, url = take_url(words)
    nothing_more(rest)
    return run_set_up(behind, url, lambda setup, output: run_session(setup, output, authorizing.debug), given)


@auth.command("list")
@_JSON
def list_(as_json: bool) -> int:
    """The servers that tokens are kept for."""
    from inspector.headless import authorizing
    from inspector.headless.output import Output

    return authorizing.list_kept(Output(as_json))


@auth.command("show", epilog=examples("inspector auth show https://example.com/mcp"))
@click.argument("url")
@_JSON
def show(url: str, as_json: bool) -> int:
    """What is kept for a server, and what its token says of itself; the token itself is not shown."""
    from inspector.headless import authorizing
    from inspector.headless.output import Output

    output = Output(as_json)
    try:
        return authorizing.show_kept(_url(url), output)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code


@auth.command(
    "logout",
    takes=(_ALONE | _CLIENT).__contains__,
    epilog=examples("inspector auth logout https://example.com/mcp"),
)
@click.argument("words", nargs=-1, metavar="[URL]")
@click.option("--local", is_flag=True, help="Only forget: tell the authorization server nothing.")
@options(TARGET, CONNECT, SPEAK)
@click.pass_obj
def logout(behind: Behind, /, words: tuple[str, ...], local: bool, **given: Any) -> int:
    """Have the tokens of a server revoked, and forget what is kept for it, the client that was registered included."""
    from inspector.headless import authorizing

    rest, url = take_url(words)
    nothing_more(rest)
    return run_set_up(behind, url, partial(authorizing.log_out, local=local), given)


def _url(word: str) -> str:
    from inspector.config.addresses import is_url

    if not is_url(word):
        raise UsageError("That is no URL.", hint="`inspector auth list` shows those that something is kept for.")
    return word
