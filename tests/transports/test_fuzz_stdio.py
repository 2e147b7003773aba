"""Whatever a server writes to stdout and stderr: no exception, no hang, every byte in the journal."""

import asyncio
import random
import shutil
import sys

import pytest
from hypothesis import given

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import StdioTarget
from inspector.journal import Journal
from inspector.transports.child import Child
from inspector.transports.stdio import StdioOptions, StdioTransport
from inspector.wire import events
from tests.servers.stdio_driving import PATIENCE
from tests.transports.fuzzing import CUTS, MESSAGE, TIMES, budget, cut, hostile

MUTATING = """
import json, random, sys
text = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'
put = [b"", b"\\0", b"\\xff", b"{", b'"', b"[[["]
draw = random.Random(int(sys.argv[1]))
for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" not in message:
        continue
    for _ in range(draw.randrange(4)):
        noise = bytearray(text)
        for _ in range(draw.randrange(1, 9)):
            at = draw.randrange(len(noise))
            noise[at:at + draw.randrange(4)] = draw.choice([*put, draw.randbytes(3)])
        sys.stdout.buffer.write(bytes(noise) + b"\\n")
    if message["method"] == "server/discover":
        result = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                  "ttlMs": 0, "cacheScope": "private"}
    else:
        result = {"resultType": "complete", "content": [], "n": message["params"]["arguments"]["n"]}
    answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""


@budget(300)
@given(hostile(MESSAGE + b"\r\n" + MESSAGE), CUTS)
def test_the_lines_of_stdout_are_in_the_journal_whatever_they_hold(data: bytes, cuts: list[float]) -> None:
    journal = Journal()

    async def run() -> None:
        child = Child(journal, 1 << 20)
        for piece in cut(data, cuts):
            child.pipe_data_received(1, piece)
        child.finish()

    asyncio.run(run())
    received = [record.event for record in journal.records if isinstance(record.event, events.Received)]
    assert [one.raw for one in received] == [line for line in data.split(b"\n") if line.strip()]


@budget(300)
@given(hostile(b"Traceback\r\n  File\rx\n"), CUTS)
def test_the_words_on_stderr_are_in_the_journal_but_for_their_line_ends(data: bytes, cuts: list[float]) -> None:
    journal = Journal()

    async def run() -> None:
        child = Child(journal, 1 << 20)
        for piece in cut(data, cuts):
            child.pipe_data_received(2, piece)
        child.finish()

    asyncio.run(run())
    lines = [record.event.raw for record in journal.records if isinstance(record.event, events.Stderr)]
    assert b"".join(lines) == data.replace(b"\r", b"").replace(b"\n", b"")


@pytest.mark.skipif(shutil.which("cat") is None, reason="cat echoes what it is sent")
async def test_a_child_that_echoes_rubbish_gives_it_back_byte_for_byte() -> None:
    draw = random.Random(11)
    sent = [draw.randbytes(draw.randrange(1, 200)).replace(b"\n", b"\r") for _ in range(300 * TIMES)]
    sent = [one for one in sent if one.strip()]
    journal = Journal()
    path = shutil.which("cat") or ""
    async with asyncio.timeout(PATIENCE * TIMES), asyncio.TaskGroup() as group:
        transport = StdioTransport(StdioOptions(("cat",), path), journal)
        await transport.open(group.create_task)
        for one in sent:
            await transport.send(one, {})
        await transport.close()
    assert [one.event.raw for one in journal.records if isinstance(one.event, events.Received)] == sent


@pytest.mark.parametrize("seed", range(3 * TIMES))
async def test_rubbish_between_the_answers_keeps_none_of_them_from_its_call(seed: int) -> None:
    target = StdioTarget((sys.executable, "-S", "-E", "-c", MUTATING, str(seed)))
    async with asyncio.timeout(PATIENCE), Client(TargetConnector(target), Options()) as client:
        await client.connect()
        for n in range(50):
            reply = await client.request("tools/call", {"name": "t", "arguments": {"n": n}})
            result = reply.result
            assert isinstance(result, dict) and result["n"] == n
