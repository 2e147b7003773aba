"""The requests of a session with what each came to and took."""

import json
from pathlib import Path
from typing import Any

from inspector.analysis.compare.asked import AskedFold
from inspector.recording import open_recording
from inspector.wire.events import Event, Opened, Received, Record, Sent

RECORDINGS = Path(__file__).parents[2] / "recordings"


def asked(*steps: tuple[float, type[Sent] | type[Received], dict[str, Any]]) -> AskedFold:
    fold = AskedFold()
    events: list[tuple[float, Event]] = [(0.0, Opened("stdio", command=("server",)))]
    events += [(at, kind(json.dumps({"jsonrpc": "2.0", **message}).encode())) for at, kind, message in steps]
    fold.feed([Record(seq, at, event) for seq, (at, event) in enumerate(events, 1)])
    return fold


def test_the_time_in_which_the_server_waited_for_us_is_none_that_a_request_took() -> None:
    fold = asked(
        (1.0, Sent, {"id": 1, "method": "tools/call", "params": {"name": "ask"}}),
        (1.1, Received, {"id": 7, "method": "elicitation/create", "params": {"message": "Who?"}}),
        (5.1, Sent, {"id": 7, "result": {"action": "decline"}}),
        (5.3, Received, {"id": 1, "result": {}}),
    )
    [one] = fold.all
    assert one.ms is not None and round(one.ms) == 300 and round(one.waited) == 4
    library = AskedFold()
    library.feed(open_recording(RECORDINGS / "library.jsonl").records)
    [rounds] = [one for one in library.all if one.name == "reserve_book"]
    assert rounds.rounds == 2 and rounds.waited > 4 and rounds.ms is not None and rounds.ms < 100


def test_what_a_person_put_into_meta_belongs_to_the_request_and_what_a_client_puts_there_does_not() -> None:
    meta = {"progressToken": 1, "traceparent": "00-a-b-01", "io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    params = {"name": "add", "_meta": {**meta, "example.com/tenant": "north"}}
    fold = asked(
        (1.0, Sent, {"id": 1, "method": "tools/call", "params": params}),
        (1.1, Sent, {"id": 2, "method": "tools/call", "params": {"name": "add", "_meta": meta}}),
    )
    assert [one.params for one in fold.all] == [
        {"name": "add", "_meta": {"example.com/tenant": "north"}},
        {"name": "add"},
    ]
