"""A client of the stdio tap, as tests use it: pipes in the place of stdin, stdout and stderr."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from inspector.journal import Journal
from inspector.serving.tap.seam import Interference
from inspector.serving.tap.stdio import Ends, StdioTap
from inspector.transports.child import LINE_LIMIT
from inspector.transports.stdio import StdioOptions
from inspector.wire import events


class Client:
    """Its ends of the pipes, the journal of the tap, and the tap's end."""

    def __init__(self) -> None:
        self.journal = Journal()
        theirs_in, self._stdin = os.pipe()
        self._stdout, theirs_out = os.pipe()
        self._stderr, theirs_err = os.pipe()
        self.ends = Ends(theirs_in, theirs_out, theirs_err)
        self.code: int | None = None
        self.over = asyncio.Event()

    async def run(self, options: StdioOptions, interference: Interference | None) -> None:
        try:
            self.code = await StdioTap(options, self.journal, self.ends, interference).run()
        finally:
            self.over.set()

    async def write(self, data: bytes) -> None:
        os.set_blocking(self._stdin, False)
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                await asyncio.sleep(0)

    async def read(self, size: int) -> bytes:
        """So many bytes of what the server says, or all until its end."""
        return await self._read(self._stdout, size)

    async def read_errors(self) -> bytes:
        return await self._read(self._stderr, 1 << 30)

    async def _read(self, descriptor: int, size: int) -> bytes:
        os.set_blocking(descriptor, False)
        loop, got = asyncio.get_running_loop(), bytearray()
        ready = asyncio.Event()
        loop.add_reader(descriptor, ready.set)
        try:
            while len(got) < size:
                await ready.wait()
                ready.clear()
                try:
                    piece = os.read(descriptor, min(65536, size - len(got)))
                except BlockingIOError:
                    continue
                if not piece:
                    break
                got += piece
        finally:
            loop.remove_reader(descriptor)
        return bytes(got)

    def close_stdin(self) -> None:
        os.close(self._stdin)
        self._stdin = -1

    def close_stdout(self) -> None:
        os.close(self._stdout)
        self._stdout = -1

    def of(self, kind: type) -> list:
        return [record.event for record in self.journal.records if isinstance(record.event, kind)]

    @property
    def sent(self) -> bytes:
        """What the client said, put together again from the records."""
        return b"".join(one.raw + one.end for one in self.of(events.Sent))

    @property
    def received(self) -> bytes:
        """What the server said, put together again from the records."""
        return b"".join(one.raw + (b"\n" if one.ended else b"") for one in self.of(events.Received))

    def close(self) -> None:
        for descriptor in (self._stdin, self._stdout, self._stderr):
            if descriptor >= 0:
                os.close(descriptor)


@asynccontextmanager
async def tapped(
    *command: str, interference: Interference | None = None, line_limit: int = LINE_LIMIT
) -> AsyncIterator[Client]:
    """A client whose server is tapped. The end of the block closes its stdin and waits for the tap's end."""
    client = Client()
    try:
        async with asyncio.timeout(20), asyncio.TaskGroup() as group:
            group.create_task(client.run(StdioOptions(command, command[0], line_limit=line_limit), interference))
            yield client
            if client._stdin >= 0:
                client.close_stdin()
            await client.over.wait()
    finally:
        client.close()
