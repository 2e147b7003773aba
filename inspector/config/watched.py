"""Files that are watched: how they stand at one look, and what two looks differ in.

A look is cheap (one `stat` a file) and takes no lock; whoever watches looks again and again, and `Settling` says when
what changed has come to rest. Nothing here waits or knows a clock.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from inspector.errors import UsageError

MOST: Final = 20_000
"""Files that are watched at most: more take longer to look at than one waits for a restart."""
QUIET: Final = 0.3
"""Seconds without a change after which what changed has come to rest."""
LONGEST: Final = 5.0
"""Seconds after which it is told even though files go on changing."""
RESTLESS: Final = 8
"""How often the same files alone may change right after they were told; then the server itself writes them."""
SOON: Final = 3.0
"""Seconds between two changes that follow each other right away: a person is not so quick for long."""

IGNORED: Final = (
    *(".git", ".hg", ".svn", ".idea", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".nox"),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".DS_Store"),
    # What editors and compilers leave behind for a moment: Vim tries whether it may write with a file called 4913.
    *("*~", ".#*", "#*#", "*.swp", "*.swo", "*.swx", "4913", "*.tmp", "*.pyc", "*___jb_*___"),
)
"""Names of files and folders that are not watched, as patterns of the shell."""

Look = Mapping[str, tuple[int, int, int]]
"""The files by their paths: when each was written, in nanoseconds, its size, and which file it is."""


class Watched:
    """Files and folders, these with all that is in them. `ignored` are patterns beside `IGNORED`.

    A pattern with a `/` is matched against the path from the watched folder, any other against names. What was named
    itself is watched whatever it is called. Links to files are followed, links to folders are not.
    """

    def __init__(self, paths: Sequence[Path], ignored: Sequence[str] = ()) -> None:
        self.paths = tuple(paths)
        self.ignored = tuple(ignored)
        patterns = (*IGNORED, *(pattern.rstrip("/") for pattern in ignored))
        self._names = tuple(pattern for pattern in patterns if "/" not in pattern)
        self._paths = tuple(pattern for pattern in patterns if "/" in pattern)

    @property
    def title(self) -> str:
        """What is watched, in a word or two."""
        first = self.paths[0].name or str(self.paths[0])
        return first if len(self.paths) == 1 else f"{first} and {len(self.paths) - 1} more"

    def check(self) -> None:
        """Raise `UsageError` for a path that is not there, and where there are too many files."""
        for path in self.paths:
            if not path.exists():
                raise UsageError(f"--watch {path} is not there.", hint="Name a file or a folder of the server.")
        if len(self.look()) > MOST:
            raise UsageError(
                f"There are more than {MOST:,} files in {self.title}.",
                hint="Name a smaller folder, or leave some out with --watch-ignore PATTERN.",
            )

    def look(self) -> Look:
        """How the files stand now; what cannot be read is not there."""
        found: dict[str, tuple[int, int, int]] = {}
        for path in self.paths:
            for name in self._files(str(path)):
                try:
                    stat = os.stat(name)
                except OSError:
                    continue
                found[name] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
                if len(found) > MOST:
                    return found
        return found

    def _files(self, root: str) -> Iterator[str]:
        if not os.path.isdir(root):
            yield root
            return
        folders = [root]
        while folders:
            try:
                with os.scandir(folders.pop()) as entries:
                    for entry in entries:
                        if self._is_ignored(entry.name, os.path.relpath(entry.path, root) if self._paths else ""):
                            continue
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
                        elif entry.is_file():
                            yield entry.path
            except OSError:
                continue  # it went away, or may not be read

    def _is_ignored(self, name: str, path: str) -> bool:
        if any(fnmatchcase(name, pattern) for pattern in self._names):
            return True
        return any(fnmatchcase(path.replace(os.sep, "/"), pattern) for pattern in self._paths)


@dataclass(frozen=True, slots=True)
class Changed:
    """Files that changed and came to rest, in order; `written` were found to be the server's own and count no more."""

    paths: tuple[str, ...]
    written: tuple[str, ...] = ()


class Settling:
    """When what changed has come to rest: give it each look, with the second at which it was taken."""

    def __init__(self, look: Look) -> None:
        self._last = self._told = look
        self._began: float | None = None  # since when something is not as it was told
        self._moved = 0.0  # when something changed last
        self._own: set[str] = set()
        self._same: tuple[set[str], int, float] = (set(), 0, 0.0)

    def saw(self, look: Look, now: float) -> Changed | None:
        """What came to rest with this look, if something did."""
        if self._differing(self._last, look):
            self._moved = now
            self._began = now if self._began is None else self._began
        self._last = look
        if self._began is None or (now - self._moved < QUIET and now - self._began < LONGEST):
            return None
        self._began, forced = None, now - self._moved < QUIET
        paths = self._differing(self._told, look)
        self._told = look
        return self._of(paths, now, forced=forced) if paths else None  # a file that is as it was before is no change

    def _differing(self, before: Look, after: Look) -> list[str]:
        if before == after:
            return []
        names = before.keys() | after.keys()
        return sorted(name for name in names - self._own if before.get(name) != after.get(name))

    def _of(self, paths: list[str], now: float, *, forced: bool) -> Changed:
        before, times, last = self._same
        times = times + 1 if before == set(paths) and (forced or now - last < SOON) else 1
        self._same = (set(paths), times, now)
        if times < RESTLESS:
            return Changed(tuple(paths))
        self._own.update(paths)
        return Changed((), tuple(paths))


def names_of(paths: Sequence[str]) -> str:
    """The files in a few words: `server.py`, `server.py and tools.py`, `server.py and 12 more`."""
    names = [os.path.basename(path) for path in paths]
    if len(names) == 2:
        return f"{names[0]} and {names[1]}"
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
