"""Servers that are broken in one way each, as a table: what they do, what is asked of them, and what must be said.

The names are those of the hard cases; a letter behind one tells variants apart.
"""

from dataclasses import dataclass
from typing import Any

from tests.headless.running import CACHE, legacy, modern, refusal, result

Rule = dict[str, Any]


@dataclass(frozen=True)
class Broken:
    """One server. `does` in a few words; `ask` is the command line before the target; `code` the exit code.

    `rules` are those of the scripted servers, over HTTP if `web`; `command` is a command line in their place. Each of
    `says` must stand in what is printed, and nothing of `never` may.
    """

    case: str
    does: str
    ask: str
    code: int
    says: tuple[str, ...]
    rules: tuple[Rule, ...] = ()
    web: bool = False
    command: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def _reply(**members: Any) -> Rule:
    return {"jsonrpc": "2.0", "id": "$id", "result": members}


def _error(code: Any, message: str = "x", **more: Any) -> Rule:
    return {"jsonrpc": "2.0", "id": "$id", "error": {"code": code, "message": message, **more}}


def _initialized(**members: Any) -> Rule:
    return {"on": "initialize", "reply": _reply(capabilities={}, serverInfo={"name": "s", "version": "1"}, **members)}


def _posts(**answer: Any) -> Rule:
    return {"on": "POST *", **answer}


def _calls(**answer: Any) -> Rule:
    return {"on": "tools/call", **answer}


def _text(status: int, body: str, **headers: str) -> Rule:
    given = {"Content-Type": "text/plain", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {"status": status, "headers": given, "body": body}


_NO_PROBE = refusal("server/discover", -32601, "x")
_HELLO = legacy()[1]
_SESSION = ({"on": "server/discover", "status": 400}, {**_HELLO, "session": "s1"})
_MODERN = modern({"tools": {}})
_T = {"name": "t", "inputSchema": {"type": "object"}}
_TOOLS = result("tools/list", tools=[_T], **CACHE)
_READY = (_MODERN, _TOOLS)
_RUN = {"resultType": "complete", **CACHE}

BROKEN = (
    # ── eras ────────────────────────────────────────────────────────────────────────────────────────────────────────
    Broken(
        "ERA-01",
        "refuses server/discover with −32602",
        "probe",
        0,
        ("legacy 2025-11-25", "−32602 “x”: not modern", "the code does not matter"),
        (refusal("server/discover", -32602, "x"), _HELLO),
    ),
    Broken(
        "ERA-02",
        "exits on the probe",
        "probe",
        0,
        ("legacy 2025-11-25", "exited with code 1: legacy, starting again", "died of the probe"),
        ({"on": "server/discover", "stderr": "unexpected first message\n", "exit": 1}, _HELLO),
    ),
    Broken(
        "ERA-03",
        "is silent on the probe",
        "probe --probe-timeout 0.2",
        0,
        ("legacy 2025-11-25", "Silence for 0.2 s"),
        ({"on": "server/discover", "silent_unless": "never"}, _HELLO),
    ),
    Broken(
        "ERA-07",
        "rejects the probe with id null",
        "probe",
        0,
        ("legacy 2025-11-25", "HTTP 400, −32000 “session header required”: not modern", "error-without-id"),
        (
            {
                "on": "server/discover",
                "status": 400,
                "json": {**_error(-32000, "session header required"), "id": None},
            },
            _HELLO,
        ),
        web=True,
    ),
    Broken(
        "ERA-09",
        "answers every POST with a 404 page",
        "probe",
        3,
        ("No MCP server answered at this address.", "A POST came to HTTP 404.", "Check host, port and the path /mcp."),
        (_posts(status=404, headers={"Content-Type": "text/html"}, body="<html><title>Not Found</title></html>"),),
        web=True,
    ),
    Broken(
        "ERA-11",
        "sits behind a gateway that says 502",
        "probe",
        3,
        ("The server answered HTTP 502.", "not which era it is", "bad gateway", "cannot reach it"),
        (_posts(status=502, headers={"Content-Type": "text/html"}, body="<html>bad gateway</html>"),),
        web=True,
    ),
    Broken(
        "ERA-13",
        "is modern, with no version of ours",
        "probe",
        4,
        ("No common version.", "the server offers 2027-06-01", "Update inspector"),
        (refusal("server/discover", -32022, "u", data={"supported": ["2027-06-01"]}),),
    ),
    Broken(
        "ERA-14",
        "gives −32022 without a list, and knows no initialize",
        "probe",
        3,
        ("modern error without a usable list", "names no version, so initialize is tried once", "refused initialize"),
        (
            refusal("server/discover", -32022, "u", data={"supported": "all"}),
            refusal("initialize", -32601, "no such method"),
        ),
    ),
    Broken(
        "ERA-15",
        "speaks a draft of the modern revision",
        "probe",
        3,
        ("A draft-era server perhaps.", "The server refused initialize.", "a draft of the protocol"),
        (
            {
                "on": "server/discover",
                "status": 400,
                "json": _error(-32004, "unsupported", data={"supported": ["DRAFT-2026-v1"]}),
            },
            {"on": "initialize", "status": 400, "json": _error(-32600, "no initialize here")},
        ),
        web=True,
        never=("A path is missing",),
    ),
    Broken(
        "ERA-16",
        "agrees to any version",
        "probe --all",
        0,
        ("no such version, and it agreed to it",),
        (_NO_PROBE, {"on": "initialize", "reply_echo": "params.protocolVersion"}),
    ),
    Broken(
        "ERA-17a",
        "answers initialize with 2099-01-01",
        "probe",
        4,
        ("No common version.", "“2099-01-01”, which is none that we know", "--protocol-version"),
        (_NO_PROBE, _initialized(protocolVersion="2099-01-01")),
    ),
    Broken(
        "ERA-17b",
        "answers initialize with the modern version",
        "probe",
        4,
        ("“2026-07-28”, which is modern and cannot come out of initialize",),
        (_NO_PROBE, _initialized(protocolVersion="2026-07-28")),
    ),
    Broken(
        "ERA-18",
        "refuses initialize and names versions that nobody has",
        "probe",
        4,
        ("No common version.", "the server names 2023-01-01", "Unsupported protocol version"),
        (_NO_PROBE, refusal("initialize", -32602, "Unsupported protocol version", data={"supported": ["2023-01-01"]})),
    ),
    Broken(
        "ERA-19a",
        "answers initialize with a number for a version",
        "probe",
        9,
        ("no usable protocolVersion", "It is 20251125, not a string."),
        (_NO_PROBE, _initialized(protocolVersion=20251125)),
    ),
    Broken(
        "ERA-19b",
        "answers initialize without a version",
        "probe",
        9,
        ("no usable protocolVersion", "It is missing."),
        (_NO_PROBE, _initialized()),
    ),
    Broken(
        "ERA-23",
        "answers every POST with 202",
        "probe",
        3,
        ("HTTP 202 for a request, which wants an answer", "accepted-request"),
        (_posts(status=202, body=""),),
        web=True,
    ),
    Broken(
        "ERA-25",
        "has no prompts, and says 404 to prompts/list",
        "list prompts",
        5,
        ("-32601 Method not found", "The server does not declare prompts."),
        (_MODERN, {"on": "prompts/list", "status": 404, "json": _error(-32601, "Method not found")}),
        web=True,
    ),
    Broken(
        "ERA-26",
        "answers server/discover with an empty object",
        "probe",
        0,
        ("legacy 2025-11-25", "no usable supportedVersions, so it is no DiscoverResult"),
        ({"on": "server/discover", "reply": _reply()}, _HELLO),
    ),
    Broken(
        "ERA-27",
        "is modern only, and legacy was asked for",
        "probe --mode legacy",
        4,
        ("This looks like a modern-only server.", "this server speaks 2026-07-28", "--mode auto or --mode modern"),
        (refusal("initialize", -32602, "this server speaks 2026-07-28", data={"supported": ["2026-07-28"]}), _MODERN),
    ),
    # ── stdio ───────────────────────────────────────────────────────────────────────────────────────────────────────
    Broken(
        "STDIO-01",
        "writes a banner to stdout",
        "probe",
        0,
        ("modern 2026-07-28", "stdout-noise", "Server v1.2 listening on stdio"),
        ({"on": "start", "raw": "Server v1.2 listening on stdio\n"}, _MODERN),
    ),
    Broken(
        "STDIO-05",
        "begins with a byte order mark",
        "probe",
        0,
        ("legacy 2025-11-25", "byte-order-mark"),
        ({"bytes_before_first_message_hex": "efbbbf"}, _NO_PROBE, _HELLO),
    ),
    Broken(
        "STDIO-16a",
        "dies at once: a Python module is missing",
        "probe",
        3,
        ("exited with code 1", "Python has no module httpx.", "Install the package that has httpx for /"),
        ({"on": "start", "stderr": "ModuleNotFoundError: No module named 'httpx'\n", "exit": 1},),
    ),
    Broken(
        "STDIO-16b",
        "is a command that is not there",
        "probe",
        3,
        ("no-such-tool-zz was not found.", "directories in PATH", "full path"),
        command=("no-such-tool-zz",),
    ),
    Broken(
        "STDIO-16c",
        "is a command that does its work and ends",
        "probe",
        3,
        ("code 0", "as a command does that has done its work", "a server stays"),
        command=("true",),
    ),
    Broken(
        "STDIO-16d",
        "is a command that only prints",
        "probe",
        3,
        ("On stdout it wrote “hello”, which is no message.", "this one only prints"),
        command=("echo", "hello"),
    ),
    Broken(
        "STDIO-16e",
        "is a command that copies its input",
        "probe",
        3,
        ("What we send comes back as it is", "Give the command that starts the server"),
        command=("cat",),
    ),
    Broken(
        "STDIO-16f",
        "is a script whose program is missing",
        "probe",
        3,
        ("Code 127: a program that it runs was not found.", "Install that program"),
        command=("sh", "-c", "exit 127"),
    ),
    Broken(
        "STDIO-16g",
        "wants arguments",
        "probe",
        3,
        ("It printed how it is to be called.", "Give the arguments"),
        ({"on": "start", "stderr": "Usage: server DIRECTORY\n", "exit": 1},),
    ),
    Broken(
        "STDIO-16h",
        "wants an environment variable",
        "probe",
        3,
        ("It wants the environment variable GITHUB_TOKEN.", "-e GITHUB_TOKEN=VALUE"),
        ({"on": "start", "stderr": "Error: GITHUB_TOKEN is not set\n", "exit": 1},),
    ),
    Broken(
        "STDIO-16i",
        "crashes in native code",
        "probe",
        3,
        ("signal 11, SIGSEGV", "Native code reached for memory"),
        ({"on": "start", "kill": "SIGSEGV"},),
    ),
    Broken(
        "STDIO-17",
        "reads nothing",
        "probe --connect-timeout 0.5",
        6,
        ("server/discover was sent, and not even read.", "--connect-timeout"),
        command=("sleep", "60"),
    ),
    Broken(
        "STDIO-19",
        "is killed in mid-call",
        "call t",
        3,
        ("The connection ended while tools/call waited.", "signal 9, SIGKILL", "when memory runs out", "about to die"),
        (*_READY, _calls(stderr="about to die\n", kill="SIGKILL")),
    ),
    Broken(
        "STDIO-21",
        "ends in the middle of its answer",
        "call t",
        9,
        ("tools/call got no usable answer.", "not JSON: Unterminated string starting at character"),
        (*_READY, _calls(raw='{"jsonrpc":"2.0","id":$id,"resu', exit=0)),
    ),
    # ── HTTP ────────────────────────────────────────────────────────────────────────────────────────────────────────
    Broken(
        "HTTP-08",
        "ends its stream inside an event",
        "call t",
        9,
        ("the stream ended in the middle of an event", "closed the stream too early"),
        (*_READY, _calls(sse_raw='data: {"jsonrpc":"2.0","id":')),
        web=True,
    ),
    Broken(
        "HTTP-10",
        "forgets the event that a stream is resumed from",
        "call t",
        9,
        ("to resume it came to HTTP 400", "unknown event id"),
        (
            *_SESSION,
            _TOOLS,
            _calls(sse_raw="id: 7\nretry: 10\ndata:\n\n"),
            {"on": "GET /mcp", "status": 400, "body": "unknown event id"},
        ),
        web=True,
    ),
    Broken(
        "HTTP-11",
        "has lost the session: 404",
        "call t",
        5,
        ("-32001 Session not found", "The server has forgotten the session", "was not repeated"),
        (*_SESSION, _TOOLS, _calls(status=404, json=_error(-32001, "Session not found"))),
        web=True,
    ),
    Broken(
        "HTTP-12",
        "has lost the session: 400",
        "list tools",
        5,
        ("HTTP 400 to a request with a session id", "Connect again"),
        (*_SESSION, {"on": "tools/list", "status": 400, "json": {**_error(-32000, "No valid session"), "id": None}}),
        web=True,
    ),
    Broken(
        "HTTP-16",
        "redirects POST with 301",
        "probe",
        3,
        ("The address redirects, and that is not followed.", "with 301 to ", "give that address"),
        (_posts(status=301, headers={"Location": "/v2/mcp"}, body=""),),
        web=True,
    ),
    Broken(
        "HTTP-17",
        "redirects to another origin",
        "probe",
        3,
        ("http://other.example/mcp, another origin than http://127.0.0.1",),
        (_posts(status=307, headers={"Location": "http://other.example/mcp"}, body=""),),
        web=True,
    ),
    Broken(
        "HTTP-19a",
        "names an endpoint that takes nothing",
        "probe",
        3,
        ("The endpoint that the event stream named takes no messages.", "“messages?s=1” comes to http://127.0.0.1"),
        (
            {**_posts(status=404, body=""), "times": 3},
            {"on": "GET /mcp", "sse_raw": "event: endpoint\ndata: messages?s=1\n\n", "sse_open": True},
        ),
        web=True,
    ),
    Broken(
        "HTTP-19b",
        "names an endpoint on another origin",
        "probe",
        3,
        ("endpoint event leads to another origin.", "the endpoint is http://other.example/m", "Nothing was sent there"),
        (
            _posts(status=405, body=""),
            {"on": "GET /mcp", "sse_raw": "event: endpoint\ndata: http://other.example/m\n\n", "sse_open": True},
        ),
        web=True,
        never=("A path is missing", "no endpoint event"),
    ),
    Broken(
        "HTTP-19c",
        "opens a stream without an endpoint",
        "probe --connect-timeout 1",
        6,
        ("The GET of HTTP+SSE was sent, and no endpoint event came.", "Check the address."),
        (
            _posts(status=405, body=""),
            {"on": "GET /mcp", "sse_raw": "event: hello\ndata: x\n\n", "sse_open": True},
        ),
        web=True,
        never=("stderr",),
    ),
    Broken(
        "HTTP-28",
        "sees other headers than we send",
        "call t",
        5,
        ("-32020 Mcp-Name differs", "We sent MCP-Protocol-Version: 2026-07-28, Mcp-Method: tools/call, Mcp-Name: t."),
        (*_READY, _calls(status=400, json=_error(-32020, "Mcp-Name differs"))),
        web=True,
    ),
    Broken(
        "HTTP-29",
        "forbids, and not for a scope",
        "probe",
        7,
        ("403, without a challenge. It began: Origin not allowed.", "an Origin or Host that it does not allow"),
        (_posts(**_text(403, "Origin not allowed")),),
        web=True,
    ),
    Broken(
        "HTTP-31a",
        "answers a call with 500 and a page",
        "call t",
        9,
        ("HTTP 500. It began: <h1>Internal</h1>.", "the server's own log"),
        (*_READY, _calls(status=500, headers={"Content-Type": "text/html"}, body="<h1>Internal</h1>")),
        web=True,
    ),
    Broken(
        "HTTP-31b",
        "limits how often it is asked",
        "probe",
        3,
        ("The server answered HTTP 429.", "slow down", "Try again in 30 s."),
        (_posts(**_text(429, "slow down", Retry_After="30")),),
        web=True,
    ),
    Broken(
        "HTTP-31c",
        "answers a call with half a JSON document",
        "call t",
        9,
        ("what came is no message (not JSON", "“{broken”"),
        (*_READY, _calls(status=200, headers={"Content-Type": "application/json"}, body="{broken")),
        web=True,
    ),
    Broken(
        "HTTP-32",
        "answers in plain text",
        "probe",
        3,
        ("No MCP server answered.", "HTTP 200, text/plain, and no message in it. It began: OK.", "as application/json"),
        (_posts(**_text(200, "OK")),),
        web=True,
    ),
    Broken(
        "HTTP-35",
        "encodes its answer in a way that was not offered",
        "call t",
        9,
        ("the body is encoded as “zstd9”, which was not offered",),
        (*_READY, _calls(status=200, headers={"Content-Encoding": "zstd9"}, body="xx")),
        web=True,
    ),
    Broken(
        "HTTP-37",
        "answers a call with 202",
        "call t",
        9,
        ("HTTP 202 for a request, which wants an answer", "202 is for notifications"),
        (*_READY, _calls(status=202, body="")),
        web=True,
    ),
    # ── the rest ────────────────────────────────────────────────────────────────────────────────────────────────────
    Broken(
        "PROTO-07",
        "never answers initialize",
        "probe --timeout 0.3",
        6,
        ("The server did not answer initialize.", "No answer and no progress of initialize for 0.3 s."),
        (_NO_PROBE, {"on": "initialize", "silent_unless": "never"}),
    ),
    Broken(
        "PROTO-07b",
        "never answers initialize over HTTP",
        "probe --mode legacy --timeout 0.3",
        6,
        ("The server did not answer initialize.", "Look at the server's own log"),
        ({"on": "POST initialize", "sse": [], "sse_open": True},),
        web=True,
        never=("stderr",),
    ),
    Broken(
        "HTTP-32b",
        "answers each way of asking with a web page",
        "probe --all",
        3,
        ("A web page answered, not an MCP server.",),
        (_posts(**_text(200, "<html></html>")),),
        web=True,
        never=("\n  next: --mode auto",),
    ),
    Broken(
        "HTTP-40b",
        "limits how often it is asked, until a time that is none",
        "call t",
        9,
        ("HTTP 429", "Try again later."),
        (*_READY, _calls(status=429, headers={"Retry-After": "-5"}, body="")),
        web=True,
        never=("-5",),
    ),
    Broken(
        "LIST-03",
        "turns its pages in a circle",
        "list tools",
        0,
        ("tools/list: after 2 pages: a cursor came twice",),
        (_MODERN, result("tools/list", tools=[_T], nextCursor="A", **CACHE)),
    ),
    Broken(
        "LIST-07",
        "lists what is no tool",
        "list tools",
        0,
        ("t\n", "✗ entry 2: name is 5, not a string", "✗ entry 3: the entry is null, not an object"),
        (_MODERN, result("tools/list", tools=[_T, {"name": 5, "inputSchema": {"type": "object"}}, None], **CACHE)),
    ),
    Broken(
        "LIST-15",
        "refuses its second page",
        "list tools",
        5,
        ("t\n", "tools/list: after 1 page: -32602 bad cursor"),
        (
            _MODERN,
            {
                "on": "tools/list",
                "sequence": [_reply(tools=[_T], nextCursor="2", **_RUN), _error(-32602, "bad cursor")],
            },
        ),
    ),
    Broken(
        "LIST-16",
        "declares tools and has no list of them",
        "list tools",
        5,
        ("The server declares tools, and has no method tools/list.",),
        (_MODERN, refusal("tools/list", -32601, "no")),
    ),
    Broken(
        "ID-02a",
        "answers with a constant id",
        "list tools --timeout 0.3",
        6,
        ("an answer with id 0, which no request of ours has while tools/list (id 2) waits", "not answered in time"),
        (_MODERN, {"on": "tools/list", "reply": {**_reply(tools=[]), "id": 0}}),
    ),
    Broken(
        "ID-02b",
        "answers with a constant id over HTTP",
        "list tools",
        9,
        ("the answer names id 0, the request had 2",),
        (_MODERN, {"on": "tools/list", "json": {**_reply(tools=[]), "id": 0}}),
        web=True,
    ),
    Broken(
        "ID-04",
        "refuses a call without an id",
        "call t",
        5,
        ("-32700 parse", "It names no request (its id is null)"),
        (*_READY, _calls(reply={**_error(-32700, "parse"), "id": None})),
    ),
    Broken(
        "ID-07",
        "answers with neither a result nor an error",
        "list tools",
        9,
        ("neither method, nor result, nor error", "for the server to mend"),
        (_MODERN, {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id"}}),
    ),
    Broken(
        "ID-09",
        "gives an error code that is a word",
        "call t",
        5,
        ("✗ error boom",),
        (*_READY, _calls(reply=_error("E1", "boom"))),
    ),
)
