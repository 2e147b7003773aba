"""Reading sessions and comparing them beside everything else: a while, then keys, then on; both can be cancelled."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Final

from inspector.analysis.compare.answers import USUAL
from inspector.analysis.compare.sessions import Comparison, compare_sessions
from inspector.analysis.compare.side import Side
from inspector.analysis.identity import server_name
from inspector.analysis.timeline import Timeline
from inspector.recording import Recording, open_recording
from inspector.tui.numbers import count
from inspector.wire.events import Record

_WHILE: Final = 0.008
"""Seconds of work between two looks at keys."""
_REST: Final = 0.001
_AT_ONCE: Final = 64
_OFTEN: Final = 0.1
"""Seconds between two times that it is told how far it has come."""

Told = Callable[[str], object]
"""Takes how far it has come, in words."""


class _Pace:
    """Rests when a while is over, and tells now and then how far it has come."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._began = self._said = perf_counter()

    async def rest(self, words: str, done: int) -> None:
        """To be called after each bit of work; `words` have a place for how much is done."""
        now = perf_counter()
        if now - self._began < _WHILE:
            return
        if now - self._said > _OFTEN:
            self._said = now
            self._told(words.format(count(done)))
        await asyncio.sleep(_REST)
        self._began = perf_counter()


async def opened(path: Path) -> Recording:
    """A recording, read in a thread. Raises UsageError."""
    return await asyncio.to_thread(open_recording, path)


async def read_side(records: Sequence[Record], told: Told, what: str) -> Side:
    """What a comparison needs of a session, as far as it has come now."""
    side, total, pace = Side(), len(records), _Pace(told)
    side.read_apart()
    for at in range(0, total, _AT_ONCE):
        side.feed([records[index] for index in range(at, min(at + _AT_ONCE, total))])
        await pace.rest(f"reading {what}, {{}} of {count(total)} records", at)
    return side


async def compared(one: Side, two: Side, told: Told) -> Comparison:
    """The two compared."""
    found, pace = Comparison(), _Pace(told)
    for found in compare_sessions(one, two, USUAL):
        await pace.rest("comparing, {} answers", len(found.pairs))
    return found


def requests_of(seqs: Collection[int], side: Side, timeline: Timeline) -> frozenset[int]:
    """The requests of ours that these records belong to: the request itself, its answer, or part of its operation."""
    rows = [row for seq in seqs if (row := timeline.row(seq)) is not None]
    operations = {row.op for row in rows if row.op is not None}
    wanted = {*seqs, *(timeline.other_half(row.seq) for row in rows)}

    def is_of_it(seq: int) -> bool:
        row = timeline.row(seq)
        return seq in wanted or (row is not None and row.op in operations)

    return frozenset(one.seq for one in side.asked.all if is_of_it(one.seq))


def local(moment: datetime) -> datetime:
    """A moment by the clock of this place."""
    return moment.astimezone()


def called(path: Path, recording: Recording, side: Side) -> str:
    """What a recording is called for people: when it began, its file, its server; foreign text."""
    try:
        began = f"{local(datetime.fromisoformat(recording.header.created)):%d %b %H:%M}"
    except ValueError:
        began = ""
    return ", ".join(filter(None, (began, path.name, server_name(side.catalog.server_info))))
