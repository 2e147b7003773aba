"""The lines of a widget that has nothing around them, as they were drawn.

The toolkit gives each line its part of the border, the padding, the outline and the tint, and makes a new line of it
even where there is none of these: a fifth of the time in which a whole screen is drawn, and what was known of the old
line (how it is cut, how it is written) is to be found out again. What draws its own lines has none of these here.
"""

from typing import Any

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.css.styles import StylesBase
from textual.geometry import Size, Spacing
from textual.strip import Strip
from textual.widget import Widget


class _PlainLines(StylesCache):
    def render_line(
        self,
        styles: StylesBase,
        y: int,
        size: Size,
        content_size: Size,
        padding: Spacing,
        base_background: Color,
        background: Color,
        render_content_line: Any,
        border_title: Any,
        border_subtitle: Any,
        opacity: float,
        *given: Any,
    ) -> Strip:
        if size != content_size or opacity != 1.0:
            around = (base_background, background, render_content_line, border_title, border_subtitle, opacity)
            return super().render_line(styles, y, size, content_size, padding, *around, *given)
        inner, _ = self.get_inner_outer(base_background, background)
        line: Strip = render_content_line(y)
        return line.adjust_cell_length(size.width, inner.rich_style)


class PlainWidget(Widget):
    """A widget, without outline, tint or hatching, whose lines are taken as they are as long as it has no gutter."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._styles_cache = _PlainLines()
