"""The official SDK's server, as the commands see it: over stdio, Streamable HTTP and HTTP+SSE, in both eras."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.headless.running import PATIENCE, Inspector

SERVER = str(Path(__file__).with_name("sdk_server.py"))
WAYS = [
    ("stdio", "auto", "modern", "2026-07-28"),
    ("stdio", "legacy", "legacy", "2025-11-25"),
    ("http", "auto", "modern", "2026-07-28"),
    ("http", "legacy", "legacy", "2025-11-25"),
    ("sse", "legacy", "legacy", "2025-11-25"),
]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@asynccontextmanager
async def _target(transport: str) -> AsyncIterator[list[str]]:
    """The words of a target: a command, or the address of a server that listens."""
    if transport == "stdio":
        yield ["--", sys.executable, SERVER, "stdio"]
        return
    port = _free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, SERVER, transport, str(port), stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while b"Uvicorn running" not in await process.stderr.readline():
                assert process.returncode is None
        yield [f"http://127.0.0.1:{port}/{'mcp' if transport == 'http' else 'sse'}"]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")


@pytest.mark.parametrize(("transport", "mode", "era", "version"), WAYS)
async def test_the_sdks_server_is_understood(
    inspector: Inspector, transport: str, mode: str, era: str, version: str
) -> None:
    async with _target(transport) as target:

        async def told(*words: str, code: int = 0) -> Any:
            ran = await inspector(*words, "--mode", mode, "--json", *target)
            assert ran.code == code, ran.err
            return ran.document

        probed = await told("probe")
        assert (probed["era"], probed["protocolVersion"]) == (era, version)
        assert probed["serverInfo"]["name"] == "peer"
        assert probed["instructions"] == "A server for tests."
        assert all(step["because"] for step in probed["steps"])
        assert [one for one in probed["findings"] if one["level"] == "error"] == []

        offered = await told("list", "all")
        assert [one["name"] for one in offered["tools"]] == ["add", "fail", "count"]
        assert [one["uri"] for one in offered["resources"]] == ["peer://readme"]
        assert [one["uriTemplate"] for one in offered["resourceTemplates"]] == ["peer://item/{number}"]
        assert [one["name"] for one in offered["prompts"]] == ["greet"]

        added = await told("call", "add", "a=2", "b=3")
        assert added["arguments"] == {"a": 2, "b": 3}
        assert added["result"]["structuredContent"] == {"result": 5}
        assert added["validation"] == {"valid": True, "errors": []}
        assert (await told("call", "fail", code=1))["isError"] is True
        assert (await told("call", "count", "to=3"))["result"]["content"][0]["text"] == "counted"
        read = await told("read", "peer://item/{number}", "number=7")
        assert read["result"]["contents"][0]["text"] == "item 7"
        greeted = await told("prompt", "greet", "name=Ada")
        assert greeted["result"]["messages"][0]["content"]["text"] == "Say hello to Ada"
        missing = await told("read", "peer://nothing", code=5)
        assert missing["error"]["code"] in (-32602, -32002)


@pytest.mark.parametrize("version", ["2025-06-18", "2025-03-26", "2024-11-05"])
async def test_an_older_version_can_be_pinned(inspector: Inspector, version: str) -> None:
    async with _target("stdio") as target:
        ran = await inspector("probe", "--json", "--protocol-version", version, *target)
    assert (ran.code, ran.document["era"], ran.document["protocolVersion"]) == (0, "legacy", version)
    assert ran.document["steps"][0]["action"] == "initialize"
