import json

import pytest

from inspector.tui.documents.pointers import path_of
from inspector.tui.documents.tables import Table, tables_of
from inspector.wire.json import parse

ROWS = [{"id": 1, "name": "a"}, {"id": 2, "name": "b", "note": None}]


def text(value):
    return {"type": "text", "text": value if isinstance(value, str) else json.dumps(value)}


@pytest.mark.parametrize(
    ("result", "where"),
    [
        ({"structuredContent": ROWS}, ["structuredContent"]),
        ({"structuredContent": {"rows": ROWS, "total": 2}}, ["structuredContent.rows"]),
        ({"structuredContent": {"a": ROWS, "b": {"c": ROWS}}}, ["structuredContent.a", "structuredContent.b.c"]),
        ({"content": [text("Found:"), text(ROWS)]}, ["content[1]"]),
        ({"contents": [{"uri": "x:y", "text": json.dumps({"rows": ROWS})}]}, ["contents[0].rows"]),
        ({"content": [{"type": "resource", "resource": {"text": json.dumps(ROWS)}}]}, ["content[0]"]),
        ({"structuredContent": {"rows": ROWS}, "content": [text({"rows": ROWS})]}, ["structuredContent.rows"]),
    ],
)
def test_arrays_of_like_objects_are_found_where_they_stand(result, where):
    assert [table.where for table in tables_of(result)] == where


@pytest.mark.parametrize(
    "value",
    [
        [], [1, 2], [{}], [{"a": 1}], [{"a": 1}, 2], [{"a": 1}, {"b": 1}, {"c": 1}], "text", None, {"a": {}},
        [[1, 2], [3, 4]], "[{]", "[",
    ],
)  # fmt: skip
def test_what_is_no_array_of_like_objects_is_no_table(value):
    assert tables_of({"structuredContent": value}) == [] and tables_of({"content": [text(value)]}) == []
    assert tables_of(value) == []


def test_columns_come_in_the_order_of_the_rows_and_those_of_numbers_alone_are_known():
    table = Table("", [{"n": 1, "s": "x"}, {"n": None, "s": "1", "f": 1.5}, {"n": 2, "b": True}])
    assert table.columns == ("n", "s", "f", "b") and table.numeric == {"n", "f"}


def test_cells_have_numbers_with_their_digits_and_nested_values_in_short():
    row = parse('{"n": 1.10, "big": 12345678901234567890, "e": 1e5, "o": {"a": 1}, "l": [1,2,3,4,5,6], "t": true}')
    table = Table("", [row, row])
    told = {name: table.cell(0, name) for name in (*table.columns, "gone")}
    assert told == {
        "n": ("1.10", "number"),
        "big": ("12345678901234567890", "number"),
        "e": ("1e5", "number"),
        "o": ('{"a": 1}', "nested"),
        "l": ("[6 items]", "nested"),
        "t": ("true", "literal"),
        "gone": ("", "missing"),
    }


def test_very_many_names_and_very_long_cells_are_bounded():
    rows = [{f"name{n}": "x" * 10_000 for n in range(5_000)}] * 2
    [table] = tables_of({"structuredContent": rows})
    assert len(table.columns) == 200 and len(table.cell(0, "name0")[0]) <= 201


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("", "$"),
        ("/rows/0/a b", '$.rows[0]["a b"]'),
        ("/rows/0/missing", "$.rows[0]"),
        ("/rows/7", "$.rows"),
        ("/x~1y~0z", '$["x/y~z"]'),
        ("/0", '$["0"]'),
    ],
)
def test_a_pointer_leads_to_the_path_of_the_value_or_of_what_lacks_it(pointer, path):
    assert path_of(pointer, {"rows": [{"a b": 1}], "x/y~z": 2, "0": 3}) == path
