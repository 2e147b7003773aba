"""A widget whose lines are taken as they are looks as the toolkit would have it look."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from inspector.tui.plain_lines import PlainWidget


class Lines(Widget):
    """Lines that are too short, too long, and of two colours."""

    def render_line(self, y: int) -> Strip:
        return Strip([Segment("ab" * y, Style(color="red")), Segment("→世界", Style(bold=True))]).apply_style(
            self.rich_style
        )


class PlainLines(Lines, PlainWidget):
    """The same, as they are. The styles of the first base are found."""


class Both(App):
    CSS = """
    Lines { width: 12; height: 8; background: #102030; color: #a0b0c0; }
    .around { padding: 1 2; border: round white; }
    .faint { opacity: 50%; }
    """

    def __init__(self, classes: str) -> None:
        super().__init__()
        self.shown = Lines(classes=classes), PlainLines(classes=classes)

    def compose(self):
        yield from self.shown


@pytest.mark.parametrize("classes", ["", "around", "faint"])
async def test_lines_are_as_the_toolkit_draws_them_whatever_is_around_them(classes: str) -> None:
    app = Both(classes)
    async with app.run_test(size=(40, 20)):
        usual, plain = (
            [[(one.text, one.style) for one in strip.simplify()] for strip in widget.render_lines(Region(0, 0, 12, 8))]
            for widget in app.shown
        )
        assert plain == usual
        part = [widget.render_lines(Region(3, 2, 4, 3)) for widget in app.shown]
        assert [strip.text for strip in part[1]] == [strip.text for strip in part[0]]
