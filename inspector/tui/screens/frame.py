"""The first frame: the three fixed lines and the names of the panes, before anything slow is imported."""

from textual.app import ComposeResult
from textual.screen import Screen

from inspector.tui.widgets.key_line import KeyLine
from inspector.tui.widgets.places_line import PLACES, PlacesLine
from inspector.tui.widgets.rule import Rule, RuleContent
from inspector.tui.widgets.status_line import StatusFacts, StatusLine
from inspector.tui.widgets.too_small import TooSmall, too_small
from inspector.tui.widgets.unscrolled import Horizontal, Vertical


class FrameScreen(Screen[None]):
    """What is seen for the fraction of a second in which the rest is imported."""

    DEFAULT_CSS = """
    FrameScreen Horizontal { height: 1fr; }
    FrameScreen.-too-small Horizontal, FrameScreen.-too-small Vertical { display: none; }
    FrameScreen.-too-small TooSmall { display: block; }
    """

    def compose(self) -> ComposeResult:
        """Three lines and three rules."""
        status = StatusLine()
        status.facts = StatusFacts("none", word="starting")
        status.places, status.here = PLACES, "desk"
        yield status
        places = PlacesLine()
        places.places, places.here = PLACES, "desk"
        yield places
        with Horizontal():
            yield Rule(RuleContent("1", "Catalogue"), id="frame-catalogue")
            yield Rule(RuleContent("2", "Workbench"))
        with Vertical(id="frame-traffic"):
            yield Rule(RuleContent("3", "Traffic"))
        yield TooSmall()
        yield KeyLine()

    def on_resize(self) -> None:
        """There may be no room for more than the sentence that says so."""
        self.set_class(too_small(*self.app.size), "-too-small")
