"""Opening a recording: whatever the file holds, what can be read is shown and what cannot is said.

A file comes from anywhere, so nothing in it is trusted: not its size, its lines, its types, nor its numbers. A large
one in good order is not read at all, but its lines are found (`index`).
Reading starts nothing, opens no connection and writes no file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from inspector.errors import UsageError
from inspector.journal import Records
from inspector.journal.archive import LIMIT, Archive
from inspector.recording import format
from inspector.recording.format import BadLine, Header, Redaction
from inspector.recording.index import MAX_RECORDS, TORN, indexed, too_many, torn
from inspector.recording.lines import Lines
from inspector.recording.mistaken import LOOKED_AT, guessed
from inspector.recording.places import unreadable
from inspector.recording.source import ENDS_EARLY, STILL_WRITTEN, Packed, Source, source_of
from inspector.wire.events import Decision, Event, Note, Record, Unknown

MAX_LINE: Final = 512 << 20
MAX_BYTES: Final = 8 << 30
_SNIFFED: Final = 64  # lines without header or record, after which a file is no recording
_MARK: Final = b"\xef\xbb\xbf"  # some editors put it at the beginning
_NAMED: Final = 12  # line numbers that a note names
_RUBBISH: Final = 10_000  # unreadable lines; where they are more than the records, reading ends


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was read.

    `records` are numbered 1, 2, 3 …, as a journal is; of a large file each is read when it is asked for. `notes` are
    sentences on what was wrong with the file, empty if nothing was. `redacted` says by `seq` what had been taken out
    before writing; None where the file was not read as a whole. `numbers` has by `seq` the number that a record has in
    the file, if it has one, from the first on that has another; None where there is none. `live`: somebody was writing
    it; then more may come after byte `end`, which is None of packed data, and where reading stopped before (`tail`).
    """

    path: Path
    header: Header
    records: Sequence[Record]
    notes: tuple[str, ...] = ()
    redacted: Mapping[int, tuple[Redaction, ...]] | None = None
    numbers: Mapping[int, int] | None = None
    live: bool = False
    end: int | None = None


def _numbers(lines: list[int]) -> str:
    named = ", ".join(str(number) for number in lines[:_NAMED])
    return named if len(lines) <= _NAMED else f"{named} and {len(lines) - _NAMED:,} more"


class _Reader:
    """Makes records of lines; counts what it had to mend.

    Of many records the older ones are packed, so that what a file costs in memory has its bound: `full`.
    """

    def __init__(self) -> None:
        self.header: Header | None = None
        self.records = Records(archive=Archive(2 * LIMIT))
        self.redacted: dict[int, tuple[Redaction, ...]] = {}
        self.unreadable: list[int] = []
        self.unfit: list[int] = []
        self.untimed = 0
        self.moved: dict[int, int] | None = None  # from the first on that stands elsewhere than its number says
        self.genuine = False
        self._version = format.VERSION
        self._at = 0.0
        self._stayed = 0

    def members(self, number: int, members: dict[str, Any]) -> None:
        """Take a line that is a JSON object. Raises `BadLine`, or UsageError for a version that is not ours."""
        if "format" in members and self.header is None and (header := format.read_header(members)):
            format.need_readable(header.version)
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

    def full(self, line: int) -> str:
        """The note on why what comes after this line is not read; empty if it is."""
        rubbish, rows = len(self.unreadable), len(self.records)
        if rubbish >= _RUBBISH and 2 * rubbish > rows:
            return f"Reading stopped after line {line:,}: more of what came before it is unreadable than not."
        return too_many(rows, line) if rows >= MAX_RECORDS or self.records.archive.size >= LIMIT else ""

    def _keep(self, event: Event, seq: int | None) -> None:
        place = len(self.records) + 1
        if seq is not None and seq != place and self.moved is None:
            self.moved, self._stayed = {}, place - 1
        if self.moved is not None:
            if seq is not None:
                self.moved[seq] = place
            if isinstance(event, Decision) and event.records:
                # What a decision rests on came before it, so where that stands now is known.
                found = (self.moved.get(one, one if one <= self._stayed else 0) for one in event.records)
                event = replace(event, records=tuple(one for one in found if one))
            elif isinstance(event, Note) and event.about is not None:
                about = event.about
                event = replace(event, about=self.moved.get(about, about if about <= self._stayed else 0))
        self.records.append(Record(place, self._at, event))
        self.records.trim(place)

    def notes(self) -> Iterator[str]:
        if self.header is None:
            yield "The recording has no header; when and with what it was made is not known."
        if self.unreadable:
            many = len(self.unreadable) > 1
            yield (
                f"{len(self.unreadable):,} lines could not be read" if many else "One line could not be read"
            ) + f" and {'stand' if many else 'stands'} as marked rows: line{'s' * many} {_numbers(self.unreadable)}."
        if self.unfit:
            many = len(self.unfit) > 1
            yield (
                f"Records whose fields do not fit their kind are shown as they stand: line{'s' * many} "
                f"{_numbers(self.unfit)}."
            )
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
    source = source_of(path)
    live = source.is_live()  # before it is read: what was written by then is read
    found = None if whole else indexed(source, max_line, max_bytes)
    if found is not None:
        end = None if isinstance(source, Packed) else found.end
        read = Recording(path, found.header, found.records, found.notes, live=live, end=end)
    else:
        read = replace(_read_whole(path, source, max_line, max_bytes), live=live)
    return replace(read, notes=tuple(_while_written(read.notes))) if live else read


def _while_written(notes: Iterable[str]) -> Iterator[str]:
    """The notes without what is not wrong with a file that is not finished."""
    for note in notes:
        if not note.startswith(TORN):
            yield STILL_WRITTEN if note == ENDS_EARLY else note


def _read_whole(path: Path, source: Source, max_line: int, max_bytes: int) -> Recording:
    reader, lines = _Reader(), Lines(max_line)
    number = read = 0
    stopped = False
    more: list[str] = []
    for number, line in enumerate(lines.of(source.chunks()), 1):
        if full := reader.full(number - 1):
            more, stopped = [full], True
            break
        try:
            if lines.size > max_line:
                raise BadLine("too long")
            if not lines.ended and not line.rstrip().endswith(b"}"):
                raise BadLine("torn")  # however long it is
            reader.members(number, format.parse_line(line.removeprefix(_MARK) if number == 1 else line))
        except BadLine as error:
            if not lines.ended:
                more = [torn(lines.size)]
                read -= lines.size
            elif line.strip():
                reader.lost(number, line, str(error))
        read += lines.size + 1
        known = reader.header is not None or reader.genuine
        if number == _SNIFFED and not known:
            break
        if read > max_bytes:
            more, stopped = [f"Only the first {read:,} bytes were read."], True
            break
    if reader.header is None and not reader.genuine:
        why, hint = guessed(source.read(0, LOOKED_AT))
        if source.problem:
            why, hint = f"{source.problem.partition(';')[0]}.", "Copy the file again from where it came from."
        raise UsageError(f"{path} is not a recording.", why=why, hint=hint)
    problem = [source.problem] if source.problem else []
    notes = (*reader.notes(), *problem, *more)
    numbers = None if reader.moved is None else {place: seq for seq, place in reader.moved.items()}
    end = None if stopped or isinstance(source, Packed) else read - (not lines.ended)
    return Recording(path, reader.header or Header(), reader.records, notes, reader.redacted, numbers, end=end)
