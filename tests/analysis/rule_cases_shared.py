"""Cases of the rules that hold in nearly all revisions: messages, their order, lists, content."""

from typing import Any, Final

from inspector.wire import events
from tests.analysis.journals import Journal
from tests.analysis.rule_cases import (
    CHANGED,
    FORM,
    HINTS,
    META,
    SAMPLING,
    TEXT,
    Pair,
    answered,
    called,
    discovered,
    elicited,
    listed,
    notified,
    pages,
    posted,
    questioned,
    raw,
    refused,
    result,
    sampling,
    told,
    tools,
)


def _cut(whole: bool) -> Journal:
    journal = Journal().modern()
    journal.line(b'{"jsonrpc":"2.0","method":"notifications/x"}', ended=whole)
    return journal


def _twice(count: int) -> Journal:
    journal = raw(result(""))
    for _ in range(count):
        journal.line(result(""))
    return journal


def _given_up(seconds: float, verdict: str) -> Journal:
    journal = Journal().modern()
    id = journal.request("tools/call", {"name": "t"})
    journal.add(events.Decision(verdict, "tools/call", "given up", "So.", data={"ended": len(journal.records)}))
    journal.wait(seconds).result(id, {"resultType": "complete", "content": []})
    return journal


def _body(text: bytes, status: int = 200) -> Journal:
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t"}})
    journal.answer(http, status)
    journal.line(text, http=http)
    journal.end(http)
    return journal


def _open_twice(second: int) -> Journal:
    journal = Journal().legacy(declared={"elicitation": {}})
    for id in (1, second):
        journal.came({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": FORM})
    return journal


def _named(*names: str) -> Journal:
    return listed("tools/list", "tools", *({"name": one, "inputSchema": {"type": "object"}} for one in names))


def _progress(*values: Any, token: Any = 7) -> Journal:
    journal = Journal().modern()
    journal.request("tools/call", {"name": "t", "_meta": {"progressToken": 7}})
    for value in values:
        journal.news("notifications/progress", {"progressToken": token, "progress": value})
    return journal


def _app(media: str) -> Journal:
    journal = Journal().modern({"tools": {}, "resources": {}})
    view = {"uri": "ui://v", "name": "v", "mimeType": media}
    journal.result(journal.request("resources/list"), {**HINTS, "resources": [view]})
    tool = {"name": "t", "inputSchema": {"type": "object"}, "_meta": {"ui": {"resourceUri": "ui://v"}}}
    journal.result(journal.request("tools/list"), {**HINTS, "tools": [tool]})
    return journal


def _completed(**completion: Any) -> Journal:
    return answered("completion/complete", {"resultType": "complete", "completion": {"values": [], **completion}})


def _structured(value: Any, text: str, **schema: Any) -> Journal:
    held = {"outputSchema": {"type": "object", **schema}}
    return called({"content": [{"type": "text", "text": text}], "structuredContent": value}, held)


def _read(*contents: Any) -> Journal:
    return answered("resources/read", {**HINTS, "contents": list(contents)}, {"uri": "a:b"})


def _prompt(role: str) -> Journal:
    message = {"role": role, "content": TEXT}
    return answered("prompts/get", {"resultType": "complete", "messages": [message]}, {"name": "p"})


def _legacy_call(value: Any) -> Journal:
    journal = Journal().legacy()
    journal.call("t", {"content": [], "structuredContent": value})
    return journal


def _from(origin: str) -> Journal:
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t"}}, Origin=origin)
    journal.answer(http)
    journal.came({"jsonrpc": "2.0", "id": 9, "result": {"resultType": "complete", "content": []}}, http=http)
    journal.end(http)
    return journal


def _cancelling(id: int) -> Journal:
    journal = Journal().legacy()
    journal.request("tools/call", {"name": "t"})
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    return journal


def _at(url: str) -> Journal:
    journal = Journal()
    journal.add(events.HttpRequest(1, "GET", url))
    return journal


def _rooted(uri: str) -> Journal:
    journal = questioned("roots/list")
    journal.sent({"jsonrpc": "2.0", "id": 1, "result": {"roots": [{"uri": uri}]}})
    return journal


def _over(transport: Any) -> Journal:
    journal = Journal()
    journal.add(events.Opened(transport, url="https://h/"))
    return journal


def _ended_by(failure: str) -> Journal:
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t"}})
    journal.answer(http)
    journal.came({"jsonrpc": "2.0", "id": 9, "result": {"resultType": "complete", "content": []}}, http=http)
    journal.end(http, failure, "stream")
    return journal


def _event(name: str) -> Journal:
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "t"}})
    journal.answer(http, 200, "text/event-stream")
    data = '{"jsonrpc":"2.0","method":"notifications/x"}' if name != "ping" else "{}"
    journal.add(events.SseBlock(http, b"", name, data))
    return journal


PNG: Final = {"type": "image", "mimeType": "image/png"}
DEEP: Final = ',"x":' + "[" * 9000 + "]" * 9000

SHARED: Final[dict[str, Pair]] = {
    "stdout-noise": (raw(b"listening"), raw(b"")),
    "not-a-message": (
        _body(b"oh no"),
        _body(b'{"jsonrpc":"2.0","id":9,"result":{"resultType":"complete","content":[]}}'),
    ),
    "result-without-id": (raw(b'{"jsonrpc":"2.0","result":null}'), raw(result(""))),
    "unterminated-line": (_cut(False), _cut(True)),
    "batch": (raw(b"[" + result("") + b"]"), raw(result(""))),
    "not-utf-8": (raw(result(',"x":"?"').replace(b"?", b"\xc3(")), raw(result(',"x":"ü"'))),
    "byte-order-mark": (raw(b"\xef\xbb\xbf" + result("")), raw(result(""))),
    "nested-too-deeply": (raw(result(DEEP)), raw(result(',"x":[[]]'))),
    "no-number": (raw(result(',"x":NaN')), raw(result(',"x":1e5'))),
    "jsonrpc-member": (raw(b'{"id":2,"result":{}}'), raw(result(""))),
    "result-and-error": (raw(result("")[:-1] + b',"error":null}'), raw(result(""))),
    "error-shape": (
        raw(b'{"jsonrpc":"2.0","id":2,"error":{"code":"E1","message":"x"}}'),
        refused("tools/call", -32603),
    ),
    "error-message": (raw(b'{"jsonrpc":"2.0","id":2,"error":{"code":-32603}}'), refused("tools/call", -32603)),
    "params-shape": (told(CHANGED, [1]), told(CHANGED, {})),
    "notification-with-id": (
        raw(b'{"jsonrpc":"2.0","id":null,"method":"notifications/x"}'),
        raw(b'{"jsonrpc":"2.0","method":"notifications/x"}'),
    ),
    "id-type-changed": (raw(result("").replace(b'"id":2', b'"id":"2"')), raw(result(""))),
    "id-type": (raw(result("").replace(b'"id":2', b'"id":2.0')), raw(result(""))),
    "error-without-id": (
        raw(b'{"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}'),
        refused("tools/call", -32603),
    ),
    "answer-to-nothing": (raw(result("").replace(b'"id":2', b'"id":99')), raw(result(""))),
    "wrong-id": (
        _body(b'{"jsonrpc":"2.0","id":8,"result":{"resultType":"complete","content":[]}}'),
        _body(b'{"jsonrpc":"2.0","id":9,"result":{"resultType":"complete","content":[]}}'),
    ),
    "no-answer": (raw(b'{"jsonrpc":"2.0","id":2}'), raw(result(""))),
    "answered-twice": (_twice(1), _twice(0)),
    "answer-after-cancel": (_given_up(2, "cancel"), _given_up(0.1, "cancel")),
    "late-answer": (_given_up(2, "timeout"), raw(result(""))),
    "request-id-in-use": (_open_twice(1), _open_twice(2)),
    "undeclared-capability": (questioned("roots/list", declared={}), questioned("roots/list")),
    "elicitation-mode": (
        questioned("elicitation/create", {"mode": "voice", **FORM}),
        questioned("elicitation/create", {"mode": "form", **FORM}),
    ),
    "url-elicitation-error": (refused("tools/call", -32042), refused("tools/call", -32602)),
    "elicitation-schema": (elicited(requestedSchema={"type": "string"}), elicited()),
    "elicitation-message": (elicited(message=7), elicited()),
    "elicitation-url": (elicited(mode="url", url="file:///x"), elicited(mode="url", url="https://h/")),
    "sampling-context": (
        questioned("sampling/createMessage", {**SAMPLING, "includeContext": "allServers"}),
        questioned("sampling/createMessage", SAMPLING),
    ),
    "sampling-shape": (sampling(maxTokens="many"), sampling(temperature=0.5)),
    "sampling-balance": (
        sampling(
            messages=[{"role": "assistant", "content": {"type": "tool_use", "id": "u", "name": "n", "input": {}}}]
        ),
        sampling(
            messages=[
                {"role": "assistant", "content": {"type": "tool_use", "id": "u", "name": "n", "input": {}}},
                {"role": "user", "content": {"type": "tool_result", "toolUseId": "u", "content": [TEXT]}},
            ]
        ),
    ),
    "progress-token": (_progress(1, token=8), _progress(1)),
    "progress-not-increasing": (_progress(1, 1), _progress(1, 1.5)),
    "undeclared-notification": (
        told(CHANGED, {}, era="legacy"),
        told(CHANGED, {}, offered={"tools": {"listChanged": True}}),
    ),
    "log-shape": (
        told("notifications/message", {"level": "warn", "data": 1}),
        told("notifications/message", {"level": "warning", "data": 1}),
    ),
    "notification-shape": (
        told("notifications/resources/updated", {"uri": 7}),
        told("notifications/resources/updated", {"uri": "a:b"}),
    ),
    "meta-key": (called({"_meta": {"-bad": 1}}), called({"_meta": {"com.example/a.b": 1, "": 2}})),
    "result-no-object": (answered("tools/call", [1]), called({})),
    "result-type-shape": (answered("tools/call", {"resultType": 1, "content": []}), called({})),
    "is-error-shape": (called({"isError": "no"}), called({"isError": False})),
    "tool-content": (called({"content": "x"}), called({"content": []})),
    "tool-block": (
        called({"content": [{**PNG, "data": "a"}, {"type": "image", "data": ""}]}),
        called({"content": [TEXT, {**PNG, "data": "aGk="}, {"type": "resource_link", "uri": "a:b", "name": "n"}]}),
    ),
    "prompt-message": (_prompt("system"), _prompt("assistant")),
    "resource-contents": (_read({"uri": "a:b", "blob": "?"}), _read({"uri": "a:b", "blob": "aGk="})),
    "resource-empty": (_read(), _read({"uri": "a:b", "text": ""})),
    "structured-content-missing": (called({}, {"outputSchema": {"type": "object"}}), called({}, {})),
    "structured-content-no-object": (_legacy_call([1]), _legacy_call({"a": 1})),
    "structured-content-schema": (
        _structured({"a": "x"}, '{"a": "x"}', properties={"a": {"type": "integer"}}),
        _structured({"a": 1}, '{"a": 1}', properties={"a": {"type": "integer"}}),
    ),
    "structured-content-text": (_structured({"a": 1}, '{"a": 2}'), _structured({"a": 1}, '{"a": 1}')),
    "cursor-shape": (pages({"nextCursor": 7}), pages({"nextCursor": "7"})),
    "cursor-loop": (pages({"nextCursor": "a"}, {"nextCursor": "a"}), pages({"nextCursor": "a"}, {"nextCursor": "b"})),
    "cursor-accepted": (
        answered("tools/list", {**HINTS, "tools": []}, {"cursor": "of nobody"}),
        pages({"nextCursor": "a"}, {}),
    ),
    "cursor-error": (
        refused("tools/list", -32603, params={"cursor": "x"}),
        refused("tools/list", -32602, params={"cursor": "x"}),
    ),
    "completion-shape": (_completed(values="x"), _completed(values=["x"], total=1, hasMore=False)),
    "completion-many": (_completed(values=["x"] * 101), _completed(values=["x"] * 100)),
    "completion-total": (_completed(values=["x", "y"], total=1), _completed(values=["x"], total=2, hasMore=True)),
    "bad-entry": (listed("tools/list", "tools", 7), tools()),
    "input-schema": (tools(inputSchema={"type": "array"}), tools()),
    "tool-name": (_named("a b"), _named("a.b_c-1")),
    "tool-name-twice": (_named("a", "a"), _named("a", "A")),
    "app-view": (_app("text/html"), _app("text/html;profile=mcp-app")),
    "resource-uri": (
        listed("resources/list", "resources", {"uri": "no scheme", "name": "n"}),
        listed("resources/list", "resources", {"uri": "file:///a%20b", "name": "n"}),
    ),
    "uri-template": (
        listed("resources/templates/list", "resourceTemplates", {"uriTemplate": "a:{b", "name": "n"}),
        listed("resources/templates/list", "resourceTemplates", {"uriTemplate": "a:{b}{?c,d*}{+e:3}", "name": "n"}),
    ),
    "icon-shape": (
        tools(icons=[{"src": 1, "theme": "red"}]),
        tools(icons=[{"src": "https://h/i", "sizes": ["48x48"]}]),
    ),
    "icon-address": (tools(icons=[{"src": "file:///i.png"}]), tools(icons=[{"src": "data:image/png;base64,aGk="}])),
    "annotation-shape": (tools(annotations={"readOnlyHint": "yes"}), tools(annotations={"readOnlyHint": True})),
    "prompt-arguments": (
        listed("prompts/list", "prompts", {"name": "p", "arguments": [{"name": "a"}, {"name": "a"}]}),
        listed("prompts/list", "prompts", {"name": "p", "arguments": [{"name": "a", "required": True}]}),
    ),
    "schema-invalid": (
        tools(inputSchema={"type": "object", "properties": {"a": {"type": "text"}}}),
        tools(inputSchema={"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": True}}),
    ),
    "schema-reference": (
        tools(inputSchema={"type": "object", "properties": {"a": {"$ref": "https://h/s.json"}}}),
        tools(inputSchema={"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}}),
    ),
    "schema-dialect": (
        tools(inputSchema={"type": "object", "$schema": "https://h/mine"}),
        tools(inputSchema={"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"}),
    ),
    "server-address": (
        discovered(_meta={META + "serverInfo": {"name": "s", "version": "1", "websiteUrl": "javascript:alert(1)"}}),
        discovered(_meta={META + "serverInfo": {"name": "s", "version": "1", "websiteUrl": "https://s.example/"}}),
    ),
    "capability-shape": (Journal().modern({"tools": True}), Journal().modern({"tools": {"listChanged": True}})),
    "declared-missing": (refused("tools/list", -32601), refused("tools/list", -32601, offered={"resources": {}})),
    "undeclared-offer": (
        answered("tools/list", {**HINTS, "tools": [{"name": "t"}]}, offered={}),
        answered("tools/list", {**HINTS, "tools": []}, offered={}),
    ),
    "content-type": (posted({}, kind="text/plain"), posted({})),
    "answer-type": (posted(None, 200, "text/html"), posted({})),
    "without-answer": (posted(None), posted({})),
    "torn-body": (_ended_by("the server ended the body early"), _ended_by("closed by us")),
    "accepted-request": (posted(None, 202, ""), posted({})),
    "notification-status": (notified(200), notified(202)),
    "result-status": (posted({}, 400), posted({})),
    "accepted-body": (notified(202, b"ok"), notified(202)),
    "origin-accepted": (_from("https://elsewhere.example"), _from("https://weather.example")),
    "client-cancel": (_cancelling(99), _cancelling(2)),
    "client-token-in-url": (_at("https://h/mcp?access_token=x"), _at("https://h/mcp?token=x")),
    "client-root": (_rooted("https://h/"), _rooted("file:///srv")),
    "deprecated-transport": (_over("http+sse"), _over("streamable-http")),
    "event-name": (_event("answer"), _event("ping")),
}
