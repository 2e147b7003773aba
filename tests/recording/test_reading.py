"""Opening recordings that are whole, damaged, hostile, or none."""

import gzip
import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.recording import Header, Recording, Redaction, open_recording, reading, source
from inspector.wire.events import Decision, Received, Record, Stderr, Unknown

GOLDEN = (Path(__file__).parent.parent / "recordings" / "every-kind.jsonl").read_bytes()
PACKED = gzip.compress(GOLDEN, mtime=0)
HEADER = b'{"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z"}\n'


def line(seq: int, text: str = "x") -> bytes:
    return b'{"seq": %d, "at": %d.5, "kind": "stderr", "text": "%s"}\n' % (seq, seq, text.encode())


@pytest.fixture
def opened(tmp_path: Path):  # type: ignore[no-untyped-def]
    def open_bytes(data: bytes, **limits: int) -> Recording:
        path = tmp_path / "session.jsonl"
        path.write_bytes(data)
        recording = open_recording(path, **limits)
        assert [record.seq for record in recording.records] == list(range(1, len(recording.records) + 1))
        return recording

    return open_bytes


def test_records_become_a_journal_that_goes_on_where_they_end(opened) -> None:  # type: ignore[no-untyped-def]
    journal = Journal()
    journal.load(opened(GOLDEN).records)
    assert len(journal) == 24
    assert journal.append(Stderr(b"more")).seq == 25


def test_a_header_without_records_is_an_empty_session(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER)
    assert (recording.header.created, recording.records, recording.notes) == ("2026-11-30T09:15:00.000Z", [], ())


@pytest.mark.parametrize(
    "change", [lambda data: data.replace(b"\n", b"\r\n"), lambda data: b"\xef\xbb\xbf" + data, gzip.compress]
)
def test_crlf_a_byte_order_mark_and_gzip_change_nothing(opened, change) -> None:  # type: ignore[no-untyped-def]
    recording = opened(change(GOLDEN))
    assert recording.records == opened(GOLDEN).records
    assert recording.notes == ()


def test_gzip_members_one_after_another_are_one_recording(opened) -> None:  # type: ignore[no-untyped-def]
    assert len(opened(gzip.compress(HEADER + line(1)) + gzip.compress(line(2))).records) == 2


def test_only_lf_ends_a_line(opened) -> None:  # type: ignore[no-untyped-def]
    text = "a\u2028b\u2029c\u0085d"
    assert opened(HEADER + line(1, text)).records == [Record(1, 1.5, Stderr(text.encode()))]


@pytest.mark.parametrize("cut", [1, 20, 40])
def test_a_torn_last_line_is_dropped_with_its_size(opened, cut: int) -> None:  # type: ignore[no-untyped-def]
    torn = line(2)[:cut]
    recording = opened(HEADER + line(1) + torn)
    assert len(recording.records) == 1
    assert recording.notes == (f"The last line of the recording is torn: {len(torn)} bytes dropped.",)


def test_a_last_line_that_lacks_only_its_end_is_kept(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER + line(1).rstrip())
    assert (len(recording.records), recording.notes) == (1, ())


def test_gzip_that_ends_early_gives_what_came_before(opened) -> None:  # type: ignore[no-untyped-def]
    data = gzip.compress(HEADER + b"".join(line(n, os.urandom(40).hex()) for n in range(1, 200)))
    recording = opened(data[: len(data) // 2])
    assert 50 < len(recording.records) < 150
    assert "The compressed data ends early; what came before is here." in recording.notes


def test_bad_lines_stand_as_marked_rows_in_their_place_and_are_said_by_number(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER + line(1) + b"{\n" + b"\n" + b'{"url": "http://169.254.169.254/"}\n' + line(4) + b"\0\n")
    assert [record.event for record in recording.records] == [
        Stderr(b"x"),
        Unknown("unreadable", {"line": 3, "reason": "not JSON", "text": "{"}),
        Unknown("unreadable", {"line": 5, "reason": "no kind", "text": '{"url": "http://169.254.169.254/"}'}),
        Stderr(b"x"),
        Unknown("unreadable", {"line": 7, "reason": "not JSON", "text": "\0"}),
    ]
    assert recording.notes == ("3 lines could not be read and stand as marked rows: lines 3, 5, 7.",)


def test_many_bad_lines_make_one_short_note(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER + b"{\n" * 5000)
    assert len(recording.records) == 5000
    assert [len(note) < 200 for note in recording.notes] == [True]


def test_a_missing_header_is_said(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(line(1))
    assert recording.header == Header()
    assert recording.notes == ("The recording has no header; when and with what it was made is not known.",)


def test_records_that_are_not_numbered_without_gaps_are_numbered_anew_and_decisions_follow(opened) -> None:  # type: ignore[no-untyped-def]
    decision = (
        b'{"seq": 9, "at": 9, "kind": "decision", "topic": "era", "action": "a", "verdict": "v", "because": "b",'
        b' "records": [7, 3, 8, 1]}\n'
    )
    recording = opened(HEADER + line(1) + line(7) + line(8) + decision)
    assert recording.records[3].event == Decision("era", "a", "v", "b", records=(2, 3, 1))
    assert recording.notes == ("The records were not numbered without gaps; they are numbered anew.",)


def test_a_time_that_cannot_be_meant_is_the_one_before(opened) -> None:  # type: ignore[no-untyped-def]
    bad = [b"NaN", b"-1", b"1e300", b'"x"', b"null", b"[]", b"true", b"9" * 5000]
    lines = [b'{"seq": %d, "at": %b, "kind": "stderr", "text": ""}\n' % (n, at) for n, at in enumerate(bad, 2)]
    recording = opened(HEADER + line(1) + b"".join(lines))
    assert {record.at for record in recording.records} == {1.5}
    assert recording.notes == ("Records without a usable time: 8; each has the time of the one before.",)


def test_a_known_kind_with_fields_that_do_not_fit_stays_visible_and_is_said(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER + b'{"seq": 1, "at": 0, "kind": "http-request", "http": "one", "url": 7}\n')
    assert recording.records == [Record(1, 0.0, Unknown("http-request", {"http": "one", "url": 7}))]
    assert recording.notes == ("Records whose fields do not fit their kind are shown as they stand: line 2.",)


def test_what_was_redacted_is_told_by_record(opened) -> None:  # type: ignore[no-untyped-def]
    extra = b', "redacted": [{"rule": "value", "path": "text"}, 7, {"rule": 1}]}'
    assert opened(HEADER + line(1).replace(b"}", extra)).redacted == {1: (Redaction("value", "text"),)}


@pytest.mark.parametrize("version", [b"2", b"0", b'"1"', b"null", b"true", b"9" * 5000])
def test_another_version_is_refused_with_what_to_do(opened, version: bytes) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError) as refused:
        opened(HEADER.replace(b"1,", version + b",", 1) + line(1))
    assert "this inspector reads version 1" in refused.value.why
    assert refused.value.hint


NEITHER = "It has neither the header of a recording nor a record."
DAMAGED_HEADER = PACKED[:20] + b"\xff" * 8 + PACKED[28:]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "It is empty."),
        (b"\n\n", "It is empty."),
        (b"{", NEITHER),
        (b"[" * 100_000, NEITHER),
        (b"\0" * 4096, NEITHER),
        (b'{"kind": "Pod", "name": "x"}\n' * 100, NEITHER),
        (b'{"kind": "sent"}\n', NEITHER),
        (GOLDEN[:40], NEITHER),
        (gzip.compress(b"hello\n", mtime=0), NEITHER),
        (b"\x1f\x8b", "The compressed data ends early."),
        (DAMAGED_HEADER, "The compressed data is damaged."),
        (GOLDEN.decode().encode("utf-16"), "It is in UTF-16LE; a recording is in UTF-8."),
        (GOLDEN.decode().encode("utf-16-be"), "It is in UTF-16BE; a recording is in UTF-8."),
        (b"PK\x03\x04" * 9, "It is a ZIP archive."),
        (b'{\n "mcpServers": {}}\n', "It is a file of servers."),
        (b'{"log": {"creator": {}}}', "It is a HAR file, which holds HTTP without the session around it."),
        (b'{"jsonrpc": "2.0"}\n', "It holds messages without records around them."),
        (b'{"seq": 1, "at": 1, "direction": "sent"}', "It is an export, messages as JSON lines, and no recording."),
        (b"[" + b",".join(GOLDEN.splitlines()) + b"]", "It is a JSON array."),
    ],
)
def test_what_is_no_recording_is_refused_with_what_it_is_and_what_to_do(opened, data: bytes, why: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UsageError, match="is not a recording") as refused:
        opened(data)
    assert refused.value.why == why
    assert refused.value.hint


def test_what_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, said in [("none", "There is no recording"), ("", "is not a recording"), ("pipe", "is not a recording")]:
        with pytest.raises(UsageError, match=said):
            open_recording(tmp_path / path)
    with pytest.raises(UsageError, match="cannot be read"):
        open_recording("a\0b")


def test_a_line_beyond_the_limit_is_unreadable_and_costs_no_memory(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(HEADER + line(1, "y" * 5_000_000) + line(2), max_line=100_000)
    lost, kept = recording.records
    assert isinstance(lost.event, Unknown)
    assert (lost.event.fields["reason"], len(lost.event.fields["text"])) == ("too long", 2000)
    assert kept.event == Stderr(b"x")


def test_a_bomb_is_read_to_the_limit(opened) -> None:  # type: ignore[no-untyped-def]
    recording = opened(gzip.compress(HEADER + line(1) * 500_000), max_bytes=2_000_000)
    assert len(recording.records) < 100_000
    assert any(note.startswith("Only the first") for note in recording.notes)


def test_packed_data_that_grows_beyond_all_measure_is_read_no_further(opened, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(source, "_BOMB", 2_000_000)
    recording = opened(gzip.compress(HEADER + line(1) + b"\0" * 50_000_000))
    assert len(recording.records) == 1
    assert recording.notes[0].startswith("The compressed data becomes more than 400 times its size")


def test_reading_ends_where_most_is_rubbish(opened, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(reading, "_RUBBISH", 10)
    recording = opened(HEADER + line(1) + b"{\n" * 100)
    assert len(recording.records) == 11
    assert recording.notes[-1] == "Reading stopped after line 12: more of what came before it is unreadable than not."


def test_a_message_over_many_chunks_is_whole(opened) -> None:  # type: ignore[no-untyped-def]
    assert opened(HEADER + line(1, "z" * 3_500_000) + line(2)).records[0].event == Stderr(b"z" * 3_500_000)


def test_a_thousand_cuts_and_flipped_bits_open_or_say_why(opened) -> None:  # type: ignore[no-untyped-def]
    forms = {"plain": GOLDEN, "packed": PACKED, "crlf": GOLDEN.replace(b"\n", b"\r\n")}
    dice = random.Random(2026)
    refused = 0
    for form in dice.choices(list(forms), k=1000):
        whole = bytearray(forms[form])
        flips = [(dice.randrange(len(whole)), dice.randrange(8)) for _ in range(dice.randrange(4))]
        for at, bit in flips:
            whole[at] ^= 1 << bit
        end = dice.choice((len(whole), dice.randrange(len(whole) + 1)))
        data = bytes(whole[:end])
        try:
            recording = opened(data)
        except UsageError as error:
            refused += 1
            assert error.why and error.hint
            assert form == "packed" or flips or b"\n" not in data
            continue
        if form != "packed":
            assert len(recording.records) >= data.count(b"\n") - 1 - len(flips)
        if not flips and form == "packed" and end < len(whole):
            assert recording.notes
        assert all(isinstance(each.event.raw, bytes) for each in recording.records if isinstance(each.event, Received))
    assert 50 < refused < 500


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=60)), st.booleans())
def test_no_lines_whatever_raise_anything_else(opened, lines: list[bytes], packed: bool) -> None:  # type: ignore[no-untyped-def]
    data = HEADER + b"\n".join(lines)
    opened(gzip.compress(data) if packed else data)
