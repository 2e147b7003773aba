"""What the library offers: lists, pages, completion, and the schemas of its tools."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from serving_peers import IDIOT, calling, dressed

from inspector.protocol.envelope import annotations
from inspector.serving.checking import KEYWORDS, problems
from inspector.serving.demo import Demo
from inspector.serving.editions import fit_tool
from inspector.serving.holdings import BOOKS, MARC_BOOKS
from inspector.serving.library import Library
from inspector.serving.protocol import described
from inspector.serving.session import Session
from inspector.serving.tools import TOOLS
from inspector.wire.jsonrpc import Request

ENTRIES = {tool.name: described(Library(), tool) for tool in TOOLS.values()}


async def ask(session: Session, method: str, params: Any = None, id: int = 1) -> Any:
    answer = await session.handle(Request(id, method, dressed(params)), lambda raw: None)
    assert answer is not None
    return json.loads(answer)


@pytest.fixture
def session() -> Session:
    return Session(Demo(Library()), "modern", lambda raw: None)


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    yield schema
    for keyword in ("properties", "$defs"):
        for member in schema.get(keyword, {}).values():
            yield from subschemas(member)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from subschemas(schema[keyword])
    for keyword in ("oneOf", "anyOf"):
        for member in schema.get(keyword, ()):
            yield from subschemas(member)


def schemas() -> list[dict[str, Any]]:
    whole = [entry.get(member) for entry in ENTRIES.values() for member in ("inputSchema", "outputSchema")]
    return [inner for outer in whole if outer for inner in subschemas(outer)]


def test_the_tools_stand_in_the_order_of_the_house() -> None:
    assert list(ENTRIES) == [
        "search_catalogue",
        "reserve_book",
        "renew_loan",
        "pay_fine",
        "ask_librarian",
        "recount_shelf",
        "cover_image",
        "read_aloud",
        "import_marc",
        "close_branch",
        "opening_hours",
        "renumber_shelves",
    ]
    assert all(entry["title"] and entry["description"] and entry["annotations"] for entry in ENTRIES.values())


def test_every_schema_is_valid_and_uses_only_keywords_that_are_enforced() -> None:
    for schema in schemas():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert set(schema) <= KEYWORDS, schema


def test_every_property_says_what_it_is_for() -> None:
    for name, entry in ENTRIES.items():
        for property, schema in entry["inputSchema"]["properties"].items():
            assert schema.get("description"), f"{name}.{property}"


def test_every_kind_of_field_occurs_somewhere() -> None:
    found = schemas()
    formats = {schema.get("format") for schema in found}
    keywords = {keyword for schema in found for keyword in schema}
    assert {"date", "date-time", "email", "uri"} <= formats
    assert keywords >= KEYWORDS - {"enumNames"}
    assert any(isinstance(schema.get("type"), list) for schema in found)
    assert any({type(value) for value in schema.get("enum", ())} == {int} for schema in found)
    assert any(set(schema) == {"description"} for schema in found)


def test_one_tool_alone_has_an_annotation_that_http_clients_must_reject() -> None:
    bad = {name for name, entry in ENTRIES.items() if annotations(entry["inputSchema"])[1]}
    good = {name for name, entry in ENTRIES.items() if annotations(entry["inputSchema"])[0]}
    assert (bad, good) == ({"renumber_shelves"}, {"search_catalogue"})


VALUES: list[tuple[str, dict[str, Any]]] = [
    ("search_catalogue", {"query": "x", "language": None, "formats": ["print"], "limit": 50}),
    ("search_catalogue", {}),
    ("search_catalogue", {"query": ""}),
    ("search_catalogue", {"query": "x", "limit": 51}),
    ("search_catalogue", {"query": "x", "limit": 1.5}),
    ("search_catalogue", {"query": "x", "limit": 2.0}),
    ("search_catalogue", {"query": "x", "limit": True}),
    ("search_catalogue", {"query": "x", "formats": ["print", "print"]}),
    ("search_catalogue", {"query": "x", "language": "xx"}),
    ("search_catalogue", {"query": "x", "sort": "size"}),
    ("search_catalogue", {"query": "x", "colour": 1}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "companions": [{"name": "A", "child": True}], "contact": None}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "companions": [{"name": ""}]}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "companions": [{"name": "A"}] * 5}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "access": {"helper": {"phone": "1"}}}),
    ("reserve_book", {"isbn": "x", "reader": "4711"}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "pickup_after": "2026-02-30"}),
    ("reserve_book", {"isbn": IDIOT, "reader": 4711, "note": "n" * 201}),
    ("renew_loan", {"loan": "L-20417", "accept_rules": True, "weeks": 4, "rules": "2026-09"}),
    ("renew_loan", {"loan": "L-20417", "accept_rules": True, "weeks": 3}),
    ("renew_loan", {"loan": "L-20417", "accept_rules": True, "rules": "2025-01"}),
    ("pay_fine", {"reader": 4711, "receipt": {"street": "s", "town": "t"}}),
    ("pay_fine", {"reader": 4711, "receipt": {"street": "s"}}),
    ("pay_fine", {"reader": 4711, "amount": 0.49}),
    ("recount_shelf", {"sections": []}),
    ("read_aloud", {"isbn": IDIOT, "seconds": 0}),
    ("import_marc", {"source": "file:///x", "fields": {"245a": "title"}, "extra": [None]}),
    ("import_marc", {"source": "file:///x", "fields": {"245a": 1}}),
    ("import_marc", {"source": "file:///x", "changed_since": "2026-12-01T10:00:00Z"}),
    ("opening_hours", {"branch": None}),
    ("opening_hours", {"branch": "moon"}),
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_the_small_checker_agrees_with_a_whole_one(name: str, value: Any) -> None:
    schema = ENTRIES[name]["inputSchema"]
    whole = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    assert bool(problems(value, schema)) == (not whole.is_valid(value)), problems(value, schema)


@pytest.mark.parametrize(
    ("value", "format"),
    [("not mail", "email"), ("no scheme", "uri"), ("2026-12-01T10:00", "date-time"), ("20261201", "date")],
)
def test_formats_are_enforced(value: str, format: str) -> None:
    assert problems(value, {"type": "string", "format": format}) == [f"the arguments is not a {format}"]


async def test_structured_content_fits_its_output_schema(session: Session) -> None:
    calls = (
        calling("search_catalogue", query="novel", sort="year"),
        calling("reserve_book", isbn=IDIOT, reader=4711, branch="alder", pickup_after="2026-12-04"),
        calling("opening_hours"),
        calling("opening_hours", branch="hill", on="2026-12-04"),
    )
    for call in calls:
        result = (await ask(session, "tools/call", call))["result"]
        jsonschema.validate(result["structuredContent"], ENTRIES[call["name"]]["outputSchema"])
    assert {name for name, entry in ENTRIES.items() if "outputSchema" in entry} == {call["name"] for call in calls}
    assert result["structuredContent"] == {"branches": {"hill": {"friday": {"opens": "09:00", "closes": "13:00"}}}}


async def test_arguments_that_do_not_fit_are_told_to_the_model(session: Session) -> None:
    result = (await ask(session, "tools/call", calling("search_catalogue", query=1, limit=0)))["result"]
    assert result["isError"]
    assert result["content"][0]["text"] == (
        "search_catalogue cannot use this: query is not of type string; limit is less than 1."
    )


async def test_a_tool_that_fails_and_a_tool_that_is_not_there_differ(session: Session) -> None:
    broken = calling("import_marc", source="file:///srv/alder/export/2026-11.mrc")
    assert (await ask(session, "tools/call", broken))["result"]["isError"]
    unknown = (await ask(session, "tools/call", calling("close_branch", branch="moon")))["error"]
    assert unknown["code"] == -32602 and unknown["data"] == {"branches": ["alder", "mill", "quay", "hill"]}
    assert (await ask(session, "tools/call", calling("fly")))["error"]["code"] == -32602


async def test_resources_take_pages_and_an_import_adds_one(session: Session) -> None:
    async def names() -> list[list[str]]:
        pages, cursor = [], None
        while cursor is not None or not pages:
            result = (await ask(session, "resources/list", {"cursor": cursor} if cursor else None))["result"]
            pages.append([resource["name"] for resource in result["resources"]])
            cursor = result.get("nextCursor")
        return pages

    first = await names()
    assert [len(page) for page in first] == [5, 3] and first[0][:3] == ["Branches", "House rules.md", "New this week"]
    await ask(session, "tools/call", calling("import_marc", source="file:///2026-10.mrc"))
    assert [name for page in await names() for name in page][8:] == ["Import 2026-10"]


@pytest.mark.parametrize("cursor", ["", "bm9uc2Vuc2U=", "ö", 5, "dG9vbHMvbGlzdCA1"])
async def test_a_cursor_that_is_not_of_this_list_is_invalid(session: Session, cursor: Any) -> None:
    assert (await ask(session, "resources/list", {"cursor": cursor}))["error"]["code"] == -32602


async def test_listed_resources_can_be_read_and_have_the_size_that_they_say(session: Session) -> None:
    for page in ({}, {"cursor": (await ask(session, "resources/list"))["result"]["nextCursor"]}):
        for entry in (await ask(session, "resources/list", page))["result"]["resources"]:
            content = (await ask(session, "resources/read", {"uri": entry["uri"]}))["result"]["contents"][0]
            raw = content["text"].encode() if "text" in content else base64.b64decode(content["blob"])
            assert (content["mimeType"], len(raw)) == (entry["mimeType"], entry["size"])


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("library://books/9780140449136", "The Idiot"),
        ("library://loans/4713", "Ingrid"),
        ("library://search?q=jane%20austen&limit=1", "Pride and Prejudice"),
    ],
)
async def test_templates_lead_to_resources(session: Session, uri: str, words: str) -> None:
    content = (await ask(session, "resources/read", {"uri": uri}))["result"]["contents"][0]
    assert words in content["text"] and content["uri"] == uri
    assert "Sense and Sensibility" not in content["text"]


@pytest.mark.parametrize("uri", ["library://books/1", "library://loans/x", "library://nowhere", "file:///etc/passwd"])
async def test_a_resource_that_is_not_there_is_invalid_params_in_the_modern_era(session: Session, uri: str) -> None:
    error = (await ask(session, "resources/read", {"uri": uri}))["error"]
    assert (error["code"], error["data"]) == (-32602, {"uri": uri})


async def test_prompts_want_their_arguments(session: Session) -> None:
    good = {"name": "recommend", "arguments": {"subject": "novel", "mood": "curious"}}
    result = (await ask(session, "prompts/get", good))["result"]
    assert "curious" in result["messages"][0]["content"]["text"]
    for wrong in ({"name": "recommend"}, {"name": "x"}, {"name": "recommend", "arguments": {"subject": 1}}):
        assert (await ask(session, "prompts/get", wrong))["error"]["code"] == -32602


async def test_completion_puts_beginnings_first_and_heeds_what_is_known(session: Session) -> None:
    prompt = {"type": "ref/prompt", "name": "recommend"}
    params = {"ref": prompt, "argument": {"name": "author", "value": "h"}}
    values = (await ask(session, "completion/complete", params))["result"]["completion"]
    assert values["values"][:4] == ["Henry David Thoreau", "Herman Melville", "Herodotus", "Homer"]
    assert values["total"] == len(values["values"]) > 4 and values["hasMore"] is False
    known = {**params, "context": {"arguments": {"subject": "essays"}}}
    assert (await ask(session, "completion/complete", known))["result"]["completion"]["values"] == [
        "Henry David Thoreau"
    ]
    template = {"type": "ref/resource", "uri": "library://loans/{reader}"}
    readers = {"ref": template, "argument": {"name": "reader", "value": "47"}}
    assert len((await ask(session, "completion/complete", readers))["result"]["completion"]["values"]) == 4


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "y", "value": ""}},
        {"ref": {"type": "ref/prompt", "name": "recommend"}, "argument": {"name": "y", "value": ""}},
        {"ref": {"type": "ref/resource", "uri": "library://books/{isbn}"}, "argument": {"name": "isbn"}},
    ],
)
async def test_completion_of_what_is_not_there_is_invalid(session: Session, params: Any) -> None:
    assert (await ask(session, "completion/complete", params))["error"]["code"] == -32602


def test_isbns_have_the_check_digit_that_they_should() -> None:
    for book in (*BOOKS, *MARC_BOOKS):
        digits = [int(digit) for digit in book.isbn if digit.isdecimal()]
        assert len(digits) == 13
        assert sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10 == 0, book.title


def test_the_first_revision_sees_only_its_own_members_of_a_tool() -> None:
    assert set(fit_tool(ENTRIES["reserve_book"], "2024-11-05")) == {"name", "description", "inputSchema"}
