"""Schema → fields: every schema gives a form that can be filled."""

import time
from typing import Any

import pytest
from form_schemas import properties, schema

from inspector.forms import Field, Form, Problem, form_of, read_text
from inspector.forms.fields import Kind
from inspector.wire.json import MISSING


def only(form: Form) -> Field:
    (field,) = form.fields
    return field


def by_name(form: Form) -> dict[str, Field]:
    return {field.name: field for field in form.fields}


def choices(field: Field) -> list[tuple[Any, str]]:
    return [(option.value, option.label) for option in field.options]


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ('{"type": "string"}', "string"),
        ('{"type": "string", "maxLength": 2000}', "text"),
        ('{"type": "string", "format": "textarea"}', "text"),
        ('{"type": "integer"}', "integer"),
        ('{"type": "number"}', "number"),
        ('{"type": "boolean"}', "boolean"),
        ('{"type": "null"}', "null"),
        ('{"const": 7}', "const"),
        ('{"enum": ["a", 1]}', "enum"),
        ('{"type": "array", "items": {"enum": ["a", "b"]}}', "multi-enum"),
        ('{"type": "array", "items": {"oneOf": [{"const": "a", "title": "A"}]}}', "multi-enum"),
        ('{"type": "array"}', "array"),
        ('{"type": "array", "items": true}', "array"),
        ('{"type": "array", "prefixItems": [{"type": "integer"}], "items": false}', "array"),
        ('{"type": "object", "properties": {"a": true}}', "object"),
        ('{"properties": {"a": true}}', "object"),
        ('{"type": "object", "additionalProperties": {"type": "string"}}', "map"),
        ('{"type": ["string", "number"]}', "union"),
        ('{"anyOf": [{"type": "object"}, {"type": "array"}]}', "union"),
        ("{}", "json"),
        ("true", "json"),
        ('{"description": "d"}', "json"),
        ('{"minLength": 3}', "json"),
    ],
)
def test_each_schema_has_its_kind_of_field(part: str, kind: Kind) -> None:
    field = only(form_of(properties(f'"x": {part}')))
    assert field.kind == kind
    assert field.problem is None


def test_a_union_at_the_root_offers_its_variants_and_every_member_of_them() -> None:  # FORM-01
    form = form_of(
        schema(
            """{"type": "object", "oneOf": [
            {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
            {"properties": {"kind": {"const": "sms"}, "phone": {"type": "string"}}, "required": ["kind", "phone"]}]}"""
        )
    )
    assert (form.fields[0].path, form.fields[0].kind, form.fields[0].variants) == ("", "union", ("email", "sms"))
    assert [field.path for field in form.fields[1:]] == ["/kind", "/to", "/phone"]
    assert choices(by_name(form)["kind"]) == [("email", "email"), ("sms", "sms")]
    assert form.validate({"kind": "email", "to": "a"}).valid is True
    assert form.validate({"kind": "email", "phone": "1"}).valid is False


def test_references_to_local_definitions_are_followed() -> None:  # FORM-03
    form = form_of(
        properties(
            '"u": {"$ref": "#/$defs/User"}, "p": {"allOf": [{"$ref": "#/definitions/Prio"}], "default": "low"}',
            '"$defs": {"User": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},'
            '"definitions": {"Prio": {"enum": ["low", "high"]}}',
        )
    )
    fields = by_name(form)
    (name,) = form.children(fields["u"])
    assert (fields["u"].kind, name.path, name.kind, name.required) == ("object", "/u/name", "string", True)
    assert (fields["p"].kind, fields["p"].default) == ("enum", "low")


def test_a_recursive_schema_unfolds_one_level_at_a_time() -> None:  # FORM-04
    form = form_of(
        properties(
            '"tree": {"$ref": "#/$defs/N"}, "loop": {"$ref": "#/$defs/A"}',
            '"$defs": {"N": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array",'
            ' "items": {"$ref": "#/$defs/N"}}}}, "A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}',
        )
    )
    tree, loop = form.fields
    assert [child.path for child in form.children(tree)] == ["/tree/v", "/tree/kids"]
    assert form.field_at("/tree/kids/0/kids/3/v").kind == "integer"
    assert (loop.kind, loop.problem) == ("json", "the references lead back to themselves")


def test_null_is_a_state_of_its_own_in_nullable_fields() -> None:  # FORM-07, FORM-08
    fields = by_name(
        form_of(
            properties(
                '"a": {"anyOf": [{"enum": ["x", "y"], "type": "string"}, {"type": "null"}], "default": null},'
                '"b": {"enum": ["x", null]}, "c": {"type": ["string", "null"], "enum": ["x", null]},'
                '"d": {"type": ["boolean", "null"]}, "e": {"type": "boolean", "default": true},'
                '"f": {"type": "string", "enum": ["x", null]}'
            )
        )
    )
    assert choices(fields["a"]) == [("x", "x"), ("y", "y"), (None, "null")]
    assert choices(fields["b"]) == choices(fields["c"]) == [("x", "x"), (None, "null")]
    assert all(fields[name].nullable for name in "abcd")
    assert (fields["d"].kind, fields["a"].default, fields["e"].default) == ("boolean", None, True)
    assert choices(fields["f"]) == [("x", "x")] and not fields["f"].nullable


def test_choices_of_any_type_are_told_apart_by_their_labels() -> None:  # FORM-09
    field = only(form_of(properties('"e": {"enum": [1, "1", 1.5, true, null, {"k": 1}, [1]]}')))
    assert [label for _, label in choices(field)] == ["1", '"1"', "1.5", "true", "null", '{"k":1}', "[1]"]
    assert [type(value) for value, _ in choices(field)] == [int, str, float, bool, type(None), dict, list]


def test_names_of_choices_may_be_too_few() -> None:
    field = only(form_of(properties('"e": {"enum": ["a", "b", "c"], "enumNames": ["A", 5]}')))
    assert choices(field) == [("a", "A"), ("b", "b"), ("c", "c")]


def test_an_enum_without_choices_says_so() -> None:
    field = only(form_of(properties('"e": {"enum": []}')))
    assert (field.kind, field.problem) == ("enum", "the schema allows no value here: there is no choice")


def test_an_optional_object_is_no_text() -> None:  # FORM-13
    field = only(
        form_of(properties('"p": {"anyOf": [{"type": "object", "additionalProperties": true}, {"type": "null"}]}'))
    )
    assert (field.kind, field.nullable, field.edited_as_json, field.takes_text) == ("map", True, True, False)


def test_boolean_subschemas_are_fields_like_others() -> None:  # FORM-15
    fields = by_name(form_of(properties('"any": true, "never": false, "empty": {}', '"additionalProperties": false')))
    assert [field.kind for field in fields.values()] == ["json"] * 3
    assert fields["never"].problem == "the schema allows no value here"
    assert fields["any"].problem is None


def test_free_keys_have_the_type_that_the_schema_gives_them() -> None:  # FORM-16
    form = form_of(
        properties(
            '"labels": {"type": "object", "additionalProperties": {"type": "string"}}',
            '"patternProperties": {"^x-": {"type": "integer"}}',
        )
    )
    assert form.is_open
    assert form.field_at("/labels/any").kind == "string"
    assert form.field_at("/x-age").kind == "integer"
    assert form.field_at("/other").kind == "json"


@pytest.mark.parametrize("text", ['{"type": "object"}', "{}", '{"type": "object", "additionalProperties": false}'])
def test_a_tool_without_parameters_has_an_empty_form(text: str) -> None:  # FORM-17
    form = form_of(schema(text))
    assert (form.fields, form.problems) == ((), ())


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (MISSING, "there is no schema"),
        (None, "the schema is null, not an object"),
        (True, "the schema is a boolean, not an object"),
        ({"type": "string"}, "the type at the root is string, not object"),
        ({"type": "object", "properties": None}, "properties is null, not an object"),
        ({"type": "object", "properties": [1]}, "properties is an array, not an object"),
        ({"type": "objekt"}, "“objekt” is not a type of JSON Schema"),
        ({"type": {"a": 1}}, '{"a": 1} is not a type of JSON Schema'),
        ({"$ref": "#/$defs/missing"}, "unresolved reference #/$defs/missing"),
        ({"$ref": 5}, "$ref is an integer, not a string"),
    ],
)
def test_a_schema_that_cannot_be_drawn_says_why_and_leaves_json(given: Any, problem: str) -> None:  # FORM-17
    form = form_of(given)
    assert form.only_json
    assert form.problems == (problem,)
    assert (form.root.path, form.root.kind, form.root.problem) == ("", "json", problem)


def test_a_list_of_types_is_a_union_that_takes_plain_text() -> None:  # FORM-19
    fields = by_name(
        form_of(
            properties(
                '"id": {"type": ["string", "number"]}, "v": {"type": ["object", "null"]},'
                '"n": {"type": ["integer", "boolean"]}'
            )
        )
    )
    assert (fields["id"].kind, fields["id"].variants, fields["id"].takes_text) == ("union", ("string", "number"), True)
    assert (fields["v"].kind, fields["v"].nullable) == ("map", True)
    assert (fields["n"].kind, fields["n"].takes_text) == ("union", False)


def test_a_keyword_that_a_widget_would_not_honour_sends_the_field_to_json() -> None:  # FORM-21
    form = form_of(
        properties(
            '"a": {"anyOf": [{"type": "string"}, {"type": "null"}], "not": {"type": "null"}},'
            '"b": {"type": "string", "allOf": [{"minLength": 3}, {"pattern": "^x"}]},'
            '"c": {"type": "string", "$ref": "#/$defs/int"},'
            '"d": {"type": "string", "pattern": "a", "allOf": [{"pattern": "b"}]}',
            '"$defs": {"int": {"type": "integer"}}, "dependentRequired": {"a": ["b"]}',
        )
    )
    fields = by_name(form)
    assert (fields["a"].kind, fields["d"].kind) == ("json", "json")
    assert (fields["b"].kind, fields["b"].schema["minLength"], fields["b"].schema["pattern"]) == ("string", 3, "^x")
    assert fields["c"].problem == "no value can fit: it must be an integer and a string at once"
    assert form.validate({"a": "t"}).errors[0].message == "b is required beside a"


def test_bounds_of_several_parts_are_tightened() -> None:
    field = only(
        form_of(
            properties(
                '"n": {"type": "number", "minimum": 1, "allOf": [{"type": "integer", "minimum": 5, "maximum": 9}]}'
            )
        )
    )
    assert (field.kind, field.schema["minimum"], field.schema["maximum"]) == ("integer", 5, 9)


def test_a_broken_pattern_is_said_and_leaves_the_field() -> None:  # FORM-22
    fields = by_name(
        form_of(properties('"d": {"type": "string", "pattern": "["}, "r": {"type": "string", "pattern": "(a)\\\\1"}'))
    )
    assert (fields["d"].kind, fields["d"].problem) == ("string", "the pattern [ is broken: it ends too early")
    assert fields["r"].problem == r"the pattern (a)\1 is not checked: it has a backreference"


@pytest.mark.parametrize("uri", ["http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "other.json"])
def test_an_external_reference_is_not_loaded(uri: str) -> None:  # FORM-23
    form = form_of(properties(f'"a": {{"$ref": "{uri}"}}'))
    assert (only(form).kind, only(form).problem) == ("json", f"external reference not loaded: {uri}")
    judged = form.validate({"a": 1})
    assert judged.valid is None
    assert judged.unchecked[0].reason == f"external reference not loaded: {uri}"


def test_an_unknown_dialect_is_named_and_not_validated() -> None:  # FORM-25
    form = form_of(properties('"a": {"type": "string"}', '"$schema": "urn:example:unknown"'))
    assert form.problems == ("the dialect urn:example:unknown is not known: read as 2020-12, and not validated",)
    assert form.validate({"a": 5}).valid is None
    assert form.validate_field(form.fields[0], 5).valid is None
    assert only(form).kind == "string"


def test_a_default_that_does_not_fit_is_said_and_not_used() -> None:  # FORM-27
    fields = by_name(
        form_of(
            properties(
                '"n": {"type": "number", "default": null}, "i": {"type": "integer", "default": "5"},'
                '"e": {"enum": ["a"], "default": "z"}, "o": {"type": "object", "default": "{}"},'
                '"x": {"type": "number", "default": NaN}'
            )
        )
    )
    assert all(field.default is MISSING for field in fields.values())
    assert fields["i"].problem == "the default does not fit and is not used: i is a string, not an integer"
    assert fields["x"].problem == "the default is not JSON"
    assert [field.kind for field in fields.values()] == ["number", "integer", "enum", "map", "number"]


def test_names_of_any_kind_make_distinct_fields() -> None:
    names = ["", "a.b", "a b", "é", "A", "a", "class", "__init__", "id", "a/b", "a~b", "[/bold]"]
    form = form_of({"type": "object", "properties": {name: {"type": "integer"} for name in names}})
    assert [field.name for field in form.fields] == names
    assert len({field.path for field in form.fields}) == len(names)
    assert by_name(form)["a/b"].path == "/a~1b"
    assert all(form.field_at(field.path) == field for field in form.fields)


def test_a_field_carries_what_helps_to_fill_it() -> None:  # ELICIT-07
    field = only(
        form_of(
            properties(
                '"m": {"type": "string", "title": "Mail", "description": "d", "format": "email",'
                ' "examples": ["a@b.c"]}',
                '"required": ["m"]',
            )
        )
    )
    assert (field.label, field.description, field.format, field.examples) == ("Mail", "d", "email", ("a@b.c",))
    assert field.required


def test_members_of_a_condition_are_offered_as_optional_fields() -> None:
    form = form_of(
        properties(
            '"a": {"type": "string"}',
            '"if": {"required": ["a"]}, "then": {"properties": {"b": {"type": "integer"}}, "required": ["b"]}',
        )
    )
    assert [(field.path, field.kind, field.required) for field in form.fields] == [
        ("/a", "string", False),
        ("/b", "integer", False),
    ]


def test_a_very_deep_schema_falls_back_to_json() -> None:  # FORM-26
    deep: dict[str, Any] = {"type": "object"}
    for _ in range(5000):
        deep = {"type": "object", "properties": {"x": deep}}
    form = form_of(deep)
    assert form.only_json
    assert form.problems == ("the schema is too large: nested deeper than 256 levels",)
    assert form.validate({"x": {}}).valid is True


def test_a_very_wide_schema_falls_back_to_json() -> None:  # FORM-26
    form = form_of({"type": "object", "properties": {"u": {"anyOf": [{"const": number} for number in range(130_000)]}}})
    assert form.problems == ("the schema is too large: more than 120,000 parts",)


def test_too_many_choices_are_said_and_edited_as_json() -> None:
    field = only(form_of({"type": "object", "properties": {"u": {"enum": list(range(100_001))}}}))
    assert (field.kind, field.problem) == ("json", "the schema is too large: 100,001 choices")


@pytest.mark.parametrize("titled", [False, True])
def test_fifty_thousand_choices_are_offered_and_a_value_is_judged_by_them(titled: bool) -> None:
    names = [f"reader {number}" for number in range(50_000)]
    choices = {"oneOf": [{"const": name, "title": name.upper()} for name in names]} if titled else {"enum": names}
    form = form_of({"type": "object", "properties": {"u": choices}})
    field = only(form)
    assert (field.kind, field.problem, len(field.options)) == ("enum", None, 50_000)
    assert field.options.place_of("reader 49999") == 49_999
    assert form.validate_field(field, "reader 49999").valid
    assert read_text(field, "reader 7") == "reader 7"
    refused = read_text(field, "reader 50000")
    assert isinstance(refused, Problem)
    assert refused.message == "u is “reader 50000”, not one of the 50,000 choices"


@pytest.mark.benchmark
def test_fifty_thousand_choices_are_read_and_judged_in_little_work() -> None:
    names = [f"reader {number}" for number in range(50_000)]
    schema = {"type": "object", "properties": {"u": {"oneOf": [{"const": name, "title": name} for name in names]}}}
    before = time.process_time()
    form = form_of(schema)
    assert time.process_time() - before < 0.6
    form.validate({"u": names[0]})
    before = time.process_time()
    assert form.validate({"u": names[-1]}).valid is True
    assert form.validate({"u": "nobody"}).valid is False
    assert time.process_time() - before < 0.03


def test_many_variants_that_are_no_plain_constants_are_all_looked_at() -> None:
    variants = [{"const": number} for number in range(200)]
    form = form_of({"properties": {"u": {"oneOf": [*variants, {"type": "string"}, {"const": 7, "title": "again"}]}}})
    assert form.validate({"u": "x"}).valid is True
    assert form.validate({"u": 8}).valid is True
    assert form.validate({"u": 7}).errors[0].message == "u fits 2 variants (8, 202) and may fit one only"
    assert form.validate({"u": 200}).errors[0].message == "u fits none of the 202 variants"


def test_equal_labels_among_many_are_told_apart() -> None:
    field = only(form_of({"type": "object", "properties": {"u": {"enum": [1, "1", *range(2, 3_000)]}}}))
    assert [option.label for option in field.options[:3]] == ["1", '"1"', "2"]


def test_composition_that_doubles_with_every_line_is_bounded() -> None:
    definitions: dict[str, Any] = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    definitions["d40"] = {"type": "string"}
    form = form_of({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions})
    assert only(form).problem == "the schema is too large: its parts refer to more and more others"
    assert form.validate({"a": 1}).valid is None


@pytest.mark.benchmark
def test_two_hundred_fields_are_read_well_within_a_fifth_of_a_second_of_work() -> None:
    kinds = (
        {"type": "string", "default": "x", "pattern": "^[a-z]+$"},
        {"type": "integer", "minimum": 0},
        {"enum": ["a", "b"]},
    )
    wide = {"type": "object", "properties": {f"p{number}": kinds[number % 3] for number in range(200)}}
    before = time.process_time()
    form = form_of(wide)
    assert time.process_time() - before < 0.2
    assert len(form.fields) == 200
