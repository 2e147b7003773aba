"""Rows in columns are the rows that were put in, also after they changed, and filters find the same among them."""

from dataclasses import replace
from random import Random

import pytest

from inspector.analysis import row_store
from inspector.analysis.kept import Kept
from inspector.analysis.query import parse_query
from inspector.analysis.row_store import Rows
from inspector.analysis.rows import Row, searched
from inspector.analysis.selection import Source

COUNT = 61


def rows():
    """Rows of every shape, some with texts that are not ASCII."""
    pick = Random(4)
    return [
        Row(
            seq * 2,
            seq / 3,
            pick.choice(["req", "res", "ntf-in", "why", "web-out"]),
            pick.choice(["tools/call", "tools/list", ""]),
            pick.choice(["echo", "säge", "İstanbul", ""]),
            pick.choice(["“hi” · ok", "error: no", ""]),
            pick.choice(["", f"{seq}", f'~"{seq}"']),
            pick.choice(["complete", "−32601", ""]),
            pick.choice(["success", "error", ""]),
            pick.choice([None, 0.0, 12.5]),
            pick.choice([None, 0, 5_000_000_000]),
            pick.choice(["", "error", "warning"]),
            pick.choice([None, 0, 7, 2**53]),
        )
        for seq in range(1, COUNT + 1)
    ]


def stored(plain, page=4):
    """A store of these rows in pages of four."""
    store = Rows(page)
    for row in plain:
        store.append(row)
    return store


@pytest.mark.parametrize("many", [2, 1000], ids=["more words than have numbers", "few words"])
def test_rows_come_back_as_they_were_put_in(monkeypatch, many):
    monkeypatch.setattr(row_store, "_MANY", many)
    plain = rows()
    store = stored(plain)
    assert store == plain and list(store) == plain and len(store) == COUNT
    assert [store[at] for at in (0, 3, 4, -1, -COUNT)] == [plain[at] for at in (0, 3, 4, -1, -COUNT)]
    assert store[2:9] == plain[2:9] and list(store.seqs) == [row.seq for row in plain]
    for outside in (COUNT, -COUNT - 1):
        with pytest.raises(IndexError):
            store[outside]


@pytest.mark.parametrize("index", [0, 5, COUNT - 1])
def test_a_row_that_is_replaced_or_marked_is_another_from_then_on_wherever_it_stands(index):
    plain = rows()
    store = stored(plain)
    other = replace(plain[index], what="‹new›", status_text="no answer", status_role="error", took_ms=None, op=3)
    store[index] = other
    store.mark(index, "info")
    assert list(store) == [*plain[:index], replace(other, mark="info"), *plain[index + 1 :]]


QUERIES = [
    *("echo", "säge", "i̇stanbul", "tools/call echo", "error", "/^tools.*ok/", "not echo", "echo or error"),
    *("method:tools", "name:echo", "status:−326", "id:7", "id:~9", "kind:req", "dir:in", "op:7", "finding:warning"),
    *("latency:>1ms", "size:>1kB", "name:e and size:>=0"),
]


@pytest.mark.parametrize("query", QUERIES)
def test_filters_find_among_pages_what_they_find_row_by_row(query):
    plain = rows()
    plain[9] = replace(plain[9], name="echo", mark="error")
    store = stored(plain)

    def found(kept, among):
        return list(
            parse_query(query).select(
                Source(kept, lambda among: [], lambda among: [], lambda at: None, Kept().saying, lambda at: ""), among
            )
        )

    for among in (range(COUNT), range(0, COUNT, 3), range(50, COUNT), range(0)):
        one_by_one = [at for at in among if found(stored([plain[at]]), range(1))]
        assert found(store, among) == one_by_one
    assert any("echo" in searched(row) for row in plain)
