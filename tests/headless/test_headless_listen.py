"""`listen`: lines as they come, reconnection."""

import asyncio
import json
import signal
from typing import Any

from tests.headless.running import PATIENCE, Inspector, legacy, modern, refusal, scripted, sent

LISTED = {"tools": {"listChanged": True}}
LINE = {"at", "method", "params", "subscription"}


def about(method: str, **params: Any) -> dict[str, Any]:
    return {
        "method": f"notifications/{method}",
        "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}, **params},
    }


ACK = about("subscriptions/acknowledged", notifications={"toolsListChanged": True})
NEWS = {"on": "subscriptions/listen", "notifications": [ACK, about("tools/list_changed")]}


async def lines(process: asyncio.subprocess.Process, count: int) -> list[Any]:
    """So many lines of stdout, as JSON."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        return [json.loads(await process.stdout.readline()) for _ in range(count)]


async def test_listen_prints_one_document_a_line_as_they_come_and_an_interrupt_is_130(inspector: Inspector) -> None:
    process = await inspector.start("listen", "--json", *scripted(modern(LISTED), NEWS))
    ack, changed = await lines(process, 2)
    assert ack.keys() == changed.keys() == LINE
    assert (ack["method"], changed["method"]) == (ACK["method"], "notifications/tools/list_changed")
    assert ack["subscription"] == changed["subscription"] == 2 and ack["at"] <= changed["at"]
    process.send_signal(signal.SIGINT)
    ran = await inspector.end(process)
    assert (ran.code, ran.error["kind"]) == (130, "interrupted")
    (asked,) = sent(ran.recording(), "subscriptions/listen")
    assert asked["params"]["notifications"] == {"toolsListChanged": True}


async def test_listen_ends_with_its_time_and_tells_the_server(inspector: Inspector) -> None:
    ran = await inspector("listen", "--for", "0.5", "--resource", "a:1", *scripted(modern(LISTED), NEWS))
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.out.splitlines()
    assert "notifications/subscriptions/acknowledged  on 2" in first and "tools/list_changed  on 2" in second
    recording = ran.recording()
    assert sent(recording, "subscriptions/listen")[0]["params"]["notifications"]["resourceSubscriptions"] == ["a:1"]
    assert len(sent(recording, "notifications/cancelled")) == 1


async def test_stdio_19_listen_connects_again_when_the_server_dies_and_says_so(inspector: Inspector) -> None:
    process = await inspector.start("listen", "--json", *scripted(modern(LISTED), {**NEWS, "exit": 3}))
    found = await lines(process, 4)
    assert [one["method"].rpartition("/")[2] for one in found] == ["acknowledged", "list_changed"] * 2
    process.send_signal(signal.SIGINT)
    ran = await inspector.end(process)
    assert "it is sent again after" in ran.err and "code 3" in ran.err


async def test_a_legacy_server_is_listened_to_without_a_subscription(inspector: Inspector) -> None:
    hello, greeting = legacy(LISTED)
    log = {"method": "notifications/message", "params": {"level": "info", "data": "\x1b[1m"}}
    told = {"on": "resources/subscribe", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {}}, "after": [log]}
    process = await inspector.start("listen", "--resource", "a:1", *scripted(hello, greeting, told))
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        line = (await process.stdout.readline()).decode()
    process.send_signal(signal.SIGINT)
    ran = await inspector.end(process)
    assert ran.code == 130 and "notifications/message" in line and "\x1b" not in line


async def test_a_server_that_refuses_to_be_listened_to_is_exit_5(inspector: Inspector) -> None:
    ran = await inspector("listen", "--json", *scripted(modern(), refusal("subscriptions/listen", -32601, "no")))
    assert (ran.code, json.loads(ran.out)["error"]["code"], ran.error["exitCode"]) == (5, -32601, 5)
    ran = await inspector(
        "listen", "--resource", "a:1", *scripted(*legacy(), refusal("resources/subscribe", -32602, "no"))
    )
    assert (ran.code, ran.out) == (5, "✗ -32602 no\n")


async def test_listen_ends_when_nobody_reads_any_more(inspector: Inspector) -> None:
    flood = {**NEWS, "flood": 2000, "every_ms": 1}
    process = await inspector.start("listen", "--json", *scripted(modern(LISTED), flood))
    await lines(process, 1)
    assert process.stdout is not None and process.stderr is not None
    process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == 0
