"""What the last words, the code and the signal of a dead server are taken to mean."""

import pytest

from inspector.analysis.last_words import advice

NODE = """node:internal/modules/cjs/loader:1143
  throw err;
Error: Cannot find module '/srv/dist/index.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}"""
NPM = """npm error code E404
npm error 404 Not Found - GET https://registry.example/@nobody%2fnone
npm error 404  The requested resource '@nobody/none@*' could not be found"""


MCP = "ModuleNotFoundError: "


@pytest.mark.parametrize(
    ("said", "because", "remedy"),
    [
        ("ModuleNotFoundError: No module named 'httpx'", "Python has no module httpx.", "for /venv/bin/python"),
        (NODE, "Node.js cannot find /srv/dist/index.js.", "build the server"),
        (NPM, "npm knows no package @nobody/none@*.", "spelling"),
        ("FileNotFoundError: [Errno 2] No such file or directory: 'export/2026.mrc'", "export/2026.mrc", "Give it"),
        ("Error: listen EADDRINUSE: address already in use :::3000", "A port that it wants is taken: 3000.", "port"),
        ("OSError: [Errno 98] Address already in use", "A port that it wants is taken.", "port"),
        ("Error: connect ECONNREFUSED 127.0.0.1:5432", "refused the connection: 127.0.0.1:5432.", "Start what"),
        ("KeyError: 'API_KEY'", "the environment variable API_KEY, which is not set", "-e API_KEY=VALUE"),
        ("BRAVE_API_KEY environment variable is required", "variable BRAVE_API_KEY.", "-e BRAVE_API_KEY=VALUE"),
        ("Please set SLACK_TOKEN and SLACK_TEAM_ID", "variables SLACK_TOKEN, SLACK_TEAM_ID.", "-e NAME=VALUE"),
        ("Started.\nEither F_KEY or F_TOKEN is required\nBYE_ALL", "variables F_KEY, F_TOKEN.", "-e NAME=VALUE"),
        ("s: error: the following arguments are required: --db-path", "lacks --db-path.", "behind the command"),
        ("error: unrecognized arguments: --stdio", "does not know the argument --stdio.", "--help"),
        ("PermissionError: [Errno 13] Permission denied: '/var/x'", "was denied a permission: /var/x.", "permission"),
        ("Cannot connect to the Docker daemon at unix:///var/run/docker.sock", "Docker does not run.", "Start Docker."),
        ("panic: runtime error: index out of range", "It crashed: runtime error: index out of range.", "author"),
        ('  File "s.py", line 3\nSyntaxError: invalid syntax', "cannot be read: invalid syntax.", "Mend that line"),
        ("usage: server [-h] DIR", "how it is to be called.", "Give the arguments"),
        ("Usage: s [OPTIONS]\nError: needs --rw.\n  - Add it", "says “Error: needs --rw.”, and printed how", "usage"),
        (f"{MCP}No module named 'mcp.server.fastmcp'. This is mcp 2.x", "for version 1 of the Python", "mcp<2"),
        ("AttributeError: 'Server' object has no attribute 'list_tools'", "for version 1 of the Python", "mcp<2"),
        ("  File x\n" * 9 + "  | data.Odd.ValueError: bad row\n  +---", "It says “data.Odd.ValueError: bad row”.", ""),
        ("ImportError: cannot import name 'a' from 'p.q' (/x/q.py)", "imports a from p.q, which", "version of p that"),
        ("/usr/bin/python3: No module named srv.x", "Python has no module srv.x.", "has srv.x for /venv"),
        ("An executable named `p` is not provided by package `k`.\n- q", "package k has no program p.", "--from k"),
        ("python3: can't open file '/x/s.py': [Errno 2] No such file or directory", "a missing file: /x/s.py.", "path"),
        ("bash: line 1: /x/activate: No such file or directory", "a missing file: /x/activate.", "path"),
        ("b: /x/act: No such file or directory\nb: line 1: exec: npxx: not found", "was not found: npxx.", "Install"),
        ("/bin/sh: 1: nodee: not found", "was not found: nodee.", "Install"),
        ("error: No such file or directory (os error 2)", "It says “error: No such file or directory (os", ""),
        ("a\n" * 9 + "[gateway] Error: stdio to stdio\nat x", "It says “Error: stdio to stdio”.", ""),
        ("a\n" * 9 + "  [cause]: Error: bad port\n    at x", "It says “Error: bad port”.", ""),
        ("Please provide a database URL as an argument", "It says “Please provide a database URL as", "by itself"),
    ],
)
def test_the_last_words_name_the_cause_and_what_helps(said: str, because: str, remedy: str) -> None:
    found = advice(said.split("\n"), code=1, signal=None, program="/venv/bin/python")
    assert because in found.because
    assert remedy in found.remedy


@pytest.mark.parametrize(
    ("code", "signal", "because"),
    [
        (None, 9, "The system kills so when memory runs out; or somebody did."),
        (None, 11, "Native code reached for memory that is not its own."),
        (137, None, "Code 137 is signal 9 of a process inside: the system kills so"),
        (127, None, "Code 127: a program that it runs was not found."),
        (0, None, "It ended as a command does that has done its work"),
        (3, None, ""),
    ],
)
def test_a_code_or_a_signal_says_what_it_usually_means(code: int | None, signal: int | None, because: str) -> None:
    found = advice((), code=code, signal=signal)
    assert found.because.startswith(because)
    assert found.remedy


def test_what_was_printed_in_place_of_messages_is_told_only_of_a_server_that_never_spoke() -> None:
    assert "“ready”, which is no message" in advice((), code=1, signal=None, noise=("ready",)).because
    assert advice((), code=1, signal=None, noise=("ready",), connected=True).because == ""


def test_words_that_could_act_are_made_visible_and_cut() -> None:
    found = advice((f"ImportError: \x1b[31m{'x' * 900}",), code=1, signal=None)
    assert "␛[31mx" in found.because and "\x1b" not in found.because and len(found.because) < 200
