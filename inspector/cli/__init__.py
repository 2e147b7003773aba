"""The command line: from arguments to a terminal interface or a headless command. The composition root.

    options     what may be written                setup     from there to targets, options, rules, a plan to record
    commands    one function a command

What follows the first `--` is the command of a stdio server and is never looked at here. What begins with no command's
name is a target for the interface. Each command imports what it needs: a headless one loads no textual.
"""

from collections.abc import Sequence

import click

from inspector.cli.commands import cli, visible_commands
from inspector.cli.target_words import Behind
from inspector.cli.unknown import not_a_command
from inspector.cli.wrong import sentence_of
from inspector.errors import InspectorError, UsageError

_NO_COMMAND = ("-h", "--help", "--version")


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns the exit status. Raises KeyboardInterrupt alone."""
    words, command = _divided(arguments)
    if words and _is_word(words[0]) and words[0] not in cli.commands:
        return _said(not_a_command(words, visible_commands(), has_server=command is not None), words)
    if not words or (words[0] not in cli.commands and words[0] not in _NO_COMMAND):
        words = ["tui", *words]
    try:
        code = cli.main(words, prog_name="inspector", obj=Behind(command), standalone_mode=False)
    except InspectorError as error:
        return _said(error, words)
    except click.ClickException as error:
        # Of a group it is the command in it, whose options are meant.
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else f"inspector {words[0]}"
        hint = f"`{path} --help` lists what there is." if words[0] != "tui" else "See `inspector --help`."
        if isinstance(error, click.NoSuchOption) and command is None:
            hint += " A server's command, with its own options, comes after --."
        return _said(UsageError(sentence_of(error), hint=hint), words)
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:
        if not set(_NO_COMMAND).intersection(words):
            raise
        return 0  # whoever read the help has gone, as from `| head`: no fault
    except OSError as error:
        if not set(_NO_COMMAND).intersection(words):
            raise
        return _said(_unwritable(error), words)
    return code if isinstance(code, int) else 0


def _is_word(word: str) -> bool:
    """Whether it is neither an option nor a URL."""
    from inspector.config.addresses import is_url

    return not (word.startswith("-") or is_url(word))


def _divided(arguments: Sequence[str]) -> tuple[list[str], tuple[str, ...] | None]:
    words = list(arguments)
    if "--" not in words:
        return words, None
    at = words.index("--")
    return words[:at], tuple(words[at + 1 :])


def _unwritable(error: OSError) -> InspectorError:
    from inspector.headless.output import unwritable

    return unwritable(error)


def _said(error: InspectorError, words: Sequence[str]) -> int:
    from inspector.headless.output import Output

    Output("--json" in words).fault(error)
    return error.exit_code
