"""Findings: what departs from the specification, and what does not."""

from typing import Any

import pytest

from inspector.analysis.rules import RULES, Finding, Findings, findings_json
from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal, pieces

TEXT = {"type": "text", "text": "1"}
COMPLETE = {"resultType": "complete", "content": []}
FORM = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}
SAMPLING = {"messages": [{"role": "user", "content": {"type": "text", "text": "?"}}], "maxTokens": 9}
PAGE = "https://a.example/page"
HINTS = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


ASIDE = ("deprecated-", "stream-buffering", "server-info-missing")
"""What is worth knowing of nearly any session, and has tests of its own."""


def found(journal: Journal) -> list[str]:
    """The names of the rules that found something, in the order of discovery; what is told of anything aside."""
    findings = Findings()
    findings.feed(journal.records)
    return [one.rule for one in findings.all if not one.rule.startswith(ASIDE)]


def all_found(journal: Journal) -> list[Finding]:
    findings = Findings()
    findings.feed(journal.records)
    return findings.all


def call(journal: Journal, **meta: Any) -> int:
    return journal.request("tools/call", {"name": "t", "_meta": {**MODERN_META, **meta}})


def test_who_the_server_is_stands_in_the_meta_of_the_result() -> None:
    beside = Journal().modern(_meta={}, serverInfo={"name": "s", "version": "1"})
    words = "the result of server/discover does not say who the server is"
    assert [one.message for one in all_found(beside)] == [f"{words} in its _meta: serverInfo stands beside it"]
    assert [one.message for one in all_found(Journal().modern(_meta={}))] == [words]


def test_rules_have_unique_names_and_say_clause_and_remedy() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
    assert all(rule.clause and rule.remedy.endswith(".") and rule.on for rule in RULES)


def test_a_conforming_session_has_no_findings() -> None:
    journal = Journal().modern({"tools": {"listChanged": True}, "logging": {}})
    tools = [{"name": "t", "inputSchema": {"type": "object"}}]
    journal.result(journal.request("tools/list", {"_meta": MODERN_META}), {**HINTS, "tools": tools})
    listen = journal.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    subscription = {"_meta": {"io.modelcontextprotocol/subscriptionId": listen}}
    journal.news(
        "notifications/subscriptions/acknowledged", {**subscription, "notifications": {"toolsListChanged": True}}
    )
    journal.news("notifications/tools/list_changed", subscription)
    id = call(journal, progressToken=1, **{"io.modelcontextprotocol/logLevel": "info"})
    journal.news("notifications/progress", {"progressToken": 1, "progress": 1})
    journal.news("notifications/progress", {"progressToken": 1, "progress": 1.5})
    journal.news("notifications/message", {"level": "info", "data": "x"})
    journal.result(id, COMPLETE)
    journal.add(events.Stderr(b"anything"))
    journal.line(b"")
    journal.add(events.Exited(0, asked=True))
    assert found(journal) == []


def test_a_conforming_legacy_session_has_no_findings() -> None:
    journal = Journal().legacy(capabilities={"tools": {"listChanged": True}, "logging": {}})
    journal.news("notifications/tools/list_changed")
    journal.news("notifications/message", {"level": "info", "data": "x"})
    id = journal.request("tools/call", {"name": "t"})
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": FORM})
    journal.sent({"jsonrpc": "2.0", "id": 1, "result": {"action": "cancel"}})
    journal.result(id, {"content": []})
    assert found(journal) == []


@pytest.mark.parametrize("raw", [b"Server v1.2 listening", b'{"level":30,"msg":"up"}', b"42", b'"ok"', b"[]", b"null"])
def test_a_line_on_stdout_that_is_no_message_is_noise(raw: bytes) -> None:
    """STDIO-01, STDIO-02."""
    journal = Journal().modern()
    seq = journal.line(raw)
    findings = Findings()
    findings.feed(journal.records)
    assert [(one.rule, one.records) for one in findings.all] == [("stdout-noise", (seq,))]


@pytest.mark.parametrize("raw", [b"", b"   ", b"\r"])
def test_a_blank_line_is_no_finding(raw: bytes) -> None:
    """STDIO-03."""
    journal = Journal().modern()
    journal.line(raw)
    assert found(journal) == []


def answer(id: int, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": COMPLETE, **more}


@pytest.mark.parametrize(
    ("raw", "rules"),
    [
        (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}', ["byte-order-mark"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[],"x":"\xc3("}}', ["not-utf-8"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[],"x":NaN}}', ["no-number"]),
        (b'{"id":2,"result":{"resultType":"complete","content":[]}}', ["jsonrpc-member"]),
        (b'{"jsonrpc":"1.0","id":2,"result":{"resultType":"complete","content":[]}}', ["jsonrpc-member"]),
        (
            b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]},"error":null}',
            ["result-and-error"],
        ),
        (b'{"jsonrpc":"2.0","id":2,"result":{},"error":{"code":1,"message":"x"}}', ["result-and-error"]),
        (b'{"jsonrpc":"2.0","id":2,"error":{"code":"E1","message":"x"}}', ["error-shape"]),
        (b'{"jsonrpc":"2.0","id":2,"error":"down"}', ["error-shape"]),
        (b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}', ["error-without-id"]),
        (b'{"jsonrpc":"2.0","error":{"code":-32600,"message":"x"}}', ["error-without-id"]),
        (b'{"jsonrpc":"2.0","id":"2","result":{"resultType":"complete","content":[]}}', ["id-type-changed"]),
        (b'{"jsonrpc":"2.0","id":2.0,"result":{"resultType":"complete","content":[]}}', ["id-type-changed", "id-type"]),
        (b'{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","content":[]}}', ["answer-to-nothing"]),
        (b'{"jsonrpc":"2.0","id":2}', ["no-answer"]),
        (b'{"id":2,"error":null}', ["no-answer", "jsonrpc-member"]),
        (b'{"jsonrpc":"2.0","id":2,"result":' + b"[" * 100_000, ["no-answer"]),
        (
            b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[],"x":'
            + b"[" * 9000
            + b"]" * 9000
            + b"}}",
            ["nested-too-deeply"],
        ),
        (b'{"jsonrpc":"2.0","id":2,"result":\xff}', ["no-answer"]),
        (b'[{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}]', ["batch"]),
        (b'{"jsonrpc":"2.0","id":2,"result":[1]}', ["result-no-object"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"content":[]}}', ["result-type-missing"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"partial","content":[]}}', ["result-type-unknown"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":null,"content":[]}}', ["result-type-shape"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":["task"],"content":[]}}', ["result-type-shape"]),
        (
            b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[],"isError":"no"}}',
            ["is-error-shape"],
        ),
        (
            b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"task","content":[]}}',
            ["task-state"] * 5 + ["task-undeclared"],
        ),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}', ["tool-content"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":"x"}}', ["tool-content"]),
        (b'{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required"}}', ["input-required-empty"]),
    ],
)
def test_an_odd_answer_is_found_by_the_rule_for_it_alone(raw: bytes, rules: list[str]) -> None:
    """ID-01, ID-02, ID-04, ID-05, ID-07, ID-09, STDIO-05, HTTP-22, RESULT-04, RESULT-12."""
    journal = Journal().modern()
    assert call(journal) == 2
    journal.line(raw)
    assert sorted(found(journal)) == sorted(rules)


@pytest.mark.parametrize(("member", "what"), [(b'"id":null,', "the id null"), (b"", "no id")])
def test_an_error_without_an_id_is_told_with_the_request_that_it_answers(member: bytes, what: str) -> None:
    journal = Journal().modern()
    assert call(journal) == 2
    journal.line(b'{"jsonrpc":"2.0",' + member + b'"error":{"code":-32700,"message":"x"}}')
    folded = Findings()
    folded.feed(journal.records)
    assert [one.message for one in folded.all] == [f"the error in answer to tools/call has {what}"]


def test_a_batch_is_no_finding_in_the_revision_that_has_them() -> None:
    journal = Journal().legacy("2025-03-26")
    id = journal.request("tools/call", {"name": "t"})
    journal.came([{"jsonrpc": "2.0", "id": id, "result": {"content": []}}])
    assert found(journal) == []


def test_the_last_line_without_its_end_is_found() -> None:
    """STDIO-21."""
    journal = Journal().modern()
    id = call(journal)
    raw = b'{"jsonrpc":"2.0","id":%d,"result":{"resultType":"complete","content":[]}}' % id
    journal.line(raw, ended=False)
    assert found(journal) == ["unterminated-line"]


@pytest.mark.parametrize(
    ("offered", "answered", "found_"),
    [
        ("1999-12-31", "1999-12-31", True),
        ("latest", "latest", True),
        ("1999-12-31", "2025-06-18", False),
        ("2025-03-26", "2025-03-26", False),
        ("2024-10-07", "2024-10-07", False),
        ("2031-01-01", "2031-01-01", False),
        (7, 7, False),
    ],
)
def test_era_16_a_server_that_agrees_to_a_version_that_never_was_echoes(
    offered: Any, answered: Any, found_: bool
) -> None:
    journal = Journal()
    journal.opened()
    id = journal.request("initialize", {"protocolVersion": offered, "capabilities": {}, "clientInfo": {}})
    journal.result(id, {"protocolVersion": answered, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}})
    assert ("echoes-versions" in found(journal)) is found_


def test_a_notification_with_an_id_is_found() -> None:
    """ID-08."""
    journal = Journal().legacy(capabilities={"logging": {}})
    journal.came(
        {"jsonrpc": "2.0", "id": 77, "method": "notifications/message", "params": {"level": "info", "data": 1}}
    )
    assert found(journal) == ["notification-with-id"]


def cancelled(journal: Journal, id: int) -> Journal:
    """We tell the server that a request is cancelled."""
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    return journal


def test_an_answer_that_was_on_its_way_when_the_request_was_cancelled_is_no_fault() -> None:
    """PROTO-05, and the calls that are cancelled because the connection is closed."""
    journal = Journal().modern()
    id = call(journal)
    cancelled(journal, id).result(id, COMPLETE)
    assert found(journal) == []
    id = call(journal)
    cancelled(journal, id).wait(2).result(id, COMPLETE)
    assert found(journal) == ["answer-after-cancel"]


def test_the_result_that_ends_a_cancelled_subscription_is_no_fault() -> None:
    journal = Journal().modern()
    filter = {"toolsListChanged": True}
    id = journal.request("subscriptions/listen", {"notifications": filter, "_meta": MODERN_META})
    meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": id}}
    journal.news("notifications/subscriptions/acknowledged", {"notifications": filter, **meta})
    cancelled(journal, id).wait(2).result(id, {"resultType": "complete", **meta})
    assert found(journal) == []


def test_an_answer_after_the_cancellation_is_told_from_a_late_one_and_a_second_one() -> None:
    journal = Journal().modern()
    id = call(journal)
    journal.add(events.Decision("cancel", "tools/call", "cancelled", "You did.", data={"ended": len(journal.records)}))
    journal.wait(2).result(id, COMPLETE)
    assert found(journal) == ["answer-after-cancel"]
    id = call(journal)
    journal.add(events.Decision("timeout", "tools/call", "given up", "Silence.", data={"ended": len(journal.records)}))
    journal.result(id, COMPLETE)
    assert found(journal) == ["answer-after-cancel", "late-answer"]
    id = call(journal)
    journal.result(id, COMPLETE)
    journal.result(id, COMPLETE)
    assert found(journal) == ["answer-after-cancel", "late-answer", "answered-twice"]


def test_a_request_of_a_modern_server_is_found() -> None:
    journal = Journal().modern()
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})
    assert found(journal) == ["server-request"]


def test_a_request_with_an_id_in_use_is_found() -> None:
    """ID-06."""
    journal = Journal().legacy(declared={"elicitation": {}})
    for _ in range(2):
        journal.came({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": FORM})
    assert found(journal) == ["request-id-in-use"]


@pytest.mark.parametrize(
    ("declared", "method", "params", "rules"),
    [
        ({}, "elicitation/create", FORM, ["undeclared-capability"]),
        (
            {"elicitation": {}},
            "elicitation/create",
            {"mode": "url", "url": PAGE, "message": "m", "elicitationId": "e"},
            ["undeclared-capability"],
        ),
        (
            {"elicitation": {"url": {}}},
            "elicitation/create",
            {"mode": "url", "url": PAGE, "message": "m", "elicitationId": "e"},
            [],
        ),
        (
            {"elicitation": {"url": {}}},
            "elicitation/create",
            {"mode": "url", "message": "m", "elicitationId": "e"},
            ["elicitation-mode"],
        ),
        ({"elicitation": {}}, "elicitation/create", {"mode": "voice", "message": "m"}, ["elicitation-mode"]),
        ({}, "sampling/createMessage", SAMPLING, ["undeclared-capability"]),
        ({"sampling": {}}, "sampling/createMessage", SAMPLING, []),
        ({}, "roots/list", {}, ["undeclared-capability"]),
        ({}, "ping", {}, []),
    ],
)
def test_a_legacy_server_may_ask_for_what_was_declared(
    declared: Any, method: str, params: Any, rules: list[str]
) -> None:
    journal = Journal().legacy(declared=declared)
    journal.came({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("questions", "rules"),
    [
        ({"a": {"method": "elicitation/create", "params": {"mode": "form", **FORM}}}, []),
        (
            {"a": {"method": "elicitation/create", "params": {"mode": "url", "url": PAGE, "message": "m"}}},
            ["undeclared-input"],
        ),
        (
            {"a": {"method": "elicitation/create", "params": {"mode": "voice", "message": "m"}}},
            ["input-elicitation-mode"],
        ),
        ({"a": {"method": "sampling/createMessage", "params": SAMPLING}}, ["undeclared-input"]),
        ({"a": {"method": "tools/call"}}, ["input-request-unknown"]),
        ({"a": None}, ["input-request-unknown"]),
        ([], ["input-request-unknown"]),
    ],
)
def test_a_modern_server_may_ask_for_what_the_request_declared(questions: Any, rules: list[str]) -> None:
    journal = Journal().modern()
    journal.result(call(journal), {"resultType": "input_required", "inputRequests": questions})
    assert found(journal) == rules


@pytest.mark.parametrize(("kind", "found_"), [(7, ["result-type-shape"]), ("complete", []), ("x", [])])
def test_a_result_type_of_a_legacy_server_is_a_string_or_a_warning(kind: Any, found_: list[str]) -> None:
    journal = Journal().legacy()
    journal.result(call(journal), {"content": [], "resultType": kind})
    assert [(one.rule, one.level) for one in all_found(journal)] == [(rule, "warning") for rule in found_]


@pytest.mark.parametrize("flag", [None, 0, 1, "true", []])
def test_is_error_is_a_boolean_in_either_era(flag: Any) -> None:
    for journal in (Journal().legacy(), Journal().modern()):
        journal.result(call(journal), {**COMPLETE, "isError": flag})
        assert found(journal) == ["is-error-shape"]


def form(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


TITLED = [{"const": "a", "title": "A"}]
ODD_SCHEMAS = [
    (None, "requestedSchema is null"),
    ({"properties": {}}, "requestedSchema has no type"),
    ({"type": "string", "properties": {}}, "requestedSchema is of type string"),
    ({"type": "object"}, "requestedSchema has no properties"),
    (form(a={"type": "object", "properties": {}}), "its property a is of type object, which a form has not"),
    (form(a={"type": ["string", "null"]}), 'its property a is of type ["string","null"], which a form has not'),
    (form(a={"type": "array", "items": {"type": "object"}}), "its property a is an array of something other"),
    (form(a={"$ref": "#/x"}), "its property a has no type"),
    (form(a=True), "its property a is true, no schema"),
    (form(a={"type": "string", "enum": [1]}), "its property a has an enum that is no list of strings"),
    (form(a={"type": "string", "oneOf": [{"const": "a"}]}), "its property a has a oneOf without const and title"),
    (form(a={"type": "string", "format": "uuid"}), "its property a has the format uuid"),
    ({**form(), "required": "a"}, "required is a, not a list of names"),
]
FINE_SCHEMAS = [
    form(a={"type": "string", "format": "date-time", "default": "x"}, b={"type": "integer"}, c={"type": "boolean"}),
    {**form(a={"type": "string", "enum": ["x"], "enumNames": ["X"]}), "required": ["a"], "$schema": "s"},
    form(a={"type": "string", "oneOf": TITLED}, b={"type": "array", "items": {"anyOf": TITLED}}),
    form(a={"type": "array", "items": {"type": "string", "enum": ["x"]}}),
]


def elicited(params: Any, era: str = "modern", version: str = "2025-11-25") -> list[Finding]:
    """The findings about what an elicitation asks for; a member of `...` is left out."""
    params = {name: value for name, value in {"message": "m", **params}.items() if value is not ...}
    question = {"method": "elicitation/create", "params": params}
    journal = (
        Journal().modern()
        if era == "modern"
        else Journal().legacy(version, declared={"elicitation": {"form": {}, "url": {}}})
    )
    if era == "modern":
        declared = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}}}
        id = journal.request("tools/call", {"name": "t", "_meta": {**MODERN_META, **declared}})
        journal.result(id, {"resultType": "input_required", "inputRequests": {"q": question}})
    else:
        journal.came({"jsonrpc": "2.0", "id": 1, **question})
    return all_found(journal)


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize(("schema", "told"), ODD_SCHEMAS)
def test_a_form_that_the_revision_does_not_have_is_found(schema: Any, told: str, era: str) -> None:
    (finding,) = elicited({"requestedSchema": schema}, era)
    assert finding.rule == "elicitation-schema" and told in finding.message


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_a_form_that_the_revision_has_is_no_finding(era: str) -> None:
    assert [elicited({"requestedSchema": schema}, era) for schema in FINE_SCHEMAS] == [[]] * len(FINE_SCHEMAS)
    (without,) = elicited({}, era)
    assert "there is no requestedSchema" in without.message


def test_titles_and_several_choices_are_none_of_2025_06_18() -> None:
    for field, told in (({"type": "string", "oneOf": TITLED}, "oneOf"), ({"type": "array", "items": {}}, "array")):
        (finding,) = elicited({"requestedSchema": form(a=field)}, "legacy", "2025-06-18")
        assert finding.rule == "elicitation-schema" and told in finding.message and "2025-06-18" in finding.message
    many = form(**{f"p{number}": {} for number in range(50)})
    assert len(elicited({"requestedSchema": many})) == 5


@pytest.mark.parametrize(("message", "told"), [(..., "no message"), (7, "the message 7"), ("", "")])
@pytest.mark.parametrize("mode", [{}, {"mode": "url", "url": "https://h/"}])
@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_an_elicitation_says_why_it_asks(message: Any, told: str, mode: Any, era: str) -> None:
    params = {"requestedSchema": {"type": "object", "properties": {}}, **mode, "message": message}
    found_ = [one for one in elicited(params, era) if one.rule == "elicitation-message"]
    assert [told in one.message for one in found_] == ([True] if told else [])


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"level": "info", "data": None}, []),
        ({"level": "info"}, ["no data"]),
        ({"data": "x"}, ["no level"]),
        ({"level": "warn", "data": "x"}, ["is warn, none of those"]),
        ({"level": [], "data": "x"}, ["none of those"]),
        (None, ["no level", "no data"]),
    ],
)
def test_a_log_message_has_a_level_and_data(params: Any, told: list[str]) -> None:
    journal = Journal().legacy(capabilities={"logging": {}})
    journal.news("notifications/message", params)
    messages = [one.message for one in all_found(journal)]
    assert len(messages) == len(told) and all(one in message for one, message in zip(told, messages, strict=True))


@pytest.mark.parametrize(("params", "told"), [({"uri": "a:b"}, []), ({}, ["no uri"]), ({"uri": 7}, ["7 for its uri"])])
def test_news_of_a_resource_say_of_which(params: Any, told: list[str]) -> None:
    journal = Journal().legacy(capabilities={"resources": {"subscribe": True}})
    journal.result(journal.request("resources/subscribe", {"uri": "a:b"}), {})
    journal.news("notifications/resources/updated", params)
    messages = [one.message for one in all_found(journal)]
    assert len(messages) == len(told) and all(one in message for one, message in zip(told, messages, strict=True))


@pytest.mark.parametrize(
    ("url", "level"),
    [
        ("javascript:alert(1)", "error"),
        ("JavaScript:alert(1)", "error"),
        ("file:///etc/passwd", "error"),
        ("data:text/html,x", "error"),
        ("pay.example/x", "error"),
        ("https://", "error"),
        ("http://[", "error"),
        ("http://pay.example/", "warning"),
        ("vscode://x", "warning"),
        ("http://localhost:9/x", None),
        (PAGE, None),
    ],
)
@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_address_of_a_page_to_open_is_one_of_the_web(url: str, level: str | None, era: str) -> None:
    findings = elicited({"mode": "url", "url": url, "elicitationId": "e"}, era)
    assert [(one.rule, one.level) for one in findings] == ([("elicitation-url", level)] if level else [])


def test_a_request_of_the_server_before_the_probe_is_answered_is_found() -> None:
    journal = Journal()
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": MODERN_META}})
    journal.answer(http, content_type="text/event-stream")
    journal.came({"jsonrpc": "2.0", "id": 9, "method": "roots/list"}, http=http)
    journal.came({"jsonrpc": "2.0", "id": 1, "result": Journal.discovered()}, http=http)
    assert [(one.rule, one.level) for one in all_found(journal)] == [("server-request", "error")]
    stdio = Journal()
    stdio.opened()
    id = stdio.request("server/discover", {"_meta": MODERN_META})
    stdio.came({"jsonrpc": "2.0", "id": 9, "method": "roots/list"})
    stdio.error(id, -32601)
    assert [(one.rule, one.level) for one in all_found(stdio)] == [("server-request", "warning")]


def test_an_answer_after_the_cancellation_breaks_no_must() -> None:
    """PROTO-04: receivers SHOULD NOT respond (`2026-07-28 basic/patterns/cancellation#behavior-requirements`)."""
    journal = Journal().modern()
    id = call(journal)
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
    journal.wait(5).error(id, 0, "Request cancelled")
    assert [(one.rule, one.level) for one in all_found(journal)] == [("answer-after-cancel", "warning")]


def test_the_beginning_of_a_line_that_was_too_long_is_said_to_be_that() -> None:
    journal = Journal().modern()
    journal.add(events.Received(b"x" * 10, ended=False, cut=True))
    journal.line(b"x" * 65536, ended=False)
    too_long, last = (one for one in all_found(journal) if one.rule == "unterminated-line")
    assert "too long to be kept" in too_long.message
    assert last.message == "the last line has no line end"


def test_only_some_methods_may_be_answered_with_input_required() -> None:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {"resultType": "input_required", "requestState": "s"})
    assert found(journal) == ["input-required-not-allowed"]


@pytest.mark.parametrize(
    ("params", "rules"),
    [
        ({"progressToken": 1, "progress": 2}, []),
        ({"progressToken": "1", "progress": 2}, ["progress-token"]),
        ({"progressToken": 1, "progress": 1}, ["progress-not-increasing"]),
        ({"progressToken": 1, "progress": 0.5}, ["progress-not-increasing"]),
        ({"progressToken": 1, "progress": "2"}, ["progress-not-increasing"]),
        ({}, ["progress-token"]),
    ],
)
def test_progress_names_an_open_request_and_grows(params: Any, rules: list[str]) -> None:
    journal = Journal().modern()
    call(journal, progressToken=1)
    journal.news("notifications/progress", {"progressToken": 1, "progress": 1})
    journal.news("notifications/progress", params)
    assert found(journal) == rules


def test_a_log_message_that_no_open_request_asked_for_is_found_on_modern() -> None:
    journal = Journal().modern({"logging": {}})
    call(journal)
    journal.news("notifications/message", {"level": "info", "data": "x"})
    assert found(journal) == ["log-unasked"]


def test_news_of_what_is_not_declared_are_found() -> None:
    """LIST-16."""
    journal = Journal().legacy(capabilities={"tools": {}})
    journal.news("notifications/tools/list_changed")
    journal.news("notifications/prompts/list_changed")
    assert found(journal) == ["undeclared-notification"] * 2


def listening(**wanted: Any) -> tuple[Journal, int]:
    journal = Journal().modern({"tools": {"listChanged": True}, "resources": {"subscribe": True}})
    return journal, journal.request("subscriptions/listen", {"notifications": wanted})


def subscribed(id: Any) -> dict[str, Any]:
    return {"_meta": {"io.modelcontextprotocol/subscriptionId": id}}


BOTH: dict[str, Any] = {"toolsListChanged": True, "resourceSubscriptions": ["x"]}


def test_news_must_name_a_subscription_of_ours_exactly() -> None:
    """LIST-13."""
    journal, id = listening(**BOTH)
    journal.news("notifications/subscriptions/acknowledged", {**subscribed(id), "notifications": BOTH})
    journal.news("notifications/tools/list_changed")
    journal.news("notifications/tools/list_changed", subscribed(str(id)))
    journal.news("notifications/resources/updated", {"uri": "x", **subscribed(999)})
    assert found(journal) == ["unrouted-news"] * 3


def test_news_after_the_subscription_ended_are_found() -> None:
    """LIST-12."""
    journal, id = listening(toolsListChanged=True)
    seq = len(journal.records)
    journal.news(
        "notifications/subscriptions/acknowledged", {**subscribed(id), "notifications": {"toolsListChanged": True}}
    )
    journal.add(events.Decision("cancel", "subscriptions/listen", "cancelled", "You did.", data={"ended": seq}))
    journal.news("notifications/tools/list_changed", subscribed(id))
    assert found(journal) == [], "it may have been on its way"
    journal.wait(2).news("notifications/tools/list_changed", subscribed(id))
    assert found(journal) == ["unrouted-news"]


def test_news_before_the_acknowledgement_and_unwanted_news_are_found() -> None:
    """LIST-14."""
    journal, id = listening(toolsListChanged=True)
    journal.news("notifications/tools/list_changed", subscribed(id))
    journal.news(
        "notifications/subscriptions/acknowledged", {**subscribed(id), "notifications": {"toolsListChanged": True}}
    )
    journal.news("notifications/resources/updated", {"uri": "x", **subscribed(id)})
    assert found(journal) == ["news-before-acknowledgement", "news-not-requested"]


def test_what_of_a_filter_the_server_does_not_grant_is_said() -> None:
    """LIST-14."""
    journal, id = listening(toolsListChanged=True, resourceSubscriptions=["a:1", "a:2"])
    journal.news(
        "notifications/subscriptions/acknowledged", {**subscribed(id), "notifications": {"toolsListChanged": True}}
    )
    (finding,) = all_found(journal)
    assert finding.rule == "subscription-narrowed" and finding.level == "info"
    assert finding.message.endswith("resourceSubscriptions a:1, resourceSubscriptions a:2")


@pytest.mark.parametrize(
    ("uri", "rules"),
    [("a:/1", []), ("a:/1/part", []), ("a:/12", ["news-of-another"]), (7, ["news-of-another", "notification-shape"])],
)
def test_news_of_a_resource_that_was_not_named_are_found(uri: Any, rules: list[str]) -> None:
    wanted = {"resourceSubscriptions": ["a:/1"]}
    journal, id = listening(**wanted)
    journal.news("notifications/subscriptions/acknowledged", {**subscribed(id), "notifications": wanted})
    journal.news("notifications/resources/updated", {"uri": uri, **subscribed(id)})
    assert found(journal) == rules


# ── tasks, and pages to visit first ──────────────────────────────────────────────────────────────────────────────────

TASKS: dict[str, Any] = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
TASK = {"taskId": "k", "status": "working", "createdAt": "t", "lastUpdatedAt": "t", "ttlMs": None}


def tasked(method: str = "tools/call", server: Any = TASKS, client: Any = TASKS, **state: Any) -> Journal:
    journal = Journal().modern({"tools": {}, **server})
    meta = {**MODERN_META, "io.modelcontextprotocol/clientCapabilities": client}
    journal.result(journal.request(method, {"name": "t", "_meta": meta}), {"resultType": "task", **TASK, **state})
    return journal


@pytest.mark.parametrize(
    ("journal", "rules"),
    [
        (tasked(), []),
        (tasked(client={}), ["task-undeclared"]),
        (tasked(server={}), ["task-undeclared"]),
        (tasked(client={"extensions": None}, server={"extensions": {}}), ["task-undeclared"]),
        (tasked("prompts/get"), ["task-not-allowed"]),
        (tasked(ttlMs=True), ["task-state"]),
        (tasked(createdAt=None), ["task-state"]),
        (tasked(status="dreaming"), ["task-state"]),
    ],
)
def test_a_task_is_made_where_both_sides_declare_it_and_says_how_it_stands(journal: Journal, rules: list[str]) -> None:
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        ({}, []),
        ({"status": "completed", "result": {}}, []),
        ({"status": "completed"}, ["task-state"]),
        ({"status": "failed", "result": {}}, ["task-state"]),
        ({"status": "input_required", "inputRequests": []}, ["task-state"]),
        ({"status": "cancelled"}, []),
    ],
)
def test_what_tasks_get_tells_holds_what_its_status_promises(state: Any, rules: list[str]) -> None:
    journal = Journal().modern({"tools": {}, **TASKS})
    whole = {**TASK, **state}
    declared = {"_meta": {"io.modelcontextprotocol/clientCapabilities": TASKS}}
    journal.result(journal.request("tasks/get", {"taskId": "k", **declared}), {"resultType": "complete", **whole})
    journal.news("notifications/tasks", whole)
    assert [rule for rule in found(journal) if rule != "unrouted-news"] == [
        *rules,
        *(["task-news-state"] if rules else []),
    ]


def test_the_tasks_of_2025_11_25_have_their_own_members() -> None:
    tasks = {"tasks": {"requests": {"tools": {"call": {}}}}}
    journal = Journal().legacy(capabilities={"tools": {}, **tasks})
    state = {"taskId": "k", "status": "working", "createdAt": "t", "lastUpdatedAt": "t", "ttl": 60000}
    journal.result(journal.request("tools/call", {"name": "t", "task": {}}), {"task": state})
    assert [rule for rule in found(journal) if rule.startswith("task")] == []
    journal.result(journal.request("tasks/get", {"taskId": "k"}), {**state, "ttl": "long"})
    assert "task-state" in found(journal)


@pytest.mark.parametrize(
    ("journal", "pages", "rules"),
    [
        (Journal().legacy(), [{"mode": "url", "url": PAGE, "elicitationId": "e", "message": "m"}], []),
        (Journal().legacy(), [], ["url-elicitation-error"]),
        (
            Journal().legacy("2025-06-18"),
            [{"mode": "url", "url": PAGE, "elicitationId": "e", "message": "m"}],
            ["url-elicitation-error"],
        ),
        (
            Journal().modern(),
            [{"mode": "url", "url": PAGE, "elicitationId": "e", "message": "m"}],
            ["url-elicitation-error"],
        ),
    ],
)
def test_elicit_10_the_error_for_a_page_is_one_of_2025_11_25(journal: Journal, pages: Any, rules: list[str]) -> None:
    journal.error(call(journal), -32042, "auth", {"elicitations": pages})
    assert found(journal) == rules


def test_a_modern_list_without_its_hints_has_three_findings() -> None:
    """LIST-08."""
    journal = Journal().modern()
    tools = [{"name": "t", "inputSchema": {"type": "object"}}]
    journal.result(journal.request("tools/list", {}), {"tools": tools})
    assert found(journal) == ["result-type-missing", "cache-hints", "cache-hints"]


@pytest.mark.parametrize(("lifetime", "count"), [(0, 0), (10**15, 0), (-5, 1), (1.5, 1), ("60000", 1), (None, 1)])
def test_a_lifetime_is_an_integer_of_zero_or_more(lifetime: Any, count: int) -> None:
    """LIST-09."""
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {**HINTS, "tools": [], "ttlMs": lifetime})
    assert found(journal) == ["cache-hints"] * count


def test_a_legacy_list_needs_no_hints() -> None:
    journal = Journal().legacy()
    journal.result(journal.request("tools/list", {}), {"tools": []})
    assert found(journal) == []


def listed(*entries: Any) -> list[str]:
    journal = Journal().modern()
    journal.result(journal.request("tools/list", {}), {**HINTS, "tools": list(entries)})
    return found(journal)


def test_each_bad_entry_is_found_by_the_rule_for_it() -> None:
    """LIST-06, LIST-07, LIST-17, FORM-17."""
    schema = {"type": "object"}
    assert listed(None) == ["bad-entry"]
    assert listed({"inputSchema": schema}) == ["bad-entry"]
    assert listed({"name": "t", "inputSchema": schema, "annotations": []}) == ["bad-entry"]
    assert listed({"name": "t"}) == ["input-schema"]
    assert listed({"name": "t", "inputSchema": {"type": "string"}}) == ["input-schema"]
    assert listed({"name": "a b", "inputSchema": schema}) == ["tool-name"]
    assert listed(*[{"name": "x", "inputSchema": schema}] * 2) == ["tool-name-twice"]
    annotated = {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}
    assert listed({"name": "t", "inputSchema": annotated}) == ["header-annotation"]


def test_a_view_that_does_not_fit_is_found_whichever_list_comes_first() -> None:
    tool = {"name": "t", "inputSchema": {"type": "object"}, "_meta": {"ui": {"resourceUri": "ui://a"}}}
    lists = {"tools": [tool], "resources": [{"uri": "ui://a", "name": "a", "mimeType": "text/html"}]}
    for order in (("tools", "resources"), ("resources", "tools")):
        journal = Journal().modern({"tools": {}, "resources": {}})
        for member in order:
            asked = journal.request(f"{member}/list", {"_meta": MODERN_META})
            journal.result(asked, {**HINTS, member: lists[member]})
        assert found(journal) == ["app-view"], order


def test_what_is_wrong_in_a_list_is_found_once_however_often_it_is_read() -> None:
    journal = Journal()
    for _ in range(2):  # connecting again changes nothing
        journal.modern()
        for _ in range(2):
            answer = {**HINTS, "tools": [{"name": "a b", "inputSchema": {"type": "object"}}]}
            journal.result(journal.request("tools/list", {"_meta": MODERN_META}), answer)
    assert found(journal) == ["tool-name"]


@pytest.mark.parametrize(("on_http", "level"), [(False, "warning"), (True, "error")])
def test_a_header_annotation_is_an_error_only_where_headers_mirror_it(on_http: bool, level: str) -> None:
    annotated = {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}
    answer = {**HINTS, "tools": [{"name": "t", "inputSchema": annotated}]}
    journal = Journal().modern_http() if on_http else Journal().modern()
    asked = {"jsonrpc": "2.0", "id": 9, "method": "tools/list", "params": {"_meta": MODERN_META}}
    if on_http:
        journal.exchange(asked, {"jsonrpc": "2.0", "id": 9, "result": answer})
    else:
        journal.sent(asked)
        journal.result(9, answer)
    levels = [(one.rule, one.level) for one in all_found(journal) if one.rule == "header-annotation"]
    assert levels == [("header-annotation", level)]


def test_a_header_annotation_means_nothing_to_a_legacy_revision() -> None:
    journal = Journal().legacy()
    annotated = {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}
    journal.result(journal.request("tools/list", {}), {"tools": [{"name": "t", "inputSchema": annotated}]})
    assert found(journal) == []


def test_a_name_that_stands_on_two_pages_is_found_on_the_second() -> None:
    journal = Journal().modern()
    tools = [{"name": "x", "inputSchema": {"type": "object"}}]
    journal.result(journal.request("tools/list", {}), {**HINTS, "tools": tools, "nextCursor": "2"})
    journal.result(journal.request("tools/list", {"cursor": "2"}), {**HINTS, "tools": tools})
    assert found(journal) == ["tool-name-twice"]
    journal.result(journal.request("tools/list", {}), {**HINTS, "tools": tools})
    assert found(journal) == ["tool-name-twice"], "a new listing begins with nothing"
    journal.result(journal.request("tools/list", {"cursor": "2"}), {**HINTS, "tools": tools})
    assert found(journal) == ["tool-name-twice"], "a page once more, out of turn, is no part of it"


@pytest.mark.parametrize(
    ("result", "rules"),
    [
        ({"content": []}, ["structured-content-missing"]),
        ({"content": [TEXT], "structuredContent": None}, ["structured-content-schema"]),
        ({"content": [TEXT], "structuredContent": False}, ["structured-content-schema"]),
        ({"content": [], "isError": True}, []),
    ],
)
def test_a_tool_with_an_output_schema_must_give_structured_content(result: Any, rules: list[str]) -> None:
    """RESULT-02, RESULT-07: presence decides, not the value."""
    journal = Journal().modern()
    tools = [{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}]
    journal.result(journal.request("tools/list", {}), {**HINTS, "tools": tools})
    journal.result(call(journal), {"resultType": "complete", **result})
    assert found(journal) == rules


def test_structured_content_that_is_no_object_is_found_on_legacy_alone() -> None:
    """RESULT-07."""
    journal = Journal().legacy()
    journal.call("t", {"content": [TEXT], "structuredContent": [1]})
    assert found(journal) == ["structured-content-no-object"]
    journal = Journal().modern()
    journal.call("t", {**COMPLETE, "content": [TEXT], "structuredContent": [1]})
    assert found(journal) == []


def posted(journal: Journal, method: str = "tools/call") -> tuple[int, int]:
    return journal.post({"jsonrpc": "2.0", "id": 9, "method": method, "params": {"name": "t"}}), 9


@pytest.mark.parametrize(
    ("content_type", "rules"),
    [
        ("application/json", []),
        ("Application/JSON; charset=utf-8", []),
        ("text/event-stream;charset=utf-8", []),
        ("", ["content-type"]),
        ("text/plain", ["content-type"]),
        ("Text/Event-Stream", ["content-type"]),  # and a plain body
    ],
)
def test_the_content_type_counts_without_its_parameters_and_case(content_type: str, rules: list[str]) -> None:
    """HTTP-32."""
    journal = Journal().modern_http()
    http, id = posted(journal)
    journal.answer(http, 200, content_type)
    journal.came(answer(id), http=http)
    journal.end(http)
    assert found(journal) == rules


def test_a_request_that_is_answered_with_202_is_found() -> None:
    """HTTP-37."""
    journal = Journal().modern_http()
    http, _ = posted(journal)
    journal.answer(http, 202, "")
    journal.end(http)
    assert found(journal) == ["accepted-request"]


def test_a_request_over_http_and_sse_is_taken_with_202_as_all_are() -> None:
    journal = Journal().legacy_http()
    journal.add(events.Opened("http+sse", url="https://weather.example/sse"))
    http, _ = posted(journal)
    journal.answer(http, 202, "")
    journal.end(http)
    journal.add(events.Closed("gone", asked=True))
    assert "accepted-request" not in found(journal)


@pytest.mark.parametrize(
    ("status", "rules"), [(202, []), (200, ["notification-status"]), (204, ["notification-status"])]
)
def test_a_notification_is_answered_with_202(status: int, rules: list[str]) -> None:
    """HTTP-14."""
    journal = Journal().modern_http()
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/x"})
    journal.answer(http, status, "")
    journal.end(http)
    assert found(journal) == rules


@pytest.mark.parametrize(
    ("code", "status", "rules"),
    [
        (-32601, 404, []),
        (-32601, 200, ["error-status"]),
        (-32022, 400, ["error-code-misused"] * 2),
        (-32020, 200, ["error-status"]),
    ],
)
def test_some_errors_have_a_status_of_their_own(code: int, status: int, rules: list[str]) -> None:
    journal = Journal().modern_http()
    http, id = posted(journal)
    journal.answer(http, status)
    journal.came({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": "x"}}, http=http)
    journal.end(http)
    assert found(journal) == rules


def test_an_answer_with_another_id_in_our_own_post_is_found() -> None:
    """ID-02."""
    journal = Journal().modern_http()
    http, _ = posted(journal)
    journal.answer(http)
    journal.came(answer(0), http=http)
    assert "wrong-id" in found(journal)


def legacy_http() -> Journal:
    """A legacy session on HTTP, with a request that is open: its id is 7."""
    journal = Journal().legacy_http()
    journal.post({"jsonrpc": "2.0", "id": 7, "method": "tools/list"})
    return journal


REFUSED = {"jsonrpc": "2.0", "error": {"code": -32000, "message": "Method not allowed."}}


@pytest.mark.parametrize("status", [404, 405, 501])
@pytest.mark.parametrize("verb", ["GET", "DELETE"])
@pytest.mark.parametrize("named", [{}, {"id": None}])
def test_the_body_of_a_refused_get_may_be_an_error_without_an_id(named: Any, verb: str, status: int) -> None:
    """`2025-11-25 basic/transports#listening-for-messages-from-the-server`."""
    journal = legacy_http()
    http = journal.get(verb)
    journal.answer(http, status)
    journal.came(REFUSED | named, http=http)
    journal.end(http)
    assert found(journal) == []


def test_the_body_of_a_refused_notification_may_be_an_error_without_an_id() -> None:
    journal = legacy_http()
    http = journal.post({"jsonrpc": "2.0", "method": "notifications/x"})
    journal.answer(http, 400)
    journal.came(REFUSED, http=http)
    journal.end(http)
    assert found(journal) == []


def test_the_body_of_a_refused_get_that_names_an_id_is_a_warning() -> None:
    journal = legacy_http()
    http = journal.get()
    journal.answer(http, 400)
    journal.came(REFUSED | {"id": "server-error"}, http=http)
    (one,) = all_found(journal)
    assert (one.rule, one.level) == ("answer-to-nothing", "warning")
    assert one.message == 'an error in the body of a refused HTTP request names id "server-error", where none belongs'


@pytest.mark.parametrize(
    ("status", "came", "level"),
    [
        (400, REFUSED | {"id": "server-error"}, "warning"),
        (200, REFUSED | {"id": "server-error"}, "error"),
        (400, {"jsonrpc": "2.0", "id": "x", "result": {}}, "error"),
    ],
)
def test_a_legacy_server_that_refuses_the_probe_need_not_know_its_id(status: int, came: Any, level: str) -> None:
    journal = Journal()
    journal.opened_http()
    probe = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": MODERN_META}}
    journal.exchange(probe, came, status)
    assert [(one.rule, one.level) for one in all_found(journal)] == [("wrong-id", level)]


def test_findings_have_the_shape_of_the_documents() -> None:
    journal = Journal().modern()
    seq = journal.line(b"Printing slip \x1b[31m88")
    findings = Findings()
    findings.feed(journal.records)
    (document,) = findings_json(findings.worst_first())
    assert document == {
        "rule": "stdout-noise",
        "level": "warning",
        "message": "a line on stdout is no message: Printing slip ␛[31m88",
        "clause": "2026-07-28 basic/transports/stdio",
        "records": [seq],
    }
    assert findings.counts() == {"error": 0, "warning": 1, "info": 0}
    assert [one.rule for one in findings.of(seq)] == ["stdout-noise"]


def test_findings_are_the_same_in_whatever_batches_they_came() -> None:
    journal = Journal().modern()
    journal.line(b"noise")
    journal.result(journal.request("tools/list", {}), {"tools": [{"name": "a b"}]})
    journal.result(99, {})
    whole = found(journal)
    for size in (1, 2, 3):
        live = Findings()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert [one.rule for one in live.all] == whole


def test_a_rule_looks_at_no_session_of_a_revision_in_which_it_does_not_hold() -> None:
    modern, legacy = Journal().modern(), Journal().legacy()
    for journal in (modern, legacy):
        journal.result(call(journal), {"content": []})
    assert "result-type-missing" in found(modern) and "result-type-missing" not in found(legacy)
    assert all(rule.revisions for rule in RULES)
    assert len({rule.title for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


CONTEXTS = [
    ("thisServer", {"sampling": {}}, ["warning"]),
    ("allServers", {"sampling": {"context": None}}, ["warning"]),
    ("thisServer", {"sampling": {"context": {}}}, ["info"]),
    ("none", {"sampling": {}}, []),
    (["thisServer"], {"sampling": {}}, []),
    (None, {"sampling": {}}, []),
]


@pytest.mark.parametrize(("wanted", "declared", "levels"), CONTEXTS)
def test_a_context_of_sampling_that_is_deprecated_is_found_and_worse_if_it_was_not_declared(
    wanted: Any, declared: Any, levels: list[str]
) -> None:
    asked = {"method": "sampling/createMessage", "params": {**SAMPLING, "includeContext": wanted}}
    legacy = Journal().legacy(declared=declared)
    legacy.came({"jsonrpc": "2.0", "id": 1, **asked})
    assert [(one.rule, one.level) for one in all_found(legacy)] == [("sampling-context", level) for level in levels]
    modern = Journal().modern()
    id = call(modern, **{"io.modelcontextprotocol/clientCapabilities": declared})
    modern.result(id, {"resultType": "input_required", "inputRequests": {"a": asked}})
    assert [(one.rule, one.level) for one in all_found(modern) if one.rule != "deprecated-question"] == [
        ("input-sampling-context", level) for level in levels
    ]


def test_a_context_of_sampling_is_no_finding_where_it_is_not_deprecated_yet() -> None:
    journal = Journal().legacy("2025-06-18", declared={"sampling": {}})
    params = {**SAMPLING, "includeContext": "thisServer"}
    journal.came({"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": params})
    assert found(journal) == []
