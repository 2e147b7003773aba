"""`replay`: a recorded session of the demo server sent again, to the same server, the other era, and a changed one."""

import json
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import run
from inspector.recording import open_recording
from inspector.wire.events import Decision
from tests.headless.running import CACHE, modern, scripted, sent, tools

CALLS = [
    'search_catalogue={"query": "homer"}',
    'reserve_book={"isbn": "978-0-14-044913-6", "reader": 4711}',
    "nope={}",
]
ANSWER = {"action": "accept", "content": {"branch": "alder", "day": "2026-12-04"}}
ADD = {"name": "add", "inputSchema": {"type": "object"}}


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """A session with the demo server in each era: every list, a read, completions, calls, a question answered."""
    home = tmp_path_factory.mktemp("replay")
    rules = home / "rules.json"
    rules.write_text(json.dumps([{"method": "elicitation/create", "answer": ANSWER}]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INSPECTOR_HOME", str(home / "home"))
        found = {}
        for era in ("modern", "legacy"):
            file = found[era] = home / f"{era}.jsonl"
            calls = [word for call in CALLS for word in ("--call", call)]
            words = ["--mode", era, "--record", str(file), "--answers", str(rules), "--quiet"]
            assert run(["check", "--demo", "--output", str(home / "report"), *words, *calls]) == 0
        yield found


def replayed(capfd: pytest.CaptureFixture[str], file: Path, *words: str) -> tuple[int, Any, str]:
    """The exit code, the document and stderr."""
    capfd.readouterr()
    code = run(["replay", str(file), "--json", "--no-record", *words])
    out, err = capfd.readouterr()
    return code, json.loads(out), err


def changed(file: Path, to: Path, *changes: tuple[str, str]) -> Path:
    text = file.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    to.write_text(text)
    return to


@pytest.mark.parametrize("recorded", ["modern", "legacy"])
@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_same_server_answers_the_same_in_either_era_and_is_asked_nothing_that_was_not_answered(
    recorded: str, era: str, recordings: dict[str, Path], capfd: pytest.CaptureFixture[str]
) -> None:
    code, document, err = replayed(capfd, recordings[recorded], "--demo", "--mode", era)
    assert [one for one in document["requests"] if one["verdict"] != "equal"] == []
    assert (code, document["equal"]) == (0, True)
    asked = [(one["method"], one["name"]) for one in document["requests"]]
    expected = [("tools/call", name) for name in ("search_catalogue", "reserve_book", "nope")]
    assert asked[-3:] == expected
    assert (("ping", None) in asked) == (recorded == era == "legacy")
    assert ("ping is not sent again: 2026-07-28 has no such method." in err) == (recorded == "legacy" != era)
    left = [(one["method"], one["why"]) for one in document["notSent"]]
    assert left == ([("ping", "2026-07-28 has no such method")] if recorded == "legacy" != era else [])


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_of_a_changed_server_exactly_the_change_is_told(
    era: str, recordings: dict[str, Path], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = changed(recordings[era], tmp_path / "a.jsonl", ("Unknown tool: nope", "No tool nope"))
    code, document, _ = replayed(capfd, file, "--demo", "--mode", era)
    assert (code, document["equal"]) == (1, False)
    [one] = [one for one in document["requests"] if one["verdict"] != "equal"]
    assert one | {"seq": 0, "ms": 0} == {
        "seq": 0,
        "ms": 0,
        "method": "tools/call",
        "name": "nope",
        "verdict": "different",
        "differences": [{"path": "$.error.message", "recorded": "No tool nope", "now": "Unknown tool: nope"}],
    }
    code, document, _ = replayed(capfd, file, "--demo", "--mode", era, "--ignore", "$.error.message", "--pace")
    assert (code, document["equal"]) == (0, True)


def test_what_the_recording_does_not_answer_is_not_answered_and_a_call_may_want_approval(
    recordings: dict[str, Path], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, document, said = replayed(capfd, recordings["legacy"], "--demo", "--mode", "legacy", "--approve", "writes")
    assert "to which the recording has no" not in said  # that we ask for approval is not the server's question
    assert "2 calls were not approved." in said and "The server asked" not in said
    verdicts = {one["name"]: one["verdict"] for one in document["requests"] if one["method"] == "tools/call"}
    assert (code, verdicts) == (8, {"search_catalogue": "equal", "reserve_book": "missing", "nope": "missing"})
    answered = '"action\\\\":\\\\"accept'.replace("\\\\", "\\")
    file = changed(recordings["legacy"], tmp_path / "a.jsonl", (answered, answered.replace("accept", "decline")))
    code, document, _ = replayed(capfd, file, "--demo", "--mode", "legacy")
    different = [one["name"] for one in document["requests"] if one["verdict"] != "equal"]
    assert (code, different) == (1, ["reserve_book"])  # what was recorded is what is answered


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_what_nobody_answers_is_exit_code_8_behind_the_whole_report_whatever_differs_besides(
    era: str, recordings: dict[str, Path], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    unanswerable = (("elicitation/create", "elicitation/other"), ("Unknown tool: nope", "No tool nope"))
    file = changed(recordings[era], tmp_path / "a.jsonl", *unanswerable)
    code, document, err = replayed(capfd, file, "--demo", "--mode", era)
    verdicts = {one["name"]: one["verdict"] for one in document["requests"] if one["verdict"] != "equal"}
    assert (code, verdicts) == (8, {"reserve_book": "different", "nope": "different"})
    assert "The server asked elicitation/create, to which the recording has no such answer" in err
    error = json.loads(err.splitlines()[-1])["error"]
    assert (error["kind"], error["exitCode"]) == ("unanswered", 8)
    assert "the recording has no answer, no rule fits, and there is no terminal" in error["message"]
    assert "--answers FILE" in error["hint"]


def test_a_refusal_that_the_modern_era_cannot_send_is_exit_code_8_and_a_legacy_server_gets_it(
    recordings: dict[str, Path], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "rules.json"
    refusal = {"error": {"code": -1, "message": "no"}}
    rules.write_text(json.dumps([{"method": "elicitation/create", "answer": refusal}]))
    words = ["--demo", "--answers", str(rules), "--mode"]
    code, document, err = replayed(capfd, recordings["modern"], *words, "modern")
    verdicts = {one["name"]: one["verdict"] for one in document["requests"] if one["verdict"] != "equal"}
    assert (code, verdicts) == (8, {"reserve_book": "different"})
    assert "the answer was a refusal" in json.loads(err.splitlines()[-1])["error"]["message"]
    assert replayed(capfd, recordings["legacy"], *words, "legacy")[0] == 1


def test_a_replay_as_junit_fails_the_request_whose_answer_differs_and_no_other(
    recordings: dict[str, Path], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = changed(recordings["modern"], tmp_path / "a.jsonl", ("Unknown tool: nope", "No <tool> nope"))
    out = tmp_path / "out.xml"
    words = ["--format", "junit", "--output", str(out), "--record", str(tmp_path / "now.jsonl"), "--demo"]
    assert run(["replay", str(file), *words]) == 1
    suite = xml.parse(out).getroot()
    cases = suite.findall("./testsuite/testcase")
    [failed] = [case for case in cases if case.find("failure") is not None]
    assert suite.get("tests") == str(len(cases)) and suite.get("failures") == "1"
    assert str(failed.get("name")).endswith("tools/call nope")
    assert "No <tool> nope" in str(failed.findtext("failure"))
    told = [one.event for one in open_recording(tmp_path / "now.jsonl").records if isinstance(one.event, Decision)]
    assert "The recording chose accept." in [one.because for one in told if one.topic == "answer"]


def test_pages_are_asked_for_by_their_cursors_of_now_and_errors_and_new_answers_are_told_apart(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    called = {"on": "tools/call", "reply": _result(content=[])}
    then = scripted(modern({"tools": {}}), *_pages("one"), {**called, "times": 1}, {"on": "tools/call"})
    file = tmp_path / "then.jsonl"
    words = ["--call", "add", "--call", "add", "--timeout", "0.5", "--record", str(file), "--quiet"]
    run(["check", *words, *then])
    refused = {"on": "tools/call", "reply": {"jsonrpc": "2.0", "id": "$id", "error": {"code": -1, "message": "no"}}}
    told = tmp_path / "now.jsonl"
    capfd.readouterr()
    now = scripted(modern({"tools": {}}), *_pages("two"), refused)
    assert run(["replay", str(file), "--json", "--record", str(told), *now]) == 1
    verdicts = [one["verdict"] for one in json.loads(capfd.readouterr().out)["requests"]]
    assert verdicts == ["equal", "equal", "error", "new"]
    asked = [one["params"].get("cursor") for one in sent(open_recording(told), "tools/list")]
    assert asked == [None, "two"]
    code, document, _ = replayed(capfd, file, *scripted(modern({"tools": {}}), tools(ADD), called))
    assert (code, [one["verdict"] for one in document["requests"]]) == (1, ["different", "missing", "equal", "new"])
    assert [one["path"] for one in document["requests"][0]["differences"]] == ["$.result.nextCursor"]


def _pages(cursor: str) -> tuple[Any, ...]:
    first = {"on": "tools/list", "reply": _result(tools=[ADD], nextCursor=cursor, **CACHE), "times": 1}
    return first, {"on": "tools/list", "reply": _result(tools=[], **CACHE)}


def _result(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "$id", "result": {"resultType": "complete", **members}}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["replay", "--demo"], "There is no recording to send again"),
        (["replay", "none.jsonl", "--demo"], "There is no recording none.jsonl"),
        (["replay", __file__, "--demo"], "is not a recording"),
        (["replay", "a", "--ignore", "$.", "--demo"], "--ignore $. is no path"),
        (["replay", "a", "--ignore-text", "[", "--demo"], "--ignore-text [ is no regular expression"),
        (["replay", "a", "--json", "--format", "junit", "--demo"], "exclude each other"),
    ],
)
def test_what_cannot_be_sent_again_is_said_and_is_usage(
    words: list[str], why: str, capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    assert run(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert why in err
