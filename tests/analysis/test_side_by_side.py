"""Two values as one document: what differs is there, what is alike is counted."""

import pytest

from inspector.analysis.counterparts import counterpart
from inspector.analysis.differences import differences
from inspector.analysis.side_by_side import MOST_LINES, rows_of
from inspector.analysis.timeline import Timeline
from inspector.wire.json import parse
from tests.analysis.journals import Journal
from tests.tui.detail.sessions import reserved


def drawn(before, after):
    """The rows as text: sign, indent, left, right."""
    before, after = parse(before), parse(after)
    signs = {"": " ", "added": "+", "removed": "-", "changed": "~", "moved": ">"}
    texts = []
    for row in rows_of(before, after, differences(before, after)):
        if row.alike:
            texts.append(f"  {'  ' * row.depth}… {row.alike}")
            continue
        sides = [
            "" if line is None else (f"{line.label}: " if line.label else "") + line.text
            for line in (row.left, row.right)
        ]
        both = sides[0] if sides[0] == sides[1] else " | ".join(sides)
        texts.append(f"{signs[row.kind]} {'  ' * row.depth}{both}")
    return texts


def test_what_differs_is_in_full_and_what_is_alike_is_counted():
    members = ",".join(f'"k{number}":{number}' for number in range(6))
    assert drawn(f'{{{members},"a":1.0,"z":[1]}}', f'{{{members},"a":1.00,"z":[1]}}') == [
        "  {",
        "    … 5",
        "    k5: 5",
        "~   a: 1.0 | a: 1.00",
        "    z: [ … 1 item ]",
        "  }",
    ]


def test_what_is_on_one_side_only_has_all_its_lines_there():
    assert drawn('{"x":null}', '{"x":null,"y":{"a":[1,{}]}}') == [
        "  {",
        "    x: null",
        "+    | y: {",
        "+      | a: [",
        "+        | 1",
        "+        | {}",
        "+      | ]",
        "+    | }",
        "  }",
    ]
    assert drawn('{"x":[1]}', '{"x":"1"}')[1:-1] == ['~   x: [ | x: "1"', "~     1 | ", "~   ] | "]
    many = drawn("[]", f"[{','.join('[1]' for _ in range(MOST_LINES))}]")
    assert len(many) == 3 * MOST_LINES + 2
    alone = drawn("{}", f'{{"a":[{",".join("1" for _ in range(MOST_LINES))}]}}')
    assert len(alone) == MOST_LINES + 3 and alone[-2].endswith("…")


def test_an_element_that_moved_says_so_and_its_name_is_there():
    before = '[{"name":"a","n":1,"x":1,"y":2},{"name":"b"}]'
    after = '[{"name":"b"},{"name":"a","n":2,"x":1,"y":2}]'
    assert drawn(before, after) == [
        "  [",
        "    { … 1 member }",
        ">   {",
        '      name: "a"',
        "~     n: 1 | n: 2",
        "      x: 1",
        "      y: 2",
        "    }",
        "  ]",
    ]


def test_values_of_any_depth_and_equal_ones_are_drawn():
    deep = "[" * 900 + "{}" + "]" * 900
    assert len(drawn(deep.format(1), deep.replace("{}", "2"))) == 900 * 2 + 1
    assert drawn('{"a":[1,2]}', '{"a":[1,2]}') == ["  { … 1 member }"]


@pytest.mark.parametrize(
    ("seq", "mark", "other"),
    [
        (7, None, 5),
        (8, None, 6),
        (5, None, None),
        (7, 5, 5),
        (8, 5, 6),
        (7, 7, 5),
        (5, 8, 7),
        (6, 5, 5),
        (999, 5, None),
    ],
)
def test_a_record_is_compared_with_the_marked_one_or_the_one_before_of_its_kind(seq, mark, other):
    timeline = Timeline()
    timeline.feed(reserved().records)
    assert counterpart(seq, mark, timeline) == other


def test_a_call_of_another_name_is_not_of_its_kind():
    journal = Journal(tick=0.0).modern()
    for number, name in enumerate("aab", 10):
        journal.request("tools/call", {"name": name}, id=number)
    timeline = Timeline()
    timeline.feed(journal.records)
    last = journal.records[-1].seq
    assert counterpart(last, None, timeline) is None
    assert counterpart(last - 1, None, timeline) == last - 2
