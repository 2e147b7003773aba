"""A comparison of two sessions as rows, and the documents behind them."""

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.answers import USUAL
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.judging import NotSent, judge
from inspector.analysis.compare.sessions import Comparison, compare_sessions
from inspector.analysis.compare.side import Side
from inspector.recording import open_recording
from inspector.recording.format import decode, encode
from inspector.tui.twin_rows import rows_of, twins_of
from inspector.wire.json import MISSING
from tests.tui.app.staging import RECORDINGS

LIBRARY = open_recording(RECORDINGS / "library.jsonl").records


def side(*changes):
    found = Side()
    for record in LIBRARY:
        line = encode(record)
        for old, new in changes:
            line = line.replace(old, new)
        found.feed([decode(line.encode())])
    return found


def test_what_is_offered_comes_first_the_worst_before_the_rest_then_answers_and_their_documents():
    changes = (("renew_loan", "extend_loan"), ("main desk", "side door"), ('\\"minimum\\":-1000,', '\\"minimum\\":0,'))
    before, after = side(), side(*changes)
    *_, found = compare_sessions(before, after, USUAL)
    rows = rows_of(found)
    told = [(row.part, row.sign, row.kind, row.name, row.told) for row in rows.rows if row.differs]
    assert told == [
        ("offered", "breaking", "tool", "renew_loan", "removed"),
        ("offered", "breaking", "tool", "search_catalogue", "1 breaking"),
        ("offered", "compatible", "tool", "extend_loan", "added"),
        ("answers", "different", "tools/call", "reserve_book", "1 difference"),
    ]
    assert rows.facts["offered"] == "2 breaking"
    catalogs = (before.catalog, after.catalog)
    gone, changed, _, answer = (twins_of(row, rows, catalogs) for row in rows.rows if row.differs)
    assert gone.before["name"] == "renew_loan" and gone.after is MISSING
    [one] = changed.found
    assert rows.offered[1].verdict_at(one.path) == "breaking" and rows.offered[1].verdict_at(("title",)) == ""
    assert "main desk" in answer.before["result"]["content"][0]["text"]
    assert [one.path[-1] for one in answer.found] == ["text"]


def test_each_verdict_has_a_row_and_what_was_not_asked_or_sent_says_so():
    asked = Asked(1, 0.0, "tools/call", "add", {"arguments": {"a": 1}}, {"result": {}}, ms=2.0)
    lost = Asked(2, 0.0, "tools/call", "add", {}, detail="timed out", ms=None)
    refused = Asked(3, 0.0, "tools/call", "add", {}, {"error": {"code": 1}}, ms=1.0)
    pairs = [judge(*two, USUAL) for two in ((asked, asked), (asked, lost), (lost, asked), (asked, refused))]
    found = Comparison(pairs=pairs, gone=[asked], added=[lost], not_sent=[NotSent(refused, "why")], notes=["a note"])
    rows = rows_of(found)
    assert [(row.part, row.sign) for row in rows.rows] == [
        ("equal", "equal"),
        ("answers", "missing"),
        ("answers", "new"),
        ("answers", "error"),
        ("gone", "none"),
        ("added", "none"),
        ("said", "none"),
        ("left", "none"),
        ("timing", "none"),
    ]
    assert rows.rows[0].about == '{"a":1}' and rows.rows[0].told == "2.0 → 2.0 ms"
    lost_twins = twins_of(rows.rows[1], rows, (Catalog(), Catalog()))
    assert lost_twins.before == {"result": {}} and lost_twins.after is MISSING and lost_twins.found
    assert twins_of(rows.rows[4], rows, (Catalog(), Catalog())) is None
