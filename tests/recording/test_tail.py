"""Following a recording that somebody is writing: what comes, and when nothing more will."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from inspector.recording import encode, open_recording, record_to
from inspector.recording.tail import Tail
from inspector.wire.events import Closed, Opened, Record, Sent, Stderr, Unknown

FIRST = Record(1, 0.25, Opened("stdio", command=("demo",)))


@pytest.fixture
def files() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def told(number: int, size: int = 10) -> Record:
    return Record(number, number / 4, Stderr(b"x" * size))


@pytest.mark.parametrize("large", [False, True], ids=["read whole", "by its index"])
def test_what_comes_after_a_recording_was_opened_comes_in_order_and_can_be_read_again(
    tmp_path: Path, files: ExitStack, large: bool
) -> None:
    path = tmp_path / "a.jsonl"
    begun = [FIRST, *(told(number, 3 << 20) for number in (2, 3))] if large else [FIRST]
    with record_to(path, {"kind": "demo"}) as recorder:
        recorder(begun)
        opened = open_recording(path)
        assert opened.live and list(opened.records) == begun
        assert (getattr(opened.records, "store", None) is not None) == large
        tail = files.enter_context(Tail(opened))
        assert (tail.read(), tail.over) == ([], "")
        more = [told(len(begun) + number) for number in (1, 2)]
        recorder(more)
        assert (tail.read(), tail.over) == (more, "")
        if large:
            assert list(opened.records.store.read(3, 5)) == [begun[2], *more]  # type: ignore[attr-defined]
    assert (tail.read(), tail.over) == ([], "Nobody writes it any more.")
    assert not open_recording(path).live


def test_half_a_line_is_waited_for_and_a_line_that_is_none_is_a_marked_row(tmp_path: Path, files: ExitStack) -> None:
    path = tmp_path / "a.jsonl"
    with record_to(path, {"kind": "demo"}) as recorder:
        recorder([FIRST])
        line = (encode(told(2)) + "\n").encode()
        with path.open("ab", buffering=0) as other:
            other.write(line[:20])
            opened = open_recording(path)
            assert (list(opened.records), opened.notes) == ([FIRST], ())
            tail = files.enter_context(Tail(opened))
            assert tail.read() == []
            other.write(line[20:] + b"nonsense\r\n\n" + (encode(told(4)) + "\n").encode())
        second, third, fourth = tail.read()
        assert (second, fourth) == (told(2), told(4))
        assert isinstance(third.event, Unknown) and third.event.fields["reason"] == "not JSON"


def test_a_file_that_is_cut_short_is_followed_no_more(tmp_path: Path, files: ExitStack) -> None:
    path = tmp_path / "a.jsonl"
    with record_to(path, {"kind": "demo"}) as recorder:
        recorder([FIRST, told(2)])
        tail = files.enter_context(Tail(open_recording(path)))
        os.truncate(path, 60)
        assert tail.read() == []
        assert "cut short" in tail.over


def test_a_writer_that_was_killed_is_seen_to_be_gone_with_the_torn_end_that_it_left(
    tmp_path: Path, files: ExitStack
) -> None:
    path = tmp_path / "a.jsonl"
    program = (
        "import sys, time\nfrom inspector.recording import record_to\nfrom inspector.wire.events import *\n"
        "recorder = record_to(sys.argv[1], {'kind': 'demo'})\n"
        "recorder([Record(1, 0.0, Opened('stdio'))])\nprint('written', flush=True)\nsys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdin is not None
    try:
        assert child.stdout.readline() == "written\n"
        opened = open_recording(path)
        assert opened.live
        tail = files.enter_context(Tail(opened))
        with path.open("ab") as torn:
            torn.write(b'{"seq": 2, "at')
        assert (tail.read(), tail.over) == ([], "")
        assert (tail.read(), tail.over) == ([], "")
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        child.stdin.close()
    assert tail.read() == []
    assert tail.over == "Nobody writes it any more. Its last line is torn: 14 bytes."
    assert open_recording(path).notes == ("The last line of the recording is torn: 14 bytes dropped.",)


def test_a_packed_recording_that_is_being_written_says_that_it_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with record_to(path, {"kind": "demo"}) as recorder:
        recorder([FIRST, Record(2, 1.0, Sent(b"{}"))])
        opened = open_recording(path)
        assert (opened.live, opened.end, len(opened.records)) == (True, None, 2)
        assert "opened again" in opened.notes[0]
        recorder([Record(3, 2.0, Closed(asked=True))])
    assert open_recording(path).notes == ()
