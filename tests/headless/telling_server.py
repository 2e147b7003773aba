"""A modern stdio server that tells a test what it hears, and falls silent at one moment: `PORT MOMENT [stubborn]`.

Each method goes to 127.0.0.1:PORT as a line, `start` before all and `end` when stdin ends. At MOMENT it answers no
more, and lives on through the end of stdin; a stubborn one also through SIGTERM.
"""

import json
import signal
import socket
import sys

if "stubborn" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
listener = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
cache = {"ttlMs": 0, "cacheScope": "private", "resultType": "complete"}
results = {
    "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, **cache},
    "tools/list": {"tools": [{"name": "wait", "inputSchema": {"type": "object"}}], **cache},
    "tools/call": {"content": [{"type": "text", "text": "done"}], "resultType": "complete"},
}


def tell(moment):
    listener.sendall(f"{moment}\n".encode())
    if moment == sys.argv[2]:
        while True:
            signal.pause()


tell("start")
for line in sys.stdin:
    message = json.loads(line)
    tell(message["method"])
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]}), flush=True)
tell("end")
