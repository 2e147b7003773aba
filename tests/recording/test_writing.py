"""Recording while things go wrong: kills, full disks, names and links."""

import errno
import os
import re
import resource
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.recording import Redactor, open_recording, record_in, record_to
from inspector.wire.events import Received, Sent, Stderr

TARGET = {"transport": "stdio", "command": ["lending", "--token", "hunter22"]}


def test_what_was_handed_on_is_in_the_file_before_the_call_returns(tmp_path: Path) -> None:
    journal = Journal()
    recorder = record_to(tmp_path / "s.jsonl", TARGET, created=datetime(2026, 11, 30, 9, 15, tzinfo=UTC))
    journal.append(Sent(b"early"))
    journal.add_sink(recorder)
    journal.append(Received(b"late"))
    recording = open_recording(tmp_path / "s.jsonl")
    assert recording.records == journal.records
    assert (recording.header.created, recording.header.target) == ("2026-11-30T09:15:00.000Z", TARGET)
    recorder.close()
    recorder.close()


def test_the_file_is_redacted_and_the_journal_is_not(tmp_path: Path) -> None:
    journal = Journal()
    redactor = Redactor([("Authorization", "Bearer abc-123")])
    with record_to(tmp_path / "s.jsonl", TARGET, redactor=redactor) as recorder:
        journal.add_sink(recorder)
        journal.append(Received(b'{"echo": "abc-123 hunter22"}'))
    text = (tmp_path / "s.jsonl").read_text()
    assert "abc-123" not in text
    assert "hunter22" not in text
    assert journal.records[0].event == Received(b'{"echo": "abc-123 hunter22"}')


def test_a_packed_recording_is_whole_at_any_moment_and_reads_as_the_plain_one(tmp_path: Path) -> None:
    journal = Journal()
    path = tmp_path / "s.jsonl.gz"
    with record_to(path, TARGET) as recorder:
        journal.add_sink(recorder)
        for number in range(50):
            journal.append(Received(b'{"n": %d}' % number))
            assert number % 10 or open_recording(path).records == journal.records
        assert open_recording(path).notes == (
            "It is packed and is still being written: what comes is seen when it is opened again.",
        )
    recording = open_recording(path)
    assert (recording.records, recording.notes) == (journal.records, ())
    assert path.read_bytes().startswith(b"\x1f\x8b")


def test_a_file_that_reaches_its_limit_is_said_once_and_the_session_goes_on(tmp_path: Path) -> None:
    journal = Journal()
    problems: list[str] = []
    path = tmp_path / "s.jsonl"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    recorder = record_to(path, {}, on_problem=problems.append)
    journal.add_sink(recorder)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
        for number in range(100):
            journal.append(Stderr(b"%d" % number * 50))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    journal.append(Stderr(b"after"))
    assert len(journal) == 101
    assert problems == [recorder.problem]
    stopped = re.fullmatch(
        rf"Recording stopped at record (\d+): File too large \({path}\). The session goes on.", problems[0]
    )
    assert stopped
    assert len(open_recording(path).records) == int(stopped.group(1)) - 1


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_what_a_full_disk_has_no_space_for_is_written_when_there_is_some(tmp_path: Path, monkeypatch, name) -> None:  # type: ignore[no-untyped-def]
    journal, said, write, space = Journal(), list[str](), os.write, [400]

    def on_a_small_disk(descriptor: int, data: memoryview) -> int:
        if not space[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(descriptor, data[: space[0]])
        space[0] -= written
        return written

    monkeypatch.setattr("inspector.recording.writing.os.write", on_a_small_disk)
    with record_to(tmp_path / name, {}, on_problem=said.append) as recorder:
        journal.add_sink(recorder)
        for number in range(20):
            journal.append(Stderr(b"%d, %d" % (number, number**9)))
            journal.flush()
        [waiting] = said
        assert re.fullmatch(
            rf"Recording waits at record \d+: No space left on device \({recorder.path}\)\. .*", waiting
        )
        assert recorder.problem == waiting
        assert list(journal.records) == [journal.records[at] for at in range(20)]
        read = open_recording(tmp_path / name)
        assert 0 < len(read.records) < 20 and read.records == journal.records[: len(read.records)]
        space[0] = 1 << 20
        journal.append(Stderr(b"after"))
        journal.flush()
        assert said[1:] == ["Recording goes on: there is space again, and what was waiting for it is written."]
        assert recorder.problem == ""
        assert recorder.places is None or (recorder.places.holds(21) and len(recorder.places) == 21)
        journal.append(Stderr(b"the last"))
    assert open_recording(tmp_path / name).records == journal.records and len(journal) == 22


def test_a_full_disk_ends_the_recording_when_more_waits_than_memory_is_to_hold(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    journal, said, write = Journal(), list[str](), os.write
    monkeypatch.setattr("inspector.recording.writing.WAITING", 2000)
    with record_to(tmp_path / "s.jsonl", {}, on_problem=said.append) as recorder:
        journal.add_sink(recorder)

        def full(descriptor: int, data: memoryview) -> int:
            if len(data) < 200:
                return write(descriptor, data)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr("inspector.recording.writing.os.write", full)
        for _ in range(30):
            journal.append(Stderr(b"x" * 300))
            journal.flush()
    assert [words.partition(" at ")[0] for words in said] == ["Recording waits", "Recording stopped"]
    assert len(journal) == 30


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said_at_once() -> None:
    problems: list[str] = []
    recorder = record_to("/dev/full", {}, on_problem=problems.append)
    recorder(Journal().records)
    assert problems == ["Recording stopped at the header: No space left on device (/dev/full). The session goes on."]


def test_a_folder_that_cannot_be_made_is_said_and_the_session_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    problems: list[str] = []
    recorder = record_in(tmp_path / "file" / "recordings", {}, on_problem=problems.append)
    Journal().add_sink(recorder)
    assert problems == [recorder.problem]
    assert problems[0].startswith("Nothing is recorded: Not a directory (")


def test_files_and_their_new_folder_are_the_owners_alone(tmp_path: Path) -> None:
    with record_in(tmp_path / "a" / "recordings", {}) as recorder:
        assert stat.S_IMODE(recorder.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(recorder.path.parent.stat().st_mode) == 0o700


def test_names_tell_when_what_and_which_process_and_never_collide(tmp_path: Path) -> None:
    created = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)
    recorders = [record_in(tmp_path, TARGET, created=created, redactor=Redactor()) for _ in range(3)]
    names = [recorder.path.name for recorder in recorders]
    stem = f"20261130T091500Z-lending-{os.getpid()}"
    assert names == [f"{stem}.jsonl", f"{stem}-2.jsonl", f"{stem}-3.jsonl"]
    for recorder in recorders:
        recorder.close()


@pytest.mark.parametrize("make", [lambda path: path.write_text("mine"), lambda path: path.symlink_to("elsewhere")])
def test_a_file_or_a_link_that_is_there_is_never_written_over(tmp_path: Path, make) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "s.jsonl"
    make(path)
    with pytest.raises(UsageError, match="exists"):
        record_to(path, {})
    assert not (tmp_path / "elsewhere").exists()


def test_a_path_that_cannot_be_written_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "s.jsonl", tmp_path / "a\0b"):
        with pytest.raises(UsageError, match="Cannot record into"):
            record_to(path, {})
