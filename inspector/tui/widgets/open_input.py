"""A line of text that floats over a row of a form: what a field or the name of a member is typed into."""

from textual.strip import Strip
from textual.widgets import Input

from inspector.tui.widgets.safe_strip import safe_strip
from inspector.tui.widgets.typed import Typed


class OpenInput(Typed, Input):
    """Hidden until its row opens; what stands in it may come from a server and is made safe."""

    DEFAULT_CSS = """
    OpenInput, OpenInput:ansi {
        position: absolute;
        layer: open;
        background: $panel;
        background-tint: $foreground 0%;
        color: $foreground;
        & > .input--placeholder { color: $faint; text-style: italic; }
    }
    OpenInput:focus {
        background: $cursor;
        background-tint: $foreground 0%;
        text-style: $cursor-style;
    }
    """

    def __init__(self, placeholder: str = "") -> None:
        super().__init__(placeholder=placeholder, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.display = False

    def render_line(self, y: int) -> Strip:
        """The text, made safe."""
        return safe_strip(super().render_line(y))
