"""What the person may add to a request."""

import re

import pytest

from inspector.protocol.envelope import Speech, dress
from inspector.protocol.extras import new_trace, with_level, with_trace

LEVEL = "io.modelcontextprotocol/logLevel"


def test_a_level_goes_into_the_meta_of_a_request_and_what_is_there_wins() -> None:
    assert with_level({"a": 1}, "info") == {"a": 1, "_meta": {LEVEL: "info"}}
    assert with_level({"_meta": {LEVEL: "error", "x": 1}}, "info") == {"_meta": {LEVEL: "error", "x": 1}}
    assert with_level({"a": 1}, None) == {"a": 1}
    assert with_level({"_meta": 7}, "info") == {"_meta": 7}, "wrong on purpose stays wrong"


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
