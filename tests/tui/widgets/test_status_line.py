"""The first row: what it tells, what yields as room goes, and the places in it where they have no row of their own."""

from dataclasses import replace

import pytest

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.places_line import PLACES
from inspector.tui.widgets.status_line import StatusFacts, status_strip

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})
UP = StatusFacts(
    "connected",
    era="modern",
    version="2026-07-28",
    server="Alder Street Library",
    server_version="1.4.0",
    transport="stdio",
    target="python -m alder.server",
    in_flight=2,
    median=0.021,
    recorded=198.0,
)
TOLD = {
    "handshake": (("✓", "success"),),
    "answers": (("⚑2", "waiting"),),
    "findings": (("✗1", "error"), ("▲2", "warning")),
}
BUSY = tuple(replace(place, badges=TOLD.get(place.id, ())) for place in PLACES)
STATES = (
    UP,
    replace(UP, unrecorded="disk full", recorded=None),
    replace(UP, recorded=None),
    StatusFacts("connecting", word="connecting · initialize", waiting=3.2, recorded=4.0),
    replace(UP, state="failed", era="legacy", word="exited, signal 11", recorded=3731.0),
    replace(UP, state="replay", word="recording 2026-11-28 · a-long-name-of-a-file.jsonl", recorded=None),
    StatusFacts("none", word="no server"),
)


def row(facts, width, places=BUSY, here="desk"):
    return status_strip(facts, width, ROLES, places=places, here=here).text


@pytest.mark.parametrize("facts", STATES, ids=lambda one: f"{one.state} {one.word}")
@pytest.mark.parametrize("width", [60, 66, 72, 79])
def test_below_80_columns_the_digits_and_badges_of_all_places_stand_in_the_row(facts, width):
    text = row(facts, width)
    assert len(text) == width
    digits = "1-3", "4✓", "5⚑2", "6✗1▲2", "7", "9", "0"
    at = [text.rindex(f" {one} ") for one in digits]
    assert at == sorted(at)
    assert facts.era in text
    assert facts.word.split()[0] in text if facts.word else facts.version in text


def test_the_row_of_60_columns():
    assert row(UP, 60) == " ●  modern  2026-07-28 │ A…  1-3 4✓ 5⚑2 6✗1▲2 7 9 0  ● 3:18 "
    gone = replace(UP, state="failed", word="exited, code 1")
    assert row(gone, 60) == " ✗  modern  exited, code 1   1-3 4✓ 5⚑2 6✗1▲2 7 9 0  ● 3:18 "


def test_from_80_columns_on_the_places_have_a_row_of_their_own():
    assert row(UP, 80) == row(UP, 80, places=())
    assert "⚑" not in row(UP, 80)


def test_the_transport_yields_before_the_name_of_the_server():
    assert "Alder Street Library" in row(UP, 79)
    assert "stdio" not in row(UP, 72)


def test_the_digit_of_the_present_place_is_lit():
    strip = status_strip(UP, 60, ROLES, places=BUSY, here="findings")
    lit = [segment.text.strip() for segment in strip if segment.style and segment.style.underline]
    assert lit == ["6"]
