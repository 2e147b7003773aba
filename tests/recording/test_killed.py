"""The process is killed in the middle of traffic: what was on the screen is in the recording."""

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios
from pathlib import Path

import pytest

from inspector.recording import open_recording
from inspector.wire.events import Received

# Speaks the handshake and then counts, as fast as it can.
COUNTING = """
import json, sys
def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        say({"id": asked["id"], "result": {"protocolVersion": "2025-11-25", "capabilities": {"logging": {}},
             "serverInfo": {"name": "counting", "version": "1"}}})
    elif asked.get("method") == "notifications/initialized":
        break
    elif "id" in asked:
        say({"id": asked["id"], "error": {"code": -32601, "message": "no"}})
number = 0
while True:
    number += 1
    say({"method": "notifications/message", "params": {"level": "info", "data": f"n{number:06}"}})
"""
SHOWN = re.compile(rb"n(\d{6})")


@pytest.mark.parametrize(
    ("command", "name"),
    [(["listen", "--json"], "session.jsonl.gz"), ([], "session.jsonl")],
    ids=["listen", "the interface"],
)
async def test_after_kill_9_in_mid_traffic_all_that_was_shown_is_in_the_recording(
    tmp_path: Path, command: list[str], name: str
) -> None:
    path = tmp_path / name
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.set_blocking(ours, False)
    environment = {**os.environ, "INSPECTOR_HOME": str(tmp_path / "home"), "TERM": "xterm-256color"}
    words = (*command, "--record", str(path), "--protocol-version", "2025-11-25")
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "inspector", *words, "--", sys.executable, "-c", COUNTING),
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    screen = bytearray()
    enough = asyncio.Event()

    def read() -> None:
        try:
            screen.extend(os.read(ours, 1 << 16))
        except OSError:  # the other end is closed
            asyncio.get_running_loop().remove_reader(ours)
            enough.set()
        if len(set(SHOWN.findall(screen))) > 10:
            enough.set()

    asyncio.get_running_loop().add_reader(ours, read)
    try:
        async with asyncio.timeout(60):
            await enough.wait()
            child.kill()
            assert await child.wait() == -signal.SIGKILL
    finally:
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
    shown = {int(number) for number in SHOWN.findall(screen)}
    opened = open_recording(path)
    texts = b"\n".join(record.event.raw for record in opened.records if isinstance(record.event, Received))
    kept = [int(number) for number in SHOWN.findall(texts)]
    assert len(shown) > 10 and shown <= set(kept)
    assert kept == list(range(1, len(kept) + 1))
    assert [note for note in opened.notes if "torn" not in note and "ends early" not in note] == []
