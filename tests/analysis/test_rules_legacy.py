"""Rules of the legacy revisions: each fires on what breaks it, and stays silent on what does not."""

from collections.abc import Callable
from typing import Any

import pytest

from inspector.analysis.reading import Reader
from inspector.analysis.rules import RULES, Findings
from inspector.analysis.rules.cited import cited
from inspector.analysis.rules.life import KEPT, Life, keep
from inspector.wire import events
from inspector.wire.versions import LEGACY, REVISIONS
from tests.analysis.journals import Journal

SESSION = "5b1c9a"


def found(journal: Journal) -> list[str]:
    """The names of the rules that found something, in the order of discovery; what is deprecated aside."""
    findings = Findings()
    findings.feed(journal.records)
    return [one.rule for one in findings.all if not one.rule.startswith("deprecated-")]


def told(journal: Journal) -> list[tuple[str, str]]:
    """Level and words of what was found."""
    findings = Findings()
    findings.feed(journal.records)
    return [(one.level, one.message) for one in findings.all]


# ── the opening ──────────────────────────────────────────────────────────────────────────────────────────────────────


def opened(offered: Any, result: Any, journal: Journal | None = None) -> Journal:
    """A journal in which `initialize` offers a version and is answered."""
    journal = journal or Journal()
    journal.opened()
    params = {"protocolVersion": offered, "capabilities": {}, "clientInfo": {"name": "i", "version": "0"}}
    journal.result(journal.request("initialize", params), result)
    return journal


def said(version: Any, **more: Any) -> dict[str, Any]:
    """A result of `initialize`; what is Ellipsis is left out."""
    whole = {"protocolVersion": version, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}, **more}
    return {name: value for name, value in whole.items() if value is not ...}


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (said("2025-06-18"), []),
        (said(...), ["the result of initialize has no protocolVersion"]),
        (said(7), ["protocolVersion in the result of initialize is 7, not a string"]),
        (said("2025-06-18", capabilities=...), ["the result of initialize has no capabilities"]),
        (said("2025-06-18", capabilities=[]), ["capabilities in the result of initialize is [], not an object"]),
        (said("2025-06-18", serverInfo=...), ["the result of initialize has no serverInfo"]),
        (said("2025-06-18", serverInfo={"name": "s"}), ["the result of initialize has no serverInfo.version"]),
    ],
)
def test_initialize_is_answered_with_version_capabilities_and_server(result: Any, expected: list[str]) -> None:
    assert [text for _, text in told(opened("2025-06-18", result))] == expected


@pytest.mark.parametrize(
    ("offered", "answered", "rules"),
    [
        ("2025-06-18", "2025-03-26", []),
        ("2031-01-01", "2025-11-25", []),
        ("2025-06-18", "2031-01-01", []),
        ("2025-06-18", "1.0", ["version-made-up"]),
        ("2025-06-18", "2020-01-01", ["version-made-up"]),
        ("2025-06-18", "2026-07-28", ["version-made-up"]),
        ("2026-07-28", "2026-07-28", ["version-made-up"]),
        ("1.0", "1.0", ["echoes-versions"]),
    ],
)
def test_initialize_is_answered_with_a_version_that_there_is(offered: str, answered: str, rules: list[str]) -> None:
    assert found(opened(offered, said(answered))) == rules


def test_a_version_that_the_server_has_agreed_to_before_is_agreed_to_again() -> None:
    journal = opened("2025-06-18", said("2025-06-18"))
    opened("2025-11-25", said("2025-06-18"), journal)
    opened("2025-06-18", said("2025-06-18"), journal)
    assert found(journal) == []
    opened("2025-06-18", said("2024-11-05"), journal)
    assert found(journal) == ["version-not-kept"]


@pytest.mark.parametrize(("method", "rules"), [("roots/list", ["request-before-initialized"]), ("ping", [])])
def test_a_server_waits_with_its_requests_until_the_client_is_initialized(method: str, rules: list[str]) -> None:
    journal = Journal()
    journal.opened()
    params = {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": {}}
    journal.result(journal.request("initialize", params), said("2025-11-25"))
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method})
    journal.sent({"jsonrpc": "2.0", "method": "notifications/initialized"})
    journal.came({"jsonrpc": "2.0", "id": 2, "method": method})
    assert found(journal) == rules


# ── what a revision has ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("version", "method", "expected"),
    [
        ("2025-03-26", "elicitation/create", "warning"),
        ("2025-06-18", "elicitation/create", None),
        ("2025-06-18", "tasks/get", "error"),
        ("2025-11-25", "tasks/get", None),
        ("2025-11-25", "tools/list", "error"),
        ("2025-11-25", "subscriptions/listen", "error"),
        ("2025-11-25", "roots/list", None),
    ],
)
def test_a_request_is_one_of_the_revision_and_of_servers(version: str, method: str, expected: str | None) -> None:
    journal = Journal().legacy(version, declared={"roots": {}, "elicitation": {}})
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method, "params": form})
    assert [level for level, _ in told(journal)] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("version", "method", "rules"),
    [
        ("2025-06-18", "notifications/tasks/status", ["not-of-revision"]),
        ("2025-11-25", "notifications/tasks", ["not-of-revision"]),
        ("2025-11-25", "notifications/initialized", ["not-of-revision"]),
        ("2025-11-25", "notifications/ours/own", []),
    ],
)
def test_a_notification_is_one_of_the_revision_and_of_servers(version: str, method: str, rules: list[str]) -> None:
    journal = Journal().legacy(version)
    journal.news(method)
    assert found(journal) == rules


def test_a_request_that_no_revision_has_is_worth_knowing() -> None:
    journal = Journal().legacy()
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "acme/ask"})
    assert [level for level, _ in told(journal)] == ["info"] and found(journal) == ["unknown-request"]


@pytest.mark.parametrize("version", LEGACY)
@pytest.mark.parametrize(
    ("params", "rules"),
    [
        ({"requestId": "r"}, []),
        ({"requestId": 99}, ["cancelled-unknown"]),
        ({"requestId": 2}, ["cancelled-unknown"]),
        ({}, ["cancelled-unknown"]),
    ],
)
def test_a_server_cancels_its_own_requests_alone(version: str, params: Any, rules: list[str]) -> None:
    journal = Journal().legacy(version, declared={"roots": {}})
    assert journal.request("tools/list") == 2
    journal.came({"jsonrpc": "2.0", "id": "r", "method": "roots/list"})
    journal.news("notifications/cancelled", params)
    assert found(journal) == rules


def test_a_server_may_cancel_what_we_kept_from_ourselves() -> None:
    journal = Journal().legacy(declared={"roots": {}})
    data = {"way": "in", "original": '{"jsonrpc":"2.0","id":"r","method":"roots/list"}', "altered": True}
    journal.add(events.Decision("interference", "drop", "dropped on purpose", "", data=data))
    journal.news("notifications/cancelled", {"requestId": "r"})
    assert found(journal) == []


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"result": {}}, []),
        ({"result": {"_meta": {}}}, []),
        ({"result": {"pong": True}}, [("warning", 'ping was answered with {"pong":true}, not with an empty object')]),
        ({"error": {"code": -32601, "message": "x"}}, [("error", "ping was answered with −32601")]),
    ],
)
def test_a_ping_is_answered_with_an_empty_object(answer: Any, expected: list[tuple[str, str]]) -> None:
    journal = Journal().legacy()
    journal.came({"jsonrpc": "2.0", "id": journal.request("ping"), **answer})
    assert told(journal) == expected


# ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("named", "rules"),
    [
        (SESSION, []),
        ("!~", []),
        ("a b", ["session-id-characters"]),
        ("größe", ["session-id-characters"]),
        ("", ["session-id-characters"]),
    ],
)
def test_a_session_id_is_of_visible_ascii(named: str, rules: list[str]) -> None:
    assert found(Journal().legacy_http(Mcp_Session_Id=named)) == rules


def in_session(journal: Journal, status: int, body: bytes = b"", verb: str = "POST", **headers: str) -> int:
    """A request in the session, and its answer without a message."""
    sent: dict[str, Any] = {"Mcp_Session_Id": SESSION}
    note = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
    http = journal.post(note, **sent) if verb == "POST" else journal.get(verb, **sent)
    journal.answer(http, status, "", **headers)
    if body:
        journal.add(events.HttpBody(http, body))
    journal.end(http)
    return http


def test_a_session_keeps_its_id() -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    in_session(journal, 202, Mcp_Session_Id=SESSION)
    assert found(journal) == []
    in_session(journal, 202, Mcp_Session_Id="another")
    assert found(journal) == ["session-id-changed"]


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (404, b"Session not found", []),
        (400, b"Bad Request: unknown session", ["warning"]),
        (400, b"Bad Request", []),
        (503, b"no session now", []),
    ],
)
def test_a_session_that_is_gone_is_answered_with_404(status: int, body: bytes, expected: list[str]) -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    in_session(journal, 202)
    in_session(journal, status, body)
    assert [level for level, _ in told(journal)] == expected


@pytest.mark.parametrize(("status", "rules"), [(404, []), (202, ["session-gone-status"])])
def test_a_session_that_was_deleted_is_answered_with_404(status: int, rules: list[str]) -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    in_session(journal, 200, verb="DELETE")
    in_session(journal, status)
    assert found(journal) == rules


def test_a_stream_that_was_open_when_its_session_was_deleted_may_end_after_it() -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    stream = journal.get(Accept="text/event-stream", Mcp_Session_Id=SESSION)
    journal.answer(stream, 200, "text/event-stream")
    in_session(journal, 200, verb="DELETE")
    journal.end(stream)
    assert found(journal) == []


@pytest.mark.parametrize(("status", "rules"), [(200, []), (405, []), (403, []), (500, ["delete-answer"])])
def test_a_session_may_be_ended_or_the_delete_is_refused_with_405(status: int, rules: list[str]) -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    in_session(journal, status, verb="DELETE")
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("status", "kind", "rules"),
    [
        (200, "text/event-stream; charset=utf-8", []),
        (405, "", []),
        (403, "", []),
        (200, "text/html", ["get-answer"]),
        (404, "", ["get-answer"]),
        (400, "application/json", ["get-answer"]),
    ],
)
def test_a_get_is_answered_with_a_stream_or_405(status: int, kind: str, rules: list[str]) -> None:
    journal = Journal().legacy_http()
    http = journal.get(Accept="text/event-stream")
    journal.answer(http, status, kind)
    journal.end(http)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("version", "sent", "status", "rules"),
    [
        ("2025-06-18", "2025-06-18", 202, []),
        ("2025-06-18", "nonsense", 400, []),
        ("2025-06-18", "nonsense", 202, ["version-header-taken"]),
        ("2025-06-18", "2031-01-01", 202, []),
        ("2025-03-26", "nonsense", 202, []),
    ],
)
def test_a_version_header_that_is_none_is_refused(version: str, sent: str, status: int, rules: list[str]) -> None:
    journal = Journal().legacy_http(version)
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/x"}, MCP_Protocol_Version=sent)
    journal.answer(http, status, "")
    journal.end(http)
    assert found(journal) == rules


@pytest.mark.parametrize(("status", "rules"), [(202, []), (200, ["notification-status"])])
def test_an_answer_of_ours_is_answered_with_202(status: int, rules: list[str]) -> None:
    journal = Journal().legacy_http()
    http = journal.post({"jsonrpc": "2.0", "id": 5, "result": {}})
    journal.answer(http, status, "")
    journal.end(http)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("status", "kind", "rules"),
    [
        (200, "text/html", ["answer-type"]),
        (200, "", ["answer-type"]),
        (404, "text/html", []),
        (200, "text/event-stream", []),
    ],
)
def test_a_request_is_answered_with_json_or_an_event_stream(status: int, kind: str, rules: list[str]) -> None:
    journal = Journal().legacy_http()
    http = journal.post({"jsonrpc": "2.0", "id": 7, "method": "tools/list"})
    journal.answer(http, status, kind)
    journal.add(events.HttpBody(http, b"<p>"))
    journal.end(http)
    assert found(journal) == rules


def test_the_posts_of_http_and_sse_may_be_answered_with_any_success() -> None:
    journal = Journal()
    journal.add(events.Opened("http+sse", url="https://weather.example/sse"))
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
    journal.answer(http, 200, "")
    journal.end(http)
    assert found(journal) == []


# ── event streams ────────────────────────────────────────────────────────────────────────────────────────────────────

NEWS = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}


def streaming(verb: str = "GET", **headers: str) -> tuple[Journal, int]:
    """A session with a GET stream; its exchange number."""
    journal = Journal().legacy_http(capabilities={"logging": {}, "tools": {}})
    http = journal.get(verb, Accept="text/event-stream", **headers)
    journal.answer(http, 200, "text/event-stream")
    return journal, http


def posted(journal: Journal, id: int) -> int:
    """A request of ours that is answered with a stream; its exchange number."""
    http = journal.post({"jsonrpc": "2.0", "id": id, "method": "tools/list"})
    journal.answer(http, 200, "text/event-stream")
    return http


def listed(id: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": {"tools": []}}


@pytest.mark.parametrize(
    ("ids", "rules"),
    [(("1", "2"), []), (("", ""), []), (("\0", "\0"), []), (("1", "1"), ["event-id-twice"])],
)
@pytest.mark.parametrize("together", [True, False])
def test_an_event_id_is_its_events_own_over_all_streams(ids: tuple[str, str], rules: list[str], together: bool) -> None:
    journal, http = streaming()
    other = http if together else posted(journal, 7)
    journal.event(NEWS, http=http, id=ids[0])
    journal.event(NEWS, http=other, id=ids[1])
    assert found(journal) == rules


def test_the_id_of_an_event_without_a_message_counts_and_what_is_resumed_may_repeat_it() -> None:
    journal, http = streaming()
    journal.add(events.SseBlock(http, b"id: 1\ndata:\n\n"))
    again = journal.get(Accept="text/event-stream", Last_Event_ID="1")
    journal.answer(again, 200, "text/event-stream")
    journal.add(events.SseBlock(again, b"id: 1\ndata:\n\n"))
    assert found(journal) == []
    journal.event(NEWS, http=posted(journal, 7), id="1")
    assert found(journal) == ["event-id-twice"]


def test_what_comes_again_on_a_resumed_stream_is_no_new_request_but_has_to_be_of_that_stream() -> None:
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    session = {"Accept": "text/event-stream", "Mcp_Session_Id": SESSION}
    http = journal.get(**session)
    journal.answer(http, 200, "text/event-stream")
    ask = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    own = posted(journal, 7)
    journal.add(events.SseBlock(own, b"id: 7-0\ndata:\n\n"))
    journal.event(ask, http=own, id="7-1")
    journal.event({**ask, "id": 2}, http=http, id="g-1")
    for id in (1, 2):
        journal.sent({"jsonrpc": "2.0", "id": id, "result": {}})
    again = journal.get(Last_Event_ID="7-0", **session)
    journal.answer(again, 200, "text/event-stream")
    journal.event(ask, http=again, id="7-1")
    journal.sent({"jsonrpc": "2.0", "id": 1, "result": {}})
    assert "request-id-again" not in found(journal) and "event-id-twice" not in found(journal)
    journal.event({**ask, "id": 2}, http=again, id="g-1")
    assert "request-id-again" not in found(journal)
    assert ("error", "the event g-1 of another stream came again on a resumed one") in told(journal)


def test_a_request_is_answered_on_its_own_stream_or_on_one_that_resumes_it() -> None:
    journal, _ = streaming()
    own = posted(journal, 7)
    journal.add(events.SseBlock(own, b"id: 7-0\ndata:\n\n"))
    journal.end(own, resuming=True)
    again = journal.get(Accept="text/event-stream", Last_Event_ID="7-0")
    journal.answer(again, 200, "text/event-stream")
    journal.event(listed(7), http=again, id="7-1")
    journal.event(listed(8), http=posted(journal, 8))
    assert found(journal) == []


def on_get(journal: Journal, get: int) -> None:
    posted(journal, 7)
    journal.event(listed(7), http=get)


def on_another(journal: Journal, get: int) -> None:
    posted(journal, 7)
    journal.event(listed(7), http=posted(journal, 8))


def resumed_elsewhere(journal: Journal, get: int) -> None:
    journal.add(events.SseBlock(get, b"id: g-0\ndata:\n\n"))
    posted(journal, 7)
    again = journal.get(Accept="text/event-stream", Last_Event_ID="g-0")
    journal.answer(again, 200, "text/event-stream")
    journal.event(listed(7), http=again)


@pytest.mark.parametrize(
    ("answer", "where"),
    [
        (on_get, "on the GET stream"),
        (on_another, "on the stream of another request"),
        (resumed_elsewhere, "on the resumed stream of another request"),
    ],
)
def test_an_answer_on_the_stream_of_something_else_is_found(answer: Callable[[Journal, int], None], where: str) -> None:
    journal, get = streaming()
    answer(journal, get)
    assert told(journal) == [("error", f"tools/list was answered {where}")]


@pytest.mark.parametrize(
    ("blocks", "rules"),
    [
        ([("endpoint", "/messages?session=1")], []),
        ([("endpoint", "https://weather.example/messages")], []),
        ([("endpoint", "https://elsewhere.example/messages")], ["endpoint-event"]),
        ([("endpoint", "")], ["endpoint-event"]),
        ([("", "")], ["endpoint-event"]),
    ],
)
def test_a_stream_of_http_and_sse_begins_with_its_endpoint(blocks: list[tuple[str, str]], rules: list[str]) -> None:
    journal = Journal()
    journal.add(events.Opened("http+sse", url="https://weather.example/sse"))
    http = journal.get(Accept="text/event-stream")
    journal.answer(http, 200, "text/event-stream")
    for name, data in blocks:
        journal.add(events.SseBlock(http, b":\n\n", name, data))
    journal.event(NEWS, http=http)
    assert found(journal) == rules


def test_a_server_of_another_transport_that_refuses_the_get_with_a_message_owes_no_endpoint() -> None:
    """As `probe --all` tries each transport."""
    journal = Journal()
    journal.add(events.Opened("http+sse", url="https://weather.example/mcp"))
    http = journal.get(Accept="text/event-stream")
    journal.answer(http, 400)
    journal.came({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "Not Acceptable"}}, http=http)
    journal.end(http)
    assert "endpoint-event" not in found(journal)


# ── tasks of 2025-11-25 ──────────────────────────────────────────────────────────────────────────────────────────────

TASKS: dict[str, Any] = {"tools": {}, "tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}}
RELATED = "io.modelcontextprotocol/related-task"


def state(status: str = "working", id: str = "k") -> dict[str, Any]:
    return {"taskId": id, "status": status, "createdAt": "t", "lastUpdatedAt": "t", "ttl": None}


def called(made: Any, wanted: bool = True, support: str = "optional", capabilities: Any = None) -> Journal:
    """A tool that says what it thinks of tasks, a call of it, and its result."""
    journal = Journal().legacy(capabilities=TASKS if capabilities is None else capabilities)
    tool = {"name": "t", "inputSchema": {"type": "object"}, "execution": {"taskSupport": support}}
    journal.result(journal.request("tools/list"), {"tools": [tool]})
    params = {"name": "t", **({"task": {}, "_meta": {"progressToken": "p"}} if wanted else {})}
    journal.result(journal.request("tools/call", params), made)
    return journal


MADE = {"task": state()}
DONE: dict[str, Any] = {"content": []}


@pytest.mark.parametrize(
    ("journal", "rules"),
    [
        (called(MADE), []),
        (called(DONE, wanted=False), []),
        (called(DONE, capabilities={"tools": {}}), []),
        (called(DONE, support="forbidden"), []),
        (called(DONE), ["task-unasked"]),
        (called(DONE, wanted=False, support="required"), ["task-unasked"]),
        (called(MADE, capabilities={"tools": {}}), ["task-unasked"]),
        (called({"task": state("completed")}), ["task-beginning"]),
    ],
)
def test_a_call_becomes_a_task_where_it_was_asked_for_and_declared(journal: Journal, rules: list[str]) -> None:
    assert found(journal) == rules


def test_a_call_that_must_be_a_task_is_refused_with_an_error_and_not_with_a_result() -> None:
    refused = {"content": [], "isError": True}
    words = "t must be called as a task, and a call that was none was refused in a result, not with −32601"
    assert told(called(refused, wanted=False, support="required")) == [("error", words)]


def test_a_task_has_an_id_of_its_own() -> None:
    journal = called(MADE)
    journal.result(journal.request("tools/call", {"name": "t", "task": {}}), {"task": state(id="l")})
    assert found(journal) == []
    journal.result(journal.request("tools/call", {"name": "t", "task": {}}), MADE)
    assert found(journal) == ["task-beginning"]


def polled(journal: Journal, status: str) -> Journal:
    journal.result(journal.request("tasks/get", {"taskId": "k"}), state(status))
    return journal


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        (("working", "input_required", "working", "completed", "completed"), []),
        (("completed", "working"), ["task-transition"]),
        (("cancelled", "completed"), ["task-transition"]),
        (("failed", "failed"), []),
    ],
)
def test_a_task_that_has_ended_stays_so(path: tuple[str, ...], rules: list[str]) -> None:
    journal = called(MADE)
    for status in path:
        polled(journal, status)
    assert found(journal) == rules
    journal = called(MADE)
    for status in path:
        journal.news("notifications/tasks/status", state(status))
    assert found(journal) == rules


def delivered(journal: Journal, meta: Any) -> Journal:
    journal.result(journal.request("tasks/result", {"taskId": "k"}), {**DONE, "_meta": meta})
    return journal


@pytest.mark.parametrize(
    ("meta", "rules"), [({RELATED: {"taskId": "k"}}, []), ({}, ["task-related"]), ({RELATED: 7}, ["task-related"])]
)
def test_the_result_of_a_task_says_whose_it_is(meta: Any, rules: list[str]) -> None:
    assert found(delivered(called(MADE), meta)) == rules


def test_the_result_of_a_task_comes_when_it_has_ended() -> None:
    journal = delivered(called(MADE), {RELATED: {"taskId": "k"}})
    assert found(polled(journal, "completed")) == []
    journal = delivered(called(MADE), {RELATED: {"taskId": "k"}})
    assert found(polled(journal, "working")) == ["task-transition"]


@pytest.mark.parametrize(
    ("method", "meta", "rules"),
    [
        ("elicitation/create", {RELATED: {"taskId": "k"}}, []),
        ("elicitation/create", {}, ["task-related-request"]),
        ("ping", {}, []),
    ],
)
def test_what_is_asked_for_a_task_names_it(method: str, meta: Any, rules: list[str]) -> None:
    journal = called(MADE)
    journal.request("tasks/result", {"taskId": "k"})
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}, "_meta": meta}
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method, "params": form})
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        ("working", state("cancelled"), []),
        ("working", state("working"), ["task-cancellation"]),
        ("completed", state("completed"), ["task-cancellation"]),
        ("completed", -32602, []),
        ("completed", -32000, ["task-error-code"]),
    ],
)
def test_a_cancellation_cancels_or_is_refused(before: str, after: Any, rules: list[str]) -> None:
    journal = polled(called(MADE), before)
    id = journal.request("tasks/cancel", {"taskId": "k"})
    if isinstance(after, int):
        journal.error(id, after)
    else:
        journal.result(id, after)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("capabilities", "method", "rules"),
    [
        (TASKS, "tasks/list", []),
        ({"tasks": {}}, "tasks/list", ["task-methods-undeclared"]),
        ({}, "tasks/get", ["task-methods-undeclared"]),
    ],
)
def test_what_is_answered_about_tasks_is_declared(capabilities: Any, method: str, rules: list[str]) -> None:
    journal = Journal().legacy(capabilities=capabilities)
    journal.result(journal.request(method, {"taskId": "k"}), {"tasks": []} if method == "tasks/list" else state())
    assert found(journal) == rules


def test_each_task_of_a_list_and_of_news_says_how_it_stands() -> None:
    journal = Journal().legacy(capabilities=TASKS)
    journal.result(journal.request("tasks/list"), {"tasks": [state()]})
    journal.news("notifications/tasks/status", state())
    assert found(journal) == []
    journal.result(journal.request("tasks/list"), {"tasks": [{**state(), "createdAt": None}]})
    journal.news("notifications/tasks/status", {**state(), "ttl": "1"})
    assert found(journal) == ["task-told-state", "task-told-state"]


def test_progress_of_a_task_goes_on_until_it_has_ended() -> None:
    journal = called(MADE)
    journal.news("notifications/progress", {"progressToken": "p", "progress": 1})
    assert found(journal) == []
    polled(journal, "completed").news("notifications/progress", {"progressToken": "p", "progress": 2})
    assert found(journal) == ["task-progress"]


# ── pages to open, and secrets ───────────────────────────────────────────────────────────────────────────────────────

URL = {"mode": "url", "message": "?", "url": "https://a.example/page"}


def asked(params: Any, version: str = "2025-11-25", journal: Journal | None = None) -> Journal:
    """The server asks by an elicitation."""
    journal = journal or Journal().legacy(version, declared={"elicitation": {"form": {}, "url": {}}})
    journal.came({"jsonrpc": "2.0", "id": len(journal.records), "method": "elicitation/create", "params": params})
    return journal


@pytest.mark.parametrize(
    ("version", "params", "rules"),
    [
        ("2025-11-25", {**URL, "elicitationId": "e"}, []),
        ("2025-11-25", URL, ["elicitation-id"]),
        ("2025-11-25", {**URL, "elicitationId": 7}, ["elicitation-id"]),
        ("2025-06-18", {**URL, "elicitationId": "e"}, ["elicitation-url-revision"]),
    ],
)
def test_a_page_to_open_has_an_id_in_the_revision_that_has_pages(version: str, params: Any, rules: list[str]) -> None:
    assert found(asked(params, version)) == rules


@pytest.mark.parametrize(("id", "rules"), [("e", []), ("f", ["elicitation-complete-unknown"])])
def test_what_is_complete_is_an_elicitation_that_there_was(id: str, rules: list[str]) -> None:
    journal = asked({**URL, "elicitationId": "e"})
    journal.news("notifications/elicitation/complete", {"elicitationId": id})
    assert found(journal) == rules


def test_a_completion_over_http_may_come_before_the_error_that_names_the_page() -> None:
    journal = Journal().legacy_http()
    http = journal.post({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}})
    journal.news("notifications/elicitation/complete", {"elicitationId": "e"})
    pages = [{**URL, "elicitationId": "e"}]
    error = {"code": -32042, "message": "x", "data": {"elicitations": pages}}
    journal.answer(http)
    journal.came({"jsonrpc": "2.0", "id": 7, "error": error}, http=http)
    journal.end(http)
    assert found(journal) == []
    journal.news("notifications/elicitation/complete", {"elicitationId": "f"})
    assert found(journal) == ["elicitation-complete-unknown"]


@pytest.mark.parametrize(
    ("name", "title", "rules"),
    [
        ("user", "Name", []),
        ("spin", "Opinion", []),
        ("secretary", "Compass", []),
        ("client_secret", None, ["elicitation-secret"]),
        ("password", None, ["elicitation-secret"]),
        ("apiKey", None, ["elicitation-secret"]),
        ("value", "Your secret", ["elicitation-secret"]),
        ("card_pin", None, ["elicitation-secret"]),
    ],
)
def test_a_form_that_asks_for_a_secret_is_a_warning(name: str, title: str | None, rules: list[str]) -> None:
    field = {"type": "string", **({"title": title} if title else {})}
    form = {"message": "?", "requestedSchema": {"type": "object", "properties": {name: field}}}
    assert found(asked(form, "2025-06-18")) == rules


# ── ids, tokens, errors, authorization ───────────────────────────────────────────────────────────────────────────────


def pinged(journal: Journal, id: Any, token: Any = ..., answered: bool = True) -> Journal:
    """The server asks for the roots, and is answered."""
    meta = {} if token is ... else {"_meta": {"progressToken": token}}
    journal.came({"jsonrpc": "2.0", "id": id, "method": "ping", "params": meta})
    if answered:
        journal.sent({"jsonrpc": "2.0", "id": id, "result": {}})
    return journal


@pytest.mark.parametrize(
    ("session", "ids", "rules"),
    [
        ({"Mcp_Session_Id": SESSION}, (1, 2), []),
        ({"Mcp_Session_Id": SESSION}, (1, "1"), []),
        ({"Mcp_Session_Id": SESSION}, (1, 1), ["request-id-again"]),
        ({}, (1, 1), []),
    ],
)
def test_the_id_of_a_request_was_not_used_before_in_the_session(session: Any, ids: Any, rules: list[str]) -> None:
    journal = Journal().legacy_http(**session)
    for id in ids:
        pinged(journal, id)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("first", "second", "answered", "rules"),
    [
        (1, 2, False, []),
        (1, 1, True, []),
        (1, 1, False, ["their-progress-token"]),
        (None, "a", True, ["their-progress-token"]),
        (True, "a", True, ["their-progress-token"]),
    ],
)
def test_a_progress_token_of_the_servers_is_its_requests_own(
    first: Any, second: Any, answered: bool, rules: list[str]
) -> None:
    journal = pinged(Journal().legacy(), 1, first, answered)
    assert found(pinged(journal, 2, second)) == rules


@pytest.mark.parametrize(
    ("error", "rules"),
    [
        ({"code": 1, "message": ""}, []),
        ({"code": 1}, ["error-message"]),
        ({"code": 1, "message": None}, ["error-message"]),
    ],
)
def test_an_error_has_a_message(error: Any, rules: list[str]) -> None:
    journal = Journal().legacy()
    journal.came({"jsonrpc": "2.0", "id": journal.request("tools/list"), "error": error})
    assert found(journal) == rules


@pytest.mark.parametrize(("headers", "rules"), [({"WWW_Authenticate": "Bearer"}, []), ({}, ["challenge-missing"])])
def test_a_401_says_how_to_be_authorized(headers: Any, rules: list[str]) -> None:
    journal = Journal()
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "initialize"})
    journal.answer(http, 401, "", **headers)
    journal.end(http)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("version", "clause"),
    [
        ("2024-11-05", "2024-11-05 basic/utilities/ping#behavior-requirements"),
        ("2025-11-25", "2025-11-25 basic/utilities/ping#behavior-requirements"),
    ],
)
def test_a_finding_cites_the_clause_of_the_revision_that_is_spoken(version: str, clause: str) -> None:
    journal = Journal().legacy(version)
    journal.error(journal.request("ping"), -32601)
    findings = Findings()
    findings.feed(journal.records)
    assert [one.clause for one in findings.all] == [clause]


@pytest.mark.parametrize(
    ("rule", "clause", "version", "expected"),
    [
        ("id-type", "2026-07-28 basic/index#requests", "2024-11-05", "2024-11-05 basic/messages#requests"),
        ("no-number", "RFC 8259#section-6", "2024-11-05", "RFC 8259#section-6"),
        ("completion-shape", "2026-07-28 a/b#c", "2025-11-25", "2025-11-25 a/b#c"),
        (
            "late-answer",
            "2026-07-28 basic/patterns/cancellation#timeouts",
            "2025-06-18",
            "2025-06-18 basic/lifecycle#timeouts",
        ),
        (
            "answer-after-cancel",
            "2026-07-28 basic/patterns/cancellation",
            "2024-11-05",
            "2024-11-05 basic/utilities/cancellation",
        ),
        ("id-type", "2026-07-28 basic/index#requests", "", "2026-07-28 basic/index#requests"),
        (
            "elicitation-mode",
            "2026-07-28 client/elicitation#elicitation-requests",
            "2025-11-25",
            "2025-11-25 client/elicitation#elicitation-requests",
        ),
    ],
)
def test_the_clause_that_is_cited_is_the_one_most_like_the_rules_own(
    rule: str, clause: str, version: str, expected: str
) -> None:
    assert cited(rule, clause, version) == expected


_ELSEWHERE = {
    "result-type-shape": ("2026-07-28", set(LEGACY)),
    "url-elicitation-error": ("2025-11-25", {"2024-11-05", "2025-03-26", "2025-06-18"}),
    "endpoint-event": ("2024-11-05", {"2025-03-26", "2025-06-18", "2025-11-25"}),
    **{
        rule: ("2025-03-26", {"2024-11-05"})
        for rule in (
            "deprecated-transport",
            "content-type",
            "answer-type",
            "accepted-request",
            "notification-status",
            "result-status",
            "accepted-body",
            "without-answer",
            "client-token-in-url",
        )
    },
}
"""Rules about what a revision has no word of, with the revision that is cited for it there."""


@pytest.mark.parametrize("version", REVISIONS)
def test_every_rule_cites_the_revision_that_is_spoken(version: str) -> None:
    wrong = []
    for rule in RULES:
        if version in rule.revisions:
            own = cited(rule.name, rule.clause, version).partition(" ")[0]
            other, there = _ELSEWHERE.get(rule.name, ("", set()))
            expected = other if version in there else version
            if own in REVISIONS and own != expected:
                wrong.append((rule.name, own))
    assert wrong == []


# ── what only some revisions have ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("version", "rules"), [("2024-11-05", []), ("2025-03-26", ["undeclared-offer"])])
def test_completions_are_declared_in_the_revisions_that_have_a_capability_for_them(
    version: str, rules: list[str]
) -> None:
    journal = Journal().legacy(version, capabilities={})
    journal.result(journal.request("completion/complete", {}), {"completion": {"values": ["x"]}})
    assert found(journal) == rules


TEXT = {"type": "text", "text": "x"}


@pytest.mark.parametrize(
    ("version", "content", "more", "rules"),
    [
        ("2025-06-18", TEXT, {}, []),
        ("2025-11-25", [TEXT], {}, []),
        ("2025-06-18", [TEXT], {}, ["sampling-shape"]),
        ("2025-06-18", {"type": "tool_use", "id": "u", "name": "n", "input": {}}, {}, ["sampling-shape"]),
        ("2025-06-18", TEXT, {"tools": []}, []),
        ("2025-11-25", TEXT, {"tools": []}, ["undeclared-capability"]),
    ],
)
def test_sampling_has_what_its_revision_has(version: str, content: Any, more: Any, rules: list[str]) -> None:
    journal = Journal().legacy(version, declared={"sampling": {}})
    params = {"messages": [{"role": "user", "content": content}], "maxTokens": 9, **more}
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": params})
    assert [one for one in found(journal) if one != "sampling-balance"] == rules


def test_of_very_many_ids_the_oldest_are_forgotten_and_of_requests_those_that_are_over() -> None:
    held: dict[int, int] = {}
    for number in range(KEPT + 10):
        assert keep(held, number, number) == number
    assert len(held) == KEPT and keep(held, KEPT, 0) == KEPT and 9 not in held
    journal = Journal().legacy_http(Mcp_Session_Id=SESSION)
    in_session(journal, 202)
    life, reader = Life(), Reader()
    for record in journal.records:
        life.watch(reader.read(record))
    assert set(life.requests) == {life.over}


# ── what was asked for once ──────────────────────────────────────────────────────────────────────────────────────────


def logged(level: str, *, after: float = 2.0, answered: bool = True) -> Journal:
    """The level is set to warning, and a log message comes."""
    journal = Journal().legacy(capabilities={"logging": {}})
    id = journal.request("logging/setLevel", {"level": "warning"})
    if answered:
        journal.result(id, {})
    journal.wait(after).news("notifications/message", {"level": level, "data": "x"})
    return journal


@pytest.mark.parametrize(
    ("journal", "rules"),
    [
        (logged("info"), ["log-below-level"]),
        (logged("warning"), []),
        (logged("alert"), []),
        (logged("info", after=0.1), []),
        (logged("info", answered=False), []),
    ],
)
def test_log_messages_are_of_the_level_that_was_set(journal: Journal, rules: list[str]) -> None:
    assert found(journal) == rules


def updated(uri: str, *, unsubscribed: bool = False) -> Journal:
    """We subscribe to a resource, and news come."""
    journal = Journal().legacy(capabilities={"resources": {"subscribe": True}})
    journal.result(journal.request("resources/subscribe", {"uri": "file:///a"}), {})
    if unsubscribed:
        journal.result(journal.request("resources/unsubscribe", {"uri": "file:///a"}), {})
    journal.wait(2).news("notifications/resources/updated", {"uri": uri})
    return journal


@pytest.mark.parametrize(
    ("journal", "rules"),
    [
        (updated("file:///a"), []),
        (updated("file:///a/part"), []),
        (updated("file:///b"), ["update-unsubscribed"]),
        (updated("file:///ab"), ["update-unsubscribed"]),
        (updated("file:///a", unsubscribed=True), ["update-unsubscribed"]),
    ],
)
def test_news_are_of_resources_that_we_subscribed_to(journal: Journal, rules: list[str]) -> None:
    assert found(journal) == rules
