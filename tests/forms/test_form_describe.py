"""`describe`: fields as data, an example that fits, and what is wrong with the schema."""

import pytest
from form_schemas import properties, schema

from inspector.forms import describe, example_of, example_values, form_of, subset_findings
from inspector.forms.form import Form
from inspector.wire.json import dumps, exact


def test_the_document_has_the_shape_of_the_contract() -> None:
    form = form_of(
        properties(
            '"n": {"type": "integer", "title": "N", "default": 3}, "e": {"enum": ["a", null]}', '"required": ["e"]'
        )
    )
    assert describe("t", form) == {
        "name": "t",
        "fields": [
            {
                "path": "/n",
                "label": "N",
                "kind": "integer",
                "required": False,
                "nullable": False,
                "default": 3,
                "options": [],
                "problem": None,
            },
            {
                "path": "/e",
                "label": "e",
                "kind": "enum",
                "required": True,
                "nullable": True,
                "options": [{"value": "a", "label": "a"}, {"value": None, "label": "null"}],
                "problem": None,
            },
        ],
        "example": {"n": 3, "e": "a"},
        "schemaFindings": [],
    }


@pytest.mark.parametrize(
    "part",
    [
        '{"const": {"a": 1}}',
        '{"type": "string", "minLength": 8, "maxLength": 9}',
        '{"type": "string", "pattern": "^[A-Z]{2}-\\\\d{4}$"}',
        '{"type": "string", "pattern": "^(red|green)+$", "minLength": 7}',
        '{"type": "string", "format": "date-time"}',
        '{"type": "string", "format": "uuid"}',
        '{"type": "integer", "minimum": 5, "maximum": 6}',
        '{"type": "integer", "exclusiveMinimum": 5, "multipleOf": 7}',
        '{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5, "multipleOf": 0.1}',
        '{"type": "number", "maximum": -3.5}',
        '{"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "string"}}',
        '{"type": "array", "minItems": 3, "items": {"properties": {"q": {"type": "integer"}}, "required": ["q"]}}',
        '{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false, "minItems": 2}',
        '{"type": "array", "minItems": 2, "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true}',
        '{"properties": {"a": {"properties": {"b": {"type": "null"}}, "required": ["b"]}}, "required": ["a"]}',
        '{"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 2}',
        '{"oneOf": [{"properties": {"kind": {"const": "x"}}, "required": ["kind"], "type": "object"}, false]}',
        '{"type": ["integer", "boolean"]}',
        '{"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]}',
        '{"type": "string", "not": {"enum": ["x"]}}',
        "{}",
    ],
)
def test_an_example_fits_its_schema(part: str) -> None:
    form = form_of(properties(f'"x": {part}', '"required": ["x"]'))
    example, judged = example_of(form)
    assert "x" in example
    assert judged.valid is True, dumps(example)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{"properties": {"on": {"const": true}}, "required": ["on"], "if": {"properties": {"on": {"const": true}}},'
            ' "then": {"properties": {"y": {"type": "integer", "minimum": 7}}, "required": ["y"]}}',
            '{"on":true,"y":7}',
        ),
        (
            '{"allOf": [{"oneOf": [{"properties": {"l": {"const": "p"}}, "required": ["l"]},'
            ' {"properties": {"l": {"const": "q"}}, "required": ["l"]}]},'
            ' {"oneOf": [{"properties": {"r": {"const": "p"}}, "required": ["r"]}]}]}',
            '{"l":"p","r":"p"}',
        ),
        (
            '{"properties": {"x": {"properties": {"k": {"enum": ["a", "b"]}}, "required": ["k"],'
            ' "if": {"properties": {"k": {"const": "a"}}}, "then": {"required": ["q"]}}}, "required": ["x"]}',
            '{"x":{"k":"a","q":"q"}}',
        ),
        (
            '{"properties": {"x": {"type": "array", "contains": {"type": "integer", "minimum": 5}, "minContains": 2}},'
            ' "required": ["x"]}',
            '{"x":["0",5,5]}',
        ),
        (
            '{"properties": {"x": {"type": "object", "minProperties": 2, "propertyNames": {"enum": ["red", "blue"]},'
            ' "additionalProperties": {"type": "integer"}}}, "required": ["x"]}',
            '{"x":{"red":1,"blue":1}}',
        ),
        (
            '{"properties": {"x": {"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "object",'
            ' "properties": {"id": {"type": "integer"}}, "required": ["id"]}}}, "required": ["x"]}',
            '{"x":[{"id":1},{"id":2},{"id":3}]}',
        ),
        (
            '{"properties": {"t": {"$ref": "#/$defs/N"}}, "required": ["t"], "$defs": {"N": {"type": "object",'
            ' "properties": {"n": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}, "required": ["n"]}}}',
            '{"t":{"n":{"n":null}}}',
        ),
    ],
)
def test_an_example_is_mended_until_it_fits(text: str, expected: str) -> None:
    example, judged = example_of(form_of(schema(text)))
    assert (dumps(example), judged.valid) == (expected, True)


@pytest.mark.parametrize("part", ['{"enum": [%s]}', '{"type": "array", "minItems": 1, "items": {"enum": [%s]}}'])
def test_an_example_fits_also_where_the_choices_are_too_many_to_offer(part: str) -> None:
    many = ",".join(f'"c{number}"' for number in range(100_001))
    example, judged = example_of(form_of(properties(f'"x": {part % many}', '"required": ["x"]')))
    assert example["x"] in ("c0", ["c0"])
    assert judged.valid is True


def test_an_example_reaches_down_fifty_levels() -> None:
    text = '{"type": "string"}'
    for _ in range(50):
        text = f'{{"type": "object", "properties": {{"x": {text}}}, "required": ["x"]}}'
    example, judged = example_of(form_of(schema(text)))
    assert (dumps(example).count('"x":'), judged.valid) == (50, True)


def test_an_example_of_a_union_at_the_root_fits_one_variant() -> None:
    form = form_of(
        schema(
            """{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "oneOf": [
            {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
            {"properties": {"kind": {"const": "sms"}, "phone": {"type": "string"}}, "required": ["kind", "phone"]}]}"""
        )
    )
    assert example_of(form) == (
        {"id": 1, "kind": "email", "to": "to"},
        form.validate({"id": 1, "kind": "email", "to": "to"}),
    )


def test_the_schemas_own_examples_come_first() -> None:
    form = form_of(properties('"city": {"type": "string", "examples": ["Bern"]}'))
    assert example_of(form)[0] == {"city": "Bern"}


def test_an_example_of_what_nothing_fits_comes_with_the_verdict() -> None:
    form = form_of(properties('"x": {"type": "string", "enum": [5]}', '"required": ["x"]'))
    assert example_of(form)[1].valid is False


def test_a_recursive_schema_has_a_finite_example() -> None:
    form = form_of(
        properties(
            '"t": {"$ref": "#/$defs/N"}',
            '"required": ["t"], "$defs": {"N": {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}}}',
        )
    )
    assert example_of(form)[0] == {"t": {}}


def test_findings_tell_what_the_meta_schema_refuses() -> None:
    form = form_of(properties('"x": {"type": "string", "minLength": "3"}, "y": {"$ref": "urn:y"}'))
    findings = describe("t", form)["schemaFindings"]
    assert [(finding["rule"], finding["path"]) for finding in findings] == [
        ("schema-field", "/y"),
        ("schema-meta-schema", "/properties/x/minLength"),
    ]
    assert all(finding["level"] == "warning" and finding["clause"] and finding["message"] for finding in findings)


def test_a_schema_too_large_to_be_checked_says_so() -> None:  # FORM-26
    constants = ",".join(f'{{"const": {number}}}' for number in range(9_000))
    form = form_of(properties(f'"u": {{"anyOf": [{constants}]}}'))
    assert [finding["message"] for finding in describe("t", form)["schemaFindings"]] == [
        "not checked against https://json-schema.org/draft/2020-12/schema: it is too large"
    ]


def test_a_schema_in_the_elicitation_subset_has_no_finding() -> None:
    assert (
        subset_findings(
            properties(
                '"s": {"type": "string", "title": "S", "format": "email", "default": "a@b.c"},'
                '"n": {"type": "integer", "minimum": 0}, "b": {"type": "boolean"},'
                '"e": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},'
                '"m": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "maxItems": 2}',
                '"required": ["s"]',
            )
        )
        == ()
    )


@pytest.mark.parametrize(
    ("part", "finding"),
    [
        ('{"oneOf": [{"const": "low", "title": "Low"}]}', "p has no type"),  # ELICIT-05
        ('{"$ref": "#/$defs/P"}', "p has no type"),  # ELICIT-08
        (
            '{"type": "object", "properties": {}}',
            "p has the type “object”, and only string, number, integer, boolean and enums are allowed",
        ),
        (
            '{"type": "string", "format": "uuid"}',
            "p has the format “uuid”, and only email, uri, date, date-time are allowed",
        ),
        ('{"type": "array", "items": {"type": "string"}}', "p is an array whose items are not choices"),
        ('{"type": "string", "not": {}}', "p has not, which elicitation does not allow"),
        ("true", "p is a boolean, not a schema object"),
    ],
)
def test_a_schema_outside_the_elicitation_subset_is_found_and_still_gives_a_form(part: str, finding: str) -> None:
    requested = properties(f'"p": {part}')
    assert subset_findings(requested) == (finding,)
    assert [field.path for field in form_of(requested).fields] == ["/p"]


def test_titled_choices_came_with_a_revision() -> None:
    requested = properties('"p": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]}')
    assert subset_findings(requested, "2025-06-18") == ("p has titled choices, which came with 2025-11-25",)


@pytest.mark.parametrize("number", ["1e-999999999", "1e999999999", "1" + "0" * 30_000, "1." + "0" * 30_000])
@pytest.mark.parametrize("keyword", ["multipleOf", "minimum", "exclusiveMaximum"])
def test_a_number_of_very_many_digits_is_never_written_out(
    keyword: str, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(example_values, "exact", lambda text: written.append(text) or exact(text))
    form = form_of(properties(f'"x": {{"type": "integer", "{keyword}": {number}}}', '"required": ["x"]'))
    assert isinstance(describe("t", form)["example"]["x"], int)
    assert all(len(text) < 5_000 for text in written)


@pytest.mark.parametrize("factor", ["1e-4001", "1e4001", "1e-999999999"])
def test_a_multiple_of_a_number_of_very_many_digits_is_not_checked(factor: str) -> None:
    form = form_of(properties(f'"x": {{"type": "number", "multipleOf": {factor}}}'))
    judged = form.validate({"x": 3})
    assert judged.valid is None
    assert judged.unchecked[0].reason == "multipleOf was not checked: a number has more than 4,000 digits"


def test_what_is_too_costly_to_judge_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = ",".join(
        f'"a{n}": {{"allOf": [{{"$ref": "#/$defs/a{n + 1}"}}, {{"$ref": "#/$defs/a{n + 1}"}}]}}' for n in range(30)
    )
    form = form_of(
        properties(
            '"x": {"$ref": "#/$defs/a0"}', f'"required": ["x"], "$defs": {{{steps}, "a30": {{"type": "string"}}}}'
        )
    )
    judged = []
    field = Form.validate_field
    monkeypatch.setattr(Form, "validate_field", lambda *given: judged.append(given) or field(*given))
    assert example_of(form)[1].valid is None
    assert len(judged) < 4
