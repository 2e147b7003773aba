"""The palette: actions with their keys, places, what the server offers, records by number, themes.

An action that cannot be done now is listed with the reason; choosing it says the reason. What is called by its own name
is opened and never acted upon: a call is offered only to who types `call`, or nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from inspector.analysis.items import METHOD_OF
from inspector.tui.answer_commands import answer_commands
from inspector.tui.call_commands import call_commands
from inspector.tui.compose_commands import compose_commands
from inspector.tui.screens.placed import DIGITS
from inspector.tui.screens.session import SessionScreen
from inspector.tui.session_commands import session_commands
from inspector.tui.signing_commands import signing_commands
from inspector.tui.traffic_commands import traffic_commands
from inspector.tui.twin_commands import twin_commands
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.wire.events import Received, Sent, Stderr
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp

_MOST = 20

_BY_NUMBER, _BY_NAME, _BEGINS = 4.0, 3.0, 2.0
"""How well a record or an item fits that was named."""
_HAS_WORD = 1.5
"""How well fits what has a word that begins with the query, the better the less there is besides; what only resembles
it fits by 1 at most."""

_CALL = "call"


@dataclass(frozen=True, slots=True)
class Command:
    """One entry. `words` are what is searched and may be foreign; `kind` is what it is: `tool`, `record`, a key."""

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
        no_server = (
            "a recording has no server" if screen.is_replay else "" if screen.bridge else "there is no server yet"
        )
        desk = screen.desk
        if desk.workbench.item is not None:
            yield Command(f"Call {desk.workbench.item.label}", _CALL, screen.call_shown, no_server)
        yield Command("Restart or reconnect", "R", partial(screen.action_connect_as, ""), no_server)
        for key, mode in (("A", "auto"), ("M", "modern"), ("L", "legacy")):
            yield Command(f"Connect as {mode}", key, partial(screen.action_connect_as, mode), no_server)
        yield Command("Connect with a version", "V", partial(screen.action_connect_as, "version"), no_server)
        yield Command("Connect as legacy with any version that it answers", "", screen.connect_anyway, no_server)
        one = no_server or ("" if screen.other_transport else "a command has but one")
        yield Command("Connect by the other transport", "T", partial(screen.action_connect_as, "transport"), one)
        yield Command("Connect in every way", "B", partial(screen.action_connect_as, "all"), no_server)
        if screen.is_probing:
            yield Command("Treat as legacy now", "L", partial(screen.action_connect_as, "legacy"))
        yield Command("Disconnect", "D", screen.action_disconnect, no_server)
        idle = no_server or ("" if desk.running else "no call is under way")
        yield Command("Cancel the shown call", "x", screen.cancel_shown, idle)
        yield Command("Filter the traffic", "/", screen.filter_traffic)
        yield Command("Filter the catalogue", "/", screen.filter_catalogue)
        yield Command("Zoom the focused pane", "z", screen.action_zoom)
        yield Command("Jump to a pane, a tab or a button", "^O", partial(self.app.call_later, screen.action_jump))
        yield Command("Help for what has the focus", "?", screen.action_help)
        yield Command("Go to Desk", "1", partial(screen.go, "desk"))
        for digit, place in DIGITS.items():
            yield Command(f"Go to {place.capitalize()}", digit, partial(screen.go, place))
        unwatched = "" if screen.is_watching else "nothing is watched: --watch PATH names what is"
        yield Command("Show what the change of a file changed", "W", screen.action_changes, unwatched)
        pinned = "Unpin the call" if desk.pinned is not None else "Pin the last call"
        yield Command(f"{pinned} that a change repeats", "K", screen.action_pin, unwatched)
        yield Command("Show what is held, and rules that interfere", "I", screen.action_held, screen.no_holding)
        yield Command(
            "Hold messages on their way …", "/", partial(self.app.call_later, screen.hold_what_fits), screen.no_holding
        )
        yield from (Command(*one) for one in answer_commands(screen, no_server))
        yield from (Command(*one) for one in call_commands(screen))
        yield from (Command(*one) for one in compose_commands(screen))
        yield from (Command(*one) for one in session_commands(screen))
        yield from (Command(*one) for one in signing_commands(screen, no_server))
        yield from (Command(*one) for one in traffic_commands(screen))
        yield from (Command(*one) for one in twin_commands(screen))
        yield from self._copies(screen)
        yield Command("Quit", "^Q", partial(self.app.call_later, self.app.run_action, "quit_in_order"))

    def _copies(self, screen: SessionScreen) -> Iterator[Command]:
        """The record that is looked at, to be copied."""
        row = screen.desk.traffic.list.selected
        seq = screen.detail.seq if screen.here == "detail" else row.seq if row is not None else None
        record = screen.model.record(seq) if seq is not None else None
        if record is not None and isinstance(record.event, Sent | Received | Stderr):
            raw = record.event.raw.decode("utf-8", "replace")
            yield Command(f"Copy record {seq} as it crossed", "y", partial(screen.copy, raw, f"record {seq}"))
        if seq is not None and record is not None:
            ask = partial(self.app.call_later, screen.ask_record_copies, seq)
            yield Command(f"Copy record {seq} as curl, Python, Markdown …", "y", ask)
            yield Command(f"Compare record {seq}", "c", partial(screen.desk.traffic.compare, seq))

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
        for name in sorted(app.theme_names):
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
            score = _named(query, command) or _worded(query, command) or min(matcher.match(visible(command.words)), 1.0)
            if score > 0 and (command.kind != _CALL or query.casefold().startswith(_CALL)):
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


def _named(query: str, command: Command) -> float:
    """How well a record or an item is named; 0 for what only resembles the query, and for what is no such thing."""
    if command.kind == "record":
        return _BY_NUMBER
    if command.kind not in METHOD_OF:
        return 0.0
    query, words = query.casefold(), visible(command.words).casefold()
    return _BY_NAME if query == words else _BEGINS if words.startswith(query) else 0.0


def _worded(query: str, command: Command) -> float:
    """How well words fit of which one begins with the query; 0 where none does."""
    query, words = query.casefold().strip(), visible(command.words).casefold()
    has_word = query and re.search(rf"(?<!\w){re.escape(query)}", words)
    return _HAS_WORD + len(query) / len(words) / 4 if has_word else 0.0


def _shown(command: Command) -> Content:
    """Words and kind, built as content: no markup of a server is ever read."""
    words = Content(visible(command.words))
    if command.reason:
        words = words.stylize("dim")
    return Content.assemble(words, "  ", ("^R" if command.kind == _CALL else command.kind, "dim"))
