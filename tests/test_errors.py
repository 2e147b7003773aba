"""The exceptions: what they say."""

import pytest

from inspector.errors import InspectorError


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", ""),
        ("It is closed", "It is closed."),
        ("It is closed.", "It is closed."),
        ("It said: no room..", "It said: no room."),
        ("It began: “<html>…", "It began: “<html>…"),
        ("and so on...", "and so on..."),
        ("Who knows?", "Who knows?"),
    ],
)
def test_the_reason_ends_in_one_full_stop_whatever_others_put_at_its_end(given: str, said: str) -> None:
    assert InspectorError("x.", why=given).why == said


@pytest.mark.parametrize(
    ("message", "why", "said"),
    [
        ("It ended.", "", "It ended."),
        ("It ended.", "the server exited", "It ended: the server exited."),
        ("It ended.", "The server exited.", "It ended. The server exited."),
        ("It ended.", "‹x› exited", "It ended. ‹x› exited."),
        ("What ended?", "the server", "What ended? the server."),
    ],
)
def test_message_and_reason_read_as_one_text(message: str, why: str, said: str) -> None:
    assert InspectorError(message, why=why).account == said
