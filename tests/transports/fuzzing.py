"""What the fuzz tests draw: random bytes, mutated texts, and where the bytes are cut. How much, the environment says.

`INSPECTOR_FUZZ` multiplies the number of examples: 1 in the suite, some thousands for an hour.
"""

import itertools
import os
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from inspector.journal import Journal
from inspector.wire import events

TIMES: Final = int(os.environ.get("INSPECTOR_FUZZ", "1"))

MESSAGE: Final = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}],"x":1.50}}'
STREAM: Final = b": hello\nid: 1\nretry: 5\ndata:\n\nevent: message\ndata: " + MESSAGE + b"\r\n\r\ndata: {\ndata: }\n\n"
RESPONSE: Final = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"%x\r\n%b\r\n0\r\n\r\n" % (len(STREAM), STREAM)
)

_NASTY = st.sampled_from(
    [b"", b"\n", b"\r", b"\r\n\r\n", b"\0", b"\xef\xbb\xbf", b"\xff", b"\xe2\x80\xa8", b"\x1b[31m", b"data:", b"id: \0",
     b"event: endpoint\n", b'"id":null', b"[", b"{", b"]", b"}", b'"', b"\\ud800", b"1e999", b"NaN", b"-0", b"9" * 400,
     b'{"id":1,', b"[/bold]", b"[" * 3000, b"Content-Length: 5\r\n", b"HTTP/1.1 100 Continue\r\n\r\n",
     b"ffffffffffff\r\n"]
)  # fmt: skip
_CHANGES = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), st.one_of(_NASTY, st.binary(max_size=6))), min_size=1, max_size=5
)


def _changed(text: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    for where, length, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + length :]
    return text


def mutated(text: bytes) -> st.SearchStrategy[bytes]:
    """The text with a few pieces of it replaced."""
    return _CHANGES.map(lambda changes: _changed(text, changes))


def hostile(*texts: bytes) -> st.SearchStrategy[bytes]:
    """Random bytes, or one of these texts mutated."""
    return st.one_of(st.binary(max_size=300), *(mutated(text) for text in texts))


CUTS: Final = st.lists(st.floats(0, 1), max_size=6)


def cut(data: bytes, cuts: list[float]) -> list[bytes]:
    """The data in pieces; none of them is empty."""
    places = sorted({0, len(data), *(int(one * len(data)) for one in cuts)})
    return [data[start:end] for start, end in itertools.pairwise(places)]


def budget(examples: int) -> settings:
    """So many examples in the suite."""
    return settings(max_examples=examples * TIMES, suppress_health_check=list(HealthCheck))


def bytes_in(journal: Journal, http: int | None = None) -> bytes:
    """The body bytes of an exchange, put together again from the records."""
    out = b""
    joined = False  # the Received behind an SseBlock of a message on several lines repeats its data
    for record in journal.records:
        event = record.event
        if http is not None and getattr(event, "http", None) != http:
            continue
        if isinstance(event, events.SseBlock):
            out += event.raw
            joined = True
        elif isinstance(event, events.Received):
            if event.before or not joined:
                out += event.before + event.raw + event.after
        elif isinstance(event, events.HttpBody):
            out += event.raw
    return out
