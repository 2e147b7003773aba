"""A server on the official SDK: `stdio`, or `http PORT` and `sse PORT`; it says on stderr when it listens."""

import sys

from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("peer", instructions="A server for tests.")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b


@server.tool()
def fail() -> str:
    """Fail, as a tool does."""
    raise ValueError("on purpose")


@server.tool()
async def count(to: int, ctx: Context) -> str:
    """Count, and say how far it is."""
    for step in range(to):
        await ctx.report_progress(step + 1, to)
    return "counted"


@server.resource("peer://readme", mime_type="text/plain")
def readme() -> str:
    """One text."""
    return "hello"


@server.resource("peer://item/{number}")
def item(number: str) -> str:
    """One of many texts."""
    return f"item {number}"


@server.prompt()
def greet(name: str) -> str:
    """A greeting."""
    return f"Say hello to {name}"


kind = sys.argv[1]
if kind == "stdio":
    server.run()
else:
    server.run(transport={"http": "streamable-http", "sse": "sse"}[kind], host="127.0.0.1", port=int(sys.argv[2]))
