"""`serve` from the command line: what it refuses, how it ends, and what it leaves behind."""

import asyncio
import json
import signal
import socket
from pathlib import Path

import httpx
import pytest

from inspector.cli import run
from inspector.recording import open_recording
from inspector.wire.events import Decision, HttpEnd, HttpRequest, Received, Sent
from tests.headless.running import PATIENCE, Inspector

LIBRARY = Path(__file__).parents[1] / "recordings" / "library.jsonl"
LEGACY = LIBRARY.with_name("library-legacy-http.jsonl")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        ("", (), "is not a recording"),
        ("hello\n", (), "is not a recording"),
        ('{"format": "mcp-recording", "version": 1}\n', (), "holds nothing that could be served"),
        (None, ("--http", "0", "--sse", "0"), "exclude each other"),
        (None, ("--sse", "0"), "HTTP+SSE has no modern era"),
        (None, ("--ignore", "arguments"), "--ignore arguments is no path"),
        (None, ("--ignore", "$.result.content"), "is no part of a request"),
    ],
)
def test_what_cannot_be_served_is_refused_in_words(
    content: str | None, words: tuple[str, ...], said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = LIBRARY
    if content is not None:
        file = tmp_path / "file.jsonl"
        file.write_text(content)
    assert run(["serve", str(file), *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and said in err
    assert not (tmp_path / "home" / "data" / "recordings").exists()


def test_a_port_that_is_taken_is_said_and_leaves_no_recording(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", str(LIBRARY), "--http", str(port)]) == 2
    err = capfd.readouterr().err
    assert f"Port {port} on 127.0.0.1 cannot be taken" in err and "Serving" not in err
    assert not (tmp_path / "home" / "data" / "recordings").exists()


async def test_the_end_of_stdin_ends_it_and_its_recording_tells_what_was_not_recorded(inspector: Inspector) -> None:
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "nope"}},
    ]
    lines = "".join(json.dumps(one) + "\n" for one in asked).encode()
    ran = await inspector("serve", str(LEGACY), stdin=lines)
    assert ran.code == 0
    first, second = (json.loads(line) for line in ran.stdout.splitlines())
    assert first["result"]["serverInfo"]["title"] == "Alder Street Library"
    assert ran.err.startswith("Serving 6 answers of Alder Street Library (legacy 2025-11-25)")
    assert second["error"]["message"] + "." in ran.err
    events = [record.event for record in ran.recording().records]
    assert [one.raw for one in events if isinstance(one, Sent)] == lines.splitlines()
    assert [one.raw for one in events if isinstance(one, Received)] == ran.stdout.splitlines()
    [decision] = [one for one in events if isinstance(one, Decision)]
    assert (decision.topic, decision.action, decision.verdict) == ("mock", "tools/call", "unmatched")


async def test_a_legacy_client_of_a_modern_mock_is_told_of_once_with_what_takes_both_eras(inspector: Inspector) -> None:
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [{"jsonrpc": "2.0", "id": number, "method": "initialize", "params": opening} for number in (1, 2)]
    lines = "".join(json.dumps(one) + "\n" for one in asked).encode()
    ran = await inspector("serve", str(LIBRARY), stdin=lines)
    assert [json.loads(line)["error"]["code"] for line in ran.stdout.splitlines()] == [-32022, -32022]
    assert ran.err.count("this mock is modern: --era dual takes both.") == 1


def test_what_the_recording_lacks_is_said_before_it_is_served(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr("inspector.serving.run", lambda spoken, *where, **more: served.append(spoken) or 130)
    busy = LIBRARY.with_name("library-busy.jsonl")
    assert run(["serve", str(busy), "--no-record"]) == 0
    assert served == ["modern"]
    lacks = [line for line in capfd.readouterr().err.splitlines() if line.startswith("No answer was recorded to ")]
    assert lacks[-1] == (
        "No answer was recorded to tools/call recount_shelf (record 33): the recording ends before its answer."
    )
    assert len(lacks) == 4
    assert open_recording(busy).notes == ()


async def test_what_is_refused_is_recorded_as_it_came(inspector: Inspector) -> None:
    process = await inspector.start("serve", str(LIBRARY), "--http", "0")
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        line = await anext(line async for line in process.stderr if line.startswith(b"listening on "))
        url = line.decode().split()[-1]
        async with httpx.AsyncClient() as client:
            refused = [
                await client.post(url, content=b"plain", headers={"Content-Type": "text/plain"}),
                await client.post(url, content=b"foreign", headers={"Host": "evil.example"}),
                await client.post(url.replace("/mcp", "/elsewhere"), content=b"astray"),
                await client.put(url, content=b"put"),
            ]
        reader, writer = await asyncio.open_connection("127.0.0.1", int(httpx.URL(url).port or 0))
        writer.write(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\ntorn")
        await writer.drain()
        writer.close()
        assert await reader.read() == b""
    process.send_signal(signal.SIGHUP)
    ran = await inspector.end(process)
    assert ran.code == 0 and [answer.status_code for answer in refused] == [415, 403, 404, 405]
    events = [record.event for record in ran.recording().records]
    assert [one.raw for one in events if isinstance(one, Sent)] == [b"plain", b"foreign", b"astray", b"torn"]
    assert [one.body for one in events if isinstance(one, HttpRequest)][3] == b"put"
    assert [one.failure for one in events if isinstance(one, HttpEnd)][4] == "the client left, or the server ended"
