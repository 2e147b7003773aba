"""What is written to the terminal about itself."""

import pytest

from inspector.tui.terminal import LONGEST_TITLE, title_sequence


@pytest.mark.parametrize("text", ["a\x07b", "a\x1b\\b", "\x9cx", "a\x1b]2;PWN\x07", "\x9d0;x", "a\nb\x00"])
def test_nothing_in_a_title_ends_it_or_begins_another_sequence(text):
    sequence = title_sequence(text)
    assert sequence.startswith("\x1b]2;") and sequence.endswith("\x07")
    assert all(sign.isprintable() for sign in sequence[4:-1])


def test_a_title_is_no_longer_than_is_of_use():
    assert len(title_sequence("x" * 10_000)) == LONGEST_TITLE + 5
