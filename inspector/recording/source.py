"""The bytes of a recording's file: plain, or packed with gzip; from their beginning on, and again from any place.

A packed file is unpacked as it is read and nowhere kept. Every few MiB what the unpacking has come to is remembered
(some 50 kB each), so that a record in the middle of a large file costs a few MiB of unpacking, not all before it.
"""

import os
import stat
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from inspector.errors import UsageError
from inspector.recording.lock import is_held

_CHUNK: Final = 1 << 20
_PACKED_CHUNK: Final = 16 << 10
_PIECE: Final = 1 << 20
_STEP: Final = 4 << 20  # unpacked bytes from one remembered place to the next
_HELD: Final = 2  # stretches that stay unpacked, in case they are asked for again
_BOMB: Final = 256 << 20  # unpacked bytes from which on it matters how much was made of how little
_AT_MOST: Final = 400  # times the size of the file; recordings come to a hundred
_MAGIC: Final = b"\x1f\x8b"

STILL_WRITTEN: Final = "It is packed and is still being written: what comes is seen when it is opened again."
ENDS_EARLY: Final = "The compressed data ends early; what came before is here."
DAMAGED: Final = "The compressed data is damaged; what came before is here."
INFLATED: Final = (
    f"The compressed data becomes more than {_AT_MOST} times its size, as no recording does; what came before is here."
)


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
        raise UsageError(
            f"The recording {path} cannot be read.",
            why=f"{why}.",
            hint="Check the path, and that you may read the file.",
        ) from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise UsageError(
            f"{path} is not a recording.",
            why=f"It is {_what(status.st_mode)}, not a file.",
            hint="Give the path of a file; what a pipe gives can be saved into one.",
        )
    return os.fdopen(descriptor, "rb", buffering=0)


def _what(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"


def inflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """What gzip members hold, a piece at a time; ends with zlib.error or EOFError where the data does not."""
    inflate = zlib.decompressobj(wbits=31)
    for data in chunks:
        while data:
            if inflate.eof:
                inflate = zlib.decompressobj(wbits=31)
            out = inflate.decompress(data, _PIECE)
            if out:
                yield out
            data = inflate.unconsumed_tail or inflate.unused_data
    if not inflate.eof:
        raise EOFError


class Plain:
    """A file as it stands. `problem` is a sentence when reading it from its beginning came to no good end."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor` may be read, and is closed with this."""
        self._descriptor = descriptor
        self.problem = ""

    def __del__(self) -> None:
        os.close(self._descriptor)

    def is_live(self) -> bool:
        """Whether somebody is writing it."""
        return is_held(self._descriptor)

    def size(self) -> int:
        """Bytes of the file."""
        return os.fstat(self._descriptor).st_size

    def chunks(self) -> Iterator[bytes]:
        """All of it, in order."""
        at = 0
        try:
            while chunk := os.pread(self._descriptor, _CHUNK, at):
                at += len(chunk)
                yield chunk
        except OSError as error:
            self.problem = f"Reading stopped: {os.strerror(error.errno or 0)}."

    def read(self, begin: int, size: int) -> bytes:
        """So many bytes from there on; fewer where the file ends, or cannot be read."""
        pieces = []
        try:
            while size and (piece := os.pread(self._descriptor, size, begin)):
                pieces.append(piece)
                begin, size = begin + len(piece), size - len(piece)
        except OSError:
            pass  # what is missing is told of each record
        return b"".join(pieces)


@dataclass(frozen=True, slots=True)
class _Mark:
    """Unpacking came to `out` when it had read the file up to `at`."""

    out: int
    at: int
    inflate: Any  # a decompressor, only ever copied


class Packed:
    """What a gzip file holds; as `Plain`. Places behind those that `chunks` has come to are not known yet."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor` may be read, and is closed with this."""
        self._descriptor = descriptor
        self._marks = [_Mark(0, 0, zlib.decompressobj(wbits=31))]
        self._held: OrderedDict[int, bytes] = OrderedDict()
        self.problem = ""

    def __del__(self) -> None:
        os.close(self._descriptor)

    def is_live(self) -> bool:
        """Whether somebody is writing it."""
        return is_held(self._descriptor)

    def size(self) -> int:
        """Bytes of the file."""
        return os.fstat(self._descriptor).st_size

    def chunks(self) -> Iterator[bytes]:
        """All of it, in order."""
        try:
            for mark, piece in self._unpacked(self._marks[0]):
                if mark.out - self._marks[-1].out >= _STEP and not mark.inflate.eof:
                    self._marks.append(_Mark(mark.out, mark.at, mark.inflate.copy()))
                yield piece
                if mark.out > _BOMB and mark.out > _AT_MOST * mark.at:
                    self.problem = INFLATED
                    return
        except EOFError:
            self.problem = ENDS_EARLY
        except zlib.error:
            self.problem = DAMAGED
        except OSError as error:
            self.problem = f"Reading stopped: {os.strerror(error.errno or 0)}."

    def read(self, begin: int, size: int) -> bytes:
        """So many bytes from there on; fewer where the file ends, or cannot be read."""
        pieces = []
        while size > 0:
            number = bisect_right(self._marks, begin, key=lambda mark: mark.out) - 1
            skip = begin - self._marks[number].out
            piece = self._stretch(number)[skip : skip + size]
            if not piece:
                break
            pieces.append(piece)
            begin, size = begin + len(piece), size - len(piece)
        return b"".join(pieces)

    def _stretch(self, number: int) -> bytes:
        """What lies between a remembered place and the next."""
        found = self._held.pop(number, None)
        if found is None:
            mark = self._marks[number]
            end = self._marks[number + 1].out if number + 1 < len(self._marks) else None
            pieces, left = [], None if end is None else end - mark.out
            try:
                for _, piece in self._unpacked(mark):
                    pieces.append(piece)
                    if left is not None:
                        left -= len(piece)
                        if left <= 0:
                            break
            except (EOFError, zlib.error, OSError):
                pass  # what is missing is told of each record
            found = b"".join(pieces)
            if end is not None:
                found = found[: end - mark.out]
        self._held[number] = found
        while len(self._held) > _HELD:
            self._held.popitem(last=False)
        return found

    def _unpacked(self, start: _Mark) -> Iterator[tuple[_Mark, bytes]]:
        """Each piece from there on, and how far unpacking is after it."""
        out, at, inflate = start.out, start.at, start.inflate.copy()
        data = b""
        while True:
            if not data:
                data = os.pread(self._descriptor, _PACKED_CHUNK, at)
                at += len(data)
                if not data:
                    break
            if inflate.eof:
                inflate = zlib.decompressobj(wbits=31)
            piece = inflate.decompress(data, _PIECE)
            data = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
            if piece:
                out += len(piece)
                yield _Mark(out, at - len(data), inflate), piece
        if not inflate.eof:
            raise EOFError


Source = Plain | Packed


def source_of(path: Path) -> Source:
    """The file, by its first two bytes and not by its name. Raises UsageError if it is not there, or no file."""
    with open_file(path) as file:
        descriptor = os.dup(file.fileno())
    return Packed(descriptor) if os.pread(descriptor, 2, 0) == _MAGIC else Plain(descriptor)
