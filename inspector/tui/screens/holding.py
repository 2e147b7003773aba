"""The screen's side of interference: what is held waits in a place of its own, and holds up nothing else."""

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from inspector.analysis.operation import Operation
from inspector.errors import UsageError
from inspector.tui.bridge_holding import HoldRefused
from inspector.tui.screens.connection import ConnectionScreen
from inspector.tui.screens.workbench import NO_SERVER
from inspector.tui.widgets.result_data import Withheld
from inspector.tui.widgets.typed import key_from

if TYPE_CHECKING:
    from inspector.tui.widgets.held import Held

HELD_WORDS: Final = "Held by you"


class HoldingScreen(ConnectionScreen):
    """A screen whose messages can be held on their way."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("I", "held", "what is held, and rules that interfere", show=False, id="session.held"),
    ]

    @property
    def now(self) -> float:
        """Seconds of the session."""
        raise NotImplementedError

    def __init__(self) -> None:
        super().__init__()
        self._seen_held = 0

    @property
    def no_holding(self) -> str:
        """Why nothing can be held; empty if something can."""
        if self.bridge is not None and self.bridge.holding.possible:
            return ""
        return self.no_server or NO_SERVER

    def action_held(self) -> None:
        """I: what is held; again: back."""
        if self.here == "held":
            self.action_back()
        elif self.no_holding:
            self.say(self.no_holding)
        else:
            self.go("held")

    def hold_what_fits(self) -> None:
        """From the palette: says what is to be held."""
        if self.no_holding:
            self.say(self.no_holding)
        else:
            self.go("held", then=lambda: self.held.ask_filter())

    def show_held(self) -> None:
        """The page, as things are now."""
        if self.bridge is not None:
            holding = self.bridge.holding
            self.held.show(holding.held, holding.rules, holding.holding, self.now)

    def held_words(self, operation: Operation) -> str:
        """What is said of the clock of a call whose message is held; empty if none is."""
        bridge = self.bridge
        return HELD_WORDS if bridge is not None and bridge.holding.holds_of(operation.number) else ""

    def withheld(self, call: Operation) -> Withheld | None:
        """A message of it is held."""
        held = self.held_words(call)
        return Withheld(held, "I") if held else super().withheld(call)

    def on_held_changed(self) -> None:
        """What is held, or a rule, is another."""
        self.show_held()
        waiting = self.bridge.holding.waiting if self.bridge is not None else 0
        if waiting > self._seen_held and self.here != "held":
            self.say(f"A message is held: {key_from(self.focused, 'I')} shows it.", everywhere=True)
        self._seen_held = waiting
        self.desk.show_outcome()
        self.tell()

    def tell(self) -> None:
        """Status and places."""
        raise NotImplementedError

    def on_hold_refused(self, message: HoldRefused) -> None:
        """What was to be done could not be."""
        self.say(message.why, 8.0)

    def on_held_done(self, message: "Held.Done") -> None:
        """Something is to be done with what is held."""
        if self.bridge is not None:
            self.bridge.holding.let_go(message.number, message.deed, message.text, message.seconds)

    def on_held_all_go(self) -> None:
        """Everything is to go."""
        if self.bridge is not None:
            count = self.bridge.holding.let_all_go()
            self.say(f"{count} let go.")

    def on_held_switched(self, message: "Held.Switched") -> None:
        """A rule on or off."""
        if self.bridge is not None:
            self.bridge.holding.switch(message.number, on=message.on)

    def on_held_filter_wanted(self, message: "Held.FilterWanted") -> None:
        """What is to be held from now on."""
        if self.bridge is None:
            return
        try:
            self.bridge.holding.hold(message.text)
        except UsageError as fault:
            self.say(f"{fault.message} {fault.why}", 8.0)
            return
        self.say("What fits is held from now on." if message.text else "Nothing more is held; what waits stays.")

    def on_held_left(self) -> None:
        """Esc on the page."""
        self.action_back()
