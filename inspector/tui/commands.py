"""The palette: actions with their keys, places, what the server offers, records by number, themes.

An action that cannot be done now is listed with the reason; choosing it says the reason.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from inspector.tui.screens.placed import DIGITS
from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp

_MOST = 20


@dataclass(frozen=True, slots=True)
class Command:
    """One entry. `words` are what is searched, `kind` what it is (`tool`, `place`, a key); both may be foreign."""

    words: str
    kind: str
    act: Callable[[], object]
    reason: str = ""


class InspectorCommands(Provider):
    """What the palette offers on the session screen."""

    @property
    def session(self) -> SessionScreen | None:
        """The session screen under the palette."""
        return next((screen for screen in self.app.screen_stack if isinstance(screen, SessionScreen)), None)

    def _first(self) -> Iterator[Command]:
        screen = self.session
        if screen is None:
            return
        no_server = "a recording has no server" if screen.is_replay else ""
        desk = screen.desk
        if desk.workbench.item is not None:
            yield Command(f"Call {desk.workbench.item.label}", "^R", desk.workbench.call, no_server)
        yield Command("Restart or reconnect", "R", partial(screen.action_connect_as, ""), no_server)
        for key, mode in (("A", "auto"), ("M", "modern"), ("L", "legacy")):
            yield Command(f"Connect as {mode}", key, partial(screen.action_connect_as, mode), no_server)
        yield Command("Disconnect", "D", screen.action_disconnect, no_server)
        yield Command("Cancel the shown call", "x", screen.cancel_shown, "" if desk.running else "no call is under way")
        yield Command("Filter the traffic", "/", screen.filter_traffic)
        yield Command("Filter the catalogue", "/", screen.filter_catalogue)
        yield Command("Zoom the focused pane", "z", screen.action_zoom)
        yield Command("Help for what has the focus", "?", screen.action_help)
        yield Command("Go to Desk", "1", partial(screen.go, "desk"))
        for digit, place in DIGITS.items():
            yield Command(f"Go to {place.capitalize()}", digit, partial(screen.go, place))
        yield Command("Quit", "^Q", partial(self.app.call_later, self.app.run_action, "quit_in_order"))

    def _more(self, query: str) -> Iterator[Command]:
        screen = self.session
        if screen is None:
            return
        for listing in screen.model.catalog.lists.values():
            for item in listing.items:
                key = ItemKey(item.kind, item.wire, item.occurrence)
                yield Command(item.label, item.kind, partial(screen.open_item, key))
        if query.isdigit() and screen.model.record(int(query)) is not None:
            row = screen.model.timeline.row(int(query))
            about = f"{row.method} {row.name}".strip() if row is not None else ""
            yield Command(f"{query} {about}", "record", partial(screen.open_record, int(query)))
        app = cast("InspectorApp", self.app)
        for name in sorted(app.available_themes):
            yield Command(f"Theme: {name}", "setting", partial(app.choose_theme, name))

    def _run(self, command: Command) -> Callable[[], object]:
        screen = self.session
        if command.reason and screen is not None:
            return lambda: screen.say(f"{command.words}: {command.reason}.")
        return command.act

    async def discover(self) -> Hits:
        """What there is before one types."""
        for command in self._first():
            yield DiscoveryHit(_shown(command), self._run(command), text=command.words, help=command.reason or None)

    async def search(self, query: str) -> Hits:
        """The best for what was typed."""
        matcher = self.matcher(query)
        found = []
        for command in (*self._first(), *self._more(query)):
            words = visible(command.words)
            score = matcher.match(words) or (1.0 if command.kind == "record" else 0.0)
            if score > 0:
                found.append((score, command))
        for score, command in sorted(found, key=lambda one: -one[0])[:_MOST]:
            yield Hit(score, _shown(command), self._run(command), text=command.words, help=command.reason or None)
        screen = self.session
        if not found and screen is not None:
            filter_ = Command(
                f"Nothing is called “{query}”: filter the traffic by it",
                "",
                partial(screen.filter_traffic, query),
            )
            yield Hit(0.5, _shown(filter_), filter_.act, text=filter_.words)


def _shown(command: Command) -> Content:
    """Words and kind, built as content: no markup of a server is ever read."""
    words = Content(visible(command.words))
    if command.reason:
        words = words.stylize("dim")
    return Content.assemble(words, "  ", (command.kind, "dim"))
