"""The inventory of demands: it hangs together with the rules."""

import re

import pytest

from inspector.analysis.musts import INVENTORIES, clauses, tally
from inspector.analysis.rules import RULES
from inspector.wire.versions import REVISIONS

_NAMES = {rule.name: rule for rule in RULES}
_CLAUSE = re.compile(r"[a-z./-]+(#[a-z0-9_-]+)?")


def test_each_revision_has_an_inventory() -> None:
    assert list(INVENTORIES) == list(REVISIONS)


@pytest.mark.parametrize("version", INVENTORIES)
def test_each_demand_names_rules_that_hold_there_or_says_why_none_sees_it(version: str) -> None:
    inventory = INVENTORIES[version]
    for one in (*inventory.server, *inventory.client):
        assert bool(one.rules) != bool(one.why), one
        assert _CLAUSE.fullmatch(one.clause), one
        assert one.demand.endswith(".") and (not one.why or one.why.endswith(".")), one
        for name in one.rules:
            assert name in _NAMES, f"{one.clause} names the rule {name}, which is none"
            assert version in _NAMES[name].revisions, f"{name} does not hold in {version}"
    assert set(clauses(version)) <= set(_NAMES)


@pytest.mark.parametrize("version", INVENTORIES)
def test_no_demand_is_listed_twice(version: str) -> None:
    for musts in (INVENTORIES[version].server, INVENTORIES[version].client):
        said = [(one.clause, one.demand) for one in musts]
        assert len(said) == len(set(said))


def test_a_tally_counts_what_is_seen_and_what_is_not() -> None:
    counted = tally(INVENTORIES["2026-07-28"].server)
    assert counted.seen + counted.unseen == counted.total
