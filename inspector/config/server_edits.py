"""Finding an entry in the mcpServers files, and changing its file with a backup, and nothing else in it."""

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.config.entries import ServerEntry
from inspector.config.files import write_atomically
from inspector.config.jsonc import Node, parse
from inspector.config.places import short_path
from inspector.config.servers import discover, find, read_servers_file
from inspector.config.target import HttpTarget
from inspector.config.usual_places import ORDINARY_KEYS
from inspector.config.wrapping import NotWrapped, unwrapped, wrapped
from inspector.errors import InspectorError, UsageError

BACKUP: Final = ".before-inspector"
"""What the name of a backup ends in; a number follows where one is there already."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one entry that is still to be written: the file's whole text before and after."""

    entry: ServerEntry
    before: str
    after: str

    def write(self, *, backup: bool) -> Path | None:
        """Write it, if the file is still as it was; the backup, if one was wanted. Raises `InspectorError`."""
        path = self.entry.path
        if _read(path) != self.before:
            raise InspectorError(f"{path} was not written.", why="It was changed meanwhile.", hint="Try again.")
        kept = _back_up(path, self.before) if backup else None
        try:
            write_atomically(path, self.after)
        except InspectorError as error:
            raise InspectorError(error.message, why=error.why, hint="Give write permission there.") from error
        return kept


def wrap(name: str, config: Path | None) -> Edit:
    """The entry `name` behind a tap. Raises `UsageError`."""
    return _edit(name, config, lambda text, path: wrapped(text, path, own_words()))


def unwrap(name: str, config: Path | None) -> Edit:
    """The entry `name` without it. Raises `UsageError`."""
    return _edit(name, config, unwrapped)


def own_words() -> tuple[str, ...]:
    """How another program, whose PATH may be another one, starts this one."""
    named = Path(sys.argv[0])
    if named.name in ("inspector", "inspector.exe"):
        found = shutil.which(str(named))
        if found is not None:
            return (os.path.abspath(found),)
    return (sys.executable, "-m", "inspector")


def _edit(name: str, config: Path | None, change: Callable[[str, Sequence[str]], str]) -> Edit:
    entry = _entry(name, config)
    template = entry.template
    where = f" --config {shlex.quote(str(config))}" if config is not None else ""
    if isinstance(template, HttpTarget):
        command = f"inspector tap --listen 8808 --server {shlex.quote(name)}{where}"
        raise UsageError(
            f"{name} is reached by a URL, so there is no command to put a tap before.",
            why=f"It is the entry in {entry.place}.",
            hint=f"Run `{command}`, and give the client the address that it prints.",
        )
    text = _read(entry.path)
    try:
        return Edit(entry, text, change(text, _path(parse(text.removeprefix("\ufeff")), entry)))
    except NotWrapped as error:
        other = "unwrap" if "already" in str(error) else "wrap"
        raise UsageError(
            f"{name} was not changed. {error}",
            why=f"It is the entry in {entry.place}.",
            hint=f"`inspector {other} {shlex.quote(name)}{where}` does the reverse.",
        ) from None


def _entry(name: str, config: Path | None) -> ServerEntry:
    files = (read_servers_file(config),) if config is not None else discover()
    if config is not None:
        for problem in files[0].problems:
            if not problem.entry:
                raise UsageError(f"{config} cannot be used.", why=problem.describe(), hint="Correct the file first.")
    found = find(name, files)
    if found.hidden:
        places = ", ".join(one.place for one in (found.entry, *found.hidden))
        paths = {one.path for one in (found.entry, *found.hidden)}
        hint = f"Say which with --config {short_path(found.entry.path)}." if len(paths) > 1 else "Rename one of them."
        raise UsageError(f"There are {len(found.hidden) + 1} entries called {name}.", why=f"{places}.", hint=hint)
    return found.entry


def _path(root: Node, entry: ServerEntry) -> tuple[str, ...]:
    """Where the entry is in its file: that of its name in its line."""
    projects = root.get("projects")
    folders = [name for name, _ in projects.members()] if projects is not None else []
    for keys in (*ORDINARY_KEYS, *(("projects", folder, "mcpServers") for folder in folders)):
        node = root.get(*keys, entry.name)
        if node is not None and node.key_line == entry.line:
            return (*keys, entry.name)
    raise UsageError(f"{entry.path} was changed meanwhile.", hint="Try again.")


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read.", why=f"{error}.") from error


def _back_up(path: Path, text: str) -> Path:
    """A copy beside the file, for its owner only; one that is there already is kept, or is the same."""
    number, kept = 1, path.with_name(path.name + BACKUP)
    while os.path.lexists(kept):
        try:
            if kept.read_bytes() == text.encode():
                return kept
        except OSError:
            pass  # whatever it is, it is not ours to replace
        number += 1
        kept = path.with_name(f"{path.name}{BACKUP}-{number}")
    try:
        write_atomically(kept, text)
    except InspectorError as error:
        hint = "Give write permission there; without a backup nothing is changed."
        raise InspectorError(f"{path} was not changed: {error.message}", why=error.why, hint=hint) from error
    return kept
