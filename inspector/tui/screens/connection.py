"""The keys of the connection: connect again in another way, and disconnect. In a recording they only say why not.

Another session takes the place of this one: while a server is connected, only the second Enter does that.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.analysis.operation import Operation
from inspector.client import Options
from inspector.config.target import HttpTarget, Target
from inspector.protocol.negotiation import Mode
from inspector.tui.bridge import Bridge
from inspector.tui.model import Model
from inspector.tui.screens.placed import PlacedScreen
from inspector.tui.screens.wishes import ConnectAs, OpenRecording, OpenTarget
from inspector.tui.screens.workbench import NO_SERVER
from inspector.tui.widgets.result_data import Withheld
from inspector.wire.events import Transport
from inspector.wire.text import visible

NOT_CONNECTED: Final = "There is no server yet: 0 connects to one."

AGAIN: Final = 60.0
"""Seconds in which Enter again ends the session: as long as the sentence stands that says so."""


class ConnectionScreen(PlacedScreen):
    """A screen with a connection. A subclass has the bridge and what is known of the session."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("A", "connect_as('auto')", "connect as auto", show=False, id="connect.auto"),
        Binding("M", "connect_as('modern')", "connect as modern", show=False, id="connect.modern"),
        Binding("L", "connect_as('legacy')", "connect as legacy", show=False, id="connect.legacy"),
        Binding("V", "connect_as('version')", "connect with a version", show=False, id="connect.version"),
        Binding("T", "connect_as('transport')", "connect by the other transport", show=False, id="connect.transport"),
        Binding("B", "connect_as('all')", "connect in every way", show=False, id="connect.all"),
        Binding("R", "connect_as('')", "restart or reconnect", show=False, id="connect.again"),
        Binding("D", "disconnect", "disconnect", show=False, id="connect.end"),
    ]

    model: Model
    bridge: Bridge | None
    repeat: bool

    def __init__(self) -> None:
        super().__init__()
        self._would_end: tuple[Path | Target, str] | None = None
        """What was wished for in place of this session, and what was said of it: it is meant while that stands."""

    @property
    def is_replay(self) -> bool:
        """Whether no server can be there."""
        raise NotImplementedError

    @property
    def is_live(self) -> bool:
        """Whether a server is there, or is being connected to."""
        connected = self.model.session.status.state in ("connecting", "connected")
        return connected and self.bridge is not None and not self.is_replay

    @property
    def no_server(self) -> str:
        """Why nothing can be connected again; empty if it can."""
        if self.is_replay:
            return NO_SERVER
        return NOT_CONNECTED if self.bridge is None else ""

    @property
    def is_probing(self) -> bool:
        """Whether it is not known yet that the server speaks the modern way, and only its silence can tell."""
        status = self.model.session.status
        return status.state == "connecting" and status.waits_for == "server/discover"

    @property
    def other_transport(self) -> Transport | None:
        """The transport over HTTP that is not in use; None where there is but one."""
        if self.bridge is None or not isinstance(self.bridge.target, HttpTarget):
            return None
        handshakes = self.model.session.handshakes
        now = handshakes[-1].transport if handshakes else self.bridge.target.transport
        return "streamable-http" if now == "http+sse" else "http+sse"

    def withheld(self, call: Operation) -> Withheld | None:
        """For what of the person, but for an answer, a message of a call waits."""
        return None

    def connect(self, change: Callable[[Options], Options], transport: Transport | None = None) -> None:
        """Connect again with other options; everything so far stays."""
        if self.bridge is None or self.no_server:
            self.say(self.no_server)
        else:
            self.bridge.connect(change(self.bridge.options), transport)

    def action_connect_as(self, way: str) -> None:
        """Connect in another way, beside the attempts so far: a mode, `version` (which is asked for), `transport` (the
        other one), `all` (each in turn); with none, again in the same way."""
        if self.no_server:
            self.say(self.no_server)
        elif way == "version":
            self.go("handshake", then=lambda: self.handshake.ask_version())
        elif way == "transport" and self.other_transport is None:
            self.say("A command speaks over stdio: there is no other transport.")
        elif way == "transport":
            self.connect(lambda options: options, self.other_transport)
        elif way == "all":
            assert self.bridge is not None
            self.bridge.try_all()
        elif way:
            self.connect(lambda options: replace(options, mode=cast(Mode, way), version=None))
        else:
            self.connect(lambda options: options)

    def connect_anyway(self) -> None:
        """Connect in the legacy way with whatever version the server answers with, known to us or not."""
        self.connect(lambda options: replace(options, mode="legacy", version=None, any_version=True))

    def on_connect_as(self, message: ConnectAs) -> None:
        """A place wants another attempt."""
        if message.version:
            self.connect(lambda options: replace(options, mode="auto", version=message.version))
        else:
            self.repeat = message.repeat
            self.action_connect_as(message.mode)

    def on_open_recording(self, message: OpenRecording) -> None:
        """A recording is wanted in place of this session."""
        self._ends_for(message, message.path, "opens the recording")

    def on_open_target(self, message: OpenTarget) -> None:
        """Another server is wanted in place of this session."""
        self._ends_for(message, message.target, "connects")

    def _ends_for(self, message: Message, wanted: Path | Target, does: str) -> None:
        """While a server is there, the first wish is told what it would end; the same one again goes on to the app."""
        if self.bridge is None or not self.is_live or self._would_end == (wanted, self.key_line.note):
            return
        message.stop()
        recorder = self.bridge.recorder
        kept = f"recorded in {recorder.path.name}" if recorder is not None and not recorder.problem else "not recorded"
        told = visible(f"Enter again ends this session and {does}; it is {kept}.")
        self._would_end = wanted, told
        self.say(told, AGAIN)

    def action_disconnect(self) -> None:
        """Close the connection and stay."""
        if self.bridge is None or self.no_server:
            self.say(self.no_server)
        else:
            self.bridge.disconnect()
