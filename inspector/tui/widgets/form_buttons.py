"""The buttons of a form: the main one, `Send anyway` where something is wrong, `Copy as`, and those of the owner."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from inspector.tui.keys import key_name
from inspector.tui.numbers import counted
from inspector.tui.soon import Soon
from inspector.tui.widgets.buttons import Button, ButtonRow

ANYWAY: Final = Button("anyway", "Send anyway", "!")
COPY: Final = Button("copy", "Copy as", "y")


class FormButtons(ButtonRow):
    """Which there are follows from the form; what is pressed is told by `ButtonRow.Pressed`.

    A letter stands beside its button only while it presses that: in an open field it is text, and in another part of
    the screen maybe something else. Its cell stays, so that a click meets what was aimed at.
    """

    def __init__(self, *, copies: bool) -> None:
        """`copies`: whether a call can be copied as something else."""
        super().__init__()
        self.copies = copies
        self.main = Button("call", "Call", "^R", main=True)
        self._others: tuple[Button, ...] = ()
        self._offers_anyway = False
        self._dead: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        """Which letters are keys follows from where the keyboard is."""
        self.screen.bindings_updated_signal.subscribe(self, Soon(self, self._follow_keys))

    def on_show(self) -> None:
        """Nobody followed the keys while it was not to be seen."""
        self._follow_keys()

    def _follow_keys(self) -> None:
        if not self.size:
            return
        letters = {button.key for button in super().shown if len(button.key) == 1}
        around = self.ancestors[:-2]  # what the screen and the app do by a letter is none of the buttons
        form = self.parent
        works = {
            active.binding.key_display or key_name(active.binding.key)
            for active in self.screen.active_bindings.values()
            if active.enabled and (active.node in around or form in active.node.ancestors)
        }
        if letters - works != self._dead:
            self._dead = frozenset(letters - works)
            self.refresh()

    @property
    def shown(self) -> tuple[Button, ...]:
        """The buttons that are to be seen, without the letters that press nothing now."""
        return tuple(replace(one, key=" ") if one.key in self._dead else one for one in super().shown)

    def set_own(self, main: Button, others: Sequence[Button]) -> None:
        """Another main button, and buttons of the owner behind all others."""
        self.main, self._others = main, tuple(others)
        self._show()

    def name_main(self, label: str, *, enabled: bool) -> None:
        """The main button says something else."""
        self.main = replace(self.main, label=label, enabled=enabled)
        self._show()

    def offer_anyway(self, offers: bool) -> None:
        """Whether to send anyway is offered."""
        self._offers_anyway = offers
        self._show()

    def tell_hidden(self, fields: int) -> None:
        """How many fields are out of view."""
        self.set_aside([(f"▼ {counted(fields, 'more field')}", "muted")] if fields else [])

    def choose_main(self) -> None:
        """Brings the keyboard to the main button."""
        self.choose(self.main.id)

    def _show(self) -> None:
        anyway = [ANYWAY] if self._offers_anyway else []
        copy = [COPY] if self.copies else []
        before = super().shown
        self.set_buttons([self.main, *anyway, *copy, *self._others])
        if self.is_attached and super().shown != before:
            self._follow_keys()
