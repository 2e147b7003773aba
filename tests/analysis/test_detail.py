"""The detail of a record, and all folds together."""

from dataclasses import replace
from typing import Any

import pytest

from inspector.analysis.detail import LARGE, Detail
from inspector.analysis.folds import Folds
from inspector.analysis.http_parts import Phase
from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal, pieces


def fed(journal: Journal) -> Folds:
    folds = Folds()
    folds.feed(journal.records)
    return folds


def detail(journal: Journal, seq: int) -> Detail:
    found = fed(journal).detail(seq)
    assert found is not None
    return found


def facts(found: Detail) -> list[tuple[str, str, int | None]]:
    return [(fact.label, fact.text, fact.seq) for fact in found.facts]


def reserved() -> Journal:
    """A call with a question in between: records 4 Began, 5 request, 6 unfinished, 7 request, 8 result."""
    journal = Journal(tick=0.0).modern()
    journal.add(events.Began(8, "tools/call", "reserve_book"))
    call = {"name": "reserve_book", "_meta": MODERN_META}
    schema = {"type": "object", "properties": {"branch": {}, "day": {}}}
    question = {"method": "elicitation/create", "params": {"message": "Where?", "requestedSchema": schema}}
    journal.request("tools/call", call, id=21, op=8)
    unfinished = {"resultType": "input_required", "inputRequests": {"pickup": question}, "requestState": "x" * 58}
    journal.wait(0.013).result(21, unfinished)
    journal.wait(4.2).request("tools/call", {**call, "requestState": "x" * 58}, id=22, op=8)
    journal.wait(0.028).result(22, {"resultType": "complete", "content": []})
    return journal


def test_an_unfinished_result_says_what_is_asked_and_where_it_goes_on() -> None:
    found = detail(reserved(), 6)
    assert found.sentence == "An unfinished result: the server asks one question and keeps its state."
    assert facts(found) == [
        ("answers", "5 tools/call id 21", 5),
        ("retried by", "7 tools/call id 22", 7),
        ("question", "pickup, form, 2 fields", None),
        ("state", "58 characters, sent back as they are", None),
        ("operation", "8", None),
    ]
    assert found.clause == "2026-07-28 basic/patterns/mrtr"
    assert found.related == (4, 5, 6, 7, 8)
    assert [(phase.name, round(phase.ms), phase.person) for phase in found.timing] == [
        ("wait", 13, False),
        ("you", 4200, True),
    ]


def test_a_request_leads_to_its_answer_and_back_to_what_it_goes_on_with() -> None:
    found = detail(reserved(), 7)
    assert found.sentence == "We call the tool reserve_book."
    assert facts(found)[:2] == [
        ("answered by", "8 tools/call id 22", 8),
        ("goes on with", "6 tools/call id 21", 6),
    ]


def test_the_document_is_the_message_byte_for_byte() -> None:
    raw = b'\xef\xbb\xbf {"jsonrpc":"2.0", "id":2,"result":{"a":1.50}}'
    journal = Journal().modern()
    journal.request("tools/call", {"name": "x"})
    seq = journal.line(raw)
    found = detail(journal, seq)
    assert found.raw == raw
    assert found.document == raw[3:]


@pytest.mark.parametrize(
    ("raw", "document", "not_json"),
    [
        (b"42", b"42", ""),
        (b"null", b"null", ""),
        (b"{", None, "not JSON: "),
        (b"a\xc3(", None, "byte 1 is not UTF-8"),
        (b"", None, "empty"),
    ],
)
def test_what_is_no_message_says_why_and_shows_what_json_it_holds(
    raw: bytes, document: bytes | None, not_json: str
) -> None:
    journal = Journal().modern()
    found = detail(journal, journal.line(raw))
    assert found.document == document
    assert found.not_json.startswith(not_json) and bool(found.not_json) == bool(not_json)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Stderr(b"{}"), "A line that the server wrote to stderr. It need not mean that anything is wrong."),
        (events.Exited(1), "The server's process ended of itself."),
        (events.Closed(), "The connection is closed; nothing more comes from it."),
        (events.HttpBody(9, b"<html>"), "A body that holds no message."),
        (events.Unknown("x", {}), "A record of a kind that this version does not know."),
        (events.Decision("era", "a", "v", "Because of \x1b."), "Because of ␛."),
    ],
)
def test_every_kind_of_event_has_a_sentence(event: events.Event, sentence: str) -> None:
    journal = Journal()
    found = detail(journal, journal.add(event))
    assert found.sentence == sentence


def test_an_event_of_ours_shows_its_fields_as_the_document() -> None:
    journal = Journal()
    seq = journal.add(events.Exited(None, 9))
    assert detail(journal, seq).document == b'{"code":null,"signal":9,"asked":false}'


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (-32601, "An error answer: the server does not have this method."),
        (-32001, "An error answer."),
        ("E1", "An error answer."),
    ],
)
def test_an_error_says_what_its_code_means_if_it_means_anything(code: Any, sentence: str) -> None:
    journal = Journal().modern()
    id = journal.request("tools/call", {"name": "x"})
    assert detail(journal, journal.error(id, code)).sentence == sentence


def test_a_decision_leads_to_what_it_rests_on() -> None:
    journal = Journal().modern()
    decision = events.Decision("era", "server/discover", "modern", "It said so.", outcome="a result", records=(2, 3))
    found = detail(journal, journal.add(replace(decision, clause="c")))
    assert facts(found) == [
        ("tried", "server/discover", None),
        ("came of it", "a result", None),
        ("so", "modern", None),
        ("rests on", "2", 2),
        ("rests on", "3", 3),
    ]
    assert found.clause == "c"


def test_the_http_part_says_who_put_each_header_there() -> None:
    journal = Journal()
    journal.add(
        events.HttpRequest(
            1,
            "POST",
            "https://weather.example/mcp",
            (("mcp-method", "ping"), ("Mcp-Param-Shelf", "R"), ("Authorization", "Bearer \x1b"), ("X-Mine", "1")),
        )
    )
    seq = journal.sent({"jsonrpc": "2.0", "id": 1, "method": "ping"}, http=1)
    phases = {"connect": 2.0, "tls": 9.0, "wait": 148.0}
    journal.add(
        events.HttpResponse(1, 200, "OK", headers=(("Content-Type", "text/event-stream"),), ms=159, phases=phases)
    )
    before = b"event: message\ndata: "
    raw = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    answer = journal.add(events.Received(raw, 1, before, b"\n\n"))
    journal.add(events.HttpEnd(1, 60, 190.0))
    part = detail(journal, seq).http
    assert part is not None
    assert (part.request_line, part.status_line) == ("POST https://weather.example/mcp", "HTTP/1.1 200 OK")
    assert [(one.name, one.value, one.whose) for one in part.request_headers] == [
        ("mcp-method", "ping", "us"),
        ("Mcp-Param-Shelf", "R", "us"),
        ("Authorization", "Bearer ␛", ""),
        ("X-Mine", "1", ""),
    ]
    assert [(one.name, one.whose) for one in part.response_headers] == [("Content-Type", "server")]
    found = detail(journal, answer)
    assert found.raw == before + raw + b"\n\n"
    assert found.document == raw
    assert found.timing == (Phase("connect", 2.0), Phase("tls", 9.0), Phase("wait", 148.0), Phase("stream", 31.0))


def test_the_records_of_an_http_exchange_are_related_to_each_of_them() -> None:
    journal = Journal()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    journal.answer(http)
    journal.came({"jsonrpc": "2.0", "id": 1, "result": {}}, http=http)
    journal.end(http)
    for seq in range(1, 6):
        assert detail(journal, seq).related == (1, 2, 3, 4, 5)


def test_a_redirected_exchange_shows_its_last_hop_and_counts_the_others() -> None:
    """HTTP-15."""
    journal = Journal()
    for url, status in (("https://x.example/mcp", 307), ("https://x.example/mcp/", 200)):
        journal.add(events.HttpRequest(1, "POST", url))
        if status == 307:
            journal.sent({"jsonrpc": "2.0", "id": 1, "method": "ping"}, http=1)
        journal.add(events.HttpResponse(1, status))
    part = detail(journal, 2).http
    assert part is not None
    assert (part.request_line, part.hops) == ("POST https://x.example/mcp/", 1)


def test_there_is_no_http_part_on_stdio_and_no_detail_of_what_is_not_there() -> None:
    journal = reserved()
    assert detail(journal, 5).http is None
    assert fed(journal).detail(999) is None


def test_findings_mark_the_rows_that_they_rest_on() -> None:
    journal = Journal().modern()
    seq = journal.line(b"noise")
    folds = fed(journal)
    row = folds.timeline.row(seq)
    assert row is not None and row.mark == "warning"
    found = folds.detail(seq)
    assert found is not None
    assert [one.rule for one in found.findings] == ["stdout-noise"]


def test_all_folds_together_come_to_the_same_in_whatever_batches_and_as_each_alone() -> None:
    journal = reserved()
    journal.line(b"noise")
    journal.result(journal.request("tools/list", {}), {"tools": [{"name": "x"}]})
    journal.add(events.Exited(1))
    whole = fed(journal)
    for size in (1, 2, 5):
        live = Folds()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert live.timeline.all == whole.timeline.all
        assert live.catalog.lists == whole.catalog.lists
        assert live.operations.all == whole.operations.all
        assert live.session.status == whole.session.status
        assert live.findings.all == whole.findings.all
    alone = type(whole.operations)()
    alone.feed(journal.records)
    assert alone.all == whole.operations.all


def test_records_whose_numbers_have_gaps_are_found_by_their_numbers() -> None:
    """A recording from which a bad line was dropped."""
    journal = reserved()
    folds = Folds()
    folds.feed([record for record in journal.records if record.seq != 4])
    record = folds.record(6)
    assert record is not None and record.seq == 6
    assert folds.record(4) is None
    found = folds.detail(6)
    assert found is not None and found.seq == 6


@pytest.mark.parametrize(
    ("head", "tail", "sentence", "not_json"),
    [
        (
            '{"jsonrpc":"2.0","id":21,"result":{"resultType":"complete","content":["',
            '"]}}',
            "The result of tools/call.",
            "",
        ),
        ('{"jsonrpc":"2.0","id":21,"result":{"a":"', "", "A text that is no message: not JSON.", "not JSON"),
        ('{"jsonrpc":"2.0","id":21,"error":{"code":-32601,"message":"', '"}}', "An error answer: the server", ""),
        ('{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"', '"}}', "A log message.", ""),
    ],
)
def test_of_a_large_message_the_same_is_told_as_of_a_small_one(
    head: str, tail: str, sentence: str, not_json: str
) -> None:
    told = []
    for filling in ("x", "x" * LARGE):
        journal = Journal(tick=0.0).modern()
        journal.request("tools/call", {"name": "a", "arguments": {}}, id=21)
        seq = journal.line(f"{head}{filling}{tail}".encode())
        told.append(detail(journal, seq))
    small, large = told
    assert all(one.sentence.startswith(sentence.removesuffix(".")) for one in told)
    assert small.clause == large.clause and (small.document is None) == (large.document is None)
    assert large.not_json == not_json and small.not_json.startswith(not_json)


@pytest.mark.parametrize(("ms", "rest"), [(200.0, 40.0), (161.0, None)])
def test_time_that_no_step_of_an_exchange_took_is_told_too(ms: float, rest: float | None) -> None:
    journal = Journal(tick=0.0)
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    phases = {"connect": 10.0, "send": 1.0, "wait": 149.0}
    seq = journal.add(events.HttpResponse(http, 200, "OK", ms=ms, phases=phases))
    timing = {phase.name: phase.ms for phase in detail(journal, seq).timing}
    assert timing == {**phases, **({"other": rest} if rest else {})}
