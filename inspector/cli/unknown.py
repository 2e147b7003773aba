"""What a person may have meant by words that begin with no command's name."""

from collections.abc import Collection, Sequence

from inspector.errors import UsageError


def not_a_command(words: Sequence[str], commands: Collection[str], *, has_server: bool) -> UsageError:
    """The refusal of `words`, of which the first is no command where it stands.

    It names the commands near it, and how it is written if it is a command whose options came first, a recording, or
    the command of a server where none stands after `--`.
    """
    from difflib import get_close_matches

    from inspector.headless.output import shown

    word = words[0]
    meant = [f"`inspector {name}`" for name in get_close_matches(word, sorted(commands), n=2)]
    hints = [f"Did you mean {' or '.join(meant)}?"] if meant else []
    if word in commands:
        hints = [f"Options come after the command: `inspector {word} …`."]
    elif word.endswith((".jsonl", ".jsonl.gz")):
        hints.append(f"A recording comes after open: `inspector open {_shown([word])}`.")
    elif not has_server and (_is_program(word) or (len(words) > 1 and not meant)):
        hints.append(f"A server's command comes after --: `inspector -- {_shown(words)}`.")
    if not hints:
        hints.append("`inspector --help` lists them; a server's command comes after --, a recording after `open`.")
    return UsageError(f"There is no command “{shown(word)}”.", hint=" ".join(hints))


def _is_program(word: str) -> bool:
    import shutil

    return shutil.which(word) is not None


def _shown(words: Sequence[str]) -> str:
    from inspector.config.target import StdioTarget, display
    from inspector.headless.output import shown

    return display(StdioTarget(tuple(shown(word) for word in words)))
