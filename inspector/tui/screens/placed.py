"""The frame of the session screen: three fixed lines, and between them the place where one is.

Digits and clicks lead to places, Esc back to the desk, which is as it was left. The key line tells what works with the
present focus, or for a while a sentence.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from inspector.config.target import Target
from inspector.tui.help_keys import groups_of
from inspector.tui.screens.desk import Desk
from inspector.tui.screens.jump import JumpScreen, spots_of
from inspector.tui.screens.later_places import LaterPlaces
from inspector.tui.screens.panes import PANES
from inspector.tui.screens.telling import TellingScreen
from inspector.tui.screens.wishes import CompareWanted, PlaceWanted, RecordWanted
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.places_line import PlacesLine
from inspector.tui.widgets.status_line import StatusLine
from inspector.tui.widgets.too_small import TooSmall, too_small
from inspector.tui.widgets.unscrolled import Container, ContentSwitcher

if TYPE_CHECKING:
    from inspector.tui.screens.compare import ComparePane
    from inspector.tui.screens.detail import DetailPane
    from inspector.tui.widgets.detail_tabs import Side

DIGITS: Final = {"4": "handshake", "5": "answers", "6": "findings", "7": "timeline", "9": "sessions", "0": "connect"}

NOT_RUN: Final = {
    "handshake": "Nothing is filled in here: R connects again, 2 ^R calls.",
    "answers": "No question is chosen that waits for an answer.",
    "findings": "Nothing is filled in here: Enter shows the records, 2 ^R calls.",
    "timeline": "Nothing is filled in here: Enter shows the record, 2 ^R calls.",
    "sessions": "Nothing is filled in here: Enter opens the recording.",
    "detail": "Nothing is filled in here: 2 ^R calls.",
    "compare": "Nothing is filled in here: 2 ^R calls.",
    "changes": "Nothing is filled in here: Enter compares the answers, 2 ^R calls.",
    "held": "Nothing is filled in here: Enter lets go, e edits.",
    "twins": "Nothing is filled in here: r compares once more, 2 ^R calls.",
    "choice": "Nothing is filled in here: Enter takes the recording.",
    "connect": "Type a command or a URL, or choose a row.",
}
"""What Ctrl+R would need, by place."""


_AMONG: Final = {"detail": "desk", "compare": "desk", "changes": "desk", "twins": "sessions", "choice": "sessions"}
"""Pages that are no place of their own, and the place that is lit for them."""


class PlacedScreen(LaterPlaces, TellingScreen):
    """The places, and the ways between them. A subclass makes the desk and knows what the places show."""

    DEFAULT_CSS = """
    PlacedScreen #middle { height: 1fr; layers: base help; }
    PlacedScreen #middle > ContentSwitcher { height: 1fr; }
    PlacedScreen.-too-small #middle { display: none; }
    PlacedScreen.-too-small TooSmall { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "pane('catalogue')", "catalogue", show=False, id="place.catalogue"),
        Binding("2", "pane('workbench')", "workbench", show=False, id="place.workbench"),
        Binding("3", "pane('traffic')", "traffic", show=False, id="place.traffic"),
        *(
            Binding(digit, f"place('{place}')", place, show=False, id=f"place.{place}")
            for digit, place in DIGITS.items()
        ),
        Binding("escape,q", "back", "back", show=False, id="screen.back"),
        Binding("question_mark", "help", "help", key_display="?", show=False, id="screen.help"),
        Binding("z", "zoom", "zoom", show=False, id="screen.zoom"),
        Binding("ctrl+o", "jump", "jump", key_display="^O", show=False, id="screen.jump"),
        Binding("ctrl+r", "run", "call", key_display="^R", id="screen.run"),
    ]

    desk: Desk
    watch_line: HintStrip
    target: Target | None

    def __init__(self) -> None:
        super().__init__()
        self.status = StatusLine()
        self.places = PlacesLine()
        self.places.here = self.status.here = "desk"
        self._before = self._compared_from = self._opened_from = "desk"
        self._focused_before: Widget | None = None

    @property
    def recording(self) -> Path | None:
        """The recording that is open, or being written."""
        raise NotImplementedError

    @property
    def is_live(self) -> bool:
        """Whether a server is there, or is being connected to."""
        raise NotImplementedError

    def show_place(self) -> None:
        """The place that is looked at shows what is known now."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Three lines and a place."""
        yield self.status
        yield self.places
        with Container(id="middle"):
            with ContentSwitcher(initial="desk", id="body"):
                yield self.desk
            yield self.help
        yield TooSmall()
        yield self.watch_line
        yield self.copy_bar
        yield self.text_line
        yield self.key_line

    @property
    def here(self) -> str:
        """The place that is shown."""
        return self.body.current or "desk"

    def on_resize(self) -> None:
        """There may be no room; when there is again, the keyboard is where it was."""
        had_room = not self.has_class("-too-small")
        self.set_class(too_small(*self.app.size), "-too-small")
        if had_room and self.has_class("-too-small"):
            self._focused_before = self.focused
            self.set_focus(None)
        elif not had_room and not self.has_class("-too-small") and self.focused is None:
            self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
            if self._focused_before is not None and self._focused_before.focusable:
                self.set_focus(self._focused_before)
            else:
                self.go(self.here)
        self.desk.place_handles()

    # ── where one is ────────────────────────────────────────────────────────────────────────────────────────────────

    def go(self, place: str, pane: str = "", then: Callable[[], object] = lambda: None) -> None:
        """Show a place and put the keyboard there; on the desk into a pane, or into the one that had it last. What is
        to be done there comes afterwards (`then`), for the place may have to be made."""
        if not self.has_place(place):
            self.make_place(place, partial(self.go, place, pane, then))
            return
        before = self.here
        if before == "desk":
            self.desk.leave()
        elif before == "sessions" and place != before:
            self.sessions.leave()
        if before != place:
            self._before = before
        self.body.current = place
        self.places.here = self.status.here = _AMONG.get(place, place)
        self.show_place()
        if place == "desk":
            self.desk.focus_pane(pane) if pane else self.desk.focus_again()
        elif place == "answers":
            self.answers.arrive()
        else:
            if place == "connect":
                self.connect_place.arrive()
            elif place == "sessions":
                self.sessions.arrive(self.recording, is_live=self.is_live)
            self.place(place).focus()
        then()

    def action_place(self, place: str) -> None:
        """A digit: a place; again: back to the desk."""
        self.go("desk" if self.here == place else place)

    def action_pane(self, pane: str) -> None:
        """A digit: a pane of the desk; the digit of the focused one zooms it."""
        if self.here == "desk" and self.desk.focused_pane == pane:
            self.desk.toggle_zoom()
        else:
            self.go("desk", pane)

    def action_zoom(self) -> None:
        """Give the focused pane the whole desk, or end that."""
        if self.here == "desk":
            self.desk.toggle_zoom()

    def action_jump(self) -> None:
        """A letter on everything that one can go to."""
        digits = {digit: partial(self.go, place) for digit, place in DIGITS.items()}
        digits |= {str(at): partial(self.go, "desk", pane) for at, pane in enumerate(PANES, 1)}
        self.app.push_screen(JumpScreen(spots_of(self), digits), lambda go: go() if go is not None else None)

    def action_run(self) -> None:
        """Ctrl+R: on the desk the shown item is called; other places do it themselves where they can, else say why."""
        if self.here == "desk":
            self.desk.run()
        else:
            self.say(NOT_RUN.get(self.here, "Nothing is to be run here."))

    def call_shown(self) -> None:
        """Call what the workbench shows, from wherever one is."""
        self.go("desk")
        self.desk.run()

    @property
    def key_words(self) -> dict[str, str]:
        """What Ctrl+R does here, in a word; none where it only says what it would need."""
        return {"call": self.desk.run_word if self.here == "desk" else ""}

    def action_back(self) -> None:
        """Close what is on top; on the desk only say how to quit."""
        if self.help.display:
            self.action_help()
        elif self.here != "desk":
            self.go(self._opened_from if self.here == "detail" else "desk")
        elif not self.desk.step_back():
            self.say("Ctrl+Q quits.")

    def action_help(self) -> None:
        """The keys of what has the focus, beside the rest or over it."""
        if self.help.display:
            if self.help.close():
                self.go(self.here)
        else:
            self.help.open(groups_of(self), page=not (self.has_class("-l") or self.has_class("-xl")))
        self.set_class(self.help.display, "-helped")
        self.tell_keys()

    def on_places_line_wanted(self, message: PlacesLine.Wanted) -> None:
        """A click on a place."""
        self.go(message.place)

    def on_place_wanted(self, message: PlaceWanted) -> None:
        """A place leads to another one."""
        dead = self.here == "desk" and self.desk.is_dead
        if not message.place:
            self.desk.show_result()
        edits = message.place == "connect" and dead
        self.go(message.place or self._before, then=lambda: self.connect_place.edit(self.target) if edits else None)
        if not message.place and self.here == "desk":
            self.desk.settle()

    def open_record(self, seq: int, side: "Side | None" = None) -> None:
        """The detail of a record, at this tab or the one that was open last. Esc goes back to where the first of them
        was opened."""
        if self.here not in ("detail", "compare"):
            self._opened_from = self.here
        self.go("detail", then=partial(self.detail.show, seq, side))

    def on_compare_wanted(self, message: CompareWanted) -> None:
        """Two records side by side."""
        if self.here != "compare":
            self._compared_from = self.here
        self.go("compare", then=lambda: self.compare.show(message.first, message.second))

    def on_compare_pane_left(self, message: "ComparePane.Left") -> None:
        """Esc on two records."""
        self.go(self._compared_from)

    def on_record_wanted(self, message: RecordWanted) -> None:
        """A record is to be seen."""
        self.open_record(message.seq, message.side)

    def on_detail_pane_record_wanted(self, message: "DetailPane.RecordWanted") -> None:
        """From one record to another."""
        self.open_record(message.seq)

    def open_item(self, key: ItemKey) -> None:
        """An item of the catalogue, in the workbench."""
        self.go("desk", "workbench")
        self.desk.catalogue.select(key)
        self.desk.open_item(key)

    def filter_traffic(self, text: str = "") -> None:
        """The keyboard into the filter of the traffic."""
        self.go("desk", "traffic")
        self.desk.traffic.start_filter(text)

    def filter_catalogue(self) -> None:
        """The keyboard into the filter of the catalogue."""
        self.go("desk", "catalogue")
        self.desk.catalogue.start_filter()
