"""What the bytes of a terminal are as keys, where Esc is among them."""

import pytest
from textual import constants, events

from inspector.tui import terminal_keys
from inspector.tui.terminal_keys import KeysParser


def keys_of(*pieces):
    parser = KeysParser()
    return [event for piece in pieces for event in parser.feed(piece)]


def names(*pieces):
    return [event.key for event in keys_of(*pieces) if isinstance(event, events.Key)]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("\x1bu", ["escape", "u"]),
        ("\x1b3z", ["escape", "3", "z"]),
        ("\x1b/re", ["escape", "slash", "r", "e"]),
        ("\x1b\x1b1", ["escape", "escape", "1"]),
        ("12\x1b" + "a" * 40, ["1", "2", "escape", *"a" * 40]),
        ("\x1b\r", ["escape", "enter"]),
        ("\x1b[A\x1b[B", ["up", "down"]),
        ("\x1bOP\x1bx", ["f1", "escape", "x"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("^u", ["circumflex_accent", "u"]),
    ],
)
def test_an_esc_that_begins_nothing_is_a_key_of_its_own(typed, keys):
    assert names(typed) == keys


def test_an_esc_whose_rest_comes_later_is_read_with_it():
    assert names("a\x1b", "[A") == ["a", "up"]
    assert names("a\x1b", "u") == ["a", "escape", "u"]


def test_an_esc_that_nothing_follows_is_one_when_its_time_is_over(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(terminal_keys, "monotonic", lambda: now[0])
    parser = KeysParser()
    assert list(parser.feed("\x1b")) == list(parser.tick()) == []
    now[0] = constants.ESCAPE_DELAY
    assert [event.key for event in parser.tick()] == ["escape"]
    assert list(parser.tick()) == []
    assert [event.key for event in parser.feed("u")] == ["u"]


def test_where_a_moment_tells_that_nothing_follows_an_esc_is_one_at_once():
    comes = [False, True]
    parser = KeysParser(more=lambda: comes.pop(0))
    assert [event.key for event in parser.feed("a\x1b")] == ["a", "escape"]
    assert list(parser.feed("\x1b")) == []
    assert [event.key for event in parser.feed("[A")] == ["up"]


def test_what_is_pasted_is_one_event_and_no_keys():
    before, pasted, after = keys_of("a\x1b[200~bc\x1b[201~d")
    assert (before.key, pasted.text, after.key) == ("a", "bc", "d")
