"""What rules are made of: what is surely wrong with a schema, a value, an address, a key, a header."""

from typing import Any

import pytest

from inspector.analysis.identity import Identity
from inspector.analysis.rules.blocks import uri_problem
from inspector.analysis.rules.conforming import departures
from inspector.analysis.rules.entries import template_problem
from inspector.analysis.rules.findings import rules_for
from inspector.analysis.rules.metas import wrong_key
from inspector.analysis.rules.mirrored import disagreements
from inspector.analysis.rules.schema_faults import dialect, faults
from inspector.protocol.exchanges import Exchange, Progressed, Settled
from inspector.wire.events import Opened, Received, Record
from inspector.wire.json import Digits
from inspector.wire.jsonrpc import Notification, Result

TREE = {"$ref": "#/$defs/t", "$defs": {"t": {"type": "object", "properties": {"in": {"$ref": "#/$defs/t"}}}}}


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": "object", "required": ["a"]}, {}, ["/a is missing"]),
        ({"type": ["string", "null"]}, None, []),
        ({"type": "integer"}, Digits("1.0"), []),
        ({"type": "integer"}, Digits("1e999"), ["it is 1e999, not of type integer"]),
        ({"type": "number"}, True, ["it is true, not of type number"]),
        ({"enum": [1, "a"]}, True, ["it is true, none of the values that there are"]),
        ({"const": {"a": 1}}, {"a": 1}, []),
        ({"additionalProperties": False, "properties": {"a": {}}}, {"a": 1, "b": 2}, ["/b may not be there"]),
        ({"additionalProperties": False, "patternProperties": {".": {}}}, {"b": 2}, []),
        ({"items": {"type": "string", "minLength": 2}}, ["ab", "a"], ["/1 is a, below the minLength 2"]),
        (TREE, {"in": {"in": 7}}, ["/in/in is 7, not of type object"]),
        ({"$ref": "https://h/s.json"}, 7, []),
        ({"$ref": "#"}, 7, []),
        (True, 7, []),
        ({"properties": {"a": False}}, {"a": 1}, ["/a may not be there"]),
    ],
)
def test_a_value_departs_from_its_schema_where_that_is_sure(schema: Any, value: Any, told: list[str]) -> None:
    assert list(departures(schema, value)) == told


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        ({"type": "object", "properties": {"a": True, "b": {"type": "null"}}}, 0),
        ({"type": []}, 1),
        ({"properties": {"a": {"minLength": -1}, "b": {"minimum": "1"}}}, 2),
        ({"required": ["a", "a"]}, 1),
        ({"required": True}, 1),
        ({"maxItems": Digits("1e999")}, 1),
        ({"anyOf": []}, 1),
        ({"items": [{}]}, 1),
        ({"items": [{}], "$schema": "http://json-schema.org/draft-07/schema#"}, 0),
        ({"exclusiveMinimum": True, "$schema": "http://json-schema.org/draft-04/schema#"}, 0),
        ({"exclusiveMinimum": True}, 1),
        ({"not": 7}, 1),
    ],
)
def test_a_schema_is_wrong_where_that_is_sure(schema: Any, count: int) -> None:
    assert len(list(faults(schema))) == count


def test_where_a_revision_has_no_dialect_an_older_draft_is_let_pass() -> None:
    assert list(faults({"items": [{}], "exclusiveMinimum": True}, any_dialect=True)) == []
    assert len(list(faults({"type": "text"}, any_dialect=True))) == 1


@pytest.mark.parametrize(
    ("named", "found"),
    [
        (None, ""),
        ("https://json-schema.org/draft/2020-12/schema#", ""),
        ("https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2019-09/schema"),
        ("https://h/mine", None),
        (7, None),
    ],
)
def test_a_dialect_is_the_default_an_older_one_or_none(named: Any, found: str | None) -> None:
    assert dialect({} if named is None else {"$schema": named}) == found


@pytest.mark.parametrize(
    ("uri", "wrong"),
    [
        ("file:///a/b%20c", ""),
        ("urn:isbn:0", ""),
        ("https://[::1]/x?y=z#f", ""),
        ("a/b", "has no scheme"),
        ("file:///a b", "in it"),
        ("file:///%zz", "in it"),
        ("file:///ü", "in it"),
    ],
)
def test_a_uri_is_one_by_rfc_3986(uri: str, wrong: str) -> None:
    assert wrong in uri_problem(uri) and bool(wrong) == bool(uri_problem(uri))


@pytest.mark.parametrize(
    ("template", "wrong"),
    [
        ("a:{b}/{+c}{?d,e*}{#f:3}{;g.h}", ""),
        ("a:b", ""),
        ("a:{b", "does not close"),
        ("a:b}", "not open"),
        ("a:}{b}", "not open"),
        ("a:{}", "is none"),
        ("a:{b c}", "is none"),
    ],
)
def test_a_uri_template_is_one_by_rfc_6570(template: str, wrong: str) -> None:
    assert wrong in template_problem(template) and bool(wrong) == bool(template_problem(template))


@pytest.mark.parametrize(
    "key", ["a", "", "com.example/", "com.example/a.b_c-d", "io.modelcontextprotocol.x/a1", "a-b.c/d"]
)
def test_a_key_of_meta_may_be_so(key: str) -> None:
    assert wrong_key(key) == ""


@pytest.mark.parametrize("key", ["_a", "a_", "1com/a", "com./a", "com-/a", "/a", "a/b/c", "a b", "com.example/-a"])
def test_a_key_of_meta_may_not_be_so(key: str) -> None:
    assert wrong_key(key)


def test_headers_agree_with_the_body_whatever_the_case_of_their_names() -> None:
    headers = (("mcp-protocol-version", "v"), ("MCP-METHOD", "tools/call"), ("Mcp-Name", "=?base64?w7w=?="))
    assert disagreements(headers, "tools/call", "ü", "v") == []
    assert disagreements(headers, "tools/call", "u", "v") == [
        "the header Mcp-Name is =?base64?w7w=?= where the body has u"
    ]
    assert disagreements(headers[:1], "tools/list", None, "w") == [
        "the header MCP-Protocol-Version is v where the body has w",
        "it had no header Mcp-Method",
    ]


def test_what_is_as_it_should_be_meets_only_the_rules_that_need_look_at_it() -> None:
    request = Exchange(1, 0.0, True, 7, "tools/call", "echo")
    notification = Notification("notifications/progress", {"progressToken": 1, "progress": 2})
    record = Record(2, 0.1, Received(b'{"jsonrpc": "2.0"}'))
    answer = Result(7, {"resultType": "complete", "content": []})
    identity = Identity()
    identity.opened(Opened("stdio"))
    identity.version = "2026-07-28"

    def meets(thing: object) -> set[str]:
        return {rule.name for rule in rules_for(thing, False, identity)}

    assert meets(record.event) == set()
    assert meets(Received(b" []")) == {"unterminated-line", "batch"}
    assert meets(Progressed(request, notification, record)) == {"progress-not-increasing"}
    assert "progress-token" in meets(Progressed(None, notification, record))
    plain = meets(Settled(request, answer))
    assert {"tool-content", "tool-block", "version-accepted"} <= plain and len(plain) < 10
    marked = Result(7, {"resultType": 3, "content": [], "_meta": {}, "structuredContent": {}, "isError": 0})
    more = {"meta-key", "trace-context", "result-type-shape", "structured-content-text", "is-error-shape"}
    assert more <= meets(Settled(request, marked)) and not more & plain
