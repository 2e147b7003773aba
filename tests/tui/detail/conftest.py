"""A pane on a stage of its own, with a session behind it."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.app import App

from inspector.analysis.folds import Folds
from inspector.tui.screens.detail import DetailPane
from inspector.tui.themes import role_defaults


class Host(App):
    """Shows the pane, goes to the records that it wants, and keeps what it wants copied."""

    CSS = "DetailPane { height: 1fr; }"

    def __init__(self, pane):
        super().__init__()
        self.pane = pane
        self.wanted = []
        self.copied = []
        self.escaped = 0

    BINDINGS = [("escape", "escaped", "")]  # noqa: RUF012

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.pane

    def action_escaped(self):
        self.escaped += 1

    def on_detail_pane_record_wanted(self, message):
        self.wanted.append(message.seq)

    def on_detail_pane_copy_wanted(self, message):
        self.copied.append(message.text)


class On:
    """What a test does and sees."""

    def __init__(self, app, pilot):
        self.app, self.pane, self._pilot = app, app.pane, pilot

    async def press(self, *keys):
        await self._pilot.press(*keys)
        await self.settle()

    async def settle(self):
        await self._pilot.pause()
        await self._pilot.pause()

    async def show(self, seq):
        self.pane.show(seq)
        await self.settle()

    @property
    def tabs(self):
        """The tabs as they are written."""
        return [" ".join([tab.label, *(tab.sign or ())[:1]]) for tab in self.pane.rule.content.tabs]

    @property
    def tab(self):
        return self.pane.rule.content.active

    @property
    def title(self):
        return self.pane.rule.content.title

    def rows(self, view=None):
        """The rows of a body, as they are on the screen."""
        view = view or self.pane.keyboard
        return [view.render_line(y).text.rstrip() for y in range(view.size.height)]

    def text(self, view=None):
        return "\n".join(self.rows(view))

    def offered(self):
        """The keys of the focus that a key line would show, by what they do."""
        bindings = self.app.screen.active_bindings.values()
        return list(dict.fromkeys(one.binding.description for one in bindings if one.binding.show and one.enabled))


@pytest.fixture
def opened():
    """`async with opened(journal, seq, width, height) as on: …`: a record with the keyboard in it."""

    @asynccontextmanager
    async def begin(journal, seq, width=80, height=24, **more):
        model = Folds()
        model.feed(journal.records)
        pane = DetailPane(model, **more)
        if seq is not None:
            pane.show(seq)
        async with asyncio.timeout(60):
            app = Host(pane)
            async with app.run_test(size=(width, height)) as pilot:
                on = On(app, pilot)
                await on.settle()
                pane.focus()
                await on.settle()
                yield on

    return begin
