"""Cases of the rules that hold in legacy revisions alone, made of the sessions that their own tests are made of."""

from collections.abc import Callable
from typing import Any, Final

from inspector.wire import events
from tests.analysis.journals import Journal
from tests.analysis.rule_cases import Pair
from tests.analysis.test_rules_legacy import (
    DONE,
    MADE,
    NEWS,
    RELATED,
    SESSION,
    TASKS,
    URL,
    asked,
    called,
    delivered,
    in_session,
    listed,
    logged,
    on_get,
    opened,
    pinged,
    polled,
    posted,
    said,
    state,
    streaming,
    updated,
)


def _after(journal: Journal, *steps: Callable[[Journal], Any]) -> Journal:
    for step in steps:
        step(journal)
    return journal


def _legacy(method: str, params: Any = None, *, version: str = "2025-11-25", capabilities: Any = None) -> Journal:
    journal = Journal().legacy(version, declared={"roots": {}}, capabilities=capabilities)
    journal.news(method, params)
    return journal


def _early(method: str) -> Journal:
    journal = opened("2025-11-25", said("2025-11-25"))
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method})
    return journal


def _requested(method: str) -> Journal:
    journal = Journal().legacy(declared={"roots": {}})
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method})
    return journal


def _form(name: str) -> Journal:
    schema = {"type": "object", "properties": {name: {"type": "string"}}}
    return asked({"message": "?", "requestedSchema": schema}, "2025-06-18")


def _complete(id: str) -> Journal:
    journal = asked({**URL, "elicitationId": "e"})
    journal.news("notifications/elicitation/complete", {"elicitationId": id})
    return journal


def _for_task(meta: Any) -> Journal:
    journal = called(MADE)
    journal.request("tasks/result", {"taskId": "k"})
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}, "_meta": meta}
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": form})
    return journal


def _cancelling(after: Any) -> Journal:
    journal = polled(called(MADE), "working")
    id = journal.request("tasks/cancel", {"taskId": "k"})
    journal.error(id, after) if isinstance(after, int) else journal.result(id, after)
    return journal


def _tasks(capabilities: Any, *tasks: Any) -> Journal:
    journal = Journal().legacy(capabilities=capabilities)
    journal.result(journal.request("tasks/list"), {"tasks": list(tasks)})
    return journal


def _progress(status: str) -> Journal:
    journal = polled(called(MADE), status)
    journal.news("notifications/progress", {"progressToken": "p", "progress": 2})
    return journal


def _ping(result: Any) -> Journal:
    journal = Journal().legacy()
    journal.result(journal.request("ping"), result)
    return journal


def _again(version: str) -> Journal:
    journal = opened("2025-06-18", said("2025-06-18"))
    return opened("2025-06-18", said(version), journal)


def _session(**headers: str) -> Journal:
    return Journal().legacy_http(Mcp_Session_Id=SESSION, **headers)


def _got(status: int) -> Journal:
    journal = Journal().legacy_http()
    http = journal.get(Accept="text/event-stream")
    journal.answer(http, status, "")
    journal.end(http)
    return journal


def _version(status: int) -> Journal:
    journal = Journal().legacy_http("2025-06-18")
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/x"}, MCP_Protocol_Version="nonsense")
    journal.answer(http, status, "")
    journal.end(http)
    return journal


def _events(*ids: str) -> Journal:
    journal, http = streaming()
    for id in ids:
        journal.event(NEWS, http=http, id=id)
    return journal


def _on_stream(right: bool) -> Journal:
    journal, get = streaming()
    if right:
        journal.event(listed(7), http=posted(journal, 7))
    else:
        on_get(journal, get)
    return journal


def _endpoint(data: str) -> Journal:
    journal = Journal()
    journal.add(events.Opened("http+sse", url="https://weather.example/sse"))
    http = journal.get(Accept="text/event-stream")
    journal.answer(http, 200, "text/event-stream")
    journal.add(events.SseBlock(http, b":\n\n", "endpoint", data))
    return journal


def _refused(**headers: str) -> Journal:
    journal = Journal()
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "initialize"})
    journal.answer(http, 401, "", **headers)
    journal.end(http)
    return journal


_HELD: Final = {RELATED: {"taskId": "k"}}

LEGACY: Final[dict[str, Pair]] = {
    "initialize-shape": (opened("2025-06-18", said(7)), opened("2025-06-18", said("2025-06-18"))),
    "version-made-up": (opened("2025-06-18", said("1.0")), opened("2025-06-18", said("2025-03-26"))),
    "version-not-kept": (_again("2024-11-05"), _again("2025-06-18")),
    "echoes-versions": (opened("1.0", said("1.0")), opened("1.0", said("2025-11-25"))),
    "request-before-initialized": (_early("roots/list"), _early("ping")),
    "not-of-revision": (
        _legacy("notifications/tasks/status", version="2025-06-18"),
        _legacy("notifications/ours/own", version="2025-06-18"),
    ),
    "unknown-request": (_requested("ours/own"), _requested("roots/list")),
    "cancelled-unknown": (
        _after(_requested("roots/list"), lambda one: one.news("notifications/cancelled", {"requestId": 99})),
        _after(_requested("roots/list"), lambda one: one.news("notifications/cancelled", {"requestId": 1})),
    ),
    "request-id-again": (pinged(pinged(_session(), 1), 1), pinged(pinged(_session(), 1), 2)),
    "their-progress-token": (
        pinged(pinged(Journal().legacy(), 1, 1, answered=False), 2, 1),
        pinged(pinged(Journal().legacy(), 1, 1, answered=False), 2, 2),
    ),
    "ping-answer": (_ping({"pong": True}), _ping({})),
    "elicitation-id": (asked(URL), asked({**URL, "elicitationId": "e"})),
    "elicitation-complete-unknown": (_complete("f"), _complete("e")),
    "elicitation-url-revision": (
        asked({**URL, "elicitationId": "e"}, "2025-06-18"),
        asked({**URL, "elicitationId": "e"}),
    ),
    "elicitation-secret": (_form("password"), _form("spin")),
    "task-unasked": (called(DONE), called(MADE)),
    "task-beginning": (called({"task": state("completed")}), called(MADE)),
    "task-transition": (
        polled(polled(called(MADE), "completed"), "working"),
        polled(polled(called(MADE), "working"), "completed"),
    ),
    "task-related": (delivered(called(MADE), {}), delivered(called(MADE), _HELD)),
    "task-related-request": (_for_task({}), _for_task(_HELD)),
    "task-cancellation": (_cancelling(state("working")), _cancelling(state("cancelled"))),
    "task-error-code": (_cancelling(-32000), _cancelling(-32602)),
    "task-methods-undeclared": (_tasks({"tasks": {}}), _tasks(TASKS)),
    "task-told-state": (_tasks(TASKS, {**state(), "createdAt": None}), _tasks(TASKS, state())),
    "task-progress": (_progress("completed"), _progress("working")),
    "session-id-characters": (Journal().legacy_http(Mcp_Session_Id="a b"), Journal().legacy_http(Mcp_Session_Id="!~")),
    "session-id-changed": (
        _after(_session(), lambda one: in_session(one, 202, Mcp_Session_Id="another")),
        _after(_session(), lambda one: in_session(one, 202, Mcp_Session_Id=SESSION)),
    ),
    "session-gone-status": (
        _after(_session(), lambda one: in_session(one, 200, verb="DELETE"), lambda one: in_session(one, 202)),
        _after(_session(), lambda one: in_session(one, 200, verb="DELETE"), lambda one: in_session(one, 404)),
    ),
    "get-answer": (_got(404), _got(405)),
    "delete-answer": (
        _after(_session(), lambda one: in_session(one, 500, verb="DELETE")),
        _after(_session(), lambda one: in_session(one, 405, verb="DELETE")),
    ),
    "version-header-taken": (_version(202), _version(400)),
    "event-id-twice": (_events("1", "1"), _events("1", "2")),
    "answer-on-other-stream": (_on_stream(False), _on_stream(True)),
    "endpoint-event": (_endpoint("https://elsewhere.example/m"), _endpoint("/m")),
    "log-below-level": (logged("info"), logged("error")),
    "update-unsubscribed": (updated("file:///b"), updated("file:///a")),
    "challenge-missing": (_refused(), _refused(WWW_Authenticate="Bearer")),
}
