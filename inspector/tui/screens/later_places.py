"""The places that are no part of the first view. Each is imported and made when it is asked for first, and is on the
screen once one has gone there, or when nothing else was to be done for a moment.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Final, cast

from textual.screen import Screen
from textual.widget import Widget

from inspector.tui import old_objects
from inspector.tui.asked import Asked
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_desk import BridgeDesk
from inspector.tui.model import Model
from inspector.tui.start import Start
from inspector.tui.trash import Trash
from inspector.tui.widgets.unscrolled import ContentSwitcher

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp
    from inspector.tui.record_copies import RecordCopies
    from inspector.tui.screens.answers_place import AnswersPlace
    from inspector.tui.screens.compare import ComparePane
    from inspector.tui.screens.connect_place import ConnectPlace
    from inspector.tui.screens.detail import DetailPane
    from inspector.tui.screens.findings_place import FindingsPlace
    from inspector.tui.screens.handshake_place import HandshakePlace
    from inspector.tui.screens.sessions_place import SessionsPlace
    from inspector.tui.screens.timeline_place import TimelinePlace
    from inspector.tui.screens.twins import TwinsPane
    from inspector.tui.widgets.changes import Changes
    from inspector.tui.widgets.held import Held
    from inspector.tui.widgets.session_choice import SessionChoice

_MODULES: Final = {
    "detail": "inspector.tui.screens.detail",
    "handshake": "inspector.tui.screens.handshake_place",
    "answers": "inspector.tui.screens.answers_place",
    "findings": "inspector.tui.screens.findings_place",
    "timeline": "inspector.tui.screens.timeline_place",
    "sessions": "inspector.tui.screens.sessions_place",
    "connect": "inspector.tui.screens.connect_place",
    "compare": "inspector.tui.screens.compare",
    "twins": "inspector.tui.screens.twins",
    "choice": "inspector.tui.widgets.session_choice",
    "changes": "inspector.tui.widgets.changes",
    "held": "inspector.tui.widgets.held",
}
"""The places by their ids, in the order in which people come to them, and where they are."""

_PATIENCE: Final = 5.0
"""Seconds after which places are made although the first view is not whole: the server may never answer."""

_CALM: Final = 0.3
"""Seconds without a key after which places are made that nobody has asked for."""


class LaterPlaces(Screen[None]):
    """A screen that has places. A subclass knows the session."""

    model: Model
    start: Start
    trash: Trash
    bridge: Bridge | None
    questions: Asked

    def __init__(self) -> None:
        super().__init__()
        self._making = asyncio.Lock()
        self.first_view = asyncio.Event()
        """Set when the first view is whole: it is what people wait for, and places can wait."""

    @property
    def now(self) -> float:
        """Seconds of the session."""
        raise NotImplementedError

    @property
    def bridge_desk(self) -> BridgeDesk | None:
        """What answers for the person; None where nothing is asked any more."""
        raise NotImplementedError

    # ── the places ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def record_copies(self) -> "RecordCopies":
        """What a record can be copied as."""
        from inspector.tui.record_copies import RecordCopies

        return RecordCopies(self.model, lambda: self.bridge)

    @cached_property
    def detail(self) -> "DetailPane":
        """A record in full."""
        from inspector.tui.screens.detail import DetailPane

        copies = self.record_copies
        return DetailPane(self.model, mask_headers=copies.mask_headers, copies=copies, safe=copies.safe, id="detail")

    @cached_property
    def handshake(self) -> "HandshakePlace":
        """How the connection came about."""
        from inspector.tui.screens.handshake_place import HandshakePlace

        return HandshakePlace(self.model, id="handshake")

    @cached_property
    def answers(self) -> "AnswersPlace":
        """What the server asks."""
        from inspector.tui.screens.answers_place import AnswersPlace

        place = AnswersPlace(self.model, self.questions, clock=lambda: self.now, id="answers")
        place.bridge_desk = self.bridge_desk
        return place

    @cached_property
    def findings(self) -> "FindingsPlace":
        """What is wrong."""
        from inspector.tui.screens.findings_place import FindingsPlace

        return FindingsPlace(self.model, id="findings")

    @cached_property
    def timeline(self) -> "TimelinePlace":
        """When what went on."""
        from inspector.tui.screens.timeline_place import TimelinePlace

        return TimelinePlace(self.model, clock=lambda: self.now, id="timeline")

    @cached_property
    def sessions(self) -> "SessionsPlace":
        """The recordings."""
        from inspector.tui.screens.sessions_place import SessionsPlace

        return SessionsPlace(self.trash, id="sessions")

    @cached_property
    def connect_place(self) -> "ConnectPlace":
        """The servers."""
        from inspector.recording.plan import Plan
        from inspector.tui.facts import options_words
        from inspector.tui.screens.connect_place import ConnectPlace

        place = ConnectPlace(self.start.config, id="connect")
        place.options = options_words(self.start.connecting, self.start.recording or Plan())
        return place

    @cached_property
    def compare(self) -> "ComparePane":
        """Two records."""
        from inspector.tui.screens.compare import ComparePane

        return ComparePane(self.model, safe=self.record_copies.safe, id="compare")

    @cached_property
    def twins(self) -> "TwinsPane":
        """Two sessions."""
        from inspector.tui.screens.twins import TwinsPane

        return TwinsPane(safe=self.record_copies.safe, id="twins")

    @cached_property
    def choice(self) -> "SessionChoice":
        """Which recording."""
        from inspector.tui.widgets.session_choice import SessionChoice

        return SessionChoice(id="choice")

    @cached_property
    def changes(self) -> "Changes":
        """What the change of a file changed."""
        from inspector.tui.widgets.changes import Changes

        return Changes(id="changes")

    @cached_property
    def held(self) -> "Held":
        """What is held on its way."""
        from inspector.tui.widgets.held import Held

        return Held(id="held")

    # ── when they are made ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def body(self) -> ContentSwitcher:
        """What shows the place."""
        return self.query_one("#body", ContentSwitcher)

    def place(self, name: str) -> Widget:
        """The place of an id; it is made if it is not there."""
        return cast(Widget, getattr(self, "connect_place" if name == "connect" else name))

    def has_place(self, name: str) -> bool:
        """Whether a place is on the screen, with all that it is made of."""
        attribute = "connect_place" if name == "connect" else name
        return name == "desk" or (attribute in self.__dict__ and self.place(name).is_mounted)

    def make_place(self, name: str, then: Callable[[], object]) -> None:
        """Have a place on the screen, and go on; keys wait for it."""
        cast("InspectorApp", self.app).hold_keys()
        self.call_next(self._make_place, name, then)

    async def _make_place(self, name: str, then: Callable[[], object]) -> None:
        try:
            await self._mount_place(name)
            if self.has_place(name):
                then()
        finally:
            release = cast("InspectorApp", self.app).release_keys
            # The next key finds it laid out, if it is there at all: nothing is where the app is being left.
            if not (self.has_place(name) and self.call_after_refresh(release)):
                release()

    async def make_places(self) -> None:
        """Have all of them, one at a time, while the person presses nothing; first comes the first view."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self.first_view.wait()
        old_objects.settle()
        for name, module in _MODULES.items():
            while (waits := cast("InspectorApp", self.app).pressed + _CALM - perf_counter()) > 0:
                await asyncio.sleep(waits)
            if not self.is_attached:
                return
            await asyncio.to_thread(import_module, module)
            await self._mount_place(name)

    async def _mount_place(self, name: str) -> None:
        async with self._making:
            for body in self.query("#body").results(ContentSwitcher):  # none where another session has taken over
                if body.is_attached and not self.has_place(name):  # it is not where the app is being left
                    await body.add_content(self.place(name))
