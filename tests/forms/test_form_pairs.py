"""Arguments from a command line."""

import pytest
from form_schemas import properties

from inspector.forms import form_of, from_json, from_pairs
from inspector.wire.json import dumps

FORM = form_of(
    properties(
        '"price": {"type": "integer"}, "note": {"type": "string"}, "opts": {"type": "object"}, "any": {},'
        '"tags": {"type": "array", "items": {"type": "string"}}, "u": {"$ref": "#/$defs/U"}, "": {"type": "string"},'
        '"a=b": {"type": "integer"}, "end:": {"type": "string"}, "/x": {"type": "string"}, "b": {"type": "boolean"},'
        '"l": {"type": "array", "items": {"$ref": "#/$defs/U"}}, "e": {"enum": ["x", null]},'
        '"nn": {"type": ["integer", "null"]}',
        '"additionalProperties": false, "$defs": {"U": {"type": "object",'
        ' "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name"]}}',
    )
)


@pytest.mark.parametrize(
    ("pairs", "sent"),
    [
        (["price=1.0"], '{"price":1}'),
        (["price=1e5"], '{"price":100000}'),
        (["price:=1e0"], '{"price":1e0}'),
        (["note=null"], '{"note":"null"}'),
        (["note="], '{"note":""}'),
        (["note=a=b"], '{"note":"a=b"}'),
        (['note:="x"'], '{"note":"x"}'),
        (['opts={"a":1.10}'], '{"opts":{"a":1.10}}'),
        (["any=true"], '{"any":"true"}'),
        (["any:=true"], '{"any":true}'),
        (["b=true", "e=null", "nn=null"], '{"b":true,"e":null,"nn":null}'),
        (["/u/name=Ann", "/u/age=7"], '{"u":{"name":"Ann","age":7}}'),
        (["/tags/0=1", "/tags/-=2"], '{"tags":["1","2"]}'),
        (["/l/0/name=a", "/l/1/name=b", "/l/0/age:=3"], '{"l":[{"name":"a","age":3},{"name":"b"}]}'),
        (["a=b=5"], '{"a=b":5}'),
        (["end:=x"], '{"end:":"x"}'),
        (["/~1x=1"], '{"/x":"1"}'),
        (["=v"], '{"":"v"}'),
        (["/=v"], '{"":"v"}'),
        (["note=1", "note=2"], '{"note":"2"}'),
    ],
)
def test_a_pair_is_read_by_its_field(pairs: list[str], sent: str) -> None:
    assembled = from_pairs(FORM, pairs)
    assert (dumps(assembled.arguments), assembled.problems) == (sent, ())


def test_what_stands_for_a_missing_field_is_named_where_the_schema_allows_it() -> None:
    schema = {"type": "object", "properties": {"path": {"type": "integer"}}, "required": ["path"]}
    problems = from_pairs(form_of(schema), ["filepath=a", "as=b"]).problems
    assert [one.message for one in problems] == ["path is required; filepath, as were given, and no field is called so"]
    closed = from_pairs(form_of({**schema, "additionalProperties": False}), ["filepath=a"]).problems
    assert [one.message for one in closed] == ["path is required", "filepath is not allowed here; did you mean path?"]


@pytest.mark.parametrize(
    ("pairs", "rule", "message"),
    [
        (["price=x"], "type", "price is “x”, not an integer"),
        (["price="], "type", "price is empty, not an integer"),
        (["price=007"], "type", "price is “007”, not an integer: a JSON number does not begin with 0"),
        (["b=yes"], "type", "b is “yes”, not true or false"),
        (["e=y"], "enum", "e is “y”, not x or null"),
        (["note:=1"], "type", "note is an integer, not a string"),
        (["note:=x"], "json", "note is not JSON: Expecting value at character 1"),
        (["opts=text"], "json", "opts is not JSON: Expecting value at character 1"),
        (["/u/age=old", "/u/name=A"], "type", "u ▸ age is “old”, not an integer"),
        (["/u/age=1"], "required", 'name is required; the empty string "" is a value too'),
        (["/l/5/name=x"], "pointer", "l has 0 elements; there is no place 5"),
        (["/u~/x=1"], "pointer", "/u~/x is not a JSON Pointer: a tilde stands for ~0 only, a slash in a name for ~1"),
        (["nota=1"], "additionalProperties", "nota is not allowed here; did you mean note?"),
        (["junk"], "text", "junk is not a pair: KEY=VALUE or KEY:=JSON is wanted"),
    ],
)
def test_what_a_field_cannot_take_names_field_and_rule(pairs: list[str], rule: str, message: str) -> None:
    (problem,) = from_pairs(FORM, pairs).problems
    assert (problem.rule, problem.message) == (rule, message)


def test_text_that_cannot_be_read_is_still_there_to_be_sent() -> None:
    assert dumps(from_pairs(FORM, ["price=x", "opts={a"]).arguments) == '{"price":"x","opts":"{a"}'


def test_a_pair_without_a_name_is_no_pair_where_no_field_is_nameless() -> None:
    assert from_pairs(form_of({"type": "object"}), ["=x"]).problems[0].rule == "text"


def test_a_required_constant_is_filled_in_and_an_optional_default_is_left_to_the_server() -> None:
    form = form_of(
        properties(
            '"k": {"const": 7}, "d": {"type": "integer", "default": 5}, "r": {"type": "integer", "default": 6}',
            '"required": ["k", "r"]',
        )
    )
    assert dumps(from_pairs(form, []).arguments) == '{"k":7,"r":6}'


def test_an_open_object_takes_any_member_as_text() -> None:
    assert dumps(from_pairs(form_of({}), ["x=1", "y:=1"]).arguments) == '{"x":"1","y":1}'


def test_a_whole_object_is_taken_as_written() -> None:
    assembled = from_json(FORM, '{"price": 1.0, "note": "n", "opts": {"a": 1.10}}')
    assert (dumps(assembled.arguments), assembled.problems) == ('{"price":1.0,"note":"n","opts":{"a":1.10}}', ())


def test_a_whole_that_is_not_json_says_where() -> None:
    assert from_json(FORM, '{"a": }').problems[0].message == "the whole is not JSON: Expecting value at character 7"


@pytest.mark.parametrize(
    ("pairs", "problems"),
    [
        (["opts=text", "/opts/x=1"], [("/opts", "json")]),
        (["price=x", "price=2"], [("/price", "type")]),
        (["tags=1", "/tags/0=x"], [("/tags/0", "pointer"), ("/tags", "type")]),
        (["any=1", "/any/0=x"], [("/any/0", "pointer")]),
        (["any:=null", "/any/a/b=x"], [("/any/a/b", "pointer")]),
        (['any:={"a":1}', "/any/a/b=x"], [("/any/a/b", "pointer")]),
    ],
)
def test_no_pair_is_dropped_in_silence_for_a_later_one_elsewhere(
    pairs: list[str], problems: list[tuple[str, str]]
) -> None:
    assert [(one.path, one.rule) for one in from_pairs(FORM, pairs).problems] == problems


def test_a_pair_below_one_that_holds_members_is_put_into_it() -> None:
    assembled = from_pairs(FORM, ['u:={"name":"A"}', "/u/age=1", "any:=[]", "/any/0=x"])
    assert (dumps(assembled.arguments), assembled.problems) == ('{"any":["x"],"u":{"name":"A","age":1}}', ())


@pytest.mark.parametrize("text", ['{"any": {"a": 1, "a": []}}', '{"any": 1, "any": 2}'])
def test_a_member_that_is_there_twice_cannot_be_taken_as_written(text: str) -> None:
    (problem,) = from_json(FORM, text).problems
    assert problem.rule == "duplicate" and "is there twice" in problem.message
    assert from_json(FORM, '{"any": [{"a": 1}, {"a": 1}]}').problems == ()


def test_a_member_that_is_there_twice_in_the_json_of_a_pair_names_the_place_of_the_pair() -> None:
    (problem,) = from_pairs(FORM, ['any:={"a": 1, "a": 2}']).problems
    assert (problem.path, problem.field, problem.rule) == ("/any", "a", "duplicate")
