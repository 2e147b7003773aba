"""Two sessions beside each other, without the keys: what is compared, how far it has come, and what is told of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from textual.app import ComposeResult
from textual.widget import Widget

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.judging import Pair
from inspector.analysis.differences import path_text
from inspector.analysis.side_by_side import Row
from inspector.analysis.side_by_side import rows_of as lines_of
from inspector.tui.cells import Span, cut_end
from inspector.tui.numbers import count, counted
from inspector.tui.twin_rows import TwinRows, Twins, twins_of
from inspector.tui.widgets.compare_view import CompareView
from inspector.tui.widgets.filtered_place import FilteredPlace
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.twin_list import TwinList, TwinRow
from inspector.tui.widgets.twin_view import TwinView
from inspector.wire.text import visible

_MOST_LINES: Final = 100_000

Here = Literal["first", "second", ""]
"""Which of the two is the session that is shown, whose records can be opened."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the two are called, and which of them is the session that is shown. `again`: the second is the first one's
    requests sent again."""

    first: str
    second: str
    here: Here = ""
    again: bool = False


class TwinsShown(FilteredPlace):
    """The page. The owner says what is compared: `begin`, then `show` or, while answers come, `add`."""

    DEFAULT_CSS = """
    TwinsShown > .heads { height: 1; }
    TwinsShown > TwinList { height: 45%; }
    TwinsShown > .about { height: 1; display: none; }
    TwinsShown > TwinView { height: 1fr; display: none; }
    TwinsShown > .where { height: 1; display: none; }
    TwinsShown.-looking > .about, TwinsShown.-looking > TwinView, TwinsShown.-looking > .where { display: block; }
    TwinsShown.-inside > TwinList { height: 25%; min-height: 4; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", "Compare", id=id)
        self._names = Names("", "")
        self._catalogs = (Catalog(), Catalog())
        self._rows = TwinRows()
        self._twins: Twins | None = None
        self._lines: Sequence[Row] = ()
        self._known: TwinRow | None = None
        self._progress = ""
        self._done = self._some = False
        self.heads = HintStrip()
        self.heads.add_class("heads")
        self.list = TwinList()
        self.about = HintStrip()
        self.about.add_class("about")
        self.view = TwinView()
        self.where = HintStrip()
        self.where.add_class("where")

    def compose(self) -> ComposeResult:
        """Rule, what is A and B, the rows, what one of them stands for, and where the cursor is in it."""
        yield self.rule
        yield self.heads
        yield self.filter_bar
        yield self.list
        yield self.about
        yield self.view
        yield self.where

    @property
    def filtered(self) -> TwinList:
        """The list."""
        return self.list

    @property
    def keyboard(self) -> Widget:
        """The part that had the keyboard last: the rows, or the documents of one."""
        return self.view if self.has_class("-inside") else self.list

    @property
    def running(self) -> bool:
        """Whether something goes on that can be cancelled."""
        return bool(self._progress)

    @property
    def names(self) -> Names:
        """What the two are called."""
        return self._names

    # ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, names: Names, progress: str) -> None:
        """Two other sessions, of which nothing is known yet."""
        self._names, self._rows, self._known, self._twins = names, TwinRows(), None, None
        self._done = False
        self.list.folded = type(self.list)().folded
        self.list.filter("")
        self.remove_class("-looking", "-filtering", "-inside")
        self.progress(progress)

    def call_them(self, first: str, second: str) -> None:
        """What they are called, now that they are read."""
        self._names = replace(self._names, first=first, second=second)

    def progress(self, text: str) -> None:
        """How far it has come; empty where nothing goes on any more."""
        self._progress = text
        if not self._rows.rows:
            self.list.show((), {}, [(text or "There is nothing to compare.", "muted")])
        self.tell()
        self.refresh_bindings()

    def fail(self, sentence: str) -> None:
        """Nothing can be compared, and why."""
        self._progress = ""
        self.list.show((), {}, [(sentence, "error")])
        self.tell()
        self.refresh_bindings()

    def add(self, pairs: Sequence[Pair], progress: str) -> None:
        """Answers that came since the last time."""
        for pair in pairs:
            self._rows.add(pair)
        self._progress = progress
        self.list.show(self._rows.rows, self._rows.facts)
        self.tell()

    def show(self, rows: TwinRows, catalogs: tuple[Catalog, Catalog], *, some: bool = False) -> None:
        """All that came of it; the cursor goes to the first difference, unless it was put elsewhere meanwhile.

        `some`: only some requests were sent, and what is offered was not compared.
        """
        self._some = some
        moved = self._known is not None and bool(self._rows.rows)
        self._rows, self._catalogs, self._progress, self._done = rows, catalogs, "", True
        empty = [("Nothing was asked in both, and the same is offered.", "muted")]
        self.list.show(self._rows.rows, self._rows.facts, empty)
        if not moved:
            self.list.next_difference(1)
        self._known = None
        self._look()
        self.tell()
        self.refresh_bindings()

    # ── what is told of it ──────────────────────────────────────────────────────────────────────────────────────────

    def tell(self) -> None:
        """The rule, the heads, and what the row is."""
        if not self.is_mounted:
            return
        self.change_rule(title="Sent again" if self._names.again else "Compare", facts=self._facts())
        half = max((self.size.width - 12) // 2, 16)
        first, second = (cut_end(visible(name), half) for name in (self._names.first, self._names.second))
        self.heads.say(([("A ", "bold"), (first, "muted"), ("   B ", "bold"), (second, "muted")], ()))
        row = self.view.row if self._twins is not None else None
        path = "" if row is None else path_text(row.path)
        verdict: list[Span] = []
        selected = self.list.selected
        if row is not None and isinstance(selected, TwinRow) and selected.part == "offered" and row.kind:
            said = self._rows.offered[selected.at].verdict_at(row.path)
            verdict = [(said, "error bold" if said == "breaking" else "success")] if said else []
        self.where.say(([(visible(path[:2000]), "json-key")], verdict))

    def _facts(self) -> tuple[Span, ...]:
        if self._progress:
            different = len(self._rows.answers)
            return (*(((counted(different, "difference"), "warning"),) if different else ()), (self._progress, "muted"))
        if not self._done:
            return ()
        breaking = sum(one.breaking for one in self._rows.offered)
        told: list[Span] = []
        if breaking:
            told.append((f"{count(breaking)} breaking", "error"))
        elif self._rows.offered:
            told.append((f"{count(len(self._rows.offered))} compatible", "success"))
        elif not self._some:
            told.append(("the same offered", "success"))
        different, compared = len(self._rows.answers), len(self._rows.answers) + len(self._rows.equal)
        if different:
            told.append((f"{count(different)} of {counted(compared, 'answer')} not equal", "warning"))
        elif compared:
            told.append((f"{counted(compared, 'answer')} equal", "success"))
        return tuple(told)

    def on_resize(self) -> None:
        """There may be more room for the names, or less."""
        self.tell()

    def on_pick_list_chosen(self, message: PickList.Chosen) -> None:
        """Another row."""
        message.stop()
        self._look()

    def _look(self) -> None:
        """The documents of the row that the cursor is on."""
        row = self.list.selected
        if row == self._known:
            return
        self._known = row if isinstance(row, TwinRow) else None
        self._twins = twins_of(self._known, self._rows, self._catalogs) if self._known is not None else None
        self.set_class(self._known is not None, "-looking")
        if self._twins is None:
            self.view.say(self._sentence())
        elif not self._twins.found:
            self.view.say("They are equal, but for what is another each time.")
        else:
            self._lines = [
                line
                for line, _ in zip(
                    lines_of(self._twins.before, self._twins.after, self._twins.found), range(_MOST_LINES), strict=False
                )
            ]
            self.view.show(self._lines)
        self._tell_about()
        self.tell()

    def _sentence(self) -> str:
        row = self._known
        if row is None:
            return ""
        if row.part == "left":
            return f"It was not sent again: {self._rows.left[row.at].why}."
        if row.part in ("gone", "added"):
            return "There is nothing to compare it with: the other session did not ask this."
        return "" if row.part == "said" else "Times are told, and are no difference."

    def _tell_about(self) -> None:
        row = self._known
        if row is None:
            return
        left: list[Span] = [(f"{row.kind} ", "muted"), (visible(row.name), "bold")]
        pair = self._pair(row)
        if pair is not None:
            left.append((f"  {visible(row.about)}", "muted"))
            said = [pair.why] if pair.why and pair.verdict != "equal" else []
            left += [(f"  {visible(text)}", "warning") for text in said]
            left += [(f"  ∴ {visible(pair.note)}", "muted")] if pair.note else []
        self.about.say((left, [(row.told, "muted")]))

    def _pair(self, row: TwinRow) -> Pair | None:
        if row.part not in ("answers", "equal"):
            return None
        return (self._rows.answers if row.part == "answers" else self._rows.equal)[row.at]

    def on_compare_view_cursor_moved(self, message: CompareView.CursorMoved) -> None:
        """The path is another."""
        message.stop()
        self.tell()
