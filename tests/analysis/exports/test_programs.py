"""A program that was copied is Python, sends what is said here, and runs against a real server."""

import ast
import asyncio
import json
import re
import subprocess
import sys

import pytest

from inspector.analysis.exports.httpx_program import httpx_program
from inspector.analysis.exports.literals import literal
from inspector.analysis.exports.sdk_program import bare_params, sdk_program
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget
from inspector.wire.json import parse

SERVER = (sys.executable, "-m", "inspector", "demo-server")
STDIO = StdioTarget(SERVER)
NASTY = 'it\'s "q" \\ \n\t é 🎉 {x} %s \u202e ‹x›'
META = "io.modelcontextprotocol/"


def run(program):
    """What a program prints, as it runs by itself."""
    done = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "text",
    [
        '{"a":[1,-0,1.0,1e5,0.10,null,true,false,12345678901234567890123],"b":{},"c":[]}',
        json.dumps({NASTY: [NASTY, {"deep": [{"er": "x" * 200}]}], "é": "y" * 90}),
        "[" * 50 + "]" * 50,
    ],
)
def test_a_literal_is_the_same_value_to_python(text):
    assert ast.literal_eval(literal(parse(text))) == json.loads(text)


def test_a_number_that_is_no_literal_is_made():
    assert literal(parse("[NaN,-Infinity]")) == '[float("NaN"), float("-Infinity")]'


@pytest.mark.parametrize(
    ("method", "params", "line"),
    [
        ("tools/call", {"name": "t", "arguments": {"q": NASTY}}, f"client.call_tool('t', {{'q': {NASTY!r}}})"),
        ("tools/call", {"name": "t", "arguments": [1]}, "client.session.send_request(request, TypeAdapter(dict))"),
        ("tools/call", {"name": "t", "requestState": "s"}, "client.session.send_request(request, TypeAdapter(dict))"),
        ("tools/list", {"cursor": "c"}, "client.list_tools(cursor='c')"),
        ("resources/read", {"uri": "a://b", "_meta": {"x": 1}}, "client.read_resource('a://b', meta={'x': 1})"),
        ("prompts/get", {"name": "p"}, "client.get_prompt('p')"),
        ("prompts/get", {"name": "p", "arguments": {"a": 1}}, "client.session.send_request"),
        (
            "completion/complete",
            {"ref": {"type": "ref/resource", "uri": "a://{b}"}, "argument": {"name": "b", "value": "x"}},
            "            ResourceTemplateReference(uri='a://{b}'),\n            {'name': 'b', 'value': 'x'},\n",
        ),
        ("initialize", {"protocolVersion": "2025-06-18"}, "print(client.protocol_version, client.server_info)"),
        ("vendor/odd", {"a": NASTY}, "Request[Any, str](method='vendor/odd', params=params)"),
    ],
)
def test_the_sdk_is_asked_by_its_own_method_where_it_has_one(method, params, line):
    program = sdk_program(STDIO, method, params)
    ast.parse(program)
    assert line in program


def test_what_a_client_writes_by_itself_is_not_in_the_program():
    own = {f"{META}{name}": {} for name in ("protocolVersion", "clientInfo", "clientCapabilities")}
    params = {"name": "t", "_meta": {**own, "progressToken": "inspector-4"}}
    assert bare_params(params) == {"name": "t"}
    given = {"progressToken": "mine", f"{META}logLevel": "debug", "a/b": 1}
    assert bare_params({"_meta": {**own, **given}}) == {"_meta": given}


@pytest.mark.parametrize(("version", "mode"), [("2026-07-28", "'2026-07-28'"), ("2025-06-18", "'legacy'"), ("", "")])
def test_the_version_that_was_spoken_is_spoken_again(version, mode):
    program = sdk_program(DemoTarget("modern"), "ping", {}, version=version)
    assert (f"Client(server, mode={mode})" if mode else "Client(server)") in program
    assert "args=['demo-server', '--era', 'modern']" in program


def test_what_has_no_server_or_no_answer_is_no_program(tmp_path):
    assert sdk_program(RecordingTarget(tmp_path), "ping", {}) == ""
    assert sdk_program(STDIO, "notifications/cancelled", {}) == ""
    assert sdk_program(STDIO, "tools/call", {"name": "t", "arguments": {"a": parse("[" * 900 + "]" * 900)}}) == ""


@pytest.mark.parametrize("transport", ["streamable-http", "http+sse"])
def test_the_way_to_the_server_is_in_the_program(transport):
    target = HttpTarget(
        "https://h/mcp",
        (("X-A", NASTY.strip("‹x› ")), ("Authorization", "‹secret 1›")),
        transport,
        ca="/c a.pem",
        cert="/me.pem",
        key="/k.pem",
        proxy="none",
    )
    for program in (
        sdk_program(target, "ping", {}, insecure=True),
        httpx_program(target, "GET", target.headers, b"", insecure=True),
    ):
        ast.parse(program)
        assert "tls = ssl.create_default_context(cafile='/c a.pem')" in program
        assert "tls.load_cert_chain('/me.pem', '/k.pem')" in program
        assert "ssl.CERT_NONE" in program and "trust_env=False" in program
        assert program.startswith("# Where it says ‹secret … › a secret was left out.")
    socket = httpx_program(HttpTarget("http+unix://%2Fa%20b.sock/mcp"), "POST", (), b"\xff'")
    ast.parse(socket)
    assert "uds='/a b.sock'" in socket and "'http://localhost/mcp'" in socket and "content=body" in socket
    assert 'body = b"\\xff\'"' in socket


def test_a_program_for_the_sdk_runs_against_a_server_on_stdio():
    program = sdk_program(
        STDIO, "tools/call", {"name": "search_catalogue", "arguments": {"query": "idiot"}}, version="2026-07-28"
    )
    assert json.loads(run(program))["structuredContent"]["total"] == 1


async def test_programs_for_httpx_and_for_the_sdk_run_against_a_server_on_http():
    async with asyncio.timeout(90):
        server = await asyncio.create_subprocess_exec(*SERVER, "--http", "0", stderr=asyncio.subprocess.PIPE)
        try:
            said = (await server.stderr.readline()).decode()
            target = HttpTarget(re.search(r"http://\S+", said)[0], (("X-A", "é"),))
            meta = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}
            params = {"name": "search_catalogue", "arguments": {"query": "idiot"}}
            body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {**params, "_meta": meta}})
            headers = (
                ("Content-Type", "application/json"),
                ("Accept", "application/json, text/event-stream"),
                ("MCP-Protocol-Version", "2026-07-28"),
                ("Mcp-Method", "tools/call"),
                ("Mcp-Name", "search_catalogue"),
                ("Content-Length", "1"),
            )
            by_hand = await asyncio.to_thread(run, httpx_program(target, "POST", headers, body.encode()))
            assert by_hand.startswith("HTTP/1.1 200 OK") and '"id":7' in by_hand and '"total":1' in by_hand
            by_sdk = await asyncio.to_thread(run, sdk_program(target, "tools/call", params, version="2025-11-25"))
            assert json.loads(by_sdk)["structuredContent"]["total"] == 1
        finally:
            server.terminate()
            await server.wait()
