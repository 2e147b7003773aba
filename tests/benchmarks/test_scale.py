"""A session of a million records: what it takes in memory, and how long what a person does takes; `-m benchmark`.

CPU time throughout. `SCALE_RECORDS` chooses other numbers of records.
"""

import gc
import gzip
import json
import os
import resource
import time

import pytest

from inspector.analysis.looking import Looking
from inspector.analysis.query import parse_query
from inspector.journal import Journal
from inspector.recording import Redactor, open_recording, record_to
from inspector.tui import old_objects
from inspector.tui.model import Model
from inspector.wire.events import Began, Opened, Received, Sent

pytestmark = pytest.mark.benchmark

COUNTS = [int(count) for count in os.environ.get("SCALE_RECORDS", "100000,1000000").split(",")]
TARGET = {"kind": "command", "command": ["server"]}
MESSAGE = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line %d %s"}}'
CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"message":"hi %d"}}}'
ANSWER = b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"hi %d %s"}]}}'


def memory():
    """Resident bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def session(count, size):
    """Two log messages to each call with its answer."""
    yield Opened("stdio", 1, ("server",))
    pad = b"x" * size
    for number in range(1, count // 5 + 1):
        yield Received(MESSAGE % (2 * number, pad))
        yield Received(MESSAGE % (2 * number + 1, pad))
        yield Began(number, "tools/call", f"tool {number % 40}")
        yield Sent(CALL % (number, b"tool %d" % (number % 40), number), op=number)
        yield Received(ANSWER % (number, number, pad))


def taken_in(path, count, size=60):
    """A journal and a model that have taken in so many records, 300 at a time as at 10,000 a second."""
    journal, model = Journal(), Model()
    if path is not None:
        recorder = record_to(path, TARGET, redactor=Redactor())
        journal.add_sink(recorder)
        journal.keep_in(recorder.places)
    model.share(journal.records)
    slowest = 0.0
    for event in session(count, size):
        journal.append(event)
        if len(journal) % 300 == 0:
            began = time.process_time()
            journal.flush()
            model.feed(journal.records[len(model.records) :])
            if len(journal) % 21_000 == 0:  # as the session does now and then
                old_objects.settle()
            slowest = max(slowest, time.process_time() - began)
    journal.flush()
    model.feed(journal.records[len(model.records) :])
    return journal, model, slowest


def milliseconds(work, times=1):
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) * 1000 / times


@pytest.mark.parametrize("count", COUNTS)
def test_a_long_session_takes_little_memory_and_keeps_nobody_waiting(tmp_path, count):
    gc.collect()
    before, began = memory(), time.process_time()
    _, model, slowest = taken_in(tmp_path / "r.jsonl", count)
    each = (time.process_time() - began) / count
    gc.collect()
    used = memory() - before
    print(f"\n{count:,} records: {used / 1e6:.0f} MB, {used / count:.0f} bytes and {each * 1e6:.0f} µs each", end="; ")
    print(f"the slowest 300 of them {slowest * 1000:.0f} ms")
    timeline = model.timeline
    fields = {}
    for text in ("line 4711", "method:tools/call", 'name:"tool 7"', "status:error", "latency:>1s", "/hi 99+/"):
        fields[text] = milliseconds(lambda text=text: timeline.matches(text))
        print(f"  {text}: {fields[text]:.0f} ms")
    for text in ("line 4711", "/hi 99+/", "body:4711", 'json:$.params.arguments.message="hi 4711"'):
        looking = Looking(timeline, parse_query(text))
        first = milliseconds(lambda looking=looking: looking.look(0))
        rest, looks = 0.0, 1
        while not looking.done:
            rest, looks = rest + milliseconds(lambda looking=looking: looking.look(len(timeline.all))), looks + 1
        print(f"  {text}: {first:.0f} ms for the first look, {first + rest:.0f} ms in {looks} looks")
        assert first < 100
    screen = [count * part // 100 for part in range(5, 96, 10)]
    listed = milliseconds(lambda: [timeline.all[at : at + 45] for at in screen]) / len(screen)
    detail = milliseconds(lambda: [model.detail(at + 1) for at in screen]) / len(screen)
    print(f"  45 rows anywhere: {listed:.1f} ms; a detail anywhere: {detail:.1f} ms")
    assert used / count < 700
    assert slowest < 0.5
    assert listed < 10 and detail < 50
    assert max(fields.values()) < 250 * max(count / 100_000, 1)


@pytest.mark.parametrize("recorded", [True, False], ids=["recorded", "not recorded"])
def test_large_payloads_leave_memory(tmp_path, recorded):
    gc.collect()
    before = memory()
    journal, model, _ = taken_in(tmp_path / "r.jsonl" if recorded else None, 10_000, 50_000)
    gc.collect()
    used = memory() - before
    print(f"\n10,000 records of 50 kB: {used / 1e6:.0f} MB, of which packed {journal.records.archive.size / 1e6:.0f}")
    assert len(model.records) == 10_001 and used < 240e6


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("count", COUNTS)
def test_a_large_recording_is_open_at_once(tmp_path, count, packed):
    """What a screen needs: the rows from the first on, the last record, and one anywhere."""
    path = tmp_path / "r.jsonl"
    with gzip.open(path, "wt", 1) if packed else path.open("w") as file:
        file.write('{"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z", "target": {}}\n')
        text = json.dumps(MESSAGE.decode() % (1, "x" * 60))
        file.writelines(
            f'{{"seq": {seq}, "at": {seq / 1000!r}, "kind": "received", "text": {text}}}\n'
            for seq in range(1, count + 1)
        )
    gc.collect()
    before, began = memory(), time.process_time()
    opened = open_recording(path)
    took = time.process_time() - began
    model = Model()
    model.share(opened.records)
    screen = milliseconds(lambda: model.feed(opened.records[:300]))
    last = milliseconds(lambda: opened.records[-1])
    middle = milliseconds(lambda: opened.records[count // 2])
    used = (memory() - before) / 1e6
    print(f"\n{count:,} records of {path.stat().st_size / 1e6:.0f} MB open in {took:.2f} s, {used:.0f} MB", end="; ")
    print(f"the first 300 rows {screen:.0f} ms, the last record {last:.2f} ms, one in the middle {middle:.2f} ms")
    assert opened.redacted is None and len(opened.records) == count
    assert took < 2 * max(count / 1e6, 0.1)
    assert used < 60
    assert max(last, middle) < 100
