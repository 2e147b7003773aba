"""`call`: arguments as a person writes them, and what comes of them."""

from pathlib import Path

import pytest

from tests.headless.running import (
    ADD,
    Inspector,
    legacy,
    modern,
    refusal,
    result,
    said,
    scripted,
    sent,
    tool,
    tools,
)
from tests.servers.http_rules import asked_for, following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, DONE

ANY = tool(
    "any",
    n={"type": "number"},
    s={"type": "string"},
    b={"type": "boolean"},
    o={"type": "object", "properties": {"x": {"type": "integer"}}},
)
OFFERS = (modern(), tools(ADD, ANY), said("5"))


async def test_text_is_read_by_the_type_of_the_field_in_either_era(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=2", "b=3", *scripted(*OFFERS))
    assert (ran.code, ran.out, ran.err) == (0, "5\n", "")
    [message] = sent(ran.recording(), "tools/call")
    assert message["params"]["arguments"] == {"a": 2, "b": 3}
    ran = await Inspector(inspector.home / "2")("call", "add", "a=2", *scripted(*legacy(), *OFFERS[1:]))
    assert (ran.code, ran.out) == (0, "5\n")


async def test_the_document_has_the_members_of_the_contract(inspector: Inspector) -> None:
    told = (await inspector("call", "add", "a=2", "--json", *scripted(*OFFERS))).document
    assert told.pop("ms") >= 0
    assert told == {
        "result": {"resultType": "complete", "content": [{"type": "text", "text": "5"}]},
        "isError": False,
        "arguments": {"a": 2},
        "rounds": 1,
        "humanMs": 0.0,
        "validation": None,
        "findings": [],
    }


async def test_pointers_json_and_digits_go_out_as_they_are_written(inspector: Inspector) -> None:
    words = ("n:=1.10e2", "s=null", "b=true", "/o/x=7", "s2:=[]")
    ran = await inspector("call", "any", *words, *scripted(*OFFERS))
    assert ran.code == 0
    raw = next(one.event.raw for one in ran.recording().records if b'"tools/call"' in getattr(one.event, "raw", b""))
    assert b'"arguments":{"n":1.10e2,"s":"null","b":true,"o":{"x":7},"s2":[]}' in raw


@pytest.mark.parametrize("form", ["text", "file", "stdin"])
async def test_arguments_as_json_come_from_the_line_a_file_or_stdin(
    inspector: Inspector, tmp_path: Path, form: str
) -> None:
    text = '{"a": 2.0, "b": 1}'
    (tmp_path / "in.json").write_text(text)
    given = {"text": text, "file": f"@{tmp_path / 'in.json'}", "stdin": "-"}[form]
    stdin = text.encode() if form == "stdin" else None
    ran = await inspector("call", "add", "--json", "--arguments", given, *scripted(*OFFERS), stdin=stdin)
    assert ran.code == 0
    assert b'"a": 2.0' in ran.stdout


async def test_what_the_schema_does_not_allow_is_exit_2_before_anything_is_sent(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=two", *scripted(*OFFERS))
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err.startswith("inspector: a ") and "--send-anyway" in ran.err
    assert sent(ran.recording(), "tools/call") == []


async def test_members_of_one_name_on_several_levels_are_told_apart_by_their_pointers(inspector: Inspector) -> None:
    node = {"type": "object", "properties": {"k": {"type": "array", "items": {"$ref": "#/$defs/N"}}}, "required": ["v"]}
    deep = {**tool("deep", n={"$ref": "#/$defs/N"})}
    deep["inputSchema"]["$defs"] = {"N": node}
    words = ("call", "deep", "--no-record", "/n/k/0/k/0/x=1")
    ran = await inspector(*words, *scripted(modern(), tools(deep)))
    assert (ran.code, ran.stdout) == (2, b"")
    assert all(f" {place}/v: v is required." in f" {ran.err}" for place in ("/n", "/n/k/0", "/n/k/0/k/0"))


async def test_a_member_that_is_there_twice_is_exit_2_and_sent_anyway_only_with_a_word(inspector: Inspector) -> None:
    words = ("call", "any", "--arguments", '{"n": 1, "n": 2.0}')
    ran = await inspector(*words, *scripted(*OFFERS))
    assert (ran.code, ran.stdout, sent(ran.recording(), "tools/call")) == (2, b"", [])
    assert "the member n is there twice" in ran.err
    ran = await Inspector(inspector.home / "2")(*words, "--send-anyway", *scripted(*OFFERS))
    assert (ran.code, ran.out) == (0, "5\n") and "the member n is there twice" in ran.err


async def test_send_anyway_sends_it_as_it_is(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=two", "--send-anyway", *scripted(*OFFERS))
    assert (ran.code, ran.out) == (0, "5\n")
    [message] = sent(ran.recording(), "tools/call")
    assert message["params"]["arguments"] == {"a": "two"}


async def test_send_anyway_calls_a_tool_that_is_not_listed_and_a_list_that_is_refused(inspector: Inspector) -> None:
    offers = (modern({}), refusal("tools/list", -32601, "no list"), said("there"))
    ran = await inspector("call", "hidden", "x:=1", "--send-anyway", *scripted(*offers))
    assert (ran.code, ran.out) == (0, "there\n")
    ran = await inspector("call", "hidden", "x:=1", *scripted(*offers))
    assert (ran.code, ran.out) == (5, "✗ -32601 no list\n")


async def test_a_result_that_is_an_error_is_data_and_exit_1(inspector: Inspector) -> None:
    offers = (modern(), tools(ADD), said("no\x1b[2J", isError=True))
    ran = await inspector("call", "add", "a=1", *scripted(*offers))
    assert (ran.code, ran.out, ran.err) == (1, "✗ isError\nno␛[2J\n", "")
    ran = await inspector("call", "add", "a=1", "--json", *scripted(*offers))
    assert (ran.code, ran.document["isError"]) == (1, True)
    assert (ran.error["kind"], ran.error["exitCode"]) == ("tool", 1)
    assert ran.error["recording"] == str(ran.recordings[1])


async def test_an_error_answer_is_data_and_exit_5(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=1", *scripted(modern(), tools(ADD), refusal("tools/call", 7, "late")))
    assert (ran.code, ran.out, ran.err) == (5, "✗ 7 late\n", "")


async def test_the_result_is_checked_against_the_output_schema(inspector: Inspector) -> None:
    checked = {**ADD, "outputSchema": {"type": "object", "properties": {"sum": {"type": "integer"}}}}
    wrong = said("5", structuredContent={"sum": "five"})
    ran = await inspector("call", "add", "a=1", "--json", *scripted(modern(), tools(checked), wrong))
    assert ran.code == 0
    told = ran.document["validation"]
    assert (told["valid"], [one["path"] for one in told["errors"]]) == (False, ["/sum"])
    assert ran.err.startswith("outputSchema: /sum: ")
    right = said("5", structuredContent={"sum": 5})
    ran = await inspector("call", "add", "a=1", "--json", *scripted(modern(), tools(checked), right))
    assert ran.document["validation"] == {"valid": True, "errors": []}
    ran = await inspector("call", "add", "a=1", "--json", *scripted(modern(), tools(checked), said("5")))
    assert ran.document["validation"]["valid"] is False


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([], "[completed, empty content]\n"),
        ([{"type": "image", "mimeType": "image/png", "data": "AAAA"}], "[image image/png, 3 bytes]\n"),
        ([{"type": "audio", "data": "A"}], "[audio of no type, its data is no base64]\n"),
        (
            [{"type": "resource_link", "uri": "a://\x1b", "name": "[/bold]", "description": "d"}],
            "[link [/bold]] a://␛ – d\n",
        ),
        ([{"type": "resource", "resource": {"uri": "a://b", "text": "one\ntwo"}}], "one\ntwo\n"),
        (["odd"], '[not a content block] "odd"\n'),
        ("odd", '[content is no list] "odd"\n'),
    ],
)
async def test_content_is_printed_by_its_kind(inspector: Inspector, content: object, text: str) -> None:
    ran = await inspector("call", "add", "a=1", *scripted(modern(), tools(ADD), result("tools/call", content=content)))
    assert (ran.code, ran.out) == (0, text)


async def test_an_unknown_kind_of_result_is_exit_9(inspector: Inspector) -> None:
    offers = (modern(), tools(ADD), said("x", resultType="partial"))
    ran = await inspector("call", "add", "a=1", *scripted(*offers))
    assert (ran.code, ran.stdout) == (9, b"")
    assert "unknown resultType" in ran.err


async def test_rounds_without_end_are_exit_9_and_the_server_is_asked_no_more(inspector: Inspector) -> None:
    again = result("tools/call", requestState="s")
    again["reply"]["result"]["resultType"] = "input_required"
    ran = await inspector("call", "add", "a=1", *scripted(modern(), tools(ADD), again))
    assert (ran.code, ran.stdout) == (9, b"")
    assert "after 10 rounds" in ran.err
    assert len(sent(ran.recording(), "tools/call")) == 10


async def test_a_task_is_followed_to_its_result_and_its_rounds_are_counted(inspector: Inspector) -> None:
    task = {"taskId": "k", "createdAt": "t", "lastUpdatedAt": "t", "ttlMs": None, "pollIntervalMs": 1}
    made = result("tools/call", **task, status="working")
    made["reply"]["result"]["resultType"] = "task"
    content = {"content": [{"type": "text", "text": "done"}]}
    rules = (made, result("tasks/get", **task, status="completed", result=content))
    extension = {"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
    ran = await inspector("call", "--json", "add", "a=1", *scripted(modern(extension), tools(ADD), *rules))
    assert (ran.code, ran.document["result"], ran.document["rounds"]) == (0, content, 2)
    assert ran.document["findings"] == []


async def test_a_tool_of_2025_11_25_that_must_be_a_task_is_called_as_one(inspector: Inspector) -> None:
    task = {"taskId": "k", "createdAt": "t", "lastUpdatedAt": "t", "ttl": None, "pollInterval": 1}
    rules = (
        *legacy({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}}),
        {"on": "tools/list", "reply": tools({**ADD, "execution": {"taskSupport": "required"}})["reply"]},
        {
            "on": "tools/call",
            "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"task": {**task, "status": "working"}}},
        },
        {"on": "tasks/get", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {**task, "status": "completed"}}},
        {"on": "tasks/result", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}},
    )
    ran = await inspector("call", "--json", "add", "a=1", *scripted(*rules))
    assert (ran.code, ran.document["result"]) == (0, {"content": []})
    assert sent(ran.recording(), "tools/call")[0]["params"]["task"] == {}


async def test_http_26_an_integer_that_no_header_may_carry_is_exit_2_on_modern_http(inspector: Inspector) -> None:
    marked = tool("t", n={"type": "integer", "x-mcp-header": "N"})
    listed = {"resultType": "complete", "tools": [marked], "ttlMs": 0, "cacheScope": "private"}
    rules = (
        DISCOVER,
        {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": listed}},
        {"on": "POST tools/call", "json": DONE},
    )
    async with ScriptedServer(following(*rules)) as server:
        ran = await inspector("call", "t", "n=9007199254740992", server.url())
        assert (ran.code, ran.stdout) == (2, b"")
        assert ran.err.startswith("inspector: n is beyond ±(2⁵³−1), and the header Mcp-Param-N carries no such integer")
        assert "POST tools/call" not in asked_for(server)
        assert (await inspector("call", "t", "n=9007199254740991", server.url())).code == 0
        assert (await inspector("call", "t", "n=9007199254740992", "--send-anyway", server.url())).code == 0
    mirrored = [one.header("mcp-param-n") for one in server.asked if one.header("mcp-method") == "tools/call"]
    assert mirrored == ["9007199254740991", "9007199254740992"]
    ran = await inspector("call", "t", "n=9007199254740992", *scripted(modern(), tools(marked), said("5")))
    assert ran.code == 0
