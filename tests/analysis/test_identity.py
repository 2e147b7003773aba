"""Who the server is, and which era and version are spoken."""

from typing import Any

import pytest

from inspector.analysis.reading import Reader
from inspector.wire import events
from tests.analysis.journals import MODERN_META, Journal


def known(journal: Journal) -> tuple[str | None, str]:
    reader = Reader()
    for record in journal.records:
        reader.read(record)
    return reader.identity.era, reader.identity.version


def test_a_discover_result_is_modern_and_the_version_is_the_one_asked_for() -> None:
    assert known(Journal().modern()) == ("modern", "2026-07-28")
    assert known(Journal().modern(supportedVersions=["2099-01-01", "2026-07-28"])) == ("modern", "2026-07-28")


def test_a_modern_server_without_a_common_version_has_an_era_but_no_version() -> None:
    """ERA-13."""
    assert known(Journal().modern(supportedVersions=["2099-01-01"])) == ("modern", "")


@pytest.mark.parametrize("supported", [None, [], "2026-07-28", [5]])
def test_a_result_that_is_no_discover_result_tells_nothing(supported: Any) -> None:
    """ERA-26."""
    assert known(Journal().modern(supportedVersions=supported)) == (None, "")


@pytest.mark.parametrize(("code", "era"), [(-32022, "modern"), (-32020, "modern"), (-32601, None), (-32004, None)])
def test_only_recognised_modern_errors_make_a_server_modern(code: int, era: str | None) -> None:
    journal = Journal()
    journal.opened()
    journal.error(journal.request("server/discover", {"_meta": MODERN_META}), code)
    assert known(journal)[0] == era


@pytest.mark.parametrize("version", ["2099-01-01", "2026-07-28", "", 20251125, None, ["2025-11-25"]])
def test_initialize_gives_legacy_versions_only(version: Any) -> None:
    """ERA-17, ERA-19."""
    assert known(Journal().legacy(version)) == (None, "")
    assert known(Journal().legacy("2024-11-05")) == ("legacy", "2024-11-05")


def test_a_recording_without_a_handshake_is_modern_by_the_meta_of_a_request() -> None:
    journal = Journal()
    journal.opened()
    journal.request("tools/list", {"_meta": MODERN_META})
    assert known(journal) == ("modern", "2026-07-28")


def test_initialize_after_a_modern_answer_makes_the_session_legacy() -> None:
    """ERA-14."""
    journal = Journal()
    journal.opened()
    journal.error(journal.request("server/discover", {"_meta": MODERN_META}), -32022, "u")
    id = journal.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
    journal.result(id, {"protocolVersion": "2025-11-25", "capabilities": {}})
    assert known(journal) == ("legacy", "2025-11-25")


def test_another_transport_begins_with_nothing_known() -> None:
    journal = Journal().modern()
    journal.add(events.Opened("stdio", 2, ("x",)))
    assert known(journal) == (None, "")
