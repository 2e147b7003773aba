import pytest
from place_texts import ROLES

from inspector.tui.widgets.timeline_axis import FINEST, Window, a_cell, axis_strip, moment, tick_cells, whole_window
from inspector.tui.widgets.timeline_rows import Columns
from inspector.tui.widgets.timeline_scope import Scope


def test_a_moment_stands_in_the_cell_of_its_second():
    window = Window(10.0, 0.5, 80)
    assert (window.cell(10.0), window.cell(12.25), window.end) == (0, 4.5, 50)
    assert window.shows(0, 10) and window.shows(49.9, 60) and not window.shows(50, 60) and not window.shows(0, 9.9)


def test_a_whole_recording_fills_the_axis_and_a_live_session_keeps_its_scale_for_a_while():
    assert whole_window(160, 81, growing=False) == Window(0, 2.0, 81)
    scales = {whole_window(seconds, 81, growing=True).per_cell for seconds in range(160, 200)}
    assert scales == {2.0, 2.5}
    for seconds in (0.0, 0.004, 7.3, 3600.0):
        assert whole_window(seconds, 81, growing=True).cell(seconds) <= 80 + 1e-6


@pytest.mark.parametrize(
    ("per_cell", "step", "labels"),
    [
        (3.0, 60, ["0:00", "1:00", "2:00", "3:00", "4:00"]),
        (0.21, 5, ["0:00", "0:05", "0:10", "0:15"]),
        (0.002, 0.05, ["0:00.00", "0:00.05", "0:00.10", "0:00.15"]),
        (60.0, 900, ["0:00", "15:00", "30:00", "45:00", "1:00:00", "1:15:00"]),
    ],
)
def test_labels_are_round_and_have_room(per_cell, step, labels):
    window = Window(0.0, per_cell, 80)
    found, moments = window.ticks()
    assert found == pytest.approx(step)
    assert [moment(one, found) for one in moments][: len(labels)] == labels
    assert min(b - a for a, b in zip(sorted(tick_cells(window)), sorted(tick_cells(window))[1:], strict=False)) >= 10


def test_each_label_stands_over_its_tick():
    window = Window(186.0, 0.21, 84)
    text = axis_strip(window, 38, 134, 140, ROLES).text
    for at in tick_cells(window):
        seconds = round((186 + at * 0.21) / 5) * 5
        label = f"{seconds // 60}:{seconds % 60:02d}"
        assert text.index(label) <= 38 + at < text.index(label) + len(label) + 1
    assert len(text) == 140


@pytest.mark.parametrize("width", [60, 80, 120, 140, 200])
def test_over_the_durations_stands_that_they_are_of_all_that_went_on(width):
    columns = Columns(width)
    text = axis_strip(Window(0.0, 0.21, columns.axis), columns.label, columns.told, width, ROLES).text
    assert text.index(" in all") + len(" in all") == columns.told and text.rstrip().endswith(" in all")


def test_the_scale_is_told_in_what_people_count_in():
    assert [a_cell(one) for one in (0.00025, 0.05, 0.21, 3.0, 75.0)] == [
        "0.25 ms a cell",
        "50 ms a cell",
        "0.21 s a cell",
        "3 s a cell",
        "1:15 a cell",
    ]
    assert Window(186, 0.21, 84).told(204) == "3:06–3:23 of 3:24 · 0.21 s a cell"


def scope(now=100.0, cells=101, *, growing=False):
    made = Scope()
    made.fit(now, cells, growing=growing)
    return made


def test_zooming_keeps_the_moment_where_it_is():
    made = scope()
    made.zoom(1, 40.0)
    assert made.window.cell(40.0) == pytest.approx(40.0)
    assert made.window.per_cell == 0.5 and not made.whole
    made.zoom(1, 40.0)
    made.zoom(-1, 40.0)
    assert made.window.per_cell == 0.5


def test_zooming_out_ends_with_the_whole_session_and_zooming_in_at_the_finest():
    made = scope()
    made.zoom(1, 40.0)
    made.zoom(-1, 40.0)
    assert made.whole and made.window == Window(0, 1.0, 101)
    for _ in range(40):
        made.zoom(1, 40.0)
    assert made.window.per_cell == FINEST


def test_panning_stays_within_the_session():
    made = scope()
    made.pan(1)
    assert made.window.start == 0 and made.whole  # all is in view
    made.zoom(2, 50.0)
    made.pan(-20)
    assert made.window.start == 0
    made.pan(20)
    assert made.window.start == 75 and made.window.cell(100.0) == 100


def test_what_follows_ends_now_and_what_was_moved_stays():
    made = scope(growing=True)
    made.follow(True)
    made.zoom(1, 50.0)
    assert not made.following
    made.follow(True)
    made.fit(130.0, 101, growing=True)
    assert made.window.cell(130.0) == 100
    made.pan(-1)
    made.fit(140.0, 101, growing=True)
    assert not made.following and made.window.cell(140.0) > 101


def test_before_the_axis_has_its_cells_nothing_is_gone_to():
    made = Scope()
    made.reveal(146.0, 147.0)
    made.fit(150.0, 101, growing=False)
    assert made.window == Window(0, 1.5, 101)


def test_a_time_out_of_view_is_gone_to_and_one_in_view_is_not():
    made = scope()
    made.zoom(3, 50.0)
    before = made.window
    made.reveal(49.0, 51.0)
    assert made.window == before
    made.reveal(90.0, None)
    assert made.window.shows(90.0, 90.0)
