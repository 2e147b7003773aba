"""Ctrl+C, SIGTERM and the end of the terminal at any moment; a reader of stdout that goes away."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from inspector.recording import open_recording
from inspector.wire.events import Opened
from tests.headless.running import ADD, PATIENCE, Inspector, legacy, modern, said, scripted, sent, tools
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

TELLING = Path(__file__).with_name("telling_server.py")


@asynccontextmanager
async def heard() -> AsyncIterator[tuple[int, asyncio.StreamReader]]:
    """A port, and what a telling server says there."""
    reader = asyncio.StreamReader()
    ended = asyncio.Event()

    async def take(source: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while chunk := await source.read(4096):
                reader.feed_data(chunk)
        except ConnectionError:
            pass  # killed with bytes under way
        finally:
            writer.transport.abort()
            ended.set()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], reader
        async with asyncio.timeout(PATIENCE):
            await ended.wait()  # the server is gone


MOMENTS = ("start", "server/discover", "tools/list", "tools/call", "end")
CASES = [
    *((moment, signal.SIGINT) for moment in MOMENTS),
    *((moment, number) for moment in ("server/discover", "end") for number in (signal.SIGTERM, signal.SIGHUP)),
]


@pytest.mark.parametrize(("moment", "number"), CASES)
async def test_a_signal_ends_it_with_130_and_leaves_nothing_behind(
    inspector: Inspector, moment: str, number: signal.Signals
) -> None:
    async with heard() as (port, says):
        command = ("--", sys.executable, "-SE", str(TELLING), str(port), moment)
        process = await inspector.start("call", "wait", "--json", *command)
        async with asyncio.timeout(PATIENCE):
            await says.readuntil(f"{moment}\n".encode())
        process.send_signal(number)
        ran = await inspector.end(process)
    assert ran.code == 130
    assert (ran.stdout == b"") == (moment != "end")
    assert ran.err.splitlines()[:2] == ["inspector: Interrupted.", "  recorded in FILE"]
    assert (ran.error["kind"], ran.error["exitCode"]) == ("interrupted", 130)
    assert len(sent(ran.recording(), "tools/call")) == (moment in ("tools/call", "end"))


async def test_the_server_is_told_that_the_call_is_given_up(inspector: Inspector) -> None:
    async with heard() as (port, says):
        process = await inspector.start(
            "call", "wait", "--", sys.executable, "-SE", str(TELLING), str(port), "tools/call"
        )
        async with asyncio.timeout(PATIENCE):
            await says.readuntil(b"tools/call\n")
        process.send_signal(signal.SIGINT)
        ran = await inspector.end(process)
    [call] = sent(ran.recording(), "tools/call")
    [cancelled] = sent(ran.recording(), "notifications/cancelled")
    assert cancelled["params"]["requestId"] == call["id"]


async def test_a_second_signal_does_not_wait_for_a_server_that_does_not_end(inspector: Inspector) -> None:
    async with heard() as (port, says):
        process = await inspector.start(
            "call", "wait", "--", sys.executable, "-SE", str(TELLING), str(port), "end", "stubborn"
        )
        async with asyncio.timeout(PATIENCE):
            await says.readuntil(b"end\n")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        ran = await inspector.end(process)
    assert (ran.code, ran.out) == (130, "done\n")


async def test_a_call_over_http_is_interrupted_too(inspector: Inspector) -> None:
    called = asyncio.Event()

    async def script(asked: Asked, reply: Reply) -> None:
        message = json.loads(asked.body)
        if message["method"] == "tools/call":
            called.set()
            await reply.gone.wait()
            return
        rule = {"server/discover": modern(), "tools/list": tools(ADD)}[message["method"]]
        answer = {**rule["reply"], "id": message["id"]}
        await reply.whole(200, json.dumps(answer).encode(), "application/json")

    async with ScriptedServer(script) as server:
        process = await inspector.start("call", "add", "a=1", server.url("/mcp"))
        async with asyncio.timeout(PATIENCE):
            await called.wait()
        process.send_signal(signal.SIGINT)
        ran = await inspector.end(process)
    assert (ran.code, ran.stdout) == (130, b"")


async def test_an_inspector_that_is_killed_leaves_a_recording_of_all_that_happened(inspector: Inspector) -> None:
    async with heard() as (port, says):
        command = ("--", sys.executable, "-SE", str(TELLING), str(port), "tools/call")
        process = await inspector.start("call", "wait", *command)
        async with asyncio.timeout(PATIENCE):
            await says.readuntil(b"tools/call\n")
            process.kill()
            await process.wait()
        [path] = (inspector.home / "data" / "recordings").glob("*.jsonl")
        recording = open_recording(path)
        [opened] = [one.event for one in recording.records if isinstance(one.event, Opened)]
        assert opened.pid is not None
        os.killpg(opened.pid, signal.SIGKILL)  # it lives through everything else
    assert len(sent(recording, "tools/call")) == 1


async def test_a_reader_that_goes_away_ends_it_quietly(inspector: Inspector) -> None:
    read, write = os.pipe()
    process = await inspector.start(
        "call", "add", "a=1", *scripted(modern(), tools(ADD), said("x\n" * 9)), stdout=write
    )
    os.close(write)
    os.close(read)
    ran = await inspector.end(process)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("words", [("call", "add", "a=1"), ("list", "tools", "--json"), ("listen", "--json")])
async def test_a_stdout_that_cannot_be_written_is_told(inspector: Inspector, words: tuple[str, ...]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    news = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    target = scripted(modern(), tools(ADD), said("x"))
    if words[0] == "listen":
        heard = {"on": "notifications/initialized", "reply": news}
        target = scripted(*legacy({"tools": {"listChanged": True}}), heard)
    process = await inspector.start(*words, *target, stdout=full)
    os.close(full)
    ran = await inspector.end(process)
    assert ran.code == 2
    assert ran.err.startswith("inspector: stdout cannot be written.\n  why:  No space left on device.\n")
    if "--json" in words:
        assert (ran.error["kind"], ran.error["exitCode"]) == ("output", 2)


async def test_a_stdout_that_is_closed_is_told(inspector: Inspector) -> None:
    words = ("call", "add", "a=1", "--json", *scripted(modern(), tools(ADD), said("x")))
    ran = await inspector(*words, preexec_fn=lambda: os.close(1))
    assert ran.code == 2
    assert ran.err.startswith("inspector: stdout is closed.\n")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("output", 2)


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("call", "--help")])
async def test_help_that_cannot_be_written_is_told(inspector: Inspector, words: tuple[str, ...]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    process = await inspector.start(*words, stdout=full)
    os.close(full)
    ran = await inspector.end(process)
    assert (ran.code, ran.err.splitlines()[0]) == (2, "inspector: stdout cannot be written.")


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("call", "--help")])
async def test_help_whose_reader_has_gone_ends_quietly(inspector: Inspector, words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    process = await inspector.start(*words, stdout=write)
    os.close(write)
    ran = await inspector.end(process)
    assert (ran.code, ran.err) == (0, "")
