"""`diff`: two recordings, or one and a live server, run in this process."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import run
from inspector.recording.format import encode
from inspector.wire.events import Event, Opened, Received, Record, Sent
from tests.headless.running import modern, scripted
from tests.headless.running import tools as listed

ADD = {"name": "add", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
TALK = {"name": "talk", "inputSchema": {"type": "object"}}
STRICT = {"name": "add", "inputSchema": {**ADD["inputSchema"], "required": ["a"]}}  # type: ignore[dict-item]
CALL = ("tools/call", {"name": "add", "arguments": {"a": 1}})


def recorded(
    path: Path, tools: list[Any], *asked: tuple[str, Any, Any], version: str = "1", era: str = "modern"
) -> Path:
    """A recording of a server with these tools; each of `asked` is a method, its params, and the result."""
    info = {"name": "scripted", "version": version}
    opening: tuple[str, Any, Any] = (
        "initialize",
        {},
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": info,
        },
    )
    if era == "modern":
        meta = {"_meta": {"io.modelcontextprotocol/serverInfo": info}}
        opening = ("server/discover", {}, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, **meta})
    happened: list[Event] = [Opened("stdio", command=("server",))]
    for id, (method, params, result) in enumerate((opening, ("tools/list", {}, {"tools": tools}), *asked), 1):
        happened.append(Sent(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode()))
        happened.append(Received(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode()))
    lines = [encode(Record(seq, seq / 10, event)) for seq, event in enumerate(happened, 1)]
    path.write_text("\n".join([HEADER, *lines]) + "\n")
    return path


HEADER = (
    '{"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z", "inspector": "0", "target": {}}'
)


def said(capfd: pytest.CaptureFixture[str], *words: Any) -> tuple[int, Any, str]:
    """The exit code, the document on stdout (None without one) and stderr."""
    code = run([str(word) for word in words])
    out, err = capfd.readouterr()
    return code, json.loads(out) if out else None, err


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


def test_a_recording_is_equal_to_itself_and_to_one_that_differs_in_moments_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    texts = [{"content": [{"type": "text", "text": f"at 2026-11-30T12:00:0{second}Z"}]} for second in (1, 2)]
    one, two = (recorded(tmp_path / f"{at}.jsonl", [ADD], (*CALL, text)) for at, text in enumerate(texts))
    code, document, _ = said(capfd, "diff", one, two, "--json")
    assert code == 0
    assert document["equal"] is True
    assert document["offered"] == {"added": [], "removed": [], "changed": []}
    [answer] = document["answers"]
    assert answer == {
        "method": "tools/call",
        "name": "add",
        "arguments": {"a": 1},
        "records": [6, 6],
        "equal": True,
        "differences": [],
        "ms": [100.0, 100.0],
    }


def test_each_change_is_told_once_with_what_it_does_to_callers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = recorded(tmp_path / "a.jsonl", [ADD, TALK], (*CALL, {"structuredContent": {"sum": 1, "n": 1}}))
    after = recorded(
        tmp_path / "b.jsonl",
        [STRICT, {"name": "sing", "inputSchema": {"type": "object"}}],
        (*CALL, {"structuredContent": {"sum": 2, "n": 1}}),
        ("tools/call", {"name": "sing"}, {}),
        version="2",
    )
    code, document, err = said(capfd, "diff", before, after, "--json")
    assert code == 1
    assert document["equal"] is False
    assert document["offered"] == {
        "added": [{"kind": "tool", "name": "sing", "breaking": False}],
        "removed": [{"kind": "tool", "name": "talk", "breaking": True}],
        "changed": [
            {
                "kind": "server",
                "name": "",
                "path": "$.serverInfo.version",
                "before": "1",
                "after": "2",
                "breaking": False,
            },
            {"kind": "tool", "name": "add", "path": "$.inputSchema.required", "after": ["a"], "breaking": True},
        ],
    }
    assert [one["differences"] for one in document["answers"]] == [
        [{"path": "$.result.structuredContent.sum", "before": 1, "after": 2}]
    ]
    assert "b.jsonl alone: tools/call sing." in err
    error = json.loads(err.splitlines()[-1])["error"]
    assert (error["kind"], error["exitCode"]) == ("different", 1)
    ignoring = ["--ignore", "$.result.structuredContent.sum", "--json"]
    assert all(one["equal"] for one in said(capfd, "diff", before, after, *ignoring)[1]["answers"])
    assert run(["diff", str(before), str(after)]) == 1
    text = capfd.readouterr().out
    assert '✗ breaking    tool add: $.inputSchema.required  + ["a"]' in text
    assert 'compatible  server: $.serverInfo.version  "1" → "2"' in text
    assert "$.result.structuredContent.sum  1 → 2" in text


def test_two_eras_of_one_server_differ_in_the_version_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    modern = recorded(tmp_path / "m.jsonl", [ADD], (*CALL, {"resultType": "complete", "content": []}))
    legacy = recorded(tmp_path / "l.jsonl", [ADD], (*CALL, {"content": []}), era="legacy")
    code, document, _ = said(capfd, "diff", modern, legacy, "--json")
    assert code == 1
    assert [one["path"] for one in document["offered"]["changed"]] == ["$.protocolVersion"]
    assert [one["equal"] for one in document["answers"]] == [True]


def test_the_demo_server_is_compared_live_with_its_recording_and_its_change_is_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "demo.jsonl"
    for mode in ("modern", "legacy"):
        file.unlink(missing_ok=True)
        assert run(["list", "all", "--demo", "--mode", mode, "--record", str(file), "--quiet"]) == 0
        capfd.readouterr()
        code, document, _ = said(capfd, "diff", file, "--demo", "--mode", mode, "--json", "--no-record")
        assert (code, document["equal"], document["answers"]) == (0, True, [])
    changed = tmp_path / "changed.jsonl"
    changed.write_text(file.read_text().replace('\\"search_catalogue\\"', '\\"search_books\\"'))
    code, document, _ = said(capfd, "diff", changed, "--demo", "--mode", "legacy", "--json", "--no-record")
    assert code == 1
    assert [one["name"] for one in document["offered"]["removed"]] == ["search_books"]
    assert [one["name"] for one in document["offered"]["added"]] == ["search_catalogue"]
    assert document["offered"]["changed"] == []


def test_two_servers_are_compared_by_what_they_offer_now(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first, second = (
        shlex.join(scripted(modern({"tools": {}}), listed(*offered))[1:]) for offered in ((ADD, TALK), (STRICT,))
    )
    for words in ((first, second), (first, "--", *shlex.split(second))):
        code, document, _ = said(capfd, "diff", "--json", "--no-record", *words)
        assert (code, document["equal"]) == (1, False)
        assert [(one["name"], one["breaking"]) for one in document["offered"]["removed"]] == [("talk", True)]
        [changed] = document["offered"]["changed"]
        assert (changed["name"], changed["path"], changed["breaking"]) == ("add", "$.inputSchema.required", True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["diff"], "There is nothing to compare"),
        (["diff", "none.jsonl", "none.jsonl"], "There is no recording none.jsonl"),
        (["diff", __file__, "--demo"], "is not a recording"),
        (["diff", "a", "b", "--demo"], "Two sessions are compared"),
        (["diff", "python a.py", "b"], "The recording comes first, the server second"),
        (["diff", "a", "--ignore-text", "(", "--demo"], "--ignore-text ( is no regular expression"),
        (["diff", "a", "b", "--ignore", "x"], "--ignore x is no path"),
    ],
)
def test_what_cannot_be_compared_is_said_and_is_usage(
    words: list[str], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert why in err
