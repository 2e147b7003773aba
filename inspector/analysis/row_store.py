"""Every row of the traffic, in columns: a million take a tenth of what as many objects would.

The latest rows are objects, for they still change most. A page of older ones is numbers in arrays, words that come
again and again (methods, statuses) by their place in a table, and all texts of the page packed into one. Who wants a
row gets one made for it; who filters looks at the columns (`where`) or the texts (`saying`), a page at a time.
"""

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from math import isnan, nan
from typing import Final, cast, get_args, overload

from inspector.analysis.rows import Kind, Level, Role, Row, searched

PAGE: Final = 512
"""Rows of a page; at least as many of the latest are objects."""

_UNPACKED: Final = 16  # pages that are kept as they were looked at last
_MANY: Final = 1 << 15  # different words that have numbers; those beyond are looked up in the texts
_NONE: Final = -(2**62)
_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_ROLES: Final[tuple[Role, ...]] = get_args(Role)
_MARKS: Final[tuple[Level, ...]] = get_args(Level)
_KIND_AT: Final = {kind: at for at, kind in enumerate(_KINDS)}
_ROLE_AT: Final = {role: at for at, role in enumerate(_ROLES)}
_MARK_AT: Final = {mark: at for at, mark in enumerate(_MARKS)}
_BETWEEN_ROWS: Final = "\x1e"  # neither stands in a row, whose texts have no control characters
_BETWEEN_TEXTS: Final = "\x1f"


class _Words:
    """Words by their numbers, as long as there are not too many different ones: URIs may all differ."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, word: str) -> int:
        number = self._numbers.get(word)
        if number is None:
            if len(self.words) == _MANY:
                return _MANY
            number = self._numbers[word] = len(self.words)
            self.words.append(word)
        return number


class Rows(Sequence[Row]):
    """Rows by their index. They are appended, and may be replaced by others of the same record."""

    def __init__(self, page: int = PAGE) -> None:
        self._page = page
        self.seqs: array[int] = array("I")
        self._at: array[float] = array("d")
        self._took: array[float] = array("d")
        self._sizes: array[int] = array("q")
        self._ops: array[int] = array("q")
        self._kinds = bytearray()
        self._roles = bytearray()
        self._marks = bytearray()
        self._methods: array[int] = array("I")
        self._names: array[int] = array("I")
        self._statuses: array[int] = array("I")
        self._words = _Words()
        self._pages: list[bytes] = []
        self._latest: list[Row] = []
        self._unpacked: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return len(self.seqs)

    @property
    def _packed(self) -> int:
        return len(self._at)

    def append(self, row: Row) -> None:
        """The next one."""
        self.seqs.append(row.seq)
        self._marks.append(_MARK_AT[row.mark])
        self._latest.append(row)
        if len(self._latest) >= 2 * self._page:
            self._pack(self._latest[: self._page])
            del self._latest[: self._page]

    def op(self, index: int) -> int | None:
        """The operation of a row."""
        if index >= self._packed:
            return self._latest[index - self._packed].op
        op = self._ops[index]
        return None if op == _NONE else op

    def bytes_of(self, first: int, until: int) -> int:
        """How many bytes crossed in the rows from `first` up to but not at `until`."""
        packed = self._packed
        old = sum(size for size in self._sizes[first : min(until, packed)] if size > 0)
        return old + sum(row.size or 0 for row in self._latest[max(first - packed, 0) : max(until - packed, 0)])

    def kind(self, index: int) -> Kind:
        """The kind of a row."""
        packed = self._packed
        return self._latest[index - packed].kind if index >= packed else _KINDS[self._kinds[index]]

    def marked(self, index: int) -> Level:
        """The mark of a row."""
        return _MARKS[self._marks[index]]

    def mark(self, index: int, level: Level) -> None:
        """A row gets another mark; in a flood each may, and so the latest have theirs apart, too."""
        self._marks[index] = _MARK_AT[level]

    def __setitem__(self, index: int, row: Row) -> None:
        self._marks[index] = _MARK_AT[row.mark]
        at = index - self._packed
        if at >= 0:
            self._latest[at] = row
            return
        self._kinds[index], self._roles[index] = _KIND_AT[row.kind], _ROLE_AT[row.status_role]
        self._took[index] = nan if row.took_ms is None else row.took_ms
        self._sizes[index] = _NONE if row.size is None else row.size
        self._ops[index] = _NONE if row.op is None else row.op
        self._methods[index] = self._words.number(row.method)
        self._names[index] = self._words.number(row.name)
        self._statuses[index] = self._words.number(row.status_text)
        page, place = divmod(index, self._page)
        texts = self._texts(page)
        if texts[place] != _text(row):
            texts[place] = _text(row)
            self._pages[page] = _packed(texts)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        index = at + len(self) if at < 0 else at
        if index < 0:
            raise IndexError(at)
        packed = self._packed
        if index < packed:
            return self._row(index)
        row, mark = self._latest[index - packed], _MARKS[self._marks[index]]
        return row if row.mark == mark else row.marked(mark)

    def __iter__(self) -> Iterator[Row]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    # ── filters ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def where(self, test: Callable[[Row], bool], among: Sequence[int]) -> list[int]:
        """Those of the ascending indices `among` whose rows pass; the row that `test` gets is good until it ends."""
        found: list[int] = []
        at, border = 0, bisect_left(among, self._packed)
        while at < border:
            page = among[at] // self._page
            end = bisect_left(among, (page + 1) * self._page, at, border)
            looked = _Looked(self, page)
            row = cast(Row, looked)
            for index in among[at:end]:
                looked.index = index
                if test(row):
                    found.append(index)
            at = end
        found.extend(index for index in among[border:] if test(self[index]))
        return found

    def of_kinds(self, kinds: Collection[str], among: Sequence[int]) -> list[int]:
        """Those of the ascending indices `among` whose rows are of one of these kinds; a twentieth of `where`."""
        border = bisect_left(among, self._packed)
        wanted = self._kinds.translate(bytes(at < len(_KINDS) and _KINDS[at] in kinds for at in range(256)))
        found = [index for index in among[:border] if wanted[index]]
        packed, latest = self._packed, self._latest
        found.extend([index for index in among[border:] if latest[index - packed].kind in kinds])
        return found

    def saying(self, passes: Callable[[str], object], among: Sequence[int], word: str = "") -> list[int]:
        """Those of the ascending indices `among` whose text passes. What passes has `word` in it, if one is given."""
        found: list[int] = []
        at, border = 0, bisect_left(among, self._packed)
        while at < border:
            page = among[at] // self._page
            end = bisect_left(among, (page + 1) * self._page, at, border)
            text = _searched(_unpacked(self._pages[page]))
            if word in text:
                texts = text.split(_BETWEEN_ROWS)
                first = page * self._page
                found.extend(index for index in among[at:end] if passes(texts[index - first]))
            at = end
        packed, latest = self._packed, self._latest
        found.extend(index for index in among[border:] if passes(searched(latest[index - packed])))
        return found

    # ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _pack(self, rows: Sequence[Row]) -> None:
        number = self._words.number
        self._pages.append(_packed([_text(row) for row in rows]))
        self._at.extend([row.at for row in rows])
        self._took.extend([nan if row.took_ms is None else row.took_ms for row in rows])
        self._sizes.extend([_NONE if row.size is None else row.size for row in rows])
        self._ops.extend([_NONE if row.op is None else row.op for row in rows])
        self._kinds.extend([_KIND_AT[row.kind] for row in rows])
        self._roles.extend([_ROLE_AT[row.status_role] for row in rows])
        self._methods.extend([number(row.method) for row in rows])
        self._names.extend([number(row.name) for row in rows])
        self._statuses.extend([number(row.status_text) for row in rows])

    def _texts(self, page: int) -> list[str]:
        texts = self._unpacked.pop(page, None)
        if texts is None:
            texts = _unpacked(self._pages[page]).split(_BETWEEN_ROWS)
            if len(self._unpacked) >= _UNPACKED:
                del self._unpacked[next(iter(self._unpacked))]
        self._unpacked[page] = texts
        return texts

    def _row(self, index: int) -> Row:
        looked = _Looked(self, index // self._page)
        looked.index = index
        return Row(
            looked.seq,
            looked.at,
            looked.kind,
            looked.method,
            looked.name,
            looked.what,
            looked.id_text,
            looked.status_text,
            looked.status_role,
            looked.took_ms,
            looked.size,
            looked.mark,
            looked.op,
        )


class _Looked:
    """The row at `index`, on this page, whose fields are looked up in the columns as they are asked for."""

    __slots__ = ("_first", "_packed", "_page", "_rows", "_texts", "index")

    def __init__(self, rows: Rows, page: int) -> None:
        self._rows = rows
        self._page = page
        self._first = page * rows._page
        self._packed: list[str] | None = None
        self._texts: list[list[str] | None] = []
        self.index = 0

    @property
    def seq(self) -> int:
        return self._rows.seqs[self.index]

    @property
    def at(self) -> float:
        return self._rows._at[self.index]

    @property
    def kind(self) -> Kind:
        return _KINDS[self._rows._kinds[self.index]]

    @property
    def method(self) -> str:
        return self._word(self._rows._methods[self.index], 0)

    @property
    def status_text(self) -> str:
        return self._word(self._rows._statuses[self.index], 4)

    @property
    def status_role(self) -> Role:
        return _ROLES[self._rows._roles[self.index]]

    @property
    def mark(self) -> Level:
        return _MARKS[self._rows._marks[self.index]]

    @property
    def took_ms(self) -> float | None:
        took = self._rows._took[self.index]
        return None if isnan(took) else took

    @property
    def size(self) -> int | None:
        size = self._rows._sizes[self.index]
        return None if size == _NONE else size

    @property
    def op(self) -> int | None:
        op = self._rows._ops[self.index]
        return None if op == _NONE else op

    @property
    def name(self) -> str:
        return self._word(self._rows._names[self.index], 1)

    @property
    def what(self) -> str:
        return self._text(2)

    @property
    def id_text(self) -> str:
        return self._text(3)

    def _word(self, number: int, which: int) -> str:
        return self._text(which) if number == _MANY else self._rows._words.words[number]

    def _text(self, which: int) -> str:
        if self._packed is None:
            self._packed = self._rows._texts(self._page)
            self._texts = [None] * len(self._packed)
        place = self.index - self._first
        texts = self._texts[place]
        if texts is None:
            texts = self._texts[place] = self._packed[place].split(_BETWEEN_TEXTS)
        return texts[which]


def _text(row: Row) -> str:
    return _BETWEEN_TEXTS.join((row.method, row.name, row.what, row.id_text, row.status_text))


def _searched(text: str) -> str:
    return text.replace(_BETWEEN_TEXTS, " ").lower()


def _packed(texts: Sequence[str]) -> bytes:
    return zlib.compress(_BETWEEN_ROWS.join(texts).encode("utf-8", "surrogatepass"), 1)


def _unpacked(page: bytes) -> str:
    return zlib.decompress(page).decode("utf-8", "surrogatepass")
