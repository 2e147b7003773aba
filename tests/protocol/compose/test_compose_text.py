"""Text that is changed by its places: all else stays as it was written."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.compose.octets import as_text, escaped, unescaped
from inspector.protocol.compose.text import doubled, drop, joined, laid_out, put, written
from inspector.wire.json import dumps

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.booleans())
def test_a_text_that_is_laid_out_is_joined_to_what_it_was(value, spaced):
    text = dumps(value, spaced=spaced)
    assert joined(laid_out(text)) == text


@given(st.binary())
def test_bytes_come_back_from_their_text(raw):
    assert unescaped(escaped(raw)) == raw


@given(st.binary())
def test_what_is_plain_text_holds_the_same_bytes(raw):
    text = as_text(raw)
    assert not text or (text.encode() == raw and text.split("\n") == text.splitlines() + [""] * text.endswith("\n"))


def test_an_escape_that_is_none_stands_for_itself():
    assert unescaped(r"\xZZ\q\xff") == rb"\xZZ\q" + b"\xff"


def test_a_member_is_put_and_dropped_where_it_belongs_and_digits_stay():
    text = '{"a":1.0, "b":{"c":1e5}}'
    more = put(text, ("b", "d"), '"x"')
    assert more == '{"a":1.0, "b":{"c":1e5,"d":"x"}}'
    assert drop(more, ("b", "d")) == text
    assert put(text, ("b", "c"), "2") == '{"a":1.0, "b":{"c":2}}'
    assert put(text, ("id",), "7", first=True) == '{"id":7,"a":1.0, "b":{"c":1e5}}'
    assert put("{}", ("x", "y"), "0") == '{"x":{"y":0}}'
    assert put('{"x":1}', ("x", "y"), "0") == '{"x":1}'
    assert put("no JSON", ("x",), "0") == "no JSON"


def test_what_would_be_more_margin_than_text_stays_on_its_line():
    text = '{"a":' * 300 + f"[{','.join(['[1,2]'] * 5_000)}]" + "}" * 300
    assert laid_out(text) == text


def test_a_member_that_stands_twice_is_told_and_dropped_with_its_twin():
    text = '{"a":1,"b":{"c":1,"c":2},"a":3}'
    assert list(doubled(text)) == ["c", "a"]
    assert list(doubled('[{"a":1,"b":{"a":1},"a":[{"x":1},{"x":1}]}]')) == ["a"]
    assert list(doubled("no: JSON")) == list(doubled('"a"')) == list(doubled("}:")) == []
    assert written(text, ("a",)) == "3"
    assert drop(text, ("a",)) == '{"b":{"c":1,"c":2}}'
