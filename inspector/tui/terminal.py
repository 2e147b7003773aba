"""The terminal: its title, and that it may go away, as when its window is closed. Then the interface ends in order.

The framework's own driver writes from a thread, which ends at the first write that fails; the next writes then wait for
it for ever, and with them the whole program, in the dark.
"""

import os
from collections.abc import Callable
from functools import partial
from select import select
from typing import Any, Final, TextIO

from textual import constants
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from inspector.tui.terminal_keys import KeysParser
from inspector.wire.text import visible


class TerminalFile:
    """A terminal to write to. Once it is gone, what is written is dropped, and `lost` is told, once."""

    def __init__(self, file: TextIO, lost: Callable[[], object]) -> None:
        self._file = file
        self._lost = lost
        self._is_gone = False

    def write(self, text: str) -> None:
        """Write, while there is something to write to."""
        self._while_there(lambda: self._file.write(text))

    def flush(self) -> None:
        """Bring out what was written."""
        self._while_there(self._file.flush)

    def _while_there(self, act: Callable[[], object]) -> None:
        if self._is_gone:
            return
        try:
            act()
        except OSError:
            self._is_gone = True
            self._lost()


_MOMENT: Final = 0.03
"""Seconds for the rest of a key behind an Esc, where nobody says otherwise (`ESCDELAY`): it comes with it, or at once.
The framework waits for a tenth of a second, and looks again after another."""

LONGEST_TITLE: Final = 80
"""Characters of a title; what is beyond would be of no use in a tab."""

_KEEP_TITLE: Final = "\x1b[22;2t"
_OLD_TITLE: Final = "\x1b[23;2t"


def title_sequence(text: str) -> str:
    """What sets the title of a window. The text may be foreign: nothing in it ends the sequence or begins another."""
    return f"\x1b]2;{visible(text)[:LONGEST_TITLE]}\x07"


class TerminalDriver(LinuxDriver):
    """The framework's driver, on a terminal that may go away; the app's `terminal_lost` is called then, in its loop.

    The title of the terminal is that of the app, from the first that it gets; at the end it is what it was before.
    """

    def __init__(self, app: Any, **given: Any) -> None:
        super().__init__(app, **given)
        self._tell: Callable[[], object] = app.terminal_lost
        self._file: Any = TerminalFile(self._file, self._lost)
        self._is_ours = False
        self._title = ""

    def start_application_mode(self) -> None:
        """Takes the terminal; again after it was given back for a while."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._is_ours = True
        self.write(_KEEP_TITLE)
        if self._title:
            self.write(title_sequence(self._title))

    def stop_application_mode(self) -> None:
        """Gives the terminal back as it was."""
        if self._is_ours:
            self._is_ours = False
            self.write(_OLD_TITLE)
        super().stop_application_mode()

    def show_title(self, text: str) -> None:
        """Another title, now or when the terminal is ours again."""
        if text != self._title:
            self._title = text
            if self._is_ours:
                self.write(title_sequence(text))
                self.flush()

    def _lost(self) -> None:
        self._loop.call_soon_threadsafe(self._tell)

    def _sigcont_application(self, *given: Any) -> None:
        """Goes on. Who was stopped without a warning still holds the terminal: it is given back and taken anew.

        Taken twice, it would be read by two threads, and what is restored at the end would be our own raw mode.
        """
        if self._auto_restart and not self._must_signal_resume and self._key_thread is not None:
            self.suspend_application_mode()
        super()._sigcont_application(*given)

    def _more_comes(self) -> bool:
        """Whether something comes in the moment in which a terminal says the rest of a key that begins with Esc."""
        moment = constants.ESCAPE_DELAY if "ESCDELAY" in os.environ else _MOMENT
        return bool(select([self.fileno], [], [], moment)[0])

    def _run_input_thread(self) -> None:
        # The framework's driver takes no parser but the one of this name.
        setattr(linux_driver, "XTermParser", partial(KeysParser, more=self._more_comes))  # noqa: B010
        try:
            self.run_input_thread()
        except OSError:
            self._lost()
