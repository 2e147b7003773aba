"""What a server knows that could stand in a field."""

import pytest

from inspector.forms.form import form_of
from inspector.tui.widgets.field_completions import FieldCompletions
from inspector.tui.widgets.form_view import FormView

SCHEMA = {"type": "object", "properties": {"branch": {"type": "string"}, "day": {"type": "string"}}}
VALUES = ["alder", "alnwick", "al[/b]\x1b[31m"]


@pytest.fixture
def form():
    form = FormView()
    form.offers_completion = {"/branch"}.__contains__
    return form


def asked(app):
    return [(wanted.path, wanted.text) for wanted in app.of(FormView.CompletionWanted)]


async def opened(pilot, form):
    form.show(form_of(SCHEMA), name="visit")
    await pilot.pause()
    assert form.focus_field("/branch")
    await pilot.pause()


async def answered(pilot, form, text, values=VALUES, **more):
    form.show_completions("/branch", text, values, **more)
    await pilot.pause()


def is_open(app):
    return app.query_one(FieldCompletions).display


async def test_each_letter_asks_where_somebody_knows_and_nowhere_else(hosted, form, typing):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        assert asked(app) == []
        await typing(pilot, "al")
        await pilot.press("tab")
        await typing(pilot, "x")
        await pilot.pause()
        assert asked(app) == [("/branch", "a"), ("/branch", "al")]


async def test_ctrl_space_asks_before_anything_is_typed(hosted, form):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await pilot.press("ctrl+@")
        await pilot.pause()
        assert asked(app) == [("/branch", "")]


async def test_down_chooses_and_enter_takes_and_the_field_stays_open(hosted, form, typing, screen_text):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "al")
        await answered(pilot, form, "al", total=240, has_more=True)
        text = "\n".join(screen_text(app))
        assert "alnwick" in text and "3 of 240" in text and "al[/b]␛[31m" in text and "\x1b" not in text
        await pilot.press("down", "down", "up", "down", "enter")
        await pilot.pause()
        assert form.draft.arguments() == {"branch": "alnwick"} and form.path == "/branch" and not is_open(app)
        await pilot.press("enter")
        assert form.path == "/day"


async def test_enter_without_a_choice_goes_on_and_leaves_what_was_typed(hosted, form, typing):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "al")
        await answered(pilot, form, "al")
        await pilot.press("enter")
        await pilot.pause()
        assert form.draft.arguments() == {"branch": "al"} and form.path == "/day" and not is_open(app)


async def test_esc_closes_the_list_first_and_then_leaves_the_field(hosted, form, typing):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "al")
        await answered(pilot, form, "al")
        await pilot.press("escape")
        await pilot.pause()
        assert not is_open(app) and form.rows.is_open
        await pilot.press("escape")
        await pilot.pause()
        assert not form.rows.is_open


@pytest.mark.parametrize(("keys", "text"), [(["a", "l"], "a"), (["a", "tab"], "a"), (["a", "escape"], "a")])
async def test_an_answer_that_comes_too_late_is_left_alone(hosted, form, keys, text):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await pilot.press(*keys)
        await answered(pilot, form, text)
        assert not is_open(app)


async def test_no_answer_and_only_what_is_typed_show_nothing(hosted, form, typing):
    async with hosted(form, FormView.CompletionWanted) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "al")
        await answered(pilot, form, "al", [])
        assert not is_open(app)
        await answered(pilot, form, "al", ["al"])
        assert not is_open(app)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (40, 8)])
async def test_the_list_has_room_in_a_small_form_too(hosted, form, typing, screen_text, size):
    async with hosted(form, FormView.CompletionWanted, size=size) as (app, pilot):
        await opened(pilot, form)
        await typing(pilot, "b")
        await answered(pilot, form, "b", [f"branch{number}" for number in range(100)], total=300)
        await pilot.press("down")
        await pilot.pause()
        assert any("branch0" in row for row in screen_text(app))
        await pilot.press(*["down"] * 30)
        await pilot.pause()
        assert any("branch30" in row for row in screen_text(app))
