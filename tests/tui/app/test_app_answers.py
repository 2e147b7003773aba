"""The way to a question of the server and back by keyboard, whatever comes first: the key or the question."""

from contextlib import asynccontextmanager

import pytest

from inspector.tui.asked import recorded
from inspector.tui.bridge_told import Batch, Questions
from inspector.tui.widgets.form_view import FormView
from inspector.wire.events import Closed, Exited, Record
from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged, until


@asynccontextmanager
async def library(*, asks=True, size=(80, 24)):
    """The session in which three questions wait, or the same before anybody heard of them."""
    app = app_on(COMMAND, bridge=staged(records_of("library-busy"), now=132.4, asks=asks))
    async with app.run_test(size=size) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        if asks:
            await until(pilot, lambda: screen.answers.waiting == 3, "the questions")
        yield pilot, screen


def in_form(screen):
    """Whether the keyboard is in the form of the chosen question."""
    return screen.answers.query_one(FormView).has_focus_within


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (140, 45)])
async def test_5_leads_into_the_form_of_the_question_that_waits_longest(size):
    async with library(size=size) as (pilot, screen):
        await press(pilot, "5")
        assert screen.here == "answers" and in_form(screen)
        assert screen.answers.chosen.question.about == "reserve_book"


async def test_esc_leaves_the_field_then_the_form_then_the_place():
    async with library() as (pilot, screen):
        await press(pilot, "5", "escape")
        assert in_form(screen) and screen.here == "answers"
        await press(pilot, "escape")
        assert screen.answers.keyboard.has_focus and screen.here == "answers"
        await press(pilot, "escape")
        assert screen.here == "desk"


async def test_in_the_queue_the_arrows_choose_and_enter_goes_in():
    async with library() as (pilot, screen):
        await press(pilot, "5", "escape", "escape", "down")
        assert screen.answers.chosen.question.about == "pay_fine"
        assert screen.answers.keyboard.has_focus
        await press(pilot, "enter")
        assert screen.answers.has_focus_within and not screen.answers.keyboard.has_focus
        await press(pilot, "escape", "down", "enter", "type:Demons")
        assert screen.answers.chosen.question.about == "ask_librarian"
        assert '"text": "Demons"' in screen.answers.goes_back


async def test_who_presses_5_just_before_the_question_comes_is_in_its_form_all_the_same():
    async with library(asks=False) as (pilot, screen):
        questions = [one.question for one in recorded(screen.model)]
        await press(pilot, "5")
        assert screen.answers.keyboard.has_focus
        screen.post_message(Questions((questions[0],)))
        await until(pilot, lambda: screen.answers.waiting, "the question")
        assert in_form(screen)


async def test_who_went_about_in_the_queue_stays_there_when_a_question_comes():
    async with library() as (pilot, screen):
        questions = [one.question for one in screen.answers.asked.states]
        screen.post_message(Questions(()))
        await until(pilot, lambda: not screen.answers.waiting, "that nobody asks")
        await press(pilot, "5", "down")
        screen.post_message(Questions((questions[2],)))
        await pilot.pause()
        assert screen.answers.keyboard.has_focus


async def test_when_the_server_dies_the_questions_stay_without_buttons_and_the_badge_goes():
    async with library() as (pilot, screen):
        await press(pilot, "5")
        last = screen.model.records[-1]
        died = [Record(last.seq + 1, last.at, Exited(1)), Record(last.seq + 2, last.at, Closed("the server exited"))]
        screen.post_message(Batch(died))
        await until(pilot, lambda: not screen.answers.waiting, "the death")
        await pilot.pause()
        assert not screen.answers.query_one(FormView).display
        assert screen.answers.chosen.is_gone and "exited" in screen.answers.chosen.note
        await press(pilot, "escape", "d", "x", "ctrl+r")
        assert all(one.answer is None for one in screen.answers.asked.states)
