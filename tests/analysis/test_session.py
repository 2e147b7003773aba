"""The connection: its state, its handshake, its death."""

import pytest

from inspector.analysis.session import Session
from inspector.wire import events
from inspector.wire.events import Decision
from tests.analysis.journals import MODERN_META, Journal, pieces


def fed(journal: Journal) -> Session:
    session = Session()
    session.feed(journal.records)
    return session


def step(action: str, verdict: str, topic: str = "era") -> Decision:
    return Decision(topic, action, verdict, "Because.", sent="v", outcome="o", clause="c", ms=184.25, records=(2, 3))


def test_without_a_record_there_is_no_server() -> None:
    assert Session().status.state == "none"


def test_lines_that_are_no_messages_are_counted() -> None:
    """STDIO-01, STDIO-03."""
    journal = Journal().modern()
    for raw in (b"ready", b"", b"42"):
        journal.line(raw)
    assert fed(journal).status.stray_lines == 2


def test_a_recording_that_begins_after_the_handshake_is_connected_by_its_first_answer() -> None:
    journal = Journal()
    journal.opened()
    journal.result(journal.request("ping"), {})
    assert fed(journal).status.state == "connected"


def test_the_title_of_a_server_is_its_name_for_people() -> None:
    journal = Journal()
    journal.opened()
    info = {"name": "alder-street", "title": "Alder Street Library", "version": "1"}
    answer = {"protocolVersion": "2025-11-25", "serverInfo": info}
    journal.result(journal.request("initialize", {}), answer)
    assert fed(journal).status.server_name == "Alder Street Library"


def test_a_negotiation_that_gave_up_is_a_failure_with_its_reason() -> None:
    """ERA-13."""
    journal = Journal()
    journal.opened()
    data = {"supported": ["2027-06-01"]}
    journal.error(journal.request("server/discover", {"_meta": MODERN_META}), -32022, "unsupported", data)
    assert fed(journal).status.state == "connecting"
    journal.add(step("server/discover", "no common version"))
    journal.add(events.Exited(0, asked=True))
    journal.add(events.Closed(asked=True))
    session = fed(journal)
    assert session.status.state == "failed"
    assert session.death is not None
    assert session.death.because == "Because."


def test_giving_up_on_our_own_before_anything_was_decided_is_no_death() -> None:
    journal = Journal()
    journal.opened()
    journal.request("server/discover", {})
    journal.add(events.Closed(asked=True))
    session = fed(journal)
    assert (session.status.state, session.death) == ("disconnected", None)


def test_while_connecting_it_says_what_is_awaited_and_since_when() -> None:
    journal = Journal(tick=1.0)
    journal.opened()
    journal.request("initialize", {"protocolVersion": "2025-11-25"})
    status = fed(journal).status
    assert (status.state, status.since, status.waits_for, status.in_flight) == ("connecting", 1.0, "initialize", 1)


def test_a_connected_session_names_era_version_and_server() -> None:
    status = fed(Journal().modern()).status
    assert (status.state, status.era, status.version, status.transport) == (
        "connected",
        "modern",
        "2026-07-28",
        "stdio",
    )
    assert (status.server_name, status.server_version) == ("Alder Street Library", "1.4.0")
    assert status.target == "python -m alder.server"
    assert status.median_ms == pytest.approx(10)


@pytest.mark.parametrize("info", [None, {}, {"name": "", "version": ""}, {"name": "   "}, "x", {"name": 5}])
def test_a_server_without_a_usable_name_has_none(info: object) -> None:
    """LIST-17: the view falls back to the configured name."""
    journal = Journal()
    journal.opened()
    id = journal.request("initialize", {"protocolVersion": "2025-11-25"})
    journal.result(id, {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info})
    status = fed(journal).status
    assert (status.state, status.server_name, status.server_version) == ("connected", "", "")


def test_the_session_of_http_is_the_one_that_the_server_gave_last() -> None:
    journal = Journal()
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    journal.answer(http, Mcp_Session_Id="7f3ac2")
    journal.came({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18"}}, http=http)
    assert fed(journal).status.http_session == "7f3ac2"


def test_the_steps_are_those_of_the_decisions_in_the_shape_of_probe() -> None:
    journal = Journal().legacy("2025-06-18")
    journal.add(step("server/discover", "not modern"))
    journal.add(step("initialize", "accepted", "version"))
    journal.add(Decision("cancel", "x", "y", "z"))
    document = fed(journal).probe_json([])
    assert [one["action"] for one in document["steps"]] == ["server/discover", "initialize"]
    assert document["steps"][0] == {
        "action": "server/discover",
        "sent": "v",
        "outcome": "o",
        "verdict": "not modern",
        "because": "Because.",
        "clause": "c",
        "ms": 184.2,
        "records": [2, 3],
    }
    assert (document["era"], document["protocolVersion"], document["supportedVersions"]) == (
        "legacy",
        "2025-06-18",
        None,
    )


def connects(mode: str, version: str | None = None) -> Decision:
    return Decision("connect", "connect", mode, "Because.", data={"mode": mode, "version": version})


def test_an_attempt_knows_how_it_was_to_be_made() -> None:
    journal = Journal()
    journal.add(connects("auto"))
    journal.modern()
    journal.add(events.Closed(asked=True))
    journal.add(connects("legacy", "2025-06-18"))
    journal.legacy("2025-06-18")
    first, second = fed(journal).handshakes
    assert (first.seq, first.mode, first.version_asked) == (1, "auto", "")
    assert (second.mode, second.version_asked, second.version) == ("legacy", "2025-06-18", "2025-06-18")


def test_all_that_is_opened_after_one_decision_to_connect_is_one_attempt() -> None:
    journal = Journal()
    journal.add(connects("auto"))
    journal.opened()
    journal.add(events.Exited(1))
    journal.opened()
    assert [len(one.opened) for one in fed(journal).handshakes] == [2]


def test_an_attempt_that_we_gave_up_is_cut_short_whatever_was_decided_before() -> None:
    journal = Journal()
    journal.add(connects("auto"))
    journal.opened()
    journal.add(step("server/discover", "not modern"))
    journal.add(Decision("connect", "connect", "cut short", "Because."))
    journal.add(events.Exited(0, asked=True))
    journal.add(events.Closed(asked=True))
    session = fed(journal)
    assert session.handshakes[0].cut_short
    assert (session.status.state, session.death) == ("disconnected", None)
    journal.add(connects("legacy"))
    journal.add(Decision("connect", "connect", "cut short", "Because."))  # before anything was opened
    assert len(fed(journal).handshakes) == 1


@pytest.mark.parametrize("data", [None, 5, {}, {"mode": 5, "version": []}, {"mode": ["auto"]}, {"mode": "other"}])
def test_a_decision_to_connect_of_another_shape_tells_nothing(data: object) -> None:
    journal = Journal()
    journal.add(Decision("connect", "connect", "auto", "Because.", data=data))
    journal.opened()
    [handshake] = fed(journal).handshakes
    assert (handshake.mode, handshake.version_asked) == (None, "")


def test_a_server_that_died_of_the_probe_and_was_started_again_is_one_attempt() -> None:
    """ERA-02."""
    journal = Journal()
    journal.opened()
    journal.request("server/discover", {})
    journal.add(events.Exited(1))
    assert fed(journal).status.state == "failed"
    journal.add(events.Closed("exited"))
    journal.add(step("server/discover", "legacy, starting again"))
    journal.legacy()
    session = fed(journal)
    assert session.status.state == "connected"
    assert session.death is None
    (handshake,) = session.handshakes
    assert len(handshake.opened) == 2
    assert (handshake.era, handshake.version) == ("legacy", "2025-11-25")


def test_connecting_again_after_a_connection_is_another_attempt() -> None:
    journal = Journal().modern()
    journal.add(events.Closed(asked=True))
    journal.legacy()
    session = fed(journal)
    assert [one.era for one in session.handshakes] == ["modern", "legacy"]
    assert [one.over for one in session.handshakes] == [True, False]


def test_a_wished_end_is_no_death() -> None:
    journal = Journal().modern()
    journal.add(events.Exited(0, asked=True))
    journal.add(events.Closed(asked=True))
    session = fed(journal)
    assert (session.status.state, session.death) == ("disconnected", None)


def test_a_server_that_we_close_because_it_is_not_what_was_asked_for_did_not_exit() -> None:
    journal = Journal()
    journal.add(connects("modern"))
    journal.opened()
    journal.add(step("server/discover", "not modern"))
    journal.add(events.Exited(0, asked=True))
    journal.add(events.Closed("the server exited with code 0", asked=True))
    death = fed(journal).death
    assert death is not None
    assert (death.title, death.reason, death.code) == ("Could not connect", "", None)
    assert death.because


def test_a_death_in_mid_call_tells_code_time_losses_and_last_words() -> None:
    """STDIO-16, STDIO-19."""
    journal = Journal(tick=0.0).modern()
    journal.wait(230.0)
    journal.request("tools/call", {"name": "import_marc"}, id=31)
    journal.wait(0.214)
    journal.add(events.Stderr(b"Traceback"))
    journal.add(events.Stderr(b"FileNotFoundError: \x1b[31m'export'"))
    journal.add(events.Exited(1))
    journal.add(events.Closed("the server exited with code 1"))
    session = fed(journal)
    assert (session.status.state, session.status.code) == ("exited", 1)
    death = session.death
    assert death is not None
    assert death.title == "The server exited with code 1"
    assert death.after == pytest.approx(230.214)
    (lost,) = death.lost
    assert (lost.method, lost.name, lost.id_text, lost.waited_ms) == (
        "tools/call",
        "import_marc",
        "31",
        pytest.approx(214),
    )
    assert death.stderr == ("Traceback", "FileNotFoundError: ␛[31m'export'")
    assert (death.command, death.resolved, death.cwd, death.env, death.path) == (
        "python -m alder.server",
        "/usr/bin/python",
        "/srv",
        ("TOKEN",),
        "/usr/bin:/bin",
    )


def test_a_death_by_a_signal_names_it() -> None:
    journal = Journal().modern()
    journal.add(events.Exited(None, 9))
    death = fed(journal).death
    assert death is not None
    assert death.title == "The server exited with signal 9, SIGKILL"


@pytest.mark.parametrize(
    ("step", "status", "steps"),
    [
        ("name", None, {"name": False, "connect": None, "tls": None, "http": None, "mcp": None}),
        ("connect", None, {"name": True, "connect": False, "tls": None, "http": None, "mcp": None}),
        ("tls", None, {"name": True, "connect": True, "tls": False, "http": None, "mcp": None}),
        ("wait", None, {"name": True, "connect": True, "tls": True, "http": False, "mcp": None}),
        ("", 401, {"name": True, "connect": True, "tls": True, "http": False, "mcp": None}),
    ],
)
def test_over_http_the_death_names_the_step(step: str, status: int | None, steps: dict[str, bool | None]) -> None:
    journal = Journal()
    journal.opened_http()
    http = journal.post({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}})
    if status is not None:
        journal.answer(http, status)
    journal.end(http, "" if status else "it broke", step)
    journal.add(events.Closed(asked=True))
    session = fed(journal)
    assert session.status.state == "failed"
    assert session.death is not None
    assert session.death.title == "Could not connect"
    assert session.death.reason == ("it broke" if status is None else "HTTP 401")
    assert dict(session.death.steps) == steps


def test_a_command_that_cannot_be_started_failed_with_its_reason() -> None:
    journal = Journal()
    journal.opened()
    journal.add(events.Closed("python could not be started: Permission denied"))
    session = fed(journal)
    assert session.status.state == "failed"
    assert session.status.reason == "python could not be started: Permission denied"


def test_the_session_is_the_same_in_whatever_batches_it_came() -> None:
    journal = Journal().modern()
    journal.request("tools/call", {"name": "x"})
    journal.add(events.Stderr(b"x"))
    journal.add(events.Exited(1))
    whole = fed(journal)
    for size in (1, 3):
        live = Session()
        for batch in pieces(journal.records, size):
            live.feed(batch)
        assert (live.status, live.death) == (whole.status, whole.death)
