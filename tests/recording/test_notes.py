"""Notes on recordings that are finished: what is appended, and when nothing is."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.recording import Header, encode, open_recording, prune, record_to
from inspector.recording.format import encode_header
from inspector.recording.notes import Annotator, annotate
from inspector.recording.redaction import Redactor
from inspector.wire.events import Closed, Event, Note, Opened, Record, Sent, Unknown

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)
HEAD = encode_header(Header("2026-11-30T09:15:00.000Z", "0.1.0", {"kind": "demo"})) + "\n"
EVENTS: tuple[Event, ...] = (Opened("stdio", command=("demo",)), Sent(b'{"id":1}'), Closed(asked=True))
LINES = [encode(Record(number, number / 4, event)) + "\n" for number, event in enumerate(EVENTS, 1)]
WHOLE = (HEAD + "".join(LINES)).encode()


def noted(path: Path, text: str, about: int | None = None) -> Note:
    return Annotator(open_recording(path), Redactor(), lambda: NOW).add(text, about)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_a_note_is_the_next_record_and_what_was_there_is_untouched(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(WHOLE) if packed else WHOLE)
    before = path.read_bytes()
    annotator = Annotator(open_recording(path), Redactor(), lambda: NOW)
    annotator.add("Why twice?", 2)
    annotator.add("Seen with Ada.")
    assert path.read_bytes().startswith(before)
    opened = open_recording(path)
    assert opened.notes == ()
    assert [(record.seq, record.at, record.event) for record in opened.records[3:]] == [
        (4, 0.75, Note("Why twice?", 2, "2026-12-01T08:00:00Z")),
        (5, 0.75, Note("Seen with Ada.", None, "2026-12-01T08:00:00Z")),
    ]


def test_what_is_torn_stays_as_a_marked_line_and_a_line_that_lacks_its_end_gets_it(tmp_path: Path) -> None:
    for end, records in ((b'{"seq": 4, "at"', 5), (LINES[2][:-1].replace('"seq": 3', '"seq": 4').encode(), 5)):
        path = tmp_path / f"{len(end)}.jsonl"
        path.write_bytes(WHOLE + end)
        noted(path, "torn")
        opened = open_recording(path)
        assert (len(opened.records), opened.records[-1].event) == (records, Note("torn", None, "2026-12-01T08:00:00Z"))
        assert isinstance(opened.records[3].event, Unknown) == end.endswith(b'"at"')
        assert not any("numbered" in said for said in opened.notes)


def test_a_note_speaks_of_the_record_that_the_person_saw_though_the_file_numbers_it_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "gaps.jsonl"
    path.write_text(HEAD + LINES[0] + LINES[1].replace('"seq": 2', '"seq": 9') + LINES[2].replace('": 3', '": 12'))
    noted(path, "the second", 2)
    assert '"about": 9' in path.read_text()
    assert open_recording(path).records[-1].event == Note("the second", 2, "2026-12-01T08:00:00Z")


def test_a_secret_in_a_note_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WHOLE)
    assert "hunter2hunter2" not in noted(path, "called with Authorization: Bearer hunter2hunter2").text
    assert b"hunter2hunter2" not in path.read_bytes()


def test_a_note_is_refused_with_nothing_written_and_the_reason(tmp_path: Path) -> None:
    live, torn, locked = tmp_path / "live.jsonl", tmp_path / "torn.jsonl.gz", tmp_path / "locked.jsonl"
    torn.write_bytes(gzip.compress(WHOLE)[:-12])
    locked.write_bytes(WHOLE)
    with record_to(live, {"kind": "demo"}) as recorder:
        recorder([Record(1, 0.0, EVENTS[0])])
        for path, why in ((live, "being written"), (torn, "ends early")):
            before = path.read_bytes()
            with pytest.raises(UsageError, match="is not kept") as refused:
                noted(path, "no")
            assert why in refused.value.why
            assert path.read_bytes() == before
    annotate(live, "It has ended.")
    assert isinstance(open_recording(live).records[-1].event, Note)


def test_what_a_person_has_annotated_is_not_pruned(tmp_path: Path) -> None:
    paths = [tmp_path / f"2026113{number}T091500Z-demo-1.jsonl" for number in range(3)]
    for path in paths:
        path.write_bytes(WHOLE)
    annotate(paths[0], "keep")
    assert prune(tmp_path, 1, 1 << 20) == (paths[1],)
