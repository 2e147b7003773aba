"""Levels: nested values edited place by place."""

from typing import Any

import pytest
from form_schemas import properties, schema

from inspector.forms import Draft, Level, form_of, level_of
from inspector.wire.json import dumps, parse

SHAPES = (
    '"shapes": {"type": "array", "items": {"oneOf": ['
    '{"title": "Circle", "type": "object", "properties": {"kind": {"const": "circle"}, "name": {"type": "string"},'
    ' "radius": {"type": "number"}}, "required": ["kind", "radius"]},'
    '{"title": "Box", "type": "object", "properties": {"kind": {"const": "box"}, "name": {"type": "string"},'
    ' "size": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}], "items": false}},'
    ' "required": ["kind"]}]}}'
)


def draft(text: str, more: str = "") -> Draft:
    return Draft.of(form_of(properties(text, more)))


def sent(state: Draft) -> str:
    return dumps(state.arguments())


def rows(level: Level) -> list[tuple[str, str]]:
    return [(row.path, row.kind + ("*" if row.required else "")) for row in level.rows]


def test_the_first_level_has_the_members_of_the_form() -> None:
    state = draft('"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {"type": "integer"}}}')
    level = level_of(state)
    assert rows(level) == [("/a", "string"), ("/b", "object")]
    assert (level.variants, level.variant, level.adds, level.note) == ((), None, "member", "")
    assert rows(level_of(state, "/b")) == [("/b/c", "integer")]


def test_a_value_without_levels_has_one_row_at_its_own_place() -> None:
    assert rows(level_of(draft('"a": {"type": "string"}'), "/a")) == [("/a", "string")]


def test_an_array_of_unions_is_filled_place_by_place() -> None:  # FORM-20
    state, first = draft(SHAPES).added("/shapes")
    assert (first, state.problem_at(first) is not None) == ("/shapes/0", True)
    level = level_of(state, first)
    assert (level.variants, level.variant, level.rows) == (("Circle", "Box"), None, ())
    state = state.chosen(first, 0)
    level = level_of(state, first)
    assert rows(level) == [("/shapes/0/kind", "const*"), ("/shapes/0/name", "string"), ("/shapes/0/radius", "number*")]
    state = state.typed("/shapes/0/radius", "1.10").typed("/shapes/0/name", "n")
    state, second = state.added("/shapes")
    state = state.chosen(second, 1)
    assert rows(level_of(state, "/shapes/1/size")) == [("/shapes/1/size/0", "integer"), ("/shapes/1/size/1", "integer")]
    state = state.typed("/shapes/1/size/0", "3").typed("/shapes/1/size/1", "4")
    assert level_of(state, "/shapes/1/size").adds == ""
    assert sent(state) == '{"shapes":[{"kind":"circle","radius":1.10,"name":"n"},{"kind":"box","size":[3,4]}]}'
    assert state.assembled().problems == ()
    assert rows(level_of(state, "/shapes")) == [("/shapes/0", "union"), ("/shapes/1", "union")]
    assert level_of(state, "/shapes").adds == "element"


def test_another_variant_keeps_what_fits_and_the_old_one_comes_back() -> None:
    state, at = draft(SHAPES).added("/shapes")
    state = state.chosen(at, 0).typed(f"{at}/radius", "2.50").typed(f"{at}/name", "n")
    box = state.chosen(at, 1)
    assert sent(box) == '{"shapes":[{"kind":"box","name":"n"}]}'
    back = box.typed(f"{at}/name", "other").chosen(at, 0)
    assert sent(back) == '{"shapes":[{"kind":"circle","name":"other","radius":2.50}]}'
    assert back.text(f"{at}/radius") == "2.50"


def test_the_variant_of_a_loaded_value_is_found_by_its_constant_and_stays_while_it_is_edited() -> None:
    state = draft(SHAPES).put("", parse('{"shapes": [{"kind": "box", "size": [1, 2]}, {"kind": "circle"}]}'))
    assert [level_of(state, f"/shapes/{number}").variant for number in (0, 1)] == [1, 0]
    state = state.omit("/shapes/1/kind").typed("/shapes/1/radius", "7")
    assert level_of(state, "/shapes/1").variant == 0
    assert sent(state) == '{"shapes":[{"kind":"box","size":[1,2]},{"radius":7}]}'


def test_what_was_typed_moves_with_its_element() -> None:
    state = draft('"l": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}}')
    for text in ("1", "x", "3e0"):
        state, at = state.added("/l")
        state = state.typed(f"{at}/n", text)
    moved, at = state.moved("/l/1", -1)
    assert (at, moved.text("/l/0/n"), moved.text("/l/1/n"), moved.text("/l/2/n")) == ("/l/0", "x", "1", "3e0")
    problem = moved.problem_at("/l/0/n")
    assert problem is not None
    assert (problem.path, problem.message) == ("/l/0/n", "l ▸ 0 ▸ n is “x”, not an integer")
    left = moved.removed("/l/1")
    assert sent(left) == '{"l":[{"n":"x"},{"n":3}]}'
    assert left.text("/l/1/n") == "3e0"
    assert moved.moved("/l/0", -5)[1] == "/l/0"
    assert moved.moved("/l/0", 9)[1] == "/l/2"


def test_the_last_element_taken_away_leaves_an_empty_array() -> None:
    state, at = draft('"l": {"type": "array", "items": {"type": "string"}}').added("/l")
    assert sent(state) == '{"l":[""]}'
    assert sent(state.removed(at)) == '{"l":[]}'
    assert sent(state.omit("/l")) == "{}"


def test_an_element_that_is_emptied_keeps_its_place() -> None:
    state = draft('"l": {"type": "array", "items": {"type": "integer"}}').put("/l", [1, 2])
    state = state.typed("/l/0", "")
    problem = state.problem_at("/l/0")
    assert problem is not None and problem.message == "l ▸ 0 is not filled in yet"
    assert sent(state.typed("/l/0", "5")) == '{"l":[5,2]}'


def test_keys_of_a_map_are_rows_that_can_be_added_and_renamed() -> None:  # FORM-16
    state = draft(
        '"m": {"type": "object", "patternProperties": {"^x-": {"type": "integer"}},'
        ' "additionalProperties": {"type": "string"}, "maxProperties": 2}'
    )
    state, at = state.added("/m", "size")
    state = state.typed(at, "5")
    assert (sent(state), rows(level_of(state, "/m"))) == ('{"m":{"size":"5"}}', [("/m/size", "string")])
    state, at = state.renamed(at, "x-size")
    assert (sent(state), rows(level_of(state, "/m"))) == ('{"m":{"x-size":5}}', [("/m/x-size", "integer")])
    state, at = state.added("/m")
    assert (at, level_of(state, "/m").adds) == ("/m/key1", "")
    assert state.renamed(at, "x-size") == (state, at)


def test_a_renamed_member_keeps_its_place_and_what_was_typed_below() -> None:
    state = draft('"m": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}}')
    state = state.put("/m", {"a": [1], "b": [2]}).typed("/m/a/0", "1.0")
    state, at = state.renamed("/m/a", "c")
    assert (at, sent(state), state.text("/m/c/0")) == ("/m/c", '{"m":{"c":[1.0],"b":[2]}}', "1.0")


def test_a_free_member_of_the_whole_is_added_and_renamed() -> None:
    state = draft('"a": {"type": "string"}').typed("/a", "x")
    state, at = state.added("")
    state = state.put(at, 1)
    state, at = state.renamed(at, "z")
    assert (at, sent(state), rows(level_of(state))) == ("/z", '{"a":"x","z":1}', [("/a", "string"), ("/z", "json")])
    assert level_of(draft('"a": true', '"additionalProperties": false')).adds == ""


def test_a_union_of_scalars_has_one_row_of_the_chosen_type() -> None:  # FORM-19
    state = draft('"id": {"type": ["string", "number"]}')
    assert level_of(state, "/id").variants == ("string", "number")
    state = state.typed("/id", "007")
    assert (sent(state), level_of(state, "/id").variant) == ('{"id":"007"}', 0)
    state = state.chosen("/id", 1)
    assert (sent(state), rows(level_of(state, "/id"))) == ("{}", [("/id", "number")])
    state = state.typed("/id", "7.0")
    assert (sent(state), sent(state.chosen("/id", 0))) == ('{"id":7.0}', '{"id":"7.0"}')


def test_a_loaded_number_stays_a_number_while_it_is_typed() -> None:
    state = draft('"id": {"type": ["string", "number"]}').put("/id", 5)
    assert sent(state.typed("/id", "56").typed("/id", "567")) == '{"id":567}'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, ["/kind*", "/note"]),
        ({"kind": "mail"}, ["/kind*", "/note", "/to*"]),
        ({"kind": "sms", "note": "n"}, ["/kind*", "/note", "/phone", "/sign*"]),
        ({"kind": "sms"}, ["/kind*", "/note", "/phone"]),
    ],
)
def test_members_come_and_go_with_the_conditions_that_hold(value: Any, expected: list[str]) -> None:  # FORM-21
    state = draft(
        '"kind": {"enum": ["mail", "sms"]}, "note": {"type": "string"}',
        '"required": ["kind"], "allOf": ['
        '{"if": {"properties": {"kind": {"const": "mail"}}, "required": ["kind"]},'
        ' "then": {"properties": {"to": {"type": "string"}}, "required": ["to"]}},'
        '{"if": {"properties": {"kind": {"const": "sms"}}, "required": ["kind"]},'
        ' "then": {"properties": {"phone": {"type": "string"}}}}],'
        '"dependentRequired": {"note": ["sign"]}',
    ).put("", value)
    shown = [row.path + ("*" if row.required else "") for row in level_of(state).rows]
    assert shown == expected


def test_a_union_at_the_root_shows_what_all_share_until_one_is_chosen() -> None:  # FORM-01
    state = Draft.of(
        form_of(
            schema(
                """{"type": "object", "properties": {"id": {"type": "integer"}}, "oneOf": [
                {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
                {"properties": {"kind": {"const": "sms"}, "phone": {"type": "string"}}, "required": ["kind"]}]}"""
            )
        )
    )
    level = level_of(state)
    assert (level.variants, level.variant, rows(level)) == (("email", "sms"), None, [("/id", "integer")])
    state = state.typed("/id", "4").chosen("", 1)
    assert sent(state) == '{"id":4,"kind":"sms"}'
    assert rows(level_of(state)) == [("/id", "integer"), ("/kind", "const*"), ("/phone", "string")]
    assert sent(state.typed("/phone", "1").chosen("", 0)) == '{"id":4,"kind":"email"}'


def test_a_recursive_schema_unfolds_as_it_is_filled() -> None:  # FORM-04
    state = draft(
        '"tree": {"$ref": "#/$defs/N"}',
        '"$defs": {"N": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array",'
        ' "items": {"$ref": "#/$defs/N"}}}}}',
    )
    at = "/tree"
    for number in range(30):
        state = state.typed(f"{at}/v", str(number))
        state, at = state.added(f"{at}/kids")
    assert rows(level_of(state, at)) == [(f"{at}/v", "integer"), (f"{at}/kids", "array")]
    assert sent(state).count("kids") == 30


def test_anything_can_be_built_where_the_schema_says_nothing() -> None:
    state = draft('"any": {}')
    level = level_of(state, "/any")
    assert level.variants == ("string", "number", "boolean", "object", "array")
    state = state.chosen("/any", 3)
    state, at = state.added("/any", "list")
    state = state.chosen(at, 4)
    state, at = state.added(at)
    state = state.chosen(at, 1).typed(at, "1.50")
    assert sent(state) == '{"any":{"list":[1.50]}}'


def test_an_object_with_conditions_that_cannot_be_merged_is_still_filled_level_by_level() -> None:  # FORM-21
    branch = '{"if": {"required": ["%s"]}, "then": {"properties": {"more %s": {"type": "integer"}}}}'
    state = draft(
        f'"o": {{"type": "object", "allOf": [{branch % ("a", "a")}, {branch % ("b", "b")}],'
        ' "properties": {"a": true, "b": true}}'
    )
    assert state.form.field_at("/o").kind == "object"
    assert [row.name for row in level_of(state, "/o").rows] == ["a", "b"]
    state = state.put("/o/b", 1)
    assert [(row.name, row.kind) for row in level_of(state, "/o").rows][2:] == [("more b", "integer")]
    assert sent(state.typed("/o/more b", "7")) == '{"o":{"b":1,"more b":7}}'


def test_draft_07_tuples_have_a_row_for_each_place() -> None:  # FORM-25
    state = draft(
        '"t": {"type": "array", "items": [{"type": "integer"}, {"type": "string"}], "additionalItems": false}',
        '"$schema": "http://json-schema.org/draft-07/schema#"',
    )
    level = level_of(state, "/t")
    assert (rows(level), level.adds) == ([("/t/0", "integer"), ("/t/1", "string")], "")
    filled = state.typed("/t/1", "x")
    assert (sent(filled), [problem.path for problem in filled.assembled().problems]) == ('{"t":["","x"]}', ["/t/0"])
    assert sent(filled.typed("/t/0", "1")) == '{"t":[1,"x"]}'


def test_arrays_without_items_and_of_arrays_are_filled() -> None:  # FORM-18
    state = draft(
        '"a": {"type": "array"}, "d": {"type": "array", "items": {"type": "array", "items": {"type": "number"}},'
        ' "minItems": 1, "maxItems": 2}'
    )
    state, at = state.added("/a")
    assert level_of(state, at).variants == ("string", "number", "boolean", "object", "array")
    state = state.chosen(at, 1).typed(at, "1.0")
    assert rows(level_of(state, "/d")) == [("/d/0", "array*")]
    state, at = state.added("/d/0")
    state = state.typed(at, "2")
    state, at = state.added("/d")
    assert (at, level_of(state, "/d").adds, sent(state)) == ("/d/1", "", '{"a":[1.0],"d":[[2],[]]}')


def test_null_omitted_and_empty_are_told_apart_at_every_level() -> None:  # FORM-20
    state = draft(
        '"o": {"type": ["object", "null"], "properties": {"s": {"type": ["string", "null"]},'
        ' "l": {"anyOf": [{"type": "array", "items": {"type": ["integer", "null"]}}, {"type": "null"}]}}}'
    )
    assert [state.state(path) for path in ("/o", "/o/s", "/o/l")] == ["omitted"] * 3
    assert all(level_of(state, "/o").rows[index].nullable for index in (0, 1))
    state = state.put("/o/s", "").put("/o/l", [])
    assert (sent(state), state.state("/o/s"), state.state("/o/l")) == ('{"o":{"s":"","l":[]}}', "value", "value")
    state, at = state.added("/o/l")
    state = state.put(at, None).put("/o/s", None)
    assert (sent(state), state.state(at)) == ('{"o":{"s":null,"l":[null]}}', "null")
    assert sent(state.omit("/o/s").omit("/o/l")) == "{}"
    assert sent(state.put("/o", {})) == '{"o":{}}'


def test_a_problem_of_a_union_is_told_at_the_member_of_the_variant_in_force() -> None:
    state, at = draft(SHAPES).added("/shapes")
    state = state.chosen(at, 0)
    assert [(problem.path, problem.rule) for problem in state.assembled().problems] == [(f"{at}/radius", "required")]
    state = state.put(f"{at}/radius", "x")
    assert [(problem.path, problem.rule) for problem in state.assembled().problems] == [(f"{at}/radius", "type")]


def test_more_elements_and_variants_than_can_be_shown_are_said() -> None:  # FORM-26
    state = draft('"l": {"type": "array", "items": {"type": "integer"}}').put("/l", list(range(6_000)))
    level = level_of(state, "/l")
    assert (len(level.rows), level.note) == (
        5_000,
        "the first 5,000 of 6,000 elements are shown; the rest is edited as JSON",
    )
    variants = ",".join(f'{{"required": ["m{number}"]}}' for number in range(30))
    union = f'{{"oneOf": [{variants}]}}'
    level = level_of(draft(f'"u": {{"type": "object", "allOf": [{union}, {union.replace("m", "n")}]}}'), "/u")
    assert (level.variants, level.note) == ((), "it has 900 variants or more: too many to choose from")


def test_composition_that_doubles_with_every_line_has_a_level_and_a_note() -> None:  # FORM-26
    steps = ",".join(
        f'"d{n}": {{"anyOf": [{{"$ref": "#/$defs/d{n + 1}"}}, {{"$ref": "#/$defs/d{n + 1}"}}]}}' for n in range(30)
    )
    state = draft('"x": {"$ref": "#/$defs/d0"}', f'"$defs": {{{steps}, "d30": {{"type": "string"}}}}')
    level = level_of(state, "/x")
    assert len(level.variants) <= 500
    assert level.variants or level.note
    assert sent(state.typed("/x", "y")) in ('{"x":"y"}',)


def test_fifty_levels_are_filled_to_the_last() -> None:
    text = '{"type": "string"}'
    for _ in range(50):
        text = f'{{"type": "object", "properties": {{"x": {text}}}}}'
    state = Draft.of(form_of(schema(text)))
    path = "/x" * 50
    assert rows(level_of(state, "/x" * 49)) == [(path, "string")]
    assert sent(state.typed(path, "end")).count("x") == 50


def test_an_empty_object_belongs_to_the_only_variant_that_takes_objects() -> None:
    choices = '{"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}'
    state = draft(f'"x": {{"anyOf": [{choices}, {{"type": "object"}}]}}').put("/x", {})
    assert (level_of(state, "/x").variants, level_of(state, "/x").variant) == (("A | b", "object"), 1)


def test_a_variant_chosen_for_a_member_that_came_with_its_object_stays_chosen() -> None:
    state = draft('"any": true').chosen("/any", 3)
    state, at = state.added("/any", "a")
    state, at = state.put(at, None).added("/any")
    state, at = state.renamed(at, "")
    state = state.chosen(at, 1)
    assert (sent(state), level_of(state, at).variant) == ('{"any":{"a":null}}', 1)
    assert sent(state.typed(at, "1.0")) == '{"any":{"a":null,"":1.0}}'
