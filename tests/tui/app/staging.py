"""The whole app on a stage: records that were recorded once, shown as if they came in now, under a clock that stands.

A staged bridge differs from a real one in this alone: what it hands on was written before, and the clock is given.
"""

import asyncio
import os
from pathlib import Path

from inspector.client import Options
from inspector.config.settings import Settings, SettingsFile
from inspector.config.target import HttpTarget, StdioTarget
from inspector.journal import Journal
from inspector.protocol.compose.composition import Around
from inspector.protocol.envelope import Speech, dress
from inspector.protocol.exchanges import Exchanges, feed_all
from inspector.protocol.terms import Agreed
from inspector.recording import open_recording
from inspector.transports.auth.wish import Wish
from inspector.tui.app import InspectorApp
from inspector.tui.asked import recorded
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_told import Batch, Connected, Questions
from inspector.tui.glyphs import UNICODE
from inspector.tui.model import Model
from inspector.tui.screens.session import SessionScreen
from inspector.tui.start import Start
from inspector.wire import jsonrpc
from inspector.wire.events import Began, Closed, Exited, Record, Sent, Stderr
from inspector.wire.json import MISSING

RECORDINGS = Path(__file__).parents[2] / "recordings"
PATIENCE = 20.0
NAMES = {" ": "space", "-": "minus", ":": "colon", "/": "slash", ".": "full_stop", "_": "underscore"}

COMMAND = StdioTarget(("python", "-m", "alder.server", "--data", "export"), name="alder")
ADDRESS = HttpTarget("https://library.example/mcp", headers=(("Authorization", "Bearer harbour-4711"),))
MISSPELT = HttpTarget("https://library.exmaple/mcp")


def records_of(name, *, whole=False):
    """The records of a recording; without the orderly end, unless `whole`."""
    records = open_recording(RECORDINGS / f"{name}.jsonl").records
    if whole:
        return records
    first = next((at for at, one in enumerate(records) if isinstance(one.event, Exited | Closed)), len(records))
    listening = [at for at, one in enumerate(records) if b"shutting down" in getattr(one.event, "raw", b"")]
    return records[: min([first, *listening])]


def more(records, *steps):
    """Records with more behind them: `steps` are pairs of seconds since the one before, and an event."""
    records = list(records)
    for after, event in steps:
        records.append(Record(len(records) + 1, records[-1].at + after, event))
    return records


def dying():
    """The session of the library, whose server dies while a call waits."""
    call = b'{"jsonrpc":"2.0","id":16,"method":"tools/call","params":{"name":"import_marc","arguments":{}}}'
    return more(
        records_of("library"),
        (82.1, Began(8, "tools/call", "import_marc")),
        (0.001, Sent(call, op=8)),
        (0.21, Stderr(b"Traceback (most recent call last):")),
        (0.0, Stderr(b'  File "/srv/alder/marc.py", line 61, in load')),
        (0.0, Stderr(b"FileNotFoundError: 'export/2026-11.mrc'")),
        (0.003, Exited(1)),
        (0.0, Closed("the server exited with code 1")),
    )


class Disk:
    """A recorder that has nothing to do."""

    def __init__(self, path):
        self.path, self.problem = path, ""


def staged(records, *, now=None, agreed=True, asks=False):
    """A bridge that shows `records` at the second `now`; `asks`: questions without an answer wait for one."""
    at = records[-1].at if now is None and records else now or 0.0

    class StagedBridge(Bridge):
        @property
        def agreed(self):
            return self._agreed

        async def run(self):
            model = Model()
            model.feed(records)
            seen = model.identity
            self._agreed = None
            if agreed and seen.era is not None and model.session.status.state == "connected":
                self._agreed = Agreed(seen.era, seen.version, seen.transport, capabilities=seen.capabilities)
            self.journal = Journal(clock=lambda: at, start=0.0)
            self.journal.load(records)
            self.recorder = Disk(Path("library.jsonl"))
            if records:
                self._post(Batch(records))
            if self._agreed is not None:
                self._post(Connected(self._agreed))
            if asks:
                states = recorded(model)
                self._post(Questions(tuple(one.question for one in states if one.answer is None)))
            await self._ended.wait()

        _agreed = None

        def preview(self, method, params, *, own_token=True):
            if self._agreed is None:
                return None
            info = {"name": "inspector", "version": "0.1.0"}
            speech = Speech(self._agreed.era, self._agreed.version, self.options.capabilities, info)
            number = 1 + sum(isinstance(one.event, Sent) and b'"id"' in one.event.raw for one in records)
            token = f"inspector-{number}" if own_token else MISSING
            return jsonrpc.request(number, method, dress(speech, params, token)), str(number)

        def around(self, schema, faults):
            if self._agreed is None:
                return None
            info = {"name": "inspector", "version": "0.1.0"}
            speech = Speech(self._agreed.era, self._agreed.version, self.options.capabilities, info)
            exchanges = Exchanges()
            feed_all(exchanges, records)
            bearer = exchanges.latest

            def bears(id):
                found = bearer(id)
                return None if found is None else (found.seq, found.state == "open")

            number = 1 + sum(isinstance(one.event, Sent) and b'"id"' in one.event.raw for one in records)

            def headers(mirrored):
                always = (("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json"))
                return (*always, *mirrored.items(), *getattr(self.target, "headers", ()))

            return Around(
                speech, self._agreed.transport, number, "1", bears, exchanges.is_asked, headers, schema, faults
            )

        def refresh(self, method):
            pass

    return StagedBridge


def app_on(target=None, *, theme="ink", bridge=None, opened=None, settings=None, **more_of_start):
    """The app with a target; a staged bridge takes the place of the real one."""
    file = settings or SettingsFile(Path(os.environ["INSPECTOR_HOME"], "settings.toml"), Settings(), ())
    more_of_start.setdefault("options", Options(authorization=Wish()))
    start = Start(file, target=target, opened=opened, theme=theme, **more_of_start)
    app = InspectorApp(start)
    app.glyphs = UNICODE
    app.staged_bridge = bridge
    return app


async def until(pilot, condition, what=""):
    """Let things happen until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await pilot.pause(0.01)
    except TimeoutError:
        raise AssertionError(f"did not come: {what or condition}") from None


async def search_palette(pilot, query):
    """Open the palette and type; when this is over, it has found all that there is."""
    await press(pilot, "ctrl+p", f"type:{query}")
    palette = pilot.app.screen

    def is_over():
        looking = any(worker.node is palette and not worker.is_finished for worker in pilot.app.workers)
        return (
            palette.query_one("Input").value == query and not looking and palette.query_one("CommandList").option_count
        )

    await until(pilot, is_over, f"what “{query}” finds")
    await pilot.pause()
    return palette


async def opened_screen(pilot):
    """The session screen, when it is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, SessionScreen), "the session screen")
    screen = pilot.app.screen
    await until(
        pilot, lambda: screen.is_mounted and (screen.body.size.height or screen.has_class("-too-small")), "its layout"
    )
    await pilot.pause()
    return screen


async def press(pilot, *keys):
    """Keys, one after the other, each with all that it brings about. `type:…` is typed letter by letter."""
    for key in keys:
        letters = [NAMES.get(one, one) for one in key[5:]] if key.startswith("type:") else [key]
        await pilot.press(*letters)
        await until(pilot, lambda: pilot.app.keys_are_done or not pilot.app.is_running, "the end of a key")
        await pilot.pause()
