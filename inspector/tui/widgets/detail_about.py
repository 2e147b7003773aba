"""What a record is: a sentence, facts, where the cursor is, its size and time. A panel beside it, or two rows below."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.analysis.detail import Detail
from inspector.tui.cells import Line, Span, cut_middle
from inspector.tui.numbers import counted, duration, since_start, size
from inspector.tui.roles import Roles
from inspector.tui.widgets.hint_strip import Row
from inspector.tui.widgets.page_text import labelled, paragraph, prose
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.wire.text import visible

_LONGEST_LABEL: Final = 14


def size_and_time(detail: Detail) -> str:
    """`488 B on the wire, 1 line, 13 ms`."""
    parts = []
    if detail.raw:
        lines = detail.raw.count(b"\n") + (0 if detail.raw.endswith(b"\n") else 1)
        parts += [f"{size(len(detail.raw))} on the wire", counted(lines, "line")]
    if detail.row.took_ms is not None:
        parts.append(duration(detail.row.took_ms / 1000))
    return ", ".join([*parts, f"at {since_start(detail.row.at)}"])


def about_page(detail: Detail, where: str, width: int, roles: Roles, *, airy: bool) -> list[PageLine]:
    """The panel's rows. Facts that lead to a record are stops: `(place, record)`. `where`: the path at the cursor."""
    empty = [PageLine(Line(roles).strip(width))]
    gap = empty if airy else []
    page = [*gap, *_titled("What this is", width, roles)]
    page += block(paragraph(detail.sentence, width, roles, role="muted"))
    if detail.facts:
        page += empty
    value_at = 3 + min(max((len(fact.label) for fact in detail.facts), default=0), _LONGEST_LABEL)
    for number, fact in enumerate(detail.facts):
        role = "accent" if fact.seq is not None else ""
        rows = labelled(fact.label, [(fact.text, role)], width, roles, value_at=value_at)
        page += block(rows, None if fact.seq is None else (number, fact.seq))
    if where:
        page += [*empty, *_titled("Path", width, roles), *block(prose([(where, "json-key")], width, roles))]
    page += [*empty, *_titled("Size and time", width, roles)]
    page += block(paragraph(size_and_time(detail), width, roles, role="muted"))
    if detail.clause:
        page += [*empty, *_titled("Clause", width, roles)]
        page += block(prose([(f"{roles.glyphs.clause} {detail.clause}", "muted")], width, roles))
    return page


def about_rows(detail: Detail, where: str, width: int, roles: Roles) -> tuple[Row, Row]:
    """The two rows: where the cursor is and the key that copies it, what the record belongs to and is."""
    room = max(width - 30, 10)
    path = cut_middle(visible(where[: 4 * room]), room, roles.glyphs.cut)
    keys: list[Span] = [("y", "accent bold"), (" path or value" if where.startswith("$") else " copy as", "muted")]
    leads: dict[str, list[str]] = {}
    for fact in detail.facts:
        if fact.seq is not None:
            leads.setdefault(fact.label, []).append(str(fact.seq))
    note = next((fact.text for fact in detail.facts if fact.label == "note"), "")
    spans: list[Span] = [(f"{roles.glyphs.note} {note}", "waiting")] if note else []
    for label, seqs in leads.items():
        spans += [(f" {roles.glyphs.dot} " if spans else "", "faint"), (f"{label} ", "muted"), (", ".join(seqs), "")]
    spans += [(f" {roles.glyphs.dot} " if spans else "", "faint"), (visible(detail.sentence), "muted")]
    return ([(path, "json-key" if where.startswith("$") else "muted")], keys), (spans, ())


def _titled(title: str, width: int, roles: Roles) -> list[PageLine]:
    return block(prose([(title, "bold")], width, roles))


class AboutPanel(PageView):
    """The panel. Tab goes into it where it has records to go to."""

    DEFAULT_CSS = """
    AboutPanel { border-left: solid $line; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "go there", key_display="Enter", id="about.open")]

    @dataclass
    class Chosen(Message):
        """A record is to be shown."""

        panel: "AboutPanel"
        seq: int

        @property
        def control(self) -> Widget:
            """The panel."""
            return self.panel

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.can_focus = False
        self._detail: Detail | None = None
        self._where = ""

    def show(self, detail: Detail | None, where: str) -> None:
        """Another record, or another place in it."""
        if (detail, where) != (self._detail, self._where):
            if detail is None or self._detail is None or detail.seq != self._detail.seq:
                self.scroll_to(y=0, animate=False)
            self._detail, self._where = detail, where
            self.can_focus = detail is not None and any(fact.seq is not None for fact in detail.facts)
            self.page_changed()

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """The rows."""
        if self._detail is None:
            return []
        return about_page(self._detail, self._where, width, self.roles, airy=self.size.height >= 20)

    def _finish(self, strip: Strip, index: int, roles: Roles, *, first: bool) -> Strip:
        """The cursor is seen only while the keyboard is here: it is the document's that says where one is."""
        return super()._finish(strip, index if self.has_focus else -1, roles, first=first)

    def action_open(self) -> None:
        """Goes to the record of the fact under the cursor."""
        if isinstance(self.stop, tuple):
            self.post_message(self.Chosen(self, self.stop[1]))
