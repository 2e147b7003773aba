import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.cells import Line, cut_end, cut_middle, isolated, shown, width_of, wrap_cells
from inspector.tui.glyphs import ASCII
from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.wire.text import visible

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})
FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "cells", "cut"),
    [
        ("short", 5, "short"),
        ("a sentence", 6, "a sen…"),
        ("読み取り", 5, "読み…"),
        ("読み取り", 4, "読…"),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        (FAMILY + "abc", 4, FAMILY + "a…"),
        (FAMILY + "abc", 2, "…"),
        ("abc", 0, ""),
    ],
)
def test_a_sentence_is_cut_at_its_end_between_clusters(text, cells, cut):
    assert cut_end(text, cells) == cut


@pytest.mark.parametrize(
    ("text", "cells", "cut"),
    [
        ("7f3a11112222c2", 7, "7f3…1c2".replace("1c2", "2c2")),
        ("https://weather.example/a/long/path/mcp", 27, "https://weather.example…mcp"),
        ("https://weather.example/a/long/path/mcp", 23, "https://weather.exampl…"),
        ("/srv/alder/.venv/bin/python", 13, "/srv/a…python"),
    ],
)
def test_a_reference_is_cut_in_its_middle_and_keeps_its_host(text, cells, cut):
    assert cut_middle(text, cells) == cut


@given(st.text(), st.integers(0, 40))
def test_nothing_that_was_cut_is_wider_than_its_room(text, cells):
    for cut in (cut_end(text, cells), cut_middle(text, cells)):
        assert width_of(cut) <= max(cells, 0) or width_of(text) <= cells


@given(st.text().map(visible), st.integers(2, 30))  # controls have no width; they are made visible before
def test_wrapping_loses_nothing_and_no_row_is_too_wide(text, cells):
    rows = wrap_cells(text, cells)
    assert "".join(rows) == text
    assert all(width_of(row) <= cells for row in rows)


def test_what_could_act_or_hide_is_shown_as_invalid():
    assert shown("a\x1b[2Jb\u202e", "ours") == [
        ("a", "ours"),
        ("␛", "invalid"),
        ("[2Jb", "ours"),
        ("\\u202e", "invalid"),
    ]
    assert shown("a\tb", tab_size=4) == [("a   b", "")]


def test_a_servers_own_backslashes_are_not_taken_for_ours():
    assert shown("\\u202e", "ours") == [("\\u202e", "ours")]
    assert shown("\\u202e\u202e", "ours") == [("\\u202e", "ours"), ("\\u202e", "invalid")]


def test_text_from_right_to_left_is_isolated():
    assert isolated("شكرا") == "\u2068شكرا\u2069"
    assert isolated("thanks") == "thanks"


def test_a_line_fills_columns_and_is_as_wide_as_asked():
    line = Line(ROLES)
    line.write("ab", "ours")
    line.right("12 ms", 10, "muted")
    assert line.strip(12).text == "ab   12 ms  "
    assert line.strip(12).cell_length == 12


def test_foreign_text_of_any_size_takes_no_more_than_its_room():
    line = Line(ROLES)
    line.foreign("x\x1b" * 3_000_000, 20)
    assert line.cells <= 20
    assert "\x1b" not in line.strip(20).text


def test_a_cut_is_marked_in_ascii_where_signs_are_ascii():
    line = Line(resolve_roles({**INK.to_color_system().generate(), **INK.variables}, ASCII))
    line.foreign("a long sentence", 6)
    assert line.strip(6).text == "a lon~"
