from dataclasses import replace
from pathlib import Path

import pytest

from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target, display, parse_line
from inspector.errors import UsageError


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("npx -y '@scope/a b'", StdioTarget(("npx", "-y", "@scope/a b"))),
        ("-- npx x", StdioTarget(("npx", "x"))),
        ("A=1 B='x y' cmd C=2", StdioTarget(("cmd", "C=2"), {"A": "1", "B": "x y"})),
        ("python ~/s.py ~x", StdioTarget(("python", str(Path.home() / "s.py"), "~x"))),
        ("  http://localhost:3000/mcp ", HttpTarget("http://localhost:3000/mcp")),
        ("HTTPS://H/", HttpTarget("HTTPS://H/")),
        ("localhost:3000/mcp", HttpTarget("http://localhost:3000/mcp")),
        ("[::1]:3000", HttpTarget("http://[::1]:3000")),
        ("mcp.example.com:8443/x", HttpTarget("https://mcp.example.com:8443/x")),
        ("--demo", DemoTarget()),
        ("/tmp/a.jsonl", RecordingTarget(Path("/tmp/a.jsonl"))),
        ("server /tmp/a.jsonl", StdioTarget(("server", "/tmp/a.jsonl"))),
        ("demo", StdioTarget(("demo",))),
        ("./bin/http://x", StdioTarget(("./bin/http://x",))),
    ],
)
def test_a_line_is_read_as_a_command_or_a_url(line: str, target: Target) -> None:
    assert parse_line(line) == target


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("npx 'a", "quote"),
        ("npx a\\", "backslash"),
        ("--", "no command"),
        ("A=1", "no command"),
        ("ws://h/", "ws://"),
        ("http://h:x/", "port"),
        ("localhost:99999", "port"),
        ("https://h/a b", "space"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_a_hint(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_line(line)
    assert caught.value.hint


def test_a_command_says_what_it_runs_and_with_how_much(tmp_path: Path) -> None:
    tool = tmp_path / "npx"
    tool.write_text("")
    tool.chmod(0o755)
    environ = {"PATH": str(tmp_path)}
    assert parse_line("npx -y x").describe(environ) == f"stdio: runs {tool} with 2 arguments"
    assert parse_line("A=secret npx").describe(environ) == f"stdio: runs {tool} without arguments, with A set"
    assert "there is no shell, && is an argument" in parse_line("npx x && y").describe(environ)


def test_a_command_that_is_not_in_path_says_so_at_once() -> None:
    said = parse_line("uvx x").describe({"PATH": "/nowhere"})
    assert said == "stdio: uvx was not found. The one directory in PATH does not have it: /nowhere."


def test_a_url_says_which_transports_are_tried() -> None:
    target = HttpTarget("https://h/mcp", (("X-A", "S"),))
    assert target.describe() == "HTTP: Streamable HTTP, else HTTP+SSE, at https://h/mcp, with the header X-A"
    assert replace(target, transport="http+sse").describe().startswith("HTTP: HTTP+SSE at ")


def test_a_recording_that_is_not_there_says_so(tmp_path: Path) -> None:
    assert "is not there" in RecordingTarget(tmp_path / "a.jsonl").describe()
    (tmp_path / "a.jsonl").write_text("")
    assert "is not there" not in RecordingTarget(tmp_path / "a.jsonl").describe()


@pytest.mark.parametrize(
    "target",
    [
        StdioTarget(("s", "--token", "S11", "--key=S12"), {"DB_PASSWORD": "S10", "PLAIN": "S13"}),
        HttpTarget("http://u:S6@h/?api_key=S7#id_token=S9", (("Authorization", "Bearer S1"), ("X-Plain", "S5"))),
    ],
)
def test_no_way_of_showing_a_target_has_a_secret(target: StdioTarget | HttpTarget) -> None:
    shown = f"{target!r} {target} {display(target)} {target.describe({'PATH': '/bin'})}"
    assert "S1" not in shown
    assert not any(f"S{number}" in shown for number in range(1, 14))


def test_a_command_is_shown_as_it_would_be_typed() -> None:
    assert display(StdioTarget(("python", "-m", "a b", "--token", "x"))) == "python -m 'a b' --token ‹secret›"


@pytest.mark.parametrize("words", [("a",), ("a b", "c'd", 'e"f', "", "\\", "$x"), ("a", "b\nc")])
def test_what_is_shown_of_a_command_without_secrets_reads_back_as_the_same(words: tuple[str, ...]) -> None:
    assert parse_line(display(StdioTarget(words))) == StdioTarget(words)


def test_targets_can_be_kept_in_sets() -> None:
    assert len({StdioTarget(("a",), {"B": "c"}), StdioTarget(("a",), {"B": "c"}), DemoTarget()}) == 2
