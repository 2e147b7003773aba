"""An entry of an mcpServers file changed so that its client starts a tap in place of the server, and changed back.

    "command": "uvx", "args": ["weather"]
    "command": "/usr/bin/inspector", "args": ["tap", "--", "uvx", "weather"]

The text is changed at these two values alone, so that comments, order, indentation and line ends stay as they are, and
what was inserted can be taken out again to the last byte. How it is spaced tells what stood there: a blank behind each
comma where one had to be added, none where blanks followed anyway, or where there were no `args`.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspector.config.jsonc import JsonFault, Node, parse

TAP: Final = "tap"
_END: Final = "--"
_PROGRAMS: Final = ("inspector", "inspector.exe")
_MODULE: Final = ("-m", "inspector")


class NotWrapped(ValueError):
    """The entry starts no tap, or is wrapped already, or has another shape: the sentence says which."""


@dataclass(frozen=True, slots=True)
class Splice:
    """`text` in place of what stands from `start` up to `end`."""

    start: int
    end: int
    text: str


def is_wrapped(command: Sequence[str]) -> bool:
    """Whether a command starts a tap of ours before a server."""
    return _server_at(command) is not None


def _server_at(command: Sequence[str]) -> int | None:
    """Where in the arguments the server's own command begins; None where there is no tap."""
    program, *arguments = command
    before = 0
    if tuple(arguments[:2]) == _MODULE:
        before = 2
    elif os.path.basename(program.replace("\\", "/")) not in _PROGRAMS:
        return None
    if arguments[before : before + 1] != [TAP] or _END not in arguments:
        return None
    at = arguments.index(_END) + 1
    return at if at < len(arguments) else None


def wrapped(text: str, path: Sequence[str], words: Sequence[str]) -> str:
    """`text` with the command of the entry at `path` behind a tap; `words` are how a client starts this program.

    Raises `NotWrapped`, and `JsonFault` for a text that is none.
    """
    entry, shift = _entry(text, path)
    command, arguments = _parts(entry)
    old = _command(command, arguments)
    if is_wrapped(old):
        raise NotWrapped("It is wrapped already.")
    program, *first = words
    before = [*first, TAP, _END]
    inserted = [*map(_literal, before), text[command.at + shift : command.end + shift]]
    splices = [Splice(command.at, command.end, _literal(program))]
    if arguments is None:
        splices.append(Splice(command.end, command.end, _added(inserted)))
    else:
        inside = arguments.at + 1
        comma = "," if entry.text[inside].isspace() else ", "
        splices.append(Splice(inside, inside, comma.join(inserted) + (comma if arguments.value else "")))
    return _verified(text, _spliced(text, splices, shift), path, program, [*before, *old])


def unwrapped(text: str, path: Sequence[str]) -> str:
    """`text` with the server's own command in the entry at `path` again. Raises as `wrapped` does."""
    entry, shift = _entry(text, path)
    command, arguments = _parts(entry)
    found = _server_at(_command(command, arguments))
    if found is None or arguments is None:
        raise NotWrapped("It is not wrapped: it starts no tap.")
    elements = list(arguments.elements())
    server, rest = elements[found], [one.value for one in elements[found + 1 :]]
    if not isinstance(server.value, str):
        raise NotWrapped("What it starts behind the tap is no command.")
    literal = text[server.at + shift : server.end + shift]
    added = _added([*(_literal(one.value) for one in elements[:found]), literal])
    end = command.end + shift
    was_added = text[end : end + len(added)] == added
    inserted = (
        Splice(command.end, command.end + len(added), "")
        if was_added
        else Splice(arguments.at + 1, _end_of_inserted(entry.text, elements, found), "")
    )
    new = _spliced(text, [Splice(command.at, command.end, literal), inserted], shift)
    return _verified(text, new, path, server.value, None if was_added else rest)


def _entry(text: str, path: Sequence[str]) -> tuple[Node, int]:
    """The entry, and how many characters of `text` come before what its places count from."""
    plain = text.removeprefix("\ufeff")
    entry = parse(plain).get(*path)
    if entry is None:
        raise NotWrapped("It is not there any more.")
    return entry, len(text) - len(plain)


def _parts(entry: Node) -> tuple[Node, Node | None]:
    command, arguments = entry.get("command"), entry.get("args")
    if command is None or not isinstance(command.value, str):
        raise NotWrapped("It has no command.")
    if arguments is not None and not isinstance(arguments.value, list):
        raise NotWrapped("Its args are no list.")
    return command, arguments


def _command(command: Node, arguments: Node | None) -> list[str]:
    more = arguments.value if arguments is not None and isinstance(arguments.value, list) else []
    return [str(command.value), *(str(one) for one in more)]


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _added(inserted: Sequence[str]) -> str:
    """What is put behind a command that had no `args`."""
    return f', "args": [{",".join(inserted)}]'


def _end_of_inserted(plain: str, elements: Sequence[Node], found: int) -> int:
    """Where what was inserted ends: behind the server's command, its comma, and the blank that came with that."""
    end = elements[found].end
    if found + 1 == len(elements):
        return end
    comma = plain.index(",", end) + 1
    spaced = plain[elements[0].end : elements[1].at] == ", "
    return comma + 1 if spaced and plain[comma : comma + 1] == " " else comma


def _spliced(text: str, splices: Sequence[Splice], shift: int) -> str:
    for one in sorted(splices, key=lambda one: one.start, reverse=True):
        text = text[: one.start + shift] + one.text + text[one.end + shift :]
    return text


def _verified(text: str, new: str, path: Sequence[str], command: object, arguments: Sequence[Any] | None) -> str:
    """`new`, after it was read again: the entry is as it is to be, `arguments` None for none, and nothing else is
    another than in `text`."""
    try:
        expected: Any = parse(text.removeprefix("\ufeff")).value
        after = parse(new.removeprefix("\ufeff")).value
    except JsonFault as fault:
        raise NotWrapped(f"It is written in a way that cannot be changed safely: {fault.message}") from None
    entry = expected
    for name in path:
        entry = entry[name]
    entry["command"] = command
    if arguments is None:
        del entry["args"]
    else:
        entry["args"] = list(arguments)
    if after != expected:
        raise NotWrapped("It is written in a way that cannot be changed safely.")
    return new
