"""Validation: three verdicts, exact numbers, patterns and schemas that cannot hang it."""

from typing import Any

import pytest
from form_schemas import properties, schema

from inspector.forms import form_of, validate
from inspector.wire.json import Digits, parse


def verdict(schema_text: str, value_text: str) -> bool | None:
    return validate(parse(value_text), parse(schema_text)).valid


@pytest.mark.parametrize(
    ("value", "factor", "fits"),
    [
        ("0.3", "0.1", True),
        ("0.35", "0.1", False),
        ("1e400", "1", True),
        ("1e-400", "1e-401", True),
        ("1e-401", "1e-400", False),
        ("-9", "3", True),
        ("123456789012345678901234567890", "10", True),
        ("123456789012345678901234567891", "10", False),
    ],
)
def test_multiples_are_decimally_exact(value: str, factor: str, fits: bool) -> None:  # FORM-12
    assert verdict(f'{{"multipleOf": {factor}}}', value) is fits


@pytest.mark.parametrize(
    ("value", "fits"), [("1.0", True), ("1e5", True), ("1e400", True), ("1.5", False), ("1e-1", False), ("true", False)]
)
def test_an_integer_is_a_mathematical_one(value: str, fits: bool) -> None:
    assert verdict('{"type": "integer"}', value) is fits


def test_bounds_are_compared_without_a_float_in_between() -> None:
    assert verdict('{"maximum": 9007199254740992}', "9007199254740993.0") is False
    assert verdict('{"exclusiveMinimum": 0.1}', "0.10000000000000000001") is True
    assert verdict('{"minimum": 1e400}', "1e399") is False


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("1", "1.0", True),
        ("1", "true", False),
        ("0", "false", False),
        ('{"a":1,"b":2}', '{"b":2.0,"a":1}', True),
        ("[1]", '["1"]', False),
    ],
)
def test_equality_is_that_of_json_schema(one: str, other: str, equal: bool) -> None:
    assert verdict(f'{{"const": {one}}}', other) is equal
    assert verdict('{"uniqueItems": true}', f"[{one}, {other}]") is not equal


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"^\p{L}+$", "Straße", True),
        (r"(?<y>\d{4})", "in 1969.", True),
        (r"^\d$", "١", False),
        ("^x$", "x\n", False),
        ("^x$", "x", True),
        ("^(a+)+$", "a" * 36 + "!", False),
        ("(x+x+)+y", "x" * 200, False),
    ],
)
def test_patterns_are_those_of_ecma_262_and_end(pattern: str, text: str, found: bool) -> None:  # FORM-22
    assert validate(text, {"pattern": pattern}).valid is found


@pytest.mark.parametrize("pattern", ["[", r"(a)\1", r"\p{Script=Greek}", "(?=.*a)" * 40 + "(a|b|ab)*" * 200 + "c"])
def test_a_pattern_that_cannot_be_run_leaves_the_verdict_open(pattern: str) -> None:
    judged = validate("ab" * 400, {"pattern": pattern})
    assert judged.valid is None
    assert len(judged.unchecked) == 1


def test_what_is_not_checked_does_not_hide_what_is_wrong() -> None:
    judged = validate({"a": 1, "b": 2}, {"properties": {"a": {"$ref": "urn:x"}, "b": {"type": "string"}}})
    assert judged.valid is False
    assert [error.pointer for error in judged.errors] == ["/b"]
    assert [note.pointer for note in judged.unchecked] == ["/a"]


@pytest.mark.parametrize(
    "wrapped",
    [
        {"not": {"$ref": "urn:x"}},
        {"oneOf": [{"$ref": "urn:x"}, {"type": "string"}]},
        {"anyOf": [{"type": "string"}, {"$ref": "urn:x"}]},
        {"if": {"$ref": "urn:x"}, "then": False},
        {"contains": {"$ref": "urn:x"}},
    ],
)
def test_an_unresolved_reference_inside_composition_is_undecided(wrapped: dict[str, Any]) -> None:
    assert validate([1], wrapped).valid is None


def test_references_that_lead_back_to_themselves_end() -> None:
    loop = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    assert validate(1, loop).unchecked[0].reason == "the references lead back to themselves"


def test_a_recursive_schema_judges_a_tree() -> None:
    tree = {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"items": {"$ref": "#"}}}}
    judged = validate({"kids": [{"v": 1}, {"kids": [{"v": "x"}]}]}, tree)
    assert [(error.pointer, error.message) for error in judged.errors] == [
        ("/kids/1/kids/0/v", "v is a string, not an integer")
    ]


def test_a_value_deeper_than_the_bound_is_not_checked_there() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    assert validate(deep, {"$id": "urn:deep", "items": {"$ref": "#"}}).valid is None


def test_a_large_result_is_judged_to_its_end() -> None:
    rows: list[Any] = [{"id": number, "name": f"n{number}"} for number in range(20_000)]
    row = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}, "required": ["id"]}
    assert validate(rows, {"type": "array", "items": row}).valid is True
    rows[-1]["id"] = "x"
    assert [error.pointer for error in validate(rows, {"items": row}).errors] == ["/19999/id"]


def test_a_budget_ends_a_schema_made_to_be_costly() -> None:
    definitions: dict[str, Any] = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 3} for n in range(30)}
    definitions["d30"] = False
    judged = validate(1, {"$ref": "#/$defs/d0", "$defs": definitions}, budget=5_000)
    assert (judged.valid, judged.unchecked[0].reason) == (None, "not checked: validation takes too long")


@pytest.mark.parametrize(
    "broken",
    [
        {"minimum": "5"},
        {"required": "x"},
        {"properties": None},
        {"type": 5},
        {"allOf": {}},
        {"items": 5},
        {"$ref": 5},
        {"enum": 5},
        {"multipleOf": None},
        {"minLength": -1},
        {"pattern": 5},
        {"additionalProperties": "no"},
        {"dependentRequired": []},
        5,
        None,
    ],
)
def test_a_broken_keyword_is_never_taken_for_a_rule_that_was_kept(broken: Any) -> None:
    for value in ({"x": 1}, [1], "text", 5):
        assert validate(value, broken).valid in (None, True)
    assert any(validate(value, broken).valid is None for value in ({"x": 1}, [1], "text", 5))


def test_draft_07_tuples_are_honoured() -> None:  # FORM-25
    draft_7 = schema(
        """{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"t": {"items": [{"type": "integer"}, {"type": "string"}], "additionalItems": false}}}"""
    )
    assert validate({"t": [1, "a"]}, draft_7).valid is True
    assert validate({"t": ["a"]}, draft_7).errors[0].pointer == "/t/0"
    assert validate({"t": [1, "a", 2]}, draft_7).errors[0].pointer == "/t/2"


def test_draft_04_bounds_are_honoured() -> None:  # FORM-25
    draft_4 = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 0, "exclusiveMinimum": True}
    assert (validate(0, draft_4).valid, validate(1, draft_4).valid) == (False, True)


def test_an_unknown_dialect_is_not_validated() -> None:
    judged = validate(1, {"$schema": "urn:example:unknown", "type": "string"})
    assert (judged.valid, judged.unchecked[0].reason) == (
        None,
        "not validated: the dialect urn:example:unknown is not known",
    )


def test_the_structured_content_alone_is_what_an_output_schema_judges() -> None:  # RESULT-02
    output = properties('"a": {"type": "integer"}', '"required": ["a"], "additionalProperties": false')
    assert validate({"a": 1}, output).valid is True


@pytest.mark.parametrize("value", [[], [1], False, 0, "", None, "x", {}])
def test_every_json_value_is_a_value(value: Any) -> None:  # RESULT-07
    assert validate(value, {"type": ["array", "boolean", "null", "number", "string", "object"]}).valid is True
    assert validate(value, {"not": {}}).valid is False


def test_an_unresolved_reference_in_an_output_schema_is_said() -> None:  # RESULT-08
    judged = validate({}, {"$ref": "#/$defs/missing"})
    assert judged.as_json() == {
        "valid": None,
        "errors": [],
        "notChecked": [{"path": "", "reason": "unresolved reference #/$defs/missing", "schemaPath": "/$ref"}],
    }


def test_an_error_names_place_rule_and_words() -> None:
    judged = validate(
        {"day": "friday"}, properties('"day": {"type": "string", "format": "date"}', '"required": ["to"]')
    )
    assert judged.as_json()["errors"] == [
        {
            "path": "/day",
            "message": "day is “friday”, not a date such as 2026-12-04",
            "keyword": "format",
            "schemaPath": "/properties/day/format",
        },
        {"path": "/to", "message": "to is required", "keyword": "required", "schemaPath": "/required"},
    ]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("email", "a@b.c", "a@"),
        ("date", "2024-02-29", "2026-02-29"),
        ("date-time", "2026-12-04T09:30:00Z", "2026-12-04"),
        ("time", "23:59:60Z", "25:00:00Z"),
        ("uri", "https://example.org/a?b#c", "example.org"),
        ("uuid", "3f2b8c1e-5d47-4a96-8e0b-7c1d2a9f4b60", "3f2b8c1e"),
        ("ipv4", "192.0.2.1", "192.0.2.256"),
        ("ipv6", "2001:db8::1", "2001::db8::1"),
        ("hostname", "example.org", "-a.org"),
        ("duration", "P1DT2H", "P"),
        ("uri-template", "x://{a}", "x://{"),
        ("json-pointer", "/a~0", "/a~"),
        ("regex", "^a$", "["),
    ],
)
def test_known_formats_are_checked(name: str, right: str, wrong: str) -> None:
    assert validate(right, {"format": name}).valid is True
    assert validate(wrong, {"format": name}).errors[0].keyword == "format"
    assert validate(wrong, {"format": name}, check_formats=False).valid is True


def test_an_unknown_format_is_an_annotation() -> None:
    assert validate("x", {"format": "isbn"}).valid is True


def test_one_variant_of_the_right_type_speaks_for_the_union() -> None:
    nullable = {"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]}
    assert validate("a", nullable).errors[0].message == "the value has 1 character, fewer than 3"
    assert validate(1, nullable).errors[0].message == "the value fits none of the 2 variants"


def test_literals_beyond_json_are_not_validated() -> None:
    assert validate(Digits("NaN"), {"type": "number"}).valid is None


def test_a_field_is_judged_at_its_place() -> None:
    form = form_of(properties('"u": {"type": "object", "properties": {"n": {"type": "integer", "maximum": 3}}}'))
    (error,) = form.validate_field(form.field_at("/u/n"), 5).errors
    assert (error.pointer, error.message) == ("/u/n", "n is 5, more than 3")


def test_dynamic_references_reach_the_outermost_anchor() -> None:
    strict = {
        "$id": "urn:strict",
        "$dynamicAnchor": "node",
        "$ref": "#/$defs/tree",
        "unevaluatedProperties": False,
        "$defs": {
            "tree": {
                "$id": "urn:tree",
                "$dynamicAnchor": "node",
                "properties": {"kids": {"items": {"$dynamicRef": "#node"}}},
            }
        },
    }
    assert validate({"kids": [{"kids": []}]}, strict).valid is True
    assert validate({"kids": [{"kind": []}]}, strict).valid is False


@pytest.mark.parametrize("ref", ["nested/foo.json", "#/$defs/foo"])
def test_a_relative_identifier_moves_the_base_once(ref: str) -> None:
    moved = {
        "$id": "https://example.com/base.json",
        "$ref": ref,
        "$defs": {
            "foo": {"$id": "nested/foo.json", "$ref": "./bar.json"},
            "bar": {"$id": "nested/bar.json", "type": "number"},
        },
    }
    assert validate(5, moved).valid is True
    assert validate("a", moved).valid is False
    form = form_of(
        {
            "$id": "https://example.com/",
            "type": "object",
            "properties": {"x": {"$ref": ref}},
            "$defs": moved["$defs"],
        }
    )
    assert form.fields[0].kind == "number"


def test_a_meta_schema_can_be_referred_to_without_a_network() -> None:
    meta = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
    assert validate({"type": "object"}, meta).valid is True
    assert validate({"type": "objekt"}, meta).valid is False
