"""Esc and what is typed right behind it, as two keys.

A terminal sends Esc as the byte that also begins the names of other keys, and a letter with Alt as that byte and the
letter. No key here has Alt, but Esc is often followed by another key, and over a slow line both come at once: the
framework then makes one key with Alt of them, or types `^` for the Esc, or drops it.
"""

import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from textual import constants, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.message import Message

_ESC: Final = "\x1b"
_BEGINS: Final = "[OP]_"
"""What follows the byte where it begins the name of a key, or what a terminal tells of itself."""

_PASTE: Final = re.compile(r"(\x1b\[20[01]~)")
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"


class KeysParser(XTermParser):
    """The framework's parser, with each Esc that begins nothing as a key of its own.

    `more` waits for a moment and says whether anything comes behind an Esc; without it, ticks of the clock tell.
    """

    def __init__(self, debug: bool = False, more: Callable[[], bool] = lambda: True) -> None:
        super().__init__(debug)
        self._more = more
        self._held_since: float | None = None
        self._pasting = False

    def feed(self, data: str) -> Iterator[Message]:
        """What these characters are. An Esc at their end waits for what follows it."""
        if not data:
            yield from super().feed(data)
            return
        if self._held_since is not None:
            data, self._held_since = _ESC + data, None
        for part in _PASTE.split(data):
            if part in (_PASTE_BEGINS, _PASTE_ENDS):
                self._pasting = part == _PASTE_BEGINS
                yield from super().feed(part)
            elif self._pasting:
                yield from super().feed(part) if part else ()
            else:
                yield from self._typed(part)

    def tick(self) -> Iterator[Message]:
        """What time has decided: that nothing follows an Esc."""
        if self._held_since is not None and monotonic() - self._held_since >= constants.ESCAPE_DELAY:
            self._held_since = None
            yield events.Key("escape", _ESC)
        yield from super().tick()

    def _typed(self, data: str) -> Iterator[Message]:
        start = 0
        while (at := data.find(_ESC, start)) >= 0:
            if at > start:
                yield from super().feed(data[start:at])
            follows = data[at + 1 : at + 2]
            if not follows:
                if self._more():
                    self._held_since = monotonic()
                else:
                    yield events.Key("escape", _ESC)
                return
            is_key = follows != _ESC and isinstance(ANSI_SEQUENCES_KEYS.get(_ESC + follows), tuple)
            if follows in _BEGINS or is_key:
                end = data.find(_ESC, at + 2)
                end = len(data) if end < 0 else end
                yield from super().feed(data[at:end])
                start = end
            else:
                yield events.Key("escape", _ESC)
                start = at + 1
        if start < len(data):
            yield from super().feed(data[start:])
