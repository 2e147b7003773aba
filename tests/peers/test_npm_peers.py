"""Servers from npm that nobody here wrote. They run where INSPECTOR_NPM names a folder that has them installed."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.headless.running import PATIENCE, Inspector

NPM = os.environ.get("INSPECTOR_NPM", "")
MODULES = Path(NPM) / "node_modules" / "@modelcontextprotocol"
EVERYTHING = MODULES / "server-everything" / "dist" / "index.js"
FILESYSTEM = MODULES / "server-filesystem" / "dist" / "index.js"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(
    not (NPM and NODE and EVERYTHING.is_file()), reason="INSPECTOR_NPM names no folder with the npm servers, or no node"
)


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")


def command(script: Path, *arguments: str) -> tuple[str, ...]:
    """The words that start a server over stdio, from the `--` on."""
    assert NODE is not None
    return "--", NODE, str(script), *arguments


@asynccontextmanager
async def listening(kind: str) -> AsyncIterator[int]:
    """server-everything over HTTP on a free port of loopback, once it takes connections."""
    assert NODE is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        NODE,
        str(EVERYTHING),
        kind,
        env={**os.environ, "PORT": str(port)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while b"on port" not in (line := await process.stderr.readline()):
                assert line, "the server ended before it listened"
        yield port
    finally:
        process.kill()
        await process.communicate()


async def test_everything_over_stdio_is_legacy_and_each_step_has_a_reason(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", *command(EVERYTHING, "stdio"))
    assert ran.code == 0
    found = ran.document
    assert (found["transport"], found["era"], found["protocolVersion"]) == ("stdio", "legacy", "2025-11-25")
    assert [step["action"] for step in found["steps"]][:2] == ["server/discover", "initialize"]
    assert all(step["because"] and step["clause"] for step in found["steps"])


async def test_everything_adds_integers_over_stdio(inspector: Inspector) -> None:
    ran = await inspector("call", "get-sum", "a=2", "b=3", "--json", *command(EVERYTHING, "stdio"))
    assert ran.code == 0
    assert ran.document["arguments"] == {"a": 2, "b": 3}
    assert ran.document["result"]["content"] == [{"type": "text", "text": "The sum of 2 and 3 is 5."}]


@pytest.mark.parametrize(
    ("kind", "path", "transport"), [("streamableHttp", "mcp", "streamable-http"), ("sse", "sse", "http+sse")]
)
async def test_everything_answers_over_http(inspector: Inspector, kind: str, path: str, transport: str) -> None:
    async with listening(kind) as port:
        url = f"http://127.0.0.1:{port}/{path}"
        probed = await inspector("probe", "--json", url)
        assert (probed.code, probed.document["transport"], probed.document["era"]) == (0, transport, "legacy")
        called = await inspector("call", "echo", "message=hello", "--json", url)
        assert called.code == 0
        assert called.document["result"]["content"][0]["text"] == "Echo: hello"


async def test_everything_asks_and_is_answered_by_a_rule(inspector: Inspector, tmp_path: Path) -> None:
    rules = tmp_path / "answers.json"
    rules.write_text('[{"method": "elicitation/create", "answer": {"action": "decline"}}]')
    words = ("call", "trigger-elicitation-request", "--answers", str(rules))
    ran = await inspector(*words, *command(EVERYTHING, "stdio"))
    assert ran.code == 0
    assert "declined" in ran.out


async def test_filesystem_gets_the_roots_that_it_asks_for(inspector: Inspector, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "note.txt").write_text("from the shelf\n")
    read = ("call", "read_text_file", f"path={shelf / 'note.txt'}", "--root", str(shelf), "--json")
    ran = await inspector(*read, *command(FILESYSTEM, str(shelf)))
    assert ran.code == 0, ran.err
    assert "from the shelf" in ran.document["result"]["content"][0]["text"]
