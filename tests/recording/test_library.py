"""A folder of recordings: what is seen at once and what later, names of a person's own, and what was found out."""

import gzip
import os
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.recording import list_recordings, record_to
from inspector.recording.digests import Digest, Digests
from inspector.recording.listing import glance
from inspector.recording.naming import own_name, rename
from inspector.recording.notes import annotate

RECORDINGS = Path(__file__).parent.parent / "recordings"
LIBRARY = (RECORDINGS / "library.jsonl").read_bytes()
GIVEN = "20261130T091500Z-library-4711.jsonl"


def test_every_file_is_a_row_that_says_what_it_is_or_why_it_cannot_be_read(tmp_path: Path) -> None:
    contents = {
        "a.jsonl": LIBRARY,
        "empty.jsonl": b"",
        "foreign.jsonl": b'{"log": {"entries": []}}\n',
        "packed.jsonl.gz": gzip.compress(LIBRARY),
        "headless.jsonl": LIBRARY.partition(b"\n")[2],
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    rows = {one.path.name: one for one in list_recordings(tmp_path)}
    assert rows.keys() == contents.keys()
    assert [name for name, one in rows.items() if not one.problem and one.server == "Alder Street Library"] != []
    assert {name for name, one in rows.items() if one.problem} == {"empty.jsonl", "foreign.jsonl"}
    assert rows["empty.jsonl"].problem == "It is empty."


def test_a_glance_opens_nothing_and_knows_when_a_recording_was_begun_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / GIVEN).write_bytes(LIBRARY)
    monkeypatch.setattr(os, "open", None)
    (one,) = glance(tmp_path)
    assert (one.header.created, one.size) == ("2026-11-30T09:15:00.000Z", len(LIBRARY))


def test_a_note_after_the_end_does_not_hide_how_it_ended_nor_count_as_time(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(LIBRARY)
    (before,) = list_recordings(tmp_path)
    annotate(path, "look at 40")
    (after,) = list_recordings(tmp_path)
    assert (after.note, after.ended, after.final) == ("look at 40", before.ended, before.final)
    assert before.last is not None and after.last is not None
    assert (after.last.at, after.last.seq) == (before.last.at, before.last.seq + 1)


def test_a_name_is_that_of_the_file_and_never_writes_over_another(tmp_path: Path) -> None:
    path = tmp_path / GIVEN
    path.write_bytes(LIBRARY)
    (tmp_path / "taken.jsonl").write_bytes(b"theirs")
    assert own_name(path) == ""
    for name, why in (("taken", "already"), ("a/b", "slash"), ("", "slash"), (".x", "dot"), ("x" * 300, "too long")):
        with pytest.raises(UsageError, match="keeps its name") as refused:
            rename(path, name)
        assert why in refused.value.why
    new = rename(path, "der böse Tag.jsonl")
    assert (new.name, own_name(new), path.exists()) == ("der böse Tag.jsonl", "der böse Tag", False)
    assert (new.read_bytes(), (tmp_path / "taken.jsonl").read_bytes()) == (LIBRARY, b"theirs")
    with record_to(tmp_path / "live.jsonl", {"kind": "demo"}) as recorder, pytest.raises(UsageError) as refused:
        rename(recorder.path, "other")
    assert "being written" in refused.value.why


def test_what_reading_it_told_is_kept_until_the_file_is_another(tmp_path: Path) -> None:
    path, kept = tmp_path / "a.jsonl", tmp_path / "state" / "sessions.json"
    path.write_bytes(LIBRARY)
    annotate(path, "look at 40")
    digests = Digests(kept)
    assert digests.of(path, 1, 2.0) is None
    made = digests.make(path, 1, 2.0)
    assert made is not None and (made.note, made.server, made.version) == (
        "look at 40",
        "Alder Street Library",
        "2026-07-28",
    )
    digests.keep({str(path)})
    again = Digests(kept)
    assert (again.of(path, 1, 2.0), again.of(path, 1, 3.0)) == (made, None)
    assert again.make(tmp_path / "none.jsonl", 1, 1.0) is None and again.make(path, 1 << 30, 1.0) is None
    kept.write_text("[1")
    assert Digests(kept).of(path, 1, 2.0) is None
    assert Digest().ended == ""
