import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config.jsonc import JsonFault, parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 1]))
def test_plain_json_keeps_its_value(value: object, indent: int | None) -> None:
    assert parse(json.dumps(value, indent=indent, ensure_ascii=False)).value == value


@given(st.dictionaries(st.text(), JSON, min_size=1, max_size=5))
def test_each_member_has_the_value_and_the_line_of_its_key(value: dict[str, object]) -> None:
    text = json.dumps(value, indent=1)
    lines = text.split("\n")
    for name, node in parse(text).members():
        assert node.value == value[name]
        assert lines[node.key_line - 1].startswith(" " + json.dumps(name))


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        parse(text)
    except JsonFault as fault:
        assert fault.message


def test_comments_and_trailing_commas_are_allowed_and_move_no_line() -> None:
    text = """// first
{ /* two
lines */ "a": 1, // "b": 2,
  "url": "http://x//y /* no */ ,}",
  "list": [1, 2, /* last */ ], "end": {"z": "\\"//",
  }, // done
}
"""
    root = parse(text)
    assert root.value == {"a": 1, "url": "http://x//y /* no */ ,}", "list": [1, 2], "end": {"z": '"//'}}
    assert [(name, node.key_line) for name, node in root.members()] == [("a", 3), ("url", 4), ("list", 5), ("end", 5)]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ('{\n "a": 1\n "b": 2\n}', 3, 2),
        ('{"a": 1} x', 1, 10),
        ('{\n// a comment\n "a": }', 3, 7),
        ('{"a": /* never closed', 1, 7),
        ("{'a': 1}", 1, 2),
        ("[1,,2]", 1, 4),
    ],
)
def test_a_fault_has_its_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(JsonFault) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_deep_nesting_and_long_numbers_are_faults_too() -> None:
    with pytest.raises(JsonFault, match="deeply"):
        parse("[" * 100_000)
    with pytest.raises(JsonFault, match="number"):
        parse("9" * 5000)


def test_of_repeated_keys_the_last_counts_and_both_are_seen() -> None:
    root = parse('{"a": 1,\n "a": 2}')
    node = root.get("a")
    assert node is not None
    assert (node.value, node.key_line) == (2, 2)
    assert [child.value for _, child in root.members()] == [1, 2]


def test_a_path_that_is_not_there_or_leads_through_a_text_is_none() -> None:
    root = parse('{"a": {"b": "c"}}')
    assert root.get("a", "x") is None
    assert root.get("a", "b", "c") is None
