"""Opening a recording: whatever the file holds, what can be read is shown and what cannot is said.

A file comes from anywhere, so nothing in it is trusted: not its size, its lines, its types, nor its numbers. A large
one in good order is not read at all, but its lines are found (`index`).
Reading starts nothing, opens no connection and writes no file.
"""

import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Final

from inspector.errors import UsageError
from inspector.recording import format
from inspector.recording.format import BadLine, Header, Redaction
from inspector.recording.index import indexed
from inspector.recording.places import unreadable
from inspector.wire.events import Decision, Event, Record, Unknown

MAX_LINE: Final = 512 << 20
MAX_BYTES: Final = 8 << 30
_CHUNK: Final = 1 << 20
_SNIFFED: Final = 64  # lines without header or record, after which a file is no recording
_NAMED: Final = 12  # line numbers that a note names


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was read.

    `records` are numbered 1, 2, 3 …, as a journal is; of a large file each is read when it is asked for. `notes` are
    sentences on what was wrong with the file, empty if nothing was. `redacted` says by `seq` what had been taken out
    before writing; None where the file was not read as a whole.
    """

    path: Path
    header: Header
    records: Sequence[Record]
    notes: tuple[str, ...] = ()
    redacted: Mapping[int, tuple[Redaction, ...]] | None = None


def open_file(path: Path) -> BinaryIO:
    """An ordinary file, opened for reading. Raises UsageError if it is not there, not readable or not a file."""
    try:
        # Not blocking: the other end of a pipe may never come. It changes nothing for a file.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise UsageError(
            f"There is no recording {path}.", why="The file does not exist.", hint="Check the path."
        ) from None
    except (OSError, ValueError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise UsageError(f"The recording {path} cannot be read.", why=f"{why}.") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UsageError(f"{path} is not a recording.", why="It is not a file.", hint="Give the path of a file.")
    return os.fdopen(descriptor, "rb", buffering=0)


def inflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """What gzip members hold, a chunk at a time; ends with zlib.error or EOFError where the data does not."""
    inflate = zlib.decompressobj(wbits=31)
    for data in chunks:
        while data:
            if inflate.eof:
                inflate = zlib.decompressobj(wbits=31)
            out = inflate.decompress(data, _CHUNK)
            if out:
                yield out
            data = inflate.unconsumed_tail or inflate.unused_data
    if not inflate.eof:
        raise EOFError


class _File:
    """The lines of a file, and what went wrong while they were read."""

    def __init__(self, file: BinaryIO, max_line: int, max_bytes: int) -> None:
        self.file = file
        self.max_line = max_line
        self.max_bytes = max_bytes
        self.notes: list[str] = []
        self.ended = True
        self.size = 0

    def _raw(self) -> Iterator[bytes]:
        while chunk := self.file.read(_CHUNK):
            yield chunk

    def _chunks(self) -> Iterator[bytes]:
        raw = self._raw()
        first = next(raw, b"")
        if first.startswith(b"\x1f\x8b"):
            source = inflated(_with(first, raw))
        else:
            source = _with(first.removeprefix(b"\xef\xbb\xbf"), raw)
        total = 0
        try:
            for chunk in source:
                total += len(chunk)
                yield chunk
                if total > self.max_bytes:
                    self.notes.append(f"Only the first {total:,} bytes were read.")
                    return
        except EOFError:
            self.notes.append("The compressed data ends early; what came before is here.")
        except zlib.error:
            self.notes.append("The compressed data is damaged; what came before is here.")
        except OSError as error:
            self.notes.append(f"Reading stopped: {os.strerror(error.errno or 0)}.")

    def lines(self) -> Iterator[bytes]:
        """Each line without its LF; one beyond `max_line` bytes comes cut. After the last, `ended` says if it had one.

        `size` is the true size of the line that came last.
        """
        begun: list[bytes] = []
        size = 0
        for chunk in self._chunks():
            pieces = chunk.split(b"\n")
            for piece in pieces[:-1]:
                if size:
                    self.size = size + len(piece)
                    begun.append(piece if size <= self.max_line else b"")
                    piece = b"".join(begun)
                    begun, size = [], 0
                else:
                    self.size = len(piece)
                yield piece
            rest = pieces[-1]
            if rest:
                if size <= self.max_line:
                    begun.append(rest)
                size += len(rest)
        if size:
            self.ended = False
            self.size = size
            yield b"".join(begun)


def _with(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _numbers(lines: list[int]) -> str:
    named = ", ".join(str(number) for number in lines[:_NAMED])
    return named if len(lines) <= _NAMED else f"{named} and {len(lines) - _NAMED:,} more"


class _Reader:
    """Makes records of lines; counts what it had to mend."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.records: list[Record] = []
        self.redacted: dict[int, tuple[Redaction, ...]] = {}
        self.unreadable: list[int] = []
        self.unfit: list[int] = []
        self.untimed = 0
        self.moved: dict[int, int] | None = None
        self.genuine = False
        self._version = format.VERSION
        self._at = 0.0

    def members(self, number: int, members: dict[str, Any]) -> None:
        """Take a line that is a JSON object. Raises `BadLine`, or UsageError for a version that is not ours."""
        if "format" in members and self.header is None and (header := format.read_header(members)):
            if not format.is_readable(header.version):
                raise UsageError(
                    "The recording is of a version that this inspector does not read.",
                    why=f"It is version {header.version if header.version >= 0 else 'unknown'}; "
                    f"this inspector reads version {format.VERSION}.",
                    hint="Open it with the inspector that wrote it, or a newer one.",
                )
            self.header = header
            self._version = header.version
            return
        members = format.migrated(members, self._version)
        event = format.read_event(members)
        seq, at = format.read_place(members)
        if type(event) is Unknown:
            if event.kind in format.KINDS:
                self.unfit.append(number)
        elif seq is not None:
            self.genuine = True
        if at is None:
            self.untimed += 1
        else:
            self._at = at
        self._keep(event, seq)
        if "redacted" in members and (redacted := format.read_redacted(members)):
            self.redacted[len(self.records)] = redacted

    def lost(self, number: int, line: bytes, reason: str) -> None:
        """Put a marked row where a line could not be read."""
        self.unreadable.append(number)
        self._keep(unreadable(number, line, reason), None)

    def _keep(self, event: Event, seq: int | None) -> None:
        place = len(self.records) + 1
        if seq is not None and seq != place and self.moved is None:
            self.moved = {record.seq: record.seq for record in self.records}
        if self.moved is not None and seq is not None:
            self.moved[seq] = place
        self.records.append(Record(place, self._at, event))

    def renumber(self) -> None:
        """Let decisions point to where the records that they rest on stand now."""
        if self.moved is None:
            return
        for index, record in enumerate(self.records):
            event = record.event
            if isinstance(event, Decision) and event.records:
                kept = tuple(self.moved[seq] for seq in event.records if seq in self.moved)
                self.records[index] = Record(record.seq, record.at, replace(event, records=kept))

    def notes(self) -> Iterator[str]:
        if self.header is None:
            yield "The recording has no header; when and with what it was made is not known."
        if self.unreadable:
            many = len(self.unreadable) > 1
            yield (
                f"{len(self.unreadable):,} lines could not be read" if many else "One line could not be read"
            ) + f" and {'stand' if many else 'stands'} as marked rows: line{'s' * many} {_numbers(self.unreadable)}."
        if self.unfit:
            yield f"Records whose fields do not fit their kind are shown as they stand: line {_numbers(self.unfit)}."
        if self.untimed:
            yield f"Records without a usable time: {self.untimed:,}; each has the time of the one before."
        if self.moved is not None:
            yield "The records were not numbered without gaps; they are numbered anew."


def open_recording(
    path: Path | str, *, max_line: int = MAX_LINE, max_bytes: int = MAX_BYTES, whole: bool = False
) -> Recording:
    """Read a recording, plain or gzip, whole or damaged.

    A line that cannot be read becomes a row of kind `unreadable`, a torn last line is dropped; `notes` says both. Lines
    over `max_line` bytes are unreadable; after `max_bytes`, unpacked, reading stops with a note. With `whole` a large
    file is read as a whole too, so that `redacted` is known. Raises UsageError if the file is not there, not readable,
    of another version, or no recording at all.
    """
    path = Path(path)
    found = None if whole else indexed(path, max_line, max_bytes)
    if found is not None:
        header, records, size = found
        return Recording(path, header, records, (_torn(size),) if size else ())
    reader = _Reader()
    number = 0
    torn = ""
    with open_file(path) as opened:
        file = _File(opened, max_line, max_bytes)
        for number, line in enumerate(file.lines(), 1):
            try:
                if file.size > max_line:
                    raise BadLine("too long")
                reader.members(number, format.parse_line(line))
            except BadLine as error:
                if not file.ended:
                    torn = _torn(file.size)
                elif line.strip():
                    reader.lost(number, line, str(error))
            if number == _SNIFFED and reader.header is None and not reader.genuine:
                break
    if reader.header is None and not reader.genuine:
        raise UsageError(
            f"{path} is not a recording.",
            why="It is empty."
            if not number
            else f"It has neither the header of a recording nor a record.{_said(file)}",
            hint="A recording is a file that the inspector wrote, one JSON object a line.",
        )
    reader.renumber()
    notes = (*reader.notes(), *file.notes, *([torn] if torn else []))
    return Recording(path, reader.header or Header(), reader.records, notes, reader.redacted)


def _torn(size: int) -> str:
    return f"The last line of the recording is torn: {size:,} bytes dropped."


def _said(file: _File) -> str:
    return f" {file.notes[0]}" if file.notes else ""
