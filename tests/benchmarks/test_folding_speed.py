"""Budgets of the folds in CPU time, on 100,000 records; run on request with -m benchmark."""

import gc
import time

import pytest

from inspector.analysis.folds import Folds
from inspector.analysis.timeline import Timeline
from inspector.wire.events import Record
from tests.analysis.journals import MODERN_META, Journal

COUNT = 100_000


@pytest.fixture(name="records", scope="module")
def _records() -> list[Record]:
    journal = Journal().modern()
    number = 0
    while len(journal.records) < COUNT:
        number += 1
        arguments = {"isbn": "978-0-14-044913-6", "reader": 4711, "note": "x" * 80}
        meta = {**MODERN_META, "progressToken": number}
        params = {"name": f"tool_{number % 40}", "arguments": arguments, "_meta": meta}
        id = journal.request("tools/call", params, op=number)
        for done in range(3):
            journal.news("notifications/progress", {"progressToken": number, "progress": done, "total": 40})
        content = [{"type": "text", "text": "Reserved The Idiot for reader 4711. " * 6}]
        journal.result(id, {"resultType": "complete", "content": content})
    return journal.records[:COUNT]


def spent(started: float) -> float:
    return time.process_time() - started


@pytest.mark.benchmark
def test_a_hundred_thousand_records_become_rows_and_are_filtered(records: list[Record]) -> None:
    gc.collect()
    timeline = Timeline()
    started = time.process_time()
    timeline.feed(records)
    fed = spent(started)
    costs = {}
    for text in (
        "tool_7",
        "tool reserved",
        "error",
        "method:tools/call and not name:tool_7",
        "kind:ntf or status:complete",
        "latency:>5ms size:>1kB",
        "era:legacy or finding:warning",
        "json:$.params.name=tool_7",
        "body:homer",
    ):
        started = time.process_time()
        timeline.matches(text)
        costs[text] = spent(started)
    print(
        f"\nrows: {fed / COUNT * 1e6:.1f} µs a record", {text: f"{cost * 1000:.1f} ms" for text, cost in costs.items()}
    )
    assert fed / COUNT < 60e-6
    assert max(costs.values()) < 0.15
    assert costs["tool_7"] < 0.05


@pytest.mark.benchmark
def test_all_folds_together_keep_up_with_ten_thousand_messages_a_second(records: list[Record]) -> None:
    gc.collect()
    folds = Folds()
    started = time.process_time()
    folds.feed(records)
    each = spent(started) / COUNT
    print(f"\nall folds: {each * 1e6:.1f} µs a record")
    assert each < 100e-6
