"""Connecting by the public API: what it costs to import, what may be said to `connect`, what comes out."""

import ast
import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.wire import events
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, NO_DISCOVER, PATIENCE, TOOLS, command

ROOT = Path(__file__).parents[2]


def child(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.strip()


def sent(client: inspector.Connection) -> list[dict[str, Any]]:
    """Our messages, in order."""
    return [json.loads(one.event.raw) for one in client.journal.records if isinstance(one.event, events.Sent)]


# ── the module ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_import_loads_nothing_and_the_first_use_loads_the_interface() -> None:
    loaded = "sorted(name for name in sys.modules if name.startswith('inspector.') or name == 'asyncio')"
    assert child(f"import sys, inspector; print({loaded})") == "[]"
    assert child("import sys, inspector; inspector.connect; print('inspector.api.connection' in sys.modules)") == "True"
    assert child("import sys, inspector; inspector.connect; print('textual' in sys.modules)") == "False"


def test_the_names_are_those_of_the_stub_and_each_leads_somewhere() -> None:
    import inspector.api

    stub = ast.parse((ROOT / "inspector" / "__init__.pyi").read_text())
    named = {alias.name for node in ast.walk(stub) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert named == {*inspector.__all__} - {"__version__"} == {*inspector.api.__all__}
    assert all(getattr(inspector, name) is getattr(inspector.api, name) for name in named)
    assert {*inspector.__all__} <= {*dir(inspector)}


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Connexion'"):
        _ = inspector.Connexion  # type: ignore[attr-defined]


# ── what may be said ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "a URL or a command"),
        ({"url": "http://a/mcp", "command": ["x"]}, "only one"),
        ({"url": "ftp://a/mcp"}, "ftp"),
        ({"url": "http://a/mcp", "env": {"A": "1"}}, "for a URL|started here"),
        ({"url": "http://a/mcp", "cwd": "/"}, "started here"),
        ({"url": "http://a/mcp", "headers": {"X": "a\nb"}}, "X"),
        ({"command": ["x"], "headers": {"X": "1"}}, "for a URL"),
        ({"command": ["x"], "transport": "http+sse"}, "for a URL"),
        ({"command": "npx a-server"}, "list of words"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_started(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(inspector.UsageError, match=words):
        inspector.connect(**arguments)


async def test_a_connection_is_used_once_and_knows_nothing_before() -> None:
    client = inspector.connect(command=command(DISCOVER))
    with pytest.raises(inspector.UsageError, match="not connected"):
        _ = client.era
    async with asyncio.timeout(PATIENCE), client:
        with pytest.raises(inspector.UsageError, match="used once"):
            await client.__aenter__()
    with pytest.raises(inspector.UsageError, match="used once"):
        await client.__aenter__()


# ── what comes out ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_modern_server_over_stdio_says_what_it_is() -> None:
    result = {
        **DISCOVER["reply"]["result"],  # type: ignore[index]
        "instructions": "Ask first.",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1"}},
    }
    rule = {"on": "server/discover", "reply": {"jsonrpc": "2.0", "id": "$id", "result": result}}
    async with asyncio.timeout(PATIENCE), inspector.connect(command=command(rule)) as client:
        assert (client.era, client.protocol_version, client.transport) == ("modern", "2026-07-28", "stdio")
        assert client.server_info == {"name": "s", "version": "1"}
        assert (client.capabilities, client.instructions) == ({"tools": {}}, "Ask first.")
        assert not client.journal.sealed
    assert client.era == "modern" and client.journal.sealed


async def test_a_pinned_legacy_version_sends_no_probe() -> None:
    rules = command(INITIALIZE, TOOLS)
    async with (
        asyncio.timeout(PATIENCE),
        inspector.connect(
            command=rules, protocol_version="2025-11-25", client_info={"name": "me", "version": "3"}
        ) as client,
    ):
        assert (client.era, client.protocol_version) == ("legacy", "2025-11-25")
    opening = sent(client)[0]
    assert opening["method"] == "initialize" and opening["params"]["clientInfo"] == {"name": "me", "version": "3"}


async def test_what_is_declared_follows_from_the_handlers_unless_it_is_said() -> None:
    async def answer(question: inspector.Question) -> None: ...

    async def declared(**options: Any) -> Any:
        async with (
            asyncio.timeout(PATIENCE),
            inspector.connect(command=command(NO_DISCOVER, INITIALIZE), mode="legacy", **options) as client,
        ):
            return sent(client)[0]["params"]["capabilities"]

    assert await declared() == {}
    assert await declared(roots=()) == {"roots": {}}
    assert await declared(on_elicitation=answer) == {"elicitation": {"form": {}, "url": {}}}
    assert await declared(on_sampling=answer) == {"sampling": {"tools": {}}}
    assert await declared(on_sampling=answer, capabilities={"x": {}}) == {"x": {}}


async def test_headers_go_out_with_each_request() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(DISCOVER, TOOLS)) as server,
        inspector.connect(server.url(), headers={"X-Team": "alder"}) as client,
    ):
        assert client.transport == "streamable-http"
        await client.list_tools()
    assert [one.header("x-team") for one in server.asked] == ["alder", "alder"]


async def test_a_command_that_is_nowhere_leaves_its_evidence_in_the_journal() -> None:
    client = inspector.connect(command=["no-such-program-anywhere"])
    with pytest.raises(inspector.ConnectError, match="no-such-program-anywhere"):
        async with asyncio.timeout(PATIENCE), client:
            raise AssertionError("it cannot be connected")
    assert [type(one.event) for one in client.journal.records] == [events.Decision, events.Opened, events.Closed]
    assert client.journal.sealed


async def test_an_exception_in_the_block_comes_out_as_it_is_and_closes_everything() -> None:
    class Mine(Exception):
        pass

    client = inspector.connect(command=command(DISCOVER))
    with pytest.raises(Mine):
        async with asyncio.timeout(PATIENCE), client:
            raise Mine
    assert isinstance(client.journal.records[-1].event, events.Closed)


# ── recording ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_session_is_recorded_on_wish_without_its_secrets(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    async with asyncio.timeout(PATIENCE), ScriptedServer(following(DISCOVER, TOOLS)) as server:
        headers = {"Authorization": "Bearer abc-secret"}
        async with inspector.connect(server.url(), headers=headers, record=path) as client:
            await client.list_tools()
    lines = path.read_text().splitlines()
    assert json.loads(lines[0])["format"] == "mcp-recording"
    assert len(lines) - 1 == len(client.journal)
    assert "abc-secret" not in path.read_text()


async def test_a_recording_that_exists_is_not_overwritten_and_nothing_is_started(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text("mine")
    client = inspector.connect(command=command(DISCOVER), record=path)
    with pytest.raises(inspector.UsageError, match="exists"):
        async with client:
            raise AssertionError("it cannot be connected")
    assert path.read_text() == "mine" and not client.journal.records
