"""Ctrl+O: a letter on each pane, tab and button that is in view; the letter goes there, a digit to its place."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from inspector.tui.widgets.place_pane import PlacePane
from inspector.tui.widgets.rule import Rule

LETTERS: Final = "asdfjklgh" + "".join(one for one in ascii_lowercase if one not in "asdfjklgh")
"""In the order in which they are given out: those under the fingers first."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something one can go to: the cell of the screen where its letter stands, and how to go there."""

    x: int
    y: int
    go: Callable[[], object]


def spots_of(screen: Screen[Any]) -> list[Spot]:
    """All there is to go to now, from the top left on; at most as many as there are letters."""
    found: dict[tuple[int, int], Spot] = {}
    for spot in (*_of_rules(screen), *_of_parts(screen)):
        found.setdefault((spot.y, spot.x), spot)
    return [found[place] for place in sorted(found)][: len(LETTERS)]


def _of_rules(screen: Screen[Any]) -> Iterator[Spot]:
    for rule in screen.query(Rule):
        if not rule.region.area:
            continue
        pane = rule.parent
        if isinstance(pane, PlacePane):
            yield Spot(rule.region.x + 1, rule.region.y, pane.focus)
        for tab, start in rule.tab_starts():
            yield Spot(rule.region.x + start, rule.region.y, lambda rule=rule, tab=tab: rule.press(tab))  # type: ignore[misc]


def _of_parts(screen: Screen[Any]) -> Iterator[Spot]:
    for widget in screen.focus_chain:
        pane = next((one for one in widget.ancestors if isinstance(one, PlacePane)), None)
        if widget.region.area and (pane is None or pane.keyboard is not widget):
            yield Spot(widget.region.x, widget.region.y, widget.focus)


class JumpScreen(ModalScreen[Callable[[], object] | None]):
    """The letters, over the screen that one jumps in. Its result is how to go to what was chosen, or None."""

    DEFAULT_CSS = """
    JumpScreen > Static {
        position: absolute; width: 1; height: 1; background: $accent; color: $background; text-style: bold;
    }
    """

    def __init__(self, spots: list[Spot], digits: Mapping[str, Callable[[], object]]) -> None:
        """`digits`: what the keys of the places do."""
        super().__init__()
        self._go = {letter: spot.go for letter, spot in zip(LETTERS, spots, strict=False)} | dict(digits)
        self._spots = spots

    def compose(self) -> ComposeResult:
        """A letter on each spot."""
        for letter, spot in zip(LETTERS, self._spots, strict=False):
            label = Static(letter, markup=False)
            label.styles.offset = (spot.x, spot.y)
            yield label

    def on_key(self, event: events.Key) -> None:
        """A letter or a digit goes there; any other key goes nowhere."""
        event.stop()
        event.prevent_default()
        self.dismiss(self._go.get(event.character or ""))

    def on_click(self) -> None:
        """A click ends it."""
        self.dismiss(None)
