"""A server with one tool that gives its text back, as light as can be: on stdio, or with `http` on a port it prints.

Both eras; the standard library alone. On HTTP each answer is a JSON body, and connections are kept alive.
"""

import json
import sys
from typing import Any

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
INFO = {"name": "echo", "version": "1"}
TOOL = {"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}


def answer(message: dict[str, Any]) -> dict[str, Any]:
    """The response to a request."""
    method, params = message["method"], message.get("params") or {}
    result: dict[str, Any] = {"resultType": "complete", "ttlMs": 60_000, "cacheScope": "private"}
    if method == "server/discover":
        result |= {"supportedVersions": [MODERN, LEGACY], "capabilities": {"tools": {}}, "serverInfo": INFO}
    elif method == "initialize":
        result = {"protocolVersion": LEGACY, "capabilities": {"tools": {}}, "serverInfo": INFO}
    elif method == "tools/list":
        result |= {"tools": [TOOL]}
    elif method == "tools/call":
        result = {"resultType": "complete", "content": [{"type": "text", "text": params["arguments"]["text"]}]}
    else:
        return {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def stdio() -> None:
    """Answer lines until there are no more."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "id" in message:
            sys.stdout.buffer.write(json.dumps(answer(message), separators=(",", ":")).encode() + b"\n")
            sys.stdout.buffer.flush()


def http() -> None:
    """Answer POSTs until killed."""
    import asyncio

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
            except (asyncio.IncompleteReadError, ConnectionError):
                return writer.close()
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            body = await reader.readexactly(int(length or 0))
            message = json.loads(body) if head.startswith(b"post") else {}
            if "id" in message:
                said = json.dumps(answer(message), separators=(",", ":")).encode()
                status = b"200 OK\r\nContent-Type: application/json"
            else:
                said, status = b"", b"202 Accepted" if message else b"405 Method Not Allowed"
            writer.write(b"HTTP/1.1 %b\r\nContent-Length: %d\r\n\r\n%b" % (status, len(said), said))

    async def serve() -> None:
        server = await asyncio.start_server(converse, "127.0.0.1", 0)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp", flush=True)
        await server.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    http() if sys.argv[1:] == ["http"] else stdio()
