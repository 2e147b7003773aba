"""The detail of one record: its JSON, its exact bytes, its HTTP, its time, what it belongs to, and what is wrong."""

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events as ui
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.analysis.detail import Detail
from inspector.analysis.folds import Folds
from inspector.tui.cells import Span
from inspector.tui.numbers import count, counted, size
from inspector.tui.roles import roles_of
from inspector.tui.screens.traffic_rows import shown_row
from inspector.tui.screens.wishes import EditWanted, NoteWanted, ResendWanted
from inspector.tui.widgets.copy_bar import Copyable, CopyBar
from inspector.tui.widgets.detail_about import AboutPanel, about_rows
from inspector.tui.widgets.detail_bodies import DetailBodies
from inspector.tui.widgets.detail_copy import CopiesOf, Safe, copyables
from inspector.tui.widgets.detail_http import Framing
from inspector.tui.widgets.detail_masking import MaskHeaders, masked, unmasked
from inspector.tui.widgets.detail_page import DetailPage
from inspector.tui.widgets.detail_related import RelatedList
from inspector.tui.widgets.detail_tabs import Side, opened_at, sides_of, tabs_of, title_of
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.filter_bar import FilterBar
from inspector.tui.widgets.found_rows import FoundRows
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.rule import Rule
from inspector.tui.widgets.traffic_row import TrafficRow
from inspector.tui.widgets.unscrolled import Horizontal
from inspector.wire import events
from inspector.wire.text import visible

BESIDE: Final = 120
"""Cells from which on what is known of the record stands beside it."""

_MANY_LINES: Final = 1000
_MANY_BYTES: Final = 1_000_000


class DetailPane(PlacePane):
    """A page of its own. `.` and `,` change the tab, which stays when another record is shown."""

    DEFAULT_CSS = """
    DetailPane > FilterBar { display: none; }
    DetailPane.-finding > FilterBar { display: block; }
    DetailPane > .offence { display: none; height: 1; }
    DetailPane.-offence > .offence { display: block; }
    DetailPane > .detail--body { height: 1fr; background: $background; }
    DetailPane DetailBodies { width: 1fr; }
    DetailPane AboutPanel { width: 34%; min-width: 40; max-width: 60; display: none; }
    DetailPane.-beside.-document AboutPanel { display: block; }
    DetailPane > .about { display: none; }
    DetailPane.-document > .about { display: block; }
    DetailPane.-beside > .about { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="detail.next"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="detail.previous"),
        Binding("slash", "find", "find", key_display="/", priority=True, id="detail.find"),
        Binding("y", "copy_as", "copy as", id="detail.copy-as"),
        Binding("o", "other_half", "other half", id="detail.other-half"),
        Binding("c", "compare", "compare", id="detail.compare"),
        Binding("e", "edit", "edit and send", id="detail.edit"),
        Binding("a", "note", "note", id="detail.note"),
        Binding("r", "resend", "send again", id="detail.resend"),
        Binding("escape", "close", "close", show=False, id="detail.close"),
    ]

    @dataclass
    class RecordWanted(Message):
        """Another record is to be shown: the other half, a related one, what a fact or a finding rests on."""

        seq: int

    @dataclass
    class CompareWanted(Message):
        """The record is to be compared with the marked one, or with the one before of its kind."""

        seq: int

    @dataclass
    class CopyWanted(Message):
        """A text for the clipboard, as it came from the wire: it is not safe to show. `what` says what it is."""

        text: str
        what: str = ""

    def __init__(
        self,
        model: Folds,
        *,
        mask_headers: MaskHeaders = unmasked,
        copies: CopiesOf = lambda seq: (),
        safe: Safe = str,
        id: str | None = None,
    ) -> None:
        """`mask_headers` masks the values of headers that are secrets, `safe` the secrets of a text that is copied; by
        default none is. `copies` is what a record can be copied as, beside what is seen of it."""
        super().__init__("", "", id=id)
        self.mask_headers = mask_headers
        self._copies, self._safe = copies, safe
        self._model = model
        self._seq: int | None = None
        self._detail: Detail | None = None
        self._note: str | None = None
        self._wanted: Side = "json"
        self._opened_for: Side | None = None
        self._side: Side = "json"
        self.find_bar = FilterBar()
        self.find_bar.input.placeholder = "find"
        self.offence = HintStrip()
        self.offence.add_class("offence")
        self.bodies = DetailBodies(self._row)
        self.panel = AboutPanel()
        self.about = HintStrip()
        self.about.add_class("about")
        self.copy_bar = CopyBar()

    def compose(self) -> ComposeResult:
        """Rule, what is looked for, what is wrong, the tabs' bodies, what it is."""
        yield self.rule
        yield self.find_bar
        yield self.offence
        with Horizontal(classes="detail--body"):
            yield self.bodies
            yield self.panel
        yield self.copy_bar
        yield self.about

    @property
    def keyboard(self) -> Widget:
        """What shows the open tab."""
        return self.bodies.seen

    @property
    def seq(self) -> int | None:
        """The record that is shown."""
        return self._seq

    def on_mount(self) -> None:
        """What was asked for before."""
        self._read(fresh=True)

    def on_resize(self, event: ui.Resize) -> None:
        """There is room beside the document, or only below it."""
        self.set_class(event.size.width >= BESIDE, "-beside")
        self._tell()

    def on_descendant_blur(self, event: ui.DescendantBlur) -> None:
        """The keyboard went to another part of this pane, or out."""
        # When a tab is left, its body is told that the keyboard went after the other one that it came.
        event.prevent_default()
        self.rule.focused = self.has_focus_within

    # ── which record, which tab ─────────────────────────────────────────────────────────────────────────────────────

    def show(self, seq: int, side: Side | None = None) -> None:
        """Another record; or the same again, as more became known of it: then nothing moves.

        `side`: the tab that it is opened for; the next record is opened as before, unless the person turns this one.
        """
        fresh = seq != self._seq
        if fresh or side is not None:
            self._opened_for = side
        self._seq = seq
        if self.is_mounted:
            self._read(fresh=fresh)

    def fed(self) -> None:
        """More is known: if there is another note on the record, it is shown."""
        if self._detail is not None and self._note != self._model.timeline.notes.of.get(self._detail.seq):
            self._read(fresh=False)

    def _read(self, *, fresh: bool) -> None:
        detail = None if self._seq is None else self._model.detail(self._seq)
        self._note = None if self._seq is None else self._model.timeline.notes.of.get(self._seq)
        before, self._detail = self._detail, None if detail is None else masked(detail, self.mask_headers)
        if fresh or before is None or self._detail is None or before.document != self._detail.document:
            self.bodies.forget()
        self._turn_to(self._opened_for or self._wanted)

    def _turn_to(self, side: Side) -> None:
        """Opens a tab, or the first if the record has not got it."""
        detail = self._detail
        if detail is not None:
            self._side = opened_at(side, sides_of(detail))
            self.bodies.show(detail, self._side, self._framing(detail.seq))
        else:
            self.bodies.say("No record is chosen." if self._seq is None else f"There is no record {self._seq} here.")
        self._turned()

    def _turned(self) -> None:
        """Another body is seen."""
        detail, document = self._detail, self.bodies.document
        self.set_class(document is not None, "-document")
        self.set_class(bool(detail and detail.not_json and self._side == "raw"), "-offence")
        if self.find_bar.text:
            self._find(self.find_bar.text)
        self._tell()
        self.refresh_bindings()

    def _framing(self, seq: int) -> Framing | None:
        record = self._model.record(seq)
        event = None if record is None else record.event
        if isinstance(event, events.Received) and (event.before or event.after):
            return Framing(event.before, len(event.raw), event.after)
        return Framing(event.raw) if isinstance(event, events.SseBlock) else None

    def _row(self, seq: int) -> TrafficRow | None:
        row = self._model.timeline.row(seq)
        return None if row is None else shown_row(row)

    # ── what is told of it ──────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self) -> None:
        """The rule, the panel or the rows below, the reason why it is no JSON."""
        detail = self._detail
        if not self.is_mounted:
            return
        if detail is None:
            self.change_rule(title="" if self._seq is None else str(self._seq), tabs=(), facts=(), note="")
            self.panel.show(None, "")
            return
        roles = roles_of(self)
        self.change_rule(
            title=title_of(detail, roles.glyphs),
            tabs=tabs_of(detail),
            active=self._side,
            facts=self._facts(detail),
        )
        where = self.bodies.where
        self.panel.show(detail, where)
        self.about.say(*about_rows(detail, where, self.size.width, roles))
        sign, reason = (roles.glyphs.error, "invalid bold"), visible(detail.not_json)
        self.offence.say(([sign, (f" {reason[:1].upper()}{reason[1:]}", "invalid")], ()))

    def _facts(self, detail: Detail) -> tuple[Span, ...]:
        """Of what is long, how long it is, and where one is."""
        view = self.bodies.document
        if view is None:
            return ()
        facts: list[Span] = [(size(len(view.document)), "muted")] if len(view.document) >= _MANY_BYTES else []
        if facts or view.total_lines >= _MANY_LINES:
            facts.append((view.place(), "muted"))
        return tuple(facts)

    def on_document_view_cursor_moved(self, message: DocumentView.CursorMoved) -> None:
        """The path is another."""
        message.stop()
        if message.view is self.bodies.document:
            self._tell()

    # ── finding ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_find(self) -> None:
        """Begins to look for a text in what is seen."""
        self.add_class("-finding")
        self.find_bar.start()

    def _find(self, text: str) -> None:
        if text:
            self._tell_hit(self.bodies.find(text))
        else:
            self._end_hits()

    def _end_hits(self) -> None:
        self.bodies.find("")
        self.find_bar.tell("")

    def _tell_hit(self, line: int | None) -> None:
        """In the find line: where the hit is, or in how much there is none."""
        seen, document = self.bodies.seen, self.bodies.document
        if document is not None:
            none = counted(document.total_lines, "line")
            self.find_bar.tell(f"0 of {none}" if line is None else document.place(line))
        else:
            rows = seen.line_count
            self.find_bar.tell(
                f"0 of {counted(rows, 'row')}" if line is None else f"row {count(line + 1)} of {count(rows)}"
            )

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """Each letter looks."""
        message.stop()
        self._find(message.text)

    def on_filter_bar_accepted(self, message: FilterBar.Accepted) -> None:
        """Enter: to the hit, and on with `n` and `p`."""
        message.stop()
        self.keyboard.focus()

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """Back to the document; where nothing is looked for, the row goes."""
        message.stop()
        self.keyboard.focus()
        self.set_class(bool(self.find_bar.text), "-finding")

    def on_document_view_searched(self, message: DocumentView.Searched) -> None:
        """`n` or `p` went on."""
        message.stop()
        document = self.bodies.document
        if message.line is not None and document is message.view:
            self._tell_hit(message.line)

    def on_found_rows_searched(self, message: FoundRows.Searched) -> None:
        """The same on a page."""
        message.stop()
        if message.view is self.bodies.seen:
            self._tell_hit(message.row)

    def _end_find(self) -> None:
        self.find_bar.clear()
        self._end_hits()
        self.remove_class("-finding")

    # ── a value, whole ──────────────────────────────────────────────────────────────────────────────────────────────

    def on_document_view_opened(self, message: DocumentView.Opened) -> None:
        """Enter on a string: its text, with its own line ends, in the place of the document."""
        message.stop()
        if message.view is self.bodies.json and self.bodies.show_string():
            self._turned()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what leads somewhere."""
        if action == "close":
            return self.bodies.whole or self.has_class("-finding")
        if action == "other_half":
            return self._seq is not None and self._model.timeline.other_half(self._seq) is not None
        return True

    def action_close(self) -> None:
        """Ends what was looked for; then goes from a value back to its document."""
        if self.has_class("-finding"):
            self._end_find()
            self.keyboard.focus()
        else:
            self.bodies.leave_string()
            self._turned()

    # ── to other tabs and records ───────────────────────────────────────────────────────────────────────────────────

    def action_turn(self, by: int) -> None:
        """The next tab, or the one before."""
        if self._detail is not None:
            sides = sides_of(self._detail)
            self._open(sides[(sides.index(self._side) + by) % len(sides)])

    def _open(self, side: Side) -> None:
        self._wanted, self._opened_for = side, None
        self._turn_to(side)

    def on_rule_tab_clicked(self, message: Rule.TabClicked) -> None:
        """A click on a tab."""
        message.stop()
        if self._detail is not None:
            for side in sides_of(self._detail):
                if side == message.tab:
                    self._open(side)
            self.keyboard.focus()

    def on_rule_clicked(self, message: Rule.Clicked) -> None:
        """A click on the rule takes the keyboard here."""
        message.stop()
        self.focus()

    def action_other_half(self) -> None:
        """From a request to its answer, and back."""
        other = None if self._seq is None else self._model.timeline.other_half(self._seq)
        if other is not None:
            self.post_message(self.RecordWanted(other))

    def action_edit(self) -> None:
        """The message of the record, to be edited and sent again."""
        if self._seq is not None:
            self.post_message(EditWanted(self._seq))

    def action_note(self) -> None:
        """A note on the record."""
        if self._seq is not None:
            self.post_message(NoteWanted(self._seq))

    def action_resend(self) -> None:
        """Its request is sent again, and the answer compared."""
        if self._seq is not None:
            self.post_message(ResendWanted((self._seq,)))

    def action_compare(self) -> None:
        """Beside the marked record, or the one before of its kind."""
        if self._seq is not None:
            self.post_message(self.CompareWanted(self._seq))

    def on_related_list_chosen(self, message: RelatedList.Chosen) -> None:
        """Enter on a related record."""
        message.stop()
        self.post_message(self.RecordWanted(message.seq))

    def on_detail_page_chosen(self, message: DetailPage.Chosen) -> None:
        """Enter on a record of a finding."""
        message.stop()
        self.post_message(self.RecordWanted(message.seq))

    def on_about_panel_chosen(self, message: AboutPanel.Chosen) -> None:
        """Enter on a fact that leads to a record."""
        message.stop()
        self.post_message(self.RecordWanted(message.seq))

    # ── copying ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_copy_as(self) -> None:
        """Asks what is to be copied: something of what is seen, or the record as something else."""
        seen, detail = self.bodies.seen, self._detail
        if detail is None:
            return
        if isinstance(seen, DocumentView):
            here = copyables(seen, self._safe)
        else:
            page = seen.text
            here = [Copyable("y", "this page", "", lambda secrets: page if secrets else self._safe(page))]
        self.copy_bar.ask([*here, *self._copies(detail.seq)])

    def on_copy_bar_chosen(self, message: CopyBar.Chosen) -> None:
        """One of them."""
        message.stop()
        # A JSON escape may stand for half a character, which no clipboard takes.
        self.post_message(self.CopyWanted(message.text.encode("utf-8", "backslashreplace").decode(), message.name))

    def on_copy_bar_left(self, message: CopyBar.Left) -> None:
        """Back to what was copied from."""
        message.stop()
        self.keyboard.focus()
