"""Leaving at any moment: bounded, orderly, and nothing is left behind."""

import asyncio
import gc
from pathlib import Path

import pytest

from inspector.client import Client, Options
from inspector.client.line import Line
from inspector.journal import Journal
from inspector.protocol.changes import Change
from inspector.wire import events
from inspector.wire.events import Record
from tests.servers.stdio_driving import (
    DISCOVER,
    INITIALIZE,
    NO_DISCOVER,
    PATIENCE,
    TOOLS,
    happened,
    methods,
    runs,
    scripted,
    verdicts,
)

SILENT = {"on": "tools/call", "silent": True}


def all_gone(client: Client) -> bool:
    return not any(runs(one.pid) for one in happened(client, events.Opened) if one.pid)


@pytest.mark.parametrize("records", range(1, 16))
async def test_a_session_that_is_cancelled_after_any_record_leaves_no_process_and_no_task(records: int) -> None:
    journal = Journal()
    client = scripted(NO_DISCOVER, INITIALIZE, TOOLS, SILENT, journal=journal)
    before = asyncio.all_tasks()

    async def session() -> None:
        async with client:
            await client.connect()
            await client.request("tools/list")
            await client.request("tools/call", {"name": "t"})

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        task = group.create_task(session())
        async for _ in journal.follow():
            if len(journal) >= min(records, 11):  # the call is the eleventh; nothing comes after it
                break
        for _ in range(max(records - 11, 0)):
            await asyncio.sleep(0)
        task.cancel()
    assert task.cancelled() and client.transport is None
    assert all_gone(client) and asyncio.all_tasks() == before
    assert isinstance(journal.records[-1].event, events.Closed | events.Decision)


@pytest.mark.parametrize("turns", range(0, 32, 4))
async def test_a_start_that_is_cancelled_at_any_turn_of_the_loop_leaves_no_process(turns: int, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    client = scripted({"pid_file": str(pids), "ignore_stdin_eof": True}, DISCOVER)

    async def session() -> None:
        async with client:
            await client.connect()
            await asyncio.Event().wait()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        task = group.create_task(session())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
    assert all_gone(client) and not any(runs(int(pid)) for pid in pids.read_text().split())


async def test_a_cancelled_connect_leaves_a_client_that_can_connect_again() -> None:
    silent_once = {"on": "server/discover", "silent": True, "times": 1}
    async with asyncio.timeout(PATIENCE), scripted({"on": "initialize", "silent": True}, silent_once) as client:
        async with asyncio.TaskGroup() as group:
            connecting = group.create_task(client.connect())
            async for batch in client.journal.follow():
                if any(isinstance(record.event, events.Sent) for record in batch):
                    break
            connecting.cancel()
        assert client.transport is None and client.agreed is None and all_gone(client)
        assert methods(client) == ["server/discover"]


async def test_leaving_while_calls_wait_tells_the_server_nothing_it_cannot_hear_and_ends_them() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, SILENT) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            calls = [group.create_task(client.request("tools/call", {"name": "t"})) for _ in range(3)]
            await asyncio.sleep(0)
            await client.disconnect()
    assert {call.result().failure for call in calls} <= {"exited", "closed"}
    assert "notifications/cancelled" not in methods(client)


async def test_an_exception_of_the_body_comes_out_as_it_is() -> None:
    with pytest.raises(KeyError):
        async with asyncio.timeout(PATIENCE), scripted(DISCOVER, SILENT) as client:
            await client.connect()
            client.start(_wait_for_ever())
            raise KeyError("x")
    assert all_gone(client)


async def _wait_for_ever() -> None:
    await asyncio.Event().wait()


async def test_an_exception_in_a_task_of_the_client_ends_the_client_in_order() -> None:
    async def breaks() -> None:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as raised:
        async with asyncio.timeout(PATIENCE), scripted(DISCOVER, SILENT) as client:
            await client.connect()
            client.start(breaks())
            await asyncio.Event().wait()
    assert raised.group_contains(ZeroDivisionError)
    assert happened(client, events.Closed) == [events.Closed("the client went down and killed the server", asked=True)]
    assert all_gone(client)


async def test_a_client_that_is_cancelled_over_and_over_while_it_goes_still_waits_for_the_end_of_its_child() -> None:
    client = scripted({"ignore_stdin_eof": True, "ignore_sigterm": True}, DISCOVER)
    connected = asyncio.Event()

    async def session() -> None:
        async with client:
            await client.connect()
            connected.set()
            await asyncio.Event().wait()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        task = group.create_task(session())
        await connected.wait()
        while not task.done():
            task.cancel()
            await asyncio.sleep(0)
    assert task.cancelled() and all_gone(client)


async def test_a_journal_that_was_sealed_before_the_end_is_no_fault() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, SILENT) as client:
        await client.connect()
        await client.disconnect()
        client.journal.seal()
    assert verdicts(client, "era") == ["modern"]


async def test_a_journal_that_holds_an_earlier_session_is_gone_on_with() -> None:
    journal = Journal()
    journal.load([Record(1, 0.0, events.Opened("stdio")), Record(2, 0.1, events.Sent(b'{"id":1,"method":"x"}'))])
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, journal=journal) as client:
        await client.connect()
        assert (await client.request("tools/list")).error is None
    assert [record.seq for record in journal.records] == list(range(1, len(journal) + 1))


async def test_a_hearer_that_raises_ends_the_tasks_of_the_client_and_its_exception_comes_out() -> None:
    heard: list[Change] = []

    def raises(change: Change) -> None:
        heard.append(change)
        raise LookupError("a hearer's own")

    line = Line(Options(), Journal())
    line.hearers = [raises]
    with pytest.raises(ExceptionGroup) as raised:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as line.tasks:
            line.start(line.follow())
            await asyncio.sleep(0)
            line.journal.append(events.Received(b'{"jsonrpc":"2.0","method":"n"}'))
            line.journal.flush()  # whoever appended it is not troubled
            await asyncio.Event().wait()
    assert raised.group_contains(LookupError, match="a hearer's own")
    line.journal.append(events.Received(b'{"jsonrpc":"2.0","method":"n"}'))
    line.journal.flush()
    assert len(heard) == 1  # nobody reads any more


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8])
@pytest.mark.parametrize("during", ["the end of the old", "the start of the new"])
async def test_after_a_disconnect_nothing_comes_any_more_of_an_attempt_that_was_given_up(
    during: str, turns: int
) -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            again = group.create_task(client.connect())
            while during == "the start of the new" and not happened(client, events.Closed):
                await asyncio.sleep(0)
            for _ in range(turns):
                await asyncio.sleep(0)
            again.cancel()
            await client.disconnect()
            told = len(client.journal)
            assert again.done()
            assert all_gone(client)
    assert len(client.journal) == told
    assert len(happened(client, events.Opened)) == len(happened(client, events.Closed))
    gc.collect()  # a child that is still there would say so
