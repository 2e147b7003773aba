"""Lines of a recording: their exact bytes, and that each event survives them."""

import json
import math
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.recording import BadLine, Header, Redaction, decode, encode, open_recording
from inspector.recording.format import KINDS, encode_header
from inspector.wire import events
from inspector.wire.events import (
    Began,
    Closed,
    Decision,
    Event,
    Exited,
    HttpBody,
    HttpEnd,
    HttpRequest,
    HttpResponse,
    Note,
    Opened,
    Received,
    Record,
    Sent,
    SseBlock,
    Stderr,
    Unknown,
)

GOLDEN = Path(__file__).parent.parent / "recordings" / "every-kind.jsonl"
HEADER = Header(
    "2026-11-30T09:15:00.000Z",
    "0.1.0",
    {"transport": "stdio", "command": ["lending", "--branch", "Älder"], "url": None},
)
SESSION: list[Event] = [
    Opened("stdio", command=("lending", "--branch", "Älder"), resolved="/usr/bin/lending", env=("BRANCH",), pid=4711),
    Decision(
        "era",
        "server/discover",
        "modern",
        "The server named 2026-07-28, which we speak.",
        sent="2026-07-28",
        outcome="result",
        clause="2026-07-28 basic/versioning#negotiation",
        ms=1.25,
        records=(3, 4),
        data={"supportedVersions": ["2026-07-28"], "ttlMs": 1.0},
    ),
    Began(1, "tools/call", "renew_loan"),
    Sent(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"renew_loan"}}', op=1),
    Stderr("renewing “Tides”\x1b[0m".encode()),
    Received('{"jsonrpc": "2.0", "id": 1, "result": {"days": 1.0, "note": "a\u2028b"}}\r'.encode()),
    Received(b'{"half": "\xff\xfe', ended=False),
    Exited(None, signal=9),
    Closed("the process ended"),
    Opened("streamable-http", attempt=2, url="http://127.0.0.1:8000/mcp"),
    HttpRequest(1, "POST", "http://127.0.0.1:8000/mcp", (("Accept", "text/event-stream"), ("X-A", "1"), ("X-A", "2"))),
    Sent(b'{"jsonrpc":"2.0","id":2,"method":"ping"}', http=1),
    HttpResponse(1, 200, "OK", headers=(("Content-Type", "text/event-stream"),), ms=4.5, phases={"connect": 0.5}),
    SseBlock(1, b": keep-alive\n\n"),
    Received(b'{"jsonrpc":"2.0","id":2,"result":{}}', http=1, before=b"event: message\ndata: ", after=b"\n\n"),
    HttpEnd(1, 99, 5.0),
    HttpRequest(2, "DELETE", "http://127.0.0.1:8000/mcp", body=b"\x00\xff"),
    HttpResponse(2, 404, version="HTTP/2"),
    HttpBody(2, b"<h1>Not found</h1>"),
    HttpEnd(2, 18, 1.0, "the connection was reset", "stream"),
    Closed(asked=True),
    Unknown("weather", {"sky": "clear", "degrees": 21.50}),
    Note("Why is it not found?", 16),
    Note("Tidied up.", written="2026-12-01T08:00:00Z"),
]


def records(session: list[Event]) -> list[Record]:
    return [Record(number, number / 8, event) for number, event in enumerate(session, 1)]


def test_each_kind_of_event_is_written_with_the_bytes_that_version_1_promises() -> None:
    lines = [encode_header(HEADER), *(encode(record) for record in records(SESSION))]
    assert "".join(f"{line}\n" for line in lines).encode() == GOLDEN.read_bytes()


def test_the_promised_bytes_read_back_as_the_session_that_they_tell() -> None:
    recording = open_recording(GOLDEN)
    assert (recording.header, recording.records, recording.notes) == (HEADER, records(SESSION), ())


def test_the_golden_session_holds_every_kind() -> None:
    assert {type(event) for event in SESSION} == set(typing.get_args(Event)) == {*KINDS.values(), Unknown}


# Two lone surrogates that follow each other are one character to JSON, so a high one is left out.
TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\udc80\udcff\u2028\x00\x85"))
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
WHOLE = st.integers(-(2**53), 2**53)
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT,
    str | None: st.none() | TEXT,
    int: WHOLE,
    int | None: st.none() | WHOLE,
    float: NUMBER,
    float | None: st.none() | NUMBER,
    bool: st.booleans(),
    bytes: st.binary() | TEXT.map(lambda text: text.encode("utf-8", "surrogatepass")),
    tuple[str, ...]: st.lists(TEXT, max_size=3).map(tuple),
    tuple[int, ...]: st.lists(WHOLE, max_size=3).map(tuple),
    events.Headers: st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple),
    events.Transport: st.sampled_from(["stdio", "streamable-http", "http+sse"]),
    Mapping[str, float]: st.dictionaries(TEXT, NUMBER, max_size=3),
    Any: JSON,
}


def of_kind(event: type[Any]) -> st.SearchStrategy[Any]:
    return st.builds(event, **{name: BY_TYPE[hint] for name, hint in typing.get_type_hints(event).items()})


UNKNOWN = st.builds(
    Unknown,
    TEXT.filter(lambda kind: kind not in KINDS),
    st.dictionaries(TEXT.filter(lambda name: name not in ("seq", "at", "kind", "redacted")), JSON, max_size=4),
)
EVENTS = st.one_of(*(of_kind(event) for event in KINDS.values()), UNKNOWN)


@given(st.builds(Record, st.integers(1, 2**53), st.floats(0, 1e8), EVENTS))
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    line = encode(record)
    assert "\n" not in line
    assert decode(line.encode()) == record


@given(st.builds(Record, st.integers(1, 2**53), st.floats(0, 1e8), EVENTS))
def test_a_line_is_json_to_any_reader(record: Record) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    assert json.loads(encode(record), parse_constant=refuse)["seq"] == record.seq


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_cannot_say_leave_the_line_valid(number: float) -> None:
    record = Record(1, number, Decision("era", "a", "v", "b", ms=number, data={"n": number}))
    members = json.loads(encode(record), parse_constant=lambda name: pytest.fail(name))
    assert members["data"] == {"n": str(number)}
    assert members["at"] == 0.0
    assert "ms" not in members


def test_numbers_in_the_data_of_a_decision_keep_their_digits() -> None:
    line = '{"seq": 1, "at": 0.5, "kind": "weather", "degrees": 21.50, "big": 1e400, "zero": -0}'
    assert encode(decode(line)) == line


def test_redactions_are_told_on_the_line_and_do_not_become_fields_of_the_event() -> None:
    line = encode(Record(1, 0.0, Stderr(b"x")), [Redaction("value", "text")])
    assert (
        line == '{"seq": 1, "at": 0.0, "kind": "stderr", "text": "x", "redacted": [{"rule": "value", "path": "text"}]}'
    )
    assert decode(line) == Record(1, 0.0, Stderr(b"x"))


def test_fields_that_are_not_known_are_passed_over() -> None:
    assert decode('{"seq":1,"at":0,"kind":"stderr","text":"x","colour":"red"}') == Record(1, 0.0, Stderr(b"x"))


WRONG = [None, True, -1, 1.5, 10**40, "\ud800", "x", [], [[]], [["a", 1]], [None], {}, {"a": "b"}, "====", 1e308]


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_the_wrong_type_never_raise_and_lose_nothing(kind: str) -> None:
    names = [*(name if name != "raw" else "text" for name in typing.get_type_hints(KINDS[kind])), "base64"]
    for wrong in WRONG:
        for name in [*names, "seq", "at"]:
            members = {"seq": 1, "at": 0.5, "kind": kind, name: wrong}
            record = decode(json.dumps(members))
            if isinstance(record.event, Unknown):
                assert record.event.kind == kind
                assert set(record.event.fields) == set(members) - {"seq", "at", "kind"}
            encode(record)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff{}", "not UTF-8"),
        (b"[1]", "no JSON object"),
        (b'"x"', "no JSON object"),
        (b"{}", "no kind"),
        (b'{"kind": 7}', "no kind"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"\x00", "not JSON"),
    ],
)
def test_a_line_that_is_no_record_says_why(line: bytes, reason: str) -> None:
    with pytest.raises(BadLine, match=f"^{reason}$"):
        decode(line)


@given(st.binary() | st.text().map(str.encode))
def test_no_bytes_raise_anything_but_bad_line(line: bytes) -> None:
    try:
        decode(line)
    except BadLine:
        pass


def test_a_piece_of_a_line_says_that_it_is_one_and_a_line_without_the_word_is_none() -> None:
    piece = Record(7, 1.0, Received(b"x", ended=False, cut=True))
    written = encode(piece)
    assert '"cut": true' in written and decode(written) == piece
    assert decode(written.replace(', "cut": true', "")).event == Received(b"x", ended=False)
