"""Equal findings are one, with how often, the first few records and the last."""

from inspector.analysis.exports.markdown import findings as markdown
from inspector.analysis.folds import Folds
from inspector.analysis.rules import Findings
from inspector.analysis.rules.counted import FEW, MOST, Counted
from inspector.analysis.rules.finding import Finding, Level
from inspector.headless.found import told
from inspector.headless.output import findings_text
from inspector.wire.events import Opened
from tests.analysis.journals import Journal

TIMES = 300


def seen(seq: int, message: str = "it is wrong", level: Level = "error") -> Finding:
    return Finding("a-rule", level, message, "RFC 1", (seq,), "Mend it.")


def test_what_is_seen_again_in_the_same_words_is_one_finding_with_the_first_few_records_and_the_last() -> None:
    counted = Counted()
    counted.add(seen(1))
    assert list(counted.all) == [seen(1)] and "times" not in counted.all[0].as_json()
    counted.add(seen(2, level="info"))
    counted.add(seen(3, "it is wrong in another way"))
    for seq in range(4, 4 + TIMES):
        counted.add(seen(seq))
    first, info, other = counted.all
    assert (first.times, info.times, other.times) == (TIMES + 1, 1, 1) and counted.times == TIMES + 3
    assert first.records == (1, 4, 5, 6, 7, 3 + TIMES) and len(first.records) == FEW + 1
    assert first.as_json()["times"] == TIMES + 1
    assert counted.on((100,)) == [first] and counted.on((2,)) == [info] and counted.on((1000,)) == []
    assert counted.on((3, 5)) == [first, other]


def test_of_one_rule_no_more_different_findings_are_kept_than_anybody_reads() -> None:
    counted = Counted()
    for seq in range(1, MOST + 51):
        counted.add(seen(seq, f"it is {seq}"))
    counted.add(seen(9000, level="info"))
    assert len(counted.all) == MOST + 2
    more = counted.all[MOST]
    assert more.times == 50 and more.records[0] == MOST + 1 and more.records[-1] == MOST + 50
    assert more in counted.on((MOST + 30,))


def test_a_flood_of_one_fault_is_one_line_and_every_row_of_it_is_marked() -> None:
    journal = Journal().modern()
    for _ in range(TIMES):
        journal.news("notifications/message", {"data": 1})
    findings, folds = Findings(), Folds()
    findings.feed(journal.records)
    folds.feed(journal.records)
    [one] = [each for each in findings.all if each.rule == "log-shape"]
    assert one.times == TIMES and len(one.records) == FEW + 1
    last = journal.records[-1].seq
    assert one.records[-1] == last and one in findings.of(last - 7)
    assert findings.counts()["error"] == len([each for each in findings.all if each.level == "error"])
    [line] = [each for each in told(findings) if each["rule"] == one.rule]
    assert line["times"] == TIMES and f"({TIMES} times)" in findings_text([line])
    assert any(f"{TIMES} times" in text for text in markdown(folds, {last - 7}))
    at = folds.timeline.index_of(last - 7)
    assert at is not None and folds.timeline.all[at].mark == one.level


def test_what_is_found_before_the_revision_is_known_cites_the_one_that_comes_out() -> None:
    journal = Journal()
    journal.add(Opened("stdio", command=("server",)))
    journal.line(b"Starting up")
    journal.line(b"Starting up")
    early, folds = Folds(), Folds()
    early.feed(journal.records)
    assert [(one.rule, one.clause[:10], one.times) for one in early.findings.all] == [("stdout-noise", "2026-07-28", 2)]
    id = journal.request(
        "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c"}}
    )
    result = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
    journal.result(id, result)
    journal.line(b"Starting up")
    folds.feed(journal.records)
    found = [(one.clause[:10], one.times, one.records) for one in folds.findings.all if one.rule == "stdout-noise"]
    assert found == [("2025-06-18", 3, (2, 3, 6))]
    early.feed(journal.records[3:])
    assert early.findings.all == folds.findings.all
