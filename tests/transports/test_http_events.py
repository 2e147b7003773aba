"""Server-sent events: the bytes are cut where the standard says, and none is lost."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transports.sse import Block, Position, Splitter


def blocks_of(*chunks: bytes) -> list[Block]:
    splitter = Splitter()
    return [block for chunk in chunks for block in splitter.feed(chunk)]


def essence(blocks: list[Block]) -> list[tuple[str, tuple[bytes, ...] | None, bytes | None, int | None]]:
    return [
        (block.event, block.data, block.id, block.retry)
        for block in blocks
        if block.data is not None or block.event or block.id is not None or block.retry is not None
    ]


def test_an_event_without_an_event_field_is_a_message() -> None:
    [block] = blocks_of(b"data: {}\n\n")
    assert block.is_message
    assert block.span == (6, 8)


def test_several_data_lines_are_joined_with_lf_and_lose_one_blank_each() -> None:
    [block] = blocks_of(b'data: {"a":1,\ndata:  "b":2,\ndata:"c":3}\n\n')
    assert block.text == b'{"a":1,\n "b":2,\n"c":3}'
    assert block.span is None


@pytest.mark.parametrize("eol", [b"\n", b"\r", b"\r\n"])
def test_each_line_end_ends_an_event_at_once_at_every_chunk_boundary(eol: bytes) -> None:
    stream = eol.join([b"event: message", b"data: one", b"", b"data: two", b"", b""])
    for cut in range(len(stream) + 1):
        found = blocks_of(stream[:cut], stream[cut:])
        assert [block.text for block in found if block.is_message] == [b"one", b"two"], cut


def test_an_event_that_ends_with_cr_does_not_wait_for_the_next_byte() -> None:
    splitter = Splitter()
    assert [block.text for block in splitter.feed(b"data: one\r\r")] == [b"one"]
    assert splitter.feed(b"\n") == []
    assert splitter.rest == b"\n"
    assert not splitter.torn
    assert [block.raw for block in splitter.feed(b"data: two\r\r")] == [b"\ndata: two\r\r"]


def test_fields_without_colon_unknown_fields_and_bad_values_are_ignored() -> None:
    first, second = blocks_of(b"foo: bar\nretry: abc\nid: a\0b\ndata\n\ndata: x\n\n")
    assert (first.data, first.id, first.retry, first.is_message) == ((b"",), None, None, False)
    assert second.is_message


def test_a_superscript_digit_is_no_retry() -> None:
    [block] = blocks_of("retry: ²\nretry: 15\nretry: +3\n\n".encode())
    assert block.retry == 15


def test_one_leading_bom_is_stripped_even_if_it_comes_in_pieces() -> None:
    [block] = blocks_of(b"\xef", b"\xbb", b"\xbfdata: x\n\n")
    assert block.text == b"x"
    assert block.raw.startswith(b"\xef\xbb\xbf")
    second = blocks_of(b"data: x\n\n\xef\xbb\xbfdata: y\n\n")[1]
    assert second.data is None


def test_comments_pings_and_empty_data_are_no_messages() -> None:
    found = blocks_of(b":\r\n\n: keepalive\n\nevent: ping\ndata: 1722\n\nid: 3\ndata:\n\n")
    assert [block.is_message for block in found] == [False] * 4
    assert found[2].event == "ping"
    assert found[3].id == b"3"


def test_a_stream_that_ends_inside_an_event_is_torn() -> None:
    splitter = Splitter()
    assert splitter.feed(b'data: {"res') == []
    assert splitter.torn
    assert splitter.rest == b'data: {"res'


def test_the_position_remembers_id_and_wait_and_an_empty_id_forgets_it() -> None:
    position = Position()
    [priming, same, forget] = blocks_of(b"id: 7\nretry: 1500\ndata:\n\nid: 7\n\nid\n\n")
    assert position.note(priming)
    assert (position.last_id, position.retry) == (b"7", 1.5)
    assert not position.note(same)
    position.note(forget)
    assert position.last_id == b""


pieces = st.lists(
    st.sampled_from(
        [b"\r", b"\n", b"\r\n", b"data", b":", b" ", b"id: 4", b"event: x", b"x", b"\xef\xbb\xbf", b"\0", b"\xc3"]
    )
)


@given(pieces, st.lists(st.integers(0, 60), max_size=6))
def test_no_byte_is_lost_and_the_boundaries_change_nothing(parts: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(parts)
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    splitter = Splitter()
    found: list[Block] = []
    for begin, end in itertools.pairwise(edges):
        found += splitter.feed(stream[begin:end])
    assert b"".join(block.raw for block in found) + splitter.rest == stream
    assert essence(found) == essence(blocks_of(stream))
    for block in found:
        assert block.span is None or block.raw[slice(*block.span)] == block.text
