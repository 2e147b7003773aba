"""Words on the rows of a paragraph."""

import pytest

from inspector.tui.cells import width_of
from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.page_text import prose
from inspector.wire.text import visible

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})


def rows(*texts, width=40, **where):
    return [strip.text.rstrip() for strip in prose([(text, "") for text in texts], width, ROLES, **where)]


@pytest.mark.parametrize("sign", [{}, {"at": 4, "hanging": 2}])
def test_a_word_that_is_wider_than_a_row_begins_beside_its_sign_and_goes_on_over_whole_rows(sign):
    url = "https://example.com/" + "x" * 60
    first, *rest = rows("∴ ", url, **sign)
    assert first.startswith("  ∴ https://")
    assert "".join([first.split("∴ ")[1], *(row.strip() for row in rest)]) == url
    assert {width_of(row) for row in (first, *rest[:-1])} == {38}


def test_a_word_that_a_row_has_room_for_is_never_broken():
    word = "x" * 36
    assert rows("∴ ", word) == ["  ∴", "  " + word]
    assert rows("one two", f" {word} end") == ["  one two", "  " + word, "  end"]


def test_where_little_of_a_row_is_left_a_wide_word_begins_on_the_next():
    assert rows("twenty cells of words " + "x" * 40) == ["  twenty cells of words", "  " + "x" * 36, "  xxxx"]


@pytest.mark.parametrize("width", range(6, 15))
@pytest.mark.parametrize("text", ["漢字漢字漢字漢字漢字漢字", "https://example.com/abc", "👩‍👩‍👧x👩‍👩‍👧x"])
def test_no_character_is_lost_however_narrow_it_is(width, text):
    said = "".join(rows("∴ ", text, " end", width=width)).replace(" ", "")
    assert said == f"∴{visible(text)}end".replace(" ", "")
