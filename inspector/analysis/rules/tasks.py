"""Rules about tasks: whether there may be one, and what must be said of it.

Source: repository modelcontextprotocol/ext-tasks, `specification/draft/tasks.md`; `2025-11-25 basic/utilities/tasks`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, SINCE_2025_11, Hit, Memory, Rule, Tasked
from inspector.analysis.words import brief, short
from inspector.protocol.envelope import PREFIX
from inspector.protocol.exchanges import News, Settled
from inspector.protocol.news import TASK_NEWS
from inspector.protocol.tasks import EXTENSION, STATUSES
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result

_CREATING: Final = "io.modelcontextprotocol/tasks#task-creation"
_TEXTS: Final = ("taskId", "createdAt", "lastUpdatedAt")
_NEEDS: Final = {"completed": "result", "failed": "error", "input_required": "inputRequests"}
"""What a task of the modern era holds beside its state, by its status."""


def _result(change: Settled) -> dict[str, Json]:
    value = change.answer.result if isinstance(change.answer, Result) else None
    return value if isinstance(value, dict) else {}


def _is_task(reading: Reading, change: Settled) -> bool:
    return reading.identity.era == "modern" and _result(change).get("resultType") == "task"


def _undeclared(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if not _is_task(reading, change):
        return NOTHING
    request = _within(reading.params(change.exchange), "_meta", PREFIX + "clientCapabilities", "extensions")
    server = reading.identity.capabilities.get("extensions")
    without = [who for who, held in (("the request", request), ("the server", server)) if not _has(held)]
    if not without:
        return NOTHING
    text = f"{short(change.exchange.method)} became a task, though {' and '.join(without)} did not declare {EXTENSION}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _within(value: Json, *path: str) -> Json:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _has(extensions: Json) -> bool:
    return isinstance(extensions, dict) and EXTENSION in extensions


def _not_allowed(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    if not _is_task(reading, change) or change.exchange.method == "tools/call":
        return NOTHING
    text = f"{short(change.exchange.method)} was answered with a task, and only tools/call may be"
    return ((text, (change.exchange.seq, reading.record.seq)),)


def _answered(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    """The state in an answer: of a call that became a task, or of `tasks/get`."""
    result, modern = _result(change), reading.identity.era == "modern"
    if _is_task(reading, change) or (change.exchange.method == "tasks/get" and isinstance(change.answer, Result)):
        yield from state_problems(
            result, reading.record.seq, modern=modern, whole=change.exchange.method == "tasks/get"
        )
    elif not modern and "task" in reading.params(change.exchange) and isinstance(result.get("task"), dict):
        yield from state_problems(result["task"], reading.record.seq, modern=False, whole=False)


def _told(reading: Reading, news: News, memory: Memory) -> Iterator[Hit]:
    if news.notification.method == TASK_NEWS:
        yield from state_problems(params_of(news.notification), reading.record.seq, modern=True, whole=True)


def state_problems(task: dict[str, Json], seq: int, *, modern: bool, whole: bool) -> Iterator[Hit]:
    """What a task lacks that its state needs; `whole`: it must hold what came of it too."""
    for member in _TEXTS:
        if not isinstance(task.get(member), str):
            what = "missing" if member not in task else brief(task[member], 40)
            yield f"a task's {member} is {what}, not a string", (seq,)
    lifetime = "ttlMs" if modern else "ttl"
    given = task.get(lifetime, MISSING)
    if given is not None and (not isinstance(given, int) or isinstance(given, bool)):
        what = "missing" if given is MISSING else brief(given, 40)
        yield f"a task's {lifetime} is {what}, neither an integer nor null", (seq,)
    status = task.get("status", MISSING)
    if not isinstance(status, str) or status not in STATUSES:
        yield f"a task's status is {'missing' if status is MISSING else brief(status, 40)}", (seq,)
    elif modern and whole and not isinstance(task.get(_NEEDS.get(status, "")), dict) and status in _NEEDS:
        yield f"a task is {status} and has no {_NEEDS[status]} object", (seq,)


RULES: Final = (
    Rule(
        "task-undeclared",
        "A task that one side did not declare",
        "error",
        "io.modelcontextprotocol/tasks#capability-negotiation",
        "Declare the extension, and answer with a task only where the request declares it too.",
        (Tasked,),
        _undeclared,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "task-not-allowed",
        "A task in answer to a method that allows none",
        "error",
        "io.modelcontextprotocol/tasks#supported-methods",
        "Only tools/call may be answered with a task.",
        (Tasked,),
        _not_allowed,
        revisions=MODERN_ONLY,
    ),
    Rule(
        "task-state",
        "A task that lacks what its state needs",
        "error",
        _CREATING,
        "Give taskId, status, createdAt, lastUpdatedAt and the lifetime, and with a status what belongs to it.",
        (Result,),
        _answered,
        revisions=SINCE_2025_11,
    ),
    Rule(
        "task-news-state",
        "News of a task that lack what its state needs",
        "error",
        "io.modelcontextprotocol/tasks#task-status-notifications",
        "Give the whole task, as tasks/get would.",
        (News,),
        _told,
        revisions=MODERN_ONLY,
        methods=(TASK_NEWS,),
    ),
)
