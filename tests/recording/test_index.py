"""A large recording in good order is opened without being read; any other is read as a whole."""

import os

import pytest

from inspector.journal import Journal, Records
from inspector.recording import index, open_recording, record_to
from inspector.wire.events import Decision, Received, Stderr, Unknown

TARGET = {"kind": "command", "command": ["server"]}


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A recording of two hundred records, which counts as large, and its journal."""
    monkeypatch.setattr(index, "LARGE", 1)
    monkeypatch.setattr(index, "_CHUNK", 4096)
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
    assert isinstance(open_recording(path).records, list)


def test_a_line_that_is_broken_in_its_middle_is_a_marked_row(large):
    path, journal = large
    lines = path.read_bytes().splitlines(keepends=True)
    lines[10] = lines[10].replace(b"line 9", b'li"ne')
    path.write_bytes(b"".join(lines))
    records = open_recording(path).records
    event = records[9].event
    assert isinstance(event, Unknown) and event.kind == "unreadable" and event.fields["line"] == 11
    assert records[10] == journal.records[10]
