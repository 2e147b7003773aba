"""A recording that is open: what is in it, what comes into it while somebody writes it, and the person's notes."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from time import time
from typing import Any, Final

from textual.message import Message

from inspector.errors import InspectorError
from inspector.journal import Journal, Stretch
from inspector.recording import Recording, Redactor
from inspector.recording.listing import how_ended
from inspector.recording.notes import Annotator
from inspector.recording.tail import Tail
from inspector.tui.bridge_tapped import TapHolding
from inspector.tui.bridge_told import Followed
from inspector.wire.events import Record

LOOKS: Final = 0.15
"""Seconds between two looks at a file in which nothing came."""

_FRAME: Final = 1 / 30
_LAST: Final = 500  # records among which the end of a connection is looked for


def journal_of(recording: Recording) -> Journal:
    """The journal for a session; of a recording that is being written its clock goes from when that began."""
    if not recording.live:
        return Journal()
    try:
        began = datetime.fromisoformat(recording.header.created).timestamp()
    except ValueError:
        began = time()
    return Journal(time, start=min(began, time()))


class OpenedRecording:
    """Fills a journal from a recording. `batch` hands on a stretch of it, `post` a message; `holding` is what the tap
    holds that writes it."""

    def __init__(
        self,
        recording: Recording,
        journal: Journal,
        redactor: Redactor,
        batch: Callable[[Stretch], object],
        post: Callable[[Message], Any],
    ) -> None:
        self.recording = recording
        self.follows = recording.live and recording.end is not None
        self._journal = journal
        self._batch = batch
        self._annotator = Annotator(recording, redactor)
        self._post = post
        self.holding = TapHolding(recording, journal, post)

    async def run(self, ended: asyncio.Event) -> None:
        """All that there is; then, while somebody writes it, what comes. Ends with it, or when `ended` is set."""
        self._journal.load(self.recording.records)
        if len(self._journal.records):
            self._hand_on(0)
        try:
            if self.follows:
                async with asyncio.TaskGroup() as group:
                    attaching = group.create_task(self.holding.run())
                    why = await self._follow(ended)
                    attaching.cancel()
                self._post(Followed(why))
        finally:
            self.follows = False
            self._journal.seal()

    def _hand_on(self, first: int) -> None:
        records = self._journal.records
        self._batch(Stretch(records, first, len(records) - first))

    async def _follow(self, ended: asyncio.Event) -> str:
        try:
            tail = Tail(self.recording)
        except InspectorError as fault:
            return f"{fault.message} {fault.why}"
        with tail:
            while not tail.over and not ended.is_set():
                came = tail.read()
                if came:
                    self._take(came)
                try:
                    async with asyncio.timeout(_FRAME if came else LOOKS):
                        await ended.wait()
                except TimeoutError:
                    pass
            return f"{tail.over}{self._torn_off()}"

    def _torn_off(self) -> str:
        """That the session was not closed, where a connection was open to the end."""
        last = (record.event for record in islice(reversed(self._journal.records), _LAST))
        return " Its connection was never closed: the writer broke off." if how_ended(last) == "broken off" else ""

    def _take(self, records: list[Record]) -> None:
        first = len(self._journal.records)
        self._journal.load(records)
        self._hand_on(first)

    def note(self, text: str, about: int | None) -> str:
        """Write a note into the file; why not, as a sentence, or an empty text."""
        if self.follows:
            return "Somebody is writing this recording: notes can be added when it has ended."
        try:
            note = self._annotator.add(text, about)
        except InspectorError as fault:
            return f"{fault.message} {fault.why}"
        records = self._journal.records
        self._take([Record(len(records) + 1, records[-1].at if records else 0.0, note)])
        return ""
