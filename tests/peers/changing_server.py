"""A server with all that a replay has to repeat, on FastMCP or on the official SDK, unchanged or changed.

`KIND CHANGED`: `sdk` or `fastmcp`; `changed` takes one tool away, changes the schema of another, and what a third
answers.
"""

import sys
from typing import Any

KIND, CHANGED = sys.argv[1], sys.argv[2:] == ["changed"]
if KIND == "sdk":
    from mcp.server.mcpserver import Context, MCPServer

    server: Any = MCPServer("changing")
else:
    from fastmcp import Context, FastMCP

    server = FastMCP("changing")


def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b


def add_and_scale(a: int, b: int, scale: int) -> int:
    """Add two integers."""
    return (a + b) * scale


@server.tool()
def greet(name: str) -> str:
    """Greet."""
    return f"{'Good evening' if CHANGED else 'Good day'}, {name}."


@server.tool()
async def count(to: int, ctx: Context) -> str:
    """Count, and say how far it is."""
    for step in range(to):
        await ctx.report_progress(step + 1, to)
    return "counted"


server.tool(name="add")(add_and_scale if CHANGED else add)
if not CHANGED:

    @server.tool()
    def whisper() -> str:
        """Say nothing much."""
        return "psst"


@server.resource("changing://readme", mime_type="text/plain")
def readme() -> str:
    """One text."""
    return "hello"


@server.resource("changing://item/{number}")
def item(number: str) -> str:
    """One of many texts."""
    return f"item {number}"


@server.prompt()
def letter(name: str = "Ada") -> str:
    """A letter."""
    return f"Write to {name}"


server.run()
