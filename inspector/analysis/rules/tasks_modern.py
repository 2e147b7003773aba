"""Rules about how a task of the modern extension goes on: what is answered about it, and what may not change.

Source: repository modelcontextprotocol/ext-tasks, `specification/draft/tasks.md`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, Hit, Memory, Rule, Tasked
from inspector.analysis.rules.memory import Task
from inspector.analysis.rules.shapes import alike, declared_in, few, result_of
from inspector.analysis.words import brief, number, short
from inspector.protocol.exchanges import News, Settled
from inspector.protocol.news import TASK_NEWS
from inspector.protocol.tasks import EXTENSION
from inspector.wire.json import Json
from inspector.wire.jsonrpc import MISSING_CAPABILITY, Error, Result

_PAGE: Final = "io.modelcontextprotocol/tasks"
_METHODS: Final = ("tasks/get", "tasks/update", "tasks/cancel")
_EMPTY: Final = ("tasks/update", "tasks/cancel")
_OVER: Final = ("completed", "failed", "cancelled")
_INVALID_PARAMS: Final = -32602
_TASKS_KEPT: Final = 10_000
_QUESTIONS_KEPT: Final = 100


def _of(memory: Memory, id: Json, seq: int) -> Task | None:
    """What is known of a task; None where no more are kept."""
    if not isinstance(id, str):
        return None
    if id not in memory.tasks and len(memory.tasks) < _TASKS_KEPT:
        memory.tasks[id] = Task(seq)
    return memory.tasks.get(id)


def _made(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    """A task that is made; its id is its own."""
    result = result_of(change)
    known = isinstance(result.get("taskId"), str) and result["taskId"] in memory.tasks
    task = _of(memory, result.get("taskId"), reading.record.seq)
    if task is None:
        return NOTHING
    lifetime = result.get("ttlMs")
    task.until = reading.record.at + lifetime / 1000 if isinstance(lifetime, int | float) else float("inf")
    if not known:
        task.made = reading.record.seq
        return NOTHING
    text = f"a task was made with the id {brief(result['taskId'], 60)}, which another one has"
    return ((text, (task.seq, reading.record.seq)),)


def _goes_on(reading: Reading, thing: Settled | News, memory: Memory) -> Iterator[Hit]:
    """A task's state, as it was asked for or told: what is over stays so, and a question keeps its meaning."""
    state = params_of(thing.notification) if isinstance(thing, News) else result_of(thing)
    here = reading.record.seq
    task = _of(memory, state.get("taskId"), here)
    status = state.get("status")
    if task is None or not isinstance(status, str):
        return
    if task.status in _OVER and status != task.status:
        yield f"a task that was {task.status} is {short(status, 40)} now", (task.seq, here)
    task.status, task.seq, task.seen = status, here, True
    questions = state.get("inputRequests")
    for key, question in few(questions.items(), _QUESTIONS_KEPT) if isinstance(questions, dict) else ():
        if key not in task.questions and len(task.questions) < _QUESTIONS_KEPT:
            task.questions[key] = (question, here)
        elif key in task.questions and not alike(task.questions[key][0], question):
            yield (
                f"the key {short(key, 40)} of a task's questions is used for another one",
                (task.questions[key][1], here),
            )


def _not_durable(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    code = change.answer.code if isinstance(change.answer, Error) else None
    id = reading.params(change.exchange).get("taskId")
    task = memory.tasks.get(id) if isinstance(id, str) else None
    where = (change.exchange.seq, reading.record.seq)
    if code not in (_INVALID_PARAMS, MISSING_CAPABILITY, -32603, None):
        return ((f"tasks/get was refused with {number(code)}, where −32602 belongs", where, "warning"),)
    if code != _INVALID_PARAMS or task is None or not task.made or task.seen or reading.record.at > task.until:
        return NOTHING
    return (("a task that had just been made is not there (−32602)", (task.made, *where)),)


def _result_type(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    method = change.exchange.method
    return ((f"the result of {method} has resultType task, and complete belongs to it", (reading.record.seq,)),)


def _acknowledged(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    more = [name for name in result_of(change) if name not in ("resultType", "_meta")]
    if not more:
        return NOTHING
    text = f"the result of {change.exchange.method} has {short(', '.join(more), 80)}, and is empty by rights"
    return ((text, (reading.record.seq,)),)


def _undeclared(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    extensions = declared_in(reading, change.exchange).get("extensions")
    if reading.identity.era != "modern" or (isinstance(extensions, dict) and EXTENSION in extensions):
        return NOTHING
    text = f"{change.exchange.method} was answered, though the request does not declare {EXTENSION}"
    return ((text, (change.exchange.seq, reading.record.seq)),)


RULES: Final = (
    Rule(
        "task-id-again",
        "A task with the id of another one",
        "error",
        _PAGE + "#security-considerations",
        "Give each task an id that nobody can guess and none had before.",
        (Tasked,),
        _made,
        revisions=MODERN_ONLY,
        methods=("tools/call",),
    ),
    Rule(
        "task-changed",
        "A task that was over and is not, or a key of its questions that is used again",
        "error",
        _PAGE + "#task-update-requests",
        "Leave a task as it ended, and give each question a key of its own.",
        (Result, News),
        _goes_on,
        revisions=MODERN_ONLY,
        methods=("tasks/get", TASK_NEWS),
    ),
    Rule(
        "task-not-there",
        "A task that was made and is not there",
        "error",
        _PAGE + "#task-creation",
        "Answer with a task only when tasks/get finds it; refuse an unknown one with −32602.",
        (Error,),
        _not_durable,
        revisions=MODERN_ONLY,
        methods=("tasks/get",),
    ),
    Rule(
        "task-result-type",
        "A result about a task that claims to be one",
        "error",
        _PAGE + "#response",
        "Give the results of tasks/get, tasks/update and tasks/cancel the resultType complete.",
        (Tasked,),
        _result_type,
        revisions=MODERN_ONLY,
        methods=_METHODS,
    ),
    Rule(
        "task-acknowledgement",
        "An acknowledgement about a task that says more than it may",
        "warning",
        _PAGE + "#response",
        "Answer tasks/update and tasks/cancel with an empty result.",
        (Result,),
        _acknowledged,
        revisions=MODERN_ONLY,
        methods=_EMPTY,
    ),
    Rule(
        "task-method-accepted",
        "A request about a task from a client that did not declare the extension is answered",
        "error",
        _PAGE + "#protocol-errors",
        "Refuse it with −32021, and name the extension in requiredCapabilities.",
        (Result,),
        _undeclared,
        revisions=MODERN_ONLY,
        methods=_METHODS,
    ),
)
