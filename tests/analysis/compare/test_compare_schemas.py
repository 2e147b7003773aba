"""What a change of a schema does: to who writes its values, and to who reads them."""

from typing import Any

import pytest

from inspector.analysis.compare.schemas import schema_changes
from inspector.analysis.differences import path_text

Schema = Any


def told(before: Schema, after: Schema) -> list[tuple[str, str]]:
    """Each change as its path and what it does: `narrows`, `widens`, `both` or `neither`."""
    words = {(True, False): "narrows", (False, True): "widens", (True, True): "both", (False, False): "neither"}
    return [(path_text(one.path), words[one.narrows, one.widens]) for one in schema_changes(before, after)]


def members(*required: str, **properties: Schema) -> dict[str, Schema]:
    return {"type": "object", "properties": properties} | ({"required": list(required)} if required else {})


S, N, INT, NULL = ({"type": name} for name in ("string", "number", "integer", "null"))
CLOSED = {"additionalProperties": False}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (members(a=S), members(a=S), []),
        (members(a=S), members("b", a=S, b=S), [("$.properties.b", "neither"), ("$.required", "narrows")]),
        (members("a", a=S), members(a=S), [("$.required", "widens")]),
        (members("a", "b"), members("b", "a"), [("$.required", "neither")]),
        (members(a=S, b=S), members(a=S), [("$.properties.b", "widens")]),
        (members(a=S, b=S) | CLOSED, members(a=S) | CLOSED, [("$.properties.b", "narrows")]),
        (members(a=S) | CLOSED, members(a=S, b=S) | CLOSED, [("$.properties.b", "widens")]),
        (members(a=S), members(a=S) | CLOSED, [("$.additionalProperties", "narrows")]),
        (members(a=S) | CLOSED, members(a=S), [("$.additionalProperties", "widens")]),
        (members(a=S), members(a=S) | {"additionalProperties": True}, [("$.additionalProperties", "neither")]),
        (members(a=N), members(a=INT), [("$.properties.a.type", "narrows")]),
        (members(a=INT), members(a=N), [("$.properties.a.type", "widens")]),
        (members(a=S), members(a=INT), [("$.properties.a.type", "both")]),
        (S, {"type": ["string", "null"]}, [("$.type", "widens")]),
        ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}, [("$.enum", "neither")]),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, [("$.enum", "narrows")]),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, [("$.enum", "widens")]),
        (S, {**S, "enum": ["a"]}, [("$.enum", "narrows")]),
        ({"const": "a"}, {"enum": ["a", "b"]}, [("$.const", "widens"), ("$.enum", "widens")]),
        ({"minimum": 1}, {"minimum": 2}, [("$.minimum", "narrows")]),
        ({"maximum": 1}, {"maximum": 2}, [("$.maximum", "widens")]),
        ({}, {"maxLength": 5}, [("$.maxLength", "narrows")]),
        ({"minItems": 1}, {}, [("$.minItems", "widens")]),
        ({"pattern": "a"}, {"pattern": "b"}, [("$.pattern", "both")]),
        (
            {"title": "A", "default": 1, "x-ours": 1},
            {"title": "B"},
            [
                ("$.title", "neither"),
                ("$.default", "neither"),
                ('$["x-ours"]', "neither"),
            ],
        ),
        ({"x-mcp-header": "Region"}, {"x-mcp-header": "Place"}, [('$["x-mcp-header"]', "both")]),
        ({"items": S}, {"items": {**S, "minLength": 1}}, [("$.items.minLength", "narrows")]),
        ({}, {"items": S}, [("$.items", "narrows")]),
        ({"not": N}, {"not": INT}, [("$.not.type", "widens")]),
        (S, {"anyOf": [S, NULL]}, [("$", "widens")]),
        ({"anyOf": [S, NULL]}, S, [("$", "narrows")]),
        ({"anyOf": [S, NULL]}, {"anyOf": [NULL, S]}, [("$.anyOf", "neither")]),
        ({"anyOf": [S, NULL]}, {"anyOf": [{**S, "minLength": 1}, NULL]}, [("$.anyOf[0].minLength", "narrows")]),
        ({"anyOf": [S, INT]}, {"anyOf": [S, INT, NULL]}, [("$.anyOf", "widens")]),
        ({**members(a=S), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, members(a=S), [("$", "widens")]),
        ({"anyOf": [S], "oneOf": [S]}, {"anyOf": [S], "oneOf": [INT]}, [("$.oneOf", "both")]),
        ({"allOf": [S]}, {"allOf": [S, {"minLength": 1}]}, [("$.allOf[1]", "narrows")]),
        ({"if": S}, {"if": INT}, [("$.if", "both")]),
        ({"unevaluatedProperties": True}, {"unevaluatedProperties": False}, [("$.unevaluatedProperties", "both")]),
    ],
)
def test_a_change_of_a_schema_is_said_to_narrow_or_to_widen_where_it_stands(
    before: Schema, after: Schema, expected: list[tuple[str, str]]
) -> None:
    assert told(before, after) == expected


def test_a_reference_is_followed_and_what_nobody_refers_to_says_nothing() -> None:
    before = {"$ref": "#/$defs/a", "$defs": {"a": members(b=S), "unused": S}}
    after = {"$ref": "#/$defs/a", "$defs": {"a": members(b=INT), "unused": INT}}
    assert told(before, after) == [("$.properties.b.type", "both")]
    assert told({"$ref": "https://x/a"}, {"$ref": "https://x/b"}) == [("$", "both")]


def test_a_schema_within_itself_comes_to_an_end() -> None:
    def tree(leaf: Schema) -> Schema:
        return {"$ref": "#/$defs/t", "$defs": {"t": members(kids={"items": {"$ref": "#/$defs/t"}}, leaf=leaf)}}

    assert told(tree(S), tree(INT)) == [("$.properties.leaf.type", "both")]


def test_alternatives_in_alternatives_end_early_and_are_not_judged() -> None:
    def deep(leaf: Schema, levels: int) -> Schema:
        return leaf if not levels else {"anyOf": [deep({**leaf, "minLength": at}, levels - 1) for at in range(4)][::-1]}

    [change] = schema_changes({"anyOf": [deep(S, 5), NULL]}, {"anyOf": [NULL, deep({"minLength": 9}, 5), S]})
    assert path_text(change.path) == "$.anyOf"
