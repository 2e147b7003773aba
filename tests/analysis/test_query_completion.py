"""What is offered while a filter is typed, and how its parts are told apart."""

import pytest

from inspector.analysis.query import FIELDS, QueryError, parse_query
from inspector.analysis.query_completion import Suggestion, faulty, parts_of, suggestions
from inspector.analysis.query_values import values_of
from inspector.analysis.rows import Row

ROWS = [
    Row(1, 0.0, "req", "tools/call", "reserve_book", id_text="7", op=3),
    Row(2, 0.0, "res", "tools/call", "reserve_book", id_text="7", status_text="input required", status_role="waiting"),
    Row(3, 0.0, "ntf-in", "notifications/progress", id_text="~7"),
    Row(4, 0.0, "out", name="\x1b[2J noise"),
]


def offered(text: str, cursor: int | None = None) -> list[str]:
    at = len(text) if cursor is None else cursor
    return [one.text for one in suggestions(text, at, lambda field: values_of(field, ROWS))]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", [f"{field}:" for field in FIELDS]),
        ("me", ["method:"]),
        ("kind:req st", ["status:"]),
        ("(na", ["name:"]),
        ("method:", ["tools/call", "notifications/progress"]),
        ("method:prog", ["notifications/progress"]),
        ("status:", ["waiting", '"input required"']),
        ("finding:w", ["warning"]),
        ("dir:", ["in", "out"]),
        ("op:", ["3"]),
        ("id:", ["7"]),
        ("latency:>5", [">500ms"]),
        ("reserve", ["name:reserve_book"]),
        ("kind:req o", ["op:", "or"]),
        ("method:tools/call", []),
        ('status:"input r', ['"input required"']),
        ("zz:", []),
        ("body:x", []),
    ],
)
def test_fields_come_first_and_then_the_values_that_were_seen(text: str, first: list[str]) -> None:
    assert offered(text)[: len(first) or 1] == first


def test_what_is_taken_takes_the_place_of_what_was_typed_and_can_be_read() -> None:
    for text in ("status:inp", 'status:"inp', "not (status:wai) or meth", "res", "ki"):
        cursor = text.index("i)") + 1 if "i)" in text else len(text)
        for one in suggestions(text, cursor, lambda field: values_of(field, ROWS)):
            taken = text[: one.start] + one.text + text[one.end :]
            if not one.text.endswith(":") and ")" not in text:
                parse_query(taken)
            assert taken.startswith(text[: one.start])


def test_each_field_has_a_word_on_it_and_each_value_its_count() -> None:
    assert all(one.about for one in suggestions("", 0, lambda field: []))
    assert suggestions("op:", 3, lambda field: [("3", 1), ("4", 1200)]) == [
        Suggestion("3", "1 row", 3, 3),
        Suggestion("4", "1,200 rows", 3, 3),
    ]


def test_values_of_a_server_are_safe_to_show() -> None:
    rows = [Row(1, 0.0, "res", name="a\x1b[1mb"), Row(2, 0.0, "res", name="x" * 500)]
    assert [value for value, _ in values_of("name", rows)] == ["a␛[1mb"]


def test_the_parts_are_told_apart() -> None:
    text = 'method:tools/call and not (name:"a b" or /x y/) library://x zz:1'
    assert [(text[one.start : one.end], one.kind) for one in parts_of(text)] == [
        ("method:", "field"),
        ("tools/call", "value"),
        ("and", "word"),
        ("not", "word"),
        ("(", "sign"),
        ("name:", "field"),
        ('"a b"', "value"),
        ("or", "word"),
        ("/x y/", "regex"),
        (")", "sign"),
        ("library://x", "value"),
        ("zz:", "value"),
        ("1", "value"),
    ]


@pytest.mark.parametrize(
    ("text", "underlined"),
    [("latency:fast", "fast"), ("a and", "and"), ("(a", "a"), ("zz:1", "zz:"), ('name:"a', '"a'), ("dir:up x", "up")],
)
def test_what_is_wrong_is_underlined(text: str, underlined: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(text)
    start, end = faulty(text, caught.value.position)
    assert text[start:end] == underlined
