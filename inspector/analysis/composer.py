"""From a reading to its row. One record gives one row; what a row needs from earlier records is remembered here."""

from dataclasses import dataclass, field

from inspector.analysis.answers import outcome, said
from inspector.analysis.phrases import fault, progress, quoted
from inspector.analysis.process_rows import process_row
from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rows import Role, Row
from inspector.analysis.web_rows import body_row, end_row, request_row, response_row, sse_row
from inspector.analysis.words import brief, counted, id_text, short, short_bytes
from inspector.protocol.envelope import SUBSCRIPTION_ID
from inspector.protocol.exchanges import Asked, Change, Exchange, News, Progressed, Settled, Stray, Withdrawn
from inspector.protocol.interference import interfered_with
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.jsonrpc import (
    Batch,
    Error,
    Malformed,
    Notification,
    Result,
    id_key,
)
from inspector.wire.methods import name_of

_BLANK = "empty"  # the reason that `decode` gives for a line of blanks


@dataclass(slots=True)
class Composer:
    """Makes rows, in the order of the records.

    `halves` maps each request to its answer and back, `retries` each unfinished answer to the request that goes on with
    it, and back.
    """

    halves: dict[int, int] = field(default_factory=dict)
    retries: dict[int, int] = field(default_factory=dict)
    _asked: dict[tuple[str, str], Exchange] = field(default_factory=dict)
    _unfinished: dict[object, tuple[str, int]] = field(default_factory=dict)
    _verbs: dict[int, str] = field(default_factory=dict)
    _bodies: dict[int, Exchange] = field(default_factory=dict)

    def row(self, reading: Reading) -> Row:
        """The row of a record."""
        record = reading.record
        event = record.event
        if isinstance(event, events.Received):
            return self._received(reading, event)
        if isinstance(event, events.Sent):
            return self._sent(reading, event)
        if isinstance(event, events.Stderr):
            return Row(record.seq, record.at, "err", what=short_bytes(event.raw), size=len(event.raw))
        if isinstance(event, events.Decision):
            return Row(
                record.seq,
                record.at,
                "why",
                short(interfered_with(event)),
                what=short(event.because),
                status_text=short(event.verdict, 80),
                status_role="decision",
                took_ms=event.ms,
                op=event.op,
            )
        if isinstance(event, events.HttpRequest):
            self._verbs[event.http] = event.verb
            return request_row(record, event)
        if isinstance(event, events.HttpResponse):
            return response_row(record, event, self._verbs.get(event.http, ""), self._op(event.http))
        if isinstance(event, events.HttpEnd):
            op = self._op(event.http)
            self._bodies.pop(event.http, None)
            return end_row(record, event, self._verbs.pop(event.http, ""), op)
        if isinstance(event, events.HttpBody):
            return body_row(record, event, self._verbs.get(event.http, ""), self._op(event.http))
        if isinstance(event, events.SseBlock):
            return sse_row(record, event, self._op(event.http))
        return process_row(record, event)

    def _op(self, http: int) -> int | None:
        """The operation whose request an HTTP exchange carries."""
        exchange = self._bodies.get(http)
        return exchange.op if exchange is not None else None

    # ── what we sent ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _sent(self, reading: Reading, event: events.Sent) -> Row:
        record = reading.record
        exchange = reading.exchanges.ours.get(record.seq)
        size = len(event.raw)
        if exchange is not None and not event.raw[:80].lstrip().startswith(b"["):
            if event.http is not None:
                self._bodies[event.http] = exchange
            before, unfinished = self._unfinished.pop(_operation(exchange), ("", 0)) if self._unfinished else ("", 0)
            if unfinished:
                self.retries[unfinished], self.retries[record.seq] = record.seq, unfinished
            return Row(
                record.seq,
                record.at,
                "req",
                short(exchange.method),
                short(exchange.name or ""),
                f"retry of {before}" if before else "",
                id_text(exchange.id),
                size=size,
                op=event.op,
            )
        message = reading.message
        if isinstance(message, Batch):
            what = counted(len(message.messages), "message")
            return Row(record.seq, record.at, "req", "batch", what=what, size=size, op=event.op)
        if isinstance(message, Notification):
            return self._told(reading, message, size)
        if isinstance(message, (Result, Error)):
            return self._answered_theirs(record, message, size, event.op)
        return Row(
            record.seq,
            record.at,
            "req",
            name=short_bytes(event.raw),
            what="sent as it is",
            status_text=fault(message),
            status_role="invalid",
            size=size,
            op=event.op,
        )

    def _told(self, reading: Reading, message: Notification, size: int) -> Row:
        record, params = reading.record, params_of(message)
        id, what, op = "", "", None
        if message.method == "notifications/cancelled":
            id, what = id_text(params.get("requestId")), quoted(params.get("reason"))
            wanted = id_key(params.get("requestId"))
            op = next((one.op for one in reading.exchanges.waiting() if id_key(one.id) == wanted), None)
        return Row(record.seq, record.at, "ntf-out", short(message.method), "", what, id, size=size, op=op)

    def _answered_theirs(self, record: Record, message: Result | Error, size: int, op: int | None) -> Row:
        theirs = self._asked.pop(id_key(message.id), None)
        status, role = outcome(message)
        method, took, what = "", None, said("", message)
        if theirs is None:
            what = what or "answers nothing that was asked"
        else:
            self._pair(theirs.seq, record.seq)
            method, took, op = short(theirs.method), (record.at - theirs.at) * 1000, op if op is not None else theirs.op
            action = message.result.get("action") if isinstance(message, Result) and _is_object(message) else None
            status, role = (short(action, 20), "success") if isinstance(action, str) else (status, role)
        return Row(record.seq, record.at, "ans", method, "", what, id_text(message.id), status, role, took, size, op=op)

    # ── what came ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _received(self, reading: Reading, event: events.Received) -> Row:
        record, size = reading.record, len(event.raw)
        if len(reading.changes) != 1:
            rows = [self._came(reading, change, event, size) for change in reading.changes]
            if [type(change) for change in reading.changes] == [News, Settled]:
                return rows[0]  # one notification, by which the server ended a request of ours
            worst = next((row for row in rows if row.status_role in ("error", "invalid")), rows[0] if rows else None)
            return Row(
                record.seq,
                record.at,
                "res",
                "batch",
                what=counted(len(rows), "message"),
                status_text=worst.status_text if worst else "",
                status_role=worst.status_role if worst else "",
                size=size,
                op=worst.op if worst else None,
            )
        return self._came(reading, reading.changes[0], event, size)

    def _came(self, reading: Reading, change: Change, event: events.Received, size: int) -> Row:
        record = reading.record
        if isinstance(change, Progressed):
            owner = change.exchange
            params = params_of(change.notification)
            id = f"~{id_text(owner.id if owner else params.get('progressToken'))}"
            op = owner.op if owner else None
            return self._news(record, change.notification.method, "", progress(params), id, size, op)
        if isinstance(change, News):
            return self._other_news(reading, change, event, size)
        if isinstance(change, Settled):
            return self._settled(record, change, size)
        if isinstance(change, Asked):
            asked = change.exchange
            self._asked[id_key(asked.id)] = asked
            status: tuple[str, Role] = ("id in use", "invalid") if change.duplicate else ("", "")
            what = quoted(params_of(change.request).get("message"))
            id = id_text(asked.id)
            return Row(
                record.seq, record.at, "ask", short(asked.method), "", what, id, *status, None, size, op=asked.op
            )
        if isinstance(change, Withdrawn):
            self._asked.pop(id_key(change.exchange.id), None)
            id = f"~{id_text(change.exchange.id)}"
            what = short(change.reason)
            return self._news(record, "notifications/cancelled", "", what, id, size, change.exchange.op)
        assert isinstance(change, Stray)
        return self._stray(record, change, event, size)

    def _settled(self, record: Record, change: Settled, size: int) -> Row:
        exchange, answer = change.exchange, change.answer
        self._pair(exchange.seq, record.seq)
        took = (record.at - exchange.at) * 1000
        status: str
        role: Role
        if answer is None:
            broken = change.instead if isinstance(change.instead, Malformed) else None
            status, role, what = fault(broken) if broken else "wrong id", "error", short(exchange.detail)
        else:
            status, role = outcome(answer)
            what = said(exchange.method, answer)
            if status == "input required":
                self._unfinished[_operation(exchange)] = (id_text(exchange.id), record.seq)
            if exchange.cancelled:
                status, role, what = "late", "muted", "answer after cancel"
        return Row(
            record.seq,
            record.at,
            "res",
            short(exchange.method),
            short(exchange.name or ""),
            what,
            id_text(exchange.id if answer is None else answer.id),
            status,
            role,
            took,
            size,
            op=exchange.op,
        )

    def _stray(self, record: Record, change: Stray, event: events.Received, size: int) -> Row:
        message = change.message
        if isinstance(message, (Result, Error)):
            late = change.exchange
            if change.answers is not None:
                return self._unread(record, change.answers, message, size)
            if change.refusal:
                id = id_text(message.id) if message.id is not None else ""
                return Row(record.seq, record.at, "res", "", "", said("", message), id, "refusal", "muted", None, size)
            if late is not None:
                self.halves.setdefault(record.seq, late.seq)
            else:
                what = said("", message) or "answers no request of ours"
                id = id_text(message.id)
                return Row(record.seq, record.at, "res", "", "", what, id, "answers nothing", "error", None, size)
            what = "answer after cancel" if late.failure == "cancelled" or late.cancelled else "answer after the end"
            took = (record.at - late.at) * 1000
            status: tuple[str, Role] = ("late", "muted")
            if late.state == "answered":
                what, status = "a second answer", ("twice", "error")
            name, id = short(late.name or ""), id_text(message.id)
            return Row(
                record.seq, record.at, "res", short(late.method), name, what, id, *status, took, size, op=late.op
            )
        blank = isinstance(message, Malformed) and message.reason == _BLANK
        what = "a blank line" if blank else "stray stdout line" if event.http is None else "in place of a message"
        return Row(
            record.seq,
            record.at,
            "out",
            name="" if blank else short_bytes(event.raw),
            what=what,
            status_text="blank" if blank else fault(message),
            status_role="muted" if blank else "invalid",
            size=size,
        )

    def _unread(self, record: Record, sent: int, message: Result | Error, size: int) -> Row:
        """The error that says of a message of ours that it could not be read: it names no request."""
        self._pair(sent, record.seq)
        status, role = outcome(message)
        return Row(
            record.seq, record.at, "res", "", "sent as it is", said("", message), "null", status, role, size=size
        )

    def _other_news(self, reading: Reading, change: News, event: events.Received, size: int) -> Row:
        message, params = change.notification, params_of(change.notification)
        method = message.method
        name, what, id, op = name_of(method, params) or "", "", "", None
        if method == "notifications/message":
            what = f"{brief(params.get('level', ''), 20)}: {brief(params.get('data', ''))}"
        elif method == "notifications/cancelled":
            what, id = quoted(params.get("reason")), f"~{id_text(params.get('requestId'))}"
        meta = params.get("_meta")
        subscription = meta.get(SUBSCRIPTION_ID) if isinstance(meta, dict) else None
        if subscription is not None:
            id = f"~{id_text(subscription)}"
        elif event.http is not None and not id:
            owner = self._bodies.get(event.http)
            if owner is not None:
                id, op = f"~{id_text(owner.id)}", owner.op
        return self._news(reading.record, method, short(name), what, id, size, op)

    @staticmethod
    def _news(record: Record, method: str, name: str, what: str, id: str, size: int, op: int | None) -> Row:
        return Row(record.seq, record.at, "ntf-in", short(method), name, what, id, size=size, op=op)

    def _pair(self, request: int, answer: int) -> None:
        self.halves[request] = answer
        self.halves[answer] = request


def _operation(exchange: Exchange) -> object:
    """What a retry has in common with the request that it repeats."""
    return exchange.op if exchange.op is not None else (exchange.method, exchange.name)


def _is_object(answer: Result) -> bool:
    return isinstance(answer.result, dict)
