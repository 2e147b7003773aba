"""Very many records at once, as from a recording or a server that floods."""

import asyncio
import json

from inspector.tui.bridge_told import Batch
from inspector.tui.screens.session import SessionScreen
from inspector.wire.events import Received, Record
from tests.tui.app.staging import COMMAND, app_on, opened_screen, records_of, staged


async def test_the_loop_has_its_turns_while_very_many_records_are_taken_in():
    app = app_on(COMMAND)
    app.staged_bridge = staged(records_of("library"))
    async with asyncio.timeout(60), app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        assert isinstance(screen, SessionScreen)
        count = len(screen.model.records)
        said = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}})
        screen.post_message(Batch([Record(count + 1 + n, 300.0, Received(said.encode())) for n in range(4_000)]))
        seen = set()
        while len(screen.model.records) < count + 4_000:
            seen.add(len(screen.model.records))
            await asyncio.sleep(0)
        assert len(seen) > 3
