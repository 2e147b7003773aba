"""Text and bytes as lines, for documents of any size.

A document is cut into *units*: a line, or a piece of a line that is longer than `chunk`. Only the place of every 256th
unit is kept, and only as far as somebody looked, so 60 MB of short lines or one line of 5 MB open at once.
"""

import re
from array import array
from bisect import bisect_right
from typing import AnyStr, Final, Generic

from inspector.tui.cells import Span, shown
from inspector.tui.documents.search import compile_query, find_before

CHUNK: Final = 2000
"""Characters, or bytes, of the longest unit, unless it is wrapped: then it must not be taller than the view."""

_BLOCK: Final = 256
_TAB: Final = 4
_BAD_BYTE: Final = re.compile("[\udc80-\udcff]")
_RAW_PIECES: Final = re.compile(
    "(?P<bad>[\udc80-\udcff]+)|(?P<space> +)|(?P<tab>\t+)|(?P<end>[\r\n])|[^\udc80-\udcff \t\r\n]+"
)


class _Units(Generic[AnyStr]):
    """Where the units of a document begin and end."""

    def __init__(
        self, data: AnyStr, chunk: int, unit: AnyStr, block: AnyStr, newline: AnyStr, newlines: int | None
    ) -> None:
        self.data: AnyStr = data
        self._chunk = chunk
        self._unit: re.Pattern[AnyStr] = re.compile(unit)
        self._block: re.Pattern[AnyStr] = re.compile(block)
        self._newline: AnyStr = newline
        self._starts = array("Q", [0])
        self._numbers = array("Q", [0])
        self.newlines = data.count(newline) if newlines is None else newlines
        self._total: int | None = None if data else 1
        self._spans: dict[int, list[tuple[int, int]]] = {} if data else {0: [(0, 0)]}

    def __len__(self) -> int:
        if self._total is not None:
            return self._total
        found, at = (len(self._starts) - 1) * _BLOCK, self._starts[-1]
        lines = self.newlines - self._numbers[-1] + (0 if self.data.endswith(self._newline) else 1)
        return found + max(lines, -(-(len(self.data) - at) // self._chunk))

    @property
    def complete(self) -> bool:
        return self._total is not None

    @property
    def found(self) -> int:
        return self._total if self._total is not None else (len(self._starts) - 1) * _BLOCK

    def scan(self, blocks: int) -> None:
        for _ in range(blocks):
            if self._total is not None:
                return
            at = self._starts[-1]
            found = self._block.match(self.data, at)
            end = at if found is None else found.end()
            if end < len(self.data):
                self._starts.append(end)
                self._numbers.append(self._numbers[-1] + self.data.count(self._newline, at, end))
            else:
                last = len(self._starts) - 1
                self._total = last * _BLOCK + len(self._in_block(last))

    def span(self, unit: int) -> tuple[int, int]:
        block, rest = divmod(unit, _BLOCK)
        self.scan(block + 1 - len(self._starts))
        spans = self._in_block(min(block, len(self._starts) - 1))
        return spans[min(rest, len(spans) - 1)]

    def number(self, unit: int) -> int | None:
        """The number of the line that begins with the unit, from 1; None where a line goes on."""
        start, _ = self.span(unit)
        if start and self.data[start - 1 : start] != self._newline:
            return None
        block = unit // _BLOCK
        return self._numbers[block] + self.data.count(self._newline, self._starts[block], start) + 1

    @property
    def last_number(self) -> int:
        return self.newlines + 1

    def unit_at(self, offset: int) -> int:
        """The unit that has an offset of the document."""
        while self._total is None and self._starts[-1] <= offset:
            self.scan(1)
        block = bisect_right(self._starts, offset) - 1
        return block * _BLOCK + bisect_right(self._in_block(block), (offset, len(self.data))) - 1

    def _in_block(self, block: int) -> list[tuple[int, int]]:
        spans = self._spans.get(block)
        if spans is None:
            if len(self._spans) > 8:
                self._spans.clear()
            start = self._starts[block]
            end = self._starts[block + 1] if block + 1 < len(self._starts) else None
            if end is None:
                found = self._block.match(self.data, start)
                end = start if found is None else found.end()
            spans = [found.span() for found in self._unit.finditer(self.data, start, end)]
            self._spans[block] = spans
        return spans

    def find(self, query: AnyStr, line: int, *, forward: bool, inclusive: bool) -> int | None:
        pattern = compile_query(query, len(self.data))
        start, end = self.span(line)
        if forward:
            found = pattern.search(self.data, start if inclusive else end)
            return None if found is None else self.unit_at(found.start())
        before = find_before(pattern, self.data, start, len(query))
        return None if before is None else self.unit_at(before)


class TextLines:
    """Text that means nothing to us: line numbers, tabs as blanks, controls made visible."""

    def __init__(self, text: str, chunk: int = CHUNK, newlines: int | None = None) -> None:
        """`newlines`: how many line ends there are, where that is known."""
        self.text = text
        unit = rf"(?:[^\n]{{1,{chunk}}}+\n?+|\n)"
        self._units = _Units(text, chunk, unit, rf"{unit}{{1,{_BLOCK}}}+", "\n", newlines)

    def cut(self, chunk: int) -> "TextLines":
        """The same text with other pieces; its line ends are not counted again."""
        return TextLines(self.text, chunk, self._units.newlines)

    def __len__(self) -> int:
        return len(self._units)

    @property
    def complete(self) -> bool:
        """Whether every line is found."""
        return self._units.complete

    @property
    def found(self) -> int:
        """How many lines are found so far."""
        return self._units.found

    def scan(self, lines: int) -> None:
        """Finds so many lines more."""
        self._units.scan(-(-lines // _BLOCK))

    @property
    def gutter_cells(self) -> int:
        """Digits of the last line number."""
        return max(len(str(self._units.last_number)), 3)

    def gutter(self, line: int) -> str:
        """The number of the line, from 1."""
        number = self._units.number(line)
        return "" if number is None else str(number)

    def spans(self, line: int, cells: int) -> list[Span]:
        """The line, sanitised."""
        return shown(self.copy(line), tab_size=_TAB)

    def copy(self, line: int) -> str:
        """The line as it came, without what ends it."""
        start, end = self._units.span(line)
        return self._units.data[start:end].removesuffix("\n").removesuffix("\r")

    def offset(self, line: int) -> int:
        """Where a line begins."""
        return self._units.span(line)[0]

    def line_at(self, offset: int) -> int:
        """The line that has an offset."""
        return self._units.unit_at(offset)

    def find(self, query: str, line: int, *, forward: bool, inclusive: bool = False) -> int | None:
        """The next or previous line with the query."""
        return self._units.find(query, line, forward=forward, inclusive=inclusive)


class RawLines:
    """The exact bytes: blanks, tabs and line ends as signs, bytes that are not UTF-8 as `\\xc3`, and where they are."""

    def __init__(self, data: bytes, chunk: int = CHUNK, newlines: int | None = None) -> None:
        """`newlines`: how many line ends there are, where that is known."""
        self.data = data
        # A piece takes the rest of a character with it, so that no character is cut in two.
        unit = rb"(?:[^\n]{1,%d}+[\x80-\xbf]{0,3}+\n?+|\n)" % max(chunk - 3, 1)
        self._units = _Units(data, chunk, unit, unit + b"{1,%d}+" % _BLOCK, b"\n", newlines)

    def cut(self, chunk: int) -> "RawLines":
        """The same bytes with other pieces; their line ends are not counted again."""
        return RawLines(self.data, chunk, self._units.newlines)

    def __len__(self) -> int:
        return len(self._units)

    @property
    def complete(self) -> bool:
        """Whether every line is found."""
        return self._units.complete

    @property
    def found(self) -> int:
        """How many lines are found so far."""
        return self._units.found

    def scan(self, lines: int) -> None:
        """Finds so many lines more."""
        self._units.scan(-(-lines // _BLOCK))

    @property
    def gutter_cells(self) -> int:
        """Digits of the last offset."""
        return max(len(str(len(self._units.data))), 4)

    def gutter(self, line: int) -> str:
        """The offset of the first byte, decimal."""
        return f"{self._units.span(line)[0]:0{self.gutter_cells}d}"

    def spans(self, line: int, cells: int) -> list[Span]:
        """The bytes, and where the first one is that is not UTF-8."""
        start, end = self._units.span(line)
        text = self._units.data[start:end].decode("utf-8", "surrogateescape")
        spans: list[Span] = []
        for piece in _RAW_PIECES.finditer(text):
            found, kind = piece.group(), piece.lastgroup
            if kind == "bad":
                written = "".join(f"\\x{ord(byte) - 0xDC00:02x}" for byte in found)
                spans.append((written, "invalid underline"))
            elif kind == "space":
                spans.append(("·" * len(found), "faint"))
            elif kind == "tab":
                spans.append(("→" * len(found), "faint"))
            elif kind == "end":
                spans.append(("␍" if found == "\r" else "␊", "faint"))
            else:
                spans.extend(shown(found))
        bad = _BAD_BYTE.search(text)
        if bad is not None:
            offset = start + len(text[: bad.start()].encode("utf-8", "surrogateescape"))
            spans.append((f"  ▲ byte {offset} is not UTF-8", "warning"))
        return spans

    def copy(self, line: int) -> str:
        """The line as text; bytes that are none as `\\xc3`."""
        start, end = self._units.span(line)
        return self._units.data[start:end].decode("utf-8", "backslashreplace").removesuffix("\n")

    def offset(self, line: int) -> int:
        """Where a line begins."""
        return self._units.span(line)[0]

    def line_at(self, offset: int) -> int:
        """The line that has an offset."""
        return self._units.unit_at(offset)

    def find(self, query: str, line: int, *, forward: bool, inclusive: bool = False) -> int | None:
        """The next or previous line with the query, as UTF-8."""
        query_bytes = query.encode("utf-8", "surrogatepass")
        return self._units.find(query_bytes, line, forward=forward, inclusive=inclusive)
