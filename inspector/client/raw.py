"""What the person wrote, right or wrong: put on the wire as it is, and what can be known of its answer.

A request in it is waited for as any other is. What no answer can name (no JSON, an id that is none, a batch that may be
refused as a whole) gets the answer that its HTTP exchange brings, or on stdio the next error without an id; that is
waited for so many seconds (`QUIET`), and a decision then says that nothing can be matched. Calls of the client's own go
on beside it: they are told apart from it even where it bears their id.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from inspector.client.approving import Approving, with_wait
from inspector.client.line import Line
from inspector.errors import ConnectError
from inspector.protocol import changes as fold
from inspector.protocol.changes import Exchange, Settled, Stray
from inspector.protocol.steps import Reply
from inspector.wire import events, jsonrpc
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import Batch, Error, Request, Result, is_id
from inspector.wire.parcel import Parcel

QUIET: Final = 1.5
"""Seconds for which an answer is looked for that can name nothing; on stdio there may be none at all."""

_ENDING: Final = 1.0
"""Seconds for closing the stream of what is given up."""


@dataclass(slots=True)
class _Sent:
    """What is known of one message of the person's: its records, and the answer to what names no request."""

    op: int
    since: int
    is_open: bool = False  # the line was left without an end, so nobody has read it yet
    http: int | None = None
    unread: tuple[int, Error] | None = None
    refused: int | None = None  # the record of the message that it answers
    web: fold.Web | None = None
    settled: dict[int, Settled] = field(default_factory=dict)
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, change: fold.Change) -> None:
        """Note what is about it; whoever waits looks again."""
        if isinstance(change, Settled) and change.exchange.op == self.op and change.exchange.seq > self.since:
            self.settled[change.exchange.seq] = change
        elif isinstance(change, Stray) and change.answers is not None and change.answers > self.since:
            if isinstance(change.message, Error):
                self.unread, self.refused = (change.record.seq, change.message), change.answers
        elif isinstance(change, Stray) and isinstance(change.message, Result | Error):
            event = change.record.event
            carried = isinstance(event, events.Received) and event.http is not None and event.http == self.http
            if carried and isinstance(change.message, Error):
                self.unread = change.record.seq, change.message
        elif isinstance(change, fold.WebEnded) and change.web.number == self.http:
            self.web = change.web
        self.woken.set()


class Raws:
    """Sends what the person wrote."""

    def __init__(self, line: Line, approving: Approving) -> None:
        self._line = line
        self._approving = approving

    async def send(self, parcel: Parcel, *, op: int, timeout: float) -> Reply:
        """Send it as operation `op`, and wait `timeout` seconds at most for what comes of it.

        A reply without an answer and without a failure: it was sent, and nothing can be, or is, an answer to it;
        `detail` says why. Raises nothing but the cancellation, after the server was told
        (`2026-07-28 basic/patterns/cancellation`).
        """
        message = jsonrpc.decode(parcel.raw)
        waited: Reply | float = 0.0
        if isinstance(message, Request) and isinstance(message.params, dict):
            waited = await self._approving.gate(message.method, message.params, op)
        if isinstance(waited, Reply):
            return waited
        return with_wait(await self._send(parcel, op, timeout), waited)

    async def _send(self, parcel: Parcel, op: int, timeout: float) -> Reply:
        line = self._line
        line.read()
        lines = parcel.lines
        sent = _Sent(op, len(line.journal), is_open=bool(lines) and not lines[-1][1])
        transport = line.transport
        if transport is None:
            return Reply(failure="closed", detail="there is no connection")
        started = line.journal.now()
        line.hearers.append(sent.take)
        try:
            async with asyncio.timeout(timeout):
                sent.http = await transport.put(parcel, op=op)
                sent.is_open = sent.is_open and sent.http is None
                line.read()
                await self._answered(sent)
        except ConnectError as error:
            return Reply(failure="closed", detail=error.why or error.message)
        except TimeoutError:
            await self._give_up(sent, "timeout", f"No answer for {timeout:g} s")
        except asyncio.CancelledError as error:
            await asyncio.shield(self._give_up(sent, "cancel", line.why_cancelled(error), tell=True))
            raise
        finally:
            line.hearers.remove(sent.take)
        return self._reply(sent, started, timeout)

    # ── waiting ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _mine(self, sent: _Sent) -> Iterator[Exchange]:
        """Its requests, the newest first."""
        for exchange in reversed(self._line.exchanges.ours.values()):
            if exchange.seq <= sent.since:
                return
            if exchange.op == sent.op:
                yield exchange

    async def _answered(self, sent: _Sent) -> None:
        """Return when all has come that will, or when what can name nothing has been quiet for long enough."""
        loop = asyncio.get_running_loop()
        quiet = loop.time() + QUIET
        while True:
            sent.woken.clear()
            waits = [one for one in self._mine(sent) if one.state == "open" and one.seq != sent.refused]
            named = any(is_id(one.id) for one in waits) and not sent.is_open
            if self._is_over(sent, waits, named):
                return
            if sent.http is not None or named:
                await sent.woken.wait()
                continue
            try:
                async with asyncio.timeout_at(quiet):
                    await sent.woken.wait()
            except TimeoutError:
                return

    def _is_over(self, sent: _Sent, waits: list[Exchange], named: bool) -> bool:
        """Whether all has come: `waits` are its requests without an answer, `named` if one can be named."""
        if sent.unread is not None and (sent.http is not None or not named):
            return True
        if waits:
            return False
        if sent.http is not None:
            return sent.web is not None or bool(sent.settled)
        return bool(sent.settled) or (self._is_notice(sent) and not sent.is_open)

    def _is_notice(self, sent: _Sent) -> bool:
        """Whether all that went over stdio are notifications and answers, which nobody answers."""
        lines = self._lines(sent)
        if not lines:
            return False
        kinds = [jsonrpc.decode(raw) for _, raw in lines]
        flat = [part for one in kinds for part in (one.messages if isinstance(one, Batch) else (one,))]
        return all(isinstance(one, jsonrpc.Notification | Result | Error) for one in flat)

    def _lines(self, sent: _Sent) -> list[tuple[int, bytes]]:
        records = self._line.journal.records[sent.since :]
        return [
            (one.seq, one.event.raw)
            for one in records
            if isinstance(one.event, events.Sent) and one.event.op == sent.op
        ]

    # ── what came of it ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _give_up(self, sent: _Sent, topic: str, because: str, *, tell: bool = False) -> None:
        """End what still waits, and close what is open for it; the server is told where the person cancelled it."""
        line = self._line
        line.read()
        verdict = "given up" if topic == "timeout" else "cancelled"
        for exchange in [one for one in self._mine(sent) if one.state == "open"]:
            line.decide(
                events.Decision(
                    topic,
                    exchange.method,
                    verdict,
                    f"{because}.",
                    clause="2026-07-28 basic/patterns/cancellation",
                    records=(exchange.seq,),
                    op=sent.op,
                    data={"ended": exchange.seq},
                )
            )
            if tell and sent.http is None and line.transport is not None and is_id(exchange.id):
                params = {"requestId": exchange.id, "reason": because}
                try:
                    async with asyncio.timeout(_ENDING):
                        await line.transport.send(jsonrpc.notification("notifications/cancelled", params), {})
                except (TimeoutError, ConnectError):
                    pass  # it takes nothing any more; the record of the request's end stands
        if sent.http is not None and line.transport is not None:
            await line.transport.abandon(sent.http)
        line.read()

    def _reply(self, sent: _Sent, started: float, timeout: float) -> Reply:
        line = self._line
        lines = self._lines(sent)
        first = lines[0][0] if lines else sent.since + 1
        answers = [one for _, one in sorted(sent.settled.items())]
        answered = next((one for one in answers if one.answer is not None), answers[0] if answers else None)
        ms = (line.journal.now() - started) * 1000
        web = sent.web or line.exchanges.webs.get(sent.http if sent.http is not None else -1)
        if answered is not None and (answered.answer is not None or sent.unread is None):
            exchange = answered.exchange
            end = exchange.answer_seq
            took = ((exchange.ended_at or exchange.at) - exchange.at) * 1000
            records = (exchange.seq,) if end is None else (exchange.seq, end)
            reply = Reply(answered.answer, exchange.failure, exchange.detail, records=records, ms=took)
            return _with_web(reply, answered.web or web)
        gone = next((one for one in self._mine(sent) if one.state == "failed" and one.failure == "timeout"), None)
        if gone is not None:
            return _with_web(Reply(None, "timeout", f"No answer for {timeout:g} s", records=(first,), ms=ms), web)
        return _with_web(self._unmatched(sent, lines, first, ms, web), web)

    def _unmatched(
        self, sent: _Sent, lines: list[tuple[int, bytes]], first: int, ms: float, web: fold.Web | None
    ) -> Reply:
        """The end of what no answer can name: said in a decision, with the error that came after it, if one did."""
        line = self._line
        because = "the line was left open" if sent.is_open else _why(lines)
        verdict = "sent; no answer is due" if self._is_notice(sent) else "sent; no answer can be matched"
        outcome = "nothing came" if web is None or web.status is None else f"HTTP {web.status}"
        records: tuple[int, ...] = (first,)
        if sent.unread is not None:
            records = (first, sent.unread[0])
            outcome, verdict = f"error {sent.unread[1].code}", "taken for its answer"
        failure = web.failure if web is not None and web.status is None else ""
        ended = [one.seq for one in self._mine(sent) if one.state == "open"]
        for seq in ended or [0]:
            data = {"unread": first, "ended": seq} if seq else {"unread": first}
            said = failure or because
            line.decide(
                events.Decision("send", "what you wrote", verdict, said, "", outcome, "", ms, records, sent.op, data)
            )
        line.read()
        if failure:
            return Reply(None, "network", failure, records=records, ms=ms)
        gone = next((_gone(one.event) for one in line.journal.records[sent.since :] if _gone(one.event)), "")
        if gone and sent.unread is None:
            return Reply(None, "exited", gone, records=records, ms=ms)
        return Reply(sent.unread[1] if sent.unread else None, "", f"{verdict}, {because}", records=records, ms=ms)


def _gone(event: events.Event) -> str:
    """That the server's process ended by itself, in words."""
    if not isinstance(event, events.Exited) or event.asked:
        return ""
    return f"the server exited with {f'signal {event.signal}' if event.signal else f'code {event.code}'}"


def _why(lines: list[tuple[int, bytes]]) -> str:
    """Why no answer can name it, in a clause."""
    if not lines:
        return "it has no body"
    message = jsonrpc.decode(lines[0][1])
    if isinstance(message, jsonrpc.Malformed):
        return message.reason if "not" in message.reason else f"it is no message: {message.reason}"
    if isinstance(message, Request):
        return f"id is {dumps(message.id)}"
    if isinstance(message, Batch):
        return "it is a batch"
    return "a notification gets none" if isinstance(message, jsonrpc.Notification) else "an answer gets none"


def _with_web(reply: Reply, web: fold.Web | None) -> Reply:
    if web is None:
        return reply
    return replace(
        reply,
        status=web.status,
        content_type=web.header("content-type"),
        headers=web.headers,
        sent=web.sent,
        body=web.body,
        streamed=tuple(web.streamed),
    )
