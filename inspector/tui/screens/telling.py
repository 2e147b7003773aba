"""The key line of the session screen: the keys that work now, or for a while a sentence; and what is copied."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, cast

from textual.timer import Timer
from textual.widget import Widget

from inspector.tui.clipboard import takes_copies
from inspector.tui.help_keys import groups_of
from inspector.tui.keys import keys_of
from inspector.tui.numbers import size
from inspector.tui.screens.painting import PaintingScreen
from inspector.tui.screens.wishes import CopiesWanted, CopyWanted, Said, TextWanted
from inspector.tui.soon import Soon
from inspector.tui.widgets.copy_bar import Copyable, CopyBar
from inspector.tui.widgets.help_page import HelpPage
from inspector.tui.widgets.key_line import Key, KeyLine
from inspector.tui.widgets.text_line import TextLine
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp
    from inspector.tui.screens.detail import DetailPane

NOTE: Final = 3.0
"""Seconds that a sentence stands in the key line, and a toast over the rest."""


class TellingScreen(PaintingScreen):
    """A screen that says which keys work, and what was done."""

    def __init__(self) -> None:
        super().__init__()
        self.key_line = KeyLine()
        self.copy_bar = CopyBar(id="copies")
        self._copied_from: Widget | None = None
        self.text_line = TextLine(id="text")
        self._written_from: Widget | None = None
        self.help = HelpPage()
        self.help.display = False
        self._quieting: Timer | None = None
        self._said_at: float | None = None
        """When somebody pressed something last before the sentence was said; None where it holds in every place."""
        self._said_to: tuple[Widget | None, tuple[Key, ...]] = None, ()

    def on_mount(self) -> None:
        """The key line follows the focus, and whatever says that other keys work now (`refresh_bindings`)."""
        self.bindings_updated_signal.subscribe(self, Soon(self, self.tell_keys))

    def tell_keys(self) -> None:
        """The bindings of what has the focus, in its order."""
        self.key_line.keys = keys_of(self)
        self._quiet_elsewhere()
        if self.help.display and not self.help.has_focus_within:
            self.help.groups = groups_of(self)
            self.help.tell()

    def say(self, text: str, seconds: float = NOTE, *, everywhere: bool = False) -> None:
        """A sentence in the key line, for a while; one that is said later stands for the whole of its own.

        It goes before, once the person goes elsewhere, where other keys work, unless it holds `everywhere`.
        """
        if self._quieting is not None:
            self._quieting.stop()
        self.key_line.note = visible(text)
        self._said_at = None if everywhere else cast("InspectorApp", self.app).pressed
        self._said_to = self.focused, self.key_line.keys
        self._quieting = self.set_timer(seconds, self._quiet)

    def _quiet_elsewhere(self) -> None:
        """What was said where one is no more does not hide the keys of where one is."""
        here = self.focused, self.key_line.keys
        if self._said_at is None:
            return
        if cast("InspectorApp", self.app).pressed == self._said_at:
            self._said_to = here  # what was pressed said it and led here
        elif all(now != then for now, then in zip(here, self._said_to, strict=True)):
            self._quiet()

    def _quiet(self) -> None:
        self.key_line.note = ""
        self._said_at = None

    def on_said(self, message: Said) -> None:
        """A place has something to say."""
        self.say(message.text)

    def copy(self, text: str, what: str = "") -> None:
        """Put a text into the clipboard, and say so."""
        self.app.copy_to_clipboard(text)
        doubt = "" if takes_copies(os.environ) else ", if your terminal allows it"
        told = f"Copied {what}, {size(len(text.encode('utf-8', 'replace')))}{doubt}.".replace(" ,", ",")
        self.notify(visible(told), markup=False, timeout=NOTE)

    def on_copy_wanted(self, message: CopyWanted) -> None:
        """A text for the clipboard."""
        self.copy(message.text, message.what)

    def on_detail_pane_copy_wanted(self, message: "DetailPane.CopyWanted") -> None:
        """Something of a record, for the clipboard."""
        self.copy(message.text, message.what)

    # ── a text that is written ──────────────────────────────────────────────────────────────────────────────────────

    def ask_text(self, label: str, text: str, then: Callable[[str], object], *, unseen: bool = False) -> None:
        """Ask for a text, which is not shown if it is to be `unseen`; the keyboard goes back afterwards to where it
        is."""
        if self.focused is not self.text_line.input:
            self._written_from = self.focused
        self.text_line.ask(visible(label), text, then, unseen=unseen)

    def on_text_wanted(self, message: TextWanted) -> None:
        """A place needs a text."""
        message.stop()
        self.ask_text(message.label, message.text, message.then)

    def on_text_line_left(self, message: TextLine.Left) -> None:
        """Back to where the text was asked for."""
        if self._written_from is not None and self._written_from.focusable:
            self.set_focus(self._written_from)
        else:
            self.text_line.input.blur()

    # ── as what to copy ─────────────────────────────────────────────────────────────────────────────────────────────

    def ask_copies(self, choices: Sequence[Copyable]) -> None:
        """Asks as what to copy; the keyboard goes back afterwards to where it is."""
        if not choices:
            self.say("There is nothing to copy here.")
            return
        self._copied_from = self.focused
        self.copy_bar.ask(choices)

    def on_copies_wanted(self, message: CopiesWanted) -> None:
        """A place has something to copy."""
        message.stop()
        self.ask_copies(message.choices)

    def on_copy_bar_chosen(self, message: CopyBar.Chosen) -> None:
        """One of them, for the clipboard."""
        # A JSON escape may stand for half a character, which no clipboard takes.
        self.copy(message.text.encode("utf-8", "backslashreplace").decode(), message.name)

    def on_copy_bar_left(self, message: CopyBar.Left) -> None:
        """Back to what was copied from."""
        if self._copied_from is not None and self._copied_from.focusable:
            self.set_focus(self._copied_from)
        else:
            self.copy_bar.blur()
