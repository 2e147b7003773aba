"""The bodies of the tabs of a record, of which one is seen. A document is opened when its tab is, and then kept."""

from textual.app import ComposeResult

from inspector.analysis.detail import Detail
from inspector.tui.widgets.detail_document import DetailDocument, offence_at
from inspector.tui.widgets.detail_http import Framing
from inspector.tui.widgets.detail_page import DetailPage
from inspector.tui.widgets.detail_related import RelatedList, RowOf
from inspector.tui.widgets.detail_tabs import Side, related_to
from inspector.tui.widgets.unscrolled import Vertical


class DetailBodies(Vertical):
    """The bodies. Over the JSON, one of its strings can be shown whole."""

    DEFAULT_CSS = """
    DetailBodies { background: $background; }
    DetailBodies > LineView { height: 1fr; }
    """

    def __init__(self, row_of: RowOf) -> None:
        """`row_of` gives the row of a record that is named."""
        super().__init__()
        self._side: Side | None = None
        self._loaded: set[Side] = set()
        self._whole = False
        self.json = DetailDocument()
        self.raw = DetailDocument(form="raw", wrap=True)
        self.value = DetailDocument(wrap=True)
        self.page = DetailPage(row_of)
        self.related = RelatedList(row_of)

    def compose(self) -> ComposeResult:
        """All of them."""
        yield from (self.json, self.raw, self.value, self.page, self.related)

    # ── which is seen ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def seen(self) -> DetailDocument | DetailPage | RelatedList:
        """The body that is seen."""
        if self._side == "json":
            return self.value if self._whole else self.json
        return self.raw if self._side == "raw" else self.related if self._side == "related" else self.page

    @property
    def document(self) -> DetailDocument | None:
        """The document that is seen; None on a tab that has none."""
        seen = self.seen
        return seen if isinstance(seen, DetailDocument) else None

    @property
    def whole(self) -> bool:
        """Whether a string of the JSON is shown whole."""
        return self._whole

    @property
    def where(self) -> str:
        """The path of the value that the cursor is on; of a text the line."""
        document = self.json if self._whole else self.document
        if document is None or document.cursor_line is None:
            return ""
        return document.path_at_cursor or document.place()

    def _turn(self) -> None:
        inside, seen = self.has_focus_within, self.seen
        # The keyboard goes first: what is hidden while it has it would give it to anybody.
        seen.display = True
        if inside:
            seen.focus()
        for body in self.children:
            body.display = body is seen

    # ── what they show ──────────────────────────────────────────────────────────────────────────────────────────────

    def forget(self) -> None:
        """What is open belongs to another record."""
        self._loaded.clear()
        self._whole = False

    def show(self, detail: Detail, side: Side, framing: Framing | None) -> None:
        """One side of a record. `framing`: what an event stream has around its message."""
        self._side = side
        if side == "related":
            self.related.show(related_to(detail), detail.seq)
        elif side in ("http", "timing", "findings"):
            self.page.show(detail, side, framing)
        elif side not in self._loaded:
            self._loaded.add(side)
            if side == "json":
                self.json.show(detail.document or b"", "json")
            else:
                self.raw.show(detail.raw, "raw", marked=_offence(detail, framing))
        self._turn()

    def say(self, sentence: str) -> None:
        """There is no record to show."""
        self._side = None
        self.page.say(sentence)
        self._turn()

    def show_string(self) -> bool:
        """Shows the string at the cursor of the JSON whole, with its own line ends; False if there is none."""
        text = self.json.string_at_cursor
        if text is None or self.seen is not self.json:
            return False
        self._whole = True
        self.value.show(text)
        self._turn()
        return True

    def leave_string(self) -> None:
        """Back to the JSON around it."""
        self._whole = False
        self._turn()

    def find(self, text: str) -> int | None:
        """Looks for a text in the body that is seen: the line where it is, from 0. An empty text ends it in all."""
        if not text:
            for body in (self.json, self.raw, self.value, self.page, self.related):
                body.find("")
            return None
        return self.seen.find(text)


def _offence(detail: Detail, framing: Framing | None) -> int | None:
    """The byte of the record at which it is no JSON."""
    if not detail.not_json:
        return None
    before, after = (len(framing.before), len(framing.after)) if framing and framing.size is not None else (0, 0)
    at = offence_at(detail.raw[before : len(detail.raw) - after])
    return None if at is None else before + at
