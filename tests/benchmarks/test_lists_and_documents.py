"""Budgets of the lists and documents, in CPU time; run with `-m benchmark`."""

import asyncio
import json
import time
import tracemalloc
from array import array

import pytest
from textual.app import App

from inspector.tui.themes import role_defaults
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.traffic_list import TrafficList
from inspector.tui.widgets.traffic_row import TrafficRow

pytestmark = pytest.mark.benchmark


class Journal:
    """A hundred thousand records that are rows only when they are asked for, through a filter as the product has it."""

    def __init__(self, count):
        self.view = array("I", range(count))

    def __len__(self):
        return len(self.view)

    def __getitem__(self, index):
        seq = self.view[index]
        return TrafficRow(
            seq, seq * 0.001, "res", "tools/call", "search_catalogue", "", str(seq), "complete", "success", 0.012
        )


class Host(App):
    CSS = "TrafficList, DocumentView { height: 1fr; }"

    def __init__(self, widget):
        super().__init__()
        self.widget = widget

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.widget


async def test_a_hundred_thousand_rows_are_filled_followed_and_walked_through():
    journal = Journal(100_000)
    traffic = TrafficList([])
    async with asyncio.timeout(120), Host(traffic).run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        started = time.process_time()
        traffic.show(journal)
        await pilot.pause()
        filled = time.process_time() - started
        tracemalloc.start()
        traffic.show(journal)
        await pilot.pause()
        memory, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        started = time.process_time()
        for _ in range(100):
            journal.view.append(len(journal.view))
            traffic.grown()
            await pilot.pause()
        appended = (time.process_time() - started) / 100

        traffic.focus()
        started = time.process_time()
        for _ in range(100):
            await pilot.press("up")
        key = (time.process_time() - started) / 100
    print(f"\nfill {filled * 1000:.1f} ms, {memory / 1e6:.1f} MB", end="; ")
    print(f"append and follow {appended * 1000:.1f} ms; key {key * 1000:.1f} ms")
    assert filled <= 0.05
    assert memory <= 5e6
    assert appended <= 0.015
    assert key <= 0.050


def big():
    rows = [{"id": n, "name": f"row {n}", "tags": ["a", "b"], "note": "n" * 120} for n in range(30_000)]
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": {"rows": rows}}})


@pytest.mark.parametrize(
    ("what", "make", "budget"),
    [
        ("5 MB of JSON", big, 0.3),
        ("5 MB in one line", lambda: "x" * 5_000_000, 0.1),
        ("60 MB in short lines", lambda: "line\n" * 12_000_000, 0.2),
        ("5 MB of bytes that are no text", lambda: b"\xff" * 5_000_000, 0.2),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_a_large_document_is_on_the_screen_soon_and_keys_do_not_wait(what, make, budget):
    document = make()
    view = DocumentView()
    async with asyncio.timeout(120), Host(view).run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        started = time.process_time()
        view.show(document)
        await pilot.pause()
        opened = time.process_time() - started
        view.focus()
        started = time.process_time()
        await pilot.press("end")
        end = time.process_time() - started
        started = time.process_time()
        for _ in range(10):
            await pilot.press("pageup")
        key = (time.process_time() - started) / 10
    print(f"\n{what}: first screen {opened * 1000:.0f} ms, End {end * 1000:.0f} ms, a page {key * 1000:.0f} ms")
    assert opened <= budget
    assert end <= 1.0
    assert key <= 0.1
