"""JSON that keeps its digits."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.wire.json import (
    DEEPEST,
    MISSING,
    Digits,
    NotJson,
    constants,
    dumps,
    exact,
    parse,
    parse_foreign,
    parse_written,
    pretty,
)

NUMBERS = st.from_regex(r"\A-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?\Z")
TEXTS = st.text() | st.text(st.sampled_from("a\ud800é🎉\n"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS | NUMBERS.map(parse),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(NUMBERS)
def test_a_number_is_written_back_with_the_digits_it_was_read_with(text: str) -> None:
    assert dumps(parse(text)) == text


@pytest.mark.parametrize(
    "text", ["1.0", "1e5", "0.10", "-0", "9007199254740993", "1E400", "-1e-400", "0.1", "5", "1" * 5000, "NaN"]
)
def test_odd_numbers_keep_their_digits(text: str) -> None:
    assert dumps([parse(text)]) == f"[{text}]"


@given(VALUES)
def test_writing_and_reading_again_changes_nothing(value: object) -> None:
    text = dumps(value)
    assert dumps(parse(text)) == text
    assert dumps(parse(dumps(value, spaced=True))) == text
    assert dumps(parse(pretty(value))) == text


@given(VALUES)
def test_other_readers_understand_what_is_written(value: object) -> None:
    def same(one: object, other: object) -> bool:
        if isinstance(one, dict) and isinstance(other, dict):
            return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and all(map(same, one, other))
        return one == other

    assert same(json.loads(dumps(value)), value)


@given(st.text())
def test_text_that_is_no_json_raises_nothing_but_not_json(text: str) -> None:
    try:
        parse(text)
    except NotJson as error:
        assert error.reason and 0 <= error.position <= len(text)


def test_depth_is_said_and_never_a_recursion_error() -> None:
    with pytest.raises(NotJson, match="nested too deeply to read"):
        parse("[" * 200_000 + "]" * 200_000)
    value: list[object] = []
    for _ in range(200_000):
        value = [value]
    for write in (dumps, pretty):
        with pytest.raises(NotJson, match="nested too deeply to write"):
            write(value)


def test_a_lone_surrogate_is_written_as_an_escape_and_read_back() -> None:
    assert dumps("\ud800é") == '"\\ud800\\u00e9"'
    assert parse(dumps("\ud800é")) == "\ud800é"


def test_members_keep_their_order_and_blanks_come_only_on_request() -> None:
    assert dumps({"b": 1, "a": [True, None]}) == '{"b":1,"a":[true,null]}'
    assert dumps({"b": 1, "a": [True, None]}, spaced=True) == '{"b": 1, "a": [true, null]}'
    assert pretty({"b": [], "a": [1]}) == '{\n  "b": [],\n  "a": [\n    1\n  ]\n}'


@given(VALUES)
def test_a_number_with_digits_of_its_own_changes_nothing_of_what_stands_beside_it(value: object) -> None:
    assert dumps([value, parse("1.00")]) == dumps([value])[:-1] + ",1.00]"
    assert dumps([value, parse("1.00")], spaced=True) == dumps([value], spaced=True)[:-1] + ", 1.00]"


def test_what_is_not_json_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="set is not JSON"):
        dumps({"a": {1}})


def test_the_literals_that_json_has_not_are_found_anywhere() -> None:
    assert constants(parse('{"a": [1, {"b": NaN}]}')) and constants(parse("-Infinity"))
    assert not constants(parse('{"a": ["NaN", 1e999, 1.0]}'))


@pytest.mark.parametrize(
    ("text", "value"), [(" 5 ", "5"), ("1.50", "1.50"), ("true", None), ('"5"', None), ("05", None), ("", None)]
)
def test_exact_reads_numbers_of_the_json_grammar_only(text: str, value: str | None) -> None:
    number = exact(text)
    assert (None if number is None else dumps(number)) == value


def test_missing_is_one_thing_and_false() -> None:
    assert not MISSING and repr(MISSING) == "MISSING" and type(MISSING)() is MISSING


def test_digits_survive_pickling() -> None:
    assert dumps(pickle.loads(pickle.dumps(Digits("1.0")))) == "1.0"


def test_form_26_a_peers_text_is_read_whatever_its_depth_and_all_beside_what_is_too_deep_is_whole() -> None:
    deep = '{"x":[' * 50_000 + '"}]\\"{["' + "]}" * 50_000
    value, is_cut = parse_foreign(f'[{{"a": 1.0}}, {deep}, "]", {{"b": [2]}}]')
    assert is_cut and dumps([value[0], *value[2:]]) == '[{"a":1.0},"]",{"b":[2]}]'
    levels, inner = 1, value[1]
    while not isinstance(inner, str):
        levels, inner = levels + 1, inner["x"] if isinstance(inner, dict) else inner[0]
    assert levels == DEEPEST and inner == "‹398,730 characters, nested too deeply to be read›"


def test_a_peers_text_that_can_be_read_is_whole() -> None:
    text = "[" * 400 + "]" * 400
    value, is_cut = parse_foreign(text)
    assert dumps(value) == text and not is_cut


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 5000 + "]" * 4999, "without its end"),
        ("[" * 5000 + "]" * 5001, "closes none"),
        ("[" * 5000 + "]" * 4999 + "}", "closes none"),
        ("[" * 5000 + "1 1" + "]" * 5000, "delimiter"),
        ("[" * 5000 + "," + "]" * 5000, "Expecting value"),
        ("[" * 5000 + '"a' + "]" * 5000, "Unterminated"),
        ("[" * 5000 + "]" * 5000 + "1", "Extra data"),
    ],
)
def test_what_is_nested_too_deeply_must_be_json_all_the_same(text: str, reason: str) -> None:
    with pytest.raises(NotJson, match=reason):
        parse_foreign(text)


def test_a_member_that_a_person_wrote_twice_is_read_as_the_last_and_written_twice():
    text = '{"a":1.0,"b":{"c":1,"c":2},"a":3}'
    value = parse_written(text)
    assert value["a"] == 3 and value["b"]["c"] == 2 and value == parse(text)
    assert dumps(value) == text
    assert dumps({"answer": value}) == f'{{"answer":{text}}}'
    assert parse_written(pretty(value)).pairs == value.pairs
