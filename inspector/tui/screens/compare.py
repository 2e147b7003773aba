"""Two records side by side: what differs in their JSON, and what is alike folded away."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.analysis.detail import Detail
from inspector.analysis.differences import (
    MOST,
    Difference,
    Ignored,
    differences,
    ignoring,
    nothing_ignored,
    path_text,
)
from inspector.analysis.folds import Folds
from inspector.analysis.side_by_side import Row, rows_of
from inspector.tui.cells import Span
from inspector.tui.numbers import count, counted, since_start, size
from inspector.tui.roles import roles_of
from inspector.tui.screens.wishes import CopiesWanted, RecordWanted
from inspector.tui.widgets.compare_rows import as_text
from inspector.tui.widgets.compare_view import WIDE, CompareView
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.detail_copy import Safe
from inspector.tui.widgets.detail_tabs import title_of
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.place_pane import PlacePane
from inspector.wire.json import MISSING, Json, NotJson, dumps, parse
from inspector.wire.text import visible

LARGEST: Final = 40_000_000
"""Bytes of both documents together that are compared."""

OWN: Final = ("$.id", "$.params._meta.progressToken")
"""What differs between any two requests of ours, and their answers: not compared unless one asks for it."""

_AT_ONCE: Final = 200_000
"""Bytes that are compared before the next frame."""
_MOST_ROWS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of it: the differences, `MOST` at most, and the rows to show them."""

    found: Sequence[Difference]
    rows: Sequence[Row]


def compared(first: bytes, second: bytes, ignored: Ignored = nothing_ignored) -> Comparison:
    """Compares two documents; what is no JSON is compared line by line."""
    before, after = _value(first), _value(second)
    found = differences(before, after, ignored)
    rows: list[Row] = []
    for row in rows_of(before, after, found, ignored):
        rows.append(row)
        if len(rows) >= _MOST_ROWS:
            break
    return Comparison(found, rows)


def _value(document: bytes) -> Json:
    text = document.decode("utf-8", "backslashreplace")
    try:
        return parse(text)
    except NotJson:
        return text.splitlines()


class ComparePane(PlacePane):
    """The page. Enter leads to the second record, `x` changes the sides."""

    DEFAULT_CSS = """
    ComparePane > .heads { height: 1; display: none; }
    ComparePane.-beside > .heads { display: block; }
    ComparePane > CompareView { height: 1fr; }
    ComparePane > .where { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "swap", "change sides", id="compare.swap"),
        Binding("t", "ids", "ids too", id="compare.ids"),
        Binding("y", "copy_as", "copy as", id="compare.copy-as"),
        Binding("escape,q", "leave", "back", key_display="Esc", show=False, id="compare.leave"),
    ]

    @dataclass
    class Left(Message):
        """The page is to be left, for the place where one came from."""

    def __init__(self, model: Folds, *, safe: Safe = str, id: str | None = None) -> None:
        """`safe` takes the secrets out of a text that is copied."""
        super().__init__("", "Compare", id=id)
        self._model, self._safe = model, safe
        self._ignored = ignoring(OWN)
        self._seqs = (0, 0)
        self._shown: tuple[Detail | None, Detail | None] = (None, None)
        self._result = Comparison((), ())
        self.heads = HintStrip()
        self.heads.add_class("heads")
        self.view = CompareView()
        self.where = HintStrip()
        self.where.add_class("where")

    def compose(self) -> ComposeResult:
        """Rule, which record is where, the rows, and where the cursor is."""
        yield self.rule
        yield self.heads
        yield self.view
        yield self.where

    @property
    def keyboard(self) -> Widget:
        """The rows."""
        return self.view

    @property
    def seqs(self) -> tuple[int, int]:
        """The two records, the left one first."""
        return self._seqs

    def on_resize(self) -> None:
        """Two columns, or one."""
        self.set_class(self.size.width >= WIDE, "-beside")
        self._tell()

    # ── what is compared ────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, first: int, second: int) -> None:
        """Two records; large ones are compared while keys go on working."""
        self._seqs = (first, second)
        self._shown = (self._model.detail(first), self._model.detail(second))
        documents = [_document(one) for one in self._shown]
        self._result = Comparison((), ())
        total = sum(map(len, documents))
        if total > LARGEST:
            self.view.say(f"They are {size(total)} together; up to {size(LARGEST)} are compared.")
        elif total > _AT_ONCE:
            self.view.say(f"Comparing {size(len(documents[0]))} with {size(len(documents[1]))}.")
            self.run_worker(self._compare(documents[0], documents[1]), exclusive=True, name="compare")
        else:
            self._show(compared(documents[0], documents[1], self._ignored))
        self._tell()

    async def _compare(self, first: bytes, second: bytes) -> None:
        self._show(await asyncio.to_thread(compared, first, second, self._ignored))
        self._tell()

    def _show(self, result: Comparison) -> None:
        self._result = result
        if result.found:
            self.view.show(result.rows)
        else:
            ids = "" if self._with_ids else ", apart from their ids"
            self.view.say(f"They are equal, to the last digit{ids}.")

    # ── what is told of it ──────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self) -> None:
        if not self.is_mounted:
            return
        roles = roles_of(self)
        titles = [
            title_of(one, roles.glyphs) if one is not None else str(seq)
            for one, seq in zip(self._shown, self._seqs, strict=True)
        ]
        sides = f"A {self._seqs[0]}  B {self._seqs[1]}"
        self.change_rule(title=f"Compare  {sides}", facts=self._facts())
        half = max((self.size.width - 5) // 2, 20)
        self.heads.say(
            ([*_head("A", titles[0], self._shown[0], half), *_head("B", titles[1], self._shown[1], half)], ())
        )
        row = self.view.row
        path = "" if row is None else path_text(row.path)
        self.where.say(
            ([(visible(path[:2000]), "json-key")], [("y", "accent bold"), (" copy as", "muted")] if path else ())
        )

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= WIDE

    @property
    def _with_ids(self) -> bool:
        return self._ignored is nothing_ignored

    def _facts(self) -> tuple[Span, ...]:
        many = len(self._result.found)
        ids = () if self._with_ids else (("ids left out", "muted"),)
        if not many:
            return ids
        told = f"{count(many)} differences or more" if many >= MOST else counted(many, "difference")
        return (*ids, (told, "warning"), (f"{self.view.place} of {self.view.differences}", "muted"))

    def on_compare_view_cursor_moved(self, message: CompareView.CursorMoved) -> None:
        """The path is another."""
        message.stop()
        self._tell()

    # ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_swap(self) -> None:
        """The left one to the right."""
        self.show(self._seqs[1], self._seqs[0])

    def action_ids(self) -> None:
        """Ids and progress tokens are compared too, or not."""
        self._ignored = ignoring(OWN) if self._with_ids else nothing_ignored
        self.show(*self._seqs)

    def on_compare_view_opened(self, message: CompareView.Opened) -> None:
        """Enter: the second record by itself."""
        message.stop()
        self.post_message(RecordWanted(self._seqs[1]))

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.post_message(self.Left())

    def action_copy_as(self) -> None:
        """Asks as what: the path, a value of either side, all differences."""
        self.post_message(CopiesWanted(tuple(self._copies())))

    def _copies(self) -> list[Copyable]:
        found: list[Copyable] = []

        def offer(key: str, name: str, text: str) -> None:
            found.append(Copyable(key, name, "", lambda secrets: text if secrets else self._safe(text)))

        row = self.view.row
        if row is not None:
            offer("p", "path", path_text(row.path))
            for key, name, value in (("y", "value of A", row.value[0]), ("t", "value of B", row.value[1])):
                if value is not MISSING:
                    offer(key, name, dumps(value))
        if self._result.found:
            offer("j", "differences as JSON", difference_lines(self._result.found))
            offer("l", "as text", as_text(self._result.rows))
        return found


def difference_lines(found: Sequence[Difference]) -> str:
    """The differences as JSON, one a line: `{"path", "kind", "before", "after"}`, what is not there left out."""
    lines = []
    for one in found:
        members = {"path": one.where, "kind": one.kind, "before": one.before, "after": one.after}
        lines.append(dumps({name: value for name, value in members.items() if value is not MISSING}))
    return "\n".join(lines) + "\n"


def _document(detail: Detail | None) -> bytes:
    if detail is None:
        return b""
    return detail.document if detail.document is not None else detail.raw


def _head(side: str, title: str, detail: Detail | None, cells: int) -> list[Span]:
    at = f"  {since_start(detail.row.at)}" if detail is not None else ""
    text = f" {side}  {visible(title)}{at}"
    return [(text[:cells].ljust(cells), "muted")]
