"""What is copied of a call means to a POSIX shell what is sent here, for any text."""

import json
import os
import shlex
import shutil
import subprocess
import sys

import pytest

from inspector.client import CAPABILITIES, Options
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget
from inspector.tui.copies import LARGEST_WORD, command_line, curl
from inspector.tui.requests import Request
from inspector.wire.json import parse

NASTY = 'it\'s "q" $HOME `x` \\ \n\t é 🎉 ! * -- @f ‹x› %s'
SERVER = StdioTarget((sys.executable, "-m", "inspector", "demo-server", "--era", "modern"))
TEXTS = {"type": "object", "properties": {"q": {"type": "string"}}}


def tool(arguments, name="t", schema=TEXTS, **more):
    return Request("tools/call", {"name": name, "arguments": arguments, **more}, name, schema)


def words(request, target=SERVER, options=None, **more):
    """The words that a shell makes of the command."""
    return shlex.split(command_line(target, request, options or Options(), **more))


def test_the_arguments_are_one_word_that_is_the_json_with_its_digits():
    arguments = parse('{"q":' + json.dumps(NASTY) + ',"n":1.0,"e":1E5}')
    found = words(tool(arguments))
    assert found[:4] == ["inspector", "call", "t", "--arguments"]
    assert json.loads(found[4])["q"] == NASTY and found[4].endswith('"n":1.0,"e":1E5}')
    assert found[5:] == ["--", *SERVER.command]


def test_what_the_schema_does_not_allow_is_sent_anyway_there_too():
    assert "--send-anyway" in words(tool({"q": 5})) and "--send-anyway" in words(tool([1]))
    assert "--send-anyway" in words(tool({}, schema=None))
    assert "--send-anyway" not in words(tool({"q": "5"}))


def test_no_argument_is_left_to_the_defaults_of_the_command():
    assert words(tool({}))[2:5] == ["t", "--arguments", "{}"]
    assert words(tool({}, schema={"type": "object"}))[2:4] == ["t", "--"]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (Request("resources/read", {"uri": "a://b c'd"}, "a://b c'd"), ["read", "a://b c'd"]),
        (Request("resources/read", {"uri": "a://{b}"}, "a://{b}"), ["send", "resources/read", '{"uri":"a://{b}"}']),
        (
            Request("prompts/get", {"name": "p", "arguments": {"a": "x=1", "b": NASTY}}, "p"),
            ["prompt", "p", "a=x=1", f"b={NASTY}"],
        ),
        (Request("prompts/get", {"name": "p"}, "p"), ["prompt", "p"]),
        (
            Request("prompts/get", {"name": "p", "arguments": {"a=b": "c"}}, "p"),
            ["send", "prompts/get", '{"name":"p","arguments":{"a=b":"c"}}'],
        ),
        (
            Request("prompts/get", {"name": "p", "arguments": {"http://a": "c"}}, "p"),
            ["send", "prompts/get", '{"name":"p","arguments":{"http://a":"c"}}'],
        ),
        (tool({}, "--help"), ["send", "tools/call", '{"name":"--help","arguments":{}}']),
        (
            tool({}, _meta={"a/b": [1]}),
            ["send", "tools/call", '{"name":"t","arguments":{},"_meta":{"a/b":[1]}}'],
        ),
    ],
)
def test_what_the_commands_for_calls_cannot_say_is_sent_as_it_is(request_, expected):
    assert words(request_)[1 : 1 + len(expected)] == expected


@pytest.mark.parametrize("quoted", ["plain", "it's", '"'])
def test_what_is_too_large_for_a_word_goes_in_by_stdin(quoted):
    arguments = {"q": quoted * LARGEST_WORD}
    text = command_line(SERVER, tool(arguments), Options())
    first, body, end, rest = text.split("\n")
    assert "--arguments - " in first and json.loads(body) == arguments and rest == ""
    assert first.endswith(f"<<'{end}'")


def test_how_the_server_is_reached_and_spoken_to_is_part_of_it():
    options = Options(mode="legacy", roots=("/a b",), log_level="info", capabilities={"roots": {}})
    found = words(tool({}), StdioTarget(("s", "--x"), {"A": "1 2"}, "/w d"), options, secrets=True)
    at = found.index("--mode")
    assert found[at:] == [
        *("--mode", "legacy", "--capabilities", '{"roots":{}}', "--log-level", "info", "--root", "/a b"),
        *("-e", "A=1 2", "--cwd", "/w d", "--", "s", "--x"),
    ]
    assert words(tool({}), DemoTarget("legacy"))[-3:] == ["--mode", "legacy", "--demo"]
    assert words(tool({}), options=Options(version="2025-06-18"))[5:7] == ["--protocol-version", "2025-06-18"]
    assert "--capabilities" not in words(tool({}), options=Options(capabilities=CAPABILITIES))


SECRET = HttpTarget(
    "https://u:S1@h/mcp?api_key=S2", (("Authorization", "Bearer S3"),), ca="/c a", proxy="http://p:S4@proxy:1"
)


def test_secrets_are_in_it_only_if_they_are_asked_for():
    hidden = [
        command_line(SECRET, tool({}), Options(), insecure=True),
        command_line(StdioTarget(("s", "--token", "S5"), {"K": "S6"}), tool({}), Options()),
        curl(SECRET, b"{}", ()),
    ]
    assert not any(f"S{number}" in text for text in hidden for number in range(1, 7))
    assert all("‹secret›" in text for text in hidden)
    found = words(tool({}), SECRET, insecure=True, secrets=True)
    assert found[-1] == SECRET.url and "Authorization: Bearer S3" in found and "--insecure" in found
    assert found[found.index("--ca") + 1] == "/c a" and found[found.index("--proxy") + 1] == SECRET.proxy
    assert SECRET.url in shlex.split(curl(SECRET, b"{}", (), secrets=True))


def test_a_recording_has_no_command_and_a_word_no_nul():
    assert command_line(RecordingTarget("a.jsonl"), tool({}), Options()) == ""
    assert command_line(SERVER, tool({}, "a\0"), Options()) == ""
    assert curl(SERVER, b"{}", ()) == ""


def test_curl_gets_socket_certificates_and_empty_headers():
    target = HttpTarget("http+unix://%2Ftmp%2Fa%20b.sock/mcp?x=[1]", cert="/c", key="/k", proxy="none")
    found = shlex.split(curl(target, b'{"a":1}', [("X-Empty", ""), ("Mcp-Name", "a'b")], insecure=True))
    assert "http://localhost/mcp?x=[1]" in found and "--globoff" in found and "--insecure" in found
    assert found[found.index("--unix-socket") + 1] == "/tmp/a b.sock"
    assert found[found.index("--noproxy") + 1] == "*" and "X-Empty;" in found and "Mcp-Name: a'b" in found
    assert found[-2:] == ["--data-raw", '{"a":1}']


# The words as a shell and the programs take them.


def in_shell(text, tmp_path):
    """What the command prints in a POSIX shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "inspector"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m inspector "$@"\n')
    script.chmod(0o700)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "INSPECTOR_HOME": str(tmp_path / "home")}
    done = subprocess.run(["sh", "-c", text], env=environment, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize("size", [1, LARGEST_WORD // len(NASTY.encode())])
def test_the_pasted_command_calls_with_the_same_arguments(era, size, tmp_path):
    arguments = {"query": NASTY * size, "limit": 3}
    request = tool(arguments, "search_catalogue", {"type": "object", "properties": {"query": {}, "limit": {}}})
    text = command_line(StdioTarget((*SERVER.command[:-1], era)), request, Options())
    printed = in_shell(text.replace("inspector call ", "inspector call --json --no-record ", 1), tmp_path)
    assert json.loads(printed)["arguments"] == arguments


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("size", [1, LARGEST_WORD // len(NASTY.encode())])
def test_the_pasted_curl_command_sends_the_same_bytes_and_headers(size, tmp_path):
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            seen.append((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    body = json.dumps({"q": NASTY * size}, ensure_ascii=False).encode()
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        target = HttpTarget(f"http://127.0.0.1:{server.server_port}/mcp")
        headers = [("Mcp-Name", "it's"), ("X-Empty", ""), ("Content-Type", "application/json")]
        in_shell(curl(target, body, headers), tmp_path)
        thread.join(20)
    (got, sent) = seen[0]
    assert sent.rstrip(b"\n") == body
    assert (got["Mcp-Name"], got["X-Empty"], got["Content-Type"]) == ("it's", "", "application/json")
