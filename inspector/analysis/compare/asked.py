"""The requests of a session that somebody wanted an answer to, each with the answer that it came to in the end.

The rounds of one call are one request (`2026-07-28 basic/patterns/mrtr`), and so is what a task that it became has in
its end. What a client sends of itself is none: the handshake, the polls of a task, subscriptions. What the server asked
meanwhile is kept with what it was answered, in order.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.answers import BY_US
from inspector.analysis.reading import Fold, Reading
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import Asked as TheyAsked
from inspector.protocol.exchanges import Exchange, Settled
from inspector.wire.events import Sent
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import Batch, Error, Malformed, Request, Result

OWN: Final = frozenset(
    {"server/discover", "initialize", "subscriptions/listen", "tasks/get", "tasks/result", "tasks/update"}
)
"""What a client sends of itself, to speak at all or to follow something up; never a request of its own here."""

_ROUNDS: Final = ("inputResponses", "requestState")


@dataclass(slots=True)
class Asked:
    """A request with its answer. `params` is without what a later round has in addition, and of `_meta` has only what
    the person put there.

    `answer` is `{"result": …}` or `{"error": …}`, MISSING where none came: then `detail` says why, and `cancelled` that
    it was given up on purpose. `at` in seconds of the session; `ms` from the first round to the last answer, less
    `waited`, the seconds in which the server waited for an answer of ours.
    `log_level` is the level of log messages that it asked for (`2026-07-28 server/utilities/logging`).
    """

    seq: int
    at: float
    method: str
    name: str
    params: dict[str, Json]
    answer: Json = MISSING
    detail: str = ""
    ms: float | None = None
    rounds: int = 1
    waited: float = 0.0
    cancelled: bool = False
    log_level: str | None = None

    @property
    def key(self) -> str:
        """What two requests have in common that ask the same."""
        return f"{self.method} {dumps(ordered(self.params))}"


@dataclass(frozen=True, slots=True)
class Given:
    """What the server asked, and the answer that it got: a result, or an error object if `refused`."""

    method: str
    params: dict[str, Json]
    answer: Json
    refused: bool = False


class AskedFold(Fold):
    """The fold. `all` is in the order of sending; `given` in that of answering.

    `own` counts the requests that a client sends of itself, by their methods; `unread` what was sent and is no single
    message, such as batches and messages that are wrong on purpose.
    """

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Asked] = []
        self.given: list[Given] = []
        self.own: Counter[str] = Counter()
        self.unread = 0
        self._of: dict[int, Asked] = {}
        self._by_op: dict[int, Asked] = {}
        self._questions: dict[str, tuple[str, dict[str, Json]]] = {}
        self._asked_at: dict[str, float] = {}
        self._ended: dict[int, float] = {}

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        event = reading.record.event
        if isinstance(event, Sent):
            self._sent(reading, event)
        for change in reading.changes:
            if isinstance(change, Settled):
                self._settled(change)
            elif isinstance(change, TheyAsked):
                params = change.request.params
                known = params if isinstance(params, dict) else {}
                id = dumps(change.request.id)
                self._questions[id], self._asked_at[id] = (change.request.method, known), reading.record.at

    def _sent(self, reading: Reading, event: Sent) -> None:
        message = reading.message
        for part in message.messages if isinstance(message, Batch) else (message,):
            if isinstance(part, Result | Error):
                question = self._questions.pop(dumps(part.id), None)
                if question is not None:
                    self._waited(reading.record.at - self._asked_at.pop(dumps(part.id)))
                    refused = isinstance(part, Error)
                    self.given.append(Given(*question, part.error if isinstance(part, Error) else part.result, refused))
        exchange = reading.exchanges.ours.get(reading.record.seq)
        self.unread += isinstance(message, Batch | Malformed) and bool(event.raw.strip())
        if exchange is None or not isinstance(message, Request):
            return
        if exchange.method in OWN:
            self.own[exchange.method] += 1
            return
        params = message.params if isinstance(message.params, dict) else {}
        own = {name: value for name, value in params.items() if name != "_meta" and name not in _ROUNDS}
        own |= _meta_of_theirs(params.get("_meta"))
        asked = Asked(exchange.seq, exchange.at, exchange.method, exchange.name or "", own)
        asked.log_level = _log_level(params.get("_meta"))
        first = self._unfinished(asked) if any(name in params for name in _ROUNDS) else None
        if first is None:
            self.all.append(asked)
            first = asked
        else:
            first.rounds += 1
            first.waited += exchange.at - self._ended.get(first.seq, exchange.at)
            self._inputs_answered(first, params.get("inputResponses"))
        self._of[exchange.seq] = first
        if exchange.op is not None:
            self._by_op[exchange.op] = first

    def _waited(self, seconds: float) -> None:
        """So long the server waited for us: it counts for the request that is open, if it is clear which that is."""
        if len(self._of) == 1:
            [asked] = self._of.values()
            asked.waited += seconds

    def _unfinished(self, asked: Asked) -> Asked | None:
        """The request that this one goes on with: the last that asks the same, if its answer asked back."""
        same = (one for one in reversed(self.all[-_NEAR:]) if one.key == asked.key)
        found = next(same, None)
        return found if found is not None and input_requests(found.answer) is not MISSING else None

    def _inputs_answered(self, first: Asked, responses: Json) -> None:
        requests = input_requests(first.answer)
        if not isinstance(requests, dict) or not isinstance(responses, dict):
            return
        for key, answer in responses.items():
            request = requests.get(key)
            if isinstance(request, dict) and isinstance(request.get("method"), str):
                params = request.get("params")
                self.given.append(Given(request["method"], params if isinstance(params, dict) else {}, answer))

    def _settled(self, change: Settled) -> None:
        exchange = change.exchange
        asked = self._of.pop(exchange.seq, None)
        answer = _answer_of(change)
        if asked is None:
            asked = self._by_op.get(exchange.op) if exchange.op is not None else None
            answer = of_task(exchange, answer)
            if asked is None or answer is MISSING:
                return
        asked.answer = answer
        # On modern HTTP a client cancels by closing the stream; ours says so beside that, the client of a tap does not.
        left = answer is MISSING and exchange.detail == BY_US
        asked.cancelled = exchange.cancelled or exchange.failure == "cancelled" or left
        asked.detail = "" if answer is not MISSING else exchange.detail or exchange.failure
        asked.ms = None
        if exchange.ended_at is not None:
            self._ended[asked.seq] = exchange.ended_at
            asked.ms = max(exchange.ended_at - asked.at - asked.waited, 0.0) * 1000


_NEAR: Final = 256
"""Requests among which the one is looked for that another goes on with."""


_OURS: Final = frozenset({"progressToken", "traceparent", "tracestate", "baggage"})
"""Members of `_meta` that a client sets of itself, besides those of the protocol."""


def _meta_of_theirs(meta: Json) -> dict[str, Json]:
    theirs = (
        {name: value for name, value in meta.items() if name not in _OURS and not name.startswith(PREFIX)}
        if isinstance(meta, dict)
        else {}
    )
    return {"_meta": theirs} if theirs else {}


def _log_level(meta: Json) -> str | None:
    level = meta.get(PREFIX + "logLevel") if isinstance(meta, dict) else None
    return level if isinstance(level, str) else None


def _answer_of(change: Settled) -> Json:
    if isinstance(change.answer, Result):
        return {"result": change.answer.result}
    return {"error": change.answer.error} if isinstance(change.answer, Error) else MISSING


def of_task(exchange: Exchange, answer: Json) -> Json:
    """What a poll tells of the call that became a task: its answer, if it has come to its end."""
    if exchange.method == "tasks/result":
        return answer
    state: Any = answer.get("result") if isinstance(answer, dict) else None
    if exchange.method != "tasks/get" or not isinstance(state, dict):
        return MISSING
    if state.get("status") == "completed" and "result" in state:
        return {"result": state["result"]}
    return {"error": state["error"]} if state.get("status") == "failed" and "error" in state else MISSING


def input_requests(answer: Json) -> Json:
    """What an unfinished answer asks, None where it asks nothing; MISSING if the answer is none of the kind."""
    result = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(result, dict) or result.get("resultType") != "input_required":
        return MISSING
    return result.get("inputRequests")


def ordered(value: Json) -> Json:
    """The value with the members of its objects in one order, so that equal ones are written alike."""
    if isinstance(value, dict):
        return {name: ordered(value[name]) for name in sorted(value)}
    return [ordered(one) for one in value] if isinstance(value, list) else value
