"""Only what can be seen is painted: most places are hidden, and they learn of what goes on as the others do.

For the toolkit a widget that is to be painted and is not where it can be seen is one that has just come: it arranges
the whole screen anew to find it. What is hidden is painted when it is shown, for then it is laid out.
"""

from textual import messages
from textual.screen import Screen


class PaintingScreen(Screen[None]):
    """A screen on which much is hidden."""

    def on_update(self, message: messages.Update) -> None:
        """A widget is to be painted."""
        if not all(one.display for one in message.widget.ancestors_with_self if one is not self):
            message.stop()
            message.prevent_default()
