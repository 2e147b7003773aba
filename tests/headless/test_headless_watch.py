"""`call --watch`: one answer a line, again after each change of the server, with what changed on stderr."""

import asyncio
import json
import signal
import sys
from pathlib import Path

from tests.headless.running import PATIENCE, SCRIPTED, Inspector

STARTS = f"import runpy, sys; sys.argv = ['s', open(sys.argv[1]).read()]; runpy.run_path({str(SCRIPTED)!r})"


def server(text, **schema):
    def answer(**result):
        return {"jsonrpc": "2.0", "id": "$id", "result": result}

    tool = {"name": "a", "inputSchema": {"type": "object"} | schema}
    return json.dumps(
        [
            {"on": "server/discover", "reply": answer(supportedVersions=["2026-07-28"], capabilities={"tools": {}})},
            {"on": "tools/list", "reply": answer(tools=[tool])},
            {"on": "tools/call", "reply": answer(content=[{"type": "text", "text": text}])},
        ]
    )


async def test_a_call_is_made_again_after_each_change_and_an_interrupt_is_130(
    inspector: Inspector, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(server("1"))
    words = ("call", "a", "--json", "--watch", str(rules), "--", sys.executable, "-c", STARTS, str(rules))
    process = await inspector.start(*words)

    async def answered() -> str:
        async with asyncio.timeout(PATIENCE):
            return str(json.loads(await process.stdout.readline())["result"]["content"][0]["text"])

    assert await answered() == "1"
    rules.write_text("none")
    async with asyncio.timeout(PATIENCE):
        while b'"error"' not in await process.stderr.readline():
            pass
    rules.write_text(server("2", properties={"n": {}}))
    assert await answered() == "2"
    rules.write_text(server("3", properties={"n": {}}, required=["n"]))
    async with asyncio.timeout(PATIENCE):
        lines = [await process.stderr.readline()]
        while b'"error"' not in lines[-1]:
            lines.append(await process.stderr.readline())
    told = b"".join(lines).decode().splitlines()
    assert "── rules.json changed" in told and "offered: 1 change, 0 breaking" in told
    assert told[told.index("answer: 1 difference") + 1] == '  $.result.content[0].text  "1" → "2"'
    assert "offered: 1 change, 1 breaking" in told  # which is why the call cannot be made again
    process.send_signal(signal.SIGINT)
    ran = await inspector.end(process)
    assert (ran.code, ran.error["kind"]) == (130, "interrupted")


async def test_what_is_to_be_watched_has_to_be_there(inspector: Inspector) -> None:
    ran = await inspector("call", "a", "--watch", "no-such.py", "--demo")
    assert (ran.code, ran.stdout) == (2, b"") and "--watch no-such.py is not there" in ran.err
