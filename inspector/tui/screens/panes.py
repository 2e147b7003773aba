"""The panes of the desk: which has the keyboard, which is zoomed, and what Esc closes."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.widget import Widget

from inspector.tui.screens.splits import Splits
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.screens.workbench import WorkbenchPane
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.field_list import FieldList
from inspector.tui.widgets.item_page import ItemScreen
from inspector.tui.widgets.rule import Rule
from inspector.tui.widgets.side_handle import SideHandle
from inspector.tui.widgets.unscrolled import Vertical

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp
    from inspector.tui.widgets.death_card import DeathCard

PANES = ("catalogue", "workbench", "traffic")


class Panes(Vertical):
    """Three panes; the death card, while there is one, stands where the workbench is."""

    catalogue: Catalogue
    workbench: WorkbenchPane
    traffic: TrafficPane
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "less_than_sign", "move_side(-2)", "catalogue width", key_display="<", show=False, id="screen.narrower"
        ),
        Binding("greater_than_sign", "move_side(2)", "catalogue width", key_display=">", show=False, id="screen.wider"),
        Binding("minus", "move_below(1)", "traffic height", key_display="-", show=False, id="screen.lower"),
        Binding("plus", "move_below(-1)", "traffic height", key_display="+", show=False, id="screen.higher"),
        Binding("i", "about", "whole description", show=False, id="screen.about"),
        Binding("z", "end_zoom", "end zoom", id="screen.end-zoom"),
    ]

    _zoomed = ""
    _last = "catalogue"
    _left: Widget | None = None
    _lent = False  # the card has the keyboard, though nobody has put it there
    _commands = False  # what has been left are the rows of a form, where letters are commands

    @cached_property
    def death(self) -> "DeathCard":
        """Why there is no server any more; made when that is so."""
        from inspector.tui.widgets.death_card import DeathCard

        return DeathCard(digit="2", id="death")

    @cached_property
    def splits(self) -> Splits:
        """The handles between the panes."""
        return Splits(self, self.catalogue, self.traffic, cast("InspectorApp", self.app).sizes)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The zoom ends where there is one; of an item can be read where one chooses or fills it in."""
        if action == "about":
            return self.workbench.item is not None and self.focused_pane in ("catalogue", "workbench")
        return bool(self._zoomed) if action == "end_zoom" else super().check_action(action, parameters)

    def action_about(self) -> None:
        """i: all that the server says of the item that is shown."""
        if self.workbench.item is not None:
            self.app.push_screen(ItemScreen(self.workbench.item))

    def action_end_zoom(self) -> None:
        """z while a pane is zoomed."""
        self._set_zoom("")

    def place_handles(self) -> None:
        """The sizes that the person chose, after the terminal has another or a pane was zoomed."""
        self.splits.arrange(zoomed=bool(self._zoomed))

    def action_move_side(self, cells: int) -> None:
        """Move the handle beside the catalogue."""
        if not self._zoomed:
            self.splits.move_side(cells)

    def action_move_below(self, rows: int) -> None:
        """Move the rule above the traffic."""
        if not self._zoomed:
            self.splits.move_below(rows)

    def on_side_handle_dragged(self, message: SideHandle.Dragged) -> None:
        """The handle beside the catalogue."""
        self.action_move_side(message.cells)

    def on_side_handle_reset(self, message: SideHandle.Reset) -> None:
        """Back to where it was at first."""
        self.splits.reset(side=True)

    def on_rule_dragged(self, message: Rule.Dragged) -> None:
        """The rule above the traffic."""
        if message.rule is self.traffic.rule:
            self.action_move_below(message.rows)

    def on_rule_clicked(self, message: Rule.Clicked) -> None:
        """A double click on the rule above the traffic puts it back."""
        if message.rule is self.traffic.rule and message.times == 2 and not self._zoomed:
            self.splits.reset(side=False)

    @property
    def is_dead(self) -> bool:
        """Whether the death card is shown; while one composes, the workbench is."""
        return self.has_class("-dead") and not self.has_class("-composing")

    def pane(self, name: str) -> Widget:
        """A pane by its name."""
        if name == "workbench" and self.is_dead:
            return self.death
        return {"catalogue": self.catalogue, "workbench": self.workbench, "traffic": self.traffic}[name]

    @property
    def focused_pane(self) -> str:
        """The pane that has the keyboard."""
        focus = self.screen.focused
        for name in PANES:
            if focus is not None and self.pane(name) in focus.ancestors_with_self:
                return name
        return ""

    @property
    def last_used(self) -> Widget | None:
        """What of the desk has the keyboard, or had it when it was left."""
        return self.screen.focused if self.focused_pane else self._left

    def focus_pane(self, name: str) -> None:
        """Put the keyboard into a pane, and the pane into view."""
        self._last, self._lent = name, False
        if self._zoomed and self._zoomed != name:
            self._set_zoom("")
        if name != "traffic":
            self._choose(name == "catalogue")
        self.pane(name).focus()

    def _choose(self, choosing: bool) -> None:
        """Where there is room for one of them, the catalogue or the workbench is seen."""
        if self.has_class("-choosing") != choosing:
            self.set_class(choosing, "-choosing")
            self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard

    def leave(self) -> None:
        """Another place takes the keyboard; the pane that has it gets it back."""
        self._last = self.focused_pane or self._last
        self._left = self.screen.focused if self.focused_pane else None
        self._commands = isinstance(self._left, FieldList) and not self._left.is_typing

    def focus_again(self) -> None:
        """The keyboard to where it was: a field that it was not in would take the next digit."""
        left = self._left
        self.focus_pane(self._last)
        if left is not None and left.focusable and all(one.display for one in left.ancestors_with_self):
            self.screen.set_focus(left, scroll_visible=False)
            if isinstance(left, FieldList) and self._commands:
                left.stay_left()

    @property
    def is_lent(self) -> bool:
        """Whether the card has the keyboard that `lend_keyboard` gave it, and it was put nowhere else since."""
        return self._lent and self._last == "workbench" and self.focused_pane in ("", "workbench")

    def lend_keyboard(self, *, now: bool) -> None:
        """The card gets the keyboard from where nobody uses it: `now`, or when one comes back to the desk."""
        self._put_keyboard("workbench", now=now)
        self._lent = True

    def take_back_keyboard(self, *, now: bool) -> None:
        """The catalogue has it again, as before the card was there."""
        self._put_keyboard("catalogue", now=now)

    def _put_keyboard(self, pane: str, *, now: bool) -> None:
        if now:
            self.focus_pane(pane)
        else:
            self._last, self._left, self._lent = pane, None, False
            self._choose(pane == "catalogue")

    def toggle_zoom(self) -> None:
        """Give the focused pane the whole desk, or end that."""
        name = self.focused_pane
        if name:
            self._set_zoom("" if self._zoomed == name else name)

    def _set_zoom(self, name: str) -> None:
        for pane in PANES:
            self.set_class(pane == name, f"-zoom-{pane}")
        self.traffic.set_class(name == "traffic", "-whole")
        self._zoomed = name
        self.place_handles()
        self.app.stylesheet.update(self)
        self.refresh_bindings()
        for pane, shown in (("catalogue", self.catalogue), ("traffic", self.traffic), ("workbench", self.workbench)):
            shown.change_rule(note="zoomed" if pane == name else "")

    def step_back(self) -> bool:
        """Undo the last closing step: result, zoom, filter, the page of the workbench; whether there was one."""
        where = self.focused_pane
        if where == "workbench" and self.has_class("-dead") and self.has_class("-composing"):
            self.remove_class("-composing")  # back to the card
            self.app.stylesheet.update(self)
            self.focus_pane("workbench")
            return True
        if where == "workbench" and not self.is_dead and self.workbench.step_back():
            return True
        if self._zoomed:
            self._set_zoom("")
            return True
        if self.traffic.clear_filter():
            return True
        if where != "catalogue" and self.screen.has_class("-s"):
            self.focus_pane("catalogue")
            return True
        return False
