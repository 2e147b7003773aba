"""What is done once, after what changed is on the screen, however often it was asked for meanwhile."""

from collections.abc import Callable

from textual.widget import Widget


class Soon:
    """Asked for by calling it, with whatever a signal gives."""

    def __init__(self, widget: Widget, work: Callable[[], object]) -> None:
        self._widget, self._work = widget, work
        self._asked = False

    def __call__(self, *_: object) -> None:
        """To be done soon."""
        if not self._asked:
            self._asked = self._widget.call_after_refresh(self._do)

    def _do(self) -> None:
        self._asked = False
        self._work()
