from place_texts import ROLES

from inspector.analysis.spans import Points
from inspector.tui.cells import Line
from inspector.tui.glyphs import ASCII, UNICODE
from inspector.tui.widgets.timeline_axis import Window
from inspector.tui.widgets.timeline_bars import Part, paint, paint_points, write_cells
from inspector.wire.events import Record, Stderr

WINDOW = Window(0.0, 1.0, 10)


def drawn(*parts, now=10.0, window=WINDOW, glyphs=UNICODE):
    painted = paint(parts, window, now, glyphs)
    return "".join(" " if cell is None else cell[0] for cell in painted.cells)


def work(start, end, **more):
    return Part(start, end, "work", "ours", **more)


def test_a_bar_fills_the_cells_of_its_time():
    assert drawn(work(2.0, 5.0)) == "  ███     "
    assert drawn(work(2.5, 5.0)) == "  ███     "


def test_what_is_shorter_than_a_cell_is_a_sliver_and_still_seen():
    assert drawn(work(2.0, 2.001)) == "  ▍       "
    assert drawn(work(2.0, 2.0)) == "  ▍       "
    assert drawn(work(2.9, 3.2)) == "   ▍      "
    assert drawn(work(2.4, 3.3)) == "  █       "
    assert drawn(work(9.8, 10.5)) == "         █"


def test_what_goes_on_reaches_to_now():
    assert drawn(work(7.0, None), now=9.0) == "       ██ "


def test_a_person_is_told_from_work_and_in_one_cell_the_darker_is_seen():
    person = Part(1.0, 8.0, "person", "waiting")
    assert drawn(work(0.9, 1.0), person, work(8.0, 8.02)) == "▍░░░░░░░▍ "
    assert drawn(person, work(3.0, 3.1)) == " ░░▍░░░░  "
    assert drawn(work(3.0, 4.0), work(3.1, 3.2)) == "   █      "


def test_a_death_stands_where_it_ended_the_bar():
    assert drawn(work(1.0, 4.0, dead=True)) == " ██╳      "
    assert drawn(work(1.0, 40.0, dead=True)) == " █████████"  # the death is out of view


def test_what_lies_outside_is_known_by_its_side():
    painted = paint([work(20, 21)], WINDOW, 30, UNICODE)
    assert (painted.before, painted.after, painted.first) == (False, True, None)
    painted = paint([work(1, 2)], Window(5, 1, 10), 30, UNICODE)
    assert (painted.before, painted.after) == (True, False)


def test_any_number_of_moments_in_a_cell_is_one_sign():
    points = Points()
    for at in (0.1, 0.2, 0.3, 4.0, 20.0):
        points.add(Record(1, at, Stderr(b"")))
    painted = paint_points(points, WINDOW, "⇠", "notification", paint((), WINDOW, 10, UNICODE))
    assert "".join(" " if cell is None else cell[0] for cell in painted.cells) == "⇠   ⇠     "
    assert painted.after and not painted.before


def test_every_look_has_a_sign_of_ascii():
    parts = [
        work(0, 2),
        Part(3, 5, "person", "waiting"),
        Part(6, 7, "theirs", "theirs"),
        Part(8, 10, "line", "process"),
    ]
    shown = drawn(*parts, work(5, 5.1), work(7, 8, dead=True), glyphs=ASCII)
    assert shown == "## ..|:X--" and shown.isascii()


def test_the_lines_of_the_axis_go_through_empty_cells_alone():
    line = Line(ROLES)
    write_cells(line, paint([work(2.0, 5.0)], WINDOW, 10, UNICODE), frozenset({0, 3, 7}))
    assert line.strip(10).text == "│ ███  │  "
