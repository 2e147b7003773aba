"""`complete` and `send`: what goes out, what is printed, the exit codes."""

import json
from typing import Any

import pytest

from inspector.headless.completing import reference
from inspector.wire.events import Sent
from tests.headless.running import CACHE, Inspector, legacy, modern, refusal, result, scripted, sent, tool
from tests.servers.http_rules import asked_for, following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE

VALUES = result("completion/complete", completion={"values": ["a\x1b[1m", "b"], "total": 9, "hasMore": True})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("greet", {"type": "ref/prompt", "name": "greet"}),
        ("prompt:a{b", {"type": "ref/prompt", "name": "a{b"}),
        ("file:///{path}", {"type": "ref/resource", "uri": "file:///{path}"}),
        ("{id}", {"type": "ref/resource", "uri": "{id}"}),
        ("resource:urn:x", {"type": "ref/resource", "uri": "urn:x"}),
        ("a:b", {"type": "ref/prompt", "name": "a:b"}),
    ],
)
def test_a_reference_is_a_prompt_or_a_resource(text: str, found: dict[str, str]) -> None:
    assert reference(text) == found


async def test_complete_sends_what_is_known_as_context_and_prints_a_value_a_line(inspector: Inspector) -> None:
    ran = await inspector("complete", "greet", "name", "", "style=warm", *scripted(modern(), VALUES))
    assert (ran.code, ran.out, ran.err) == (0, "a␛[1m\nb\n", "There are more than these 2.\n")
    (asked,) = sent(ran.recording(), "completion/complete")
    params = {key: value for key, value in asked["params"].items() if key != "_meta"}
    assert params == {
        "ref": {"type": "ref/prompt", "name": "greet"},
        "argument": {"name": "name", "value": ""},
        "context": {"arguments": {"style": "warm"}},
    }


async def test_complete_as_json_has_the_raw_result(inspector: Inspector) -> None:
    ran = await inspector("complete", "--json", "greet", "name", "x", *scripted(*legacy(), VALUES))
    assert ran.document.keys() == {"result", "ms", "findings"}
    assert ran.document["result"]["completion"]["values"] == ["a\x1b[1m", "b"]
    assert "context" not in sent(ran.recording(), "completion/complete")[0]["params"]


@pytest.mark.parametrize(
    ("words", "rule", "code"),
    [
        (("p", "a", "v", "nonsense"), VALUES, 2),
        (("p", "a", "v"), refusal("completion/complete", -32602, "no such prompt"), 5),
        (("p", "a", "v"), result("completion/complete", completion={}), 9),
        (("p", "a"), VALUES, 2),
    ],
)
async def test_complete_has_the_exit_codes_of_the_contract(
    inspector: Inspector, words: tuple[str, ...], rule: dict[str, Any], code: int
) -> None:
    assert (await inspector("complete", *words, *scripted(modern(), rule))).code == code


# ── send ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_send_prints_the_result_of_any_request(inspector: Inspector) -> None:
    rules = scripted(modern(), result("vendor/ask", n=1))
    ran = await inspector("send", "--json", "vendor/ask", '{"a": 1.0}', *rules)
    assert ran.document["result"] == {"resultType": "complete", "n": 1} and ran.document.keys() == {
        "result",
        "ms",
        "findings",
    }
    raws = [one.event.raw for one in ran.recording().records if isinstance(one.event, Sent)]
    assert b'"a":1.0' in raws[-1], "digits go out as they were written"
    ran = await inspector("send", "vendor/ask", *rules)
    assert ran.out == '{\n  "resultType": "complete",\n  "n": 1\n}\n'


async def test_send_does_not_go_on_with_rounds(inspector: Inspector) -> None:
    asks = result("tools/call", inputRequests={"a": {"method": "roots/list"}})
    asks["reply"]["result"]["resultType"] = "input_required"
    ran = await inspector("send", "--json", "tools/call", '{"name": "t"}', *scripted(modern(), asks))
    assert (ran.code, ran.document["result"]["resultType"]) == (0, "input_required")
    assert len(sent(ran.recording(), "tools/call")) == 1


async def test_send_keeps_what_the_person_put_into_meta(inspector: Inspector) -> None:
    version = {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}
    params = json.dumps({"_meta": version})
    ran = await inspector("send", "tools/list", params, *scripted(modern(), result("tools/list", tools=[], **CACHE)))
    (asked,) = sent(ran.recording(), "tools/list")
    assert ran.code == 0 and version.items() <= asked["params"]["_meta"].items()


@pytest.mark.parametrize("params", ["[1]", '"x"', "7"])
async def test_send_sends_params_that_are_no_object_as_they_are(inspector: Inspector, params: str) -> None:
    ran = await inspector(
        "send", "--json", "tools/list", params, *scripted(modern(), refusal("tools/list", -32602, "no"))
    )
    assert (ran.code, ran.document["error"]["code"]) == (5, -32602)
    (asked,) = sent(ran.recording(), "tools/list")
    assert asked["params"] == json.loads(params)


async def test_send_sends_a_notification_as_one(inspector: Inspector) -> None:
    ran = await inspector("send", "notifications/x", '{"a": 1}', *scripted(*legacy()))
    assert (ran.code, ran.out, ran.err) == (0, "", "Sent; a notification gets no answer.\n")
    (told,) = sent(ran.recording(), "notifications/x")
    assert told == {"jsonrpc": "2.0", "method": "notifications/x", "params": {"a": 1}}


@pytest.mark.parametrize(
    ("words", "rules", "code"),
    [
        (("x", "{"), (), 2),
        (("x", "{}", "more"), (), 2),
        (("x", "@/no/such/file"), (), 2),
        (("x",), (), 5),
        (("x", "--timeout", "0.2"), ({"on": "x"},), 6),
        (("x", "[1]", "--timeout", "0.2"), ({"on": "x"},), 6),
        (("x",), ({"on": "x", "exit": 1},), 3),
        (("x", "[1]"), ({"on": "x", "exit": 1},), 3),
    ],
)
async def test_send_has_the_exit_codes_of_the_contract(
    inspector: Inspector, words: tuple[str, ...], rules: tuple[dict[str, Any], ...], code: int
) -> None:
    ran = await inspector("send", *words, *scripted(modern(), *rules))
    assert ran.code == code and (ran.out == "" or code == 5)


@pytest.mark.parametrize(
    ("words", "annotated", "mirrored"),
    [
        ((), {"x-mcp-header": "N"}, "5"),
        (("-H", "Mcp-Param-N: 6"), {"x-mcp-header": "N"}, "6"),
        ((), {"x-mcp-header": "N N"}, None),
        ((), {}, None),
    ],
)
async def test_send_mirrors_the_arguments_of_a_call_as_call_does_unless_the_headers_are_given(
    inspector: Inspector, words: tuple[str, ...], annotated: dict[str, Any], mirrored: str | None
) -> None:
    listed = {"resultType": "complete", "tools": [tool("t", n={"type": "integer", **annotated})]}
    rules = (
        DISCOVER,
        {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": listed | CACHE}},
        {"on": "POST tools/call", "json": DONE},
    )
    async with ScriptedServer(following(*rules)) as server:
        params = '{"name": "t", "arguments": {"n": 5}, "_meta": {"a": 1}}'
        assert (await inspector("send", "tools/call", params, *words, server.url())).code == 0
    [called] = [one for one in server.asked if one.header("mcp-method") == "tools/call"]
    assert called.header("mcp-param-n") == mirrored and ("tools/list" in str(asked_for(server))) is not bool(words)


async def test_send_calls_a_tool_though_the_list_of_tools_is_refused(inspector: Inspector) -> None:
    refused = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32601, "message": "no list"}}
    rules = (DISCOVER, {"on": "POST tools/list", "json": refused}, {"on": "POST tools/call", "json": DONE})
    async with ScriptedServer(following(*rules)) as server:
        assert (await inspector("send", "tools/call", '{"name": "t"}', server.url())).code == 0
