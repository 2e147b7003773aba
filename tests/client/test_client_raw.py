"""What the person writes goes out as it is, ends in time, and spoils none of the client's own calls."""

import asyncio

from inspector.client import Client
from inspector.protocol.steps import Reply
from inspector.wire import events
from inspector.wire.parcel import Parcel
from tests.servers.stdio_driving import DISCOVER, DONE, INITIALIZE, NO_DISCOVER, PATIENCE, TOOLS, happened, scripted

LEGACY = (NO_DISCOVER, INITIALIZE)
SILENT = {"on": "silent", "reply": {"jsonrpc": "2.0", "method": "notifications/x"}}
LIST = b'{"jsonrpc":"2.0","id":%s,"method":"tools/list"}'


async def raw(client: Client, parcel: Parcel, timeout: float = 5.0) -> Reply:
    return await client.send_raw(parcel, op=client.begin("send"), timeout=timeout)


async def test_a_request_by_hand_is_answered_and_its_id_is_taken_by_nobody_else() -> None:
    async with asyncio.timeout(PATIENCE), scripted(*LEGACY, TOOLS) as client:
        await client.connect()
        id = client.next_id
        reply = await raw(client, Parcel(LIST % str(id).encode()))
        assert reply.result["tools"] and client.next_id == id + 1
        assert (await client.request("tools/list")).result["tools"]
        assert len({one.id for one in client.exchanges.ours.values()}) == len(client.exchanges.ours)


async def test_bytes_and_line_end_cross_as_they_are_and_a_line_left_open_is_ended_before_our_own_call() -> None:
    async with asyncio.timeout(PATIENCE), scripted(*LEGACY, TOOLS) as client:
        await client.connect()
        assert (await raw(client, Parcel(LIST % b'"a"', b"\r\n"))).result["tools"]
        reply = await raw(client, Parcel(LIST % b'"b"', b""))
        assert (reply.answer, reply.failure) == (None, "") and "left open" in reply.detail
        assert (await client.request("tools/list")).result["tools"]
    sent = [(one.raw, one.end) for one in happened(client, events.Sent)]
    assert (LIST % b'"a"', b"\r\n") in sent
    at = sent.index((LIST % b'"b"', b""))
    assert sent[at + 1] == (b"", b"\n")


async def test_what_no_answer_can_name_is_said_and_not_waited_for() -> None:
    async with asyncio.timeout(PATIENCE), scripted(*LEGACY, SILENT) as client:
        await client.connect()
        notice = await raw(client, Parcel(b'{"jsonrpc":"2.0","method":"notifications/x"}'))
        assert notice.detail == "sent; no answer is due, a notification gets none"
        null = await raw(client, Parcel(b'{"jsonrpc":"2.0","id":null,"method":"silent"}'), timeout=60.0)
        assert null.detail == "sent; no answer can be matched, id is null"
    said = [one.verdict for one in happened(client, events.Decision) if one.topic == "send"]
    assert said == ["sent; no answer is due", "sent; no answer can be matched"]


async def test_a_server_that_dies_of_it_is_said_to_have_died() -> None:
    async with asyncio.timeout(PATIENCE), scripted(*LEGACY) as client:
        await client.connect()
        half = await raw(client, Parcel(b'{"half":'), timeout=60.0)
    assert half.failure == "exited" and "the server exited with code" in half.detail


async def test_a_request_that_nobody_answers_times_out_and_says_so() -> None:
    async with asyncio.timeout(PATIENCE), scripted(*LEGACY, SILENT) as client:
        await client.connect()
        reply = await raw(client, Parcel(b'{"jsonrpc":"2.0","id":90,"method":"silent"}'), timeout=0.1)
    assert (reply.failure, reply.detail) == ("timeout", "No answer for 0.1 s")
    assert "timeout" in [one.topic for one in happened(client, events.Decision)]


async def test_an_id_that_is_in_use_leaves_the_call_that_uses_it_its_answer() -> None:
    slow = {"on": "tools/call", "delay_ms": 100, "reply": DONE}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, slow, TOOLS) as client:
        await client.connect()
        id = client.next_id
        async with asyncio.TaskGroup() as both:
            own = both.create_task(client.request("tools/call", {"name": "t"}))
            await asyncio.sleep(0)
            other = both.create_task(raw(client, Parcel(LIST % str(id).encode())))
        assert own.result().answer is not None and other.result().answer is not None
