"""The fold that makes scenes of records: what was asked, and all that the server said, each where it belongs.

Where something belongs is told, in this order, by its progress token, by the HTTP exchange that it came on, and by what
was open when it came; what came while nothing was open belongs behind the request before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.compare.asked import input_requests, of_task
from inspector.analysis.reading import Fold, Reading
from inspector.protocol.exchanges import Asked, Exchange, News, Progressed, Resumed, Settled
from inspector.protocol.news import ACKNOWLEDGED, LISTEN, not_granted, subscription_id
from inspector.serving.mock.drafts import Draft, DraftAsk, frozen
from inspector.serving.mock.messages import (
    answer_of,
    plain_news,
    question_of,
    round_of,
    same,
    take_responses,
    task_id,
    why_none,
)
from inspector.serving.mock.opening import Opening
from inspector.serving.mock.scenes import Question, Scene, Step, Tell
from inspector.wire.events import HttpRequest, Received, Record, Sent
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import Batch, Error, Malformed, Request, Result
from inspector.wire.methods import METHODS

_OPENING: Final = ("server/discover", "initialize")
_ROUNDS: Final = ("inputResponses", "requestState")
_TASK_NEWS: Final = ("notifications/tasks", "notifications/tasks/status")
_UNTOLD: Final = (ACKNOWLEDGED, "notifications/cancelled")
_NEAR: Final = 256
"""Requests among which the one is looked for that another goes on with."""


@dataclass(frozen=True, slots=True)
class Script:
    """All scenes in the order in which they began, what was told before the first, and how the server presented itself.

    `refused` is the error that subscriptions got, MISSING if none; `denied` what of a filter was never granted;
    `unread` counts what the client sent that is no single request; `authorized`: it sent a credential.
    """

    scenes: Sequence[Scene]
    before: Sequence[Step]
    opening: Opening
    refused: Json = MISSING
    denied: frozenset[str] = frozenset()
    unread: int = 0
    authorized: bool = False


def script_of(records: Iterable[Record]) -> Script:
    """Read a recording."""
    fold = ScriptFold()
    fold.feed(list(records))
    return fold.script()


class ScriptFold(Fold):
    """The fold; `script` is what it has come to."""

    def __init__(self) -> None:
        super().__init__()
        self._opening = Opening()
        self._drafts: list[Draft] = []
        self._of: dict[int, Draft] = {}  # by the record of the request, or of a later round of it
        self._by_http: dict[int, Draft] = {}
        self._by_task: dict[str, Draft] = {}
        self._questions: dict[str, tuple[Draft, DraftAsk, str]] = {}
        self._before = Draft(0, 0.0, "", "", {}, is_open=False)
        self._wanted: dict[str, Json] = {}
        self._refused: Json = MISSING
        self._denied: set[str] = set()
        self._unread = 0
        self._authorized = False

    def script(self) -> Script:
        """What was read so far."""
        scenes = tuple(draft.frozen() for draft in self._drafts)
        before = frozen(self._before.after)
        opening = self._opening.completed({scene.method for scene in scenes})
        return Script(scenes, before, opening, self._refused, frozenset(self._denied), self._unread, self._authorized)

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        event = reading.record.event
        if isinstance(event, Sent):
            self._sent(reading, event)
        elif isinstance(event, HttpRequest):
            self._authorized |= any(name.lower() == "authorization" for name, _ in event.headers)
        for change in reading.changes:
            if isinstance(change, Settled):
                self._settled(change, reading)
            elif isinstance(change, Asked):
                self._asked(change)
            elif isinstance(change, Progressed) and change.exchange is not None:
                draft = self._of.get(change.exchange.seq)
                if draft is not None:
                    self._tell(draft, change.notification.method, change.notification.params, change.record.at)
            elif isinstance(change, News):
                self._news(change)
            elif isinstance(change, Resumed) and change.exchange.http is not None:
                draft = self._of.get(change.exchange.seq)
                if draft is not None:
                    self._by_http[change.exchange.http] = draft
        self._opening.learn(reading.identity)

    def _sent(self, reading: Reading, event: Sent) -> None:
        message = reading.message
        for part in message.messages if isinstance(message, Batch) else (message,):
            if isinstance(part, Result | Error):
                answer = {"error": part.error} if isinstance(part, Error) else {"result": part.result}
                self._answered(part.id, answer, reading.record.at)
        self._unread += isinstance(message, Batch | Malformed) and bool(event.raw.strip())
        exchange = reading.exchanges.ours.get(reading.record.seq)
        if exchange is None or not isinstance(message, Request) or exchange.method in _OPENING:
            return
        params = message.params if isinstance(message.params, dict) else {}
        if exchange.method == LISTEN:
            self._wanted[dumps(exchange.id)] = params.get("notifications")
            return
        own = {name: value for name, value in params.items() if name != "_meta" and name not in _ROUNDS}
        draft = Draft(exchange.seq, exchange.at, exchange.method, exchange.name or "", own)
        if exchange.method == "tasks/update":
            self._updated(params)
        later = self._unfinished(draft, params) if exchange.method != "tasks/update" else None
        if later is None:
            self._drafts.append(draft)
        else:
            self._next_round(later, params, exchange.at)
            draft = later
        self._of[exchange.seq] = draft
        if exchange.http is not None:
            self._by_http[exchange.http] = draft

    def _unfinished(self, draft: Draft, params: dict[str, Json]) -> Draft | None:
        """The request that a later round goes on with."""
        if not any(name in params for name in _ROUNDS):
            return None
        key = draft.key
        rounds = [one for one in self._drafts[-_NEAR:] if one.is_round and one.key == key]
        state = params.get("requestState", MISSING)
        exact = [one for one in rounds if isinstance(ask := one.steps[-1], DraftAsk) and same(ask.state, state)]
        return (exact or rounds)[-1] if rounds else None

    def _next_round(self, draft: Draft, params: dict[str, Json], at: float) -> None:
        draft.is_round, draft.is_open, draft.mark = False, True, at
        take_responses(draft.steps[-1], params)

    def _updated(self, params: dict[str, Json]) -> None:
        """What the client answers to a task's questions."""
        named = params.get("taskId")
        origin = self._by_task.get(named) if isinstance(named, str) else None
        for step in origin.meanwhile if origin is not None else ():
            take_responses(step, params)

    def _settled(self, change: Settled, reading: Reading) -> None:
        exchange = change.exchange
        answer = answer_of(change)
        if exchange.method in _OPENING:
            if exchange.op is None and isinstance(change.answer, Result):
                self._opening.answered(exchange.method, change.answer.result)
            return
        if exchange.method == LISTEN:
            if isinstance(change.answer, Error):
                self._refused = answer
            return
        draft = self._of.pop(exchange.seq, None)
        if draft is None:
            return
        at = reading.record.at
        draft.is_open = False
        requests = input_requests(answer)
        if requests is not MISSING and _asks(draft.method):
            draft.is_round = True
            draft.steps.append(round_of(answer, draft.waited(at)))
            draft.detail = "the recording ends while it asks"
            return
        draft.answer, draft.wait = answer, draft.waited(at)
        draft.detail = "" if answer is not MISSING else why_none(exchange)
        self._task(draft, exchange, answer)

    def _task(self, draft: Draft, exchange: Exchange, answer: Json) -> None:
        """What a call that became a task comes to, learnt from what is asked about it."""
        promised = task_id(answer) if draft.method == "tools/call" else None
        if promised is not None:
            self._by_task[promised] = draft
            draft.is_task = True
        named = draft.params.get("taskId")
        origin = self._by_task.get(named) if draft.method.startswith("tasks/") and isinstance(named, str) else None
        if origin is None:
            return
        final = of_task(exchange, answer)
        if final is not MISSING:
            origin.final = final
        result = answer.get("result") if isinstance(answer, dict) else None
        requests = result.get("inputRequests") if isinstance(result, dict) else None
        if isinstance(requests, dict):
            known = {key for step in origin.meanwhile if isinstance(step, DraftAsk) for key in step.questions}
            fresh = {key: question_of(value) for key, value in requests.items() if key not in known}
            if fresh:
                origin.meanwhile.append(DraftAsk(0.0, fresh))
        if draft.method == "tasks/result":
            origin.meanwhile.extend(draft.steps)

    def _asked(self, change: Asked) -> None:
        request, at = change.request, change.record.at
        event = change.record.event
        draft = self._by_http.get(event.http or 0) if isinstance(event, Received) else None
        if draft is None or not draft.is_open:
            draft = self._of.get(change.exchange.parent or 0)
        if draft is None or not _may_ask(draft):
            draft = next((one for one in reversed(self._of.values()) if _may_ask(one)), None)
        draft = draft or self._last()
        ask = draft.asking(at)
        key = f"ask-{len(ask.questions) + 1}"
        ask.questions[key] = Question(request.method, request.params)
        self._questions[dumps(request.id)] = (draft, ask, key)

    def _answered(self, id: Json, answer: Json, at: float) -> None:
        draft, ask, key = self._questions.pop(dumps(id), (None, None, ""))
        if draft is not None and ask is not None:
            ask.answered(key, answer)
            draft.mark = at

    def _news(self, change: News) -> None:
        method, params, at = change.notification.method, change.notification.params, change.record.at
        if method == ACKNOWLEDGED:
            granted = params.get("notifications") if isinstance(params, dict) else None
            named = subscription_id(params)
            wanted = None if named is MISSING else self._wanted.get(dumps(named))
            self._denied |= {one.partition(" ")[0] for one in not_granted(wanted, granted)}
        if method in _UNTOLD:
            return
        event = change.record.event
        draft = self._by_http.get(event.http or 0) if isinstance(event, Received) else None
        if draft is None or not draft.is_open:
            draft = next((one for one in reversed(self._of.values()) if one.is_open), None)
        draft = draft or self._last()
        self._tell(draft, method, params, at)
        if method in _TASK_NEWS and isinstance(params, dict) and isinstance(params.get("taskId"), str):
            # It says all that a poll would have said, and spared the recorded client one.
            task = {name: value for name, value in params.items() if name != "_meta"}
            told = Draft(change.record.seq, at, "tasks/get", params["taskId"], {"taskId": params["taskId"]})
            told.answer, told.is_open = {"result": task}, False
            self._drafts.append(told)

    def _last(self) -> Draft:
        return self._drafts[-1] if self._drafts else self._before

    def _tell(self, draft: Draft, method: str, params: Json, at: float) -> None:
        draft.add(Tell(method, plain_news(params, method), draft.waited(at)))


def _may_ask(draft: Draft) -> bool:
    return draft.is_open and (draft.method == "tasks/result" or _asks(draft.method))


def _asks(method: str) -> bool:
    """Whether the server may ask back; nobody knows of a method of its own."""
    known = METHODS.get(method)
    return known is None or known.asks
