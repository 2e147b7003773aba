"""Bodies beyond every bound: they are cut, that is said, and nothing waits for their end."""

import pytest

from inspector.journal import Journal
from inspector.transports import http_body
from inspector.transports.http_body import Body, TooLong
from inspector.wire import events


def body_of(journal: Journal, content_type: str, limit: int = 100) -> Body:
    return Body(journal, 1, content_type, meant=True, heard=lambda raw: None, noted=lambda block: None, limit=limit)


def kinds(journal: Journal) -> list[type]:
    return [type(record.event) for record in journal.records]


def test_a_body_that_is_too_long_is_not_read_further_and_kept_as_a_body() -> None:
    journal = Journal()
    body = body_of(journal, "application/json")
    body.feed(b'{"a":"' + b"x" * 90)
    with pytest.raises(TooLong, match="longer than 100 bytes"):
        body.feed(b"x" * 10)
    body.finish(broken=True)
    assert kinds(journal) == [events.HttpBody]


def test_an_event_that_is_too_long_is_not_read_further_while_a_long_stream_of_events_is() -> None:
    journal = Journal()
    body = body_of(journal, "text/event-stream")
    for _ in range(20):
        body.feed(b"data: {}\n\n")
    with pytest.raises(TooLong, match="one event"):
        body.feed(b"data: " + b"x" * 200)
    assert kinds(journal) == [events.Received] * 20


def test_a_long_page_is_kept_in_part_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_body, "KEPT", 10)
    journal = Journal()
    body = body_of(journal, "text/html")
    body.feed(b"<html>" + b"x" * 20)
    body.finish()
    page, decision = (record.event for record in journal.records)
    assert isinstance(page, events.HttpBody) and page.raw == b"<html>xxxx"
    assert isinstance(decision, events.Decision) and decision.verdict == "the first 10 of 26 bytes are kept"


def test_an_event_in_many_pieces_is_put_together() -> None:
    journal = Journal()
    body = body_of(journal, "text/event-stream", limit=1 << 30)
    message = b'{"jsonrpc":"2.0","id":1,"result":"' + b"x" * 300_000 + b'"}'
    stream = b"data: " + message + b"\n\n"
    for at in range(0, len(stream), 1000):
        body.feed(stream[at : at + 1000])
    assert body.finish() == ""
    assert [record.event.raw for record in journal.records if isinstance(record.event, events.Received)] == [message]


def test_blanks_without_end_are_looked_at_once_and_have_a_limit() -> None:
    journal = Journal()
    body = body_of(journal, "application/json", limit=200_000)
    looked = 0
    beginning = body._beginning

    def counted() -> bytes:
        nonlocal looked
        looked += len(body._held) - body._blank
        return beginning()

    body._beginning = counted  # type: ignore[method-assign]
    with pytest.raises(TooLong, match="longer than 200000 bytes"):
        for _ in range(2001):
            body.feed(b" " * 100)
    body.finish(broken=True)
    assert looked == 200_100
    [record] = journal.records
    assert isinstance(record.event, events.HttpBody) and record.event.raw == b" " * 200_100


@pytest.mark.parametrize("chunks", [1, 7, 60])
def test_a_message_behind_many_blanks_is_found(chunks: int) -> None:
    journal = Journal()
    body = body_of(journal, "application/json", limit=1000)
    text = b"\xef\xbb\xbf" + b" \r\n\t" * 20 + b'{"jsonrpc":"2.0","id":1,"result":{}}'
    for at in range(0, len(text), chunks):
        body.feed(text[at : at + chunks])
    body.finish()
    [record] = journal.records
    assert isinstance(record.event, events.Received) and record.event.raw == text


def test_an_unfinished_event_that_is_cut_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_body, "KEPT", 10)
    journal = Journal()
    body = body_of(journal, "text/event-stream")
    body.feed(b"data: " + b"x" * 20)
    assert body.finish() == "the stream ended in the middle of an event"
    block, decision = (record.event for record in journal.records)
    assert isinstance(block, events.SseBlock) and block.raw == b"data: xxxx"
    assert isinstance(decision, events.Decision) and decision.verdict == "the first 10 of 26 bytes are kept"
    assert "unfinished event" in decision.action


def test_blank_lines_that_come_together_are_one_record_in_their_place() -> None:
    journal = Journal()
    body = body_of(journal, "text/event-stream", limit=1 << 30)
    body.feed(b"\n" * 100_000 + b"data: {}\n\n" + b"\r\n" * 1000)
    body.feed(b"\n: hello\n\n")
    body.finish()
    raws = [record.event.raw for record in journal.records if isinstance(record.event, events.SseBlock)]
    assert raws == [b"\n" * 100_000, b"\r\n" * 1000, b"\n", b": hello\n\n"]
    assert kinds(journal)[1] is events.Received
