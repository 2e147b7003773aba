"""`rules`: the table of what findings come from."""

import pytest

from inspector.analysis.rules import LEVELS, RULES
from inspector.wire.versions import REVISIONS
from tests.headless.running import Inspector


async def test_each_rule_is_listed_with_its_title_its_clause_and_its_revisions(inspector: Inspector) -> None:
    ran = await inspector("rules", "--json")
    assert (ran.code, ran.err) == (0, "")
    listed = ran.document["rules"]
    assert [one["id"] for one in listed] == [rule.name for rule in RULES]
    assert len({one["title"] for one in listed}) == len(listed)
    for one in listed:
        assert one.keys() == {"id", "level", "binds", "title", "clause", "clauses", "revisions", "remedy"}
        assert one["level"] in LEVELS and one["clause"] and one["remedy"] and set(one["revisions"]) <= set(REVISIONS)
        assert one["revisions"], one["id"]
    assert all(one.keys() == {"binds", "demand", "clause", "why"} for one in ran.document["unseen"])
    assert list(ran.document["counts"]) == list(REVISIONS)


async def test_the_text_says_what_holds_in_some_revisions_only(inspector: Inspector) -> None:
    ran = await inspector("rules")
    lines = ran.out.splitlines()
    assert lines[0] == f"{len(RULES)} rules"
    assert any(line.startswith("  ✗ result-type-missing: ") and "(2026-07-28)" in line for line in lines)
    assert lines[-len(REVISIONS) - 1].startswith("revision") and lines[-1].startswith("2026-07-28")
    ran = await inspector("rules", "--for", "2024-11-05")
    assert "nobody sees broken on the wire" in ran.out
    assert "result-type-missing" not in ran.out and "not-a-message" in ran.out


@pytest.mark.parametrize("version", ["2099-01-01", ""])
async def test_a_revision_that_nobody_knows_is_refused(inspector: Inspector, version: str) -> None:
    ran = await inspector("rules", "--for", version)
    assert (ran.code, ran.out) == (2, "") and "2026-07-28" in ran.err


async def test_the_counts_stand_alone(inspector: Inspector) -> None:
    ran = await inspector("rules", "--counts", "--for", "2026-07-28", "--json")
    counted = ran.document["counts"]["2026-07-28"]
    assert ran.document.keys() == {"counts"} and counted["rules"] > 0
    assert counted["server"]["total"] == counted["server"]["seen"] + counted["server"]["unseen"] > 0
