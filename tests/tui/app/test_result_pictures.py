"""How results look: a picture in half blocks, a table, a row of it, the line that saves, a place against the schema."""

import base64
import io
import json
import math

import pytest
from PIL import Image

from inspector.tui.widgets.content_page import ContentPage
from inspector.wire.events import Began, Received, Sent
from tests.tui.app import test_pictures as others
from tests.tui.app.staging import COMMAND, app_on, more, press, records_of, staged, until

SMALL, LARGE = others.SMALL, others.LARGE
picture = others.picture
BOTH = pytest.mark.parametrize("size", [SMALL, LARGE])
BOOKS = [
    ("978-0-14-044913-6", "The Idiot", "Fyodor Dostoevsky", 1869, 3, 2.4),
    ("978-0-14-044924-2", "The Brothers Karamazov", "Fyodor Dostoevsky", 1880, 2, 10),
    ("978-0-14-044792-7", "Demons", "Fyodor Dostoevsky", 1872, 1, 0.75),
    ("978-0-14-044926-6", "Notes from Underground", "Fyodor Dostoevsky", 1864, 0, 1),
    ("978-0-14-044917-4", "Anna Karenina", "Leo Tolstoy", 1878, 12, 4.25),
    ("978-0-14-044793-4", "War and Peace", "Leo Tolstoy", 1869, 4, 3.5),
    ("978-0-14-044787-3", "The Lady with the Little Dog", "Anton Chekhov", 1899, 1, 0.5),
    ("978-0-14-045523-6", "Fathers and Sons", "Ivan Turgenev", 1862, 2, 1.5),
]
NAMES = ("isbn", "title", "author", "year", "copies", "daysOnShelf")


def scene():
    """The sun over a sea, 53 × 18: small enough to be drawn pixel by pixel at every size."""
    image = Image.new("RGB", (53, 18))
    for y in range(18):
        for x in range(53):
            far = math.hypot(x - 36, (y - 8) * 1.1)
            sky = (255 - 9 * y, 150 + 4 * y, 90 + 9 * y) if far > 5 else (255, 236, 150)
            sea = (20 + 3 * (y - 11), 70 + 2 * x // 3, 120 + 4 * (y - 11))
            shine = abs(x - 36) < 6 - (y - 11) // 2 and (x + y) % 3
            image.putpixel((x, y), sky if y < 11 else (250, 214, 130) if shine else sea)
    out = io.BytesIO()
    image.save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def library(name, result, theme="ink"):
    """The library after one more call."""
    call = {"jsonrpc": "2.0", "id": 90, "method": "tools/call", "params": {"name": name, "arguments": {}}}
    answer = {"jsonrpc": "2.0", "id": 90, "result": {"resultType": "complete", **result}}
    records = more(
        records_of("library"),
        (2.0, Began(90, "tools/call", name)),
        (0.001, Sent(json.dumps(call).encode(), op=90)),
        (0.041, Received(json.dumps(answer).encode())),
    )
    return app_on(COMMAND, theme=theme, bridge=staged(records, now=232.0))


async def shown(pilot, name, *keys):
    await others.at_item(pilot, name)
    await press(pilot, "2")
    bench = pilot.app.screen.desk.workbench
    bench.turn_to("result")
    bench.result.take_focus()
    await press(pilot, *keys)
    return bench.result


def table():
    return {"content": [], "structuredContent": {"books": [dict(zip(NAMES, book, strict=True)) for book in BOOKS]}}


@BOTH
async def test_a_picture(picture, size):
    result = {
        "content": [
            {"type": "text", "text": "The cover of **The Sea**."},
            {"type": "image", "mimeType": "image/png", "data": scene(), "annotations": {"audience": ["user"]}},
        ]
    }
    async with picture("result-image", library("cover_image", result), size) as pilot:
        view = await shown(pilot, "cover_image")
        page = view.query_one(ContentPage)
        await until(pilot, lambda: page.is_drawn, "the picture")


@BOTH
async def test_a_table(picture, size):
    async with picture("result-table", library("search_catalogue", table()), size) as pilot:
        view = await shown(pilot, "search_catalogue")
        view.tab = "table"
        await press(pilot, "down", "down")


async def test_the_line_that_saves(picture):
    async with picture("result-save", library("search_catalogue", table()), SMALL) as pilot:
        await shown(pilot, "search_catalogue", "s")


@BOTH
async def test_json_that_departs_from_the_schema(picture, size):
    result = table()
    result["structuredContent"]["books"][2]["year"] = "unknown"
    async with picture("result-schema", library("search_catalogue", result), size) as pilot:
        view = await shown(pilot, "search_catalogue")
        view.tab = "json"
        await pilot.pause()
