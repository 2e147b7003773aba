"""The work that a result asks for and that takes its time: drawing pictures, writing files. In threads."""

from functools import partial

from textual.screen import Screen

from inspector.tui.documents.pictures import drawn
from inspector.tui.numbers import size
from inspector.tui.saving import Refused, save
from inspector.tui.widgets.content_page import ContentPage
from inspector.tui.widgets.result_saving import SaveLine
from inspector.wire.text import visible

_NOTE = 3.0
"""Seconds for which it is said that a file was written."""


class ResultWork(Screen[None]):
    """A screen with results on it."""

    def on_content_page_picture_wanted(self, message: ContentPage.PictureWanted) -> None:
        """A picture came into view. Pages ask for one at a time."""
        message.stop()
        self.run_worker(partial(self._draw, message), thread=True, group="pictures")

    def _draw(self, wanted: ContentPage.PictureWanted) -> None:
        picture = drawn(wanted.data, wanted.columns, wanted.rows)
        self.app.call_from_thread(wanted.give, picture)

    def on_save_line_wanted(self, message: SaveLine.Wanted) -> None:
        """A part of a result is to be written."""
        message.stop()
        self.run_worker(partial(self._save, message), thread=True, group="saving")

    def _save(self, wanted: SaveLine.Wanted) -> None:
        outcome = save(wanted.payload, wanted.path, replace=wanted.replace)
        if isinstance(outcome, Refused):
            self.app.call_from_thread(wanted.refused, outcome.why, exists=outcome.exists)
            return
        self.app.call_from_thread(wanted.done)
        told = visible(f"Saved {outcome.path}, {size(outcome.size)}.")
        self.app.call_from_thread(self.notify, told, markup=False, timeout=_NOTE)
