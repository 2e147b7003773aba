"""Changing a file by reading and writing it, where other processes do the same, and where it may be unreadable."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from inspector.errors import InspectorError

PATIENCE: Final = 3.0
"""Seconds to wait for another process, which needs the file for milliseconds, unless it has been stopped."""
_PAUSE: Final = 0.01


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Have the file at `path` to oneself, among all threads and processes that ask this way, to read and rewrite it.

    The lock is on a file beside it, `.NAME.lock`, which stays: the file itself is replaced by each change. Where the
    platform or the file system has no such locks, or the folder cannot be written, there is none. Raises
    `InspectorError` when another process keeps it for longer than `PATIENCE`.
    """
    handle = _opened(Path(os.path.realpath(path)))
    try:
        if handle is not None:
            _wait_for(handle, path)
        yield
    finally:
        if handle is not None:
            os.close(handle)  # which gives the lock back


def put_aside(path: Path) -> None:
    """Rename a file that could not be read to `NAME.unread`, or `NAME.unread-2` …: it may be worth reading by hand.

    Nothing that was put aside before is written over. Raises `InspectorError` when it cannot be renamed.
    """
    number, aside = 1, path.with_suffix(".unread")
    while os.path.lexists(aside):
        number += 1
        aside = path.with_suffix(f".unread-{number}")
    try:
        path.replace(aside)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise InspectorError(
            f"{path} was not written.", why=f"What it holds cannot be read, nor put aside: {error.strerror}."
        ) from error


def _opened(target: Path) -> int | None:
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(target.parent / f".{target.name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None  # what is wrong with the folder is said by whoever writes there


def _wait_for(handle: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return None
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise InspectorError(
                    f"{path} was not written.",
                    why=f"Another process has had it for itself for {PATIENCE:g} s.",
                    hint="Look for an inspector that is stopped, and end it.",
                ) from None
            time.sleep(_PAUSE)
        except OSError:
            return None
