"""Opening a large recording at once: where its lines stand is found first, and each is read when it is asked for.

That is for files as the inspector writes them: a header, and record after record without gaps. Whether a file is one is
seen by how its lines begin and end, without reading what is in between; any other file is read as a whole (`reading`),
which mends what can be mended. A line that is broken all the same is a marked row, as it is there.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from inspector.journal import Records
from inspector.recording import format
from inspector.recording.format import BadLine, Header
from inspector.recording.places import Places

LARGE: Final = 4 << 20
"""Bytes from which on a file is worth an index."""

_CHUNK: Final = 4 << 20


def indexed(path: Path, max_line: int, max_bytes: int) -> tuple[Header, Records, int] | None:
    """Header and records of a large file in good order, and the size of a torn end; None for any other file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or not LARGE <= status.st_size <= max_bytes:
        os.close(descriptor)
        return None
    first = os.pread(descriptor, _CHUNK, 0).partition(b"\n")[0]
    places = Places(descriptor, len(first) + 1)
    header = _header(first)
    if header is None:
        return None
    sizes = []
    torn = 0
    try:
        for number, (line, size) in enumerate(_ends(descriptor, len(first) + 1), 1):
            if not line.startswith(b'{"seq": %d, "at": ' % number) or size > max_line:
                return None
            if not line.endswith(b"}\n"):
                if line.endswith(b"\n"):
                    return None
                if _is_torn(os.pread(descriptor, size, status.st_size - size)):
                    torn = size
                    break
            sizes.append(size)
    except OSError:
        return None
    places.add(sizes)
    return (header, Records.stored(places, len(places)), torn) if sizes else None


def _header(line: bytes) -> Header | None:
    try:
        header = format.read_header(format.parse_line(line))
    except BadLine:
        return None
    return header if header is not None and header.version == format.VERSION else None


def _is_torn(line: bytes) -> bool:
    try:
        format.parse_line(line)
    except BadLine:
        return True
    return False


def _ends(descriptor: int, begin: int) -> Iterator[tuple[bytes, int]]:
    """Each line from an offset on, and its size, both with the LF if there is one.

    Of a line that is longer than a piece of the file only its beginning and its end are given.
    """
    rest, long = b"", 0
    while chunk := os.pread(descriptor, _CHUNK, begin):
        begin += len(chunk)
        lines = chunk.split(b"\n")
        lines[0] = rest + lines[0]
        for line in lines[:-1]:
            yield line + b"\n", long + len(line) + 1
            long = 0
        rest = lines[-1]
        if len(rest) > _CHUNK:  # what is in the middle does not matter
            long += len(rest) - 128
            rest = rest[:64] + rest[-64:]
    if rest:
        yield rest, long + len(rest)
