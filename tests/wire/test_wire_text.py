"""The one sanitiser."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.wire.text import is_hostile, visible, visible_bytes


@given(st.text())
def test_nothing_that_acts_or_hides_is_left(text: str) -> None:
    shown = visible(text)
    assert not any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") for one in shown)
    assert "\u202e" not in shown and "\u200b" not in shown
    assert visible(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", "a␛[2Jb"),
        ("a\nb\tc\r", "a␊b␉c␍"),
        ("\x9b31m", "\\x9b31m"),
        ("\x7f", "␡"),
        ("gpj\u202etxt", "gpj\\u202etxt"),
        ("a\U000e0041", "a\\U000e0041"),
        ("[/bold] 读取 🎉 é", "[/bold] 读取 🎉 é"),
        ("\ud800", "\\ud800"),
    ],
)
def test_each_kind_of_character_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_newlines_may_stay_and_tabs_may_become_blanks() -> None:
    assert visible("a\n\x1bb", keep_newlines=True) == "a\n␛b"
    assert visible("ab\tc", tab_size=4) == "ab  c"


def test_bytes_that_are_no_text_are_shown_as_bytes() -> None:
    assert visible_bytes(b"a\xc3(\x1b") == "a\\xc3(␛"


def test_tabs_and_newlines_alone_are_not_hostile() -> None:
    assert not is_hostile("a\n\tb") and is_hostile("a\x1b") and is_hostile("\u200b")
