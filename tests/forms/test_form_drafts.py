"""Drafts: what a person has put into a form, and the object that would be sent."""

from typing import Any

import pytest
from form_schemas import properties

from inspector.forms import Draft, Problem, form_of, read_json, read_text, show_text
from inspector.forms.pointer import BadPointer
from inspector.wire.json import dumps, parse


def draft(text: str, more: str = "") -> Draft:
    return Draft.of(form_of(properties(text, more)))


def sent(state: Draft) -> str:
    return dumps(state.arguments())


def test_what_is_typed_and_cleared_is_not_sent() -> None:  # FORM-05
    state = draft('"price": {"type": "integer"}, "note": {"type": "string"}, "opts": {"type": "object"}')
    typed = state.typed("/price", "5").typed("/note", "n").typed("/opts", "{}")
    assert sent(typed) == '{"price":5,"note":"n","opts":{}}'
    cleared = typed.typed("/price", "").typed("/note", "").typed("/opts", "")
    assert sent(cleared) == "{}"
    assert sent(cleared.put("/note", "")) == '{"note":""}'


def test_a_required_string_that_was_not_touched_is_said_and_may_be_empty() -> None:  # FORM-06
    state = draft('"filter": {"type": "string"}, "n": {"type": "integer"}', '"required": ["filter", "n"]')
    state = state.typed("/n", "0")
    (problem,) = state.assembled().problems
    assert (problem.path, problem.rule) == ("/filter", "required")
    assert problem.message == 'filter is required; the empty string "" is a value too'
    assert sent(state) == '{"n":0}'
    assert state.put("/filter", "").assembled().problems == ()


def test_a_boolean_has_three_states_and_null_if_it_may() -> None:  # FORM-07
    state = draft(
        '"a": {"type": "boolean"}, "b": {"type": ["boolean", "null"]}, "c": {"type": "boolean", "default": true}'
    )
    assert [state.state(path) for path in ("/a", "/b", "/c")] == ["omitted", "omitted", "default"]
    assert sent(state.put("/a", False).put("/b", None).put("/c", False)) == '{"a":false,"b":null,"c":false}'
    assert sent(state.omit("/c")) == "{}"
    assert state.put("/b", None).state("/b") == "null"


def test_null_goes_out_as_null() -> None:  # FORM-08
    state = draft('"a": {"anyOf": [{"enum": ["x"]}, {"type": "null"}], "default": null}, "b": {"enum": ["x", null]}')
    assert sent(state) == '{"a":null}'
    assert sent(state.typed("/a", "x").typed("/b", "null")) == '{"a":"x","b":null}'


def test_each_choice_goes_out_with_its_own_type() -> None:  # FORM-09
    state = draft('"e": {"enum": [1, "1", 1.5, true, null, {"k": 1}, [1]]}, "k": {"const": 7}', '"required": ["k"]')
    options = state.form.field_at("/e").options
    out = [dumps(state.put("/e", option.value).arguments()["e"]) for option in options]
    assert out == ["1", '"1"', "1.5", "true", "null", '{"k":1}', "[1]"]
    assert sent(state) == '{"k":7}'


def test_a_default_seeds_the_field_and_never_rewrites_what_is_typed() -> None:  # FORM-11
    state = draft('"n": {"type": "number", "default": 5}, "l": {"type": "array", "default": [{"a": 1}]}')
    assert sent(state) == '{"n":5,"l":[{"a":1}]}'
    for text in ("-", "-1", "-1.", "-1.5", "-1.5e", "-1.5e3"):
        state = state.typed("/n", text)
        assert state.text("/n") == text
    state = state.typed("/l", "[{")
    assert state.text("/l") == "[{"
    assert sent(state.typed("/l", "[]")) == '{"n":-1.5e3,"l":[]}'


@pytest.mark.parametrize(
    ("text", "integer", "number"),
    [
        ("1.", None, None),
        ("-", None, None),
        (".5", None, None),
        ("1e5", "100000", "1e5"),
        ("1.0", "1", "1.0"),
        ("0.3", None, "0.3"),
        ("0.10", None, "0.10"),
        ("007", None, None),
        ("١", None, None),
        ("12345678901234567890123", "12345678901234567890123", "12345678901234567890123"),
        ("NaN", None, None),
        ("true", None, None),
        ("1 2", None, None),
        ("1e999999999", "1e999999999", "1e999999999"),
    ],
)
def test_numbers_are_read_exactly_and_drafts_are_kept(
    text: str, integer: str | None, number: str | None
) -> None:  # FORM-12
    state = draft('"i": {"type": "integer"}, "f": {"type": "number"}').typed("/i", text).typed("/f", text)
    assert (state.text("/i"), state.text("/f")) == (text, text)
    for path, expected in (("/i", integer), ("/f", number)):
        if expected is None:
            problem = state.problem_at(path)
            assert problem is not None and problem.rule == "type"
        else:
            assert state.problem_at(path) is None
            assert dumps(state.arguments()[path[1:]]) == expected


def test_an_object_is_sent_as_an_object_and_broken_json_says_where() -> None:  # FORM-13
    state = draft(
        '"p": {"anyOf": [{"type": "object", "additionalProperties": true}, {"type": "null"}], "default": null}'
    )
    assert sent(state.typed("/p", '{"a":1.10}')) == '{"p":{"a":1.10}}'
    (problem,) = state.typed("/p", '{"a":1,').assembled().problems
    assert (problem.path, problem.rule) == ("/p", "json")
    assert problem.message.endswith("at character 8")


def test_values_of_a_map_must_have_its_type() -> None:  # FORM-16
    state = draft(
        '"labels": {"type": "object", "additionalProperties": {"type": "string"},'
        ' "propertyNames": {"pattern": "^[a-z]+$"}}'
    )
    problems = state.typed("/labels", '{"a": 1, "B": "x"}').assembled().problems
    assert sorted(problem.path for problem in problems) == ["/labels/B", "/labels/a"]
    assert state.put("/free", 1).assembled().problems == ()


def test_plain_text_in_a_union_with_strings_is_a_string() -> None:  # FORM-19
    state = draft('"id": {"type": ["string", "number"]}')
    assert sent(state.typed("/id", "0071917043659912705296")) == '{"id":"0071917043659912705296"}'
    assert sent(state.typed("/id", "71917043659912705296", as_json=True)) == '{"id":71917043659912705296}'


def test_unset_null_and_empty_are_three_things() -> None:  # FORM-20
    state = draft('"items": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}')
    states = [state, state.put("/items", None), state.put("/items", [])]
    assert [sent(one) for one in states] == ["{}", '{"items":null}', '{"items":[]}']
    assert [one.state("/items") for one in states] == ["omitted", "null", "value"]


def test_a_schema_that_nothing_fits_can_still_be_sent() -> None:  # FORM-21
    state = draft('"never": false').typed("/never", "1")
    assert sent(state) == '{"never":1}'
    assert state.assembled().problems[0].message == "never is not allowed here"


def test_the_whole_as_json_and_back_loses_nothing() -> None:
    text = '{"z": 1.10, "a": {"deep": [1e5, null]}, "extra": "", "n": 12345678901234567890}'
    state = draft('"a": {"type": "object"}, "n": {"type": "integer"}, "z": {"type": "number"}').typed("", text)
    assert dumps(state.arguments(), spaced=True) == text
    assert parse(state.json_text()) == parse(text)
    assert (state.text("/z"), state.text("/n"), state.state("/extra")) == ("1.10", "12345678901234567890", "value")
    assert dumps(state.typed("/z", "2").arguments()).startswith('{"z":2,"a":')


def test_broken_json_for_the_whole_is_kept_as_typed_with_the_fields_behind_it() -> None:
    state = draft('"a": {"type": "string"}').typed("/a", "kept")
    broken = state.typed("", '{"a": ')
    assert broken.json_text() == '{"a": '
    assert broken.assembled().problems[0].rule == "json"
    assert sent(broken.typed("/a", "new")) == '{"a":"new"}'


def test_arguments_that_are_no_object_can_be_sent_and_are_a_problem() -> None:
    state = draft('"a": {"type": "string"}').typed("", "[1]")
    assert sent(state) == "[1]"
    assert state.assembled().problems[0].message == "the arguments are not an object"


def test_members_at_any_depth_are_set_and_taken_away() -> None:
    state = draft(
        '"u": {"$ref": "#/$defs/U"}, "l": {"type": "array", "items": {"$ref": "#/$defs/U"}}',
        '"$defs": {"U": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}}',
    )
    state = state.typed("/u/n", "1.0").typed("/u/s", "x").typed("/l/0/n", "7").typed("/l/-/s", "null")
    assert sent(state) == '{"u":{"n":1,"s":"x"},"l":[{"n":7},{"s":"null"}]}'
    assert sent(state.omit("/u/n").omit("/l/0")) == '{"u":{"s":"x"},"l":[{"s":"null"}]}'
    assert sent(state.put("/u", None)) == '{"u":null,"l":[{"n":7},{"s":"null"}]}'
    assert (state.text("/u/n"), state.state("/l/1/s"), state.state("/l/1/n")) == ("1.0", "value", "omitted")


def test_a_place_beyond_the_end_of_an_array_cannot_be() -> None:
    with pytest.raises(BadPointer, match="l has 0 elements; there is no place 3"):
        draft('"l": {"type": "array"}').put("/l/3", 1)


def test_a_change_leaves_the_old_draft_as_it_was() -> None:
    old = draft('"a": {"type": "object"}').put("/a", {"b": [1]})
    old.put("/a/b/0", 2).omit("/a/b")
    assert sent(old) == '{"a":{"b":[1]}}'


def test_defaults_of_an_elicitation_are_there_and_go_out_untouched() -> None:  # ELICIT-07
    state = draft(
        '"email": {"type": "string", "format": "email", "default": "a@b.c"}, "n": {"type": "integer", "default": 0},'
        '"f": {"type": "boolean", "default": false}, "d": {"type": "string", "format": "date"}'
    )
    assert sent(state) == '{"email":"a@b.c","n":0,"f":false}'
    problem = state.typed("/d", "friday").problem_at("/d")
    assert problem is not None
    assert (problem.rule, problem.message) == ("format", "d is “friday”, not a date such as 2026-12-04")
    assert sent(state.typed("/d", "friday")).endswith('"d":"friday"}')


def test_several_choices_keep_bounds_and_order() -> None:  # ELICIT-06
    state = draft(
        '"c": {"type": "array", "minItems": 1, "maxItems": 2, "default": ["#0F0"], "items": {"anyOf": ['
        '{"const": "#F00", "title": "Red"}, {"const": "#0F0", "title": "Green"}, {"const": "#00F", "title": "Blue"}]}}'
    )
    assert sent(state) == '{"c":["#0F0"]}'
    assert sent(state.typed("/c", "Blue, #F00")) == '{"c":["#00F","#F00"]}'
    assert [problem.rule for problem in state.put("/c", []).assembled().problems] == ["minItems"]
    assert [problem.rule for problem in state.typed("/c", "Red,Green,Blue").assembled().problems] == ["maxItems"]


def test_a_title_is_shown_and_the_constant_is_sent() -> None:  # ELICIT-05
    state = draft(
        '"p": {"oneOf": [{"const": "low", "title": "Low"}, {"const": "high", "title": "High"}], "default": "high"}'
    )
    assert sent(state) == '{"p":"high"}'
    assert sent(state.typed("/p", "Low")) == sent(state.typed("/p", "low")) == '{"p":"low"}'


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ('{"type": "string"}', "null"),
        ('{"type": "string"}', "  1 "),
        ('{"type": "integer"}', 10**30),
        ('{"type": "number"}', 0.1),
        ('{"type": "boolean"}', False),
        ('{"type": "null"}', None),
        ('{"enum": [1, "1", null, true]}', "1"),
        ('{"enum": [1, "x", null, true]}', 1),
        ('{"type": "array", "items": {"enum": ["a", "b,c"]}}', ["b,c"]),
        ('{"type": "array"}', [1, {"a": None}]),
        ('{"type": "object"}', {"a": [1.5]}),
        ("{}", "text"),
        ("{}", {"a": 1}),
    ],
)
def test_a_value_shown_as_text_reads_back_as_itself(part: str, value: Any) -> None:
    field = form_of(properties(f'"x": {part}')).field_at("/x")
    text = show_text(field, value)
    back = read_json(field, text) if field.edited_as_json else read_text(field, text)
    assert not isinstance(back, Problem)
    assert (type(back), back) == (type(value), value)


@pytest.mark.parametrize(
    "schema, told",
    [
        ({"type": "string"}, 'name is required; the empty string "" is a value too'),
        ({"type": "string", "minLength": 1}, "name is required"),
        ({"type": "string", "pattern": "^[0-9]+$"}, "name is required"),
        ({"type": "integer"}, "name is required"),
    ],
)
def test_the_empty_string_is_named_only_where_it_would_be_right(schema: dict[str, Any], told: str) -> None:
    form = form_of({"type": "object", "required": ["name"], "properties": {"name": schema}})
    assert [problem.message for problem in Draft.of(form).assembled().problems] == [told]
