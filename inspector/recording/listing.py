"""What is in a folder of recordings: each by its first lines and its last, however long it is."""

import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from inspector.errors import UsageError
from inspector.recording import format
from inspector.recording.lock import is_held
from inspector.recording.mistaken import guessed
from inspector.recording.source import inflated, open_file
from inspector.wire.events import Closed, Event, Exited, Note, Opened, Record, Unknown

if TYPE_CHECKING:
    from inspector.analysis.identity import Identity

Ended = Literal["", "live", "closed", "died", "broken off"]
"""Not known; somebody is writing it; closed by our wish; the server or the connection ended of itself; the file ends
while a connection was open."""

_LISTED: Final = (".jsonl", ".jsonl.gz")
_HEAD: Final = 64 << 10
_TRIED: Final = 64  # lines in which a record is looked for where there is no header
_TAILS: Final = (16 << 10, 1 << 20)  # how far from its end the last record of a file is looked for


@dataclass(frozen=True, slots=True)
class Listed:
    """A recording as the list shows it, from its beginning and its end alone.

    `size` in bytes; `modified` in seconds since 1970; `last` is the last whole record, whose `seq` and `at` tell how
    many and how long, None if it was not found near the end; `live`: somebody is writing it; `problem` says why it
    cannot be read, else empty.

    `server` is what the first server of the session called itself, `version` what was spoken with it, both empty where
    the beginning of the file does not tell. `ended` says how the last connection ended, `final` is the last event that
    is no note, `note` the person's on the session, as far as the end of the file tells.
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
    final: Event | None = None
    note: str = ""


def list_recordings(folder: Path | str) -> list[Listed]:
    """The recordings of a folder, the newest first. A folder that is not there has none; links are passed over."""
    return newest_first([look(one) for one in glance(folder)])


def newest_first(listed: Iterable[Listed]) -> list[Listed]:
    """By when they were begun, as far as that is known."""
    return sorted(listed, key=lambda one: (one.header.created or _iso(one.modified), one.path.name), reverse=True)


def glance(folder: Path | str) -> list[Listed]:
    """The same by their names alone, which tell when they were begun; what is in them is not known yet (`look`)."""
    try:
        with os.scandir(folder) as entries:
            found = [
                (Path(entry.path), entry.stat(follow_symlinks=False))
                for entry in entries
                if entry.name.endswith(_LISTED) and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    return newest_first(
        Listed(path, format.Header(_stamp(path.name)), status.st_size, status.st_mtime) for path, status in found
    )


def _stamp(name: str) -> str:
    """When a recording was begun, by the name that a recorder gives; an empty text for another name."""
    try:
        return f"{datetime.strptime(name[:16], '%Y%m%dT%H%M%SZ').isoformat()}.000Z"
    except ValueError:
        return ""


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class _End:
    """The last whole record, the last that is no note, how the last connection ended, and the note on the session."""

    last: Record | None = None
    event: Event | None = None
    ended: Ended = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Start:
    """The header, what is wrong with it, and with whom was spoken."""

    header: format.Header = field(default_factory=format.Header)
    problem: str = ""
    server: str = ""
    version: str = ""


def look(listed: Listed) -> Listed:
    """What a recording is, from its beginning and its end."""
    path, start, end, live = listed.path, _Start(), _End(), False
    try:
        with open_file(path) as file:
            head = file.read(_HEAD) or b""
            live = is_held(file.fileno())
            if head.startswith(b"\x1f\x8b"):
                head = _inflated_head(head)
                if not head:
                    return replace(listed, live=live, problem="Its packed data ends before anything could be read.")
            else:
                end = _end(file.fileno(), os.fstat(file.fileno()).st_size)
        start = _start(head)
    except UsageError as error:
        start = _Start(problem=error.why or error.message)
    return replace(
        listed,
        header=start.header if start.header.created else replace(start.header, created=listed.header.created),
        last=end.last,
        final=end.event,
        live=live,
        problem=start.problem,
        server=start.server,
        version=start.version,
        ended="live" if live else end.ended,
        note=end.note,
    )


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
        # Without a header records are readable all the same, and any are enough to try.
        if any(not isinstance(record.event, Unknown) for record in _records([first, *rest.split(b"\n")[:_TRIED]])):
            return _Start()
        return _Start(problem=guessed(head)[0])
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
        records = list(_records(reversed(lines[1:] if start else lines)))
        if records:
            found = [record.event for record in records if not isinstance(record.event, Note)]
            notes = (one.event for one in records if isinstance(one.event, Note) and one.event.about is None)
            note = next((note.text for note in notes), "")
            return _End(records[0], found[0] if found else None, how_ended(found), note)
        if not start:
            break
    return _End()


def how_ended(backwards: Iterable[Event]) -> Ended:
    """How the last connection among these events, the last one first, came to its end; notes say nothing of it."""
    ended: Ended = "broken off"
    for event in backwards:
        if isinstance(event, Opened):
            break
        if isinstance(event, Closed | Exited):
            if not event.asked:
                return "died"
            ended = "closed"
    return ended
