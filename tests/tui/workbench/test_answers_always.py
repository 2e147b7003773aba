"""Rules from answers, and approvals: what can be always so, how it is asked, and how a rule reads."""

import pytest

from inspector.protocol.questions import Answer, Question, Rule, rule_for
from inspector.tui.keys import keys_of
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.question_desk import QuestionDesk
from inspector.tui.widgets.rule_words import asked_words, rule_words

KINDS = (QuestionDesk.Answered, QuestionDesk.AlwaysWanted, QuestionDesk.PrepareWanted)
DAY = {"type": "object", "properties": {"day": {"type": "string"}}}


def form(**params):
    params = {"message": "When (day)?", "requestedSchema": DAY, **params}
    return QuestionState(Question(1, "elicitation/create", params, "modern", 131, about="reserve_book"), "Alder")


def approval():
    params = {"name": "close_branch", "arguments": {"branch": "harbour"}}
    because = "close_branch is marked destructive."
    return QuestionState(Question(1, "tools/call", params, "modern", 0, about="close_branch", because=because))


@pytest.fixture
def place():
    return Answers(clock=lambda: 42.0)


async def begun(pilot, place, state):
    place.show([state])
    place.desk.take_focus()
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "scope"), [(("enter",), "session"), (("right", "enter"), "server"), (("right", "right", "enter"), None)]
)
async def test_for_how_long_an_answer_is_always_given_is_asked(hosted, place, typing, keys, scope):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form())
        await typing(pilot, "today")
        await pilot.press("escape", "s", *keys)
        await pilot.pause()
        wanted = app.of(QuestionDesk.AlwaysWanted)
        assert [one.scope for one in wanted] == ([scope] if scope else [])
        assert all(one.answer == Answer({"action": "accept", "content": {"day": "today"}}) for one in wanted)
        assert not app.of(QuestionDesk.Answered)


async def test_once_the_rule_is_there_the_question_is_answered_with_it(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form())
        await pilot.press("escape", "s", "enter")
        await pilot.pause()
        [wanted] = app.of(QuestionDesk.AlwaysWanted)
        place.desk.always_done(wanted)
        await pilot.pause()
        assert [one.answer for one in app.of(QuestionDesk.Answered)] == [wanted.answer]


async def test_a_secret_goes_to_the_disk_only_where_that_is_chosen(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form())
        await pilot.press("escape", "s", "right", "enter")
        await pilot.pause()
        place.desk.ask_about_secret(app.of(QuestionDesk.AlwaysWanted)[0])
        await pilot.pause()
        assert "this session" in "\n".join(screen_text(app))
        await pilot.press("right", "enter")
        await pilot.pause()
        assert [(one.scope, one.with_secrets) for one in app.of(QuestionDesk.AlwaysWanted)] == [
            ("server", False),
            ("server", True),
        ]


async def test_consent_to_a_page_is_never_given_always(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form(mode="url", url="https://pay.example/"))
        assert "s" not in [key.key for key in keys_of(app.screen)]


async def test_an_approval_shows_what_would_be_sent_and_enter_twice_sends_nothing(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, approval())
        text = " ".join(row.strip() for row in screen_text(app))
        assert '"arguments": {"branch": "harbour"}' in text and "marked destructive" in text
        assert {key.key: key.does for key in keys_of(app.screen)}["ctrl+r"] == "yes"
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert [one.answer for one in app.of(QuestionDesk.Answered)] == [Answer({"action": "decline"})]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"action": "decline"}, "decline"),
        ({"error": {"code": -1, "message": "no"}}, "refuse"),
        ({"role": "assistant"}, "send"),
        ({"action": "telepathy"}, "send"),
    ],
)
def test_what_a_rule_says_in_a_word(answer, words):
    assert rule_words(Rule("elicitation/create", answer)) == words


def test_a_rule_from_a_question_reads_as_the_words_of_the_server():
    rule = rule_for(form().question, Answer({"action": "decline"}))
    assert asked_words(rule) == "“When (day)?”"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [(None, "whatever it asks"), ("^Pay", "where ^Pay is found"), ("^Pay.*$", "where ^Pay.*$ is found")],
)
def test_a_pattern_reads_as_what_it_is(pattern, words):
    assert asked_words(Rule("elicitation/create", {}, pattern)) == words
