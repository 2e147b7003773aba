"""Notes on a recording that is finished: lines that are appended to it, as those of a running session are.

Nothing that stands in the file is touched. The note is a record of its own, numbered after the last; its `at` is that
of the last, so that the session does not become longer by it, and `written` says when it was made. A file that somebody
is writing, or that cannot be written, is left as it is, and that is said.
"""

import errno
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.recording import format
from inspector.recording.lock import hold, is_held
from inspector.recording.reading import Recording, open_recording
from inspector.recording.redaction import Redactor
from inspector.recording.source import open_file
from inspector.wire.events import Note, Record

_REACH: Final = (16 << 10, 1 << 20, 64 << 20)  # how far from its end the last record of a file is looked for
_PACKED: Final = b"\x1f\x8b"


def _utc() -> datetime:
    return datetime.now(UTC)


class Annotator:
    """Writes notes into one recording, which was read as `recording`; `redactor` takes secrets out of them."""

    def __init__(
        self, recording: Recording, redactor: Redactor | None = None, now: Callable[[], datetime] = _utc
    ) -> None:
        self._recording = recording
        self._redactor = redactor
        self._now = now
        self._packed_lines = 0

    def add(self, text: str, about: int | None = None) -> Note:
        """Append a note on record `about`, or on the session; it is what is in the file then.

        `about` is the number that `recording` gives it. Raises UsageError, with nothing written, for a record without
        a number in the file, a file that is being written or cannot be, and packed data that ends early.
        """
        numbers = self._recording.numbers
        place = about
        if about is not None and numbers is not None and about >= next(iter(numbers)):
            place = numbers.get(about)
        if about is not None and place is None:
            raise _refused(self._recording.path, f"Record {about} has no number of its own in the file")
        note = Note(text, place, self._now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"))
        if self._redactor is not None:
            redacted = self._redactor.redact(Record(1, 0.0, note))[0].event
            assert isinstance(redacted, Note)
            note = redacted
        self._append(note)
        return Note(note.text, about, note.written)

    def _append(self, note: Note) -> None:
        path = self._recording.path
        with suppress(OSError):  # why it cannot be read is said by whoever opens it
            path = path.resolve()
        descriptor = _opened(path)
        try:
            if not hold(descriptor) and is_held(descriptor):
                raise _refused(path, "It is being written; it can be annotated when it has ended")
            data = self._line(descriptor, note)
            while data:
                data = data[os.write(descriptor, data) :]
        except OSError as error:
            raise _refused(path, os.strerror(error.errno or 0)) from None
        finally:
            os.close(descriptor)

    def _line(self, descriptor: int, note: Note) -> bytes:
        if os.pread(descriptor, 2, 0) == _PACKED:
            if self._recording.live:
                raise _refused(self._recording.path, "It was being written when it was opened: open it again")
            if any("compressed data" in said for said in self._recording.notes):
                raise _refused(self._recording.path, "Its packed data ends early: what is appended could not be read")
            records = self._recording.records
            self._packed_lines += 1
            record = Record(len(records) + self._packed_lines, records[-1].at if records else 0.0, note)
            packer = zlib.compressobj(wbits=31)
            return packer.compress((format.encode(record) + "\n").encode()) + packer.flush()
        last, torn = _last(descriptor)
        ends = os.pread(descriptor, 1, max(os.fstat(descriptor).st_size - 1, 0)) in (b"", b"\n")
        # What is torn stays where it is, as a line that readers number and mark.
        record = Record(last.seq + 1 + torn, last.at, note)
        return (("" if ends else "\n") + format.encode(record) + "\n").encode()


def annotate(path: Path, text: str, redactor: Redactor | None = None) -> Note:
    """A note on the session of a recording that is not open. Raises UsageError as `open_recording` and `add` do."""
    with open_file(path) as file:
        packed = file.read(2) == _PACKED
    recording = open_recording(path) if packed else Recording(path, format.Header(), ())
    return Annotator(recording, redactor).add(text)


def has_notes(descriptor: int) -> bool:
    """Whether a file that is not packed has a note of a person in it."""
    import mmap  # late: only what is to be deleted is looked through

    try:
        with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as content:
            return content.find(b', "kind": "note", ') >= 0
    except (OSError, ValueError):  # an empty file cannot be mapped
        return False


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        read_only = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
        raise _refused(path, "It is read-only" if read_only else os.strerror(error.errno or 0)) from None


def _refused(path: Path, why: str) -> UsageError:
    return UsageError(f"The note is not kept in {path.name}.", why=f"{why}.")


def _last(descriptor: int) -> tuple[Record, int]:
    """The last whole record, and how many lines after it are none."""
    size = os.fstat(descriptor).st_size
    for reach in _REACH:
        start = max(0, size - reach)
        lines = os.pread(descriptor, size - start, start).split(b"\n")
        bad = 0
        for line in reversed(lines[1:] if start else lines):
            try:
                record = format.decode(line)
            except format.BadLine:
                bad += bool(line.strip()) and not line.startswith(b'{"format": ')
                continue
            return record, bad
        if not start:
            return Record(0, 0.0, Note("")), bad
    raise UsageError("The note is not kept.", why="The end of the file holds no record.")
