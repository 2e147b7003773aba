"""Servers on the official SDK, started for a test."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.headless.running import PATIENCE


def free_port() -> int:
    """A port of loopback that nothing listened on a moment ago."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@asynccontextmanager
async def target_of(server: str, transport: str) -> AsyncIterator[list[str]]:
    """The words of a target: a command, or the address of a server that listens."""
    if transport == "stdio":
        yield ["--", sys.executable, server, "stdio"]
        return
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, server, transport, str(port), stderr=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while b"Uvicorn running" not in await process.stderr.readline():
                assert process.returncode is None
        yield [f"http://127.0.0.1:{port}/{'mcp' if transport == 'http' else 'sse'}"]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
