"""Writing a recording while the session runs.

A `Recorder` is a sink of the journal: each batch becomes one write, unbuffered, so that what was handed on is with the
system when the call returns, and survives the death of this process. A file whose name ends in `.gz` is packed as it
is written, batch by batch, and as safe: what is unpacked from a torn one is all that was handed on. A disk that is
full holds the recording up, never the session: what could not be written waits in memory, up to a bound, and is written
with the next batch when there is space again. What was written can be read back (`places`), while it is recorded and
after; not from a packed file.
"""

import errno
import os
import stat
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from inspector import __version__
from inspector.errors import UsageError
from inspector.recording.format import BadLine, Header, decode, encode, encode_header
from inspector.recording.lock import hold
from inspector.recording.places import Places
from inspector.recording.redaction import Redactor
from inspector.recording.source import Plain
from inspector.recording.store import file_name, target_name
from inspector.wire.events import Decision, Record

_CREATE: Final = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
_TRIES: Final = 100
_SPACE: Final = (errno.ENOSPC, errno.EDQUOT)

WAITING: Final = 64 << 20
"""Bytes that wait for space on the disk, at the most."""


def _ignore(message: str) -> None:
    """A problem that nobody asked to hear of; it stays in `Recorder.problem`."""


class Recorder:
    """Appends records to an open file: `journal.add_sink(recorder)`. Never raises for what the disk does.

    `problem` is empty, or the sentence that `on_problem` was given when recording ended early, or waits for space; that
    it goes on is said too. Closing is the caller's, or `with`. Make one with `record_to` or `record_in`.
    """

    def __init__(
        self,
        path: Path,
        descriptor: int | None,
        header: Header,
        redactor: Redactor | None,
        on_problem: Callable[[str], None],
    ) -> None:
        self.path = path
        self.problem = ""
        self._descriptor = descriptor
        self._packer = _packer() if path.suffix == ".gz" else None
        self._redactor = redactor
        self._on_problem = on_problem
        self._begun = False
        self._waiting: deque[bytes] = deque()  # what there was no space for
        self._is_short = False  # that there is no space was said
        self._unplaced: list[int] = []  # sizes of the lines in it, and of the one that it begins within
        self.places: Places | None = None
        if descriptor is not None:
            line = (encode_header(redactor.redact_header(header) if redactor else header) + "\n").encode()
            self._begun = self._write(line, "the header")
            if self._begun and self._packer is None:
                self.places = _places(path, descriptor, len(line))

    def __call__(self, records: Sequence[Record]) -> None:
        """Write a batch; when it returns, the batch is with the system."""
        if self._descriptor is None or not records:
            return
        lines = []
        changed = []
        redactor = self._redactor
        if redactor is not None and redactor.finds_nothing(records):
            redactor = None
        for record in records:
            written, redactions = (record, ()) if redactor is None else redactor.redact(record)
            lines.append((encode(written, redactions) + "\n").encode())
            if redactions or (type(record.event) is Decision and not _same(lines[-1], record)):
                changed.append(record.seq)
        # Who leaves records out gets no line by its record's number.
        whole = self.places is not None and records[0].seq == len(self.places) + len(self._unplaced) + 1
        if whole and self.places is not None:
            self._unplaced += map(len, lines)
            for seq in changed:
                self.places.changed(seq)
        if self._write(b"".join(lines), f"record {records[0].seq:,}") and self.places is not None:
            self.places.add(self._unplaced)
            self._unplaced.clear()

    def _write(self, data: bytes, what: str) -> bool:
        """Whether all is written, what had been waiting included."""
        if self._packer is not None:
            data = self._packer.compress(data) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        try:
            self._put(data)
        except OSError as error:
            reason = f"{os.strerror(error.errno or 0)} ({self.path})"
            if error.errno in _SPACE and self._begun and sum(map(len, self._waiting)) <= WAITING:
                if not self._is_short:
                    self._is_short = True
                    self.fail(f"Recording waits at {what}: {reason}.")
                return False
            self._packer = None  # there is no end to write
            self._waiting.clear()
            self.close()
            self.fail(f"Recording stopped at {what}: {reason}.")
            return False
        if self._is_short:
            self._is_short = False
            self.problem = ""
            self._on_problem("Recording goes on: there is space again, and what was waiting for it is written.")
        return True

    def _put(self, data: bytes) -> None:
        """Write what waits, and then this; what is not written waits. Raises OSError."""
        assert self._descriptor is not None
        if data:
            self._waiting.append(data)
        while self._waiting:
            first = self._waiting[0]
            written = os.write(self._descriptor, first)
            if written < len(first):
                self._waiting[0] = first[written:]
            else:
                self._waiting.popleft()

    def fail(self, problem: str) -> None:
        """Say, once, why nothing more is recorded."""
        self.problem = f"{problem} The session goes on."
        self._on_problem(self.problem)

    def close(self) -> None:
        """End the file. What was written is there; closing twice is nothing."""
        if self._descriptor is None:
            return
        try:
            self._put(self._packer.flush() if self._packer is not None else b"")
        except OSError as error:
            self.fail(f"The recording lacks its end: {os.strerror(error.errno or 0)} ({self.path}).")
        finally:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _packer() -> "zlib._Compress":
    return zlib.compressobj(wbits=31)


def _places(path: Path, descriptor: int, begin: int) -> Places | None:
    """What reads the file back; None where it is a device, or cannot be read."""
    try:
        reading = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(reading).st_mode) and os.path.sameopenfile(reading, descriptor):
        return Places(Plain(reading), begin)
    os.close(reading)
    return None


def _same(line: bytes, record: Record) -> bool:
    """Whether a line gives the record again: the data of a decision may be what JSON has no word for."""
    try:
        return decode(line) == record
    except BadLine:
        return False


def _create(path: Path) -> int:
    try:
        device = stat.S_ISCHR(os.lstat(path).st_mode)  # /dev/null and its like are not overwritten
    except FileNotFoundError:
        device = False
    descriptor = os.open(path, _CREATE | (0 if device else os.O_CREAT | os.O_EXCL), 0o600)
    if not device:
        hold(descriptor)  # where there are no locks, only age and number protect it from `prune`
    return descriptor


def _header(target: Mapping[str, Any], created: datetime | None) -> Header:
    moment = (created or datetime.now(UTC)).astimezone(UTC)
    return Header(moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"), __version__, target)


def record_to(
    path: Path | str,
    target: Mapping[str, Any],
    *,
    created: datetime | None = None,
    redactor: Redactor | None = None,
    on_problem: Callable[[str], None] = _ignore,
) -> Recorder:
    """Record into the file that the person named. Raises UsageError if it exists or cannot be made.

    `target` is JSON: `kind`, `name`, `command` or `url`, as `inspector.config.target_json` has them. `created` is the
    moment of the journal's zero, by default now. Without a `redactor` nothing is redacted.
    """
    path = Path(path)
    try:
        descriptor = _create(path)
    except FileExistsError:
        raise UsageError(
            f"{path} exists.", why="A recording never overwrites a file.", hint="Give another path, or remove the file."
        ) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"Cannot record into {path}.", why=f"{_reason(error)}.", hint="Give another path.") from None
    return Recorder(path, descriptor, _header(target, created), redactor, on_problem)


def record_in(
    folder: Path | str,
    target: Mapping[str, Any],
    *,
    created: datetime | None = None,
    redactor: Redactor | None = None,
    on_problem: Callable[[str], None] = _ignore,
) -> Recorder:
    """Record into a new file of the recordings' folder, which is made if need be, readable by its owner alone.

    Never raises for what the disk does: the recorder then has a `problem` and writes nothing.
    """
    folder = Path(folder)
    header = _header(target, created)
    shown = replace(header, target=redactor.redact_header(header).target) if redactor else header
    moment = datetime.fromisoformat(header.created)
    path = folder / file_name(target_name(shown.target), moment, os.getpid())
    descriptor = None
    problem = ""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, path = _create_new(path)
    except (OSError, ValueError) as error:
        problem = f"Nothing is recorded: {_reason(error)} ({folder})."
    recorder = Recorder(path, descriptor, header, redactor, on_problem)
    if problem:
        recorder.fail(problem)
    return recorder


def _create_new(path: Path) -> tuple[int, Path]:
    for number in range(1, _TRIES):
        free = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        try:
            return _create(free), free
        except FileExistsError:
            continue
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _reason(error: OSError | ValueError) -> str:
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
