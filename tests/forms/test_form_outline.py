"""The outline: a form with all that is nested in it, in lines."""

from form_schemas import properties, schema

from inspector.forms import Form, form_of
from inspector.forms.outline import outline_of


def told(form: Form) -> list[str]:
    return [
        "  " * line.depth
        + (f"▸ {line.variant}" if line.variant else f"{line.field.name}{'*' * line.field.required} {line.kind}")
        + (f" ({', '.join(line.variants)})" if line.variants else "")
        for line in outline_of(form)
    ]


def test_nested_fields_and_the_variants_of_unions_stand_below_their_field() -> None:
    form = form_of(
        properties(
            '"shapes": {"type": "array", "items": {"oneOf": ['
            '{"title": "Circle", "properties": {"kind": {"const": "c"}, "radius": {"type": "number"}},'
            ' "required": ["radius"]}, {"type": "object", "properties": {"kind": {"const": "box"}, "size": {"type":'
            ' "array", "prefixItems": [{"type": "integer"}, {"enum": ["a"]}], "items": false}}}]}},'
            '"labels": {"type": "object", "additionalProperties": {"type": "integer"}},'
            '"id": {"type": ["string", "number", "null"]},'
            '"user": {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}',
            '"required": ["shapes"]',
        )
    )
    assert told(form) == [
        "shapes* array of union (Circle, box)",
        "  ▸ Circle",
        "    kind const",
        "    radius* number",
        "  ▸ box",
        "    kind const",
        "    size array",
        "      0 integer",
        "      1 enum",
        "labels map of integer",
        "id union? (string, number)",
        "user object",
        "  tags array of string",
    ]


def test_a_union_of_the_whole_shows_what_all_share_first() -> None:  # FORM-01
    form = form_of(
        schema(
            """{"type": "object", "properties": {"id": {"type": "integer"}}, "oneOf": [
            {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
            {"properties": {"kind": {"const": "sms"}, "phone": {"type": "string"}}}]}"""
        )
    )
    assert told(form) == [
        "id integer",
        "▸ email",
        "  kind* const",
        "  to* string",
        "▸ sms",
        "  kind const",
        "  phone string",
    ]


def test_members_that_a_condition_brings_are_told_after_the_others() -> None:
    form = form_of(
        properties('"a": {"type": "string"}', '"if": {"required": ["a"]}, "then": {"properties": {"b": true}}')
    )
    assert told(form) == ["a string", "b json?"]


def test_an_outline_has_an_end() -> None:  # FORM-04, FORM-26
    node = '{"type": "object", "properties": {"v": true, "kids": {"type": "array", "items": {"$ref": "#/$defs/N"}}}}'
    form = form_of(properties('"t": {"$ref": "#/$defs/N"}', f'"$defs": {{"N": {node}}}'))
    assert max(line.depth for line in outline_of(form)) == 3
    many = ",".join(
        f'"m{number}": {{"type": "object", "properties": {{"a": true, "b": true}}}}' for number in range(150)
    )
    lines = outline_of(form_of(properties(many)))
    assert len([line for line in lines if line.depth == 0]) == 150
    assert len([line for line in lines if line.depth]) == 200


def test_a_form_of_json_alone_is_one_line() -> None:
    assert told(form_of({"type": "string"})) == ["arguments* json"]
