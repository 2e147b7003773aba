"""Sentences of the hint that have no room in one row."""

import pytest

from inspector.forms.form import form_of
from inspector.tui.cells import width_of
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.hint_wrap import wrapped

WORDS = "one two three four five six seven"
PATTERN = "^(97(8|9))?[0-9]{9}([0-9]|X)$ and no blank between the digits of the number on its back"


def lines(row, width, most):
    return ["".join(text for text, _ in left) for left, _ in wrapped(row, width, most)]


def test_what_fits_stays_one_row_with_its_right_side():
    row = ([("one two", "error")], [("^T", "accent bold")])
    assert wrapped(row, 20, 3) == [row]


def test_a_sentence_goes_on_in_the_next_row_and_nothing_of_it_is_lost():
    row = ([("✗ ", "error bold"), (WORDS, "error")], [("^T", "accent bold")])
    told = wrapped(row, 23, 3)
    assert [right for _, right in told] == [row[1], ()]
    assert "".join(lines(row, 23, 3)) == "✗ " + WORDS
    assert all(width_of(line.rstrip()) <= 20 for line in lines(row, 23, 3))


def test_what_has_no_room_in_the_last_row_is_left_there_to_be_cut():
    assert lines(([(WORDS, "")], ()), 15, 2) == ["one two ", "three four five six seven"]


def test_a_word_wider_than_a_row_is_broken():
    assert lines(([("x" * 25, "")], ()), 13, 3) == ["x" * 10, "x" * 10, "x" * 5]


@pytest.mark.parametrize("width", range(-1, 9))
@pytest.mark.parametrize("text", ["漢字 漢字漢字", "👩‍👩‍👧x", "one two", ""])
def test_a_strip_without_room_for_a_character_loses_none(width, text):
    assert "".join(lines(([(text, "")], ()), width, 3)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("size", [(1, 1), (5, 2), (2, 60), (4, 24)])
async def test_a_terminal_without_room_for_a_word_is_drawn(hosted, size):
    form = FormView()
    schema = {"properties": {"isbn": {"type": "string", "pattern": PATTERN}}}
    async with hosted(form, size=(160, 20)) as (_, pilot):
        form.show(form_of(schema))
        await pilot.pause()
        form.focus_first_empty()
        await pilot.press("a")
        await pilot.resize_terminal(*size)
        await pilot.pause()


@pytest.mark.parametrize("size, about", [((60, 16), True), ((100, 8), False)])
async def test_what_is_wrong_with_a_field_is_read_whole(hosted, screen_text, size, about):
    form = FormView()
    names = {f"f{number}": {"type": "string"} for number in range(4)}
    schema = {"properties": {"isbn": {"type": "string", "pattern": PATTERN, "description": "On the back."}, **names}}
    async with hosted(form, size=size) as (app, pilot):
        form.show(form_of(schema))
        await pilot.pause()
        form.focus_first_empty()
        await pilot.press("a")
        await pilot.pause()
        text = " ".join("\n".join(screen_text(app)).split())
        assert "of the number on its back" in text
        assert ("On the back." in text) is about


async def test_a_verdict_is_shared_out_anew_when_the_terminal_gets_narrower(hosted, screen_text):
    form = FormView()
    schema = {"properties": {"isbn": {"type": "string", "pattern": PATTERN}}}
    async with hosted(form, size=(160, 20)) as (app, pilot):
        form.show(form_of(schema))
        await pilot.pause()
        form.focus_first_empty()
        await pilot.press("a")
        await pilot.pause()
        await pilot.resize_terminal(64, 20)
        await pilot.pause()
        await pilot.pause()
        assert "of the number on its back" in " ".join("\n".join(screen_text(app)).split())
