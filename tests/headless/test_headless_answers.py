"""What the server asks: answered by rules, by the person at a terminal, or by nobody; in both eras."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from tests.headless.questioning import Person, answer, asking
from tests.headless.running import Inspector, rules_file, sent

SCHEMA = {
    "type": "object",
    "properties": {
        "day": {"type": "string", "title": "Day"},
        "copies": {"type": "integer", "minimum": 1, "default": 1},
        "place": {"type": "string", "enum": ["Hill Top", "Old Quay"]},
    },
    "required": ["day"],
}
FORM = {"method": "elicitation/create", "params": {"message": "Which day?\x1b[2J", "requestedSchema": SCHEMA}}
PAGE = {
    "method": "elicitation/create",
    "params": {"mode": "url", "message": "Pay", "url": "https://pay.example/\x1b[0m", "elicitationId": "1"},
}
SAMPLE = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}
SAMPLED = {"role": "assistant", "content": {"type": "text", "text": "so"}, "model": "m"}


ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])


@ERAS
async def test_the_first_rule_that_fits_answers(inspector: Inspector, tmp_path: Path, era: str) -> None:
    content = {"day": "2026-12-01"}
    rules = [
        {"method": "sampling/createMessage", "answer": SAMPLED},
        {"method": "elicitation/create", "message": "^Who", "answer": {"action": "decline"}},
        {"method": "elicitation/create", "message": "day", "answer": {"action": "accept", "content": content}},
        {"method": "elicitation/create", "answer": {"action": "cancel"}},
    ]
    words = ("call", "add", "a=1", "--json", "--answers", rules_file(tmp_path / "rules.json", rules))
    ran = await inspector(*words, *asking(era, FORM))
    assert (ran.code, ran.document["result"]["content"][0]["text"]) == (0, "done")
    assert ran.document["rounds"] == (2 if era == "modern" else 1)
    assert answer(ran, era) == {"action": "accept", "content": content}


@ERAS
async def test_a_rule_with_content_sends_none_where_a_page_was_to_be_opened(
    inspector: Inspector, tmp_path: Path, era: str
) -> None:
    rules = [{"method": "elicitation/create", "answer": {"action": "accept", "content": {"day": "2026-12-01"}}}]
    words = ("call", "add", "a=1", "--answers", rules_file(tmp_path / "rules.json", rules))
    ran = await inspector(*words, *asking(era, PAGE))
    assert (ran.code, answer(ran, era)) == (0, {"action": "accept"})


@ERAS
async def test_sampling_is_answered_by_its_result_object(inspector: Inspector, tmp_path: Path, era: str) -> None:
    rules = [{"method": "sampling/createMessage", "answer": SAMPLED}]
    words = ("call", "add", "a=1", "--answers", rules_file(tmp_path / "rules.json", rules))
    ran = await inspector(*words, *asking(era, SAMPLE))
    assert (ran.code, ran.out) == (0, "done\n")
    assert answer(ran, era) == SAMPLED


async def test_an_error_refuses_a_legacy_request_and_a_modern_one_is_not_retried(
    inspector: Inspector, tmp_path: Path
) -> None:
    rules = [{"method": "sampling/createMessage", "answer": {"error": {"code": -1, "message": "no"}}}]
    words = ("call", "add", "a=1", "--answers", rules_file(tmp_path / "rules.json", rules))
    ran = await inspector(*words, *asking("legacy", SAMPLE))
    assert (ran.code, answer(ran, "legacy")) == (0, {"code": -1, "message": "no"})
    ran = await Inspector(inspector.home / "2")(*words, *asking("modern", SAMPLE))
    assert (ran.code, ran.stdout) == (8, b"")
    assert ran.err.startswith("inspector: The server asked, and the answer was a refusal.\n")
    assert len(sent(ran.recording(), "tools/call")) == 1


async def test_roots_come_from_the_list_without_a_rule(inspector: Inspector, tmp_path: Path) -> None:
    ran = await inspector("call", "add", "a=1", "--root", str(tmp_path), *asking("legacy", {"method": "roots/list"}))
    assert ran.code == 0
    assert answer(ran, "legacy") == {"roots": [{"uri": f"file://{tmp_path}", "name": tmp_path.name}]}


async def test_a_rule_answers_before_the_list_of_roots(inspector: Inspector, tmp_path: Path) -> None:
    roots = {"roots": [{"uri": "file:///elsewhere"}]}
    words = ("--answers", rules_file(tmp_path / "rules.json", [{"method": "roots/list", "answer": roots}]))
    ran = await inspector("call", "add", "a=1", *words, *asking("legacy", {"method": "roots/list"}))
    assert (ran.code, answer(ran, "legacy")) == (0, roots)


VOICE = {"method": "elicitation/create", "params": {"mode": "voice", "message": "Say it"}}


@ERAS
async def test_a_rule_answers_a_question_of_an_unknown_mode(inspector: Inspector, tmp_path: Path, era: str) -> None:
    rules = [{"method": "elicitation/create", "message": "Say", "answer": {"action": "decline"}}]
    words = ("call", "add", "a=1", "--answers", rules_file(tmp_path / "rules.json", rules))
    ran = await inspector(*words, *asking(era, VOICE))
    assert (ran.code, answer(ran, era)) == (0, {"action": "decline"})


async def test_a_question_of_an_unknown_mode_that_nobody_answers_is_exit_8_and_no_retry(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=1", *asking("modern", VOICE))
    assert (ran.code, ran.stdout) == (8, b"") and "Say it" in ran.err
    assert len(sent(ran.recording(), "tools/call")) == 1


@ERAS
async def test_with_neither_rule_nor_terminal_nothing_is_decided_and_it_is_exit_8(
    inspector: Inspector, era: str
) -> None:
    ran = await inspector("call", "add", "a=1", "--json", *asking(era, FORM))
    assert (ran.code, ran.stdout) == (8, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("unanswered", 8)
    assert "Which day?␛[2J" in ran.err and "--answers FILE" in ran.err
    if era == "modern":
        assert len(sent(ran.recording(), "tools/call")) == 1
    else:
        assert answer(ran, era) == {"action": "cancel"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is not JSON"),
        ("{}", "is no list of rules"),
        ('[{"method": "tools/call", "answer": {}}]', "rule 1 has no known method"),
        ('[{"method": "elicitation/create"}]', "rule 1 has no answer"),
        ('[{"method": "elicitation/create", "message": "(", "answer": {}}]', "no regular expression"),
        (None, "cannot be read"),
    ],
)
async def test_a_rules_file_that_cannot_be_used_is_exit_2(
    inspector: Inspector, tmp_path: Path, text: str | None, told: str
) -> None:
    path = tmp_path / "rules.json"
    if text is not None:
        path.write_text(text)
    ran = await inspector("call", "add", "a=1", "--answers", str(path), *asking("modern", FORM))
    assert (ran.code, ran.stdout, ran.recordings) == (2, b"", [])
    assert told in ran.err and str(path) in ran.err


# ── at a terminal ────────────────────────────────────────────────────────────────────────────────────────────────────


@ERAS
async def test_a_person_fills_the_fields_one_by_one_and_accepts(inspector: Inspector, era: str) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking(era, FORM))
    await person.sees("Which day?␛[2J")
    (await person.sees("Day*")).types("\n")
    await person.sees("It is required.")
    (await person.sees("Day*")).types("2026-12-01\n")
    (await person.sees("copies")).types("0\n")
    (await person.sees("default 1)")).types("\n")
    (await person.sees("(Hill Top | Old Quay)")).types("Old Quay\n")
    await person.sees('"place": "Old Quay"')
    (await person.sees("accept, again, decline or cancel? ")).types("acc\n")
    ran = await person.leaves()
    assert (ran.code, ran.out) == (0, "done\n")
    content = {"day": "2026-12-01", "copies": 1, "place": "Old Quay"}
    assert answer(ran, era) == {"action": "accept", "content": content}


@ERAS
@pytest.mark.parametrize(("keys", "action"), [(".decline\n", "decline"), (".cancel\n", "cancel"), ("\x04", "cancel")])
async def test_a_person_may_decline_and_cancel(inspector: Inspector, era: str, keys: str, action: str) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking(era, FORM))
    (await person.sees("Day* (string): ")).types(keys)
    ran = await person.leaves()
    assert (ran.code, ran.out) == (0, "done\n")
    assert answer(ran, era) == {"action": action}


async def test_a_form_without_fields_is_not_accepted_by_itself(inspector: Inspector) -> None:
    sure = {
        "method": "elicitation/create",
        "params": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}},
    }
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking("legacy", sure))
    (await person.sees("accept, decline or cancel? ")).types("perhaps\n")
    (await person.sees("accept, decline or cancel? ")).types("accept\n")
    ran = await person.leaves()
    assert answer(ran, "legacy") == {"action": "accept", "content": {}}


async def test_a_page_is_shown_and_never_opened(inspector: Inspector, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\ntouch {opened}\n")
    browser.chmod(0o700)
    words = ("call", "add", "a=1", *asking("modern", PAGE))
    person = await Person(inspector).sit_down(*words, env={"BROWSER": str(browser)})
    await person.sees("https://pay.example/␛[0m")
    (await person.sees("accept, decline or cancel? ")).types("accept\n")
    ran = await person.leaves()
    assert answer(ran, "modern") == {"action": "accept"}
    assert not opened.exists()


async def test_a_question_of_an_unknown_mode_is_put_to_the_person_with_what_is_wrong_with_it(
    inspector: Inspector,
) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking("modern", VOICE))
    await person.sees('the mode is "voice", neither form nor url')
    (await person.sees("an empty line is cancel: ")).types('{"action": "decline"}\n')
    ran = await person.leaves()
    assert (ran.code, answer(ran, "modern")) == (0, {"action": "decline"})


async def test_sampling_is_typed_as_json(inspector: Inspector) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking("modern", SAMPLE))
    (await person.sees("refuses: ")).types("{\n")
    await person.sees("It is not JSON")
    (await person.sees("refuses: ")).types(json.dumps(SAMPLED) + "\n")
    ran = await person.leaves()
    assert (ran.code, answer(ran, "modern")) == (0, SAMPLED)


@ERAS
async def test_ctrl_c_while_asked_is_130_at_once(inspector: Inspector, era: str) -> None:
    person = await Person(inspector).sit_down("call", "add", "a=1", *asking(era, FORM))
    await person.sees("Day*")
    person.process.send_signal(signal.SIGINT)
    await person.sees("inspector: Interrupted.")
    ran = await person.leaves()
    assert (ran.code, ran.stdout) == (130, b"")


async def test_the_clock_stands_while_a_person_is_asked(inspector: Inspector) -> None:
    person = await Person(inspector).sit_down(
        "call", "add", "a=1", "--json", "--timeout", "0.5", *asking("legacy", FORM)
    )
    (await person.sees("Day*")).types("x\n")
    (await person.sees("copies")).types("\n")
    await person.sees("place")
    await asyncio.wait((asyncio.get_running_loop().create_future(),), timeout=0.7)
    person.types("\n")
    (await person.sees("cancel? ")).types("accept\n")
    ran = await person.leaves()
    assert ran.code == 0
    assert ran.document["humanMs"] > 600 > ran.document["ms"]
