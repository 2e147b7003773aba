"""What the palette offers of the Answers place, by the words that are typed."""

from tests.tui.app.staging import press, until
from tests.tui.app.test_app_answers import library
from tests.tui.app.test_palette import found


async def test_the_chosen_question_is_declined_from_the_palette():
    async with library() as (pilot, screen):
        await press(pilot, "5", "escape", "escape")
        assert (await found(pilot, "decline"))[0] == "Decline: reserve_book"
        await press(pilot, "enter")
        await until(pilot, lambda: screen.answers.waiting == 2, "the answer")


async def test_a_tab_of_the_answers_is_reached_from_elsewhere():
    async with library() as (pilot, screen):
        await found(pilot, "answers: roots")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.answers.tab == "roots", "the roots")
        assert screen.here == "answers" and screen.answers.roots.keyboard.has_focus


async def test_which_calls_wait_for_a_yes_is_set_from_the_palette():
    async with library() as (pilot, screen):
        await found(pilot, "ask before each call")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.answers.bridge_desk.approve == "destructive", "the switch")
