import base64

from inspector.tui.widgets.result_data import Done
from inspector.tui.widgets.result_saving import SaveLine
from inspector.tui.widgets.result_view import ResultView

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()
RESULT = {
    "content": [
        {"type": "text", "text": "Here:"},
        {"type": "image", "mimeType": "image/png", "data": PNG},
        {"type": "resource", "resource": {"uri": "x://notes/../a b.md", "mimeType": "text/markdown", "text": "# A"}},
    ]
}


async def shown(pilot, view, result=RESULT):
    view.show(Done("cover", "tool", result, raw=b'{"id":1,"result":{}}'))
    view.take_focus()
    await pilot.pause()


def line_of(screen_text, app):
    return next((row for row in screen_text(app) if " save " in row), "")


async def test_s_proposes_the_picture_under_a_safe_name_and_enter_asks_for_it(hosted, screen_text):
    view = ResultView()
    async with hosted(view, SaveLine.Wanted) as (app, pilot):
        await shown(pilot, view)
        await pilot.press("s")
        await pilot.pause()
        assert "save 2/4 image/png, 48 B as cover.png" in line_of(screen_text, app)
        await pilot.press("enter")
        await pilot.pause()
        [wanted] = app.of(SaveLine.Wanted)
        assert (wanted.path, wanted.replace, wanted.payload.data) == ("cover.png", False, PNG)
        wanted.done()
        await pilot.pause()
        assert not line_of(screen_text, app) and view.keyboard.has_focus


async def test_the_arrows_choose_another_part_and_what_was_typed_stays(hosted, screen_text):
    view = ResultView()
    async with hosted(view, SaveLine.Wanted) as (app, pilot):
        await shown(pilot, view)
        await pilot.press("s", "down")
        await pilot.pause()
        assert "save 3/4 text/markdown, 3 B as a_b.md" in line_of(screen_text, app)
        await pilot.press("down")
        await pilot.pause()
        assert "save 4/4 all, JSON as cover.json" in line_of(screen_text, app)
        await pilot.press(*"2", "down", "down", "enter")
        await pilot.pause()
        [wanted] = app.of(SaveLine.Wanted)
        assert wanted.path == "cover.json2" and wanted.payload.data == PNG


async def test_a_file_that_exists_is_replaced_only_by_a_second_enter_on_the_same_path(hosted, screen_text):
    view = ResultView()
    async with hosted(view, SaveLine.Wanted) as (app, pilot):
        await shown(pilot, view)
        await pilot.press("s", "enter")
        await pilot.pause()
        app.of(SaveLine.Wanted)[0].refused("cover.png exists, 3 bytes.", exists=True)
        await pilot.pause()
        assert "cover.png exists, 3 bytes. Enter replaces it." in "\n".join(screen_text(app))
        await pilot.press("1", "backspace", "enter")
        await pilot.pause()
        assert [one.replace for one in app.of(SaveLine.Wanted)] == [False, False]
        app.of(SaveLine.Wanted)[1].refused("cover.png exists, 3 bytes.", exists=True)
        await pilot.press("enter")
        await pilot.pause()
        assert [one.replace for one in app.of(SaveLine.Wanted)] == [False, False, True]


async def test_what_cannot_be_written_is_said_and_the_line_stays(hosted, screen_text):
    view = ResultView()
    async with hosted(view, SaveLine.Wanted) as (app, pilot):
        await shown(pilot, view)
        await pilot.press("s", "enter")
        await pilot.pause()
        app.of(SaveLine.Wanted)[0].refused("/x: No such file or directory.", exists=False)
        await pilot.pause()
        assert "/x: No such file or directory." in "\n".join(screen_text(app)) and line_of(screen_text, app)
        await pilot.press("escape")
        await pilot.pause()
        assert not line_of(screen_text, app) and view.keyboard.has_focus


async def test_where_there_is_no_answer_nothing_is_saved(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        assert not line_of(screen_text, app)
