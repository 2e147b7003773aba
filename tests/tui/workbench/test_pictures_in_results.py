import base64
import io

import pytest
from PIL import Image

from inspector.tui.documents.pictures import drawn
from inspector.tui.glyphs import ASCII
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.result_data import Done
from inspector.tui.widgets.result_view import ResultView


def picture(width=40, height=20, colour=(200, 30, 40)):
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def image(data, kind="image/png"):
    return {"type": "image", "mimeType": kind, "data": data}


async def shown(pilot, view, *content):
    view.show(Done("cover", "tool", {"content": list(content)}))
    view.take_focus()
    await pilot.pause()


async def asked(app, pilot, number=1):
    """The picture that is asked for after `number` - 1 others."""
    while len(app.of(ContentPage.PictureWanted)) < number:
        await pilot.pause()
    return app.of(ContentPage.PictureWanted)[number - 1]


async def draw(app, pilot, number=1):
    """As the owner does, but at once."""
    wanted = await asked(app, pilot, number)
    wanted.give(drawn(wanted.data, wanted.columns, wanted.rows))
    await pilot.pause()
    return wanted


def blocks(app, screen_text):
    return sum(row.count("▀") for row in screen_text(app))


async def test_a_picture_is_asked_for_in_the_cells_that_there_are_and_drawn_in_half_blocks(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        await shown(pilot, view, image(picture(400, 200)))
        wanted = await asked(app, pilot)
        assert wanted.columns == 76 and 6 <= wanted.rows < 24 and not blocks(app, screen_text)
        await draw(app, pilot)
        rows = [row for row in screen_text(app) if "▀" in row]
        assert len(rows) == wanted.rows and all(row.count("▀") == 4 * wanted.rows for row in rows)
        segment = next(s for s in view.keyboard.render_line(2) if "▀" in s.text)
        assert segment.style.color.triplet == (200, 30, 40) == segment.style.bgcolor.triplet
        assert any("image/png" in row and "400 × 200" in row for row in screen_text(app))


async def test_pictures_are_asked_for_one_after_another(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        await shown(pilot, view, image(picture(8, 8)), image(picture(8, 8)), image(picture(8, 8)))
        for number in (1, 2, 3):
            await asked(app, pilot, number)
            await pilot.pause()
            assert len(app.of(ContentPage.PictureWanted)) == number
            await draw(app, pilot, number)
        assert len(app.of(ContentPage.PictureWanted)) == 3


async def test_a_picture_that_comes_too_late_is_not_drawn_into_another_result(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        await shown(pilot, view, image(picture()))
        await asked(app, pilot)
        await shown(pilot, view, {"type": "text", "text": "other"}, {"type": "text", "text": "result"})
        await draw(app, pilot)
        assert not blocks(app, screen_text)


async def test_at_another_size_it_is_drawn_anew(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        await shown(pilot, view, image(picture(400, 200)))
        await draw(app, pilot)
        await pilot.resize_terminal(60, 16)
        wanted = await draw(app, pilot, 2)
        assert wanted.columns == 56
        assert blocks(app, screen_text) == wanted.rows**2 * 4


@pytest.mark.parametrize(
    ("data", "told"),
    [("***", "not base64"), ("", "no bytes"), ("AAAA", "not drawn: its bytes are no picture that is known here")],
)
async def test_what_is_no_picture_is_said_in_its_place(hosted, screen_text, data, told):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        await shown(pilot, view, image(data), {"type": "text", "text": "kept"})
        assert told in "\n".join(screen_text(app)) and "kept" in "\n".join(screen_text(app))
        assert not app.of(ContentPage.PictureWanted)


async def test_a_torn_picture_is_said_where_it_would_be(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted) as (app, pilot):
        whole = base64.b64decode(picture(300, 300))
        await shown(pilot, view, image(base64.b64encode(whole[:70]).decode()))
        await draw(app, pilot)
        assert "not drawn: its bytes could not be decoded" in "\n".join(screen_text(app))


async def test_a_terminal_without_blocks_gets_shades(hosted, screen_text):
    view = ResultView()
    async with hosted(view, ContentPage.PictureWanted, glyphs=ASCII) as (app, pilot):
        await shown(pilot, view, image(picture(40, 20, (255, 255, 255))))
        await draw(app, pilot)
        assert sum(row.count("@") for row in screen_text(app)) == 400
