"""For each rule a session in which it fires, and one like it in which it does not."""

from typing import Any, Final

from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal

META: Final = "io.modelcontextprotocol/"
HINTS: Final[dict[str, Any]] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
TEXT: Final = {"type": "text", "text": "x"}
TOOL: Final = {"name": "t", "inputSchema": {"type": "object"}}
SAMPLING: Final = {"messages": [{"role": "user", "content": TEXT}], "maxTokens": 9}
FORM: Final = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
ALL: Final = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}

Pair = tuple[Journal, Journal]


def answered(method: str, result: Any, params: Any = None, *, offered: Any = ALL, declared: Any = None) -> Journal:
    """A modern session on stdio with one request and its result."""
    journal = Journal().modern(offered)
    meta = {} if declared is None else {"_meta": {META + "clientCapabilities": declared}}
    journal.result(journal.request(method, {**(params or {}), **meta}), result)
    return journal


def called(result: Any, tool: Any = None, **more: Any) -> Journal:
    """A tool that was listed, called, and has answered."""
    journal = Journal().modern(ALL)
    if tool is not None:
        journal.result(journal.request("tools/list"), {**HINTS, "tools": [{**TOOL, **tool}]})
    id = journal.request("tools/call", {"name": "t", **more})
    journal.result(id, {"resultType": "complete", **({"content": []} if "content" not in result else {}), **result})
    return journal


def refused(method: str, code: Any, data: Any = None, params: Any = None, *, offered: Any = ALL) -> Journal:
    """A modern session on stdio with one request and its error."""
    journal = Journal().modern(offered)
    journal.error(journal.request(method, params), code, "x", data)
    return journal


def listed(method: str, member: str, *entries: Any, **more: Any) -> Journal:
    """A modern session with a list."""
    return answered(method, {**HINTS, member: list(entries), **more})


def tools(**more: Any) -> Journal:
    """The list of one tool."""
    return listed("tools/list", "tools", {**TOOL, **more})


def asked(*questions: Any, declared: Any = None, method: str = "tools/call", **more: Any) -> Journal:
    """A modern session with one call that came back with questions."""
    held = {f"q{number}": one for number, one in enumerate(questions)}
    result = {"resultType": "input_required", **({"inputRequests": held} if questions else {}), **more}
    able = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}
    return answered(method, result, {"name": "t", "uri": "a:b"}, declared=able if declared is None else declared)


def sampling(**params: Any) -> Journal:
    """A call that came back with a question for sampling."""
    return asked({"method": "sampling/createMessage", "params": {**SAMPLING, **params}})


def elicited(**params: Any) -> Journal:
    """A call that came back with an elicitation."""
    return asked({"method": "elicitation/create", "params": {**FORM, **params}})


def raw(text: bytes) -> Journal:
    """A modern session with one call, and what came then."""
    journal = Journal().modern(ALL)
    journal.request("tools/call", {"name": "t"})
    journal.line(text)
    return journal


def result(inner: str) -> bytes:
    """A result for the call of `raw`."""
    return b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]' + inner.encode() + b"}}"


def told(method: str, params: Any, *, offered: Any = ALL, request: Any = None, era: str = "modern") -> Journal:
    """A session with a notification, while a call is open."""
    journal = Journal().modern(offered) if era == "modern" else Journal().legacy(capabilities=offered)
    journal.request("tools/call", {"name": "t", **(request or {})})
    journal.news(method, params)
    return journal


def level(name: str) -> Any:
    """Params of a call that asks for log messages from a level on."""
    return {"_meta": {META + "logLevel": name}}


def subscribed(*news: tuple[str, Any], wanted: Any = None, granted: Any = ..., end: Any = None) -> Journal:
    """A subscription that is acknowledged unless `granted` is None, news on it, and perhaps its end."""
    journal = Journal().modern({"tools": {"listChanged": True}, "resources": {"subscribe": True}})
    filter = {"toolsListChanged": True} if wanted is None else wanted
    id = journal.request("subscriptions/listen", {"notifications": filter})
    meta = {"_meta": {META + "subscriptionId": id}}
    if granted is not None:
        given = filter if granted is ... else granted
        journal.news("notifications/subscriptions/acknowledged", {**meta, "notifications": given})
    for method, params in news:
        journal.news(method, {**meta, **params})
    if end is not None:
        journal.result(id, end)
    return journal


CHANGED: Final = "notifications/tools/list_changed"
UPDATED: Final = "notifications/resources/updated"


def posted(
    answer: Any, status: int = 200, kind: str = "application/json", method: str = "tools/call", **headers: str
) -> Journal:
    """A modern session on HTTP with one POST: `answer` is a result, or an error if it has a code."""
    journal = Journal().modern_http(ALL)
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": method, "params": {"name": "t"}})
    journal.answer(http, status, kind, **headers)
    if answer is not None:
        journal.came({"jsonrpc": "2.0", "id": 9, "error" if "code" in answer else "result": answer}, http=http)
    journal.end(http)
    return journal


def streamed(*events_: Any) -> Journal:
    """A modern session on HTTP with one call that is answered by a stream."""
    journal = Journal().modern_http(ALL)
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t"}})
    journal.answer(http, 200, "text/event-stream", X_Accel_Buffering="no")
    for one in events_:
        journal.add(one(http)) if callable(one) else journal.came(one, http=http)
    return journal


def notified(status: int, body: bytes = b"") -> Journal:
    """A modern session on HTTP with a notification of ours."""
    journal = Journal().modern_http(ALL)
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/x"})
    journal.answer(http, status, "text/plain" if body else "")
    if body:
        journal.add(events.HttpBody(http, body))
    journal.end(http)
    return journal


def sent(*messages: Any, era: str = "modern") -> Journal:
    """A session on stdio in which we send these, as they are."""
    journal = Journal().modern(ALL) if era == "modern" else Journal().legacy()
    for message in messages:
        journal.sent(message)
    return journal


def request(id: Any, meta: Any = MODERN_META, **params: Any) -> dict[str, Any]:
    """A request as we send it."""
    held = {**params, **({"_meta": meta} if meta is not None else {})}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": held}


def questioned(method: str, params: Any = None, *, declared: Any = None, version: str = "2025-11-25") -> Journal:
    """A legacy session in which the server asks."""
    able = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}, "context": {}}, "roots": {}}
    journal = Journal().legacy(version, declared=able if declared is None else declared)
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}})
    return journal


def pages(*pages_: dict[str, Any], method: str = "tools/list", member: str = "tools") -> Journal:
    """A list in pages, each asked for with the cursor of the one before."""
    journal, cursor = Journal().modern(ALL), None
    for page in pages_:
        id = journal.request(method, {} if cursor is None else {"cursor": cursor})
        journal.result(id, {**HINTS, member: [], **page})
        cursor = page.get("nextCursor")
    return journal


def discovered(**more: Any) -> Journal:
    """A session that begins with this DiscoverResult."""
    return Journal().modern(ALL, **more)
