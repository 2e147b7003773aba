"""A JSON text as the lines of its pretty form, lexed when they are seen."""

from typing import Final

from inspector.tui.cells import Span, cut_end, shown, width_of
from inspector.tui.documents.json_structure import JsonStructure
from inspector.tui.documents.search import compile_query, find_before
from inspector.tui.numbers import counted, size

MOST_CHARACTERS: Final = 2000
"""Of one value on one line, even where nothing needs to be cut; the whole value is opened elsewhere."""

_DEEPEST_INDENT: Final = 60


class JsonLines(JsonStructure):
    """The lines of a text that `is_json`."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._sizes: dict[int, int] = {}

    @property
    def gutter_cells(self) -> int:
        """Digits of the last line number."""
        return max(len(str(len(self))), 3)

    def gutter(self, line: int) -> str:
        """The number of the line, from 1."""
        return str(line + 1)

    def spans(self, line: int, cells: int, *, folded: bool = False) -> list[Span]:
        """A line: indented, lexed, a long value cut and its size told; `folded`: a container as how much is in it."""
        self._reach(line)
        spans: list[Span] = [(" " * min(2 * self._depths[line], _DEEPEST_INDENT), "")]
        end = self._ends[line]
        if self._is_last(line):
            spans.append((self.text[self._starts[line] : end].strip().replace(" ", ""), "muted"))
            return spans
        name = self._name(line)
        if name is not None:
            spans += [*_limited(name, "json-key"), (": ", "muted")]
        comma = "," if self.text[end - 1] == "," else ""
        if self.is_container(line):
            opening = self.text[end - 1]
            spans.append((opening, "muted"))
            if folded:
                last = self.last_line(line)
                comma = "," if self.text[self._ends[last] - 1] == "," else ""
                number, noun = counted(self.members(line), "member" if opening == "{" else "item").split(" ")
                spans += [(" … ", ""), (number, "json-number"), (f" {noun} ", "")]
                spans.append((("}" if opening == "{" else "]") + comma, "muted"))
            return spans
        room = cells - sum(width_of(text) for text, _ in spans) - len(comma) if cells else 0
        spans += self._value_spans(line, room)
        if comma:
            spans.append((comma, "muted"))
        return spans

    def copy(self, line: int) -> str:
        """What of the text belongs to a line, without the blanks around it."""
        self._reach(line)
        return self.text[self._starts[line] : self._ends[line]].strip()

    def find(self, query: str, line: int, *, forward: bool, inclusive: bool = False) -> int | None:
        """The next or previous line with the query, as it is written, escapes included."""
        self._reach(line)
        pattern = compile_query(query, len(self.text))
        start, end = self._starts[line], self._ends[line]
        if forward:
            found = pattern.search(self.text, start if inclusive else end)
            return None if found is None else self._line_at(found.start())
        before = find_before(pattern, self.text, start, len(query))
        return None if before is None else self._line_at(before)

    def _size(self, start: int, end: int) -> int:
        """How many bytes of UTF-8 a part of the text is; a long one is gone through only once."""
        if self.text.isascii():
            return end - start
        known = self._sizes.get(start)
        if known is None:
            known = self._sizes[start] = len(self.text[start:end].encode("utf-8", "surrogatepass"))
        return known

    def _value_spans(self, line: int, room: int) -> list[Span]:
        start, end = self._value_start(line), self._value_end(line)
        first = self.text[start : start + 1]
        if first != '"':
            role = "json-number" if first in "-0123456789" else "json-literal"
            return _limited(self.text[start:end].replace("\n", " "), "muted" if first in "{[" else role)
        length = end - start
        if length <= MOST_CHARACTERS and (not room or length * 2 <= room):
            return shown(self.text[start:end], "json-string")
        head = self.text[start : min(end, start + MOST_CHARACTERS)]
        spans = shown(head, "json-string")
        if length <= MOST_CHARACTERS and sum(width_of(text) for text, _ in spans) <= max(room, 8):
            return spans
        if not room and length <= MOST_CHARACTERS:
            return spans
        told = f" {size(self._size(start + 1, end - 1))}"
        kept = _cut(spans, max(room - len(told) - 2, 6) if room else MOST_CHARACTERS)
        return [*kept, ('…"', "json-string"), (told, "faint")]


def _limited(text: str, role: str) -> list[Span]:
    return shown(text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + "…", role)


def _cut(spans: list[Span], cells: int) -> list[Span]:
    kept: list[Span] = []
    for text, role in spans:
        if cells <= 0:
            break
        text = cut_end(text, cells, "")
        kept.append((text, role))
        cells -= width_of(text)
    return kept
