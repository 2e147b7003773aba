"""A headless Chromium that a test drives as a person would, by its DevTools protocol over a pair of pipes.

    async with chromium(folder) as page:
        await page.go(url)
        await page.write("[name=user]", "ada")
        await page.press("button[value=allow]")

It runs where `INSPECTOR_CHROMIUM` names it, or where `chromium` is in the path.
"""

import asyncio
import fcntl
import json
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.headless.running import PATIENCE

CHROMIUM = os.environ.get("INSPECTOR_CHROMIUM") or shutil.which("chromium")
OPTIONS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=640,360"),
    *("--no-first-run", "--disable-sync", "--disable-extensions", "--disable-component-update", "--no-proxy-server"),
    *("--disable-background-networking", "--disable-quic", "--disable-features=Translate,OptimizationHints"),
]
READS, WRITES = 3, 4  # where Chromium expects its pipes


class Page:
    """One tab. Every wait ends with PATIENCE."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._session: dict[str, str] = {}
        self._number = 0

    async def open(self) -> None:
        """A new, empty tab."""
        target = await self("Target.createTarget", url="about:blank")
        attached = await self("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        await self("Page.enable")

    async def __call__(self, method: str, **params: Any) -> Any:
        """The result of one command."""
        self._send(method, params)
        return await self._until(lambda said: said.get("id") == self._number)

    def _send(self, method: str, params: Any) -> None:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params, **self._session}
        self._writer.write(json.dumps(message).encode() + b"\0")

    async def _until(self, fits: Any) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not fits(said := json.loads((await self._reader.readuntil(b"\0"))[:-1])):
                pass
        assert "error" not in said, said
        return said.get("result")

    async def _loaded(self) -> None:
        await self._until(lambda said: said.get("method") == "Page.loadEventFired")

    async def go(self, url: str) -> None:
        """Go there, and wait for the page."""
        went = await self("Page.navigate", url=url)
        assert "errorText" not in went, went
        await self._loaded()

    async def eval(self, script: str) -> Any:
        """The value of an expression in the page."""
        return (await self("Runtime.evaluate", expression=script, returnByValue=True))["result"].get("value")

    async def write(self, field: str, text: str) -> None:
        """Type into a field."""
        await self.eval(f"document.querySelector({field!r}).focus()")
        await self("Input.insertText", text=text)

    async def press(self, button: str) -> None:
        """Click on a button in its middle, and wait for the page that it leads to."""
        find = f"document.querySelector({button!r})"
        await self.eval(f"{find}.scrollIntoView()")
        x, y = await self.eval(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({find}.getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            # Its answer may come after the page that it leads to, so it is not waited for.
            self._send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
        await self._loaded()

    async def text(self) -> str:
        """What a person reads."""
        return str(await self.eval("document.body.innerText"))


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Page]:
    """Started with a new profile in `folder`, and ended with all its processes."""
    assert CHROMIUM is not None
    loop = asyncio.get_running_loop()
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()

    def place() -> None:
        high = [fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (theirs_in, theirs_out)]
        for source, goal in zip(high, (READS, WRITES), strict=True):
            os.dup2(source, goal)
            os.close(source)

    process = await asyncio.create_subprocess_exec(
        CHROMIUM, *OPTIONS, f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True, close_fds=False, preexec_fn=place,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    reader = asyncio.StreamReader(limit=1 << 26)
    incoming, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours_in, "rb", buffering=0)
    )
    outgoing, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(ours_out, "wb", buffering=0)
    )
    try:
        page = Page(reader, asyncio.StreamWriter(outgoing, protocol, None, loop))
        await page.open()
        yield page
    finally:
        outgoing.close()
        incoming.close()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            await process.wait()
