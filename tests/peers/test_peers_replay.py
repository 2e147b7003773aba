"""Recorded sessions of servers that nobody here wrote, sent again to the same server, the other era, a changed one.

FastMCP is asked where INSPECTOR_FASTMCP names a Python that has it; server-everything where INSPECTOR_NPM names the
folder that it is installed in.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import run

HERE = Path(__file__).parent
CHANGING = str(HERE / "changing_server.py")
ASKING = str(HERE / "sdk_asking.py")
FASTMCP = os.environ.get("INSPECTOR_FASTMCP", "")
EVERYTHING = (
    Path(os.environ.get("INSPECTOR_NPM", "")) / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
)
NODE = shutil.which("node") or ""

RULES = [
    {
        "method": "elicitation/create",
        "message": "Which branch",
        "answer": {"action": "accept", "content": {"branch": "alder", "copies": 2}},
    },
    {"method": "elicitation/create", "message": "fine", "answer": {"action": "decline"}},
    {
        "method": "elicitation/create",
        "answer": {"action": "accept", "content": {"name": "Ada", "integer": 7}},
    },
    {
        "method": "sampling/createMessage",
        "answer": {"role": "assistant", "model": "ours", "content": {"type": "text", "text": "The Idiot"}},
    },
    {"method": "roots/list", "answer": {"roots": [{"uri": "file:///books", "name": "books"}]}},
]
CHANGES = [
    ("tools/call", "add", "different"),
    ("tools/call", "greet", "different"),
    ("tools/call", "whisper", "different"),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


def recorded(to: Path, server: tuple[str, ...], *words: str, calls: dict[str, Any]) -> Path:
    """A session with every list, a read, a prompt, completions and these calls, answered by the rules."""
    rules = to.with_suffix(".rules")
    rules.write_text(json.dumps(RULES))
    asked = [word for name, given in calls.items() for word in ("--call", f"{name}={json.dumps(given)}")]
    report = ("--quiet", "--output", str(to.with_suffix(".txt")), "--answers", str(rules), "--record", str(to))
    run(["check", *report, *words, *asked, "--", *server])
    return to


def unequal(capfd: pytest.CaptureFixture[str], file: Path, server: tuple[str, ...], *words: str) -> Any:
    """The exit code, what is not equal (method, name, verdict), and the whole document."""
    capfd.readouterr()
    code = run(["replay", str(file), "--json", "--no-record", *words, "--", *server])
    document = json.loads(capfd.readouterr().out)
    found = [(one["method"], one["name"], one["verdict"]) for one in document["requests"]]
    assert len(found) > 4
    return code, [one for one in found if one[2] != "equal"], document


KINDS = [
    pytest.param("sdk", sys.executable, id="mcp"),
    pytest.param(
        "fastmcp",
        FASTMCP,
        id="fastmcp",
        marks=pytest.mark.skipif(not FASTMCP, reason="INSPECTOR_FASTMCP names no Python with FastMCP"),
    ),
]
CALLS = {"add": {"a": 1, "b": 2}, "greet": {"name": "Ada"}, "count": {"to": 3}, "nope": {}, "whisper": {}}


@pytest.mark.parametrize(("kind", "python"), KINDS)
def test_a_session_is_equal_in_both_eras_and_of_a_changed_server_exactly_the_change_is_told(
    kind: str, python: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = (python, CHANGING, kind)
    files = {
        era: recorded(tmp_path / f"{era}.jsonl", server, "--mode", era, calls=CALLS) for era in ("modern", "legacy")
    }
    for era, now in (("modern", "modern"), ("modern", "legacy"), ("legacy", "modern")):
        assert unequal(capfd, files[era], server, "--mode", now)[:2] == (0, [])
    code, found, document = unequal(capfd, files["modern"], (*server, "changed"), "--mode", "modern")
    assert code == 1
    lists = [one for one in found if one[0] == "tools/list"]
    assert sorted(one for one in found if one not in lists) == CHANGES
    assert lists == [("tools/list", None, "different")]
    [greeted] = [one for one in document["requests"] if one["name"] == "greet"]
    told = {"recorded": "Good day, Ada.", "now": "Good evening, Ada."}
    assert {"path": "$.result.content[0].text", **told} in greeted["differences"]


def test_what_a_server_asked_is_answered_as_it_was_recorded_in_either_era(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = (sys.executable, ASKING, "stdio")
    calls: dict[str, Any] = {"form": {}, "page": {}, "sample": {}}
    for era, other in (("modern", "legacy"), ("legacy", "modern")):
        file = recorded(tmp_path / f"{era}.jsonl", server, "--mode", era, calls=calls)
        code, found, document = unequal(capfd, file, server, "--mode", other, "--pace")
        assert (code, found) == (0, [])
        assert [one["name"] for one in document["requests"][-3:]] == list(calls)


@pytest.mark.skipif(
    not (NODE and EVERYTHING.is_file()), reason="INSPECTOR_NPM names no folder with the npm servers, or no node"
)
def test_everything_answers_a_recorded_session_the_same_but_for_its_clock(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = (NODE, str(EVERYTHING), "stdio")
    calls: dict[str, Any] = {
        "echo": {"message": "hi"},
        "get-sum": {"a": 1, "b": 2},
        "get-annotated-message": {"messageType": "error", "includeImage": True},
        "get-structured-content": {"location": "Chicago"},
        "get-resource-reference": {"resourceType": "Text", "resourceId": 1},
        "trigger-long-running-operation": {"duration": 0.1, "steps": 2},
        "trigger-elicitation-request": {},
        "trigger-sampling-request": {"prompt": "a novel", "maxTokens": 9},
        "get-roots-list": {},
    }
    file = recorded(tmp_path / "everything.jsonl", server, calls=calls)
    code, found, document = unequal(capfd, file, server)
    assert (code, found) == (0, [])
    assert [one["name"] for one in document["requests"] if one["method"] == "tools/call"] == list(calls)
