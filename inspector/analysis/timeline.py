"""Records → rows of the traffic, as they come.

Every record has a row in `all`. `visible` leaves out those that only repeat what another row shows: the HTTP request,
answer and end around exactly one message, SSE comments, the body under an HTTP error, the beginning of an operation,
and a note on a record, which that record shows. An HTTP row stays visible where it says more than its message: 401,
403, 405, 202, a redirect, a GET or DELETE, a failure, a stream with several messages. Whether that is so is known late,
so a row may come and go while its exchange lasts; rows are never reordered.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.analysis.answers import wished
from inspector.analysis.bodies import LONGEST, body_of
from inspector.analysis.composer import Composer
from inspector.analysis.kept import Kept
from inspector.analysis.notes import Notes
from inspector.analysis.query import Query, parse_query
from inspector.analysis.reading import Fold, Reading
from inspector.analysis.row_store import Rows
from inspector.analysis.rows import FAILED, LEVELS, Level, Role, Row
from inspector.analysis.selection import Source
from inspector.analysis.words import short
from inspector.protocol.exchanges import Settled
from inspector.wire import events
from inspector.wire.versions import Era

_MESSAGES = (events.Sent, events.Received)
_OWN_ROWS = frozenset({202, 401, 403, 405})
WEB_EVENTS = (events.HttpRequest, events.HttpResponse, events.HttpBody, events.SseBlock, events.HttpEnd)


@dataclass(slots=True)
class _Web:
    """Where the rows of one HTTP exchange stand in `all`, and what it has carried so far."""

    verb: str
    request: int
    carries: bool  # the request's body is a message of ours
    response: int = -1
    status: int = 0
    received: int = 0


class Timeline(Fold):
    """The fold. `visible` holds indices into `all`, ascending.

    `changed_from` is the lowest index that came into `visible` or went out of it later than with its record; whoever
    has looked sets it anew.
    """

    def __init__(self, records: Kept | None = None) -> None:
        """`records`: added to already with each record that comes here; None: kept by this fold itself."""
        super().__init__()
        self._own = records is None
        self._records = Kept() if records is None else records
        self.all = Rows()
        self.visible: array[int] = array("I")
        self.changed_from = 0
        self.notes = Notes()
        self._composer = Composer()
        self._webs: dict[int, _Web] = {}
        self._web_records: dict[int, array[int]] = {}
        self._attempts: array[int] = array("I")  # where in `all` each begins,
        self._eras: list[Era | None] = []  # and what it came to

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        row = self._composer.row(reading)
        index = len(self.all)
        self.all.append(row)
        event = reading.record.event
        if self._own:
            self._records.add(reading.record)
        if isinstance(event, events.Received):
            self.visible.append(index)
            if event.http is not None:
                self._carried(event.http)
                self._of_web(event.http, row.seq)
        elif isinstance(event, WEB_EVENTS):
            if self._stands_alone(event, index):
                self.visible.append(index)
            self._of_web(event.http, row.seq)
        elif isinstance(event, events.Sent):
            self.visible.append(index)
            if event.http is not None:
                self._sent(event.http, row)
                self._of_web(event.http, row.seq)
        elif isinstance(event, events.Note):
            self._noted(event, index)
        elif self._stands_alone(event, index):
            self.visible.append(index)
        if not self._attempts or isinstance(event, events.Opened):
            self._attempts.append(index)
            self._eras.append(None)
        self._eras[-1] = reading.identity.era or self._eras[-1]
        for change in reading.changes:
            if isinstance(change, Settled) and change.answer is None:
                self._unanswered(change, wished(event, change.exchange))

    def _of_web(self, http: int, seq: int) -> None:
        records = self._web_records.get(http)
        if records is None:
            records = self._web_records[http] = array("I")
        records.append(seq)

    def index_of(self, seq: int) -> int | None:
        """Where the row of a record stands in `all`."""
        seqs = self.all.seqs
        if seqs and seqs[-1] == seq:  # most often it is asked for the latest
            return len(seqs) - 1
        at = bisect_left(seqs, seq)
        return at if at < len(seqs) and seqs[at] == seq else None

    def row(self, seq: int) -> Row | None:
        """The row of a record."""
        at = self.index_of(seq)
        return None if at is None else self.all[at]

    def other_half(self, seq: int) -> int | None:
        """The record of the answer to a request, or of the request of an answer."""
        return self._composer.halves.get(seq)

    def retry(self, seq: int) -> int | None:
        """The record of the request that goes on with an unfinished answer, or of the answer that it goes on with."""
        return self._composer.retries.get(seq)

    def web_records(self, http: int) -> Sequence[int]:
        """The records of an HTTP exchange, in order."""
        return self._web_records.get(http, ())

    def mark(self, seq: int, level: Level) -> None:
        """A finding of this level rests on a record; the worst one stays."""
        index = self.index_of(seq)
        if index is None:
            return
        mark = self.all.marked(index)
        if mark != level and LEVELS.index(level) > LEVELS.index(mark):
            self.all.mark(index, level)

    def _noted(self, note: events.Note, index: int) -> None:
        self.notes.take(note)
        at = None if note.about is None else self.index_of(note.about)
        if at is None:
            self.visible.append(index)
        else:
            self.changed_from = min(self.changed_from, at)  # a filter may look at it

    def matches(self, text: str, *, folded: bool = False) -> "array[int]":
        """The indices of the rows that a filter lets through, `folded` ones too if wanted. Raises `QueryError`."""
        return self.select(parse_query(text), folded=folded)

    def select(self, query: Query, *, folded: bool = False, after: int = 0, until: int | None = None) -> "array[int]":
        """The same for a filter that is parsed already; only rows from index `after` up to `until` are looked at."""
        until = len(self.all) if until is None else min(until, len(self.all))
        among: Sequence[int] = range(after, until)
        if not folded:
            among = self.visible[bisect_left(self.visible, after) : bisect_left(self.visible, until)]
        return array(
            "I",
            query.select(
                Source(self.all, self._bodies, self._messages, self._era, self._records.saying, self._note), among
            ),
        )

    def _era(self, index: int) -> Era | None:
        at = bisect_right(self._attempts, index) - 1
        return self._eras[at] if at >= 0 else None

    def _note(self, index: int) -> str:
        row = self.all[index]
        if row.kind == "jot":
            return row.name
        return self.notes.of.get(row.seq, "")

    def _messages(self, among: Sequence[int]) -> list[bytes]:
        told = [record.event for record in self._records.those(among)]
        return [event.raw if isinstance(event, _MESSAGES) else b"" for event in told]

    def _bodies(self, among: Sequence[int]) -> list[bytes]:
        told = [record.event for record in self._records.those(among)]
        return [
            event.raw
            if isinstance(event, _MESSAGES) and event.http is None and 0 < len(event.raw) <= LONGEST
            else self._body(event)
            for event in told
        ]

    def _body(self, event: events.Event) -> bytes:
        http = event.http if isinstance(event, _MESSAGES) else None
        # The heads of an exchange come first; a stream may carry any number of messages after them.
        heads = [] if http is None else [self.index_of(seq) for seq in self.web_records(http)[:4]]
        return body_of(event, [self._records[at].event for at in heads if at is not None])

    # ── what HTTP folds away ─────────────────────────────────────────────────────────────────────────────────────────

    def _stands_alone(self, event: events.Event, index: int) -> bool:
        if isinstance(event, events.HttpRequest):
            carries = event.verb == "POST" and not event.body
            self._webs[event.http] = _Web(event.verb, index, carries)
            return not carries
        if isinstance(event, events.HttpResponse):
            web = self._webs.setdefault(event.http, _Web("", -1, False))
            web.response, web.status = index, event.status
            return not (web.carries and event.status == 200)
        if isinstance(event, events.HttpEnd):
            return self._ended(event)
        if isinstance(event, events.SseBlock):
            return event.event not in ("", "message")
        return not isinstance(event, (events.HttpBody, events.Began))

    def _sent(self, http: int, row: Row) -> None:
        """The HTTP request before a message of ours belongs to the same operation."""
        web = self._webs.get(http)
        if web is not None and web.request >= 0 and row.op is not None:
            self.all[web.request] = replace(self.all[web.request], op=row.op)

    def _carried(self, http: int) -> None:
        web = self._webs.get(http)
        if web is None:
            return
        web.received += 1
        if not web.carries or web.response < 0 or web.status in _OWN_ROWS or 300 <= web.status < 400:
            return
        if web.received == 1:
            self._show(web.response, False)
        elif web.received == 2:
            self._show(web.response, True)

    def _ended(self, event: events.HttpEnd) -> bool:
        web = self._webs.pop(event.http, None)
        if web is None:
            return True
        if event.failure or web.received == 0:
            if web.response >= 0:
                self._show(web.response, True)
            elif web.request >= 0:
                self._show(web.request, True)
        return bool(event.failure) or (web.verb == "GET" and web.status == 200)

    def _show(self, index: int, shown: bool) -> None:
        at = bisect_left(self.visible, index)
        there = at < len(self.visible) and self.visible[at] == index
        if shown != there:
            self.changed_from = min(self.changed_from, index)
        if shown and not there:
            self.visible.insert(at, index)
        elif there and not shown:
            del self.visible[at]

    # ── requests that came to nothing ────────────────────────────────────────────────────────────────────────────────

    def _unanswered(self, change: Settled, by_wish: bool) -> None:
        exchange = change.exchange
        at = self.index_of(exchange.seq)
        if at is None or exchange.answer_seq is not None:
            return
        cancelled = exchange.cancelled or exchange.failure == "cancelled"
        role: Role = "cancelled" if by_wish else "error"
        took = None if exchange.ended_at is None else (exchange.ended_at - exchange.at) * 1000
        row = replace(
            self.all[at],
            status_text="cancelled" if cancelled else "ended" if by_wish else "no answer",
            status_role=role,
            what=self.all[at].what or short(exchange.detail),
            took_ms=took,
        )
        self.all[at] = row


def failed(row: Row) -> bool:
    """Whether a row tells of something that went wrong."""
    return row.status_role in FAILED or row.mark == "error"
