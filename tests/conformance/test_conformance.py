"""The official conformance suite for clients, judged strictly. It runs where INSPECTOR_CONFORMANCE names its folder."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.referee import REQUIRED, Suite, installed, judge, play

SUITE = installed(os.environ.get("INSPECTOR_CONFORMANCE", ""))
SCENARIOS = [(revision, scenario) for revision, scenarios in REQUIRED.items() for scenario in scenarios]


@pytest.mark.skipif(isinstance(SUITE, str), reason=str(SUITE))
@pytest.mark.parametrize(("revision", "scenario"), SCENARIOS)
def test_the_referee_has_nothing_against_us(revision: str, scenario: str, tmp_path: Path) -> None:
    assert isinstance(SUITE, Suite)
    against = play(SUITE, revision, scenario, tmp_path)
    assert not against, "\n".join(against)


# ── the judge ────────────────────────────────────────────────────────────────────────────────────────────────────────

REQUIRES = {"must_succeed": ["a"], "min_success": 2}
GOOD = [{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": "SUCCESS"}, {"id": "c", "status": "SKIPPED"}]


def test_a_scenario_in_which_all_went_well_is_passed() -> None:
    assert judge(REQUIRES, 0, "PASSED", "done\n", GOOD) == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"code": 1}, "ended with 1"),
        ({"output": "CLIENT TIMED OUT - Test incomplete"}, "timed out"),
        ({"printed": ""}, "did not come to its end"),
        ({"printed": "done\nand more\n"}, "did not come to its end"),
        ({"checks": [*GOOD, {"id": "d", "status": "WARNING", "errorMessage": "m"}]}, "WARNING d: m"),
        ({"checks": [*GOOD, {"id": "d", "status": "FAILURE"}]}, "FAILURE d"),
        ({"checks": [GOOD[1], GOOD[1], GOOD[2]]}, "a never succeeded"),
        ({"checks": [GOOD[0], GOOD[2]]}, "1 checks succeeded, and 2 must"),
        ({"checks": []}, "0 checks succeeded"),
    ],
)
def test_a_scenario_in_which_anything_did_not_is_not(changed: dict[str, Any], words: str) -> None:
    given = {"code": 0, "output": "PASSED", "printed": "done\n", "checks": GOOD, **changed}
    assert any(words in one for one in judge(REQUIRES, **given))


def test_every_scenario_demands_something() -> None:
    assert all(one["min_success"] for scenarios in REQUIRED.values() for one in scenarios.values())


def test_a_suite_that_cannot_be_run_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "names no folder" in str(installed(""))
    assert "has no @modelcontextprotocol/conformance" in str(installed(str(tmp_path)))
    script = tmp_path / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.setenv("PATH", "")
    assert installed(str(tmp_path)) == "there is no node"
    node = tmp_path / "node_modules" / "node" / "bin" / "node"
    node.parent.mkdir(parents=True)
    node.write_text(f"#!{sys.executable}\nprint('v18.2.0')\n")
    node.chmod(0o700)
    assert "is v18.2.0, and the suite needs 22" in str(installed(str(tmp_path)))
    node.write_text(f"#!{sys.executable}\nprint('v24.1.0')\n")
    assert installed(str(tmp_path)) == Suite(script, str(node))
