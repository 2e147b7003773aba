"""What the places show of a session: its attempts to connect."""

import pytest

from inspector.tui.facts import attempts
from inspector.tui.model import Model
from inspector.wire.events import Closed, Decision
from tests.analysis.journals import Journal


def wish(mode, version=None):
    return Decision("connect", "connect", mode, "It was asked for.", data={"mode": mode, "version": version})


def shown(journal):
    model = Model()
    model.feed(journal.records)
    return attempts(model, {})


@pytest.mark.parametrize("mode", ["auto", "modern", "legacy"])
def test_an_attempt_has_the_mode_that_its_records_tell(mode):
    journal = Journal()
    journal.add(wish(mode, "2025-06-18"))
    journal.opened()
    (attempt,) = shown(journal)
    assert attempt.mode == mode
    assert attempt.remark == "Version 2025-06-18 was asked for."


def test_an_attempt_that_was_cut_short_says_so_and_the_next_has_its_own_mode():
    journal = Journal()
    journal.add(wish("legacy"))
    journal.opened()
    journal.add(Decision("connect", "connect", "cut short", "Another was wanted."))
    journal.add(Closed(asked=True))
    journal.add(wish("modern"))
    journal.modern()
    first, second = shown(journal)
    assert (first.mode, first.problem) == ("legacy", "Cut short.")
    assert "says nothing of the server" in first.sentence
    assert (second.mode, second.era, second.problem) == ("modern", "modern", "")


def test_without_a_word_of_the_mode_what_was_tried_first_tells():
    journal = Journal()
    journal.opened()
    journal.add(Decision("era", "initialize", "accepted", "Legacy was answered."))
    (attempt,) = shown(journal)
    assert attempt.mode == "legacy"
