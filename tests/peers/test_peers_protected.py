"""Protected servers that nobody here wrote, signed in to through a real browser that fills in their pages.

The official SDK's resource server, over Streamable HTTP and HTTP+SSE, has its authorization server beside it; FastMCP's
is its own, with a page of consent before the other's. They run where Chromium is (`tests.peers.chromium`), FastMCP's
where INSPECTOR_FASTMCP names a Python that has it.
"""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.headless.running import PATIENCE, Inspector, Ran
from tests.peers.chromium import CHROMIUM, Page, chromium
from tests.peers.reaching import free_port

NODE = shutil.which("node")
EXAMPLE = Path(os.environ.get("INSPECTOR_NPM", "")) / (
    "node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js"
)
SERVER = str(Path(__file__).with_name("protected_server.py"))
FASTMCP = os.environ.get("INSPECTOR_FASTMCP", "")
PYTHONS = {"http": sys.executable, "sse": sys.executable, "fastmcp": FASTMCP}

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium, and INSPECTOR_CHROMIUM names none")


@asynccontextmanager
async def protected(kind: str) -> AsyncIterator[tuple[str, str]]:
    """The URL of a protected server, and the origin where people sign in."""
    port, other = free_port(), free_port()
    words = [PYTHONS[kind], SERVER, kind, str(port), str(other)]
    async with started(words, {}, b"both listen"):
        yield f"http://127.0.0.1:{port}/{'sse' if kind == 'sse' else 'mcp'}", f"http://127.0.0.1:{other}"


@asynccontextmanager
async def started(words: list[str], environment: dict[str, str], listens: bytes) -> AsyncIterator[None]:
    """A server, once it says that it listens."""
    process = await asyncio.create_subprocess_exec(
        *words, env={**os.environ, **environment}, start_new_session=True,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while listens not in (line := await process.stdout.readline()):
                assert line, "the server ended before it listened"
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()


async def shown(stream: asyncio.StreamReader) -> str:
    """The address that a command shows to be opened in a browser."""
    async with asyncio.timeout(PATIENCE):
        while not (found := re.search(rb"^  (http://\S+/authorize\?\S+)", line := await stream.readline())):
            assert line, "it ended before it showed where to sign in"
    return found.group(1).decode()


async def fill_in(page: Page, kind: str, answer: str) -> None:
    """Sign in at the page that is open, with this answer."""
    if kind == "fastmcp":
        assert "Allow Access" in await page.text()
        await page.press("button.btn-approve")
    await page.write("[name=user]", "ada")
    await page.write("[name=password]", "lovelace")
    await page.press(f"button[value={answer}]")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/callback", await page.eval("location.href"))


class Screen(asyncio.StreamReaderProtocol):
    """What is shown at a terminal, whose end is an error of the system's."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(None)


async def sign_in(inspector: Inspector, page: Page, kind: str, answer: str, *words: str) -> Ran:
    """Run a command that wants somebody to sign in, before a person at a terminal, and sign in with the browser."""
    ours, theirs = os.openpty()
    process = await inspector.start(*words, stdin=theirs, stderr=theirs)
    os.close(theirs)
    reader = asyncio.StreamReader()
    incoming, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: Screen(reader), os.fdopen(ours, "rb", buffering=0)
    )
    try:
        await page.go(await shown(reader))
        await fill_in(page, kind, answer)
        ran = await inspector.end(process)
        async with asyncio.timeout(PATIENCE):
            ran.stderr = await reader.read()
        return ran
    finally:
        incoming.close()


async def told_of(origin: str, path: str) -> dict[str, int]:
    async with httpx.AsyncClient(trust_env=False) as client:
        told: dict[str, int] = (await client.get(f"{origin}{path}")).json()
        return told


@pytest.mark.parametrize("kind", [
    "http", "sse",
    pytest.param("fastmcp", marks=pytest.mark.skipif(not FASTMCP, reason="INSPECTOR_FASTMCP names no Python with it")),
])  # fmt: skip
async def test_who_signs_in_with_a_browser_is_known_until_they_are_forgotten(kind: str, tmp_path: Path) -> None:
    inspector = Inspector(tmp_path / "home")
    async with protected(kind) as (url, people), chromium(tmp_path / "profile") as page:
        if kind == "http":
            refused = await sign_in(inspector, page, kind, "refuse", "list", "tools", url)
            assert (
                await page.text()
                == "Not signed in\n\nIt was not allowed; the terminal says why. This page can be closed."
            )
            assert refused.code == 7 and "access_denied, “Ada does not want it.”" in refused.err
        login = await sign_in(inspector, page, kind, "allow", "auth", "login", "--json", url)
        assert (await page.text()).startswith("Go back to the terminal")
        assert login.code == 0 and login.document["scopes"] == "notes" and login.document["resource"] == url
        assert await told_of(people, "/kept") == {"access": 1, "refresh": 1}
        for _ in range(2):
            called = await inspector("call", "whoami", url)
            assert (called.code, called.out, called.err) == (0, "ada\n", "")
            await told_of(people, "/expire")  # the second time it is refreshed, without a person
        left = await inspector("auth", "logout", url)
        assert left.code == 0 and "is revoked" in left.out
        assert kind == "fastmcp" or await told_of(people, "/kept") == {"access": 0, "refresh": 0}
        ran = await inspector("list", "tools", url)
        assert ran.code == 7 and "nobody is there to sign in" in ran.err and f"auth login {url}`" in ran.err


@pytest.mark.skipif(not (NODE and EXAMPLE.is_file()), reason="INSPECTOR_NPM names no folder with the SDK, or no node")
async def test_the_typescript_sdks_example_is_signed_in_to(tmp_path: Path) -> None:
    assert NODE is not None
    inspector, port = Inspector(tmp_path / "home"), free_port()
    url, ports = f"http://localhost:{port}/mcp", {"MCP_PORT": str(port), "MCP_AUTH_PORT": str(free_port())}
    words = [NODE, str(EXAMPLE), "--oauth", "--oauth-strict"]
    async with started(words, ports, b"MCP Streamable HTTP Server listening"), chromium(tmp_path / "profile") as page:
        process = await inspector.start("auth", "login", "--json", url)
        assert process.stderr is not None
        await page.go(await shown(process.stderr))  # it lets everybody in, and sends them back at once
        assert (await page.text()).startswith("Go back to the terminal")
        login = await inspector.end(process)
        assert login.code == 0 and login.document["scopes"] == "mcp:tools"
        greeted = await inspector("call", "greet", "name=Ada", url)
        assert (greeted.code, greeted.out) == (0, "Hello, Ada!\n")
