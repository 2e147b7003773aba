"""Recordings as the rows of Sessions."""

import json

import pytest

from inspector.recording import record_to
from inspector.tui.targets import find_sessions
from inspector.wire.events import Closed, Exited, Opened, Received, Record, Sent

STDIO = {"kind": "stdio", "command": ["python", "-m", "alder.server"]}
MET = {
    "supportedVersions": ["2026-07-28"],
    "capabilities": {},
    "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "alder", "title": "Alder Street", "version": "1"}},
}
HELLO = (
    Opened("stdio"),
    Sent(b'{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}'),
    Received(json.dumps({"jsonrpc": "2.0", "id": 1, "result": MET}).encode()),
)


@pytest.fixture
def row(tmp_path):
    """Gives the row of a recording of these events."""

    def listed(*events, target):
        with record_to(tmp_path / "one.jsonl", target) as recorder:
            recorder([Record(seq, seq / 10, event) for seq, event in enumerate(events, 1)])
        (found,) = find_sessions(tmp_path, None)
        return found

    return listed


def test_a_row_is_named_by_the_server_and_has_its_era(row):
    found = row(*HELLO, target=STDIO)
    assert (found.server, found.era, found.version) == ("Alder Street", "modern", "2026-07-28")


@pytest.mark.parametrize(
    ("target", "name"),
    [({"kind": "demo"}, "demo"), (STDIO, "alder.server"), ({"url": "https://a.example/x"}, "a.example")],
)
def test_a_server_that_never_said_who_it_is_is_named_by_its_target(row, target, name):
    assert row(Opened("stdio"), target=target).server == name


@pytest.mark.parametrize(
    ("events", "ended"),
    [
        ((Exited(0, asked=True), Closed(asked=True)), ("closed", "success")),
        ((Exited(3),), ("exited 3", "error")),
        ((Exited(None, signal=9),), ("signal 9", "error")),
        ((Exited(1), Closed("the server exited with code 1")), ("exited with code 1", "error")),
        ((Closed("the event stream ended"),), ("the event stream ended", "error")),
        ((), ("broken off", "warning")),
    ],
)
def test_how_it_ended_is_told_in_true_words(row, events, ended):
    found = row(*HELLO, *events, target=STDIO)
    assert (found.ended, found.ending) == ended
