"""The saved calls of an item, in place of its form: a line that takes a name, and the list of those that have one."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.roles import Roles
from inspector.tui.widgets.pick_list import PickList
from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Horizontal, Vertical

_SAVE: Final = "save as"
_RENAME: Final = "new name"
_MOST_NAME: Final = 22


@dataclass(frozen=True, slots=True)
class SavedRow:
    """One call: its name, empty for what was called last; when, in words; and the beginning of its arguments."""

    label: str
    when: str
    arguments: str


def saved_strip(row: SavedRow, column: int, width: int, roles: Roles) -> Strip:
    """`nightly   {"query":"homer"}   today 12:04`; the name and the arguments may be foreign."""
    line = Line(roles)
    line.write("  ")
    if row.label:
        line.foreign(row.label, column - 4, "bold")
    else:
        line.write("called last", "muted italic")
    line.fill_to(column)
    line.foreign(row.arguments, width - column - width_of(row.when) - 3, "", reference=False)
    line.right(row.when, width - 1, "faint")
    return line.strip(width)


class CallNameInput(Typed, Input):
    """The line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "save", id="saved.save"),
        Binding("down", "to_list", "to the list", key_display="↓", id="saved.to-list"),
        Binding("tab", "to_list", "to the list", show=False, id="saved.to-list-too"),
        Binding("escape", "leave", "back to the form", key_display="Esc", id="saved.leave-name"),
    ]

    def __init__(self) -> None:
        super().__init__(placeholder="a name for these arguments", compact=True, select_on_focus=True)
        self.cursor_blink = False

    def action_to_list(self) -> None:
        """Down to what is saved already."""
        self.post_message(SavedPanel.ListAsked())

    def action_leave(self) -> None:
        """Nothing is saved."""
        self.post_message(SavedPanel.Left())


class SavedList(PickList[SavedRow]):
    """The calls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "want('fill')", "fill in", key_display="Enter", id="saved.fill"),
        Binding("ctrl+r", "want('send')", "call", key_display="^R", id="saved.send"),
        Binding("e", "name", "rename", id="saved.rename"),
        Binding("delete", "want('remove')", "remove", key_display="Del", id="saved.remove"),
        Binding("u", "want('undo')", "undo", id="saved.undo"),
        Binding("s", "top", "save as", id="saved.name"),
        Binding("escape,q", "leave", "back to the form", key_display="Esc", id="saved.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.can_undo = False

    def key_of(self, row: SavedRow) -> Hashable:
        """Its name."""
        return row.label

    def text_of(self, row: SavedRow) -> str:
        """Its name."""
        return row.label

    @property
    def column(self) -> int:
        """Where the arguments begin."""
        return 4 + max([11, *(min(width_of(row.label), _MOST_NAME) for row in self._all)])

    def draw_row(self, row: SavedRow, width: int) -> Strip:
        """A row."""
        return saved_strip(row, self.column, width, self.roles)

    def nothing(self) -> Sequence[Span]:
        """No call of this item was kept."""
        return [("Nothing is saved yet: a name and Enter keep what the form says now.", "muted")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something; what was called last has no name to change."""
        if action == "name":
            return self.selected is not None and bool(self.selected.label)
        if action == "want":
            return self.can_undo if parameters == ("undo",) else self.selected is not None
        return True

    def action_want(self, what: Literal["fill", "send", "remove", "undo"]) -> None:
        """Tells what is to be done with the call under the cursor."""
        row = self.selected
        if row is not None or what == "undo":
            self.post_message(SavedPanel.Wanted(what, row.label if row is not None else ""))

    def action_open(self) -> None:
        """A double click is Enter."""
        self.action_want("fill")

    def action_name(self) -> None:
        """Another name is to be typed."""
        if self.selected is not None:
            self.post_message(SavedPanel.NameAsked(self.selected.label))

    def action_top(self) -> None:
        """To the line."""
        self.post_message(SavedPanel.NameAsked(""))

    def action_leave(self) -> None:
        """Back to the form."""
        self.post_message(SavedPanel.Left())

    def action_move(self, lines: int) -> None:
        """Up from the first row leads to the line."""
        if lines < 0 and self._cursor == 0:
            self.action_top()
        else:
            super().action_move(lines)


class SavedPanel(Vertical):
    """The panel. It is filled by `show` and changes nothing by itself: what is wanted is told to the owner."""

    DEFAULT_CSS = """
    SavedPanel { background: $background; }
    SavedPanel > Horizontal { height: 1; background: $surface; }
    SavedPanel > Horizontal > Static { width: 10; padding: 0 1; color: $muted; background: transparent; }
    SavedPanel > Horizontal > CallNameInput { width: 1fr; background: transparent; color: $foreground; }
    SavedPanel > Horizontal > CallNameInput:focus { background: $cursor; }
    SavedPanel > Horizontal > CallNameInput > .input--placeholder { color: $faint; text-style: italic; }
    SavedPanel > SavedList { height: 1fr; }
    """

    @dataclass
    class Wanted(Message):
        """Something is to be done with the call that is called `label`, empty for the last one: filled into the form,
        sent as well, removed; or the last removal taken back."""

        what: Literal["fill", "send", "remove", "undo"]
        label: str

    @dataclass
    class SaveWanted(Message):
        """What the form says is to be kept as `label`."""

        label: str

    @dataclass
    class RenameWanted(Message):
        """The call `label` is to be called `name`."""

        label: str
        name: str

    class Left(Message):
        """Back to the form."""

    class ListAsked(Message):
        """The keyboard goes to the list."""

    @dataclass
    class NameAsked(Message):
        """A name is to be typed: another one for the call `label`, or with an empty one that of a new call."""

        label: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._asks = Static(_SAVE, markup=False)
        self._renames = ""
        self._new = ""
        self.name_line = CallNameInput()
        self.list = SavedList()

    def compose(self) -> ComposeResult:
        """The line above the list."""
        with Horizontal():
            yield self._asks
            yield self.name_line
        yield self.list

    def show(self, rows: Sequence[SavedRow], *, can_undo: bool = False) -> None:
        """Other calls. `can_undo`: one was removed that can come back."""
        self.list.can_undo = can_undo
        self.list.show_rows(rows)
        self.refresh_bindings()

    def start(self, label: str) -> None:
        """Ask for a name, beginning with the one that the arguments have already."""
        self._new = label
        self._ask("", label)

    def _ask(self, renames: str, text: str) -> None:
        self._renames = renames
        self._asks.update(_RENAME if renames else _SAVE)
        self.name_line.value = text
        self.screen.set_focus(self.name_line, scroll_visible=False)
        self.name_line.action_end()

    def on_saved_panel_list_asked(self, message: ListAsked) -> None:
        """Down from the line."""
        message.stop()
        if self._renames:
            self._renames = ""
            self._asks.update(_SAVE)
            self.name_line.value = self._new
        self.list.focus(scroll_visible=False)

    def on_saved_panel_name_asked(self, message: NameAsked) -> None:
        """From the list to the line."""
        message.stop()
        self._ask(message.label, message.label or self._new)

    def on_pick_list_chosen(self, event: PickList.Chosen) -> None:
        """What can be done depends on the row."""
        event.stop()
        self.refresh_bindings()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else's business."""
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: save, or rename; without a name nothing happens."""
        event.stop()
        name = event.value.strip()
        if name and self._renames:
            self.post_message(self.RenameWanted(self._renames, name))
            self.post_message(self.ListAsked())
        elif name:
            self.post_message(self.SaveWanted(name))

    @property
    def keyboard(self) -> Widget:
        """The part that has the keys, or would have."""
        return self.list if self.list.has_focus else self.name_line
