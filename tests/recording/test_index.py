"""A large recording in good order is opened without being read; any other is read as a whole."""

import gzip
import os

import pytest

from inspector.journal import Journal, Records
from inspector.recording import index, open_recording, reading, record_to, source
from inspector.wire.events import Decision, Received, Stderr, Unknown

TARGET = {"kind": "command", "command": ["server"]}


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A recording of two hundred records, which counts as large, and its journal."""
    monkeypatch.setattr(index, "LARGE", 1)
    monkeypatch.setattr(index, "_LONG", 4096)
    monkeypatch.setattr(source, "_CHUNK", 4096)
    journal = Journal(iter(range(1000)).__next__)
    with record_to(tmp_path / "r.jsonl", TARGET) as recorder:
        journal.add_sink(recorder)
        for number in range(200):
            journal.append(Received(b"\xff" * 9_000 + b"%d" % number) if number == 60 else Stderr(b"line %d" % number))
        journal.append(Decision("retry", "tools/call", "again", "it failed", records=(3, 4)))
        journal.flush()
    return tmp_path / "r.jsonl", journal


def test_the_records_of_an_index_are_those_that_were_written(large):
    path, journal = large
    opened = open_recording(path)
    assert isinstance(opened.records, Records) and not opened.records._recent
    assert opened.records == journal.records and opened.header.target == TARGET and opened.notes == ()
    path.unlink()
    assert opened.records[60] == journal.records[60]


@pytest.mark.parametrize(
    ("end", "note"),
    [(b'{"seq": 202, "at": 3.0, "kin', ("The last line of the recording is torn: 28 bytes dropped.",)), (b"", ())],
)
def test_a_torn_end_is_dropped_with_a_note(large, end, note):
    path, journal = large
    with path.open("ab") as file:
        file.write(end)
    opened = open_recording(path)
    assert opened.notes == note and opened.records == journal.records and isinstance(opened.records, Records)


def test_a_last_line_that_only_lacks_its_end_is_kept(large):
    path, journal = large
    os.truncate(path, path.stat().st_size - 1)
    opened = open_recording(path)
    assert opened.notes == () and opened.records == journal.records


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: lines[1:],
        lambda lines: [*lines[:40], *lines[41:]],
        lambda lines: [*lines[:40], b"noise\n", *lines[40:]],
        lambda lines: [line.replace(b"\n", b"\r\n") for line in lines],
        lambda lines: [lines[0], b"\n", *lines[1:]],
        lambda lines: [lines[0].replace(b'"version": 1', b'"version":  1'), *reversed(lines[1:])],
    ],
    ids=["no header", "a gap", "noise", "CRLF", "an empty line", "another order"],
)
def test_a_file_in_any_other_order_is_read_as_a_whole(large, spoil):
    path, _ = large
    path.write_bytes(b"".join(spoil(path.read_bytes().splitlines(keepends=True))))
    assert open_recording(path).redacted is not None


def test_a_line_that_is_broken_in_its_middle_is_a_marked_row(large):
    path, journal = large
    lines = path.read_bytes().splitlines(keepends=True)
    lines[10] = lines[10].replace(b"line 9", b'li"ne')
    path.write_bytes(b"".join(lines))
    records = open_recording(path).records
    event = records[9].event
    assert isinstance(event, Unknown) and event.kind == "unreadable" and event.fields["line"] == 11
    assert records[10] == journal.records[10]


@pytest.mark.parametrize(
    ("spoil", "notes"),
    [
        (lambda packed: packed, 0),
        (lambda packed: packed[:-60], 1),
        (lambda packed: packed + b"\x1f\x8b rubbish", 1),
    ],
    ids=["whole", "torn", "rubbish behind it"],
)
def test_a_packed_recording_is_read_from_any_place_without_what_is_before_it(large, monkeypatch, spoil, notes):
    path, journal = large
    for name, value in (("_STEP", 3000), ("_PIECE", 500), ("_PACKED_CHUNK", 100)):
        monkeypatch.setattr(source, name, value)
    monkeypatch.setattr(index, "LARGE_PACKED", 1)
    half = len(path.read_bytes()) // 2
    members = [gzip.compress(part) for part in (path.read_bytes()[:half], path.read_bytes()[half:])]
    path.write_bytes(spoil(b"".join(members)))
    opened = open_recording(path)
    assert opened.redacted is None and len(opened.records) > 60 and bool(opened.notes) == bool(notes)
    for at in (len(opened.records) - 1, 0, 60, 59, 61, 30):
        assert opened.records[at] == journal.records[at]
    assert list(opened.records) == list(journal.records[: len(opened.records)])


@pytest.mark.parametrize("large_from", [1, 1 << 30], ids=["indexed", "read as a whole"])
def test_of_too_many_records_the_first_are_there_and_it_is_said_how_to_see_the_rest(large, monkeypatch, large_from):
    path, journal = large
    monkeypatch.setattr(index, "LARGE", large_from)
    for module in (index, reading):
        monkeypatch.setattr(module, "MAX_RECORDS", 50)
    opened = open_recording(path)
    assert opened.records == journal.records[:50]
    assert opened.notes == (
        "Only the first 50 rows are here, up to line 51: more are too much at once. What comes after can be opened "
        "too: `tail -n +52 FILE > REST.jsonl`.",
    )
