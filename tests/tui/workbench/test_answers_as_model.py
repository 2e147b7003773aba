"""Answering as the model: in words, by the use of a tool that the server offered, and what a refusal says."""

import pytest

from inspector.protocol.questions import Answer, Question
from inspector.tui.keys import keys_of
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.question_data import QuestionState, others_words

SEARCH = {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 5}}}
TOOLS = [
    {"name": "search_catalogue", "inputSchema": {**SEARCH, "required": ["query"]}},
    {"name": "open\x1bing", "inputSchema": {"type": "object"}},
    {"description": "no name"},
]


def asked(era="modern", **params):
    message = {"role": "user", "content": {"type": "text", "text": "Suggest a novel."}}
    params = {"messages": [message], "maxTokens": 400, **params}
    return QuestionState(Question(1, "sampling/createMessage", params, era, 131, about="ask_librarian", op=8), "Alder")


@pytest.fixture
def place():
    return Answers(clock=lambda: 42.0)


async def begun(pilot, place, state):
    place.show([state])
    place.desk.take_focus()
    await pilot.pause()
    await pilot.pause()


def answers(app):
    return [one.answer for one in app.of(Answers.Answered)]


async def test_the_arguments_of_a_tool_are_filled_in_by_its_schema(hosted, place, typing, screen_text):
    async with hosted(place, Answers.Answered) as (app, pilot):
        await begun(pilot, place, asked(tools=TOOLS))
        await typing(pilot, "I look")
        await pilot.press("escape", "o")
        assert "search_catalogue" in "\n".join(screen_text(app))
        await pilot.press("enter")
        await pilot.pause()
        await typing(pilot, "Oblomov")
        await pilot.press("ctrl+r")
        await pilot.pause()
        use = {"type": "tool_use", "id": "use-1", "name": "search_catalogue", "input": {"query": "Oblomov", "limit": 5}}
        content = [{"type": "text", "text": "I look"}, use]
        result = {"role": "assistant", "content": content, "model": "human", "stopReason": "toolUse"}
        assert answers(app) == [Answer(result)]


async def test_what_the_schema_of_the_tool_refuses_is_kept_back_until_it_is_meant(hosted, place):
    async with hosted(place, Answers.Answered) as (app, pilot):
        await begun(pilot, place, asked(tools=TOOLS[:1]))
        await pilot.press("escape", "o", "ctrl+r")
        await pilot.pause()
        assert answers(app) == []
        await pilot.press("ctrl+r")
        await pilot.pause()
        [answer] = answers(app)
        assert answer.result["content"] == [
            {"type": "tool_use", "id": "use-1", "name": "search_catalogue", "input": {"limit": 5}}
        ]


async def test_from_the_tool_one_comes_back_to_the_text_that_was_begun(hosted, place, typing):
    async with hosted(place, Answers.Answered) as (_, pilot):
        await begun(pilot, place, asked(tools=TOOLS[:1]))
        await typing(pilot, "Oblomov")
        await pilot.press("escape", "o")
        await pilot.pause()
        assert '"tool_use"' in place.goes_back
        await pilot.press("escape", "o")
        await pilot.pause()
        assert '"tool_use"' not in place.goes_back and '"text": "Oblomov"' in place.goes_back


async def test_a_tool_that_was_not_offered_cannot_be_used(hosted, place, typing):
    async with hosted(place, Answers.Answered) as (_, pilot):
        await begun(pilot, place, asked(tools=TOOLS))
        await pilot.press("escape", "o", "ctrl+u")
        await typing(pilot, "rm")
        await pilot.press("enter")
        await pilot.pause()
        assert place.desk.view.manner == "sampling"


async def test_without_tools_there_is_no_key_for_one(hosted, place):
    async with hosted(place, Answers.Answered) as (app, pilot):
        await begun(pilot, place, asked())
        await pilot.press("escape")
        assert "o" not in [key.key for key in keys_of(app.screen)]


@pytest.mark.parametrize(("keys", "word"), [((), "send"), (("w",), "send")])
async def test_the_key_line_says_the_word_of_the_main_button(hosted, place, keys, word):
    async with hosted(place, Answers.Answered) as (app, pilot):
        await begun(pilot, place, asked())
        await pilot.press("escape", *keys)
        await pilot.pause()
        told = {key.key: key.does for key in keys_of(app.screen)}
        assert told["ctrl+r"] == word
        assert place.desk.view.form.buttons.main.label.lower() == word


async def test_from_an_answer_by_hand_one_comes_back_to_the_form(hosted, place, typing):
    async with hosted(place, Answers.Answered) as (_, pilot):
        await begun(pilot, place, asked())
        await typing(pilot, "Oblomov")
        await pilot.press("escape", "w")
        await pilot.pause()
        assert place.desk.view.manner == "raw" and '"text": "Oblomov"' in place.goes_back
        await pilot.press("escape", "w")
        await pilot.pause()
        assert place.desk.view.manner == "sampling" and '"text": "Oblomov"' in place.goes_back


@pytest.mark.parametrize(
    ("era", "words"), [("modern", "nothing goes back"), ("legacy", "error −1, “User rejected sampling request”")]
)
def test_what_the_server_sees_of_a_refusal_hangs_on_the_era(era, words):
    assert words in others_words(asked(era).question)[0]
