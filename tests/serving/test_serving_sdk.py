"""The official SDK's client understands the demo server, on every transport and in both eras."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters
from serving_peers import IDIOT, PATIENCE, listening


async def accept(context: Any, params: Any) -> types.ElicitResult:
    if isinstance(params, types.ElicitRequestURLParams):
        return types.ElicitResult(action="accept")
    return types.ElicitResult(action="accept", content={"branch": "alder", "day": "2026-12-04"})


async def think(context: Any, params: Any) -> types.CreateMessageResult:
    return types.CreateMessageResult(
        role="assistant", model="m", content=types.TextContent(type="text", text="Demons.")
    )


@asynccontextmanager
async def target(transport: str, era: str) -> AsyncIterator[Any]:
    if transport == "stdio":
        yield StdioServerParameters(command=sys.executable, args=["-m", "inspector.serving", "--era", era])
        return
    async with listening("--era", era, f"--{transport}", "0") as url:
        yield url if transport == "http" else sse_client(url)


@pytest.mark.parametrize(
    ("transport", "era", "mode", "version"),
    [
        ("stdio", "dual", "auto", "2026-07-28"),
        ("stdio", "dual", "legacy", "2025-11-25"),
        ("stdio", "modern", "auto", "2026-07-28"),
        ("stdio", "legacy", "auto", "2025-11-25"),
        ("http", "dual", "auto", "2026-07-28"),
        ("http", "dual", "legacy", "2025-11-25"),
        ("http", "modern", "auto", "2026-07-28"),
        ("http", "legacy", "auto", "2025-11-25"),
        ("sse", "dual", "legacy", "2025-11-25"),
    ],
)
async def test_the_sdk_lists_calls_and_answers(transport: str, era: str, mode: str, version: str) -> None:
    reported: list[float] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        reported.append(progress)

    async with (
        asyncio.timeout(PATIENCE),
        target(transport, era) as server,
        Client(server, mode=mode, elicitation_callback=accept, sampling_callback=think) as client,
    ):
        assert client.session.protocol_version == version
        tools = {tool.name for tool in (await client.list_tools()).tools}
        # The SDK leaves the tool with the invalid annotation out in the modern era.
        assert len(tools) == 11 + ("renumber_shelves" in tools) and "reserve_book" in tools
        page = await client.list_resources()
        assert page.next_cursor and (await client.list_resources(cursor=page.next_cursor)).next_cursor is None
        reserved = await client.call_tool("reserve_book", {"isbn": IDIOT, "reader": 4711})
        assert isinstance(reserved, types.CallToolResult)
        assert reserved.structured_content and reserved.structured_content["status"] == "reserved"
        paid = await client.call_tool("pay_fine", {"reader": 4711})
        assert "now owes € 0.00" in paid.content[0].text
        asked = await client.call_tool("ask_librarian", {"question": "What next?"})
        assert asked.content[0].text == "Demons."
        await client.call_tool("recount_shelf", {"pace": 0}, progress_callback=report)
        failed = await client.call_tool("import_marc", {"source": "file:///2026-11.mrc"})
        assert failed.is_error and "record 17" in failed.content[0].text
        prompt = await client.get_prompt("overdue_letter", {"reader": "4711"})
        assert len(prompt.messages) == 2
        account = await client.read_resource("library://loans/4711")
        assert '"branch": "alder"' in account.contents[0].text
    assert reported == list(range(1, 41))
