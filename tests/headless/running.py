"""Runs `python -m inspector` as a person or a script would, and the servers that the tests put before it."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.recording import Recording, open_recording
from inspector.wire.events import Opened, Sent

SCRIPTED = Path(__file__).parents[1] / "servers" / "stdio_scripted.py"
PATIENCE = 15.0
LAST_LINE = {"kind", "message", "hint", "exitCode", "steps", "findings", "recording"}


@dataclass
class Ran:
    """What a process left behind."""

    code: int
    stdout: bytes
    stderr: bytes
    home: Path

    @property
    def out(self) -> str:
        """stdout as text."""
        return self.stdout.decode()

    @property
    def err(self) -> str:
        """stderr as text, without the path of the recording."""
        return re.sub(r"recorded in \S+", "recorded in FILE", self.stderr.decode())

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.stdout)

    @property
    def error(self) -> Any:
        """The error object, which is the last line of stderr, with all its members."""
        error = json.loads(self.stderr.decode().splitlines()[-1])["error"]
        assert error.keys() == LAST_LINE
        return error

    @property
    def recordings(self) -> list[Path]:
        """The recordings below the home folder."""
        return sorted((self.home / "data" / "recordings").glob("*.jsonl"))

    def recording(self) -> Recording:
        """The one recording, opened."""
        [path] = self.recordings
        return open_recording(path)


class Inspector:
    """The program below a home folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home

    async def start(self, *words: str, env: dict[str, str] | None = None, **options: Any) -> asyncio.subprocess.Process:
        """Start it, in a process group of its own, with pipes unless `options` say otherwise."""
        pipe = asyncio.subprocess.PIPE
        environment = {**os.environ, "INSPECTOR_HOME": str(self.home), "HOME": str(self.home), **(env or {})}
        given = {"stdin": asyncio.subprocess.DEVNULL, "stdout": pipe, "stderr": pipe, **options}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "inspector", *words, env=environment, start_new_session=True, limit=1 << 24, **given
        )

    async def end(self, process: asyncio.subprocess.Process, stdin: bytes | None = None) -> Ran:
        """Wait for its end. No run may show a traceback or leave a process behind, and its recordings open."""
        try:
            async with asyncio.timeout(PATIENCE):
                out, err = await process.communicate(stdin)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        assert process.returncode is not None
        ran = Ran(process.returncode, out or b"", err or b"", self.home)
        assert "Traceback" not in ran.stderr.decode("utf-8", "replace"), ran.stderr.decode()
        assert not alive(process.pid)
        for path in ran.recordings:
            opened = (record.event for record in open_recording(path).records)
            assert not any(isinstance(one, Opened) and one.pid and alive(one.pid) for one in opened)
        return ran

    async def __call__(self, *words: str, stdin: bytes | None = None, **options: Any) -> Ran:
        """Run it to its end."""
        if stdin is not None:
            options["stdin"] = asyncio.subprocess.PIPE
        return await self.end(await self.start(*words, **options), stdin)


def alive(group: int) -> bool:
    """Whether a process group has a member that runs; what is dead and not yet reaped does not."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, members = stat.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(members) == group and state not in "ZX":
            return True
    return False


def scripted(*rules: dict[str, Any]) -> tuple[str, ...]:
    """The words that start a scripted server, from the `--` on."""
    return "--", sys.executable, "-SE", str(SCRIPTED), json.dumps(rules)


def result(method: str, **members: Any) -> dict[str, Any]:
    """A rule: this result for that method, with what a modern result needs."""
    return {"on": method, "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "complete", **members}}}


def refusal(method: str, code: int, message: str, **more: Any) -> dict[str, Any]:
    """A rule: this error for that method."""
    return {"on": method, "reply": {"jsonrpc": "2.0", "id": "$id", "error": {"code": code, "message": message, **more}}}


CACHE = {"ttlMs": 0, "cacheScope": "private"}
ALL = {"tools": {}, "resources": {}, "prompts": {}}


def modern(capabilities: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A rule: a modern server says who it is."""
    info = {"_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted", "version": "1"}}}
    members = {"supportedVersions": ["2026-07-28"], "capabilities": ALL if capabilities is None else capabilities}
    return result("server/discover", **members, **info, **CACHE, **more)


def legacy(capabilities: dict[str, Any] | None = None) -> tuple[dict[str, Any], ...]:
    """Rules: a legacy server refuses the probe and says who it is."""
    info = {
        "protocolVersion": "2025-11-25",
        "capabilities": ALL if capabilities is None else capabilities,
        "serverInfo": {"name": "scripted", "version": "1"},
    }
    hello = {"on": "initialize", "reply": {"jsonrpc": "2.0", "id": "$id", "result": info}}
    return refusal("server/discover", -32601, "unknown"), hello


def tools(*listed: Any) -> dict[str, Any]:
    """A rule: the list of tools."""
    return result("tools/list", tools=list(listed), **CACHE)


def tool(name: str, *required: str, **properties: Any) -> dict[str, Any]:
    """A tool with these properties."""
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return {"name": name, "inputSchema": schema | ({"required": list(required)} if required else {})}


def said(text: str, **more: Any) -> dict[str, Any]:
    """A rule: the tool answers with this text."""
    return result("tools/call", content=[{"type": "text", "text": text}], **more)


ADD = tool("add", "a", a={"type": "integer"}, b={"type": "integer"})


def sent(recording: Recording, method: str) -> list[Any]:
    """The messages with this method that we sent, in order, as they stand in a recording."""
    messages = [json.loads(one.event.raw) for one in recording.records if isinstance(one.event, Sent)]
    return [message for message in messages if message.get("method") == method]


def rules_file(path: Path, rules: Sequence[dict[str, Any]]) -> str:
    """An `--answers` file with these rules; returns its name."""
    path.write_text(json.dumps(rules))
    return str(path)
