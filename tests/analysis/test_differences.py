"""What two JSON values differ in: paths, kinds, digits, order, and in a time that does not grow with their square."""

import json
import random
from copy import deepcopy
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.differences import differences, ignoring, path_text, walk
from inspector.analysis.json_paths import BadPath
from inspector.wire.json import MISSING, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b c"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["name", "a", "b"]), inner, max_size=3),
    max_leaves=20,
)


def found(before, after, **more):
    """The differences as short texts."""
    return [f"{one.kind} {one.where}" for one in differences(parse(before), parse(after), **more)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ('{"a":1}', '{"a":1}', []),
        ('{"a":1,"b":2}', '{"b":2,"a":1}', []),
        ('{"a":1}', '{"a":1.0}', ["changed $.a"]),
        ("1e5", "100000.0", ["changed $"]),
        ("12345678901234567890.0", "12345678901234567891.0", ["changed $"]),
        ('{"a":true}', '{"a":1}', ["changed $.a"]),
        ('{"a":null}', "{}", ["removed $.a"]),
        ('{"b":{}}', '{"a":0,"b":[]}', ["added $.a", "changed $.b"]),
        ('{"x y":{"é":[[1]]}}', '{"x y":{"é":[[2]]}}', ['changed $["x y"]["é"][0][0]']),
        ("[1,2,3]", "[1,3]", ["removed $[1]"]),
        ("[1,3]", "[1,2,3]", ["added $[1]"]),
        ("[1,2,3]", "[1,9,3]", ["changed $[1]"]),
        ("[1,2,3]", "[3,1,2]", ["added $[0]", "removed $[2]"]),
        ('[{"a":1},{"a":2},{"a":3}]', '[{"a":3},{"a":1},{"a":2}]', ["moved $[2]"]),
        ('[{"a":1,"b":1}]', '[{"a":1,"b":2}]', ["changed $[0].b"]),
        (
            '[{"name":"x","n":1},{"name":"y","n":1}]',
            '[{"name":"z","n":1},{"name":"y","n":2}]',
            ["added $[0]", "removed $[0]", "changed $[1].n"],
        ),
        ('[{"name":"x"},{"name":"y","n":1}]', '[{"name":"y","n":2},{"name":"x"}]', ["moved $[0]", "changed $[1].n"]),
        ('[{"name":"x"},{"name":"x"}]', '[{"name":"x"},{"name":"q"}]', ["changed $[1].name"]),
    ],
)
def test_each_difference_has_its_path_and_its_kind(before, after, expected):
    assert sorted(found(before, after)) == sorted(expected)


def test_a_difference_says_what_was_there_and_what_is_and_where_in_each():
    before, after = parse('[{"name":"x","n":1.0},{"name":"y"}]'), parse('[{"name":"w"},{"name":"x","n":1.00}]')
    by_kind = {one.kind: one for one in differences(before, after)}
    changed = by_kind["changed"]
    assert (changed.path, changed.second) == ((0, "n"), (1, "n"))
    assert (repr(changed.before), repr(changed.after)) == ("1.0", "1.00")
    assert by_kind["added"].path == (0,) and by_kind["added"].before is MISSING
    assert by_kind["removed"].after is MISSING and path_text(by_kind["removed"].path) == "$[1]"


def test_what_is_ignored_is_not_looked_at_nor_what_is_below():
    before, after = '{"m":{"a":1},"t":[{"n":1,"x":1},{"n":1,"x":2}]}', '{"m":{"a":2},"t":[{"n":2,"x":1},{"n":1,"x":3}]}'
    assert found(before, after, ignored=ignoring(["$.m", "$.t[*].n"])) == ["changed $.t[1].x"]
    assert found(before, after, ignored=ignoring(["$.m.a", "$.t[0]"])) == ["changed $.t[1].x"]
    with pytest.raises(BadPath):
        ignoring(["$.a=1"])


def test_no_more_are_told_than_were_asked_for_and_the_walk_can_be_left():
    before, after = list(range(5000)), list(range(5000, 10000))
    assert len(differences(before, after, most=7)) == 7
    batches = list(walk(before, after))
    assert len(batches) > 10 and sum(map(len, batches)) == 5000


def test_a_value_of_any_depth_is_compared():
    before, after = (parse("[" * 900 + tail + "]" * 900) for tail in ("1", "2"))
    assert len(differences(before, after)[0].path) == 900


@given(VALUES)
def test_a_value_does_not_differ_from_its_copy(value):
    assert differences(value, deepcopy(value)) == []


@given(VALUES, VALUES)
def test_equal_is_what_has_no_difference_either_way(before, after):
    there, back = differences(before, after), differences(after, before)
    same = json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True)
    assert (there == []) == same == (back == [])


@pytest.mark.benchmark
@pytest.mark.parametrize(
    "make",
    [
        lambda number: list(range(number)),
        lambda number: [number % 7 for number in range(number)],
        lambda number: [{"name": f"t{at}", "n": at} for at in range(number)],
        lambda number: [{"a": at % 9, "b": [at]} for at in range(number)],
        lambda number: {f"k{at}": at for at in range(number)},
    ],
)
def test_ten_times_as_much_does_not_take_a_hundred_times_as_long(make):
    def cost(number):
        before = make(number)
        after = list(before) if isinstance(before, list) else dict(reversed(before.items()))
        if isinstance(after, list):
            random.Random(1).shuffle(after)
        best = min(_timed(before, after) for _ in range(3))
        return max(best, 1e-4)

    assert cost(20_000) / cost(2_000) < 40


def _timed(before, after):
    began = process_time()
    for _ in walk(before, after):
        pass
    return process_time() - began
