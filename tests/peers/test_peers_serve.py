"""The mock of a recorded server and the server itself give the official SDK's client the same, in both eras.

The official inspector's command line is a client too, where INSPECTOR_NPM names the folder that it is installed in.
"""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters

import inspector

HERE = Path(__file__).parent
PATIENCE = 30.0
FORM = {"branch": "alder", "copies": 2}
SAID = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Demons."}}
PLANS: dict[str, list[tuple[Any, ...]]] = {
    "sdk_server": [
        ("lists",),
        ("call", "add", {"a": 1, "b": 2}),
        ("call", "fail", {}),
        ("call", "count", {"to": 3}),
        ("read", "peer://readme"),
        ("read", "peer://item/7"),
        ("prompt", "greet", {"name": "Ada"}),
    ],
    "sdk_asking": [("lists",), ("call", "form", {}), ("call", "page", {}), ("call", "sample", {})],
}
OF_ERA = ("_meta", "ttlMs", "cacheScope", "resultType")


def plain(result: Any) -> Any:
    """A result without what only one era has."""
    found = json.loads(result.model_dump_json(by_alias=True, exclude_none=True))
    return {name: value for name, value in found.items() if name not in OF_ERA}


async def elicit(context: Any, params: Any) -> types.ElicitResult:
    content = FORM if isinstance(params, types.ElicitRequestFormParams) else None
    return types.ElicitResult(action="accept", content=content)


async def sample(context: Any, params: Any) -> types.CreateMessageResult:
    return types.CreateMessageResult.model_validate(SAID)


async def told_to_sdk(target: Any, plan: str, mode: str) -> list[Any]:
    """What the SDK's client comes to hear: each result, or the words of an error, and the progress."""
    heard: list[Any] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total))

    answering = {"elicitation_callback": elicit, "sampling_callback": sample}
    async with asyncio.timeout(PATIENCE), Client(target, mode=mode, **answering) as client:
        for kind, *words in PLANS[plan]:
            if kind == "lists":
                listing = (client.list_tools, client.list_resources, client.list_prompts)
                heard += [plain(await listed()) for listed in listing]
            elif kind == "call":
                heard.append(plain(await client.call_tool(*words, progress_callback=report)))
            elif kind == "read":
                heard.append(plain(await client.read_resource(*words)))
            else:
                heard.append(plain(await client.get_prompt(*words)))
    return heard


async def record(plan: str, mode: Any, file: Path) -> None:
    """The same asked by our own client, recorded."""

    async def accept(question: Any) -> Any:
        return {"action": "accept"} | ({"content": FORM} if question.mode == "form" else {})

    async def say(question: Any) -> Any:
        return SAID

    command = [sys.executable, str(HERE / f"{plan}.py"), "stdio"]
    async with (
        asyncio.timeout(PATIENCE),
        inspector.connect(command=command, mode=mode, record=file, on_elicitation=accept, on_sampling=say) as client,
    ):
        for kind, *words in PLANS[plan]:
            if kind == "lists":
                for listed in (client.list_tools, client.list_resources, client.list_prompts):
                    await listed()
            elif kind == "call":
                await client.call_tool(*words, on_progress=lambda *_: None)
            elif kind == "read":
                await client.read_resource(*words)
            else:
                await client.get_prompt(*words)


@asynccontextmanager
async def mock(file: Path, transport: str, era: str, home: Path) -> AsyncIterator[Any]:
    """A target: the mock of a recording. One on a port is interrupted at the end, which is no fault."""
    words = ["-m", "inspector", "serve", str(file), "--era", era]
    env = {**os.environ, "INSPECTOR_HOME": str(home)}
    if transport == "stdio":
        yield StdioServerParameters(command=sys.executable, args=words, env=env)
        return
    command = (sys.executable, *words, f"--{transport}", "0")
    process = await asyncio.create_subprocess_exec(*command, env=env, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    async with asyncio.timeout(PATIENCE):
        while not (line := (await process.stderr.readline()).decode()).startswith("listening on "):
            assert line
    url = line.split()[-1]
    try:
        yield url if transport == "http" else sse_client(url)
    finally:
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            words_left = await process.stderr.read()
            assert (await process.wait(), words_left) == (0, b"")


@pytest.mark.parametrize("plan", list(PLANS))
async def test_the_sdk_hears_the_same_from_a_mock_as_from_the_server(plan: str, tmp_path: Path) -> None:
    server = StdioServerParameters(command=sys.executable, args=[str(HERE / f"{plan}.py"), "stdio"])
    real, *_ = await asyncio.gather(
        told_to_sdk(server, plan, "auto"),
        *(record(plan, era, tmp_path / f"{era}.jsonl") for era in ("modern", "legacy")),
    )
    assert len(real) >= len(PLANS[plan]) + 2
    for recorded, transport, era, mode in (
        ("modern", "stdio", "recorded", "auto"),
        ("modern", "http", "legacy", "auto"),
        ("modern", "http", "dual", "legacy"),
        ("legacy", "sse", "recorded", "legacy"),
        ("legacy", "http", "modern", "2026-07-28"),
        ("legacy", "stdio", "dual", "auto"),
    ):
        async with mock(tmp_path / f"{recorded}.jsonl", transport, era, tmp_path / "home") as target:
            heard = await told_to_sdk(target, plan, mode)
        assert heard == real, (recorded, transport, era, mode)


NPM = Path(os.environ.get("INSPECTOR_NPM", "")) / "node_modules" / "@modelcontextprotocol"
EVERYTHING = NPM / "server-everything" / "dist" / "index.js"
OFFICIAL = NPM / "inspector" / "clients" / "launcher" / "build" / "index.js"
NODE = shutil.which("node") or ""


@pytest.mark.skipif(
    not (NODE and OFFICIAL.is_file() and EVERYTHING.is_file()),
    reason="INSPECTOR_NPM names no folder with the official inspector and server-everything, or no node",
)
async def test_the_official_inspector_is_told_the_same_by_the_mock_of_server_everything(tmp_path: Path) -> None:
    file = tmp_path / "everything.jsonl"
    server = (NODE, str(EVERYTHING), "stdio")
    async with asyncio.timeout(PATIENCE), inspector.connect(command=server, record=file) as client:
        await client.list_tools()
        await client.call_tool("get-sum", {"a": 2, "b": 3})
    serve = (sys.executable, "-m", "inspector", "serve", str(file), "--quiet", "--no-record")

    async def ask(*words: str, b: int = 3) -> tuple[int | None, bytes, str]:
        call = ("--method", "tools/call", "--tool-name", "get-sum", "--tool-arg", "a=2", f"b={b}")
        shown, env = asyncio.subprocess.PIPE, {**os.environ, "HOME": str(tmp_path)}
        process = await asyncio.create_subprocess_exec(
            NODE, str(OFFICIAL), "--cli", *words, *call, stdout=shown, stderr=shown, env=env
        )
        async with asyncio.timeout(2 * PATIENCE):
            out, err = await process.communicate()
        return process.returncode, out, err.decode()

    code, out, _ = await ask(*serve)
    assert code == 0 and json.loads(out)["content"][0]["text"] == "The sum of 2 and 3 is 5."
    assert out == (await ask(*server))[1]
    code, out, err = await ask(*serve, b=4)
    assert (code, out) == (1, b"") and "$.params.arguments.b was 3 and is 4" in err
