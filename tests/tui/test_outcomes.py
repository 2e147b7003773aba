"""What an operation has come to, as a result view shows it."""

import json

import pytest

from inspector.tui.model import Model
from inspector.tui.outcomes import outcome_of
from inspector.tui.widgets.content_answer import blocks_of
from inspector.wire.events import Began, Decision, Opened, Record, Sent
from tests.analysis.journals import Journal

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
