"""Budgets of large results, in CPU time of the loop's one thread; run with `-m benchmark`."""

import asyncio
import json
import time
from itertools import pairwise

import pytest
from textual.app import App

from inspector.tui.documents.tables import tables_of
from inspector.tui.themes import role_defaults
from inspector.tui.widgets.result_data import Done
from inspector.tui.widgets.result_view import ResultView
from inspector.wire.jsonrpc import decode

pytestmark = pytest.mark.benchmark


class Host(App):
    CSS = "ResultView { height: 1fr; }"

    def __init__(self, widget):
        super().__init__()
        self.widget = widget

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.widget


class Holds:
    """The CPU time between two turns of the loop: how long something else had to wait."""

    def __init__(self):
        self.beats = []
        self.timer = None

    def beat(self):
        self.beats.append(time.thread_time())
        self.timer = asyncio.get_running_loop().call_later(0.001, self.beat)

    def longest(self):
        found = max((later - before for before, later in pairwise(self.beats)), default=0.0)
        self.beats = self.beats[-1:]
        return found


def answer(**result):
    raw = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
    return Done("big", "tool", decode(raw).result, raw=raw, size=len(raw))


async def _opened(done, *keys):
    """The CPU seconds to the first screen, and the longest hold of the loop there, while it scans, and by each key."""
    view = ResultView()
    holds = Holds()
    async with asyncio.timeout(240), Host(view).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        holds.beat()
        await asyncio.sleep(0.05)
        holds.longest()
        started = time.thread_time()
        view.show(done)
        view.take_focus()
        await pilot.pause()
        first = time.thread_time() - started
        found = {"show": holds.longest()}
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            found[key] = holds.longest()
        holds.timer.cancel()
    return first, found


async def test_sixty_megabytes_of_short_lines_open_at_once_and_never_hold_the_loop():
    done = answer(content=[{"type": "text", "text": "line of text number\n" * 3_000_000}])
    first, holds = await _opened(done, "down", "pagedown", "end", "home", "comma", "full_stop", "full_stop")
    print(f"first screen {first * 1000:.0f} ms, holds", {key: round(1000 * hold) for key, hold in holds.items()})
    assert first < 0.5 and holds.pop("show") < 0.2
    # The tab JSON decodes its bytes once.
    assert holds.pop("full_stop") < 0.3 and max(holds.values()) < 0.1


async def test_one_line_of_five_megabytes_opens_at_once():
    first, holds = await _opened(
        answer(content=[{"type": "text", "text": "x" * 5_000_000}]), "down", "end", "full_stop"
    )
    print(f"first screen {first * 1000:.0f} ms, holds", {key: round(1000 * hold) for key, hold in holds.items()})
    assert first < 0.3 and max(holds.values()) < 0.1


async def test_five_megabytes_of_json_are_read_and_a_table_of_them_is_walked_through():
    rows = [{"id": n, "name": f"book {n}", "price": n / 7, "tags": ["a", "b"], "at": None} for n in range(60_000)]
    done = answer(content=[], structuredContent={"rows": rows})
    assert done.size > 4_500_000
    first, holds = await _opened(done, "full_stop", "down", "end", "full_stop", "down", "end", "home")
    print(f"first screen {first * 1000:.0f} ms, holds", {key: round(1000 * hold) for key, hold in holds.items()})
    assert first < 0.5 and max(holds.values()) < 0.2


def test_a_table_of_ten_thousand_rows_is_found_in_milliseconds():
    rows = [{"id": n, "name": f"book {n}", "price": n / 7} for n in range(10_000)]
    started = time.process_time()
    [table] = tables_of({"structuredContent": {"rows": rows}})
    assert table.columns == ("id", "name", "price") and table.numeric == {"id", "price"}
    assert time.process_time() - started < 0.02
