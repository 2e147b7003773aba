"""`describe`: a tool as its form has it."""

from tests.headless.running import ADD, Inspector, modern, scripted, tools

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
    ran = await inspector("describe", "lend", *scripted(modern(), tools(BOOK)))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "lend  (Lend it)\n"
        "  Lends a book.\n"
        "  Twice.\n"
        "  isbn*   string    The number.\n"
        "  days    integer?  default 14\n"
        "  branch  enum      Hill Top | Old [b]Quay\n"
        """example: inspector call lend --arguments '{"isbn":"isbn","days":14}' …\n"""
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
    ran = await inspector("describe", "ad", *scripted(modern(), tools(ADD)))
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err == (
        "inspector: The server has no tool “ad”.\n"
        "  why:  It offers 1. Near: add.\n"
        "  next: `inspector list tools` shows them.\n"
        "  recorded in FILE\n"
    )
