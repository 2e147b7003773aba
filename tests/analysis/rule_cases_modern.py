"""Cases of the rules that hold in the modern era alone."""

from typing import Any, Final

from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal
from tests.analysis.rule_cases import (
    ALL,
    CHANGED,
    FORM,
    META,
    SAMPLING,
    UPDATED,
    Pair,
    answered,
    asked,
    called,
    discovered,
    elicited,
    level,
    pages,
    posted,
    raw,
    refused,
    request,
    sent,
    streamed,
    subscribed,
    told,
    tools,
)

_ROOTS: Final = {"method": "roots/list"}
_DONE: Final = {"resultType": "complete", "content": []}
_TASK: Final = {
    "resultType": "task",
    "taskId": "k",
    "status": "working",
    "createdAt": "t",
    "lastUpdatedAt": "t",
    "ttlMs": None,
}
_TASKS: Final[dict[str, Any]] = {"extensions": {META + "tasks": {}}}


def _again(**second: Any) -> Journal:
    """A call that is tried again with its state."""
    journal = Journal().modern(ALL)
    asking = {"resultType": "input_required", "requestState": "s"}
    journal.result(journal.request("tools/call", {"name": "t"}), asking)
    journal.result(journal.request("tools/call", {"name": "t", "requestState": "s"}), {**asking, **second})
    return journal


def _retried(state: str) -> Journal:
    journal = asked(requestState="given")
    journal.sent(request(3, requestState=state))
    return journal


def _logged(name: str, wish: str = "warning") -> Journal:
    return told("notifications/message", {"level": name, "data": 1}, request=level(wish), offered={"logging": {}})


def _logged_early() -> Journal:
    """A log message before it is known which revision is spoken, which turns out to have them."""
    journal = Journal()
    journal.opened()
    journal.news("notifications/message", {"level": "info", "data": "starting"})
    return journal.legacy(capabilities={"logging": {}})


def _tasked(method: str = "tools/call", server: Any = None, **state: Any) -> Journal:
    return answered(
        method, {**_TASK, **state}, {"name": "t"}, offered=_TASKS if server is None else server, declared=_TASKS
    )


def _task_news(status: str) -> Journal:
    journal = Journal().modern(_TASKS)
    journal.news("notifications/tasks", {**_TASK, "status": status})
    return journal


def _went_on(*states: Any, method: str = "tasks/get", declared: Any = None) -> Journal:
    """A task that was made and asked for: each answer is what differs, or the code of an error."""
    journal = Journal().modern(_TASKS)
    able = {"_meta": {META + "clientCapabilities": _TASKS if declared is None else declared}}
    journal.result(journal.request("tools/call", {"name": "t", **able}), _TASK)
    for state in states:
        id = journal.request(method, {"taskId": "k", **able})
        if isinstance(state, int):
            journal.error(id, state)
        else:
            base = {**_TASK, "resultType": "complete"} if method == "tasks/get" else {"resultType": "complete"}
            journal.result(id, {**base, **state})
    return journal


def _made_twice(id: str) -> Journal:
    journal = _went_on()
    able = {"_meta": {META + "clientCapabilities": _TASKS}}
    journal.result(journal.request("tools/call", {"name": "t", **able}), {**_TASK, "taskId": id})
    return journal


def _two_streams(right: bool) -> Journal:
    """A subscription and a call over HTTP, and news of the one on the stream of one of both."""
    journal = Journal().modern_http({"tools": {"listChanged": True}})
    wanted = {"toolsListChanged": True}
    first = journal.post(
        {"jsonrpc": "2.0", "id": 8, "method": "subscriptions/listen", "params": {"notifications": wanted}}
    )
    journal.answer(first, 200, "text/event-stream")
    meta = {"_meta": {META + "subscriptionId": 8}}
    ack = {"method": "notifications/subscriptions/acknowledged", "params": {**meta, "notifications": wanted}}
    journal.came({"jsonrpc": "2.0", **ack}, http=first)
    token = {"progressToken": 5}
    second = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t", "_meta": token}})
    journal.answer(second, 200, "text/event-stream")
    journal.came({"jsonrpc": "2.0", "method": CHANGED, "params": meta}, http=first if right else second)
    progress = {"method": "notifications/progress", "params": {"progressToken": 5, "progress": 1}}
    journal.came({"jsonrpc": "2.0", **progress}, http=second if right else first)
    return journal


def _stream_ends(said: bool) -> Journal:
    journal = Journal().modern_http({"tools": {"listChanged": True}})
    http = journal.post({"jsonrpc": "2.0", "id": 8, "method": "subscriptions/listen", "params": {"notifications": {}}})
    journal.answer(http, 200, "text/event-stream")
    meta = {"_meta": {META + "subscriptionId": 8}}
    ack = {"method": "notifications/subscriptions/acknowledged", "params": {**meta, "notifications": {}}}
    journal.came({"jsonrpc": "2.0", **ack}, http=http)
    if said:
        journal.came({"jsonrpc": "2.0", "id": 8, "result": {"resultType": "complete", **meta}}, http=http)
    journal.end(http)
    return journal


def _cancelled(id: int) -> Journal:
    journal = subscribed()
    journal.request("tools/call", {"name": "t"})
    journal.news("notifications/cancelled", {"requestId": id})
    return journal


def _undiscovered(code: int) -> Journal:
    journal = Journal().modern(ALL)
    journal.result(journal.request("tools/call", {"name": "t"}), _DONE)
    journal.error(journal.request("server/discover"), code)
    return journal


def _bare(answer: Any) -> Journal:
    """A request without what `_meta` must have, and its answer."""
    journal = Journal().modern(ALL)
    journal.sent(request(9, None))
    journal.came({"jsonrpc": "2.0", "id": 9, **answer})
    return journal


def _version(version: str) -> Journal:
    journal = Journal().modern(ALL)
    journal.sent(request(9, {**MODERN_META, META + "protocolVersion": version}))
    journal.result(9, _DONE)
    return journal


def _headed(name: str) -> Journal:
    """A POST whose Mcp-Name is this; the tool is called t."""
    journal = Journal().modern_http(ALL)
    headers = (("MCP-Protocol-Version", "2026-07-28"), ("mcp-method", "tools/call"), ("MCP-NAME", name))
    journal.add(events.HttpRequest(99, "POST", "https://weather.example/mcp", (("Accept", "*/*"), *headers)))
    journal.sent(request(9, name="t"), http=99)
    journal.answer(99)
    journal.came({"jsonrpc": "2.0", "id": 9, "result": _DONE}, http=99)
    journal.end(99)
    return journal


def _accepting(accept: str) -> Journal:
    journal = Journal().modern_http(ALL)
    journal.add(events.HttpRequest(99, "POST", "https://weather.example/mcp", (("accept", accept),)))
    return journal


def _token(*tokens: Any) -> Journal:
    return sent(*(request(90 + n, {**MODERN_META, "progressToken": one}) for n, one in enumerate(tokens)))


MODERN: Final[dict[str, Pair]] = {
    "input-elicitation-mode": (elicited(mode="voice"), elicited(mode="form")),
    "server-request": (raw(b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}'), asked(_ROOTS)),
    "undeclared-input": (asked(_ROOTS, declared={}), asked(_ROOTS)),
    "input-required-not-allowed": (asked(_ROOTS, method="tools/list"), asked(_ROOTS, method="prompts/get")),
    "input-required-empty": (asked(), asked(requestState="s")),
    "input-request-unknown": (asked({"method": "tools/call"}), asked(_ROOTS)),
    "request-state-shape": (asked(requestState=7), asked(requestState="7")),
    "request-state-loop": (_again(), _again(requestState="t")),
    "input-required-cached": (asked(_ROOTS, ttlMs=1), asked(_ROOTS)),
    "input-sampling-context": (
        asked({"method": "sampling/createMessage", "params": {**SAMPLING, "includeContext": "allServers"}}),
        asked({"method": "sampling/createMessage", "params": SAMPLING}),
    ),
    "unrouted-news": (told(CHANGED, {}), subscribed((CHANGED, {}))),
    "news-before-acknowledgement": (subscribed((CHANGED, {}), granted=None), subscribed((CHANGED, {}))),
    "subscription-narrowed": (subscribed(granted={}), subscribed()),
    "news-of-another": (
        subscribed((UPDATED, {"uri": "a:2"}), wanted={"resourceSubscriptions": ["a:1"]}),
        subscribed((UPDATED, {"uri": "a:1"}), wanted={"resourceSubscriptions": ["a:1"]}),
    ),
    "news-not-requested": (subscribed((UPDATED, {"uri": "a:2"})), subscribed((CHANGED, {}))),
    "log-unasked": (
        told("notifications/message", {"level": "info", "data": 1}, offered={"logging": {}}),
        _logged("error"),
    ),
    "log-level": (_logged("info"), _logged("warning")),
    "server-cancels": (_cancelled(3), _cancelled(2)),
    "subscription-unacknowledged": (subscribed(granted=None, end=_DONE), subscribed(end=_DONE)),
    "subscription-end-unnamed": (
        subscribed(end=_DONE),
        subscribed(end={"resultType": "complete", "_meta": {META + "subscriptionId": 2}}),
    ),
    "subscription-end-unsaid": (_stream_ends(False), _stream_ends(True)),
    "acknowledgement-shape": (subscribed(granted={"promptsListChanged": True}), subscribed(granted={})),
    "acknowledged-twice": (
        subscribed(("notifications/subscriptions/acknowledged", {"notifications": {}})),
        subscribed(),
    ),
    "news-not-granted": (subscribed((CHANGED, {}), granted={}), subscribed((CHANGED, {}))),
    "news-off-stream": (_two_streams(False), _two_streams(True)),
    "progress-off-stream": (_two_streams(False), _two_streams(True)),
    "trace-context": (
        called({"_meta": {"traceparent": "00-1-2-3"}}),
        called({"_meta": {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"}}),
    ),
    "result-type-missing": (raw(b'{"jsonrpc":"2.0","id":2,"result":{"content":[]}}'), called({})),
    "result-type-unknown": (answered("tools/call", {"resultType": "partial"}), called({})),
    "cache-hints": (answered("tools/list", {"resultType": "complete", "tools": []}), tools()),
    "cache-scope-pages": (
        pages({"nextCursor": "a"}, {"cacheScope": "public"}),
        pages({"nextCursor": "a", "ttlMs": 5}, {"ttlMs": 0}),
    ),
    "task-undeclared": (_tasked(server={}), _tasked()),
    "task-not-allowed": (_tasked("prompts/get"), _tasked()),
    "task-state": (_tasked(createdAt=None), _tasked()),
    "task-news-state": (_task_news("dreaming"), _task_news("working")),
    "task-id-again": (_made_twice("k"), _made_twice("l")),
    "task-changed": (
        _went_on({"status": "cancelled"}, {"status": "working"}),
        _went_on({"status": "working"}, {"status": "cancelled"}, {"status": "cancelled"}),
    ),
    "task-not-there": (_went_on(-32602), _went_on({}, -32602)),
    "task-result-type": (_went_on({"resultType": "task"}), _went_on({})),
    "task-acknowledgement": (
        _went_on({"status": "working"}, method="tasks/cancel"),
        _went_on({}, method="tasks/cancel"),
    ),
    "task-method-accepted": (_went_on({}, declared={}), _went_on({})),
    "header-annotation": (
        tools(inputSchema={"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}),
        tools(inputSchema={"type": "object", "properties": {"a": {"type": "integer", "x-mcp-header": "A"}}}),
    ),
    "discover-shape": (discovered(supportedVersions=[7]), discovered()),
    "discover-missing": (_undiscovered(-32601), _undiscovered(-32603)),
    "extension-name": (
        Journal().modern({"extensions": {"tasks": {}}}),
        Journal().modern({"extensions": {"com.example/tasks": {}}}),
    ),
    "server-info-shape": (discovered(_meta={META + "serverInfo": {"name": "s"}}), discovered()),
    "server-info-missing": (discovered(_meta={}), discovered()),
    "deprecated-logging": (_logged("error"), _logged_early()),
    "deprecated-question": (asked(_ROOTS), asked({"method": "elicitation/create", "params": FORM})),
    "error-code-undefined": (refused("tools/call", -32050), refused("tools/call", -32603)),
    "error-code-retired": (refused("resources/read", -32002), refused("resources/read", -32602)),
    "error-code-range": (refused("tools/call", -32005), refused("tools/call", -1)),
    "error-code-misused": (
        refused("tools/call", -32022, {"supported": ["2026-07-28"], "requested": "2026-07-28"}),
        refused("tools/call", -32021, {"requiredCapabilities": {"sampling": {}}}),
    ),
    "unknown-method-error": (refused("no/such", -32603), refused("no/such", -32601)),
    "missing-meta-accepted": (
        _bare({"result": _DONE}),
        _bare({"error": {"code": -32602, "message": "x"}}),
    ),
    "version-accepted": (_version("2030-01-01"), _version("2026-07-28")),
    "headers-accepted": (_headed("other"), _headed("=?base64?dA==?=")),
    "error-status": (
        posted({"code": -32601, "message": "x"}, 200),
        posted({"code": -32601, "message": "x"}, 404),
    ),
    "session-id": (posted(_DONE, Mcp_Session_Id="s"), posted(_DONE)),
    "stream-buffering": (posted(_DONE, kind="text/event-stream"), streamed()),
    "client-meta": (sent(request(9, None)), sent(request(9))),
    "client-id": (sent(request(9), request(9)), sent(request(9), request(10))),
    "client-message": (sent([request(9)]), sent(request(9))),
    "client-answer": (sent({"jsonrpc": "2.0", "id": 1, "result": {}}), sent(request(9))),
    "client-headers": (_headed("other"), _headed("t")),
    "client-accept": (_accepting("application/json"), _accepting("text/event-stream, application/json")),
    "client-progress-token": (_token(5, 5), _token(5, "5")),
    "client-state": (_retried("made up"), _retried("given")),
}
