"""The records of a real session with the demo server."""

import asyncio

import pytest

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import DemoTarget
from inspector.wire.events import Exited
from tests.tui.places.place_texts import unsafe


class Recorded:
    """What really happened, as the journals of other tests are."""

    def __init__(self, records):
        self.records = records


async def demo():
    """Connect, call two tools and one that is not there, and close."""
    async with asyncio.timeout(60), Client(TargetConnector(DemoTarget()), Options()) as client:
        await client.connect()
        for name, arguments in (("search_catalogue", {"query": "idiot"}), ("import_marc", {}), ("nothing", {})):
            op = client.begin("tools/call", name)
            await client.request("tools/call", {"name": name, "arguments": arguments}, op=op)
        await client.disconnect()
        return Recorded(list(client.journal.records))


@pytest.mark.parametrize(("width", "height"), [(60, 15), (140, 45)])
async def test_every_record_of_a_session_with_the_demo_can_be_looked_at_from_every_side(opened, width, height):
    journal = await demo()
    async with opened(journal, 1, width, height) as on:
        seen = set()
        for record in journal.records:
            await on.show(record.seq)
            assert on.title.startswith(f"{record.seq}  ")
            for _ in on.tabs:
                seen.add(on.tab)
                assert "".join(on.rows()).strip()
                assert not unsafe("".join(on.rows()))
                await on.press("full_stop")
        assert seen >= {"json", "raw", "timing", "related"}
    assert any(isinstance(record.event, Exited) for record in journal.records)


async def test_from_a_call_to_its_answer_and_back(opened):
    journal = await demo()
    async with opened(journal, 1) as on:
        calls = [row for row in on.pane._model.timeline.all if (row.kind, row.name) == ("req", "search_catalogue")]
        await on.show(calls[0].seq)
        await on.press("o")
        await on.show(on.app.wanted[-1])
        assert "← res  tools/call search_catalogue" in on.title
        assert '"resultType": "complete"' in on.text()
        await on.press("o")
        assert on.app.wanted[-1] == calls[0].seq
