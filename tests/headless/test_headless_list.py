"""`list`: each kind, all of them, and lists that go wrong."""

from typing import Any

from tests.headless.running import (
    ADD,
    CACHE,
    Inspector,
    legacy,
    modern,
    refusal,
    result,
    scripted,
    sent,
    tool,
    tools,
)

FILE = {"uri": "file:///a", "name": "a", "description": "The first."}
TEMPLATE = {"uriTemplate": "file:///{path}", "name": "any"}
PROMPT = {"name": "greet", "title": "Greets"}
OFFERS = (
    modern(),
    tools({**ADD, "description": "Adds  two\nnumbers."}),
    result("resources/list", resources=[FILE], **CACHE),
    result("resources/templates/list", resourceTemplates=[TEMPLATE], **CACHE),
    result("prompts/list", prompts=[PROMPT], **CACHE),
)


def page(cursor: str | None, *listed: Any) -> dict[str, Any]:
    """The reply of one page of tools."""
    following = {} if cursor is None else {"nextCursor": cursor}
    return {
        "jsonrpc": "2.0",
        "id": "$id",
        "result": {"resultType": "complete", "tools": list(listed), **following, **CACHE},
    }


async def test_all_prints_each_kind_under_its_name_one_line_an_entry(inspector: Inspector) -> None:
    ran = await inspector("list", *scripted(*OFFERS))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Tools (1)\n"
        "  add  Adds two numbers.\n"
        "Resources (1)\n"
        "  file:///a  The first.\n"
        "Templates (1)\n"
        "  file:///{path}\n"
        "Prompts (1)\n"
        "  greet  Greets\n"
    )


async def test_all_as_json_has_every_key_with_the_objects_as_they_were_sent(inspector: Inspector) -> None:
    ran = await inspector("list", "all", "--json", *scripted(*OFFERS))
    assert ran.document == {
        "tools": [{**ADD, "description": "Adds  two\nnumbers."}],
        "resources": [FILE],
        "resourceTemplates": [TEMPLATE],
        "prompts": [PROMPT],
        "excluded": [],
        "findings": [],
    }


async def test_each_kind_alone_has_its_own_key(inspector: Inspector) -> None:
    for word, key in (("resources", "resources"), ("templates", "resourceTemplates"), ("prompts", "prompts")):
        ran = await inspector("list", word, "--json", "--no-record", *scripted(*OFFERS))
        assert ran.document.keys() == {key, "excluded", "findings"}
        assert len(ran.document[key]) == 1
    assert ran.recordings == []


async def test_one_bad_entry_is_left_out_with_its_reason_and_the_others_stay(inspector: Inspector) -> None:
    offers = (modern(), tools(ADD, {"name": 5}, "text", tool("last")))
    ran = await inspector("list", "tools", *scripted(*offers))
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["add", "last"]
    assert [line.split(":")[0] for line in ran.out.splitlines()[2:]] == ["✗ entry 2", "✗ entry 3"]
    told = (await inspector("list", "tools", "--json", *scripted(*offers))).document
    assert [one["name"] for one in told["tools"]] == ["add", "last"]
    assert [one.keys() for one in told["excluded"]] == [{"name", "reason", "clause", "tool"}] * 2
    assert [one["tool"] for one in told["excluded"]] == [{"name": 5}, "text"]


async def test_an_error_answer_to_the_only_list_is_data_and_exit_5(inspector: Inspector) -> None:
    offers = (modern({}), refusal("prompts/list", -32601, "None\x07 here", data={"a": 1}))
    ran = await inspector("list", "prompts", *scripted(*offers))
    assert (ran.code, ran.err) == (5, "  ∴ The server does not declare prompts.\n")
    assert ran.out == '✗ -32601 None␇ here\n{\n  "a": 1\n}\n'
    ran = await inspector("list", "prompts", "--json", *scripted(*offers))
    assert ran.code == 5
    assert ran.document.keys() == {"error", "ms", "findings"}
    assert ran.document["error"] == {"code": -32601, "message": "None\x07 here", "data": {"a": 1}}
    assert b"\x07" not in ran.stdout + ran.stderr
    assert (ran.error["kind"], ran.error["exitCode"], len(ran.error["steps"])) == ("json-rpc", 5, 1)


async def test_a_list_that_breaks_off_prints_what_it_has_and_the_error(inspector: Inspector) -> None:
    error = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32602, "message": "no such cursor"}}
    ran = await inspector(
        "list", "tools", "--json", *scripted(modern(), {"on": "tools/list", "sequence": [page("2", ADD), error]})
    )
    assert ran.code == 5
    assert ran.document["tools"] == [ADD]
    assert ran.document["error"]["message"] == "no such cursor"
    assert ran.err.splitlines()[0] == "tools/list: after 1 page: -32602 no such cursor"


async def test_pages_are_read_to_the_end_an_empty_cursor_included(inspector: Inspector) -> None:
    listing = {"on": "tools/list", "sequence": [page("", ADD), page(None, tool("last"))]}
    ran = await inspector("list", "tools", *scripted(modern(), listing))
    assert ran.out == "add\nlast\n"
    assert [one["params"].get("cursor") for one in sent(ran.recording(), "tools/list")] == [None, ""]


async def test_a_result_without_the_list_is_exit_9(inspector: Inspector) -> None:
    ran = await inspector("list", "tools", *scripted(modern(), result("tools/list", tools={}, **CACHE)))
    assert (ran.code, ran.stdout) == (9, b"")
    assert ran.err.startswith("inspector: The result of tools/list is no list.\n  why:  Page 1 has no tools list.\n")


async def test_of_all_kinds_one_that_fails_is_said_and_the_others_are_printed(inspector: Inspector) -> None:
    broken = (modern(), tools(ADD), refusal("prompts/list", -32603, "broken"), *OFFERS[2:4])
    ran = await inspector("list", *scripted(*broken))
    assert ran.code == 0
    assert ran.err == "prompts/list: -32603 broken\n"
    assert "Tools (1)\n  add\n" in ran.out and ran.out.endswith("Prompts (0)\n")


async def test_of_all_kinds_one_that_is_unusable_is_said_with_the_reason(inspector: Inspector) -> None:
    broken = (modern(), tools(ADD), {"on": "prompts/list", "reply": {"jsonrpc": "2.0", "id": "$id"}}, *OFFERS[2:4])
    ran = await inspector("list", *scripted(*broken))
    assert ran.code == 0
    assert ran.err.startswith("prompts/list: ") and "got no usable answer" not in ran.err
    assert "nor result, nor error" in ran.err and "Tools (1)\n  add\n" in ran.out


async def test_where_none_of_all_kinds_is_usable_it_is_exit_9(inspector: Inspector) -> None:
    broken = {"jsonrpc": "2.0", "id": "$id"}
    lists = ({"on": f"{kind}/list", "reply": broken} for kind in ("tools", "prompts"))
    ran = await inspector("list", "--json", *scripted(*legacy({"tools": {}, "prompts": {}}), *lists))
    assert (ran.code, ran.stdout) == (9, b"")
    assert ran.error["message"].startswith("tools/list got no usable answer")


async def test_a_server_that_offers_nothing_says_so(inspector: Inspector) -> None:
    ran = await inspector("list", "tools", *scripted(*legacy(), tools()))
    assert (ran.code, ran.out) == (0, "This server offers no tools.\n")


async def test_of_all_kinds_one_that_is_met_with_silence_is_exit_6(inspector: Inspector) -> None:
    silent = (modern(), tools(ADD), {"on": "prompts/list"}, *OFFERS[2:4])
    ran = await inspector("list", "--timeout", "0.3", *scripted(*silent))
    assert (ran.code, ran.stdout) == (6, b"")
    assert ran.err.startswith("inspector: prompts/list was not answered in time.\n")
