"""A recorder in a thread: whoever records is not held up, and nothing is lost while the disk keeps up."""

import threading
from pathlib import Path

from inspector.recording.beside import Beside
from inspector.recording.reading import open_recording
from inspector.recording.writing import record_to
from inspector.wire import events
from inspector.wire.events import Record


def records(first: int, last: int) -> list[Record]:
    return [Record(seq, 0.0, events.Sent(b"x" * 100)) for seq in range(first, last + 1)]


def test_what_was_handed_on_is_in_the_file_when_the_call_returns(tmp_path: Path):
    beside = Beside(record_to(tmp_path / "a.jsonl", {"kind": "demo"}), patience=20)
    beside(records(1, 3))
    assert len((tmp_path / "a.jsonl").read_bytes().splitlines()) == 4
    beside.close()


def test_a_disk_that_hangs_holds_nobody_up_and_what_waits_is_written_when_it_goes_on(tmp_path: Path):
    recorder = record_to(tmp_path / "a.jsonl", {"kind": "demo"})
    write, goes_on, began = recorder._put, threading.Event(), threading.Event()

    def hang(data: bytes) -> None:
        began.set()
        goes_on.wait(20)
        write(data)

    recorder._put = hang  # type: ignore[method-assign]
    beside = Beside(recorder, patience=0.01)
    beside(records(1, 1))
    assert began.wait(20)
    beside(records(2, 2))
    assert len((tmp_path / "a.jsonl").read_bytes().splitlines()) == 1
    goes_on.set()
    beside.close()
    assert [record.seq for record in open_recording(tmp_path / "a.jsonl").records] == [1, 2]


def test_a_large_batch_is_not_waited_for(tmp_path: Path):
    recorder = record_to(tmp_path / "a.jsonl", {"kind": "demo"})
    write, goes_on = recorder._put, threading.Event()

    def wait(data: bytes) -> None:
        assert goes_on.wait(20)
        write(data)

    recorder._put = wait  # type: ignore[method-assign]
    beside = Beside(recorder, patience=20)
    beside([Record(1, 0.0, events.Sent(b"x" * 20_000))])
    beside(records(2, 2))
    goes_on.set()
    beside.close()
    assert [record.seq for record in open_recording(tmp_path / "a.jsonl").records] == [1, 2]


def test_who_records_faster_than_it_is_written_waits_and_loses_nothing(tmp_path: Path):
    beside = Beside(record_to(tmp_path / "a.jsonl", {"kind": "demo"}), backlog=50_000)
    for seq in range(1, 101):
        beside([Record(seq, 0.0, events.Sent(b"x" * 20_000))])
    beside.close()
    assert [record.seq for record in open_recording(tmp_path / "a.jsonl").records] == list(range(1, 101))


def test_what_is_large_is_given_the_time_that_it_takes_and_no_disk_is_blamed(tmp_path: Path):
    problems: list[str] = []
    recorder = record_to(tmp_path / "a.jsonl", {"kind": "demo"}, on_problem=problems.append)
    write, goes_on = recorder._put, threading.Event()

    def slowly(data: bytes) -> None:
        goes_on.wait(0.05)  # longer than the disk may stall
        write(data)

    recorder._put = slowly  # type: ignore[method-assign]
    beside = Beside(recorder, backlog=1000, stall=0.01)
    beside([Record(1, 0.0, events.Sent(b"x" * (4 << 20)))])
    beside(records(2, 2))
    beside.close()
    assert [record.seq for record in open_recording(tmp_path / "a.jsonl").records] == [1, 2]
    assert problems == []


def test_more_than_may_wait_ends_the_recording_and_says_so_once(tmp_path: Path):
    problems: list[str] = []
    recorder = record_to(tmp_path / "a.jsonl", {"kind": "demo"}, on_problem=problems.append)
    goes_on = threading.Event()
    write = recorder._put
    recorder._put = lambda data: write(data) if goes_on.wait(20) else None  # type: ignore[method-assign]
    beside = Beside(recorder, patience=0.01, backlog=1000, stall=0.01)
    for seq in range(1, 9):
        beside(records(seq, seq))
    goes_on.set()
    beside.close()
    assert len(problems) == 1
    assert "the disk took nothing" in problems[0]
