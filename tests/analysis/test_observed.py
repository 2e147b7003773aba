"""The handshake of a client that is not ours, read from what crossed."""

from typing import Any

from inspector.analysis.session import Session
from inspector.wire import events
from inspector.wire.events import Decision
from tests.analysis.journals import MODERN_META, Journal

TAP = Decision(
    "tap", "stand between on stdio", "everything passes as it comes, and is recorded", "A client started us."
)
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}


def tapped() -> Journal:
    journal = Journal()
    journal.add(TAP)
    return journal


def seen(journal: Journal) -> list[tuple[str, str, str, str, tuple[int, ...]]]:
    session = Session()
    session.feed(journal.records)
    assert not session.handshakes[-1].steps
    told = [step.decision for step in session.handshakes[-1].observed]
    assert all(one.clause and one.topic in ("era", "version") for one in told)
    return [(one.action, one.sent, one.outcome, one.verdict, one.records) for one in told]


def test_what_a_tapped_modern_client_asked_is_a_step() -> None:
    assert seen(tapped().modern()) == [("server/discover", "2026-07-28", "a result", "modern", (3, 4))]


def test_what_a_tapped_legacy_client_agreed_on_is_a_step_and_so_is_that_it_is_ready() -> None:
    assert seen(tapped().legacy("2025-06-18")) == [
        ("initialize", "2025-11-25", "protocolVersion 2025-06-18", "accepted", (3, 4)),
        ("notifications/initialized", "", "", "ready", (5,)),
    ]


def test_a_fallback_is_told_with_the_error_that_led_to_it() -> None:
    journal = tapped()
    journal.opened()
    journal.error(journal.request("server/discover", {"_meta": MODERN_META}), -32601, "Method not found")
    journal.result(journal.request("initialize", INITIALIZE), {"protocolVersion": "2025-11-25"})
    first, second = seen(journal)
    assert first == ("server/discover", "2026-07-28", "−32601 “Method not found”", "not modern", (3, 4))
    assert second[:1] + second[3:] == ("initialize", "accepted", (5, 6))


def test_an_error_that_only_a_modern_server_gives_is_no_end() -> None:
    journal = tapped()
    journal.opened()
    asked = {"_meta": {**MODERN_META, "io.modelcontextprotocol/protocolVersion": "2027-01-01"}}
    journal.error(journal.request("server/discover", asked), -32022, "x", {"supported": ["2026-07-28"]})
    journal.result(journal.request("server/discover", {"_meta": MODERN_META}), Journal.discovered())
    assert [(sent, verdict) for _, sent, _, verdict, _ in seen(journal)] == [
        ("2027-01-01", "modern"),
        ("2026-07-28", "modern"),
    ]


def test_a_client_that_only_names_its_version_has_a_step_too() -> None:
    journal = tapped()
    journal.opened()
    for _ in range(2):
        journal.result(journal.request("tools/list", {"_meta": MODERN_META}), {"tools": []})
    assert seen(journal) == [("tools/list", "2026-07-28", "a result", "modern", (3, 4))]


def test_what_cannot_be_agreed_on_is_told() -> None:
    def answered(method: str, params: Any, answer: Any) -> tuple[str, str]:
        journal = tapped()
        journal.opened()
        journal.came({"jsonrpc": "2.0", "id": journal.request(method, params), **answer})
        [(_, _, _, verdict, _)] = seen(journal)
        return method, verdict

    modern = {"_meta": MODERN_META}
    assert answered("server/discover", modern, {"result": {"supportedVersions": "new"}})[1] == "not modern"
    assert answered("server/discover", modern, {"result": {"supportedVersions": ["3000-01-01"]}})[1] == (
        "no common version"
    )
    assert answered("initialize", INITIALIZE, {"result": {"protocolVersion": "3000-01-01"}})[1] == "unknown version"
    assert answered("initialize", INITIALIZE, {"result": {}})[1] == "no usable answer"
    assert answered("initialize", INITIALIZE, {"error": {"code": -32602, "message": "no"}})[1] == "refused"
    assert answered("initialize", INITIALIZE, {"error": {"code": -32022, "message": "no"}})[1] == "modern only"


def test_a_server_that_ends_instead_of_answering_gave_no_answer() -> None:
    journal = tapped()
    journal.opened()
    journal.request("initialize", INITIALIZE)
    journal.add(events.Exited(1))
    assert [(action, verdict, records) for action, _, _, verdict, records in seen(journal)] == [
        ("initialize", "no answer", (3,))
    ]


def test_the_next_client_of_a_tap_begins_the_steps_anew() -> None:
    journal = tapped().legacy()
    journal.error(journal.request("server/discover", {"_meta": MODERN_META}), -32601, "Method not found")
    journal.result(journal.request("initialize", INITIALIZE), {"protocolVersion": "2025-11-25"})
    assert [(action, verdict) for action, _, _, verdict, _ in seen(journal)] == [
        ("server/discover", "not modern"),
        ("initialize", "accepted"),
    ]


def test_where_records_tell_of_steps_nothing_is_read_into_what_crossed() -> None:
    journal = Journal()
    journal.add(Decision("connect", "connect", "begun", "", data={"mode": "auto"}))
    journal.modern()
    session = Session()
    session.feed(journal.records)
    assert not session.handshakes[-1].observed


def test_what_a_person_sent_by_hand_is_no_step() -> None:
    journal = tapped().modern()
    journal.result(journal.request("initialize", INITIALIZE, op=3), {"protocolVersion": "2025-11-25"})
    assert len(seen(journal)) == 1
