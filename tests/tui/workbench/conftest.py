import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.app import App

from inspector.tui.glyphs import UNICODE
from inspector.tui.themes import role_defaults


class Host(App):
    """An app around one widget that keeps the messages that bubble up to it."""

    CSS = "Screen { background: $background; }"

    def __init__(self, widget, kinds, glyphs):
        super().__init__()
        self.glyphs = glyphs
        self.widget, self.kinds, self.said = widget, kinds, []

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.widget

    async def _on_message(self, message):
        if isinstance(message, self.kinds):
            self.said.append(message)
        await super()._on_message(message)

    def of(self, kind):
        return [message for message in self.said if isinstance(message, kind)]


@pytest.fixture
def hosted():
    """`async with hosted(widget, kinds, size=…) as (app, pilot)`; `app.of(kind)` are the messages of a kind."""

    @asynccontextmanager
    async def host(widget, *kinds, size=(80, 24), glyphs=UNICODE):
        app = Host(widget, kinds, glyphs)
        async with asyncio.timeout(30), app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot

    return host


@pytest.fixture
def screen_text():
    """What stands on the screen, row by row."""

    def read(app):
        strips = app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    return read


@pytest.fixture
def typing():
    """Types a text key by key."""

    async def type_text(pilot, text):
        names = {
            " ": "space",
            "-": "minus",
            ".": "full_stop",
            '"': "quotation_mark",
            ",": "comma",
            "[": "left_square_bracket",
            "]": "right_square_bracket",
            "{": "left_curly_bracket",
            "}": "right_curly_bracket",
            ":": "colon",
        }
        for letter in text:
            await pilot.press(names.get(letter, letter))

    return type_text
