"""What a tool or a resource may answer, and how `call` and `read` tell it: the cases of the theme RESULT."""

from typing import Any

import pytest

from tests.headless.running import ADD, Inspector, legacy, modern, refusal, result, scripted, tool, tools

OUTPUT = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}
ANY_TYPE = {"type": ["array", "boolean", "null", "number", "string", "object"]}


def checked(schema: Any) -> dict[str, Any]:
    return {**tool("t"), "outputSchema": schema}


def answers(**members: Any) -> dict[str, Any]:
    return result("tools/call", **members)


async def told(inspector: Inspector, *rules: Any, code: int = 0, name: str = "t") -> Any:
    """The document of a call."""
    ran = await inspector("call", name, "--json", *scripted(modern(), *rules))
    assert ran.code == code, ran.err
    return ran.document


async def test_result_02_only_the_structured_part_is_checked(inspector: Inspector) -> None:
    text = [{"type": "text", "text": "ok"}]
    rules = tools(checked(OUTPUT)), answers(content=text, structuredContent={"a": 1}, _meta={"k": 1})
    document = await told(inspector, *rules)
    assert document["validation"] == {"valid": True, "errors": []} and document["result"]["_meta"] == {"k": 1}


async def test_result_03_and_14_empty_content_is_valid_json_and_the_structured_part_is_printed(
    inspector: Inspector,
) -> None:
    rules = tools(tool("t")), answers(content=[], structuredContent={"rows": [1, 2]})
    ran = await inspector("call", "t", *scripted(modern(), *rules))
    assert ran.code == 0 and '"rows"' in ran.out
    document = await told(Inspector(inspector.home / "2"), tools(tool("t")), answers(content=[]))
    assert document["result"] == {"resultType": "complete", "content": []} and document["ms"] >= 0


@pytest.mark.parametrize(
    "members",
    [
        {"structuredContent": {"a": 1}},
        {"toolResult": {"content": []}},
        {},
        {"content": None},
        {"content": {"type": "text", "text": "x"}},
        {"content": "x"},
    ],
)
async def test_result_04_a_result_without_content_is_shown_raw_and_the_deviation_is_named(
    inspector: Inspector, members: dict[str, Any]
) -> None:
    document = await told(inspector, tools(tool("t")), answers(**members))
    assert document["result"] == {"resultType": "complete", **members}
    assert "tool-content" in {finding["rule"] for finding in document["findings"]}


async def test_result_05_and_06_links_and_odd_blocks_are_all_printed(inspector: Inspector) -> None:
    link = {"type": "resource_link", "uri": "reports://q/3", "name": "r", "title": "R", "mimeType": "application/pdf"}
    odd = [{"type": "video", "uri": "v://1"}, {"text": "no type"}, {"type": 5}, "str", None, {"type": "text"}]
    kept = {"type": "text", "text": "kept"}
    rules = tools(tool("t")), answers(content=[link, *odd, kept, {"type": "image"}])
    ran = await inspector("call", "t", *scripted(modern(), *rules))
    assert ran.code == 0 and "reports://q/3" in ran.out and "kept" in ran.out.splitlines()
    assert "v://1" in ran.out and "no type" in ran.out and '"str"' in ran.out
    document = await told(Inspector(inspector.home / "2"), *rules)
    assert document["result"]["content"] == [link, *odd, kept, {"type": "image"}]


@pytest.mark.parametrize("value", [[], [1], False, 0, "", None, "x", {}])
async def test_result_07_a_structured_part_is_there_if_its_key_is(inspector: Inspector, value: Any) -> None:
    rules = tools(checked(ANY_TYPE)), answers(content=[], structuredContent=value)
    document = await told(inspector, *rules)
    assert document["validation"] == {"valid": True, "errors": []}
    assert document["result"]["structuredContent"] == value


async def test_result_07_before_2026_a_structured_part_that_is_no_object_is_found(inspector: Inspector) -> None:
    rules = *legacy(), tools(tool("t")), answers(content=[], structuredContent=[1])
    document = (await inspector("call", "t", "--json", *scripted(*rules))).document
    assert "structured-content-no-object" in {finding["rule"] for finding in document["findings"]}


async def test_result_08_a_broken_output_schema_leaves_both_tools_callable(inspector: Inspector) -> None:
    listed = tools({**tool("bad"), "outputSchema": {"$ref": "#/$defs/missing"}}, ADD)
    rules = listed, answers(content=[], structuredContent={"a": 1})
    document = await told(inspector, *rules, name="bad")
    assert document["validation"]["valid"] is None
    assert "#/$defs/missing" in document["validation"]["notChecked"][0]["reason"]
    ran = await Inspector(inspector.home / "2")("list", "tools", *scripted(modern(), *rules))
    assert "bad" in ran.out and "add" in ran.out


async def test_result_11_odd_base64_is_printed_by_its_size_and_never_breaks(inspector: Inspector) -> None:
    forms = ("_-8=", "AAA", "QUJD\nREVG", "data:image/png;base64,AAAA", "***", "")
    blocks = [{"type": "image", "mimeType": "image/png", "data": data} for data in forms]
    blob = {"type": "resource", "resource": {"uri": "x://b", "mimeType": "text/plain", "blob": "//79"}}
    ran = await inspector("call", "t", *scripted(modern(), tools(tool("t")), answers(content=[*blocks, blob])))
    assert ran.code == 0 and ran.out.count("image") >= len(forms) and "x://b" in ran.out


@pytest.mark.parametrize(
    ("kind", "code", "rule"),
    [("complete", 0, ""), ("partial", 9, "result-type-unknown"), (5, 9, "result-type-shape"), ("", 9, "")],
)
async def test_result_12_another_type_of_result_is_no_success(
    inspector: Inspector, kind: Any, code: int, rule: str
) -> None:
    text = [{"type": "text", "text": "x"}]
    ran = await inspector(
        "call", "t", "--json", *scripted(modern(), tools(tool("t")), answers(resultType=kind, content=text))
    )
    assert ran.code == code
    if rule:
        assert rule in {finding["rule"] for finding in ran.error["findings"]}


async def test_result_12_without_a_type_a_result_is_complete(inspector: Inspector) -> None:
    untyped = {"jsonrpc": "2.0", "id": "$id", "result": {"content": [{"type": "text", "text": "x"}]}}
    document = await told(inspector, tools(tool("t")), {"on": "tools/call", "reply": untyped})
    assert "result-type-missing" in {finding["rule"] for finding in document["findings"]}


@pytest.mark.parametrize(
    ("contents", "out"),
    [
        ([{"uri": "x", "text": "a", "blob": "AA=="}], "a"),
        ([{"uri": "other://y", "text": "here"}], "here"),
    ],
)
async def test_result_13_odd_contents_are_printed(inspector: Inspector, contents: list[Any], out: str) -> None:
    cached = {"ttlMs": 0, "cacheScope": "private"}
    ran = await inspector("read", "x", *scripted(modern(), result("resources/read", contents=contents, **cached)))
    assert ran.code == 0 and out in ran.out


@pytest.mark.parametrize("code", [-32002, -32602])
async def test_result_13_both_codes_of_a_missing_resource_are_error_answers(inspector: Inspector, code: int) -> None:
    rules = modern(), refusal("resources/read", code, "nf", data={"uri": "x"})
    ran = await inspector("read", "x", "--json", *scripted(*rules))
    assert ran.code == 5 and ran.document["error"]["code"] == code
