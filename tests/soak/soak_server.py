"""A server on the official SDK whose answers overtake each other: `stdio`, or `http PORT` and `sse PORT`."""

import asyncio
import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("soak")


@server.tool()
async def echo(text: str, delay: float) -> str:
    """Give the text back, after `delay` seconds."""
    await asyncio.sleep(delay)
    return text


kind = sys.argv[1]
if kind == "stdio":
    server.run()
else:
    server.run(transport={"http": "streamable-http", "sse": "sse"}[kind], host="127.0.0.1", port=int(sys.argv[2]))
