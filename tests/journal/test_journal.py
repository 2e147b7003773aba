"""The journal: one order, nothing lost, the disk before the screen."""

import asyncio
from collections.abc import Sequence

import pytest

from inspector.journal import Journal
from inspector.wire.events import Record, Stderr


def note(text: str) -> Stderr:
    return Stderr(text.encode())


async def collect(journal: Journal, into: list[Record], after: int = 0) -> None:
    async for batch in journal.follow(after):
        into.extend(batch)


def test_records_are_numbered_from_one_and_stamped_by_the_clock_given() -> None:
    times = iter([10.0, 10.5, 12.0])
    journal = Journal(lambda: next(times))
    assert [journal.append(note(text)) for text in "ab"] == [Record(1, 0.5, note("a")), Record(2, 2.0, note("b"))]


async def test_a_late_follower_misses_nothing_and_a_cursor_begins_where_it_says() -> None:
    journal = Journal()
    early: list[Record] = []
    late: list[Record] = []
    tail: list[Record] = []
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(collect(journal, early))
        for number in range(100):
            journal.append(note(str(number)))
            if number % 7 == 0:
                await asyncio.sleep(0)
        group.create_task(collect(journal, late))
        group.create_task(collect(journal, tail, after=98))
        await asyncio.sleep(0)
        journal.append(note("last"))
        journal.seal()
    assert early == late == journal.records and len(early) == 101
    assert [record.seq for record in tail] == [99, 100, 101]


async def test_a_slow_follower_gets_bigger_batches() -> None:
    journal = Journal()
    sizes: list[int] = []

    async def slow() -> None:
        async for batch in journal.follow():
            sizes.append(len(batch))
            for _ in range(10):
                await asyncio.sleep(0)

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(slow())
        for number in range(40):
            journal.append(note(str(number)))
            await asyncio.sleep(0)
        journal.seal()
    assert sum(sizes) == 40 and len(sizes) < 10


async def test_what_a_follower_sees_the_sink_had_before() -> None:
    journal = Journal()
    on_disk: list[Record] = []
    ahead: list[bool] = []

    async def follow() -> None:
        ahead.extend([batch[-1] in on_disk async for batch in journal.follow()])

    journal.add_sink(on_disk.extend)
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(follow())
        for number in range(20):
            journal.append(note(str(number)))
            await asyncio.sleep(0)
        journal.seal()
    assert ahead and all(ahead)
    assert on_disk == journal.records


async def test_a_follower_that_appends_with_each_batch_leaves_the_loop_its_turn() -> None:
    journal = Journal()
    turns = 0

    async def echo() -> None:
        async for _ in journal.follow():
            if turns < 5 and len(journal) < 100:
                journal.append(note("again"))

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        journal.append(note("first"))
        group.create_task(echo())
        while turns < 5:
            await asyncio.sleep(0)
            turns += 1
            assert len(journal) < 100, "the follower had the loop for itself"
        journal.seal()
    assert len(journal) > 1


async def test_a_reader_is_told_in_the_same_breath_and_after_the_sinks() -> None:
    journal = Journal()
    order: list[str] = []
    journal.add_reader(lambda: order.append(f"reader knows {len(journal)}"))
    journal.add_sink(lambda batch: order.extend(f"sink has {record.seq}" for record in batch))
    journal.append(note("a"))
    journal.append(note("b"))
    assert order == []
    journal.flush()
    journal.flush()
    assert order == ["sink has 1", "sink has 2", "reader knows 2"]


async def test_a_reader_is_told_in_the_next_turn_of_what_nobody_flushes_and_of_what_it_appends_itself() -> None:
    journal = Journal()
    on_disk: list[Record] = []
    told: list[int] = []

    def read() -> None:
        told.append(len(journal))
        assert on_disk == journal.records
        if len(journal) < 3:
            journal.append(note("more"))
            journal.flush()  # does not call it again while it is being told

    journal.add_sink(on_disk.extend)
    journal.add_reader(read)
    journal.append(note("a"))
    for turn in range(1, 5):
        await asyncio.sleep(0)
        assert told == list(range(1, min(turn, 3) + 1))


async def test_a_reader_that_was_removed_is_told_no_more_and_the_others_are() -> None:
    journal = Journal()
    gone: list[int] = []
    stays: list[int] = []

    def leave() -> None:
        gone.append(len(journal))

    journal.add_reader(leave)
    journal.add_reader(lambda: stays.append(len(journal)))
    journal.append(note("a"))
    journal.flush()
    journal.remove_reader(leave)
    journal.append(note("b"))
    journal.seal()
    assert gone == [1] and stays == [1, 2]


def test_a_sink_gets_what_was_there_before_it_and_everything_once() -> None:
    journal = Journal()
    journal.append(note("before"))
    batches: list[Sequence[Record]] = []
    journal.add_sink(lambda batch: batches.append(tuple(batch)))
    journal.append(note("after"))
    journal.flush()
    journal.flush()
    assert [record.seq for batch in batches for record in batch] == [1, 2]


def test_without_a_loop_a_sink_has_each_record_at_once() -> None:
    journal = Journal()
    seen: list[Record] = []
    journal.add_sink(seen.extend)
    record = journal.append(note("x"))
    assert seen == [record]


async def test_a_sealed_journal_takes_nothing_more_and_ends_its_followers() -> None:
    journal = Journal()
    journal.append(note("x"))
    journal.seal()
    seen: list[Record] = []
    async with asyncio.timeout(5):
        await collect(journal, seen)
    assert len(seen) == 1
    with pytest.raises(RuntimeError, match="sealed"):
        journal.append(note("y"))


async def test_a_follower_that_was_cancelled_holds_nobody_up() -> None:
    journal = Journal()
    seen: list[Record] = []
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        gone = group.create_task(collect(journal, []))
        group.create_task(collect(journal, seen))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        journal.append(note("x"))
        journal.seal()
    assert len(seen) == 1


def test_a_recording_becomes_a_journal_with_its_own_stamps_and_is_not_written_again() -> None:
    journal = Journal()
    sunk: list[Record] = []
    journal.add_sink(sunk.extend)
    records = [Record(1, 3.5, note("a")), Record(2, 4.5, note("b"))]
    journal.load(records)
    journal.flush()
    assert journal.records == records and sunk == []
    assert journal.append(note("c")).seq == 3
