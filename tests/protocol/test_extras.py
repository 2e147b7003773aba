"""What the person may add to a request."""

import re

import pytest
from playbook import error, nothing, result

from inspector.protocol.envelope import Speech, dress
from inspector.protocol.extras import new_trace, set_level, with_trace
from inspector.protocol.steps import Call, Decide, Reply


def test_what_the_person_put_into_the_meta_wins_over_the_trace_and_nothing_is_added_without_one() -> None:
    assert with_trace({"_meta": {"traceparent": "mine"}}, {"traceparent": "x", "baggage": "b"})["_meta"] == {
        "traceparent": "mine",
        "baggage": "b",
    }
    assert with_trace({"a": 1}, {}) == {"a": 1}
    assert with_trace({"_meta": 7}, {"traceparent": "x"}) == {"_meta": 7}, "wrong on purpose stays wrong"


ASKS = Speech("legacy", "2025-06-18", log_level="warning")


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [(result({}), "set"), (error(-32602), "not set"), (nothing("timeout", "No answer"), "not set")],
)
def test_the_level_of_a_legacy_server_that_has_logging_is_set_and_no_answer_ends_anything(
    reply: Reply, verdict: str
) -> None:
    talk = set_level(ASKS, {"logging": {}}, 3.0)
    assert next(talk) == Call("logging/setLevel", {"level": "warning"}, ASKS, timeout=3.0)
    said = talk.send(reply)
    assert isinstance(said, Decide) and said.decision.verdict == verdict
    assert said.decision.clause.startswith("2025-06-18 server/utilities/logging")
    assert list(talk) == []


def test_a_server_without_logging_hears_of_no_level_and_none_is_asked_for_by_itself() -> None:
    (said,) = set_level(ASKS, {}, 3.0)
    assert isinstance(said, Decide) and said.decision.verdict == "not sent"
    assert list(set_level(Speech("legacy", "2025-06-18"), {"logging": {}}, 3.0)) == []


def test_a_trace_goes_out_without_a_prefix_beside_what_the_era_asks_for() -> None:
    trace = new_trace(lambda size: bytes(range(1, size + 1)))
    assert trace == {"traceparent": "00-0102030405060708090a0b0c0d0e0f10-0102030405060708-01"}
    meta = dress(Speech("modern", "2026-07-28"), with_trace({"a": 1}, {**trace, "tracestate": "k=v"}))["_meta"]
    assert meta["traceparent"] == trace["traceparent"] and meta["tracestate"] == "k=v"
    assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"


@pytest.mark.parametrize("byte", [0, 255])
def test_a_trace_is_never_all_zeros(byte: int) -> None:
    parent = new_trace(lambda size: bytes([byte]) * size)["traceparent"]
    assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-01", parent) and "0" * 16 not in parent
