"""The terminal, which may go away: its window is closed, or its connection breaks. Then the interface ends in order.

The framework's own driver writes from a thread, which ends at the first write that fails; the next writes then wait for
it for ever, and with them the whole program, in the dark.
"""

from collections.abc import Callable
from typing import Any, TextIO

from textual.drivers.linux_driver import LinuxDriver


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


class TerminalDriver(LinuxDriver):
    """The framework's driver, on a terminal that may go away; the app's `terminal_lost` is called then, in its loop."""

    def __init__(self, app: Any, **given: Any) -> None:
        super().__init__(app, **given)
        self._tell: Callable[[], object] = app.terminal_lost
        self._file: Any = TerminalFile(self._file, self._lost)

    def _lost(self) -> None:
        self._loop.call_soon_threadsafe(self._tell)

    def _sigcont_application(self, *given: Any) -> None:
        """Goes on. Who was stopped without a warning still holds the terminal: it is given back and taken anew.

        Taken twice, it would be read by two threads, and what is restored at the end would be our own raw mode.
        """
        if self._auto_restart and not self._must_signal_resume and self._key_thread is not None:
            self.suspend_application_mode()
        super()._sigcont_application(*given)

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except OSError:
            self._lost()
