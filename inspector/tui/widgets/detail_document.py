"""The bytes or the JSON of a record, with the place marked at which it stops being JSON."""

from typing import Final

from inspector.tui.cells import Span
from inspector.tui.documents.opening import Form
from inspector.tui.documents.text_lines import RawLines
from inspector.tui.numbers import count
from inspector.tui.widgets.document_view import DocumentView
from inspector.wire.json import NotJson, parse

_LONGEST: Final = 4_000_000
"""Bytes that are read a second time to find the place; in longer ones it is only told."""
_BOM: Final = b"\xef\xbb\xbf"


def offence_at(body: bytes) -> int | None:
    """The byte at which a text stops being JSON.

    None if it is JSON, if it is no UTF-8 (the exact bytes tell that themselves), and if it is very long.
    """
    if len(body) > _LONGEST:
        return None
    before = len(_BOM) if body.startswith(_BOM) else 0
    try:
        text = body[before:].decode()
    except UnicodeDecodeError:
        return None
    try:
        parse(text)
    except NotJson as error:
        return before + len(text[: error.position].encode())
    return None


class DetailDocument(DocumentView):
    """A document of which one byte may be marked."""

    _marked: int | None = None

    def show(
        self, document: str | bytes, form: Form = "auto", newlines: int | None = None, *, marked: int | None = None
    ) -> None:
        """Another document, with the cursor where it is marked; only the exact bytes can be."""
        self._marked = marked
        super().show(document, form, newlines)
        if marked is not None and isinstance(self._plain, RawLines):
            self.move_to(self._plain.line_at(min(marked, max(len(self._plain.data) - 1, 0))))

    def place(self, line: int | None = None) -> str:
        """Where a line is, or the cursor: `line 4 of 23`; of the exact bytes, whose lines have any length, the byte."""
        at = line if line is not None else self.cursor_line or 0
        if isinstance(self._plain, RawLines):
            return f"byte {count(self._plain.offset(at))} of {count(len(self._plain.data))}"
        return f"line {count(at + 1)} of {count(self.total_lines)}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only JSON can be folded."""
        return action != "fold" or self.form == "json"

    def _spans(self, line: int, cells: int) -> list[Span]:
        spans, plain = super()._spans(line, cells), self._plain
        if self._marked is None or not isinstance(plain, RawLines):
            return spans
        start, at = plain.offset(line), self._marked
        end = plain.offset(line + 1) if line + 1 < len(plain) else len(plain.data) + 1
        if not start <= at < end:
            return spans
        # The same bytes give the same signs, so what stands before the place says how far it is.
        before = len("".join(text for text, _ in RawLines(plain.data[start:at]).spans(0, 0))) if at > start else 0
        note = f"  ▲ byte {at}: not JSON from here" if at < len(plain.data) else "  ▲ it ends too soon"
        return [*_marked_at(spans, before), (note, "warning")]


def _marked_at(spans: list[Span], at: int) -> list[Span]:
    """The spans with the character at a place, counted over all of them, in a role of its own."""
    marked: list[Span] = []
    for text, role in spans:
        if 0 <= at < len(text):
            marked += [(text[:at], role), (text[at], "invalid bold underline"), (text[at + 1 :], role)]
        else:
            marked.append((text, role))
        at -= len(text)
    return [span for span in marked if span[0]]
