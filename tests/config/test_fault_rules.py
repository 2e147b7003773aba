"""Rules of interference, as a file."""

import re
from pathlib import Path

import pytest

from inspector.analysis.interference.ruling import Ruling
from inspector.config import faults
from inspector.config.faults import ACTIONS, FaultRule, read_faults, rules_of
from inspector.errors import UsageError

PAGE = Path(faults.__file__).with_name("FAULTS.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_a_file_of_rules_that_can_be_put_to_work():
    [example] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    rules = rules_of(example, "faults.toml")
    Ruling(rules)
    assert [rule.action for rule in rules] == ["delay", "garble", "status", "edit", "answer", "stall"]
    assert rules[0] == FaultRule(
        "delay", "method:tools/call", "in", "a slow tool", 1, "faults.toml, rule 1", every=3, seconds=2.5
    )
    assert [rule.direction for rule in rules] == ["in", "in", "out", "in", "out", "in"]
    assert rules[2].headers == (("Retry-After", "1"),)
    assert not rules[5].enabled


def test_the_page_tells_of_every_action_and_every_key():
    told = {word for cell in re.findall(r"^\|(.*)\|$", PAGE, re.MULTILINE) for word in re.findall(r"`([\w-]+)`", cell)}
    assert told >= {*ACTIONS, *faults.KEYS}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule]\n", "f.toml is not TOML"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "It is nested too deeply"),
        ("a = " + "9" * 5_000, "f.toml is not TOML"),
        ("rules = 1\n", "f.toml: rules is no key that is known"),
        ("[rule]\naction = 'drop'", "f.toml: rule is no list of rules"),
        ("[[rule]]\naction = 'drop'\n[[rule]]\nmatch = 'x'", "f.toml, rule 2 has no action"),
        ("[[rule]]\naction = 'delya'", "f.toml, rule 1: action is not as it should be"),
        ("[[rule]]\naction = ['drop']", "f.toml, rule 1: action is not as it should be"),
        ("[[rule]]\naction = 'drop'\nmach = 'x'", "f.toml, rule 1: mach is no key of a rule"),
        ("[[rule]]\naction = 'drop'\nseconds = 1", "seconds is a key of delay, not of drop"),
        ("[[rule]]\naction = 'delay'", "delay needs seconds"),
        ("[[rule]]\naction = 'delay'\nseconds = 0", "Expected was a time in seconds, above 0"),
        ("[[rule]]\naction = 'delay'\nseconds = nan", "Expected was a time in seconds, above 0"),
        ("[[rule]]\naction = 'drop'\nevery = 0", "Expected was a number, 1 or more"),
        ("[[rule]]\naction = 'drop'\nevery = true", "Expected was a number, 1 or more"),
        ("[[rule]]\naction = 'edit'\nset = {'$.a' = 2026-01-01}", "Expected was a table of JSON paths"),
        ("[[rule]]\naction = 'edit'\nwith = 'x'\nremove = ['$.a']", "remove and with exclude each other"),
        ("[[rule]]\naction = 'answer'\nresult = 1\nraw = 'x'", "result and raw exclude each other"),
        ("[[rule]]\naction = 'answer'\nraw = 'x'\ndirection = 'in'", "Expected was out"),
        ("[[rule]]\naction = 'answer'\nerror = {code = 'x'}", "Expected was an error"),
        ("[[rule]]\naction = 'status'\nstatus = 100", "Expected was a status from 200 to 599"),
        ("[[rule]]\naction = 'drop'\nmatch = 'metod:x'", "f.toml, rule 1: match is no filter"),
        ("[[rule]]\naction = 'edit'\nset = {a = 1}", "f.toml, rule 1: set has no JSON path"),
    ],
)
def test_what_is_wrong_in_a_rule_is_told_with_its_file_its_number_its_key_and_what_was_expected(text, said):
    with pytest.raises(UsageError) as caught:
        Ruling(rules_of(text, "f.toml"))
    assert said in caught.value.account


@pytest.mark.parametrize(("content", "said"), [(None, "cannot be read"), (b"\xff", "is not UTF-8")])
def test_a_file_that_cannot_be_read_is_told(tmp_path, content, said):
    path = tmp_path / "faults.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=said):
        read_faults(path)
