"""The server on stdin and stdout: one message a line (`2026-07-28 basic/transports/stdio`).

Two threads do the blocking reads and writes, so a client that is slow to read, or a stdin that is a file, never holds
up the loop. The end of stdin lets quick requests finish; SIGINT, SIGTERM and SIGHUP end at once, without a word.
"""

import asyncio
import os
import queue
import signal
import threading
from collections.abc import Callable
from typing import Final

from inspector.serving.served import Served
from inspector.serving.session import Serves, Session
from inspector.serving.watching import ENDS, Watch, unwatched
from inspector.wire.events import Closed, Opened, Received, Sent
from inspector.wire.jsonrpc import Message, Request, decode

_GRACE: Final = 0.5  # seconds for running requests after the end of stdin
_READ: Final = 1 << 16


def run(served: Served, serves: Serves, watch: Watch = unwatched, stdin: int = 0, stdout: int = 1) -> int:
    """Serve on two file descriptors until stdin ends or a signal comes. Returns the exit status, 130 for Ctrl+C.

    `watch` is told of each line before it is answered, or written.
    """
    return asyncio.run(_serve(served, serves, watch, stdin, stdout))


def _read_lines(stdin: int, give: Callable[[bytes | None], None]) -> None:
    """Give each line without its end, a last one without LF too, then None."""
    begun: list[bytes] = []  # the pieces of a line whose end has not come
    try:
        while chunk := os.read(stdin, _READ):
            first, *others = chunk.split(b"\n")
            begun.append(first)
            for piece in others:
                give(b"".join(begun))
                begun = [piece]
    except OSError:
        pass
    if rest := b"".join(begun):
        give(rest)
    give(None)


def _write_lines(stdout: int, lines: "queue.SimpleQueue[bytes | None]", gone: Callable[[], None]) -> None:
    while (line := lines.get()) is not None:
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[os.write(stdout, left) :]
        except OSError:
            gone()
            return


async def _serve(served: Served, serves: Serves, watch: Watch, stdin: int, stdout: int) -> int:
    loop = asyncio.get_running_loop()
    status = 0
    arrived: asyncio.Queue[bytes | None] = asyncio.Queue()
    outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    hurry = asyncio.Event()

    def give(line: bytes | None) -> None:
        try:
            loop.call_soon_threadsafe(arrived.put_nowait, line)
        except RuntimeError:  # the loop is closed already: a signal was faster
            pass

    def stop(code: int = 0) -> None:
        nonlocal status
        status = code
        hurry.set()
        arrived.put_nowait(None)

    def gone() -> None:
        try:
            loop.call_soon_threadsafe(stop)
        except RuntimeError:
            pass

    for number in ENDS:
        loop.add_signal_handler(number, stop, 130 if number == signal.SIGINT else 0)
    threading.Thread(target=_read_lines, args=(stdin, give), daemon=True).start()
    writer = threading.Thread(target=_write_lines, args=(stdout, outgoing, gone), daemon=True)
    writer.start()

    def put(line: bytes) -> None:
        watch(Received(line))
        outgoing.put(line)

    session = Session(served, serves, put)
    watch(Opened("stdio"))

    async def handle(message: Message) -> None:
        answer = await session.handle(message, put)
        if answer is not None:
            put(answer)

    async with asyncio.TaskGroup() as group:
        running: set[asyncio.Task[None]] = set()
        while (line := await arrived.get()) is not None:
            if line.strip():
                watch(Sent(line))
                message = decode(line.removesuffix(b"\r"))
                task = group.create_task(handle(message))
                if not (isinstance(message, Request) and message.method == "subscriptions/listen"):
                    running.add(task)
                    task.add_done_callback(running.discard)
        if running and not hurry.is_set():
            await asyncio.wait(running, timeout=_GRACE)
        for task in running:
            task.cancel()
        session.close()  # after this the subscriptions end by themselves, each with its result
    watch(Closed(asked=True))
    outgoing.put(None)
    writer.join(_GRACE)
    return status
