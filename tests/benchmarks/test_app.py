"""Budgets of the whole app; run with `-m benchmark`. CPU time throughout, so that a busy machine does not count."""

import asyncio
import json
import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from inspector.tui.bridge_told import Batch
from inspector.tui.screens.session import SessionScreen
from inspector.wire.events import Received, Record
from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged

pytestmark = pytest.mark.benchmark

FIRST_FRAME = """
from pathlib import Path
from inspector.config.settings import Settings, SettingsFile
from inspector.tui.app import InspectorApp
from inspector.tui.start import Start

InspectorApp.open_session = lambda app, start: app.exit(0)
InspectorApp(Start(SettingsFile(Path("none.toml"), Settings(), ()))).run(headless=True)
"""


def cpu_of(code):
    """The CPU seconds of a child process that runs `code`; the least of five."""
    best = float("inf")
    for _ in range(5):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def test_the_first_frame_costs_little_more_than_textual_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    bare, ours = cpu_of("import textual.app"), cpu_of(FIRST_FRAME)
    print(f"textual.app {bare:.3f} s, first frame {ours:.3f} s, ratio {ours / bare:.2f}")
    assert ours < 3 * bare


def messages(first, count, at):
    """Log messages, as a server floods them."""
    method = "notifications/resources/updated"
    return [
        Record(
            first + one,
            at + one * 1e-4,
            Received(json.dumps({"jsonrpc": "2.0", "method": method, "params": {"uri": f"library://{one}"}}).encode()),
        )
        for one in range(count)
    ]


@pytest.mark.parametrize("before", [0, 100_000])
async def test_ten_thousand_messages_a_second_leave_the_keys_alone(tmp_path, monkeypatch, before):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    monkeypatch.setattr(SessionScreen, "bridge_class", staged(records_of("library")))
    app = app_on(COMMAND)
    async with asyncio.timeout(300), app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await press(pilot, "3")
        count = len(screen.model.records)
        if before:
            began = time.process_time()
            screen.post_message(Batch(messages(count + 1, before, 300)))
            await until_many(pilot, screen, before)
            print(f"{before:,} records taken in by {time.process_time() - began:.2f} s of CPU")
        lags, count = [], len(screen.model.records)
        for frame in range(30):
            screen.post_message(Batch(messages(count + 1, 333, 500 + frame)))
            count += 333
            for _ in range(6):
                began = time.process_time()
                await asyncio.sleep(0)
                lags.append(time.process_time() - began)
            app.simulate_key("down")
        lags.sort()
        middle, late = lags[len(lags) // 2] * 1000, lags[int(len(lags) * 0.95)] * 1000
        print(f"the loop was away for {middle:.1f} ms, {late:.1f} ms at the 95th percentile")
        assert late < 50


async def until_many(pilot, screen, count):
    """Until so many records were taken in."""
    while len(screen.model.records) < count:
        await pilot.pause(0.05)
