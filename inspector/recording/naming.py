"""A name of a person's own for a recording: it is that of the file, so that it is found under it anywhere.

A recorder's own names say when, what and by which process; a file that has another is never pruned (`store.prune`).
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.recording.lock import is_held
from inspector.recording.source import open_file

_ENDINGS: Final = (".jsonl.gz", ".jsonl")
_MOST: Final = 200  # bytes, that of the ending included
_GIVEN: Final = re.compile(r"\d{8}T\d{6}Z-.+-\d+")


def own_name(path: Path) -> str:
    """The name that a person has given, without its ending; empty where it is a recorder's."""
    stem = _parts(path.name)[0]
    return "" if _GIVEN.fullmatch(stem) else stem


def bare_name(path: Path) -> str:
    """The name of the file without its ending."""
    return _parts(path.name)[0]


def rename(path: Path, name: str) -> Path:
    """Give a recording a name, in the same folder; returns its path. Nothing is ever written over.

    Raises UsageError for a name that cannot be one, one that is taken, and a file that is being written.
    """
    stem, ending = _parts(path.name)
    wanted = _parts(name)[0]
    if wanted == stem:
        return path
    if not wanted or wanted.startswith(".") or "/" in wanted or not wanted.isprintable():
        raise _refused(path, "A name has no slash, no control characters, and no dot at its beginning")
    if len((wanted + ending).encode("utf-8", "surrogateescape")) > _MOST:
        raise _refused(path, "The name is too long")
    with open_file(path) as file:
        if is_held(file.fileno()):
            raise _refused(path, "It is being written")
    new = path.with_name(wanted + ending)
    try:
        os.link(path, new)  # unlike a rename it fails where the name is taken
    except FileExistsError:
        raise _refused(path, f"There is a {new.name} already") from None
    except OSError:
        return _renamed(path, new)
    with suppress(OSError):
        path.unlink()
    return new


def _renamed(path: Path, new: Path) -> Path:
    """On a file system without links."""
    if new.exists():
        raise _refused(path, f"There is a {new.name} already")
    try:
        return path.rename(new)
    except OSError as error:
        raise _refused(path, os.strerror(error.errno or 0)) from None


def _parts(name: str) -> tuple[str, str]:
    for ending in _ENDINGS:
        if name.endswith(ending):
            return name.removesuffix(ending), ending
    return name, ""


def _refused(path: Path, why: str) -> UsageError:
    return UsageError(f"{path.name} keeps its name.", why=f"{why}.")
