"""What is in a folder of recordings: each by its first lines and its last, however long it is."""

import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from inspector.errors import UsageError
from inspector.recording import format
from inspector.recording.lock import is_held
from inspector.recording.source import inflated, open_file
from inspector.wire.events import Closed, Event, Exited, Opened, Record

if TYPE_CHECKING:
    from inspector.analysis.identity import Identity

Ended = Literal["", "live", "closed", "died", "broken off"]
"""Not known; somebody is writing it; closed by our wish; the server or the connection ended of itself; the file ends
while a connection was open."""

_LISTED: Final = (".jsonl", ".jsonl.gz")
_HEAD: Final = 64 << 10
_TAILS: Final = (16 << 10, 1 << 20)  # how far from its end the last record of a file is looked for


@dataclass(frozen=True, slots=True)
class Listed:
    """A recording as the list shows it, from its beginning and its end alone.

    `size` in bytes; `modified` in seconds since 1970; `last` is the last whole record, whose `seq` and `at` tell how
    many and how long, None if it was not found near the end; `live`: somebody is writing it; `problem` says why it
    cannot be read, else empty.

    `server` is what the first server of the session called itself, `version` what was spoken with it, both empty where
    the beginning of the file does not tell. `ended` says how the last connection ended.
    """

    path: Path
    header: format.Header
    size: int
    modified: float
    last: Record | None = None
    live: bool = False
    problem: str = ""
    server: str = ""
    version: str = ""
    ended: Ended = ""


def list_recordings(folder: Path | str) -> list[Listed]:
    """The recordings of a folder, the newest first. A folder that is not there has none; links are passed over."""
    try:
        with os.scandir(folder) as entries:
            found = [
                (Path(entry.path), entry.stat(follow_symlinks=False))
                for entry in entries
                if entry.name.endswith(_LISTED) and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    listed = [_look(path, status) for path, status in found]
    return sorted(listed, key=lambda each: (each.header.created or _iso(each.modified), each.path.name), reverse=True)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class _End:
    """The last whole record, and how the last connection ended."""

    last: Record | None = None
    ended: Ended = ""


@dataclass(frozen=True, slots=True)
class _Start:
    """The header, what is wrong with it, and with whom was spoken."""

    header: format.Header = field(default_factory=format.Header)
    problem: str = ""
    server: str = ""
    version: str = ""


def _look(path: Path, status: os.stat_result) -> Listed:
    start, end, live = _Start(), _End(), False
    try:
        with open_file(path) as file:
            head = file.read(_HEAD) or b""
            if path.suffix == ".gz":
                head = _inflated_head(head)
            else:
                end = _end(file.fileno(), status.st_size)
                live = is_held(file.fileno())
        start = _start(head)
    except UsageError as error:
        start = _Start(problem=error.why or error.message)
    ended: Ended = "live" if live else end.ended
    named = (start.server, start.version)
    return Listed(path, start.header, status.st_size, status.st_mtime, end.last, live, start.problem, *named, ended)


def _inflated_head(head: bytes) -> bytes:
    try:
        return next(inflated([head]), b"")
    except (zlib.error, EOFError):
        return b""


def _start(head: bytes) -> _Start:
    first, _, rest = head.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    try:
        header = format.read_header(format.parse_line(first))
    except format.BadLine:
        header = None
    if header is None:
        return _Start(problem="It has no header.")
    if not format.is_readable(header.version):
        return _Start(header, "It is of a version that this inspector does not read.")
    identity = _met(_records(rest.split(b"\n"), header.version))
    return _Start(header, "", identity.name, identity.version)


def _met(records: Iterable[Record]) -> "Identity":
    """The first server that said who it is."""
    from inspector.analysis.reading import Reader  # late: who only records, lists nothing

    reader = Reader()
    for record in records:
        reader.read(record)
        if reader.identity.version and reader.identity.server_info is not None:
            break
    return reader.identity


def _records(lines: Iterable[bytes], version: int = format.VERSION) -> Iterator[Record]:
    """The records that whole lines hold; others are passed over."""
    for line in lines:
        try:
            yield format.decode(line, version)
        except format.BadLine:
            continue


def _end(descriptor: int, size: int) -> _End:
    for reach in _TAILS:
        start = max(0, size - reach)
        tail = os.pread(descriptor, size - start, start)
        lines = tail.split(b"\n")
        records = _records(reversed(lines[1:] if start else lines))
        last = next(records, None)
        if last is not None:
            return _End(last, _how([last.event, *(record.event for record in records)]))
        if not start:
            break
    return _End()


def _how(backwards: Iterable[Event]) -> Ended:
    """How the last connection among these events, the last one first, came to its end."""
    ended: Ended = "broken off"
    for event in backwards:
        if isinstance(event, Opened):
            break
        if isinstance(event, Closed | Exited):
            if not event.asked:
                return "died"
            ended = "closed"
    return ended
