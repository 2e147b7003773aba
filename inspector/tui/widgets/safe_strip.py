"""What Textual's own text widgets draw, made safe: they hold text of a server, and draw it as it is."""

from rich.segment import Segment
from textual.strip import Strip

from inspector.wire.text import visible


def safe_strip(strip: Strip) -> Strip:
    """A row with its controls and invisible characters made visible; as wide as before."""
    text = strip.text
    if text.isascii() and text.isprintable():
        return strip
    if visible(text) == text:
        return strip
    shown = [Segment(visible(segment.text), segment.style, segment.control) for segment in strip]
    return Strip(shown).adjust_cell_length(strip.cell_length)
