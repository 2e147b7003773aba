"""The requests of a recorded session sent again over a connection, each answer judged by the recorded one.

    again = Replaying(client, side, volatile)
    client_asks = again.answer          # what the server asks meanwhile is answered as it was recorded
    comparison = await again.run()      # `again.told` hears of each answer as it comes

In order, one by one, or at the recorded moments and so as many at once as then (`pace`). The server may be of the other
era: `analysis.compare.resending` says what becomes of a request there.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TYPE_CHECKING

from inspector.analysis.compare.answers import HIDDEN, USUAL, Volatile
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.judging import NotSent, Pair, judge
from inspector.analysis.compare.resending import Cursors, RecordedAnswers, not_resent, resent
from inspector.protocol import flows
from inspector.protocol.negotiation import Agreed
from inspector.protocol.questions import Answer, Question, Rule
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import Error, Result

if TYPE_CHECKING:
    from inspector.analysis.compare.side import Side
    from inspector.client.session import Client

Schemas = Callable[[], Awaitable[Mapping[str, Json]]]
"""Gives the `inputSchema` of each tool of the server, by name."""


def roots_rules(side: "Side") -> tuple[Rule, ...]:
    """A rule that answers for the roots as the recording has them, if it has them."""
    given = next((one for one in side.asked.given if one.method == "roots/list" and not one.refused), None)
    return () if given is None else (Rule("roots/list", given.answer),)


class Replaying:
    """One run, over a client that is connected.

    `only`: the records of the requests to send, None for all. `schemas` is asked once, where headers mirror arguments
    or a call must be approved. `told` is called with each pair as it comes, `ops` holds the operations that it began,
    `stopped` the recorded requests that the server did not answer for want of one from us, and `notes` counts what is
    to be said of all of it, in sentences that may hold foreign text.
    """

    def __init__(
        self,
        client: "Client",
        side: "Side",
        volatile: Volatile = USUAL,
        *,
        only: Collection[int] | None = None,
        pace: bool = False,
        schemas: Schemas | None = None,
        told: Callable[[Pair], object] = lambda _: None,
    ) -> None:
        agreed = client.agreed
        assert agreed is not None, "there is a connection"
        self._client = client
        self._agreed: Agreed = agreed
        self._side = side
        self._volatile = volatile
        self._pace = pace
        self._schemas_of = schemas
        self._told = told
        self._recorded = RecordedAnswers(side.asked.given)
        self._cursors = Cursors()
        self._level: str | None = client.options.log_level
        self._schemas: Mapping[str, Json] = {}
        self._other_era = side.era is not None and side.era != agreed.era
        self._whole = only is None
        self._done: dict[int, Pair] = {}
        self._not_sent: dict[int, NotSent] = {}
        self.asked = [one for one in side.asked.all if only is None or one.seq in only]
        """What is to be sent, in the order of the recording."""
        self.ops: set[int] = set()
        self.stopped: set[int] = set()
        self.notes: Counter[str] = Counter()

    @property
    def pairs(self) -> list[Pair]:
        """What came of each so far, in the order of the recording."""
        return [self._done[one.seq] for one in self.asked if one.seq in self._done]

    @property
    def not_sent(self) -> list[NotSent]:
        """What was left out so far, in that order."""
        return [self._not_sent[one.seq] for one in self.asked if one.seq in self._not_sent]

    def answer(self, question: Question) -> Answer | None:
        """The recorded answer to what the server asks for one of these requests; None if there is none."""
        if question.is_approval or (question.op is not None and question.op not in self.ops):
            return None
        found = self._recorded.take(question.method, question.params)
        if found is None:
            self.notes[f"The server asked {question.method}, to which the recording has no such answer."] += 1
            return None
        if found.refused:
            return Answer(error=found.answer if isinstance(found.answer, dict) else {}, by="recording")
        return Answer(found.answer, by="recording")

    async def run(self) -> list[Pair]:
        """Send them; what came of each, in the order of the recording."""
        await self._learn_tools()
        if self._pace:
            await self._in_pace()
        else:
            for one in self.asked:
                await self._again(one)
        if self._whole:
            self.notes.update(not_resent(self._side.asked))
        return self.pairs

    async def _in_pace(self) -> None:
        clock = asyncio.get_running_loop()
        begun = clock.time()
        async with asyncio.TaskGroup() as sending:
            for one in self.asked:
                due = begun + one.at - self.asked[0].at
                await asyncio.sleep(max(0.0, due - clock.time()))
                sending.create_task(self._again(one))

    async def _learn_tools(self) -> None:
        agreed = self._agreed
        mirrors = agreed.era == "modern" and agreed.transport == "streamable-http"
        calls = any(one.method == "tools/call" for one in self.asked)
        wanted = calls and (mirrors or self._client.options.approve != "none") and "tools" in agreed.capabilities
        if wanted and self._schemas_of is not None:
            self._schemas = await self._schemas_of()

    async def _again(self, asked: Asked) -> None:
        sent = resent(asked, self._agreed.era, self._agreed.version)
        if sent.why:
            self._not_sent[asked.seq] = NotSent(asked, sent.why)
            self.notes[f"{asked.method} is not sent again: {sent.why}."] += 1
            return
        notes = []
        if sent.note:
            notes.append(sent.note)
        if sent.level or (asked.log_level is not None and asked.log_level != self._level):
            notes += await self._set_level(sent.level or asked.log_level or "")
        for note in notes:
            self.notes[f"{note[:1].upper()}{note[1:]}."] += 1
        if sent.params is None:
            self._not_sent[asked.seq] = NotSent(asked, "; ".join(notes))
            return
        params = self._cursors.put(asked.method, sent.params)
        if params is None:
            now = Asked(0, 0.0, asked.method, asked.name, sent.params, detail="there is no such page any more")
        else:
            now = await self._send(asked, params)
        self._cursors.learn(asked.method, asked.answer, now.answer)
        pair = judge(asked, now, self._volatile, other_era=self._other_era, note="; ".join(notes))
        self._done[asked.seq] = pair
        self._told(pair)

    async def _send(self, asked: Asked, params: dict[str, Json]) -> Asked:
        """The request with all its rounds, as an operation of its own."""
        if HIDDEN.search(dumps(params)):
            self.notes[f"{asked.method} is sent with what stands in place of a secret in the recording."] += 1
        client, options = self._client, self._client.options
        op = client.begin(asked.method, asked.name)
        self.ops.add(op)
        call = flows.call(
            asked.method,
            params,
            self._agreed.era,
            schema=self._schemas.get(asked.name),
            max_rounds=options.max_rounds,
            patience=options.max_timeout,
        )
        at = client.journal.now()
        outcome = await client.drive(call, op=op, on_progress=lambda _: None)
        reply = outcome.reply
        answer: Json = MISSING
        if isinstance(reply.answer, Result):
            answer = {"result": reply.answer.result}
        elif isinstance(reply.answer, Error):
            answer = {"error": reply.answer.error}
        why = outcome.broken or reply.detail or reply.failure
        if outcome.pending:
            self.stopped.add(asked.seq)
            why = "the server asked, and there was no answer that could be sent"
        seq = reply.records[0] if reply.records else 0
        return Asked(seq, at, asked.method, asked.name, params, answer, why, outcome.ms, outcome.rounds)

    async def _set_level(self, level: str) -> list[str]:
        """Set the log level; what is to be said of it."""
        self._level = level
        if self._agreed.era == "legacy":
            if "logging" not in self._agreed.capabilities:
                return ["the server has no logging, so that no level is set"]
            await self._client.set_log_level(level)
            return ["the log level of requests became logging/setLevel"]
        await self._client.set_log_level(level)
        return []
