"""Opening a large recording at once: where its lines stand is found first, and each is read when it is asked for.

That is for files as the inspector writes them: a header, and record after record without gaps. Whether a file is one is
seen by how its lines begin and end, without reading what is in between; any other file is read as a whole (`reading`),
which mends what can be mended. A line that is broken all the same is a marked row, as it is there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
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

_BEGINNING: Final = b'{"seq": %d, "at": '
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
    if not (LARGE_PACKED if packed else LARGE) <= source.size() <= max_bytes:
        return None
    chunks = source.chunks()
    first, _, rest = _head(chunks).partition(b"\n")
    header = _header(first)
    if header is None:
        return None
    begin = len(first) + 1
    places = Places(source, begin)
    tail = _Tail(b"", 0)
    notes = []
    for chunk in chain((rest,), chunks):
        lines = chunk.split(b"\n")
        lines[0] = tail.text + lines[0]
        before, text = tail.cut, lines.pop()
        if not _are_in_order(lines, len(places) + 1):
            return None
        sizes = [len(line) + 1 for line in lines]
        if sizes:
            sizes[0] += before
            before = 0
        if max(sizes, default=0) > max_line or places.end + len(text) > max_bytes:
            return None
        places.add(sizes)
        if len(places) > MAX_RECORDS:
            places.keep(MAX_RECORDS)
            notes.append(too_many(MAX_RECORDS, MAX_RECORDS + 1))
            break
        tail = _Tail(text, before).shortened()
    else:
        size = len(tail.text) + tail.cut
        if size > max_line or (size and not _prefixed(tail.text, len(places) + 1)):
            return None
        if size and (not tail.text.endswith(b"}") or _is_torn(source.read(places.end, size))):
            notes.append(torn(size))
        elif size:
            places.add((size,))
    if source.problem:
        if not packed:
            return None
        notes.insert(0, source.problem)
    return Indexed(header, Records.stored(places, len(places)), tuple(notes), places.end) if len(places) else None


@dataclass(frozen=True, slots=True)
class _Tail:
    """What came after the last LF: `text`, out of whose middle `cut` bytes are left away."""

    text: bytes
    cut: int

    def shortened(self) -> "_Tail":
        if len(self.text) <= _LONG:
            return self
        return _Tail(self.text[:64] + self.text[-64:], self.cut + len(self.text) - 128)


def _are_in_order(lines: list[bytes], first: int) -> bool:
    """Whether these are, by how they begin and end, the records from that number on. A million take half a second."""
    beginnings = [_BEGINNING % number for number in range(first, first + len(lines))]
    return all(map(bytes.startswith, lines, beginnings)) and all(map(bytes.endswith, lines, repeat(b"}")))


def _prefixed(text: bytes, number: int) -> bool:
    beginning = _BEGINNING % number
    return text.startswith(beginning[: len(text)])


def _head(chunks: Iterator[bytes]) -> bytes:
    """Pieces of the file up to the first that has an LF."""
    head = b""
    for chunk in chunks:
        head += chunk
        if b"\n" in chunk or len(head) > _LONG:
            break
    return head


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
