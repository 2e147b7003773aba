"""Which answer belongs to which request: a fold over records, used live by the client and later by the views.

Theory of operation. Each direction has ids of its own. An answer is matched by its exact id; failing that by an id
that differs in type alone; failing that, on HTTP, by the exchange whose body it came in (an error without an id
belongs to that POST and no other); failing that, on stdio, an error without an id is taken for the answer of the one
request that waits, if there is only one. Whatever is matched inexactly says so. What ends a transport ends all that
waited on it.

What bears the id of an open request and is no answer, or stands in the JSON body of its POST with another id, ends the
request: nothing more would come. On a stream the right answer may still follow what is wrong; if none does, the end
of the stream says what came.

`feed` takes one record and returns what it brought about; it never raises and looks at no clock but the records'.
"""

from collections.abc import Callable, Iterable
from sys import intern
from typing import Final

from inspector.protocol import broken
from inspector.protocol.changes import (
    Asked,
    Change,
    Exchange,
    News,
    Progressed,
    Resumed,
    Settled,
    State,
    Stray,
    Web,
    WebEnded,
    Withdrawn,
)
from inspector.protocol.matching import match, refuses
from inspector.protocol.requests import OurRequests, alike
from inspector.protocol.steps import Failure
from inspector.protocol.theirs import TheirRequests
from inspector.protocol.webs import Webs
from inspector.wire import events
from inspector.wire.decoding import Decode
from inspector.wire.events import Record
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import (
    WITHOUT_ID,
    Batch,
    Error,
    Malformed,
    Message,
    Notification,
    Request,
    Result,
    decode,
    is_id,
)
from inspector.wire.methods import name_of
from inspector.wire.processes import ended
from inspector.wire.text import visible_bytes

__all__ = [
    "Asked",
    "Change",
    "Exchange",
    "Exchanges",
    "News",
    "Progressed",
    "Resumed",
    "Settled",
    "State",
    "Stray",
    "Web",
    "WebEnded",
    "Withdrawn",
    "feed_all",
]


Opened = Callable[[Exchange], None]

_OF_WEBS: Final = (events.HttpRequest, events.HttpResponse, events.HttpBody, events.SseBlock)


class Exchanges:
    """The fold. `ours` and `theirs` hold every exchange by record number, in order.

    `read` decodes the messages; the changes have them as it gives them.
    """

    def __init__(self, read: Decode = decode) -> None:
        self._read = read
        self._webs = Webs()
        self._requests = OurRequests()
        self._asked = TheirRequests()
        self.ours = self._requests.all
        self.theirs = self._asked.all
        self._expected: tuple[bytes, Request, Opened] | None = None
        self._unnamed: dict[int, int | None] = {}  # messages of ours that cannot be named in an answer, and their HTTP
        self._astray: dict[int, str] = {}  # what came on the stream of an open request and is no answer of its own
        self._adrift: dict[int, Exchange] = {}  # taken with a 202: the answer can only come on a stream of the server's

    @property
    def webs(self) -> dict[int, Web]:
        """Every HTTP exchange by its number."""
        return self._webs.all

    def waiting(self) -> tuple[Exchange, ...]:
        """Our requests that are open, oldest first."""
        return self._requests.waiting()

    def open(self, id: Json) -> Exchange | None:
        """Our open request of exactly this id."""
        return self._requests.open(id)

    def latest(self, id: Json) -> Exchange | None:
        """Our request of exactly this id: open, or the last that has ended."""
        return self._requests.open(id) or self._requests.ended(id)

    def is_asked(self, id: Json) -> bool:
        """Whether a request of theirs of exactly this id waits for our answer."""
        return self._asked.open(id) is not None

    def knows(self, id: Json) -> bool:
        """Whether a request of ours has had exactly this id, open or not."""
        return self._requests.knows(id)

    def expect(self, raw: bytes, request: Request, opened: Opened = lambda exchange: None) -> None:
        """Spare the decoding of `raw`, whose record comes next: it holds `request`, as whoever wrote it knows.

        `opened` gets the exchange that begins with it, for an id alone does not name one: a person may send it twice.
        """
        self._expected = (raw, request, opened)

    def feed(self, record: Record) -> list[Change]:
        """Take one record in; say what it brought about."""
        event = record.event
        if isinstance(event, events.Received):
            return self._received(record, event)
        if isinstance(event, events.Sent):
            return self._sent(record, event)
        if isinstance(event, _OF_WEBS):
            self._webs.feed(event)
        elif isinstance(event, events.HttpEnd):
            return self._web_ended(record, event)
        elif isinstance(event, events.Exited):
            return self._all_end(record, "exited", f"the server exited with {ended(event)}")
        elif isinstance(event, events.Closed):
            return self._all_end(record, "closed", event.reason or "the connection was closed")
        elif isinstance(event, events.Decision) and isinstance(event.data, dict):
            return self._told(record, event)
        return []

    def settle(self, exchange: Exchange, at: float, failure: Failure, detail: str) -> None:
        """End one of our requests by our own decision: it timed out, or was cancelled."""
        self._close(exchange, at, failure=failure, detail=detail)

    def _told(self, record: Record, decision: events.Decision) -> list[Change]:
        self._webs.told(decision.data)
        changes: list[Change] = []
        exchange = self._requests.carried_by(_number(decision.data.get("resumes")))
        if exchange is not None:
            self._requests.go_on(exchange, _number(decision.data.get("http")))
            changes.append(Resumed(exchange))
        ended = decision.data.get("ended")
        self._unnamed.pop(_number(decision.data.get("unread")), None)
        if isinstance(ended, int) and ended in self.ours:
            failure: Failure = _GIVEN_UP.get(decision.topic, "cancelled")
            if self.ours[ended].state == "open":
                self._close(self.ours[ended], record.at, failure=failure, detail=decision.because)
        return changes

    def _sent(self, record: Record, event: events.Sent) -> list[Change]:
        if not event.raw:
            return []  # the end of a line that was left open: what is expected comes behind it
        expected, self._expected = self._expected, None
        if expected is not None and expected[0] is event.raw:
            expected[2](self._opened(record, event, expected[1]))
            return []
        message = self._read(event.raw)
        parts = message.messages if isinstance(message, Batch) else (message,)
        if isinstance(message, Batch) or (isinstance(message, Malformed) and message.reason != "empty"):
            self._unnamed[record.seq] = event.http  # a batch may be refused as a whole
        for part in parts:
            if isinstance(part, Request):
                self._opened(record, event, part)
            elif isinstance(part, (Result, Error)):
                self._asked.answer(part.id, record)
            elif isinstance(part, Notification) and part.method == "notifications/cancelled":
                params = part.params if isinstance(part.params, dict) else {}
                id = params.get("requestId")
                ours = self._requests.open(id) or self._requests.ended(id)
                if ours is not None and ours.state != "answered":
                    ours.cancelled = True
        return []

    def _opened(self, record: Record, event: events.Sent, request: Request) -> Exchange:
        params = request.params if isinstance(request.params, dict) else {}
        meta = params.get("_meta")
        token = meta.get("progressToken", MISSING) if isinstance(meta, dict) else MISSING
        name = name_of(request.method, params)
        method = intern(request.method)  # of a hundred thousand requests one text, and not as many
        name = None if name is None else intern(name)
        exchange = Exchange(record.seq, record.at, True, request.id, method, name, event.op, event.http, token)
        self._requests.add(exchange)
        return exchange

    def _received(self, record: Record, event: events.Received) -> list[Change]:
        message = self._read(event.raw)
        if event.http is not None:
            web = self._webs.at(event.http)
            web.messages += 1
            web.events += bool(event.before)
        if isinstance(message, Batch):
            return [change for part in message.messages for change in self._message(record, event, part)]
        return self._message(record, event, message)

    def _message(self, record: Record, event: events.Received, message: Message) -> list[Change]:
        if isinstance(message, (Result, Error)):
            return self._answer(record, event, message)
        if isinstance(message, Request):
            exchange, duplicate = self._asked.add(record, message, event.http)
            self._nest(exchange, event.http)
            return [Asked(exchange, message, record, duplicate)]
        if isinstance(message, Notification):
            return self._notification(record, message)
        if isinstance(message, Malformed):
            return self._broken(record, event, message)
        return [Stray(message, record, "a batch inside a batch")]

    def _broken(self, record: Record, event: events.Received, message: Malformed) -> list[Change]:
        """What is no message: the end of a request if it bears the id of one, else it belongs nowhere."""
        id = broken.id_of(message, event.raw)
        exchange = self._requests.bearing(id) if is_id(id) or isinstance(id, float) else None
        if exchange is None:
            first = visible_bytes(event.raw[:_SHOWN])
            self._strayed(event, f"what came is no message ({message.reason}): “{first}”")
            return [Stray(message, record, message.reason)]
        web = self._webs.get(event.http)
        refused = web is not None and web.status is not None and not 200 <= web.status < 300
        detail = f"what bears its id is no answer: {message.reason}"
        exchange.flaws.extend(message.flaws)
        self._close(exchange, record.at, failure="http" if refused else "unanswered", detail=detail, answer=record.seq)
        return [Settled(exchange, None, web, message)]

    def _strayed(self, event: events.Received, what: str) -> None:
        own = self._requests.carried_by(event.http)
        if own is not None and own.state == "open":
            self._astray[own.seq] = what

    def _nest(self, theirs: Exchange, http: int | None) -> None:
        """Find what a request of theirs was asked for: by the stream it came on, or because nothing else waits.

        A listing or a ping of the client's own is not what a server asks for, while a call of the person's waits too.
        """
        own = self._requests.carried_by(http)
        waiting = (own,) if own is not None else self.waiting()
        if len(waiting) > 1:
            waiting = tuple(one for one in waiting if one.op is not None) or waiting
        if len(waiting) == 1:
            theirs.parent = waiting[0].seq
        if len({one.op for one in waiting}) == 1:
            theirs.op = waiting[0].op

    def _notification(self, record: Record, message: Notification) -> list[Change]:
        params = message.params if isinstance(message.params, dict) else {}
        if message.method == "notifications/progress":
            token = params.get("progressToken")
            exchange = self._requests.of_token(token)
            if exchange is not None and exchange.state == "open":
                exchange.progress += 1
                return [Progressed(exchange, message, record)]
            return [Progressed(None, message, record, exchange or self._requests.meant_by(token))]
        if message.method == "notifications/cancelled":
            theirs = self._asked.withdraw(params.get("requestId"), record.at)
            if theirs is not None:
                reason = params.get("reason")
                return [Withdrawn(theirs, reason if isinstance(reason, str) else "")]
            ours = self._requests.open(params.get("requestId"))
            if ours is not None and ours.method == "subscriptions/listen":
                # `2026-07-28 basic/patterns/cancellation`: so a server tells that it tears a subscription down.
                self._close(ours, record.at, failure="cancelled", detail=_TORN_DOWN, answer=record.seq)
                return [News(message, record), Settled(ours, None, self._webs.get(ours.http))]
        return [News(message, record)]

    def _answer(self, record: Record, event: events.Received, message: Result | Error) -> list[Change]:
        unread = self._unread(event, message)
        if unread is not None:
            return [Stray(message, record, f"the answer to message {unread}, which names no request", answers=unread)]
        exchange, flaw = match(event, message, self._requests, self._webs)
        if exchange is None and refuses(event, message, self._requests, self._webs):
            return [Stray(message, record, "the refusal of what wants no answer", refusal=True)]
        if exchange is None:
            self._strayed(event, f"the answer that came names id {dumps(message.id)}, not the request's")
            late = self._requests.ended(message.id)
            if late is not None:
                word = "a second answer" if late.state == "answered" else "an answer after the end"
                return [Stray(message, record, f"{word} to request {late.seq}", late)]
            return [Stray(message, record, "an answer to no request of ours")]
        if flaw:
            exchange.flaws.append(flaw)
        web = self._webs.get(event.http)
        if event.http is not None and message.id is not None and not alike(exchange.id, message.id):
            # An answer in the JSON body of our own POST can be nobody else's; its id makes it unusable (ID-02).
            detail = f"the answer names id {dumps(message.id)}, the request had {dumps(exchange.id)}"
            self._close(exchange, record.at, failure="unanswered", detail=detail, answer=record.seq)
            return [Settled(exchange, None, web, message)]
        exchange.flaws.extend(flaw for flaw in message.flaws if is_id(exchange.id) or flaw not in WITHOUT_ID)
        self._close(exchange, record.at, answer=record.seq)
        return [Settled(exchange, message, web)]

    def _unread(self, event: events.Received, message: Result | Error) -> int | None:
        """The message of ours which could not be read, if this can only be the error that says so."""
        if not self._unnamed or not isinstance(message, Error) or is_id(message.id):
            return None
        # A web carries one message; on stdio the oldest waits longest, and what waits is given up (`_told`).
        found = next((seq for seq, http in self._unnamed.items() if http == event.http), None)
        if found is not None:
            del self._unnamed[found]
        return found

    def _web_ended(self, record: Record, event: events.HttpEnd) -> list[Change]:
        web, dried_up = self._webs.ended(event)
        changes: list[Change] = [WebEnded(web)]
        if dried_up:
            changes.extend(self._dried_up(record, event))
        exchange = self._requests.carried_by(event.http)
        if exchange is None or exchange.state != "open" or event.resuming:
            return changes
        failure, detail = self._webs.verdict(web)
        if web.status == 202 and not web.failure and self._webs.streams:
            self._adrift[exchange.seq] = exchange
            return changes
        came = self._astray.get(exchange.seq)
        detail = f"{detail}; {came}" if came else detail
        self._close(exchange, record.at, failure=failure, detail=detail)
        return [*changes, Settled(exchange, None, web)]

    def _dried_up(self, record: Record, event: events.HttpEnd) -> list[Change]:
        """No stream of the server's own is left, so what was to be answered there fails."""
        failed: list[Change] = []
        detail = event.failure or "the stream on which the answer was to come has ended"
        for exchange in tuple(self._adrift.values()):
            self._close(exchange, record.at, failure="unanswered", detail=detail)
            failed.append(Settled(exchange, None, self._webs.get(exchange.http)))
        return failed

    def _all_end(self, record: Record, failure: Failure, detail: str) -> list[Change]:
        self._webs.streams.clear()
        self._adrift.clear()
        ended: list[Change] = []
        for exchange in self.waiting():
            self._close(exchange, record.at, failure=failure, detail=detail)
            ended.append(Settled(exchange, None, self._webs.get(exchange.http)))
        return [*ended, *(Withdrawn(theirs, detail) for theirs in self._asked.end_all(record.at))]

    def _close(
        self, exchange: Exchange, at: float, *, failure: Failure = "", detail: str = "", answer: int | None = None
    ) -> None:
        self._adrift.pop(exchange.seq, None)
        self._astray.pop(exchange.seq, None)
        self._unnamed.pop(exchange.seq, None)
        self._requests.close(exchange, at, failure=failure, detail=detail, answer=answer)


_GIVEN_UP: Final[dict[str, Failure]] = {"timeout": "timeout", "send": "unanswered"}
"""Why a request is waited for no more, by the topic of the decision that says so."""

_SHOWN: Final = 80
"""Bytes of what is no message that are shown where it is told of."""

_TORN_DOWN: Final = "the server ended the subscription"


def _number(value: Json) -> int:
    return value if isinstance(value, int) else -1


def feed_all(exchanges: Exchanges, records: Iterable[Record]) -> list[Change]:
    """Feed many records; the changes in their order."""
    return [change for record in records for change in exchanges.feed(record)]
