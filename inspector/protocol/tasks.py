"""Tasks: what a server does later, and how a client follows it to its result.

Two forms. The extension `io.modelcontextprotocol/tasks` of the modern era: any `tools/call` may be answered with
`resultType: "task"`; `tasks/get` tells how it stands, holds the result in the end, and the questions meanwhile, which
`tasks/update` answers. The experimental tasks of 2025-11-25: the client asks for one (`task` in the params), the
answer holds a `task`, `tasks/get` tells how it stands, and `tasks/result` gives what the call would have given; asked
while input is required, it lets the server ask in requests of its own.

A poll waits for the interval that the server names, or for its news of the task. Giving up the waiting asks the server
to cancel (`tasks/cancel`), which it need not do.

Source: repository modelcontextprotocol/ext-tasks, `specification/draft/tasks.md`; `2025-11-25 basic/utilities/tasks`.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from inspector.protocol.outcomes import Outcome
from inspector.protocol.steps import Ask, Call, Decide, Heard, Pause, Reply, Step
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Error, Notification, Result
from inspector.wire.text import visible
from inspector.wire.times import in_seconds
from inspector.wire.versions import Era

EXTENSION: Final = "io.modelcontextprotocol/tasks"
MODERN_CLAUSE: Final = "io.modelcontextprotocol/tasks"
LEGACY_CLAUSE: Final = "2025-11-25 basic/utilities/tasks"
MODERN_NEWS: Final = "notifications/tasks"
LEGACY_NEWS: Final = "notifications/tasks/status"
TERMINAL: Final = frozenset({"completed", "failed", "cancelled"})
STATUSES: Final = frozenset({"working", "input_required", *TERMINAL})

_USUAL: Final = 1.0
_LONGEST: Final = 60.0
"""Seconds between polls where the server names no interval, and the most that we wait whatever it names."""


@dataclass(frozen=True, slots=True)
class Began:
    """A task as the answer to a call told of it: its id, and the object that holds its state."""

    id: str
    state: dict[str, Json]


def begun(method: str, params: Mapping[str, Json], reply: Reply, era: Era) -> Began | str | None:
    """The task that an answer tells of; a sentence if it is none that can be followed; None for any other answer."""
    result = reply.result
    if era == "modern":
        if result.get("resultType") != "task":
            return None
        if method != "tools/call":
            return f"a task is not allowed as the result of {method}"
        state = result
    else:
        state = result.get("task")
        if "task" not in params or not isinstance(state, dict):
            return None
    id = state.get("taskId")
    return Began(id, state) if isinstance(id, str) else "the task has no taskId that is a string"


def asks_for_task(tool: Json, capabilities: Mapping[str, Json]) -> bool:
    """Whether a legacy server wants this tool called as a task: then its params get a `task`, if only an empty one.

    Where a task is optional, the ordinary call is the simpler of the two.
    `2025-11-25 basic/utilities/tasks#tool-level-negotiation`.
    """
    held: Json = capabilities
    for name in ("tasks", "requests", "tools", "call"):
        held = held.get(name) if isinstance(held, dict) else None
    execution = tool.get("execution") if isinstance(tool, dict) else None
    return isinstance(held, dict) and isinstance(execution, dict) and execution.get("taskSupport") == "required"


def follow(
    began: Began, first: Reply, era: Era, about: str, *, timeout: float | None, patience: float
) -> Generator[Step, Any, Outcome]:
    """Follow a task to its end: `first` is the reply that told of it. `patience` in seconds, without the person's time.

    The outcome's reply carries what the call would have been answered with. Whose patience ends, and what nobody
    answers, leaves the task to the server.
    """
    outcome = yield from _Following(began, first, era, about, timeout, patience).run()
    return outcome


class _Following:
    """One task. `since` is the last record that told of it; `answered` are the questions that are done with."""

    def __init__(
        self, began: Began, first: Reply, era: Era, about: str, timeout: float | None, patience: float
    ) -> None:
        self._id = began.id
        self._state = began.state
        self._reply = first
        self._era = era
        self._about = about
        self._timeout = timeout
        self._patience = patience
        self._since = first.records[-1] if first.records else 0
        self._spent = 0.0
        self._human_ms = 0.0
        self._ms = 0.0
        self._rounds = 0
        self._answered: set[str] = set()
        self._leaving = Call("tasks/cancel", {"taskId": began.id}, timeout=5.0)

    def run(self) -> Generator[Step, Any, Outcome]:
        yield self._decide("followed", f"The server made task {visible(self._id)} of it; it is asked how that stands.")
        while True:
            status = self._state.get("status")
            if status not in STATUSES:
                return self._outcome(broken=f"the task's status is {visible(str(status))[:40]}, which is none")
            if self._era == "legacy" and status != "working":
                ended = yield from self._collect(str(status))
                if ended:
                    return self._outcome()
            elif status in TERMINAL:
                return (yield from self._end(str(status)))
            elif status == "input_required":
                outcome = yield from self._answer()
                if outcome is not None:
                    return outcome
            if self._spent >= self._patience:
                detail = (
                    f"task {visible(self._id)} is {status} after {in_seconds(self._spent)}; it goes on at the server"
                )
                yield self._decide("given up", f"{detail[:1].upper()}{detail[1:]}.")
                self._reply = replace(self._reply, answer=None, failure="timeout", detail=detail)
                return self._outcome()
            told = yield from self._poll()
            if not told:
                return self._outcome()

    def _poll(self) -> Generator[Step, Any, bool]:
        """Wait for the interval or for news, and take the new state in; False if there is none."""
        heard: Heard = yield Pause(_interval(self._state, self._era), self._is_news, self._since, self._leaving)
        self._spent += heard.ms / 1000
        if heard.news is not None and isinstance(heard.news.params, dict):
            self._since, self._state = heard.record, heard.news.params
            self._reply = replace(self._reply, records=(heard.record,))
            return True
        reply: Reply = yield self._call("tasks/get")
        self._took(reply)
        if not isinstance(reply.answer, Result) or not reply.result:
            return False
        self._state = reply.result
        return True

    def _is_news(self, news: Notification) -> bool:
        method = MODERN_NEWS if self._era == "modern" else LEGACY_NEWS
        return news.method == method and isinstance(news.params, dict) and news.params.get("taskId") == self._id

    def _answer(self) -> Generator[Step, Any, Outcome | None]:
        """Put what the task asks to the person, each question once, and send what they say."""
        requests = self._state.get("inputRequests")
        if not isinstance(requests, dict):
            return self._outcome(broken="the task is input_required and has no inputRequests object")
        fresh = {key: request for key, request in requests.items() if key not in self._answered}
        if not fresh:
            return None  # sent already: the server has not come to it yet
        given = yield Ask(fresh, self._since, self._about, leaving=self._leaving)
        if isinstance(given, Reply):
            self._human_ms += given.human_ms
            self._reply = given
            return self._outcome()
        answers, waited = given
        self._human_ms += waited
        missing = tuple(key for key in fresh if key not in answers)
        if answers:
            self._answered.update(answers)
            reply: Reply = yield self._call("tasks/update", inputResponses=answers)
            self._took(reply)
            if not isinstance(reply.answer, Result):
                return self._outcome()
        if missing:
            named = ", ".join(visible(key) for key in missing)
            yield self._decide("left", f"Nobody answered {named}; the task waits at the server.")
            return self._outcome(pending=missing)
        return None

    def _collect(self, status: str) -> Generator[Step, Any, bool]:
        """Ask for the result of a legacy task; whether that ended it.

        A task that requires input asks while this request waits, so its silence is not the end of the task.
        """
        reply: Reply = yield self._call("tasks/result")
        self._took(reply)
        if status not in TERMINAL and reply.failure == "timeout":
            self._spent += (reply.ms - reply.human_ms) / 1000
            return False
        return True

    def _end(self, status: str) -> Generator[Step, Any, Outcome]:
        """The end of a modern task: what it holds becomes the answer."""
        words = self._state.get("statusMessage")
        detail = f": {visible(words)[:200]}" if isinstance(words, str) and words else ""
        answer: Result | Error | None = None
        id = self._reply.answer.id if self._reply.answer is not None else None
        if status == "completed" and "result" in self._state:
            answer = Result(id, self._state["result"])
        elif status == "failed" and "error" in self._state:
            answer = Error(id, self._state["error"])
        elif status != "cancelled":
            member = "result" if status == "completed" else "error"
            return self._outcome(broken=f"the task is {status} and has no {member}")
        yield self._decide(status, f"Task {visible(self._id)} is {status}{detail}.")
        if answer is None:
            self._reply = replace(
                self._reply, answer=None, failure="cancelled", detail=f"the task is cancelled{detail}"
            )
        else:
            self._reply = replace(self._reply, answer=answer)
        return self._outcome()

    def _call(self, method: str, **params: Json) -> Call:
        return Call(method, {"taskId": self._id, **params}, timeout=self._timeout, leaving=self._leaving)

    def _took(self, reply: Reply) -> None:
        self._reply = reply
        self._rounds += 1
        self._ms += reply.ms - reply.human_ms
        self._human_ms += reply.human_ms
        if reply.records:
            self._since = reply.records[-1]

    def _outcome(self, *, pending: tuple[str, ...] = (), broken: str = "") -> Outcome:
        return Outcome(self._reply, self._rounds, self._ms, self._human_ms, pending, broken, self._id)

    def _decide(self, verdict: str, because: str) -> Decide:
        clause = MODERN_CLAUSE if self._era == "modern" else LEGACY_CLAUSE
        return Decide(events.Decision("task", self._id, verdict, because, clause=clause, records=self._reply.records))


def _interval(state: Mapping[str, Json], era: Era) -> float:
    """Seconds until the next poll, as the server suggests them; what is no time of 0 or more is not heeded."""
    given = state.get("pollIntervalMs" if era == "modern" else "pollInterval")
    if not isinstance(given, int | float) or isinstance(given, bool) or not given >= 0:
        return _USUAL
    return min(float(given) / 1000, _LONGEST)
