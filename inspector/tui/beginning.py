"""How a session begins: before there is a screen to show it, and in place of the one before.

The client is imported after the first frame and the session begins; the session screen, with all folds, is imported
while the server starts.
"""

import asyncio
import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.errors import InspectorError
from inspector.tui.keyboard import OrderedKeys
from inspector.tui.restyling import RestylingApp
from inspector.tui.start import Start
from inspector.tui.trash import Trash

if TYPE_CHECKING:
    from inspector.tui.bridge import Bridge
    from inspector.tui.screens.wishes import OpenRecording, OpenTarget

_SPAWNING: Final = 0.01
"""Seconds for the loop to start the server's process before it is busy: the server's own start takes far longer."""

_SESSION: Final = "inspector.tui.screens.session"
_LOADED: Final = (
    "inspector.analysis.operations",
    "inspector.analysis.detail",
    "inspector.tui.model",
    "inspector.tui.facts",
    "inspector.tui.widgets.catalogue",
    "inspector.forms",
    "inspector.tui.widgets.form_rows",
    "inspector.tui.widgets.form_view",
    "inspector.tui.widgets.result_view",
    "inspector.tui.screens.traffic",
    "inspector.tui.screens.desk",
    _SESSION,
)
"""The session screen and what it stands on, in pieces of some hundredths of a second: between two of them the session
that has begun sends and reads."""


class BeginningApp(RestylingApp, OrderedKeys):
    """One session at a time; its screen takes the place of the one before."""

    def __init__(self, start: Start, **more: Any) -> None:
        super().__init__(**more)
        self.start = start
        self.trash = Trash()
        self._begun: Bridge | None = None
        self.hold_keys()

    def say_problems(self) -> None:
        """What could not be used of the person's own files; said when the first session screen is there."""
        raise NotImplementedError

    async def open_session(self, start: Start) -> None:
        """A session with a target, a recording or neither, in place of the one before, which is ended.

        Keys that are typed before its screen is there wait for it.
        """
        self.hold_keys()
        if _SESSION not in sys.modules:
            self._begun = self._begin(start)
            await asyncio.sleep(_SPAWNING)
            for name in _LOADED:
                import_module(name)
                await asyncio.sleep(0)
        from inspector.tui.screens.session import SessionScreen

        self.start = start
        screen = SessionScreen(start, self.trash, self._begun)
        self._begun = None
        if isinstance(self.screen, SessionScreen):
            self.screen.end()
            self.switch_screen(screen)
        else:
            self.push_screen(screen)
            self.say_problems()
        screen.call_after_refresh(self.release_keys)

    def _begin(self, start: Start) -> "Bridge | None":
        """Connect before there is a screen to show it."""
        if start.target is None or start.opened is not None:
            return None
        from inspector.recording.plan import Plan
        from inspector.tui.bridge import Bridge

        bridge = Bridge(
            start.target,
            start.connecting,
            start.recording or Plan(),
            insecure=start.insecure,
            rules=start.rules,
            command=start.command,
            watched=start.watched,
        )
        bridge.sign_pauses(start.pauses)
        self.run_worker(bridge.run(), name="session")
        return bridge

    async def on_open_target(self, message: "OpenTarget") -> None:
        """Another target, in place of the session that is shown."""
        await self.open_session(self.start.at(message.target, message.source, message.again))

    def on_open_recording(self, message: "OpenRecording") -> None:
        """A recording, in place of the session that is shown, once it is read; what is shown stays until then."""
        self.run_worker(partial(self._read_recording, message.path), thread=True, group="open", exclusive=True)

    def _read_recording(self, path: Path) -> None:
        from inspector.config.target import RecordingTarget
        from inspector.recording import open_recording
        from inspector.tui.screens.wishes import Said

        try:
            opened = open_recording(path)
        except InspectorError as fault:
            self.screen.post_message(Said(f"{fault.message} {fault.why}"))
            return
        start = replace(self.start, target=RecordingTarget(path), opened=opened, source=None, again=None)
        self.call_from_thread(self.call_later, self.open_session, start)
