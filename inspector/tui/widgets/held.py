"""What is held: the messages that wait, and the rules of interference below them; the message under the cursor."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.cells import Line, Span
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.held_rows import FaultRow, HeldRow, clock_of, fault_strip, held_strip
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.json_editor import LinesInput
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.place_pane import PlacePane
from inspector.wire.json import NotJson, dumps, parse, pretty
from inspector.wire.text import visible

Deed = Literal["pass", "edit", "drop", "delay", "duplicate", "answer"]

LARGEST: Final = 200_000
"""Characters of the longest message that can be edited here: a text area of more makes keys wait."""

_KNOWN_FILTERS: Final = ("kind:ask", "method:tools/list", "kind:res", "method:tools/call")
_ANSWER: Final = '{\n  "jsonrpc": "2.0",\n  "id": $id,\n  "result": {}\n}'
_EMPTY: Final = "Nothing is held. "


@dataclass(frozen=True, slots=True)
class _Head:
    """A line over the rows that follow."""

    text: str


class HeldList(PickList[Any]):
    """The rows: what waits, oldest first, then the rules in their order."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "deed('pass')", "let go", key_display="Enter", id="held.pass"),
        Binding("e", "edit", "edit", id="held.edit"),
        Binding("x", "deed('drop')", "drop", id="held.drop"),
        Binding("d", "delay", "delay", id="held.delay"),
        Binding("r", "deed('duplicate')", "twice", id="held.twice"),
        Binding("a", "answer", "answer instead", id="held.answer"),
        Binding("f", "all", "let all go", id="held.all"),
        Binding("space", "switch", "on or off", key_display="Space", id="held.switch"),
        Binding("slash", "hold", "hold what fits", key_display="/", priority=True, id="held.hold"),
        Binding("u", "unhold", "hold no more", id="held.unhold"),
        Binding("escape,q", "leave", "back", key_display="Esc", show=False, id="held.leave"),
    ]

    def __init__(self, place: "Held") -> None:
        super().__init__()
        self._place = place
        self.now = 0.0
        self.holding = ""

    def show(self, held: Sequence[HeldRow], rules: Sequence[FaultRow], holding: str) -> None:
        """Other rows."""
        self.holding = holding
        heads = [_Head("Rules")] if rules else []
        waited = any(isinstance(row, HeldRow) for row in self._all)
        self.show_rows([*held, *heads, *rules])
        if held and not waited:
            self.move_to(0)  # what waits comes before what is set
        self.refresh_bindings()

    def key_of(self, row: Any) -> Hashable:
        """The number, and of what."""
        return (type(row).__name__, getattr(row, "number", 0))

    def text_of(self, row: Any) -> str:
        """It is not filtered: `/` says what is to be held."""
        return ""

    def can_stand(self, row: Any) -> bool:
        """On what is held, and on rules."""
        return not isinstance(row, _Head)

    def draw_row(self, row: Any, width: int) -> Strip:
        """A row."""
        if isinstance(row, HeldRow):
            return held_strip(row, self.now, width, self.roles)
        if isinstance(row, FaultRow):
            return fault_strip(row, width, self.roles)
        line = Line(self.roles)
        line.write(f" {row.text}", "faint")
        return line.strip(width)

    def cache_key(self, index: int) -> Hashable:
        """The row, and what its clock says."""
        row = self._rows[index]
        return index, clock_of(row, self.now) if isinstance(row, HeldRow) else ""

    def nothing(self) -> Sequence[Span]:
        """What comes here."""
        if self.holding:
            return [(f"{_EMPTY}What fits “{visible(self.holding)}” comes here.", "muted")]
        told = "What fits a filter comes here before it goes on, to be edited, dropped or answered: "
        return [(_EMPTY + told, "muted"), ("/", "accent bold"), (" says what.", "muted")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that do something now."""
        row = self.selected
        if action in ("deed", "edit", "delay"):
            return isinstance(row, HeldRow)
        if action == "answer":
            return isinstance(row, HeldRow) and row.is_request
        if action == "switch":
            return isinstance(row, FaultRow)
        if action == "all":
            return any(isinstance(one, HeldRow) for one in self._all)
        if action == "unhold":
            return bool(self.holding)
        return True

    def action_deed(self, deed: Deed) -> None:
        """Do that with what is held; on a rule Enter switches it."""
        row = self.selected
        if isinstance(row, HeldRow):
            self.post_message(Held.Done(row.number, deed))

    def action_edit(self) -> None:
        """The message into the editor."""
        self._place.edit("edit")

    def action_answer(self) -> None:
        """An answer in the server's stead into the editor."""
        self._place.edit("answer")

    def action_delay(self) -> None:
        """Asks for how long."""
        self._place.ask_delay()

    def action_all(self) -> None:
        """Everything goes."""
        self.post_message(Held.AllGo())

    def action_switch(self) -> None:
        """The rule on or off."""
        row = self.selected
        if isinstance(row, FaultRow):
            self.post_message(Held.Switched(row.number, not row.on))

    def action_hold(self) -> None:
        """Asks what is to be held."""
        self._place.ask_filter()

    def action_unhold(self) -> None:
        """Nothing more is held."""
        self.post_message(Held.FilterWanted(""))

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.post_message(Held.Left())


class Held(PlacePane):
    """The place. Takes rows by `show`."""

    DEFAULT_CSS = """
    Held > HeldList { height: 1fr; }
    Held > HintStrip { height: 1; background: $panel; }
    Held > LinesInput { height: 50%; }
    Held.-bare > HintStrip, Held.-bare > LinesInput { display: none; }
    """

    key_words: ClassVar[dict[str, str]] = {"call": "do it", "in $EDITOR": ""}

    @dataclass
    class Done(Message):
        """This is to be done with what is held; `text` is what `edit` and `answer` have."""

        number: int
        deed: Deed
        text: str = ""
        seconds: float = 0.0

    class AllGo(Message):
        """Everything that is held is to go."""

    @dataclass
    class Switched(Message):
        """A rule is to be switched."""

        number: int
        on: bool

    @dataclass
    class FilterWanted(Message):
        """What fits this is to be held from now on; empty: nothing."""

        text: str

    class Left(Message):
        """The page is to be left."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("I", "Held", id=id)
        self.list = HeldList(self)
        self.area = LinesInput(self)
        self.area.match_cursor_bracket = False
        self._read_only(True)
        self._head = HintStrip()
        self.filter_line = AskLine("hold what fits", _KNOWN_FILTERS, "hold")
        self.delay_line = AskLine("seconds", ("60", "30", "1", "5"), "delay")
        self._editing: tuple[int, Deed] | None = None
        self._shown: HeldRow | None = None

    @property
    def keyboard(self) -> Widget:
        """The list, or the text that is edited."""
        return self.area if self._editing is not None else self.list

    def compose(self) -> ComposeResult:
        """Rule, list, the lines that ask, the message."""
        yield self.rule
        yield self.filter_line
        yield self.delay_line
        yield self.list
        yield self._head
        yield self.area

    def on_mount(self) -> None:
        """Nothing is chosen yet."""
        self.tell()

    def show(self, held: Sequence[HeldRow], rules: Sequence[FaultRow], holding: str, now: float) -> None:
        """Other rows; `holding` is the person's filter."""
        self.list.now = now
        self.list.show(held, rules, holding)
        waiting = sum(row.until is None for row in held)
        told = f"{waiting} held" + (f" · {len(held) - waiting} late" if len(held) > waiting else "")
        self.change_rule(facts=((f"{told} · holding {visible(holding)}" if holding else told, "muted"),))

    def tick(self, now: float) -> None:
        """Time goes on."""
        if any(isinstance(row, HeldRow) for row in self.list._all):
            self.list.now = now
            self.list.refresh()

    # ── the message ─────────────────────────────────────────────────────────────────────────────────────────────────

    def on_pick_list_chosen(self, message: PickList.Chosen) -> None:
        """Another row."""
        message.stop()
        self.tell()
        self.list.refresh_bindings()

    def tell(self) -> None:
        """The message under the cursor, unless one is being edited."""
        row = self.list.selected
        held = row if isinstance(row, HeldRow) else None
        if self._editing is not None:
            if held is not None and held.number == self._editing[0]:
                return
            self.leave()  # what was edited has gone by itself
        self.set_class(held is None, "-bare")
        if held == self._shown:
            return
        self._shown = held
        if held is not None:
            self._head.say((_head_of(held), []))
            self.area.load_text(_readable(held.text))

    def edit(self, deed: Deed) -> None:
        """The keyboard into the text: it goes on so (`edit`), or is the answer (`answer`)."""
        row = self.list.selected
        if not isinstance(row, HeldRow):
            return
        if len(row.text) > LARGEST:
            self._head.say(([("It is too large to be edited here.", "warning")], []))
            return
        self._editing = (row.number, deed)
        self.area.load_text(_readable(row.text) if deed == "edit" else _ANSWER)
        self._read_only(False)
        told = "goes on in its place" if deed == "edit" else "answers it in the server's stead; $id is its id"
        self._head.say(([(f"What stands here {told}.", "waiting")], [("^R", "accent bold"), (" does it", "muted")]))
        self.screen.set_focus(self.area)

    def _read_only(self, only: bool) -> None:
        self.area.read_only, self.area.can_focus = only, not only
        self.area.show_cursor = self.area.highlight_cursor_line = not only

    # As the owner of the text.

    def call(self) -> None:
        """^R: it is done."""
        if self._editing is not None:
            number, deed = self._editing
            text = _on_one_line(self.area.text)
            self.leave()
            self.post_message(self.Done(number, deed, text))

    def outside(self) -> None:
        """There is nothing outside for what waits."""

    def leave(self) -> None:
        """Esc: as it was."""
        self._editing = None
        self._shown = None
        had = self.area.has_focus
        self._read_only(True)
        if had:
            self.screen.set_focus(self.list)
        self.tell()

    def go(self, by: int) -> None:
        """Tab: back to the list; the text stays as it is."""
        self.screen.set_focus(self.list)

    # ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────────

    def ask_filter(self) -> None:
        """What is to be held."""
        known = [one for one in _KNOWN_FILTERS if one != self.list.holding]
        self.filter_line.start([*known, *([self.list.holding] if self.list.holding else [])])

    def ask_delay(self) -> None:
        """How long it is to wait."""
        self.delay_line.start()

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """It was said."""
        message.stop()
        self.screen.set_focus(self.list)
        row = self.list.selected
        if message.line is self.filter_line:
            if message.text:
                self.post_message(self.FilterWanted(message.text))
        elif isinstance(row, HeldRow) and message.text:
            seconds = _seconds(message.text)
            if seconds is None:
                self._head.say(([(f"“{visible(message.text)}” is no number of seconds.", "warning")], []))
            else:
                self.post_message(self.Done(row.number, "delay", seconds=seconds))


def _head_of(row: HeldRow) -> list[Span]:
    role = "muted" if row.until is not None else "waiting"
    return [(visible(row.because), role), (" · to the server" if row.way == "out" else " · from the server", "muted")]


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < 1e6 else None


def _readable(text: str) -> str:
    """A message for people; what is no JSON, or too much, as it is."""
    if len(text) > LARGEST:
        return f"{visible(text[:2000])}…"
    try:
        return pretty(parse(text))
    except NotJson:
        return text


def _on_one_line(text: str) -> str:
    """What was edited as one line again, each number with its digits; what is no JSON as it stands."""
    if "\n" not in text:
        return text
    try:
        return dumps(parse(text))
    except NotJson:
        return text.rstrip("\n")
