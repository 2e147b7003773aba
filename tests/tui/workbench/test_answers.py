import pytest

from inspector.protocol.questions import Answer, Question
from inspector.tui.keys import keys_of
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.answers_model import AnswersModel
from inspector.tui.widgets.question_data import QuestionState, refusal

PICKUP = {
    "type": "object",
    "required": ["day"],
    "properties": {
        "day": {"type": "string", "format": "date"},
        "time": {"type": "string", "enum": ["morning", "afternoon"], "default": "morning"},
        "copies": {"type": "integer", "default": 0},
    },
}
KINDS = (Answers.Answered, Answers.OpenUrlWanted, Answers.CopyUrlWanted)
URL = "https://pay.library.example/f/88?t=Zk3q"


def asked(number=1, method="elicitation/create", about="reserve_book", **params):
    problems = params.pop("problems", ())
    question = Question(
        number, method, params, "modern", 130 + number, about=about, op=8, asked_at=0.0, problems=problems
    )
    return QuestionState(question, "Alder Street Library")


def form_question(number=1, schema=PICKUP, **params):
    return asked(number, message="Where to pick up?", requestedSchema=schema, **params)


def url_question(number=1, url=URL):
    return asked(number, about="pay_fine", mode="url", message="Pay the fine.", url=url, elicitationId="e")


def model_question(number=1):
    message = {"role": "user", "content": {"type": "text", "text": "Suggest three novels."}}
    return asked(number, "sampling/createMessage", "ask_librarian", messages=[message], maxTokens=400)


@pytest.fixture
def place():
    return Answers(clock=lambda: 42.0)


def said(app):
    return [(one.number, one.answer) for one in app.of(Answers.Answered)]


async def begun(pilot, place, *states):
    place.show(states)
    place.desk.take_focus()
    await pilot.pause()
    await pilot.pause()


async def test_before_anybody_asked_there_is_nothing_to_press(hosted, place, screen_text):
    async with hosted(place) as (app, pilot):
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "Nobody asks" in text
        assert "^R" not in text
        assert not place.desk.view.form.display
        assert not place.desk.view.title.display


async def test_nobody_asks_is_said(hosted, place, screen_text):
    async with hosted(place) as (app, pilot):
        place.show([])
        await pilot.pause()
        assert "Nobody asks. What servers ask comes here." in "\n".join(screen_text(app))


async def test_a_form_is_accepted_with_what_was_filled_in_and_its_untouched_defaults(hosted, place, typing):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "2026-12-04")
        await pilot.press("ctrl+r")
        await pilot.pause()
        content = {"day": "2026-12-04", "time": "morning", "copies": 0}
        assert said(app) == [(1, Answer({"action": "accept", "content": content}))]


async def test_what_will_go_back_stands_there_before_it_goes(hosted, place, typing, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "2026-12-04")
        await pilot.pause()
        assert place.goes_back == (
            '{"action": "accept", "content": {"day": "2026-12-04", "time": "morning", "copies": 0}}'
        )
        assert 'Will go back: {"action": "accept"' in "\n".join(screen_text(app))


@pytest.mark.parametrize(("key", "action"), [("d", "decline"), ("x", "cancel")])
async def test_declining_and_cancelling_are_two_things_and_carry_no_content(hosted, place, typing, key, action):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "2026")
        await pilot.press("escape", key)
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": action}))]


@pytest.mark.parametrize("way", [("tab", "tab", "tab"), ("escape",), ("escape", "t", "escape"), ("escape", "escape")])
async def test_from_everywhere_but_an_open_field_a_letter_declines(hosted, place, typing, way):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question(1), form_question(2))
        await typing(pilot, "2026-12-04")
        await pilot.press(*way, "d")
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": "decline"}))]
        assert place.chosen.question.number == 2


async def test_letters_in_a_field_answer_nothing(hosted, place, typing):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "dx")
        await pilot.press("escape", "escape", "escape")
        await pilot.pause()
        assert said(app) == []


async def test_an_empty_form_is_accepted_with_an_empty_object(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question(schema={"type": "object", "properties": {}}))
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": "accept", "content": {}}))]


async def test_an_answer_that_the_schema_refuses_names_the_field_and_can_be_sent_anyway(
    hosted, place, typing, screen_text
):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "friday")
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert said(app) == [] and "day is “friday”" in "\n".join(screen_text(app))
        await pilot.press("escape", "exclamation_mark")
        await pilot.pause()
        assert said(app)[0][1].result["content"]["day"] == "friday"


async def test_a_question_is_answered_once_and_the_next_one_is_shown(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question(1), url_question(2))
        await pilot.press("escape", "d", "d")
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": "decline"})), (2, Answer({"action": "decline"}))]
        assert "2 answered" in screen_text(app)[0]


async def test_accepting_twice_in_haste_does_not_answer_the_next_question(hosted, place, typing):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question(1), form_question(2))
        await typing(pilot, "2026-12-04")
        place.desk.action_accept()
        place.desk.action_accept()
        await pilot.pause()
        assert [number for number, _ in said(app)] == [1]


async def test_what_was_begun_is_kept_while_another_question_is_looked_at(hosted, place, typing):
    async with hosted(place, *KINDS) as (_, pilot):
        await begun(pilot, place, form_question(1), form_question(2))
        await typing(pilot, "2026-12-04")
        await pilot.press("escape", "escape", "down")
        await pilot.pause()
        assert '"2026-12-04"' not in place.goes_back
        await pilot.press("up")
        await pilot.pause()
        assert '"2026-12-04"' in place.goes_back


async def test_a_new_question_moves_neither_the_choice_nor_the_keyboard(hosted, place, typing):
    async with hosted(place, *KINDS) as (app, pilot):
        states = [url_question(1), form_question(2)]
        await begun(pilot, place, *states)
        place.choose(2)
        await pilot.pause()
        await typing(pilot, "20")
        before = app.focused
        place.show([*states, form_question(3)])
        await pilot.pause()
        await typing(pilot, "26")
        await pilot.pause()
        assert place.chosen.question.number == 2
        assert app.focused is before and '"day": "2026"' in place.goes_back


async def test_a_url_is_shown_whole_and_nothing_is_opened_without_consent_to_its_host(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, url_question())
        text = "\n".join(screen_text(app))
        assert URL in text and "nothing fetched" in text
        await pilot.press("enter")
        await pilot.pause()
        assert not app.of(Answers.OpenUrlWanted) and "Open pay.library.example" in "\n".join(screen_text(app))
        await pilot.press("escape", "enter", "enter")
        await pilot.pause()
        assert [wanted.url for wanted in app.of(Answers.OpenUrlWanted)] == [URL]
        assert said(app) == []


async def test_one_consents_to_the_host_that_a_browser_looks_up(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, url_question(url="https://p\u0430ypal.example/login"))
        await pilot.press("enter")
        await pilot.pause()
        assert "Open xn--pypal-4ve.example" in "\n".join(screen_text(app))


async def test_a_visit_is_accepted_without_content(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, url_question())
        await pilot.press("y", "ctrl+r")
        await pilot.pause()
        assert [wanted.url for wanted in app.of(Answers.CopyUrlWanted)] == [URL]
        assert said(app) == [(1, Answer({"action": "accept"}))]


async def test_what_no_browser_should_open_cannot_be_opened_and_it_is_said_why(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, url_question(url="javascript://x/%0aalert(1)"))
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert not app.of(Answers.OpenUrlWanted)
        assert "not opened: javascript is no web page" in "\n".join(screen_text(app))


async def test_one_answers_as_the_model(hosted, place, typing, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, model_question())
        assert "“Suggest three novels.”" in "\n".join(screen_text(app))
        await typing(pilot, "Dead Souls")
        await pilot.press("ctrl+r")
        await pilot.pause()
        result = {
            "role": "assistant",
            "content": {"type": "text", "text": "Dead Souls"},
            "model": "human",
            "stopReason": "endTurn",
        }
        assert said(app) == [(1, Answer(result))]


async def test_sampling_is_refused_with_an_error_and_cannot_be_cancelled(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, model_question())
        await pilot.press("escape", "x", "d")
        await pilot.pause()
        [(number, answer)] = said(app)
        assert (number, answer.error["code"]) == (1, -1)


async def test_a_mode_that_nobody_knows_is_answered_by_hand(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, asked(mode="telepathy", message="Think.", problems=("mode telepathy is not known",)))
        text = "\n".join(screen_text(app))
        assert "mode telepathy is not known" in text and '"mode": "telepathy"' in text
        await pilot.press("escape", "x")
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": "cancel"}))]


async def test_an_answer_by_hand_begins_from_what_decides_nothing(hosted, place):
    async with hosted(place, *KINDS) as (_, pilot):
        await begun(pilot, place, asked(message="Which branch?"))
        assert place.goes_back == '{"action": ""}'


async def test_what_follows_the_answer_is_said_before_it_is_given(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (_, pilot):
        await begun(pilot, place, form_question())
        assert "The call is sent again with it." in "\n".join(screen_text(place.app))
        await begun(pilot, place, url_question())
        assert "Done there? ^R says so · The call is sent again with it." in "\n".join(screen_text(place.app))


def question_of(number=1, record=9, era="modern", key="k"):
    return Question(number, "elicitation/create", {}, era, record, key)


@pytest.mark.parametrize(
    ("question", "waiting", "words"),
    [
        (question_of(), [question_of(2, record=10)], "The call is sent again with it."),
        (question_of(), [question_of(2)], "The call is sent again when the other question is answered too."),
        (
            question_of(),
            [question_of(2), question_of(3)],
            "The call is sent again when the other 2 questions are answered too.",
        ),
        (question_of(era="legacy", key=""), [], "It goes back at once."),
        (question_of(era="legacy"), [], "The call is sent again when the server tells that the page is done."),
    ],
)
def test_what_follows_hangs_on_the_era_and_on_the_other_questions_of_the_round(question, waiting, words):
    known = AnswersModel(lambda: 0.0)
    known.show([QuestionState(one) for one in (question, *waiting)])
    told = known.state(1)
    assert told is not None and told.retry == words


async def test_after_a_modern_refusal_it_is_said_that_nothing_went_back(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, model_question())
        await pilot.press("escape", "d")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "refused after" in text and "nothing went back" in text


def test_a_refusal_says_what_is_refused():
    roots = refusal(asked(method="roots/list").question).error
    assert roots == {"code": -1, "message": "User rejected roots request"}
    other = refusal(asked(method="vendor/ask").question).error
    assert other == {"code": -32601, "message": "vendor/ask is no method of this client"}


MIXED = """{"role": "user", "model": "m", "content": [{"type": "text", "text": "So:"},
{"type": "tool_result", "toolUseId": "c1", "content": []}]}"""


@pytest.mark.parametrize("again", [("ctrl+r",), ("escape", "exclamation_mark")])
@pytest.mark.parametrize("size", [(60, 12), (80, 21), (140, 42)])
async def test_an_answer_that_breaks_a_rule_is_kept_back_with_the_rule_until_it_is_meant(
    hosted, place, screen_text, size, again
):
    async with hosted(place, *KINDS, size=size) as (app, pilot):
        await begun(pilot, place, model_question())
        place.desk.action_raw()
        await pilot.pause()
        app.focused.text = MIXED
        await pilot.press("ctrl+r")
        await pilot.pause()
        text = " ".join(row.strip(" │") for row in screen_text(app))
        assert said(app) == []
        assert "It mixes tool_result with text." in text
        assert "§ 2026-07-28 client/sampling#tool-result-messages" in text
        await pilot.press(*again)
        await pilot.pause()
        [(number, answer)] = said(app)
        assert number == 1 and answer.result["content"][1]["toolUseId"] == "c1"


async def test_what_is_written_after_an_objection_is_judged_anew(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, asked(message="Which branch?"))
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert "The action is none of accept, decline, cancel." in "\n".join(screen_text(app))
        app.focused.text = '{"action": "perhaps"}'
        await pilot.pause()
        assert "The action is none" not in "\n".join(screen_text(app))
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert said(app) == [] and "The action is none" in "\n".join(screen_text(app))
        app.focused.text = '{"action": "decline"}'
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert said(app) == [(1, Answer({"action": "decline"}))]


async def test_an_error_written_by_hand_refuses(hosted, place):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, asked(method="roots/list"))
        await pilot.press(*'"error":{"code":1},', "ctrl+r")
        await pilot.pause()
        assert said(app) == [(1, Answer(error={"code": 1}))]


async def test_any_form_can_be_answered_raw_from_what_was_filled_in(hosted, place, typing):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, form_question())
        await typing(pilot, "2026-12-04")
        await pilot.press("tab", "tab", "tab", "left", "enter")
        await pilot.pause()
        await pilot.press(*'"_x":1,', "ctrl+r")
        await pilot.pause()
        [(_, answer)] = said(app)
        assert answer.result["_x"] == 1 and answer.result["content"]["day"] == "2026-12-04"


async def test_answered_questions_stay_readable_and_take_no_second_answer(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        state = form_question()
        done = QuestionState(state.question, state.server, answer=Answer({"action": "decline"}), waited_s=4.2)
        await begun(pilot, place, done)
        await pilot.press("ctrl+r", "d", "x")
        await pilot.pause()
        assert said(app) == []
        assert "declined after 4.20 s, by you" in "\n".join(screen_text(app))


async def test_a_question_of_a_server_that_is_gone_is_kept_without_buttons(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, QuestionState(form_question().question, "Alder", is_gone=True))
        text = "\n".join(screen_text(app))
        assert "asked by a server that is gone" in text and "Accept" not in text
        await pilot.press("d")
        await pilot.pause()
        assert said(app) == []


async def test_a_question_that_the_server_took_back_says_so(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        state = form_question()
        await begun(pilot, place, state)
        place.show([QuestionState(state.question, "Alder", is_gone=True, note="The server took it back.")])
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "∴ The server took it back." in text and "that is gone" not in text and "Accept" not in text


@pytest.mark.parametrize("asking", [form_question, url_question, model_question])
async def test_where_the_question_is_taken_back_the_keyboard_is_in_nothing_hidden(hosted, place, asking):
    async with hosted(place, *KINDS) as (_, pilot):
        state = asking()
        await begun(pilot, place, state)
        assert not place.keyboard.has_focus
        place.show([QuestionState(state.question, "Alder", is_gone=True)])
        await pilot.pause()
        assert place.keyboard.has_focus


async def test_words_that_would_drive_the_terminal_are_shown_safely(hosted, place, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        evil = asked(message="\x1b[2J[bold]\u202eso", requestedSchema={"properties": {"\x9bm": {"title": "\x07"}}})
        await begun(pilot, place, evil, url_question(2, "https://a.example/\x1b[2J"))
        first = "\n".join(screen_text(app))
        place.choose(2)
        await pilot.pause()
        text = first + "\n".join(screen_text(app))
        assert not set(text) & set("\x1b\x9b\x07\u202e") and "␛[2J[bold]\\u202eso" in text


@pytest.mark.parametrize("size", [(60, 12), (80, 21), (140, 42)])
async def test_the_buttons_and_what_goes_back_are_in_sight_at_every_size(hosted, place, screen_text, size):
    async with hosted(place, *KINDS, size=size) as (app, pilot):
        await begun(pilot, place, form_question(1), url_question(2), model_question(3))
        text = "\n".join(screen_text(app))
        assert "Accept  ^R" in text and "Decline" in text and "Will go back" in text and "day*" in text


@pytest.mark.parametrize("size", [(60, 12), (80, 21)])
async def test_all_that_can_be_said_of_a_visit_is_in_sight_and_so_is_its_host(hosted, place, screen_text, size):
    async with hosted(place, *KINDS, size=size) as (app, pilot):
        await begun(pilot, place, url_question())
        text = "\n".join(screen_text(app))
        assert "pay.library.example" in text and "^^^ host" in text
        assert all(word in text for word in ("Open", "Copy", "Done ^R", "Decline d", "Cancel x"))


async def test_what_decline_and_cancel_send_stands_there(hosted, place, screen_text):
    async with hosted(place, *KINDS, size=(80, 21)) as (app, pilot):
        await begun(pilot, place, form_question())
        text = " ".join(row.strip() for row in screen_text(app))
        assert 'd sends {"action": "decline"}: you said no.' in text
        assert 'x sends {"action": "cancel"}: you did not choose.' in text


async def test_the_queue_is_filtered_as_one_types_and_enter_opens_the_first(hosted, place, typing, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        place.show([form_question(1), url_question(2), model_question(3)])
        place.focus()
        await pilot.press("slash")
        await typing(pilot, "pay")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "pay_fine" in text and "ask_librarian" not in text and "1 of 3" in text
        assert place.chosen.question.number == 2
        await pilot.press("enter")
        assert place.desk.view.has_focus_within
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "ask_librarian" in "\n".join(screen_text(app))
        assert place.chosen.question.number == 2


async def test_a_filter_that_nothing_fits_says_so_and_shows_no_question(hosted, place, typing, screen_text):
    async with hosted(place, *KINDS) as (app, pilot):
        place.show([form_question(1)])
        place.focus()
        await pilot.press("slash")
        await typing(pilot, "zz")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "0 of 1 fit “zz”" in text and "Accept" not in text
        await pilot.press("ctrl+r")
        assert said(app) == []


@pytest.mark.parametrize(
    ("asking", "word"), [(form_question, "accept"), (url_question, "done"), (model_question, "send")]
)
async def test_the_key_line_says_what_the_button_says(hosted, place, asking, word):
    async with hosted(place, *KINDS) as (app, pilot):
        await begun(pilot, place, asking())
        assert {key.key: key.does for key in keys_of(app.screen)}["ctrl+r"] == word


@pytest.mark.parametrize("asking", [form_question, url_question, model_question])
async def test_a_question_that_is_gone_offers_no_keys_but_those_to_read_it(hosted, place, asking):
    async with hosted(place, *KINDS) as (app, pilot):
        state = asking()
        place.show([QuestionState(state.question, "Alder", is_gone=True, note="You cancelled the call.")])
        for focus in (place.focus, place.desk.take_focus):
            focus()
            await pilot.pause()
            told = {key.does for key in keys_of(app.screen)}
            assert told <= {"read", "filter", "back", "find", "copy"}
