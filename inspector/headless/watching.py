"""A command carried out again whenever files of the server change, with what changed since, until it is interrupted."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Final

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.answers import compare_answers
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.offered import compare_offered
from inspector.analysis.compare.side import Side
from inspector.analysis.restarts import seen
from inspector.client import Client
from inspector.client.watching import AGAIN, GRACE, LONGEST_PAUSE, PATIENCE, changes
from inspector.config.target import HttpTarget
from inspector.config.watched import Changed, Watched, names_of
from inspector.errors import InspectorError
from inspector.headless.comparing import change_text, offers_lines
from inspector.headless.evidence import tell
from inspector.headless.live import Body, Ending, Live, Session, Setup, client_of
from inspector.headless.output import Output
from inspector.journal import Journal
from inspector.protocol.negotiation import Agreed
from inspector.wire.json import MISSING
from inspector.wire.methods import LISTS
from inspector.wire.text import visible

_MOST: Final = 20
"""Differences of an answer that are told."""


def watch(watched: Watched, body: Body) -> Session:
    """Carry out `body` now and after each change, on a new connection. Each answer is a document, a line with `--json`;
    what changed goes to stderr. A fault is told, and the next change tries again."""

    async def session(setup: Setup, output: Output, journal: Journal) -> Ending:
        output.by_line = True
        client, asking = client_of(setup, journal)
        told = _Told(journal, output)
        since = await asyncio.to_thread(watched.look)
        async with client, aclosing(changes(watched, since)) as news:
            patience = 0.0
            while True:
                try:
                    agreed = await _connected(client, patience)
                    try:
                        await body(Live(client, agreed, asking, output))
                    except InspectorError:
                        told.compare()  # what is offered now may be why
                        raise
                    told.compare()
                except InspectorError as error:
                    tell(error, journal, output)
                    output.fault(error)
                changed = await _next(news)
                output.note(f"── {visible(names_of(changed.paths))} changed")
                if isinstance(setup.target, HttpTarget):
                    patience = PATIENCE
                    await asyncio.sleep(GRACE)

    return session


async def _next(news: AsyncIterator[Changed]) -> Changed:
    changed = await anext(news)
    while not changed.paths:
        changed = await anext(news)
    return changed


async def _connected(client: Client, patience: float) -> Agreed:
    """Connect, in so many seconds as often as it takes."""
    until, pause = asyncio.get_running_loop().time() + patience, AGAIN
    while True:
        try:
            return await client.connect()
        except InspectorError:
            if asyncio.get_running_loop().time() + pause > until:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


class _Told:
    """What was offered and answered the last time."""

    def __init__(self, journal: Journal, output: Output) -> None:
        self._journal, self._output = journal, output
        self._side = Side()
        self._read = self._asked = 0
        self._offered: Catalog | None = None
        self._answered: Asked | None = None

    def compare(self) -> None:
        """Tell what is another than the last time."""
        records = self._journal.records
        self._side.feed(records[self._read :])
        self._read = len(records)
        asked = [one for one in self._side.asked.all[self._asked :] if one.method not in LISTS]
        self._asked = len(self._side.asked.all)
        if self._offered is not None and self._side.catalog.era is not None:
            for line in offers_lines(compare_offered(self._offered, self._side.catalog)):
                self._output.note(line)
        self._offered = seen(self._side.catalog) or self._offered
        if asked and asked[-1].answer is not MISSING:
            if self._answered is not None:
                self._tell(self._answered, asked[-1])
            self._answered = asked[-1]

    def _tell(self, before: Asked, after: Asked) -> None:
        found = compare_answers(before.answer, after.answer)
        many = f"{len(found):,} difference{'s' if len(found) > 1 else ''}" if found else "equal"
        self._output.note(f"answer: {many}")
        for one in found[:_MOST]:
            self._output.note(f"  {visible(one.where)}  {change_text(one.before, one.after)}")
