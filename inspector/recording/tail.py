"""What comes into a recording after it was opened, while somebody else writes it.

Whether somebody does is asked of the lock that a recorder holds (`lock`): it ends with the process, however
that ends. Nothing is waited for here: whoever follows asks again now and then, which costs two system calls.
"""

import os
from collections.abc import Iterable
from typing import Final

from inspector.recording import format
from inspector.recording.format import BadLine
from inspector.recording.lock import is_held
from inspector.recording.places import Places, unreadable
from inspector.recording.reading import Recording
from inspector.recording.source import open_file
from inspector.wire.events import Record

_SLICE: Final = 256 << 10
"""Bytes that are read at once: what is made of them holds nobody up."""

_LONGEST: Final = 512 << 20


class Tail:
    """Follows a file from where a `Recording` of it ended. Closed by `with`.

    Raises UsageError if it cannot be opened again.
    """

    def __init__(self, recording: Recording) -> None:
        self._file = open_file(recording.path)
        self._at = recording.end or 0
        self._count = len(recording.records)
        self._last = recording.records[-1].at if recording.records else 0.0
        store = getattr(recording.records, "store", None)
        self._places = store if isinstance(store, Places) else None
        self._rest = b""
        self.over = ""
        """Why nothing more comes, as a sentence; empty while it may."""

    def read(self) -> list[Record]:
        """The next records, few at a time; none: nothing has come, or `over` says why nothing will."""
        if self.over:
            return []
        held = is_held(self._file.fileno())  # asked first: what was written before is read then
        try:
            size = os.fstat(self._file.fileno()).st_size
            data = os.pread(self._file.fileno(), _SLICE, self._at + len(self._rest))
        except OSError as error:
            self.over = f"It cannot be followed any more: {os.strerror(error.errno or 0)}."
            return []
        if size < self._at + len(self._rest):
            self.over = "It was cut short by somebody else; it is followed no more."
            return []
        if not data:
            if not held:
                torn = f" Its last line is torn: {len(self._rest):,} bytes." if self._rest else ""
                self.over = f"Nobody writes it any more.{torn}"
            return []
        *lines, rest = (self._rest + data).split(b"\n")
        self._at += sum(len(line) + 1 for line in lines)
        if len(rest) > _LONGEST:
            self.over = "It has a line that is too long; it is followed no more."
        self._rest = rest
        return self._records(lines)

    def _records(self, lines: Iterable[bytes]) -> list[Record]:
        found = []
        for line in lines:
            whole = line.strip()
            if not whole:
                self._places = None  # what follows stands elsewhere than they would say
                continue
            seq = self._count + 1
            try:
                read = format.decode(line)
                record = Record(seq, read.at or self._last, read.event)
                same = read == record
            except BadLine as error:
                record, same = Record(seq, self._last, unreadable(seq + 1, line, str(error))), False
            self._count, self._last = seq, record.at
            if self._places is not None and len(self._places) == seq - 1:
                self._places.add([len(line) + 1])
                if not same:
                    self._places.changed(seq)
            found.append(record)
        return found

    def __enter__(self) -> "Tail":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
