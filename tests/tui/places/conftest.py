"""A stage for one widget: an app that shows it alone, and hears what it says."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.app import App

from inspector.tui.themes import load_themes, role_defaults, shipped_folder


class Alone(App):
    """Shows one widget."""

    def __init__(self, widget):
        super().__init__()
        self.widget = widget

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.widget

    def on_mount(self):
        for theme in load_themes(shipped_folder()).themes:
            self.register_theme(theme)
        self.theme = "ink"


class Stage:
    """What a test sees and hears."""

    def __init__(self, app, pilot, said):
        self.app, self.pilot, self._said = app, pilot, said

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.settle()

    async def focus(self, widget):
        widget.focus()
        await self.settle()

    async def settle(self):
        await self.pilot.pause()
        await self.pilot.pause()

    def said(self, kind):
        """The messages of a kind, in order, each once."""
        return [message for message in self._said if type(message) is kind]

    def rows(self, view):
        """What a line view shows now, as text."""
        return [view.render_line(y).text for y in range(view.size.height)]

    def key_line(self):
        """The keys that the key line would show for the focus, as `key does`; grey ones in brackets."""
        shown = []
        for active in self.app.screen.active_bindings.values():
            binding = active.binding
            told = any(one.strip("()").endswith(f" {binding.description}") for one in shown)
            if active.node is self.app.focused and binding.show and not told:
                text = f"{binding.key} {binding.description}"
                shown.append(text if active.enabled else f"({text})")
        return shown


@pytest.fixture
def stage():
    """Gives `async with stage(widget, width, height) as on: …`."""

    @asynccontextmanager
    async def begin(widget, width=80, height=24):
        said = []

        def hear(message):
            if not any(message is one for one in said):
                said.append(message)

        async with asyncio.timeout(60):
            app = Alone(widget)
            async with app.run_test(size=(width, height), message_hook=hear) as pilot:
                on = Stage(app, pilot, said)
                await on.settle()
                yield on

    return begin
