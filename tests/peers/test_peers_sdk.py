"""The official SDK's server, as the commands see it: over stdio, Streamable HTTP and HTTP+SSE, in both eras."""

from pathlib import Path
from typing import Any

import pytest

from tests.headless.running import Inspector
from tests.peers.reaching import target_of

SERVER = str(Path(__file__).with_name("sdk_server.py"))
WAYS = [
    ("stdio", "auto", "modern", "2026-07-28"),
    ("stdio", "legacy", "legacy", "2025-11-25"),
    ("http", "auto", "modern", "2026-07-28"),
    ("http", "legacy", "legacy", "2025-11-25"),
    ("sse", "legacy", "legacy", "2025-11-25"),
]


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")


@pytest.mark.parametrize(("transport", "mode", "era", "version"), WAYS)
async def test_the_sdks_server_is_understood(
    inspector: Inspector, transport: str, mode: str, era: str, version: str
) -> None:
    async with target_of(SERVER, transport) as target:

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
        if transport == "stdio":
            return  # each command starts the SDK anew: the rest is asked of a server that stands
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
    async with target_of(SERVER, "stdio") as target:
        ran = await inspector("probe", "--json", "--protocol-version", version, *target)
    assert (ran.code, ran.document["era"], ran.document["protocolVersion"]) == (0, "legacy", version)
    assert ran.document["steps"][0]["action"] == "initialize"
