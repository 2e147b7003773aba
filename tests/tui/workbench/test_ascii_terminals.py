from inspector.forms.form import form_of
from inspector.forms.validation import validate
from inspector.protocol.questions import Question
from inspector.tui.glyphs import ASCII
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.question_data import QuestionState
from inspector.tui.widgets.result_data import Done, Running, WireRow
from inspector.tui.widgets.result_view import ResultView

SCROLLBAR = "▁▂▃▄▅▆▇█"
"""What Textual draws the ends of a scroll bar with."""


async def beyond_ascii(app, pilot, screen_text):
    await pilot.pause()
    return {sign for row in screen_text(app) for sign in row if not sign.isascii()} - set(SCROLLBAR)


async def test_a_form_needs_no_sign_beyond_ascii(hosted, screen_text):
    form = FormView()
    async with hosted(form, size=(60, 9), glyphs=ASCII) as (app, pilot):
        schema = {"properties": {f"f{number}": {"enum": ["a", "b"]} for number in range(20)}, "required": ["f0"]}
        form.show(form_of({**schema, "additionalProperties": {"type": "array"}}), name="a")
        form.focus_first_empty()
        await pilot.press("ctrl+r")
        assert not await beyond_ascii(app, pilot, screen_text)


async def test_a_result_needs_no_sign_beyond_ascii(hosted, screen_text):
    view = ResultView(clock=lambda: 5.0)
    async with hosted(view, size=(90, 20), glyphs=ASCII) as (app, pilot):
        blocks = [{"type": "resource_link", "uri": "a:b"}, {"type": "x"}, {"type": "image", "data": "!"}]
        wire = (WireRow(1, "> req", "ours", "tools/call"), WireRow(2, "< res", "ours", "tools/call"))
        checked = validate({"a": 1}, {"properties": {"a": {"type": "string"}}})
        view.show(Done("a", "tool", {"content": blocks}, you_s=2, rounds=2, wire=wire, validation=checked))
        found = await beyond_ascii(app, pilot, screen_text)
        view.tab = "schema"
        found |= await beyond_ascii(app, pilot, screen_text)
        view.show(Running("a", 0.0, 1, 2, question="Why?"))
        found |= await beyond_ascii(app, pilot, screen_text)
        assert not found


async def test_answers_need_no_sign_beyond_ascii(hosted, screen_text):
    place = Answers(clock=lambda: 5.0)
    async with hosted(place, glyphs=ASCII) as (app, pilot):
        params = {"mode": "url", "message": "Pay.", "url": "http://u@a.example/"}
        place.show([QuestionState(Question(1, "elicitation/create", params, "modern", 1, problems=("odd",)), "S")])
        place.desk.take_focus()
        assert not await beyond_ascii(app, pilot, screen_text)
