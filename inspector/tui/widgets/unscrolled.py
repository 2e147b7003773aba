"""Widgets that never scroll, and containers of them: what they come to in size changes nothing but their own look.

The toolkit lays a whole screen out once more when the content of a widget has got another size, for a scroll bar might
have to come or go. In what has no scroll bars, that second time finds what the first one did.
"""

from textual import containers, widgets
from textual.geometry import Size
from textual.reactive import Reactive

from inspector.tui.plain_lines import PlainWidget


class Unscrolled(PlainWidget):
    """Behind the class of the toolkit among the bases, so that its styles are found."""

    virtual_size = Reactive(Size(0, 0), layout=False)


class Container(containers.Container, Unscrolled):
    """As the toolkit's."""


class Horizontal(containers.Horizontal, Unscrolled):
    """As the toolkit's."""


class Vertical(containers.Vertical, Unscrolled):
    """As the toolkit's."""


class ContentSwitcher(widgets.ContentSwitcher, Unscrolled):
    """As the toolkit's."""
