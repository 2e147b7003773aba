"""stdio with real child processes. Case numbers are those of the catalogue of hard cases.

Those here: STDIO-01, STDIO-02, STDIO-03, STDIO-04, STDIO-05, STDIO-06, STDIO-07, STDIO-09,
STDIO-10, STDIO-11, STDIO-12, STDIO-13, STDIO-14, STDIO-16, STDIO-17, STDIO-18, STDIO-19,
STDIO-21.
"""

import asyncio
import itertools
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import StdioTarget
from inspector.errors import ConnectError
from inspector.journal import Journal
from inspector.protocol.steps import Reply
from inspector.transports.child import Child, Lines
from inspector.transports.stdio import StdioOptions, StdioTransport
from inspector.wire import events
from tests.servers.stdio_driving import (
    DISCOVER,
    DONE,
    INITIALIZE,
    NO_DISCOVER,
    PATIENCE,
    TOOLS,
    command,
    happened,
    runs,
    scripted,
)

CALLED = {"on": "tools/call", "reply": DONE}


async def listed(*rules: dict[str, Any]) -> tuple[Client, Reply]:
    """Connect, list the tools, close: the client, and the reply."""
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        reply = await client.request("tools/list")
    return client, reply


# ── lines ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(st.binary(), st.lists(st.integers(0, 60)))
def test_lines_are_the_same_however_the_bytes_are_cut(data: bytes, cuts: list[int]) -> None:
    lines = Lines(1000)
    places = sorted({0, *(min(cut, len(data)) for cut in cuts), len(data)})
    found = [line for start, end in itertools.pairwise(places) for line in lines.feed(data[start:end])]
    assert [*found, lines.rest()] == data.split(b"\n")
    assert lines.take_dropped() == []


def test_stdio_10_of_a_line_over_the_limit_the_beginning_is_kept_and_reading_goes_on() -> None:
    lines = Lines(10)
    found = [line for chunk in (b"ok\nAAAAAAAA", b"AAAAAAAA", b"AA\nfine\n", b"B" * 11) for line in lines.feed(chunk)]
    assert found == [b"ok", b"", b"fine"] and lines.rest() == b""
    assert lines.take_heads() == [b"A" * 10, b"B" * 10] and lines.take_heads() == []
    assert lines.take_dropped() == [18] and lines.take_dropped() == []
    assert (lines.skipped, lines.waiting, lines.beginning(3)) == (11, 11, b"BBB")


async def test_what_stands_without_a_line_end_is_in_the_journal_when_its_request_is_given_up() -> None:
    half = '{"jsonrpc":"2.0","id":2,"result":{"con'
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, {"on": "tools/call", "raw": half}) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t", "arguments": {}}, timeout=0.3)
        assert reply.failure == "timeout"
        [waiting] = [one for one in happened(client, events.Decision) if one.verdict == "waiting"]
        assert waiting.because == f"{len(half)} bytes without a line end so far: {half}"
        sent = [record.seq for record in client.journal.records if isinstance(record.event, events.Sent)]
        assert next(one.seq for one in client.journal.records if one.event is waiting) < sent[-1]
        await client.request("tools/call", {"name": "t", "arguments": {}}, timeout=0.3)
        again = [one for one in happened(client, events.Decision) if one.verdict == "waiting"]
        assert [len(half), 2 * len(half)] == [int(one.because.split()[0]) for one in again]
    assert happened(client, events.Received)[-1].raw == (half * 2).encode()


async def opened(rules: dict[str, Any], until: type[events.Event], **options: Any) -> list[events.Event]:
    """What a child without a client leaves in the journal, closed when an event of the kind `until` is there."""
    journal = Journal()
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        transport = StdioTransport(StdioOptions(command(rules), sys.executable, **options), journal)
        await transport.open(group.create_task)
        async for batch in journal.follow():
            if any(isinstance(record.event, until) for record in batch):
                break
        await transport.close()
    return [one.event for one in journal.records]


async def test_stdio_10_a_dropped_line_is_recorded_and_the_next_message_is_read() -> None:
    message = '{"jsonrpc":"2.0","method":"n"}'
    rules = {"on": "start", "raw": "$repeat:A*5000", "then_raw": f"\n{message}\n"}
    found = await opened(rules, events.Decision, line_limit=1000)
    (dropped,) = [one for one in found if isinstance(one, events.Decision)]
    assert dropped.verdict == "dropped" and "5,000 bytes" in dropped.because
    received = [one for one in found if isinstance(one, events.Received)]
    assert received == [events.Received(b"A" * 1000, ended=False, cut=True), events.Received(message.encode())]


async def test_stdio_10_a_line_over_the_limit_that_never_ends_leaves_its_beginning_and_its_size() -> None:
    rules = {"on": "start", "raw": "$repeat:A*5000"}
    found = await opened(rules, events.Received, line_limit=1000)
    assert [one for one in found if isinstance(one, events.Received)] == [
        events.Received(b"A" * 1000, ended=False, cut=True)
    ]
    (dropped,) = [one for one in found if isinstance(one, events.Decision)]
    assert dropped.verdict == "dropped" and " bytes are left out" in dropped.because


async def test_a_line_that_begins_and_does_not_end_is_told_of_once_while_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inspector.transports.child.REST_PATIENCE", 0.0)
    found = await opened({"on": "start", "raw": '{"jsonrpc":"2.0",\t'}, events.Decision)
    (waiting,) = [one for one in found if isinstance(one, events.Decision)]
    assert (waiting.topic, waiting.verdict) == ("protocol", "waiting")
    assert waiting.because == '18 bytes without a line end so far: {"jsonrpc":"2.0",␉'
    assert events.Received(b'{"jsonrpc":"2.0",\t', ended=False) in found


# ── what stands on stdout beside messages ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("Server v1.2 listening on stdio\n[MCP] ready\n", 2),  # STDIO-01
        ('{"level":30,"msg":"up"}\n42\n"ok"\n[]\nnull\n', 5),  # STDIO-02
        ("\n   \n\r\n", 0),  # STDIO-03
    ],
)
async def test_stdio_01_02_03_a_banner_is_kept_and_hinders_nothing(raw: str, kept: int) -> None:
    client, reply = await listed({"on": "start", "raw": raw}, DISCOVER, TOOLS)
    assert client.exchanges.ours and reply.result["tools"][0]["name"] == "t"
    banner = [one.raw for one in happened(client, events.Received)][:kept]
    assert banner == [line.encode() for line in raw.split("\n") if line.strip()]
    assert len(happened(client, events.Received)) == kept + 2


async def test_stdio_04_crlf_is_accepted_and_our_own_lines_end_in_lf() -> None:
    client, reply = await listed({"line_end": "\r\n"}, DISCOVER, TOOLS)
    assert reply.error is None and all(one.raw.endswith(b"\r") for one in happened(client, events.Received))
    assert not any(one.raw.endswith(b"\r") for one in happened(client, events.Sent))


async def test_stdio_05_a_byte_order_mark_is_noted_and_hinders_nothing() -> None:
    client, reply = await listed({"bytes_before_first_message_hex": "efbbbf"}, NO_DISCOVER, INITIALIZE, TOOLS)
    assert reply.error is None and happened(client, events.Received)[0].raw.startswith(b"\xef\xbb\xbf{")
    assert next(one.flaws for one in client.exchanges.ours.values()) == ["begins with a byte order mark"]


async def test_stdio_06_characters_split_over_reads_arrive_exactly() -> None:
    tool = {"name": "t", "description": "读取 — 🎉 é", "inputSchema": {"type": "object"}}
    rule = {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [tool]}}}
    _, reply = await listed(DISCOVER, {**rule, "write_chunk_bytes": 1})
    assert reply.result["tools"] == [tool]


async def test_stdio_07_only_lf_ends_a_message() -> None:
    odd = "a\u2028b\u2029c\u0085d"
    raw = f'{{"jsonrpc":"2.0","id":$id,"result":{{"tools":[{{"name":"t","description":"{odd}"}}]}}}}\n'
    _, reply = await listed(DISCOVER, {"on": "tools/list", "raw": raw})
    assert reply.result["tools"][0]["description"] == odd


@pytest.mark.parametrize("size", [65535, 65536, 1048576, 16777216])
async def test_stdio_09_long_messages_arrive(size: int) -> None:
    content = [{"type": "text", "text": f"$repeat:x*{size}"}]
    rule = {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"content": content}}}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, rule) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
    assert len(reply.result["content"][0]["text"]) == size


async def test_stdio_21_a_last_message_without_a_line_end_completes_the_call() -> None:
    raw = '{"jsonrpc":"2.0","id":$id,"result":{"content":[]}}'
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, {"on": "tools/call", "raw": raw, "exit": 0}) as client:
        await client.connect()
        reply = await client.request("tools/call", {"name": "t"})
    assert reply.result == {"content": []} and happened(client, events.Received)[-1].ended is False


# ── stderr ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_stdio_11_a_flood_on_stderr_blocks_nothing_and_is_kept() -> None:
    probe = {**NO_DISCOVER, "stderr": "$repeat:W*400000"}
    call = {**CALLED, "stderr": "$repeat:E*1000000"}
    async with asyncio.timeout(PATIENCE), scripted(probe, INITIALIZE, call) as client:
        await client.connect()
        assert (await client.request("tools/call", {"name": "t"})).result == {"content": []}
    assert sum(len(one.raw) for one in happened(client, events.Stderr)) == 1_400_000


@pytest.mark.parametrize("cut", range(1, 14))
def test_stdio_12_line_ends_of_stderr_are_the_same_however_the_bytes_are_cut(cut: int) -> None:
    journal = Journal()
    child = Child(journal, 1000)
    data = b"a\r\nb\rc\n\nd\r\r\ne\r"
    child.pipe_data_received(2, data[:cut])
    child.pipe_data_received(2, data[cut:])
    child.finish()
    lines = [record.event.raw for record in journal.records if isinstance(record.event, events.Stderr)]
    assert lines == [b"a", b"b", b"c", b"", b"d", b"", b"e"]


async def test_stdio_12_stderr_may_hold_any_bytes_and_a_cr_ends_a_line() -> None:
    raw = "cfb5cdb3d5d2b2bbb5bd0d31302528321b5b324a1b5d303b58070d0a"
    client, _ = await listed({"on": "start", "stderr_hex": raw}, DISCOVER, TOOLS)
    lines = [one.raw for one in happened(client, events.Stderr)]
    assert b"\r".join(lines) + b"\r\n" == bytes.fromhex(raw) and len(lines) == 2


# ── starting and ending ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_stdio_16_a_server_that_dies_at_start_is_reported_with_its_words_and_without_a_loop() -> None:
    words = "Traceback ...\nModuleNotFoundError: No module named 'x'\n"
    async with asyncio.timeout(PATIENCE), scripted({"on": "start", "stderr": words, "exit": 1}) as client:
        with pytest.raises(ConnectError, match="ended before it answered") as raised:
            await client.connect()
    assert "code 1" in raised.value.why
    assert [one.code for one in happened(client, events.Exited)] == [1, 1]  # the probe may have killed the first
    assert happened(client, events.Stderr)[-1].raw == b"ModuleNotFoundError: No module named 'x'"
    assert happened(client, events.Opened)[0].command[0] == sys.executable


@pytest.mark.parametrize("kind", ["nowhere", "directory", "not executable"])
async def test_stdio_16_a_command_that_cannot_be_started_says_why(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "server"
    if kind == "directory":
        path.mkdir()
    elif kind == "not executable":
        path.write_text("#!/bin/sh\n")
    connector = TargetConnector(StdioTarget((str(path),)))
    async with asyncio.timeout(PATIENCE), Client(connector) as client:
        with pytest.raises(ConnectError) as raised:
            await client.connect()
    assert str(path) in raised.value.message + raised.value.why
    assert [type(record.event) for record in client.journal.records] == [events.Decision, events.Opened, events.Closed]
    assert happened(client, events.Opened)[0].pid is None


async def test_a_file_that_the_system_cannot_run_says_why(tmp_path: Path) -> None:
    path = tmp_path / "server"
    path.write_bytes(b"\x7fELF, not really")
    path.chmod(0o755)
    async with asyncio.timeout(PATIENCE), Client(TargetConnector(StdioTarget((str(path),)))) as client:
        with pytest.raises(ConnectError, match="could not be started") as raised:
            await client.connect()
    assert "format error" in raised.value.why.lower()


async def test_stdio_18_the_child_gets_its_variables_and_directory_and_their_names_are_recorded(tmp_path: Path) -> None:
    shown = "import os,sys; sys.stderr.write(os.environ['TOKEN'] + os.environ['EMPTY'] + os.getcwd())"
    target = StdioTarget((sys.executable, "-S", "-E", "-c", shown), {"TOKEN": "secret", "EMPTY": ""}, str(tmp_path))
    async with asyncio.timeout(PATIENCE), Client(TargetConnector(target)) as client:
        with pytest.raises(ConnectError):
            await client.connect()
    opened = happened(client, events.Opened)[0]
    assert happened(client, events.Stderr)[0].raw.decode() == f"secret{tmp_path}"
    assert (opened.env, opened.cwd, opened.path) == (("TOKEN", "EMPTY"), str(tmp_path), os.environ["PATH"])
    assert "secret" not in repr(opened)


async def test_a_server_that_ends_at_eof_is_closed_without_a_signal() -> None:
    client, _ = await listed(DISCOVER, TOOLS)
    assert happened(client, events.Exited) == [events.Exited(0, None, asked=True)]
    assert happened(client, events.Closed) == [events.Closed("the server exited with code 0", asked=True)]


@pytest.mark.parametrize(
    ("stubborn", "signal"), [({"ignore_stdin_eof": True}, 15), ({"ignore_stdin_eof": True, "ignore_sigterm": True}, 9)]
)
async def test_stdio_14_a_server_that_does_not_go_is_made_to(stubborn: dict[str, Any], signal: int) -> None:
    journal = Journal()
    options = StdioOptions(command(stubborn, DISCOVER), sys.executable, graces=(0.05, 0.1))
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        transport = StdioTransport(options, journal)
        await transport.open(group.create_task)
        await transport.send(b'{"jsonrpc":"2.0","id":1,"method":"server/discover"}', {})
        async for batch in journal.follow():
            if any(isinstance(record.event, events.Received) for record in batch):
                break
        await transport.close()
        await transport.close()
    assert transport.pid is not None and not runs(transport.pid)
    assert [one.event.signal for one in journal.records if isinstance(one.event, events.Exited)] == [signal]
    with pytest.raises(ConnectError, match="gone"):
        await transport.send(b"{}", {})


@pytest.mark.parametrize("ending", ["closes", "dies"])
async def test_stdio_13_a_grandchild_that_holds_the_pipes_goes_too(ending: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    rules = ({"grandchild": True, "pid_file": str(pids)}, DISCOVER, {"on": "tools/call", "exit": 3})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        if ending == "dies":
            reply = await client.request("tools/call", {"name": "t"})
            assert (reply.failure, reply.detail) == ("exited", "the server exited with code 3")
    server, grandchild = map(int, pids.read_text().split())
    assert not runs(server)
    async with asyncio.timeout(PATIENCE):
        while runs(grandchild):
            await asyncio.sleep(0)


async def test_stdio_13_a_wrapper_is_ended_with_what_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    inner = command({"pid_file": str(pids), "ignore_sigterm": True, "ignore_stdin_eof": True}, DISCOVER)
    shell = ("sh", "-c", 'exec 3<&0; "$0" "$@" <&3 & wait', *inner)
    async with asyncio.timeout(PATIENCE), Client(TargetConnector(StdioTarget(shell))) as client:
        await client.connect()
    (server,) = map(int, pids.read_text().split())
    async with asyncio.timeout(PATIENCE):
        while runs(server):
            await asyncio.sleep(0)


async def test_stdio_19_a_kill_in_mid_call_ends_every_call_at_once_and_a_restart_sends_none_again() -> None:
    rules = (DISCOVER, TOOLS, {"on": "tools/call", "kill": "SIGKILL"}, {"on": "resources/read", "silent": True})
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            waits = group.create_task(client.request("resources/read", {"uri": "a:b"}))
            dies = group.create_task(client.request("tools/call", {"name": "t"}))
        assert [one.result().failure for one in (waits, dies)] == ["exited", "exited"]
        assert waits.result().detail == "the server exited with signal 9, SIGKILL"
        assert (await client.request("tools/list")).failure == "closed"
        first = len(client.journal)
        await client.connect()
        sent = [record.event.raw for record in client.journal.records[first:] if isinstance(record.event, events.Sent)]
        assert [json.loads(raw)["method"] for raw in sent] == ["server/discover"]
        assert (await client.request("tools/list")).error is None
    assert [one.attempt for one in happened(client, events.Opened)] == [1, 2]


async def test_a_server_that_closes_its_stdout_and_stays_is_closed() -> None:
    shown = "import os,time; os.read(0, 1); os.close(1); os.read(0, 1 << 20); time.sleep(600)"
    target = StdioTarget((sys.executable, "-S", "-E", "-c", shown))
    options = Options(mode="legacy")
    async with asyncio.timeout(PATIENCE), Client(TargetConnector(target), options) as client:
        with pytest.raises(ConnectError, match="ended before it answered"):
            await client.connect()
    assert "though it still runs" in happened(client, events.Closed)[0].reason


@pytest.mark.parametrize("starts", [True, False])
async def test_a_session_leaves_no_descriptor_open(starts: bool, tmp_path: Path) -> None:
    unusable = tmp_path / "server"
    unusable.write_bytes(b"\x7fELF, not really")
    unusable.chmod(0o755)
    target = StdioTarget(command(NO_DISCOVER, INITIALIZE, TOOLS) if starts else (str(unusable),))

    async def session() -> None:
        async with Client(TargetConnector(target)) as client:
            try:
                await client.connect()
            except ConnectError:
                assert not starts

    async with asyncio.timeout(PATIENCE):
        await session()  # what the loop itself opens for child processes is open from now on
        before = sorted(os.listdir("/dev/fd"))
        await session()
        await asyncio.sleep(0)
    assert sorted(os.listdir("/dev/fd")) == before
