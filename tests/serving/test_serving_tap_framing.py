"""Heads and bodies of HTTP/1.1 as bytes: what is read of them leaves them as they are."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.serving.tap.framing import BadFraming, Chunked, Length, UntilClosed, of_answer, of_request
from inspector.serving.tap.head import Head, NotHttp, end_of, request_of, status_of


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=5), st.lists(st.integers(1, 30), max_size=30), st.binary())
def test_chunks_are_told_apart_wherever_their_pieces_end(chunks: list[bytes], sizes: list[int], behind: bytes) -> None:
    body = b"".join(b"%x;e=1\r\n%b\r\n" % (len(one), one) for one in chunks) + b"0\r\nTrailer: x\r\n\r\n"
    framing, data, used, payload = Chunked(), body + behind, 0, b""
    for size in [*sizes, len(data)]:
        count, piece = framing.feed(data[used : used + size])
        used, payload = used + count, payload + piece
    assert (used, payload, framing.over()) == (len(body), b"".join(chunks), True)


@given(st.binary(max_size=300))
@example(b"\r")
def test_a_head_is_the_bytes_that_it_was_read_from_or_no_http(noise: bytes) -> None:
    raw = b"GET / HTTP/1.1\r\nA: b\r\n" + noise + b"\r\n\r\n"
    raw = raw[: end_of(raw)]
    try:
        assert bytes(Head.parse(raw)) == raw
    except NotHttp:
        pass


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_no_bytes_make_the_framing_raise_what_it_does_not_say(noise: bytes, body: bytes) -> None:
    head = Head(b"HTTP/1.1 200 OK\r\n", ((b"content-length", b"Content-Length:" + noise + b"\r\n"),), b"\r\n")
    for read in (lambda: of_request(head), lambda: of_answer(head, "POST", 200), lambda: Chunked()):
        try:
            framing = read()
            used, payload = framing.feed(body)
            assert used <= len(body) and len(payload) <= used
        except BadFraming:
            pass
    for line in (request_of, status_of):
        try:
            line(Head(noise, (), b"\r\n"))
        except NotHttp:
            pass


@pytest.mark.parametrize(
    ("fields", "verb", "status", "kind"),
    [
        (b"Content-Length: 5", "POST", 200, Length),
        (b"Content-Length: 5, 5", "POST", 200, Length),
        (b"Transfer-Encoding: gzip, Chunked", "POST", 200, Chunked),
        (b"Transfer-Encoding: gzip", "POST", 200, UntilClosed),
        (b"X: y", "POST", 200, UntilClosed),
        (b"Content-Length: 5", "HEAD", 200, Length),
        (b"X: y", "POST", 204, Length),
    ],
)
def test_the_head_tells_how_an_answer_is_framed(fields: bytes, verb: str, status: int, kind: type) -> None:
    framing = of_answer(Head.parse(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n\r\n"), verb, status)
    assert type(framing) is kind
    assert framing.over() is (verb == "HEAD" or status == 204)
