"""What one `tools/call` costs the client, beside a script without any MCP logic and beside the official SDK's client.

Each contender is a process of its own (this file, run as a script), pinned with its server to one core where the system
can do that: otherwise a round trip on a pipe is mostly the waking of a sleeping core. They run in turn, several times,
and the median of the ratios counts. Processor time is the client's alone.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest

SERVER = (sys.executable, "-S", "-E", str(Path(__file__).parents[1] / "servers" / "echoing.py"))
ARGUMENTS = {"text": "x" * 64}
ROUNDS = 5
CALLS = {"stdio": 3000, "http": 800}
BATCH = 20

OF_SDK = {"stdio": 0.6, "http": 1.0}
"""The processor time that a call may cost, as a part of what it costs with the SDK's client."""

OF_RAW = {"stdio": 9.0, "http": 2.0}
"""The same beside the raw script: pipes with `json` on stdio, `httpx` alone on HTTP."""

Call = Callable[[], Awaitable[str]]


class Cost(NamedTuple):
    """Of one call, in microseconds: the client's processor time, and how long it took."""

    cpu: float
    took: float


# ── in the contender's process ───────────────────────────────────────────────────────────────────────────────────────


async def _measured(call: Call, calls: int) -> Cost:
    """The lowest decile of many small batches; what is above is the machine's noise."""
    costs: list[Cost] = []
    for _ in range(calls // BATCH):
        cpu, clock = time.process_time(), time.perf_counter()
        for _ in range(BATCH):
            text = await call()
        costs.append(Cost(time.process_time() - cpu, time.perf_counter() - clock))
        assert text == ARGUMENTS["text"]
    lowest = len(costs) // 10
    return Cost(*(sorted(one)[lowest] / BATCH * 1e6 for one in zip(*costs, strict=True)))


def _request() -> bytes:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "echo", "arguments": ARGUMENTS, "_meta": meta}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()


def _text(response: bytes) -> str:
    text: str = json.loads(response)["result"]["content"][0]["text"]
    return text


def _served(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen((*SERVER, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE)


async def _raw(url: str | None, calls: int) -> Cost:
    if url is not None:
        import httpx

        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        async with httpx.AsyncClient(trust_env=False, headers=headers) as client:

            async def post() -> str:
                return _text((await client.post(url, content=_request())).content)

            return await _measured(post, calls)
    with _served() as server:
        to, back = server.stdin, server.stdout
        assert to is not None and back is not None

        async def say() -> str:
            to.write(_request() + b"\n")
            to.flush()
            return _text(back.readline())

        return await _measured(say, calls)


async def _floor(_: str | None, calls: int) -> Cost:
    """asyncio, a pipe as ours is, lines split as ours are, and nothing else: no loop can do it for less."""
    from inspector.transports.child import LINE_LIMIT, Lines, Pipe

    loop = asyncio.get_running_loop()
    lines = Lines(LINE_LIMIT)
    waiting: asyncio.Future[bytes] = loop.create_future()

    def take(piece: bytes) -> None:
        for line in lines.feed(piece):
            waiting.set_result(line)

    pipe = Pipe(take)
    theirs = pipe.open()
    server, _protocol = await loop.subprocess_exec(
        asyncio.SubprocessProtocol, *SERVER, stdin=subprocess.PIPE, stdout=theirs, stderr=None
    )
    os.close(theirs)
    stdin: Any = server.get_pipe_transport(0)

    async def say() -> str:
        nonlocal waiting
        waiting = loop.create_future()
        stdin.write(_request() + b"\n")
        return _text(await waiting)

    try:
        return await _measured(say, calls)
    finally:
        stdin.close()
        await pipe.ended.wait()
        server.close()


async def _ours(url: str | None, calls: int) -> Cost:
    import inspector

    async with inspector.connect(url) if url else inspector.connect(command=SERVER) as client:

        async def call() -> str:
            text: str = (await client.call_tool("echo", ARGUMENTS))["content"][0]["text"]
            return text

        return await _measured(call, calls)


async def _sdk(url: str | None, calls: int) -> Cost:
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters

    target: Any = url or StdioServerParameters(command=SERVER[0], args=list(SERVER[1:]))
    async with Client(target, mode="auto") as client:

        async def call() -> str:
            result: Any = await client.call_tool("echo", ARGUMENTS)
            text: str = result.content[0].text
            return text

        return await _measured(call, calls)


def _contend(contender: str, transport: str) -> Cost:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    run = {"raw": _raw, "floor": _floor, "ours": _ours, "sdk": _sdk}[contender]
    if transport == "stdio":
        return asyncio.run(run(None, CALLS[transport]))
    with _served("http") as server:
        assert server.stdout is not None
        try:
            return asyncio.run(run(server.stdout.readline().decode().strip(), CALLS[transport]))
        finally:
            server.kill()


# ── in the test's ────────────────────────────────────────────────────────────────────────────────────────────────────


def _cost(contender: str, transport: str) -> Cost:
    ran = subprocess.run((sys.executable, __file__, contender, transport), check=True, capture_output=True, timeout=120)
    return Cost(*json.loads(ran.stdout))


@pytest.mark.benchmark
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_call_costs_less_than_with_the_sdk_and_a_few_times_the_raw_round_trip(transport: str) -> None:
    contenders = ("raw", "floor", "ours", "sdk") if transport == "stdio" else ("raw", "ours", "sdk")
    rounds = [{one: _cost(one, transport) for one in contenders} for _ in range(ROUNDS)]
    for contender in contenders:
        cpu, took = (median(one) for one in zip(*(costs[contender] for costs in rounds), strict=True))
        print(f"\n{transport:5} {contender:5} {cpu:5.0f} µs CPU {took:5.0f} µs a call", end="")
    of_raw = [median(costs["ours"][one] / costs["raw"][one] for costs in rounds) for one in (0, 1)]
    of_sdk = [median(costs["ours"][one] / costs["sdk"][one] for costs in rounds) for one in (0, 1)]
    print(f"\n{transport:5} ours: of raw CPU {of_raw[0]:.2f}, time {of_raw[1]:.2f};", end=" ")
    print(f"of the SDK CPU {of_sdk[0]:.2f}, time {of_sdk[1]:.2f}")
    # The durations are for reading: on a machine with other work they say more of that.
    assert of_sdk[0] < OF_SDK[transport]
    assert of_raw[0] < OF_RAW[transport]


if __name__ == "__main__":
    print(json.dumps(_contend(*sys.argv[1:])))
