"""Rules about the tasks of 2025-11-25: when a call becomes one, how its status may change, and what its result bears.

Source: `2025-11-25 basic/utilities/tasks`. What a task must say of itself at all, the rules in `tasks` look at.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import NOTHING, TASKS_1125, Hit, Memory, Rule
from inspector.analysis.rules.life import ENDED, Task
from inspector.analysis.rules.tasks import state_problems
from inspector.analysis.words import brief, number, short
from inspector.protocol.exchanges import Asked, News, Progressed, Settled
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Error, Result

_PAGE: Final = "2025-11-25 basic/utilities/tasks"
_RELATED: Final = "io.modelcontextprotocol/related-task"
_NEWS: Final = "notifications/tasks/status"
_METHODS: Final = {"tasks/get": "", "tasks/result": "", "tasks/list": "list", "tasks/cancel": "cancel"}
"""The methods about tasks, and the member of the capability that each needs."""
_INVALID_PARAMS: Final = -32602
_STANDARD: Final = (_INVALID_PARAMS, -32603, -32601)


def _within(value: Json, *path: str) -> Json:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _result(change: Settled) -> dict[str, Json]:
    value = change.answer.result if isinstance(change.answer, Result) else None
    return value if isinstance(value, dict) else {}


def _created(change: Settled) -> dict[str, Json] | None:
    """The task that a call became."""
    task = _result(change).get("task") if change.exchange.method == "tools/call" else None
    return task if isinstance(task, dict) and "content" not in _result(change) else None


def _declared(reading: Reading) -> bool:
    return isinstance(_within(reading.identity.capabilities, "tasks", "requests", "tools", "call"), dict)


def _support(change: Settled, memory: Memory) -> Json:
    """What the tool that was called says of tasks."""
    name = change.exchange.name
    tool = next((one for one in memory.listings.get("tools/list", ()) if one.wire == name), None)
    return _within(tool.raw if tool is not None else None, "execution", "taskSupport")


def _where(reading: Reading, change: Settled) -> tuple[int, ...]:
    return change.exchange.seq, reading.record.seq


def _wanted(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    """Whether a call became a task, and whether it should have."""
    if change.exchange.method != "tools/call" or not isinstance(change.answer, Result):
        return
    wanted, made = "task" in reading.params(change.exchange), _created(change) is not None
    name = short(change.exchange.name or "the tool", 80)
    if made and not wanted:
        yield f"{name} became a task, and the call did not ask for one", _where(reading, change)
    elif made and not _declared(reading):
        yield f"{name} became a task, and the server does not declare tasks for tools/call", _where(reading, change)
    elif wanted and not made and _declared(reading) and _support(change, memory) in ("optional", "required"):
        yield f"{name} was called as a task, and answered with no task", _where(reading, change)
    elif not wanted and _declared(reading) and _support(change, memory) == "required":
        how = "refused in a result, not with −32601" if _result(change).get("isError") is True else "answered"
        yield f"{name} must be called as a task, and a call that was none was {how}", _where(reading, change)


def _begins(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    task = _created(change)
    if task is None:
        return
    status, id = task.get("status"), task.get("taskId")
    if isinstance(status, str) and status != "working":
        yield f"a task began with the status {short(status, 40)}, and working is the first", _where(reading, change)
    if not isinstance(id, str):
        return
    known = memory.life.tasks.get(id)
    if known is not None and known.call:
        where = (known.call, *_where(reading, change))
        yield f"the taskId {short(id, 40)} was given to two tasks", where
    memory.life.tasks[id] = Task(status if isinstance(status, str) else "", reading.record.seq, change.exchange.seq)
    memory.life.became[change.exchange.seq] = id


def _told(thing: Settled | News) -> Iterator[dict[str, Json]]:
    """The tasks that a message tells of, other than the one that a call became."""
    if isinstance(thing, News):
        if thing.notification.method == _NEWS:
            yield params_of(thing.notification)
        return
    if thing.exchange.method in ("tasks/get", "tasks/cancel") and isinstance(thing.answer, Result):
        yield _result(thing)
    elif thing.exchange.method == "tasks/list":
        listed = _result(thing).get("tasks")
        yield from (one for one in listed if isinstance(one, dict)) if isinstance(listed, list) else ()


def _changes(reading: Reading, thing: Settled | News, memory: Memory) -> Iterator[Hit]:
    here = reading.record.seq
    for task in _told(thing):
        id, status = task.get("taskId"), task.get("status")
        if not isinstance(id, str) or not isinstance(status, str):
            continue
        known = memory.life.tasks.setdefault(id, Task(status, here))
        if known.over and status != known.status:
            yield f"the task {short(id, 40)} went from {known.status} to {short(status, 40)}", (known.seq, here)
        elif known.delivered and status not in ENDED:
            text = f"the task {short(id, 40)} is {short(status, 40)}, and its result was given before"
            yield text, (known.delivered, here)
        known.status, known.seq = status, here


def _deliver(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    """The result of a task says whose it is."""
    if change.exchange.method != "tasks/result" or not isinstance(change.answer, Result):
        return
    id = reading.params(change.exchange).get("taskId")
    if isinstance(id, str) and id in memory.life.tasks:
        memory.life.tasks[id].delivered = reading.record.seq
    named = _within(change.answer.result, "_meta", _RELATED, "taskId")
    if named != id:
        what = f"names {brief(named, 40)}" if named is not None else "names no task"
        yield f"the result of tasks/result for {brief(id, 40)} {what} in its _meta", _where(reading, change)


def _asks(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    parent = reading.exchanges.ours.get(asked.exchange.parent or 0)
    if parent is None or parent.method != "tasks/result" or asked.request.method == "ping":
        return NOTHING
    id = reading.params(parent).get("taskId")
    if _within(params_of(asked.request), "_meta", _RELATED, "taskId") == id:
        return NOTHING
    text = f"{short(asked.request.method)} came for the task {brief(id, 40)}, and names it not in its _meta"
    # Where nothing says on which stream it came, it may be for something else.
    where = (parent.seq, reading.record.seq)
    return ((text, where),) if asked.exchange.http is not None else ((text, where, "warning"),)


def _cancel(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
    if change.exchange.method != "tasks/cancel":
        return
    id, status = reading.params(change.exchange).get("taskId"), _result(change).get("status")
    known = memory.life.tasks.get(id) if isinstance(id, str) else None
    # What was over when it was cancelled: told before the cancellation was sent.
    over = known is not None and known.over and known.seq < change.exchange.seq
    if isinstance(change.answer, Result):
        if over and known is not None:
            text = f"the cancellation of the task {brief(id, 40)}, which was {known.status}, was not refused"
            yield text, (known.seq, *_where(reading, change))
        elif isinstance(status, str) and status != "cancelled":
            yield f"tasks/cancel was answered with the status {short(status, 40)}", _where(reading, change)


def _code(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    answer, method = change.answer, change.exchange.method
    # What tasks/result is refused with may be the error of the call itself.
    if not isinstance(answer, Error) or method not in _METHODS or method == "tasks/result" or answer.code is None:
        return NOTHING
    if answer.code in _STANDARD:
        return NOTHING
    return ((f"{method} was refused with {number(answer.code)}, not −32602", _where(reading, change)),)


def _undeclared(reading: Reading, change: Settled, memory: Memory) -> Iterable[Hit]:
    method = change.exchange.method
    if method not in _METHODS or not isinstance(change.answer, Result):
        return NOTHING
    path = ("tasks", _METHODS[method]) if _METHODS[method] else ("tasks",)
    if isinstance(_within(reading.identity.capabilities, *path), dict):
        return NOTHING
    return ((f"{method} was answered, and the server does not declare {'.'.join(path)}", _where(reading, change)),)


def _states(reading: Reading, thing: Settled | News, memory: Memory) -> Iterator[Hit]:
    if isinstance(thing, Settled) and thing.exchange.method == "tasks/get":
        return  # the rule for both eras looks at it
    for task in _told(thing):
        yield from state_problems(task, reading.record.seq, modern=False, whole=False)


def _progress(reading: Reading, change: Progressed, memory: Memory) -> Iterable[Hit]:
    meant = change.meant
    task = memory.life.tasks.get(memory.life.became.get(meant.seq, "")) if meant is not None else None
    if task is None or meant is None or not task.over:
        return NOTHING
    text = f"progress of {short(meant.name or meant.method)} came after its task was {task.status}"
    return ((text, (meant.seq, task.seq, reading.record.seq)),)


RULES: Final = (
    Rule(
        "task-unasked",
        "A call that became a task, or did not, against what was asked and declared",
        "error",
        f"{_PAGE}#task-support-and-handling",
        "Make a task where the call has task and tasks.requests.tools.call is declared, and there alone; refuse a call "
        "without it with −32601 if the tool requires one.",
        (Settled,),
        _wanted,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-beginning",
        "A task that does not begin as working, or has the id of another",
        "error",
        f"{_PAGE}#task-status-lifecycle",
        "Begin each task with the status working and with an id of its own.",
        (Settled,),
        _begins,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-transition",
        "A task that goes on after it had ended",
        "error",
        f"{_PAGE}#task-status-lifecycle",
        "Keep completed, failed and cancelled for good; give the result of a task only when it has ended.",
        (Settled, News),
        _changes,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-related",
        "The result of a task, or a request for it, that does not say whose it is",
        "error",
        f"{_PAGE}#related-task-metadata",
        f"Put {_RELATED} with the taskId into the _meta of what tasks/result answers and of what is asked for a task.",
        (Settled,),
        _deliver,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-related-request",
        "A request for a task that does not say for which",
        "error",
        f"{_PAGE}#input-required-status",
        f"Put {_RELATED} with the taskId into the _meta of each request that a task needs.",
        (Asked,),
        _asks,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-cancellation",
        "The cancellation of a task that does not cancel it, or that should have been refused",
        "error",
        f"{_PAGE}#task-cancellation",
        "Answer tasks/cancel with the status cancelled, or with −32602 if the task has ended.",
        (Settled,),
        _cancel,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-error-code",
        "A request about tasks that is refused with a code of the server's own",
        "error",
        f"{_PAGE}#protocol-errors",
        "Refuse an unknown taskId or cursor with −32602.",
        (Settled,),
        _code,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-methods-undeclared",
        "A request about tasks that is answered, though it is not declared",
        "error",
        f"{_PAGE}#capabilities",
        "Declare tasks, and within it list and cancel if the server has them.",
        (Settled,),
        _undeclared,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-told-state",
        "News, a list or a cancellation of tasks that lacks what a task must say",
        "error",
        f"{_PAGE}#ttl-and-resource-management",
        "Give each task its taskId, status, createdAt, lastUpdatedAt and ttl.",
        (Settled, News),
        _states,
        revisions=TASKS_1125,
    ),
    Rule(
        "task-progress",
        "Progress of a task that has ended",
        "error",
        "2025-11-25 basic/utilities/progress#behavior-requirements",
        "Send no progress once the task is completed, failed or cancelled.",
        (Progressed,),
        _progress,
        revisions=TASKS_1125,
    ),
)
