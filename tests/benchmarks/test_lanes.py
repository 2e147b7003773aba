"""Budgets of the timeline with a hundred thousand calls, in CPU time; run with `-m benchmark`."""

import asyncio
import time

import pytest
from textual.app import App

from inspector.analysis.folds import Folds
from inspector.analysis.operations import Operation
from inspector.tui.themes import role_defaults
from inspector.tui.widgets.timeline_lanes import TimelineLanes

pytestmark = pytest.mark.benchmark

CALLS = 100_000


class Host(App):
    CSS = "TimelineLanes { height: 1fr; }"

    def __init__(self, widget):
        super().__init__()
        self.widget = widget

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.widget


def many():
    """Folds that hold a hundred thousand calls, with a hundred thousand news."""
    folds = Folds()
    spans, durations = folds.spans, folds.durations
    for number in range(1, CALLS + 1):
        at = number * 0.01
        call = Operation(number, "tools/call", "search", at, number, "complete", at + 0.02, rounds=1, server_ms=20.0)
        folds.operations.all[number] = call
        spans.heads.append(call)
        spans.begins.append(at)
        durations._ended(call)
        spans.news.times.append(at)
        spans.news.seqs.append(number)
    return folds


async def test_a_hundred_thousand_calls_are_panned_zoomed_and_walked_through():
    folds = many()
    lanes = TimelineLanes(folds.spans, folds.durations)
    figures = {}
    async with asyncio.timeout(240), Host(lanes).run_test(size=(140, 45)) as pilot:
        lanes.show(CALLS * 0.01, live=False)
        lanes.focus()
        await pilot.pause()
        for key in ("plus", "left", "right", "minus", "up", "n"):
            for _ in range(3):
                await pilot.press(key)
            started = time.process_time()
            for _ in range(20):
                getattr(lanes, {"n": "action_next_notable", "up": "action_move"}.get(
                    key, "action_zoom" if key in ("plus", "minus") else "action_pan"
                ))(-1 if key in ("left", "minus", "up") else 1)  # fmt: skip
                for y in range(lanes.size.height):
                    lanes.render_line(y)
            figures[key] = (time.process_time() - started) / 20
    print("\n" + "; ".join(f"{key} {seconds * 1000:.1f} ms" for key, seconds in figures.items()))
    assert all(seconds <= 0.020 for key, seconds in figures.items() if key != "n")
    assert figures["n"] <= 0.3  # nothing is notable here, so that all are looked at
