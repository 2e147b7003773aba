"""What a filter is once it has been read: each part narrows a list of row indices, so that a part costs one pass."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from inspector.analysis.row_store import Rows
from inspector.analysis.rows import CROSSED, FAILED, MESSAGES, Row
from inspector.wire.versions import Era

Test = Callable[[Row], bool]
"""Whether a row passes."""

_PIECE: Final = 4096
"""Records whose bytes are in memory at the same time: they may have to be read from disk."""


@dataclass(frozen=True, slots=True)
class Source:
    """What is filtered: rows, and of some of them, in order, the bytes behind each (`bodies.body_of`).

    `messages` are the messages alone, empty where a record is none: they may have to be read from disk. `era` gives
    that of the connection, if it is known; `note` what a person wrote about the record, or an empty text.
    """

    rows: Rows
    bodies: Callable[[Sequence[int]], Sequence[bytes]]
    messages: Callable[[Sequence[int]], Sequence[bytes]]
    era: Callable[[int], Era | None]
    saying: "Saying"
    note: Callable[[int], str] = lambda _: ""


class Saying(Protocol):
    """Which of some rows have to be read at all (`Kept.saying`)."""

    def __call__(self, words: Sequence[bytes], among: Sequence[int], *, heads: bool) -> Sequence[int]:
        """Those of `among` whose bytes may have all the words."""


class Query(Protocol):
    """A filter that has been read."""

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """Those indices of `among` (ascending) whose rows fit."""


@dataclass(frozen=True, slots=True)
class Everything:
    """The empty filter."""

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """All of them."""
        return among


@dataclass(frozen=True, slots=True)
class Word:
    """A text that the row shows; lower case."""

    text: str

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows with this text."""
        word = self.text
        return source.rows.saying(lambda text: word in text, among, word)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression on what the row shows."""

    pattern: re.Pattern[str]

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows with a match."""
        return source.rows.saying(self.pattern.search, among)


@dataclass(frozen=True, slots=True)
class Field:
    """A test of the row itself."""

    test: Test

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows that pass."""
        return source.rows.where(self.test, among)


@dataclass(frozen=True, slots=True)
class OfKind:
    """One of these kinds of record."""

    kinds: frozenset[str]

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows of these kinds."""
        return source.rows.of_kinds(self.kinds, among)


@dataclass(frozen=True, slots=True)
class Body:
    """A test of what crossed."""

    test: Callable[[bytes], bool]
    needs: tuple[bytes, ...] = ()

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows whose bytes pass; what passes has all the `needs`, no matter the case."""
        test = self.test
        read = source.saying(self.needs, source.rows.of_kinds(CROSSED, among), heads=True)
        found: list[int] = []
        for some in _pieces(read):
            found += [index for index, body in zip(some, source.bodies(some), strict=True) if test(body)]
        return found


@dataclass(frozen=True, slots=True)
class Message:
    """A test of the message alone; only those are looked at that hold all the `needs`."""

    test: Callable[[bytes], bool]
    needs: tuple[bytes, ...] = ()

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows whose message passes."""
        test, found = self.test, list[int]()
        read = source.saying(self.needs, source.rows.of_kinds(MESSAGES, among), heads=False)
        for some in _pieces(read):
            left: Iterable[tuple[int, bytes]] = zip(some, source.messages(some), strict=True)
            for need in self.needs:
                left = [one for one in left if need in one[1]]
            found += [index for index, raw in left if test(raw)]
        return found


@dataclass(frozen=True, slots=True)
class During:
    """A connection of this era."""

    wanted: Era

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows of such connections."""
        wanted, era = self.wanted, source.era
        return [index for index in among if era(index) == wanted]


@dataclass(frozen=True, slots=True)
class Noted:
    """A test of what a person wrote about the record."""

    test: Callable[[str], object]

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows with such a note."""
        test, note = self.test, source.note
        return [index for index in among if (text := note(index)) and test(text)]


@dataclass(frozen=True, slots=True)
class Failed:
    """What went wrong: by its status, by an error that was found in it, or because it says "error"."""

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """The rows of failures."""
        found = set(source.rows.where(lambda row: row.status_role in FAILED or row.mark == "error", among))
        found.update(source.rows.saying(lambda text: "error" in text, among, "error"))
        return sorted(found)


@dataclass(frozen=True, slots=True)
class All:
    """Every part has to fit."""

    parts: tuple[Query, ...]

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """What is left after each part."""
        for part in self.parts:
            among = part.select(source, among)
        return among


@dataclass(frozen=True, slots=True)
class Either:
    """One part has to fit."""

    parts: tuple[Query, ...]

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """What any part lets through."""
        found: set[int] = set()
        for part in self.parts:
            found.update(part.select(source, among))
        return sorted(found)


@dataclass(frozen=True, slots=True)
class Not:
    """The part must not fit."""

    part: Query

    def select(self, source: Source, among: Sequence[int]) -> Sequence[int]:
        """What the part does not let through."""
        out = set(self.part.select(source, among))
        return [index for index in among if index not in out]


def _pieces(among: Sequence[int]) -> Iterator[Sequence[int]]:
    return (among[at : at + _PIECE] for at in range(0, len(among), _PIECE))


def reads(query: Query) -> bool:
    """Whether a filter looks at what crossed, and not only at rows: then it may have to be read from disk."""
    if isinstance(query, All | Either):
        return any(map(reads, query.parts))
    return reads(query.part) if isinstance(query, Not) else isinstance(query, Body | Message)
