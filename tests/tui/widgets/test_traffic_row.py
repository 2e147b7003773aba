import dataclasses

import pytest

from inspector.tui.glyphs import ASCII
from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.traffic_row import NAMES, TrafficRow, column_at, columns, heads_strip, traffic_strip

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
VARIABLES = {**INK.to_color_system().generate(), **INK.variables}
ROLES = resolve_roles(VARIABLES)

ANSWER = TrafficRow(144, 196.369, "res", "tools/call", "reserve_book", "", "22", "complete", "success", 0.028, size=612)
READ = TrafficRow(147, 198.022, "res", "resources/read", "library://loans/4711", id="23", status="complete", took=0.012)
STRAY = TrafficRow(
    143, 196.36, "out", "Printing slip 88 of 214", detail="stray stdout line", status="not JSON", outcome="invalid",
    size=19, finding="warning",
)  # fmt: skip
HEAD = TrafficRow(
    138, 192.1, "req", "tools/call", "reserve_book", "2 rounds · you 4.2 s", status="complete", outcome="success",
    took=4.25, size=7, finding="warning", fold="open", number=8,
)  # fmt: skip


def text(row, width, time="3:16.369", *, roles=ROLES, **more):
    return traffic_strip(row, columns(width, **more), time, roles).text


def test_a_row_at_80_columns_is_as_in_the_picture():
    assert text(ANSWER, 80) == (
        "  144 3:16.369 ← res tools/call reserve_book              ✓ complete    28 ms   "
    )  # fmt: skip
    assert text(READ, 80, "3:18.022") == (
        "  147 3:18.022 ← res resources/read library://loans/4711  complete      12 ms   "
    )  # fmt: skip


def test_a_row_at_140_columns_is_as_in_the_picture():
    line = text(ANSWER, 140)
    places = {
        "144": 1,
        "3:16.369": 7,
        "←": 17,
        "res": 19,
        "tools/call": 23,
        "22": 91,
        "✓": 97,
        "28 ms": 123,
        "612 B": 132,
    }
    assert {value: line.index(value) for value in places} == places


def test_a_group_and_its_rows_at_80_columns_are_as_in_the_picture():
    assert text(HEAD, 80, grouped=True) == (
        "  ▾ op  8  reserve_book  2 rounds · you 4.2 s        ✓ complete        4.25 s ▲ "
    )
    row = dataclasses.replace(ANSWER, seq=139, indent=1, status="input required", outcome="waiting", took=0.013)
    assert text(row, 80, "3:12.131", grouped=True) == (
        "   │  139 3:12.131 ← res tools/call reserve_book     ⚑ input required   13 ms   "
    )


@pytest.mark.parametrize("width", [60, 79, 80, 99, 100, 119, 120, 140, 179, 180, 200])
@pytest.mark.parametrize("grouped", [False, True])
def test_every_row_is_as_wide_as_the_list(width, grouped):
    at = columns(width, digits=6, clock=11, grouped=grouped)
    for row in (
        ANSWER,
        READ,
        STRAY,
        HEAD,
        dataclasses.replace(ANSWER, what="読" * 300, id="長" * 90, status="状" * 90),
    ):
        strip = traffic_strip(row, at, "1:02:10.118", ROLES)
        assert strip.cell_length == width == sum(segment.cell_length for segment in strip)
    assert heads_strip(at, "time", ROLES, "operation").cell_length == width


def test_columns_go_in_the_order_size_id_words_of_the_status():
    shown = {width: text(ANSWER, width) for width in (120, 100, 80, 60)}
    assert ["612 B" in shown[width] for width in shown] == [True, False, False, False]
    assert [" 22 " in shown[width] for width in shown] == [True, True, False, False]
    assert ["complete" in shown[width] for width in shown] == [True, True, True, False]
    assert all("✓" in line and "28 ms" in line for line in shown.values())


def test_what_we_say_of_a_stray_line_is_left_room():
    line = text(STRAY, 80)
    assert "stray st" in line
    assert "✗ not JSON" in line
    assert line.endswith("▲ ")


def test_the_sign_the_word_and_the_role_tell_the_sides_apart():
    for kind, role, sign in (("req", "ours", "→ req"), ("ask", "theirs", "⇐ ask"), ("why", "decision", "∴ why")):
        strip = traffic_strip(dataclasses.replace(ANSWER, kind=kind), columns(80), "", ROLES)
        assert sign in strip.text
        (word,) = (segment for segment in strip if segment.text.strip() == sign[-3:])
        assert word.style.color == ROLES[role].color


def test_what_a_server_wrote_can_neither_act_nor_be_markup():
    hostile = dataclasses.replace(ANSWER, method="\x1b[2J[/]", what="\u202e[bold]", id="\x9b", status="\x07")
    line = text(hostile, 140)
    assert not any(character in line for character in "\x1b\u202e\x9b\x07")
    assert "␛[2J[/]" in line
    assert "\\u202e[bold]" in line


def test_a_name_of_any_size_costs_no_more_than_one_that_fits():
    line = text(dataclasses.replace(ANSWER, what="x" * 5_000_000), 80)
    assert len(line) == 80
    assert "✓ complete" in line


def test_ascii_signs_take_the_place_of_all_others():
    line = text(dataclasses.replace(HEAD, detail=""), 80, grouped=True, roles=resolve_roles(VARIABLES, ASCII))
    assert line.isascii()
    assert text(ANSWER, 80, roles=resolve_roles(VARIABLES, ASCII)).isascii()


def test_a_cell_belongs_to_a_column():
    at = columns(140)
    places = {"number": 2, "time": 10, "text": 40, "id": at.id_at, "status": at.status_at, "took": 125, "size": 134}
    assert {name: column_at(at, x) for name, x in places.items()} == {name: name for name in places}


def test_heads_stand_over_their_columns():
    at = columns(140)
    heads, row = heads_strip(at, "time", ROLES).text, text(ANSWER, 140)
    for name, value in (("id", "22"), ("status", "✓"), ("kind", "←"), ("method", "tools/call")):
        assert heads.index(name) == row.index(value)
    for name, value in (("#", "144"), ("time", "3:16.369"), ("took", "28 ms"), ("size", "612 B")):
        assert heads.index(name) + len(name) == row.index(value) + len(value)


@pytest.mark.parametrize(("unit", "took"), [("operation", "in all"), ("exchange", "took")])
def test_the_heads_of_groups_say_what_a_group_is_and_what_its_duration_is_of(unit, took):
    heads = heads_strip(columns(140, grouped=True), "time", ROLES, unit).text
    assert heads.split()[0] == unit and f" {took} " in heads


@pytest.mark.parametrize("width", [60, 80, 100, 140, 200])
def test_the_last_cell_is_left_to_the_scroll_bar(width):
    assert "▲" in text(STRAY, width) and text(STRAY, width).endswith(" ")
    assert text(HEAD, width, grouped=True).endswith(" ")


@pytest.mark.parametrize("width", [60, 80, 140, 200])
def test_columns_that_a_person_chose_are_shown_whatever_the_width(width):
    row = dataclasses.replace(
        HEAD, fold=None, seq=139, id="21", status="complete", outcome="success", took=0.013, size=488
    )
    everything = text(row, width, "3:12.131", shown=frozenset(NAMES))
    for part in ("139", "3:12.131", "req", "21", "13 ms", "488 B"):
        assert part in everything
    bare = text(row, width, "3:12.131", shown=frozenset({"name", "mark"}))
    assert (bare.split()[0], bare.split()[-1]) == (row.what, "▲")
    assert not {"tools/call", "complete", "139", "21"} & set(bare.split())
    assert len(bare) == width
    assert text(row, width, "3:12.131", shown=frozenset()).strip() == ""
