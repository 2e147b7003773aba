"""`describe`: a tool as its form has it."""

import shlex

import pytest

from inspector.cli.again import target_again
from inspector.cli.target_words import Behind, Given
from tests.headless.running import ADD, Inspector, modern, scripted, tool, tools
from tests.headless.running import said as says

BOOK = {
    "name": "lend",
    "title": "Lend it",
    "description": "Lends a book.\nTwice.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "isbn": {"type": "string", "description": "The number."},
            "days": {"type": ["integer", "null"], "default": 14},
            "branch": {"enum": ["Hill Top", "Old [b]Quay"]},
        },
        "required": ["isbn"],
    },
}


async def test_the_text_has_the_fields_their_kinds_and_an_example_call(inspector: Inspector) -> None:
    server = scripted(modern(), tools(BOOK))
    ran = await inspector("describe", "lend", *server)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "lend  (Lend it)\n"
        "  │ Lends a book.\n"
        "  │ Twice.\n"
        "  isbn*   string    The number.\n"
        "  days    integer?  default 14\n"
        "  branch  enum      Hill Top | Old [b]Quay\n"
        f"""example: inspector call lend --arguments '{{"isbn":"isbn","days":14}}' {shlex.join(server)}\n"""
    )


async def test_nested_fields_and_variants_are_told_below_their_field(inspector: Inspector) -> None:
    circle = {"title": "Circle", "type": "object", "properties": {"radius": {"type": "number"}}, "required": ["radius"]}
    shape = {"anyOf": [circle, {"type": "string"}], "description": "What to draw."}
    user = {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}
    server = scripted(modern(), tools(tool("draw", shape=shape, user=user)))
    ran = await inspector("describe", "draw", *server)
    assert ran.out.splitlines()[1:6] == [
        "  shape        union            Circle | string · What to draw.",
        "    ▸ Circle",
        "      radius*  number",
        "  user         object",
        "    tags       array of string",
    ]
    ran = await inspector("describe", "draw", "--json", *server)
    assert [field["path"] for field in ran.document["fields"]] == ["/shape", "/user"]


@pytest.mark.parametrize(
    ("number", "end"), [(12, "c10 | c11"), (13, "c10 | c11 … and 1 more"), (1000, "… and 988 more")]
)
async def test_of_many_options_the_first_are_told_and_how_many_more_there_are(
    inspector: Inspector, number: int, end: str
) -> None:
    server = scripted(modern(), tools(tool("pick", colour={"enum": [f"c{one}" for one in range(number)]})))
    ran = await inspector("describe", "pick", *server)
    [line] = [line for line in ran.out.splitlines() if line.startswith("  colour")]
    assert line.startswith("  colour  enum  c0 | c1 | ") and line.endswith(end)
    ran = await inspector("describe", "pick", "--json", *server)
    assert len(ran.document["fields"][0]["options"]) == number


async def test_the_example_can_be_pasted(inspector: Inspector) -> None:
    ran = await inspector("describe", "add", "--mode", "modern", *scripted(modern(), tools(ADD), says("3")))
    line = ran.out.splitlines()[-1].removeprefix("example: inspector ")
    ran = await inspector(*shlex.split(line))
    assert (ran.code, ran.out) == (0, "3\n")


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (("--demo",), "--demo"),
        (("--demo", "--protocol-version", "2025-06-18"), "--protocol-version 2025-06-18 --demo"),
    ],
)
async def test_the_example_names_the_target_as_it_was_given(
    inspector: Inspector, words: tuple[str, ...], end: str
) -> None:
    ran = await inspector("describe", "search_catalogue", "--no-record", *words)
    assert ran.out.splitlines()[-1].endswith(f"}}' {end}")


def test_what_is_secret_is_to_be_filled_in() -> None:
    given: Given = {"mode": "auto", "transport": "http+sse", "version": None, "cwd": None, "server": None}
    given |= {"config": None, "headers": ("Authorization: Bearer x",), "env": ("A=b",), "insecure": True, "demo": False}
    again = target_again(Behind(None), "https://u:p@a.example/mcp", {**given, "url": None})
    masked = "--transport http+sse -H 'Authorization: ‹secret›' -e 'A=‹secret›' --insecure"
    assert again == f"{masked} 'https://‹secret›@a.example/mcp'"
    again = target_again(Behind(("srv", "--token", "x y", "a b")), None, {**given, "url": None, "server": "s"})
    assert again.endswith(
        "--server s -H 'Authorization: ‹secret›' -e 'A=‹secret›' --insecure -- srv --token '‹secret›' 'a b'"
    )


async def test_the_document_has_the_members_of_the_contract(inspector: Inspector) -> None:
    told = (await inspector("describe", "lend", "--json", *scripted(modern(), tools(BOOK)))).document
    assert told.keys() == {"name", "fields", "example", "schemaFindings"}
    members = {"path", "label", "kind", "required", "nullable", "options", "problem"}
    assert [field.keys() for field in told["fields"]] == [members, members | {"default"}, members]
    assert told["fields"][1] == {
        "path": "/days",
        "label": "days",
        "kind": "integer",
        "required": False,
        "nullable": True,
        "default": 14,
        "options": [],
        "problem": None,
    }
    assert told["fields"][2]["options"][0] == {"value": "Hill Top", "label": "Hill Top"}


async def test_the_example_can_be_called(inspector: Inspector) -> None:
    import json

    offers = (
        modern(),
        tools(BOOK),
        {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}},
    )
    told = (await inspector("describe", "lend", "--json", *scripted(*offers))).document
    ran = await inspector("call", "lend", "--arguments", json.dumps(told["example"]), *scripted(*offers))
    assert (ran.code, ran.out) == (0, "[completed, empty content]\n")


async def test_a_name_that_is_not_there_is_exit_2_with_those_that_are_near(inspector: Inspector) -> None:
    server = scripted(modern(), tools(ADD))
    ran = await inspector("describe", "ad", *server)
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err == (
        "inspector: The server has no tool “ad”.\n"
        "  why:  It offers 1. Near: add.\n"
        f"  next: `inspector list tools {shlex.join(server)}` shows them.\n"
        "  recorded in FILE\n"
    )


async def test_what_a_tool_claims_and_which_view_it_names_is_told(inspector: Inspector) -> None:
    ui = {"ui": {"resourceUri": "ui://books/view.html", "visibility": ["app"]}}
    book = {**BOOK, "_meta": ui, "annotations": {"readOnlyHint": True}}
    told = await inspector("describe", "lend", *scripted(modern(), tools(book)))
    assert "  claims: reads only\n  view: ui://books/view.html\n  callers: app\n" in told.out
