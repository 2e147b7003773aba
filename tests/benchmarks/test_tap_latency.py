"""What the tap adds to a message: round trips with it and without it, in turn, on pipes and over HTTP.

The other sides do no more than they must: `cat`, and a socket that answers a fixed POST. A round trip is two messages.
The lowest decile of many counts, since what is above is the machine's noise; with a recording, redacted, as by default.
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.benchmark

ADDED = 1.0
"""Milliseconds that a message may cost more with the tap."""

LOOKED_THROUGH = 60 / 1_000_000
"""Milliseconds a byte: large messages, one after the other, come to wait for what looks through them for secrets."""

TRIPS = {200: 1000, 10_000: 500, 1_000_000: 20}


def lowest(trip: Callable[[], None], count: int) -> float:
    """The lowest decile, in milliseconds."""
    took = []
    for _ in range(count):
        began = time.perf_counter()
        trip()
        took.append(time.perf_counter() - began)
    return sorted(took)[count // 10] * 1000


def message(size: int) -> bytes:
    """A call of so many bytes: words, as a file or a page in an argument."""
    head, tail = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":"', b'"}}}'
    return head + (b"lorem ipsum dolor " * (size // 18 + 1))[: size - len(head) - len(tail)] + tail


def tap(home: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "inspector", "tap", "--record", str(home / "t.jsonl"), *words]


@contextmanager
def piped(command: list[str], home: Path) -> Iterator[Callable[[bytes], None]]:
    environment = {**os.environ, "INSPECTOR_HOME": str(home)}
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, env=environment
    )
    assert child.stdin is not None and child.stdout is not None
    to, back = child.stdin.fileno(), child.stdout.fileno()

    def trip(line: bytes) -> None:
        writing = threading.Thread(target=write, args=(to, line)) if len(line) > 50_000 else None
        if writing is None:
            os.write(to, line)
        else:
            writing.start()
        left = len(line)
        while left:
            left -= len(os.read(back, 1 << 20))
        if writing is not None:
            writing.join()

    try:
        yield trip
    finally:
        child.stdin.close()
        child.wait()
        child.stdout.close()


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@pytest.mark.parametrize("size", TRIPS)
def test_a_message_on_stdio_costs_less_than_a_millisecond_more(tmp_path: Path, size: int) -> None:
    line = message(size - 1) + b"\n"
    with piped(["cat"], tmp_path) as plain, piped(tap(tmp_path, "--", "cat"), tmp_path) as tapped:
        tapped(line)
        bare = lowest(lambda: plain(line), TRIPS[size])
        through = lowest(lambda: tapped(line), TRIPS[size])
    added = (through - bare) / 2
    print(f"\nstdio, {size:,} bytes: {bare:.3f} ms bare, {through:.3f} ms tapped; {added:.3f} ms a message")
    assert added < max(ADDED, LOOKED_THROUGH * size)


def serve(listening: socket.socket, body: bytes) -> None:
    """Answer each POST on each connection with the same body."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body

    def one(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection:
            while receive(connection):
                connection.sendall(answer)

    try:
        while True:
            threading.Thread(target=one, args=(listening.accept()[0],), daemon=True).start()
    except OSError:
        return  # it was closed


def receive(connection: socket.socket) -> bytes:
    """A head and a body of its Content-Length; empty at the end."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(1 << 20)
        if not piece:
            return b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    got = len(body)
    while got < length:
        got += len(connection.recv(1 << 20))
    return head


@contextmanager
def connected(port: int) -> Iterator[Callable[[bytes], None]]:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def trip(request: bytes) -> None:
            connection.sendall(request)
            assert receive(connection)

        yield trip


@pytest.mark.parametrize("size", [200, 10_000])
def test_a_message_over_http_costs_less_than_a_millisecond_more(tmp_path: Path, size: int) -> None:
    body = message(size)
    request = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    request += b"Content-Length: %d\r\n\r\n" % len(body) + body
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    threading.Thread(target=serve, args=(listening, body), daemon=True).start()
    command = tap(tmp_path, "--listen", "0", "--url", f"http://127.0.0.1:{port}/mcp")
    environment = {**os.environ, "INSPECTOR_HOME": str(tmp_path)}
    tapping = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment)
    assert tapping.stderr is not None
    try:
        words = tapping.stderr.readline().decode().split()
        ours = int(words[3].rpartition(":")[2].partition("/")[0])
        with connected(port) as plain, connected(ours) as tapped:
            tapped(request)
            bare = lowest(lambda: plain(request), TRIPS[size])
            through = lowest(lambda: tapped(request), TRIPS[size])
    finally:
        tapping.terminate()
        tapping.wait()
        tapping.stderr.close()
        listening.close()
    added = (through - bare) / 2
    print(f"\nHTTP, {size:,} bytes: {bare:.3f} ms bare, {through:.3f} ms tapped; {added:.3f} ms a message")
    assert added < ADDED
