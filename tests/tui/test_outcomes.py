"""What an operation has come to, as a result view shows it."""

import json

import pytest

from inspector.tui.model import Model
from inspector.tui.outcomes import outcome_of
from inspector.tui.widgets.content_answer import blocks_of
from inspector.wire.events import Began, Decision, Opened, Record, Sent
from tests.analysis.journals import Journal
from tests.transports.auth.recorded import RecordedWorld

CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "reserve", "arguments": {}}}


@pytest.mark.parametrize("is_sent", [False, True])
def test_what_is_asked_before_the_call_has_gone_out_is_our_own_question(is_sent: bool) -> None:
    waits = Decision("question", "tools/call", "waiting", "Ask.", op=1, data={"question": 1, "key": ""})
    sent = [Sent(json.dumps(CALL).encode(), op=1)] if is_sent else []
    model = Model()
    happened = [Opened("stdio", 1), Began(1, "tools/call", "reserve"), *sent, waits]
    model.feed([Record(seq, float(seq), event) for seq, event in enumerate(happened, 1)])
    running = outcome_of(model, 1, None, question="Call reserve?")
    assert (running.question, running.is_approval) == ("Call reserve?", not is_sent)
    assert not outcome_of(model, 1, None).is_approval


def test_an_error_says_why_it_came_where_more_is_known_than_its_own_words() -> None:
    journal = Journal().modern_http()
    journal.add(Began(1, "tools/call", "reserve"))
    error = {"jsonrpc": "2.0", "id": 7, "error": {"code": -32020, "message": "differs"}}
    journal.exchange(CALL, error, 400, op=1)
    model = Model()
    model.feed(journal.records)
    done = outcome_of(model, 1, None)
    assert "The server compares headers with the body. We sent " in done.because
    shown = ["".join(text for text, _ in block.spans) for block in blocks_of(done)]
    assert f"∴ {done.because}" in shown


def test_a_call_that_was_not_authorized_names_the_remedy_and_the_key_that_shows_the_step() -> None:
    world = RecordedWorld(code_challenge_methods_supported=None)
    world.message, world.op = json.dumps(CALL).encode(), 1
    world.add(Opened("streamable-http", url=world.address))
    world.add(Began(1, "tools/call", "reserve"))
    world.call()
    model = Model()
    model.feed(world.records)
    ended = outcome_of(model, 1, None)
    assert ended.why.startswith("The authorization server does not say that it supports PKCE. ")
    assert ended.hint == (
        "Its operator has to support S256 and to list it there (RFC 7636, RFC 8414). O shows the authorization."
    )


def test_of_a_call_with_very_much_news_the_request_and_the_latest_are_shown() -> None:
    journal = Journal().modern()
    journal.add(Began(1, "tools/call", "flood"))
    meta = {"progressToken": "t"}
    id = journal.request("tools/call", {"name": "flood", "arguments": {}, "_meta": meta}, op=1)
    asked = len(journal.records)
    for done in range(500):
        journal.news("notifications/progress", {"progressToken": "t", "progress": done})
    journal.result(id, {"resultType": "complete", "content": []})
    model = Model()
    model.feed(journal.records)
    wire = outcome_of(model, 1, None).wire
    last = len(journal.records)
    assert [row.record for row in wire] == [asked, *range(last - 197, last + 1)]
    assert "tools/call" in wire[0].what and wire[1:3] == (wire[1], wire[2])
