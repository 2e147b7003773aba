import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.documents import json_structure
from inspector.tui.documents.json_lines import JsonLines
from inspector.tui.documents.json_structure import is_json

TEXT = '{"a" : [1.0,\n {"b":{}, "c":[ ]},"x,y{\\""], "odd key":1e5,"a":-0}'

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def texts(lines):
    return ["".join(text for text, _ in lines.spans(line, 0)) for line in range(len(lines))]


def test_digits_escapes_order_and_doubled_names_stay_as_sent():
    assert texts(JsonLines(TEXT)) == [
        "{",
        '  "a": [',
        "    1.0,",
        "    {",
        '      "b": {},',
        '      "c": [ ]',
        "    },",
        '    "x,y{\\""',
        "  ],",
        '  "odd key": 1e5,',
        '  "a": -0',
        "}",
    ]


@given(values, st.sampled_from([None, 0, 3]))
def test_the_lines_say_the_same_value_and_their_number_is_known_beforehand(value, indent):
    text = json.dumps(value, indent=indent)
    lines = JsonLines(text)
    expected = len(lines)
    shown = texts(lines)
    lines.scan(10**9)
    assert lines.complete
    assert len(lines) == expected == len(shown)
    long = any(len(line) > 1000 for line in shown)
    assert long or json.loads("".join(shown)) == json.loads(text)
    assert json.loads(lines.value(0)) == json.loads(text)


@given(values)
def test_the_path_of_every_line_leads_back_to_it(value):
    lines = JsonLines(json.dumps(value))
    for line in range(len(lines)):
        path = lines.path(line)
        again = lines.line_of_path(path)
        assert again is not None
        assert lines.path(again) == path


def test_paths_values_and_members():
    lines = JsonLines(TEXT)
    assert [lines.path(line) for line in (0, 1, 2, 4, 6, 8, 9, 11)] == [
        *("$", "$.a", "$.a[0]", "$.a[1].b", "$.a[1]", "$.a", '$["odd key"]', "$"),
    ]
    assert lines.value(3) == lines.value(6) == '{"b":{}, "c":[ ]}'
    assert lines.value(9) == "1e5"
    assert lines.decoded(7) == 'x,y{"'
    assert lines.decoded(9) is None
    assert (lines.members(0), lines.members(1), lines.members(3)) == (3, 3, 2)
    assert (lines.last_line(1), lines.is_container(4), lines.is_container(3)) == (8, False, True)


def test_a_folded_container_tells_how_much_is_in_it():
    lines = JsonLines('{"a":[1,2],"b":{"c":1}}')
    folded = ["".join(text for text, _ in lines.spans(line, 0, folded=True)) for line in (1, 5)]
    assert folded == ['  "a": [ … 2 items ],', '  "b": { … 1 member }']


def test_roles_follow_the_grammar_and_not_the_look():
    lines = JsonLines('{"1":"null","b":null,"c":12}')
    roles = [[role for text, role in lines.spans(line, 0) if text.strip(" :,")] for line in (1, 2, 3)]
    assert roles == [["json-key", "json-string"], ["json-key", "json-literal"], ["json-key", "json-number"]]


def test_a_long_string_is_cut_to_its_room_and_tells_its_size():
    lines = JsonLines(json.dumps({"t": "é" * 2050}, ensure_ascii=False))
    text = "".join(text for text, _ in lines.spans(1, 40))
    assert len(text) <= 40
    assert text.endswith('é…" 4.1 kB')


def test_controls_in_a_string_are_made_visible():
    lines = JsonLines('["\x7f\u202e"]')
    assert ("␡\\u202e", "invalid") in lines.spans(1, 80)


def test_searching_goes_both_ways_and_finds_what_is_in_one_line():
    lines = JsonLines(json.dumps([f"row {n}" for n in range(20_000)]))
    assert lines.find("row 19999", 0, forward=True) == 20_000
    assert lines.find("ROW 1", 0, forward=True) is None
    assert lines.find("row 7", 20_000, forward=False) == 7999 + 1
    assert lines.find("nothing", 0, forward=True) is None


@pytest.mark.parametrize("text", ["[" * 5000 + "]" * 5000, "NaN", "1" * 5000, '{"a":1,"a":2}'])
def test_deep_lenient_and_long_numbers_are_json(text):
    assert is_json(text)
    lines = JsonLines(text)
    lines.scan(10**6)
    assert lines.complete


def test_what_is_no_json_is_none():
    assert not is_json('{"a":1,}')
    assert not is_json("")


def test_a_very_large_text_is_counted_as_its_lines_are_found_and_comes_to_the_same(monkeypatch):
    text = json.dumps([{"name": f"row {n}", "tags": [], "more": ["x", {"y": n}]} for n in range(3_000)])
    counted = JsonLines(text)
    monkeypatch.setattr(json_structure, "COUNTED_UP_TO", 10)
    grown = JsonLines(text)
    assert not grown.complete
    first = len(grown)
    assert 100 < first < len(counted)
    assert "".join(part for part, _ in grown.spans(first - 1, 0)) == texts(counted)[first - 1]
    grown.scan(len(counted))
    assert grown.complete
    assert texts(grown) == texts(counted)


@pytest.mark.parametrize("escape", ["\\n", "\\\\", '\\"', "\\u00e9"])
def test_a_string_with_very_many_escapes_ends_where_it_ends(escape):
    text = f'{{"a": ["{escape * 9000}", 1], "{escape * 5000}": 2, "b": "{{"}}'
    lines = JsonLines(text)
    assert len(lines) == 8
    assert [lines.value(line) for line in (2, 3, 5, 6)] == [f'"{escape * 9000}"', "1", "2", '"{"']
    assert lines.path(6) == "$.b"


def test_the_size_of_a_long_string_is_told_in_bytes_of_utf_8():
    assert "4.1 kB" in texts(JsonLines(json.dumps(["é" * 2050], ensure_ascii=False)))[1]
    assert "4.1 kB" in texts(JsonLines(json.dumps(["e" * 4100])))[1]
