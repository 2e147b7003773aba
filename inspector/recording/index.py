"""Opening a large recording at once: where its lines stand is found first, and each is read when it is asked for.

That is for files as the inspector writes them: a header, and record after record without gaps. Whether a file is one is
seen by how its lines begin and end, without reading what is in between; any other file is read as a whole (`reading`),
which mends what can be mended. A line that is broken all the same is a marked row, as it is there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from inspector.journal import Records
from inspector.recording import format
from inspector.recording.format import BadLine, Header
from inspector.recording.places import Places
from inspector.recording.source import Packed, Source

LARGE: Final = 4 << 20
"""Bytes from which on a file is worth an index."""

LARGE_PACKED: Final = 256 << 10
"""The same for one that is packed."""

MAX_RECORDS: Final = 5_000_000
"""What a session costs in memory goes with its records, some 600 bytes each: more are not opened at once."""

TORN: Final = "The last line of the recording is torn"

_LONG: Final = 4 << 20  # what is in the middle of a longer line does not matter


@dataclass(frozen=True, slots=True)
class Indexed:
    """A recording whose records are read as they are asked for."""

    header: Header
    records: Records
    notes: tuple[str, ...]
    end: int
    """The offset after the last record."""


def torn(size: int) -> str:
    """The note on a last line that is no record."""
    return f"{TORN}: {size:,} bytes dropped."


def too_many(records: int, line: int) -> str:
    """The note where reading stopped after so many records, at that line."""
    return (
        f"Only the first {records:,} rows are here, up to line {line:,}: more are too much at once. What comes after "
        f"can be opened too: `tail -n +{line + 1} FILE > REST.jsonl`."
    )


def indexed(source: Source, max_line: int, max_bytes: int) -> Indexed | None:
    """Header, records and notes of a large file in good order; None for any other file."""
    packed = isinstance(source, Packed)
    size = source.size()
    if not (LARGE_PACKED if packed else LARGE) <= size <= max_bytes:
        return None
    lines = _ends(source.chunks())
    first, begin = next(lines, (b"", 0))
    header = _header(first)
    if header is None or begin > _LONG:
        return None
    sizes: list[int] = []
    notes = []
    read = begin
    for number, (line, size) in enumerate(lines, 1):
        read += size
        if not line.startswith(b'{"seq": %d, "at": ' % number) or size > max_line or read > max_bytes:
            return None
        if not line.endswith(b"}\n"):
            if line.endswith(b"\n"):
                return None
            if not line.endswith(b"}") or _is_torn(source.read(read - size, size)):
                notes.append(torn(size))
                break
        if number > MAX_RECORDS:
            notes.append(too_many(number - 1, number))
            break
        sizes.append(size)
    if source.problem:
        if not packed:
            return None
        notes.insert(0, source.problem)
    places = Places(source, begin)
    places.add(sizes)
    return Indexed(header, Records.stored(places, len(places)), tuple(notes), places.end) if sizes else None


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


def _ends(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """Each line, and its size, both with the LF if there is one.

    Of a line that is longer than a piece of the file only its beginning and its end are given.
    """
    rest, long = b"", 0
    for chunk in chunks:
        lines = chunk.split(b"\n")
        lines[0] = rest + lines[0]
        for line in lines[:-1]:
            yield line + b"\n", long + len(line) + 1
            long = 0
        rest = lines[-1]
        if len(rest) > _LONG:
            long += len(rest) - 128
            rest = rest[:64] + rest[-64:]
    if rest:
        yield rest, long + len(rest)
