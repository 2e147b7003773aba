"""What a command may do beside rules: ask before a call, declare less, have a command answer sampling."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.wire.events import Decision
from tests.headless.questioning import Person, answer, asking
from tests.headless.running import ADD, Inspector, legacy, modern, rules_file, said, scripted, sent, tools

ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])
SAMPLE = {
    "method": "sampling/createMessage",
    "params": {"messages": [{"role": "user", "content": {"type": "text", "text": "One word?"}}], "maxTokens": 5},
}
SAMPLED = {"role": "assistant", "content": {"type": "text", "text": "so"}, "model": "m"}
BY_COMMAND = [{"method": "sampling/createMessage", "answer": {"command": True}}]


def server(era: str, **annotations: Any) -> tuple[str, ...]:
    """A server of one tool with these annotations."""
    marked = {**ADD, **({"annotations": annotations} if annotations else {})}
    beginning = legacy() if era == "legacy" else (modern(),)
    return scripted(*beginning, tools(marked), said("done"))


# ── approvals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@ERAS
async def test_a_call_that_wants_a_yes_is_not_sent_where_nobody_can_give_it(inspector: Inspector, era: str) -> None:
    ran = await inspector("call", "add", "a=1", "--json", "--approve", "writes", *server(era))
    assert (ran.code, ran.stdout) == (8, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("unanswered", 8)
    assert ran.error["message"] == "The call was not approved. Nobody was there to approve it: nothing was sent."
    assert sent(ran.recording(), "tools/call") == []


@pytest.mark.parametrize(
    ("policy", "annotations", "waits"),
    [
        ("writes", {"readOnlyHint": True}, False),
        ("writes", {"destructiveHint": False}, True),
        ("writes", {"readOnlyHint": "yes"}, True),
        ("destructive", {}, True),
        ("destructive", {"destructiveHint": False}, False),
        ("destructive", {"destructiveHint": True}, True),
        ("destructive", {"readOnlyHint": True, "destructiveHint": True}, False),
    ],
)
async def test_annotations_decide_which_calls_want_a_yes(
    inspector: Inspector, policy: str, annotations: dict[str, Any], waits: bool
) -> None:
    ran = await inspector("call", "add", "a=1", "--approve", policy, *server("modern", **annotations))
    assert ran.code == (8 if waits else 0)
    assert len(sent(ran.recording(), "tools/call")) == (0 if waits else 1)


async def test_a_request_that_is_sent_by_its_method_wants_a_yes_too(inspector: Inspector) -> None:
    words = ("send", "tools/call", '{"name": "add", "arguments": {"a": 1}}', "--approve", "destructive")
    ran = await inspector(*words, *server("modern", readOnlyHint=True))
    # Nobody has listed the tools, so nothing is known of this one.
    assert (ran.code, ran.stdout) == (8, b"") and sent(ran.recording(), "tools/call") == []


@ERAS
async def test_a_person_approves_a_call_and_their_time_is_not_the_servers(inspector: Inspector, era: str) -> None:
    words = ("call", "add", "a=1", "--json", "--approve", "writes", "--timeout", "30")
    person = await Person(inspector).sit_down(*words, *server(era))
    await person.sees("add is not marked read-only. This would be sent:")
    await person.sees('"a": 1')
    (await person.sees("yes or no? ")).types("y\n")
    ran = await person.leaves()
    assert (ran.code, ran.document["result"]["content"][0]["text"]) == (0, "done")
    assert ran.document["humanMs"] > 0
    assert len(sent(ran.recording(), "tools/call")) == 1


@pytest.mark.parametrize("keys", ["no\n", "\x04"])
async def test_a_person_who_does_not_approve_has_nothing_sent(inspector: Inspector, keys: str) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", "--approve", "writes", *server("modern"))
    (await person.sees("yes or no? ")).types(keys)
    await person.sees("The call was not approved.")
    ran = await person.leaves()
    assert (ran.code, ran.stdout) == (8, b"") and sent(ran.recording(), "tools/call") == []


# ── what is declared ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_parts_are_left_out_of_what_is_declared(inspector: Inspector) -> None:
    without = ("elicitation.url", "sampling", "io.modelcontextprotocol/tasks")
    words = [word for name in without for word in ("--without", name)]
    ran = await inspector("list", "tools", *words, *scripted(modern(), tools()))
    assert ran.code == 0
    [listed] = sent(ran.recording(), "tools/list")
    assert listed["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] == {
        "elicitation": {"form": {}},
        "roots": {"listChanged": True},
        "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
    }


async def test_a_part_that_is_none_is_said_with_those_that_there_are(inspector: Inspector) -> None:
    ran = await inspector("list", "--without", "elicitation.voice", *scripted(modern(), tools()))
    assert (ran.code, ran.stdout, ran.recordings) == (2, b"", [])
    assert "elicitation.voice is no capability of ours." in ran.err
    assert "elicitation.form" in ran.err and "io.modelcontextprotocol/tasks" in ran.err


async def test_a_part_may_be_left_out_of_what_was_written(inspector: Inspector) -> None:
    given = ("--capabilities", '{"roots": {}, "x": {"y": 1}}', "--without", "x.y")
    ran = await inspector("list", "tools", *given, *scripted(modern(), tools()))
    [listed] = sent(ran.recording(), "tools/list")
    assert listed["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] == {"roots": {}, "x": {}}


# ── a command for sampling ───────────────────────────────────────────────────────────────────────────────────────────


def command(code: str) -> str:
    """A command line that runs this Python; `p` are the params it got."""
    return shlex.join((sys.executable, "-c", f"import json, sys; p = json.load(sys.stdin); {code}"))


SAYS = command(f"print(json.dumps({{**{SAMPLED!r}, 'model': p['messages'][0]['content']['text']}}))")
FAILS = command("print('no \\x1b model', file=sys.stderr); sys.exit(4)")


@ERAS
async def test_a_rule_has_what_the_command_prepares_sent(inspector: Inspector, tmp_path: Path, era: str) -> None:
    rules = ("--answers", rules_file(tmp_path / "rules.json", BY_COMMAND))
    words = ("call", "add", "a=1", *rules, "--sampling-command", SAYS)
    ran = await inspector(*words, *asking(era, SAMPLE))
    assert (ran.code, answer(ran, era)) == (0, {**SAMPLED, "model": "One word?"})


@ERAS
async def test_without_a_rule_and_a_person_nothing_that_a_command_prepared_is_sent(
    inspector: Inspector, era: str
) -> None:
    ran = await inspector("call", "add", "a=1", "--sampling-command", SAYS, *asking(era, SAMPLE))
    assert (ran.code, ran.stdout) == (8, b"")
    assert '"answer": {"command": true}' in ran.err
    if era == "legacy":
        assert answer(ran, era)["code"] == -1


async def test_a_command_that_fails_is_said_with_its_last_words_and_nothing_is_sent(
    inspector: Inspector, tmp_path: Path
) -> None:
    rules = ("--answers", rules_file(tmp_path / "rules.json", BY_COMMAND))
    ran = await inspector("call", "add", "a=1", *rules, "--sampling-command", FAILS, *asking("modern", SAMPLE))
    assert (ran.code, ran.stdout) == (8, b"")
    said = "The sampling command exited with code 4. Last on stderr: no ␛ model"
    assert f"{said}, and there is no terminal." in ran.err
    assert "no rule fits" not in ran.err and '"command": true' not in ran.err and "Mend what" in ran.err
    decisions = [one.event for one in ran.recording().records if isinstance(one.event, Decision)]
    assert [one.because for one in decisions if one.verdict == "failed"] == [f"{said}."]
    [unanswered] = [one.because for one in decisions if one.verdict == "unanswered"]
    assert unanswered == f"There was no person to answer in its place. {said}."


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("print('no json')", "is not JSON"),
        ("print('[]')", "is no JSON object"),
        ("import os; os.kill(os.getpid(), 15)", "was ended by signal 15"),
    ],
)
@ERAS
async def test_the_error_document_says_what_a_command_did_that_failed(
    inspector: Inspector, tmp_path: Path, era: str, body: str, told: str
) -> None:
    rules = ("--answers", rules_file(tmp_path / "rules.json", BY_COMMAND))
    words = ("call", "add", "a=1", "--json", *rules, "--sampling-command", command(body))
    ran = await inspector(*words, *asking(era, SAMPLE))
    assert (ran.code, ran.stdout, ran.error["kind"]) == (8, b"", "unanswered")
    assert told in ran.error["message"] and "no rule fits" not in ran.error["message"]


async def test_a_person_sees_what_the_command_prepared_before_it_is_sent(inspector: Inspector) -> None:
    words = ("call", "add", "a=1", "--sampling-command", SAYS)
    person = await Person(inspector).sit_down(*words, *asking("modern", SAMPLE))
    await person.sees("It has prepared:")
    await person.sees('"model": "One word?"')
    (await person.sees("send, another or refuse? ")).types("send\n")
    ran = await person.leaves()
    assert (ran.code, answer(ran, "modern")["model"]) == (0, "One word?")


async def test_a_person_answers_by_hand_where_the_command_fails(inspector: Inspector) -> None:
    words = ("call", "add", "a=1", "--sampling-command", FAILS)
    person = await Person(inspector).sit_down(*words, *asking("modern", SAMPLE))
    await person.sees("exited with code 4. Last on stderr: no ␛ model")
    (await person.sees("an empty line refuses: ")).types(json.dumps(SAMPLED) + "\n")
    ran = await person.leaves()
    assert (ran.code, answer(ran, "modern")) == (0, SAMPLED)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "rule 1 answers with a command, and none is named"),
        (("--sampling-command", ""), "is empty"),
        (("--sampling-command", "'open"), "cannot be read"),
        (("--sampling-command", "no-such-program-at-all"), "was not found"),
    ],
)
async def test_a_command_that_cannot_be_run_is_exit_2_before_anything_is_sent(
    inspector: Inspector, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    rules = ("--answers", rules_file(tmp_path / "rules.json", BY_COMMAND))
    ran = await inspector("call", "add", "a=1", *rules, *words, *asking("modern", SAMPLE))
    assert (ran.code, ran.stdout, ran.recordings) == (2, b"", []) and told in ran.err
