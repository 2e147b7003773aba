"""A stdio server that tells whatever it is given to tell: run as `python leaking.py PLANTED ARGUMENT …`.

PLANTED is a file of JSON: `stderr`, lines that are written at once, and `tools`, by name the messages (without
`jsonrpc`, those without a method with the id of the call) that a call is answered with. What else it is given is for
being looked at in its command.
"""

import json
import sys
from pathlib import Path

PLANTED = json.loads(Path(sys.argv[1]).read_text())


def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in PLANTED["stderr"]:
    print(line, file=sys.stderr, flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    if asked["method"] == "initialize":
        info = {"name": "leaking", "version": "1"}
        result = {"protocolVersion": "2025-11-25", "serverInfo": info, "capabilities": {"tools": {}, "logging": {}}}
        say({"id": asked["id"], "result": result})
    elif asked["method"] == "tools/list":
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in PLANTED["tools"]]
        say({"id": asked["id"], "result": {"tools": tools}})
    elif asked["method"] == "tools/call":
        for message in PLANTED["tools"][asked["params"]["name"]]:
            say(message if "method" in message else {"id": asked["id"], **message})
    else:
        say({"id": asked["id"], "error": {"code": -32601, "message": "Method not found"}})
