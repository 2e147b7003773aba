"""Recent targets as the rows of Connect, and recordings as those of Sessions."""

import json

import pytest

from inspector.config.places import places
from inspector.config.recents import remember
from inspector.config.target import HttpTarget, StdioTarget
from inspector.recording import record_to
from inspector.tui.targets import find_sessions, find_targets
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


@pytest.mark.parametrize(
    ("target", "server", "label"),
    [
        (StdioTarget(("/srv/venvs/servers2/bin/mcp-server-git",)), "", "mcp-server-git"),
        (StdioTarget(("npx", "-y", "@scope/everything")), "", "everything"),
        (StdioTarget(("/srv/venvs/servers2/bin/mcp-server-git",)), "mcp-git", "mcp-git"),
        (StdioTarget(("run",), name="library"), "Alder Street", "library"),
        (HttpTarget("https://alder.example/mcp"), "", "alder.example"),
    ],
)
def test_a_recent_target_is_named_by_its_entry_its_server_or_its_program(tmp_path, monkeypatch, target, server, label):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    remember(places().recents_file, target, era="modern", at=1.0, server=server)
    (row,) = (row for group in find_targets(tmp_path / "none.json").groups for row in group.rows if row.era)
    assert row.label == label


@pytest.mark.parametrize(
    ("target", "web"),
    [
        (STDIO, False),
        ({"kind": "demo", "era": "dual", "transport": "stdio"}, False),
        ({"kind": "demo", "era": "dual", "transport": "http"}, True),
        ({"kind": "http", "url": "https://a.example/x"}, True),
        ({}, True),
    ],
)
def test_a_row_tells_whether_http_can_have_been_spoken(row, target, web):
    assert row(Opened("stdio"), target=target).web is web
