"""mcpServers files: which there are, what they name, and the one entry that a person means.

A file that cannot be read is a `Problem`, and so is an entry; the others load.
"""

import difflib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.config.entries import ServerEntry, read_entry
from inspector.config.files import read_text
from inspector.config.jsonc import JsonFault, Node, parse
from inspector.config.places import short_path
from inspector.config.problems import Problem
from inspector.config.usual_places import ORDINARY_KEYS, usual_places
from inspector.errors import UsageError

__all__ = ["Found", "Problem", "ServerEntry", "ServersFile", "discover", "find", "read_servers_file"]


@dataclass(frozen=True, slots=True)
class ServersFile:
    """A file and what it names, in its order.

    `program` is whose file it is (`Cursor`), empty for one that was given. `scope` is `this project` for the part of
    Claude Code's file that belongs to the project, else empty.
    """

    path: Path
    entries: tuple[ServerEntry, ...]
    problems: tuple[Problem, ...]
    program: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The entry of a name, and the others of that name that it hides; `note` says so in one sentence, or is empty."""

    entry: ServerEntry
    hidden: tuple[ServerEntry, ...]

    @property
    def note(self) -> str:
        """Which entry counts and where the others are; empty when there are none."""
        if not self.hidden:
            return ""
        others = "; ".join(entry.place for entry in self.hidden)
        return f"{self.entry.name} of {self.entry.place} is taken; it is also in {others}."


def read_servers_file(path: Path, workspace: Path | None = None) -> ServersFile:
    """A file that was given by name (`--config`); `workspace` is by default the current directory.

    That it is not there, or names no servers at all, is a problem too.
    """
    root = _read(path)
    if isinstance(root, Problem):
        return ServersFile(path, (), (root,))
    if not any(root.get(*keys) for keys in ORDINARY_KEYS):
        message = "It has neither mcpServers nor servers, which would name them."
        return ServersFile(path, (), (Problem(path, root.key_line, message),))
    return _collect(path, root, ORDINARY_KEYS, workspace or Path.cwd())


def discover(
    cwd: Path | None = None,
    home: Path | None = None,
    environ: Mapping[str, str] | None = None,
    platform: str = sys.platform,
) -> tuple[ServersFile, ...]:
    """The files in the usual places that name servers or are faulty, in order of precedence."""
    places = usual_places(cwd or Path.cwd(), home or Path.home(), os.environ if environ is None else environ, platform)
    roots: dict[Path, Node | Problem] = {}
    files = []
    for place in places:
        # Only ordinary files: nobody asked for these, and reading a pipe would wait for ever.
        if not os.path.isfile(place.path):
            continue
        if place.path not in roots:
            roots[place.path] = _read(place.path)
        root = roots[place.path]
        if isinstance(root, Problem):
            # Told at the ordinary place of the file, and so once.
            if not place.scope:
                files.append(ServersFile(place.path, (), (root,), place.program))
            continue
        file = _collect(place.path, root, place.keys, place.workspace, place.program, place.scope)
        if file.entries or file.problems:
            files.append(file)
    return tuple(files)


def find(name: str, files: Sequence[ServersFile]) -> Found:
    """The entry called `name`: the first, with those it hides. Raises `UsageError` for a name that is not there."""
    named = [entry for file in files for entry in file.entries if entry.name == name]
    if named:
        return Found(named[0], tuple(named[1:]))
    broken = next((problem for file in files for problem in file.problems if problem.entry == name), None)
    if broken is not None:
        place = short_path(broken.path) + (f", line {broken.line}" if broken.line is not None else "")
        raise UsageError(
            f"The server {name} cannot be used.",
            why=f"{place}: {broken.message}",
            hint="Correct the entry in that file.",
        )
    raise UsageError(f"No server is called “{name}”.", why=_what_there_is(files), hint=_close_to(name, files))


def _what_there_is(files: Sequence[ServersFile]) -> str:
    if not files:
        return "No mcpServers file was found in the usual places."
    shown = ", ".join(dict.fromkeys(short_path(file.path) for file in files))
    count = sum(len(file.entries) for file in files)
    unread = "".join(f" {problem.describe()}" for file in files for problem in file.problems if not problem.entry)
    return f"{count} {'server is' if count == 1 else 'servers are'} named in {shown}.{unread}"


def _close_to(name: str, files: Sequence[ServersFile]) -> str:
    names = list(dict.fromkeys(entry.name for file in files for entry in file.entries))
    by_folded = {known.casefold(): known for known in reversed(names)}
    close = [by_folded[match] for match in difflib.get_close_matches(name.casefold(), list(by_folded), n=3)]
    if close:
        return f"Perhaps {' or '.join(close)} is meant."
    if names:
        return f"There are {', '.join(names)}."
    return "Give a file that names it with --config."


def _read(path: Path) -> Node | Problem:
    text = read_text(path)
    if isinstance(text, Problem):
        return text
    try:
        root = parse(text)
    except JsonFault as fault:
        return Problem(path, fault.line, fault.message, fault.column)
    if not isinstance(root.value, dict):
        return Problem(path, root.key_line, "The file holds something other than one object.")
    return root


def _collect(
    path: Path,
    root: Node,
    keys: tuple[tuple[str, ...], ...],
    workspace: Path,
    program: str = "",
    scope: str = "",
) -> ServersFile:
    entries: list[ServerEntry] = []
    problems: list[Problem] = []
    for servers in (node for key in keys if (node := root.get(*key)) is not None):
        if not isinstance(servers.value, dict):
            problems.append(Problem(path, servers.key_line, "What should name the servers is not an object."))
            continue
        last: dict[str, Node] = {}
        for name, node in servers.members():
            if name in last:
                again = f"The entry is here again; the one in line {node.key_line} counts."
                problems.append(Problem(path, last[name].key_line, again, entry=name))
            last[name] = node
        for name, node in last.items():
            entry, faults = read_entry(name, node, path, workspace)
            problems += faults
            if entry is not None:
                entries.append(entry)
    return ServersFile(path, tuple(entries), tuple(problems), program, scope)
