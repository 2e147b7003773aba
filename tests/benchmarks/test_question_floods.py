"""Budgets of a server that asks very much at once; run with `-m benchmark`. CPU time throughout."""

import asyncio
import sys
import time

import pytest

from inspector.config.target import StdioTarget
from tests.tui.app.staging import app_on, opened_screen, press, until

pytestmark = pytest.mark.benchmark

MANY = 1_000
SERVER = """
import json, sys
def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "server/discover":
        say(id=asked["id"], error={"code": -32601, "message": "unknown"})
    elif asked.get("method") == "initialize":
        info = {"name": "asker", "version": "1"}
        version = asked["params"]["protocolVersion"]
        say(id=asked["id"], result={"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
    elif asked.get("method") == "tools/list":
        say(id=asked["id"], result={"tools": [{"name": "ask", "inputSchema": {"type": "object"}}]})
    elif asked.get("method") == "tools/call":
        schema = {"type": "object", "properties": {"day": {"type": "string"}}}
        for one in range(COUNT):
            params = {"message": f"Question {one}", "requestedSchema": schema}
            say(id=f"q{one}", method="elicitation/create", params=params)
"""


async def test_a_thousand_questions_come_and_go_for_little(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    app = app_on(StdioTarget((sys.executable, "-c", SERVER.replace("COUNT", str(MANY)))))
    async with asyncio.timeout(120), app.run_test(size=(120, 40)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.bridge.agreed is not None, "the connection")
        await press(pilot, "5")
        began = time.process_time()
        screen.bridge.call("tools/call", {"name": "ask", "arguments": {}}, "ask")
        await until(pilot, lambda: screen.answers.waiting == MANY, "all questions")
        came = time.process_time()
        await press(pilot, "down", "down")
        moved = time.process_time()
        screen.bridge.stop()
        await app.workers.wait_for_complete()
        gone = time.process_time()
        print(f"came {came - began:.2f} s, two keys {moved - came:.2f} s, ended {gone - moved:.2f} s of CPU")
        assert came - began < 5 and moved - came < 1 and gone - moved < 4
