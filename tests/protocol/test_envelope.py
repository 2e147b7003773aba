"""`_meta` and the headers that go around a request."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.envelope import (
    Speech,
    annotations,
    dress,
    header_problems,
    header_value,
    http_headers,
    param_headers,
)
from inspector.wire.json import parse

PREFIX = "io.modelcontextprotocol/"
MODERN = Speech("modern", "2026-07-28", {"roots": {}}, {"name": "i"})


def test_a_modern_request_carries_version_capabilities_and_who_we_are() -> None:
    assert dress(MODERN, {"a": 1}) == {
        "a": 1,
        "_meta": {
            PREFIX + "protocolVersion": "2026-07-28",
            PREFIX + "clientInfo": {"name": "i"},
            PREFIX + "clientCapabilities": {"roots": {}},
        },
    }


def test_what_the_person_put_into_meta_wins_and_the_given_params_are_not_touched() -> None:
    given_ = {"_meta": {PREFIX + "protocolVersion": "1999", "x": 1}}
    dressed = dress(MODERN, given_, "token")
    assert dressed["_meta"][PREFIX + "protocolVersion"] == "1999" and dressed["_meta"]["x"] == 1
    assert dressed["_meta"]["progressToken"] == "token" and list(given_["_meta"]) == [PREFIX + "protocolVersion", "x"]
    assert http_headers(MODERN, "tools/list", dressed)["MCP-Protocol-Version"] == "1999"


def test_a_legacy_request_carries_no_meta_but_a_token_that_is_needed() -> None:
    legacy = MODERN.as_version("legacy", "2025-11-25")
    assert dress(legacy, {"a": 1}) == {"a": 1}
    assert dress(legacy, {}, "t") == {"_meta": {"progressToken": "t"}}


def test_era_29_the_log_level_travels_with_each_request() -> None:
    speech = Speech("modern", "2026-07-28", log_level="debug")
    assert dress(speech, {})["_meta"][PREFIX + "logLevel"] == "debug"


@pytest.mark.parametrize(
    ("method", "params", "headers"),
    [
        ("tools/list", {}, {"Mcp-Method": "tools/list"}),
        ("tools/call", {"name": "t"}, {"Mcp-Method": "tools/call", "Mcp-Name": "t"}),
        ("resources/read", {"uri": "a:é"}, {"Mcp-Method": "resources/read", "Mcp-Name": "=?base64?YTrDqQ==?="}),
        ("prompts/get", {"name": 7}, {"Mcp-Method": "prompts/get"}),
        ("tasks/get", {"taskId": "1"}, {"Mcp-Method": "tasks/get", "Mcp-Name": "1"}),
    ],
)
def test_the_headers_mirror_the_message(method: str, params: dict[str, Any], headers: dict[str, str]) -> None:
    assert http_headers(MODERN, method, params) == {"MCP-Protocol-Version": "2026-07-28", **headers}


@pytest.mark.parametrize(
    ("version", "method", "told"),
    [
        ("2025-11-25", "tools/list", True),
        ("2025-11-25", "initialize", False),
        ("2025-03-26", "tools/list", False),
        ("2099-01-01", "tools/list", True),
    ],
)
def test_a_legacy_request_tells_its_version_where_the_revision_has_the_header(
    version: str, method: str, told: bool
) -> None:
    headers = http_headers(MODERN.as_version("legacy", version), method, {})
    assert headers == ({"MCP-Protocol-Version": version} if told else {})


@given(st.text())
def test_any_text_becomes_a_safe_header_value_that_can_be_read_back(text: str) -> None:
    value = header_value(text)
    assert all(" " <= one <= "~" or one == "\t" for one in value) and value == value.strip()
    encoded = value.startswith("=?base64?") and value.endswith("?=")
    raw = base64.b64decode(value[9:-2]) if encoded else value.encode()
    assert raw == text.encode("utf-8", "surrogatepass")


SCHEMA = parse(
    """{"type": "object", "properties": {
    "region": {"type": "string", "x-mcp-header": "Region"},
    "deep": {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}},
    "on": {"type": "boolean", "x-mcp-header": "On"}}}"""
)


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({"region": "eu", "deep": {"n": 5}, "on": True}, {"Region": "eu", "N": "5", "On": "true"}),
        ({"region": "é", "on": False}, {"Region": "=?base64?w6k=?=", "On": "false"}),
        ({"region": None, "deep": {}}, {}),
        ({"region": {"a": 1}, "deep": 7}, {}),
        ({"deep": {"n": parse("1.0")}}, {"N": "1"}),
        ({"deep": {"n": parse("1e3")}}, {"N": "1000"}),
        ({"deep": {"n": parse("1.50")}}, {"N": "1.50"}),
        ({"deep": {"n": parse("1e400")}}, {"N": "1e400"}),
        ([], {}),
    ],
)
def test_annotated_arguments_become_headers_and_null_or_absent_ones_do_not(
    arguments: Any, headers: dict[str, str]
) -> None:
    assert param_headers(SCHEMA, arguments) == {f"Mcp-Param-{name}": value for name, value in headers.items()}


@pytest.mark.parametrize(
    ("written", "sound"),
    [
        ("9007199254740991", True),
        ("-9007199254740991", True),
        ("9007199254740991.0", True),
        ("9007199254740992", False),
        ("-9007199254740992", False),
        ("9007199254740993.0", False),
        ("1e300", False),
        ("-1e400", False),
        ("true", True),
        ("null", True),
        ('"9007199254740993"', True),
        ("1.5", True),
    ],
)
def test_http_26_an_integer_that_doubles_do_not_tell_apart_goes_into_no_header(written: str, sound: bool) -> None:
    found = header_problems(SCHEMA, {"deep": {"n": parse(written)}})
    assert [(one.path, one.header) for one in found] == ([] if sound else [(("deep", "n"), "Mcp-Param-N")])
    assert header_problems(None, {"deep": {"n": parse(written)}}) == ()


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ('{"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}', "type other than"),
        ('{"properties": {"a": {"type": "string", "x-mcp-header": "A B"}}}', "no valid header name"),
        ('{"properties": {"a": {"type": "string", "x-mcp-header": ""}}}', "is no name"),
        ('{"properties": {"a": {"type": "string", "x-mcp-header": 7}}}', "is no name"),
        (
            '{"properties": {"a": {"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}}}',
            "properties alone",
        ),
        ('{"anyOf": [{"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}]}', "properties alone"),
        ('{"type": "string", "x-mcp-header": "A"}', "properties alone"),
        (
            '{"properties": {"a": {"type": "string", "x-mcp-header": "A"},'
            ' "b": {"type": "string", "x-mcp-header": "a"}}}',
            "used before",
        ),
    ],
)
def test_a_bad_annotation_is_named(schema: str, words: str) -> None:
    problems = annotations(parse(schema))[1]
    assert len(problems) == 1 and words in problems[0]


def test_a_property_of_that_name_is_no_annotation_and_no_schema_is_too_odd() -> None:
    named = parse('{"properties": {"x-mcp-header": {"type": "string"}}, "default": {"x-mcp-header": "A"}}')
    assert annotations(named) == ((), ())
    for odd in (None, True, [], 7, "x", {"properties": []}):
        assert annotations(odd) == ((), ())
