"""Each rule fires where it should, and does not where it should not."""

import pytest

from inspector.analysis.rules import RULES, Findings
from tests.analysis.journals import Journal
from tests.analysis.rule_cases_legacy import LEGACY
from tests.analysis.rule_cases_modern import MODERN
from tests.analysis.rule_cases_shared import SHARED

CASES = {**SHARED, **MODERN, **LEGACY}


def found(journal: Journal) -> set[str]:
    findings = Findings()
    findings.feed(journal.records)
    return {one.rule for one in findings.all}


def test_each_rule_has_a_session_in_which_it_fires_and_one_in_which_it_does_not() -> None:
    assert set(CASES) == {rule.name for rule in RULES}


@pytest.mark.parametrize("name", CASES)
def test_a_rule_fires_where_it_should_and_nowhere_else(name: str) -> None:
    fires, silent = CASES[name]
    assert name in found(fires) and name not in found(silent)
