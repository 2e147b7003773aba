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
