"""What stands over the form of an item: its words, what it claims, and what it has to do with views."""

import pytest
from textual.app import App

from inspector.analysis.items import items_of
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.about_item import About

SCHEMA = {"type": "object"}


def tool(**more):
    return items_of("tool", [{"name": "loans", "description": "Show **loans**.", "inputSchema": SCHEMA, **more}])[0]


def view(uri="ui://library/loans", **more):
    return {"ui": {"resourceUri": uri, **more}}


def page(**ui):
    raw = {"uri": "ui://library/loans", "name": "Loans", "mimeType": "text/html;profile=mcp-app", "_meta": {"ui": ui}}
    return items_of("resource", [raw])[0]


async def rows(item, height=2, width=100):
    about = About()
    about.styles.height = height

    class Alone(App):
        def __init__(self):
            super().__init__()
            for theme in load_themes(shipped_folder()).themes:
                self.register_theme(theme)
            self.theme = "ink"

        def compose(self):
            yield about

    async with Alone().run_test(size=(width, 10)) as pilot:
        about.show(item)
        await pilot.pause()
        return [about.render_line(y).text.strip() for y in range(height)]


@pytest.mark.parametrize(
    ("item", "told"),
    [
        (tool(_meta=view()), "view ui://library/loans"),
        (tool(_meta=view(visibility=["app"])), "view ui://library/loans · callers app"),
        (tool(), "claims nothing about itself"),
        (tool(_meta=view("https://x.example")), "▲ its view is https://x.example, which does not begin with ui://"),
        (
            page(csp={"connectDomains": ["https://a.example", "https://b.example"]}, permissions={"camera": {}}),
            "ui://library/loans · connects to https://a.example, https://b.example · asks for camera",
        ),
        (page(), "ui://library/loans"),
    ],
)
async def test_the_second_row_tells_the_view_its_callers_origins_and_permissions(item, told):
    first, second = await rows(item)
    assert first in ("Show loans.", "ui://library/loans")
    assert second.endswith(told)


async def test_where_there_is_one_row_the_view_stands_behind_the_words():
    (only,) = await rows(tool(_meta=view()), height=1, width=60)
    assert only == "Show loans.  view ui://library/loans"
    (cut,) = await rows(tool(_meta=view(), description="word " * 40), height=1, width=60)
    assert cut.startswith("word word") and cut.endswith("view ui://library/loans")


async def test_markup_and_escapes_in_a_view_stay_text():
    _, second = await rows(tool(_meta=view("ui://[/bold]\x1b[2J")))
    assert "[/bold]" in second and "\x1b" not in second
