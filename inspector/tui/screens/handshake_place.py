"""Handshake, with the attempts of the session."""

from collections.abc import Mapping

from inspector.tui import facts
from inspector.tui.model import Model
from inspector.tui.screens.wishes import ConnectAs, RecordWanted
from inspector.tui.widgets.handshake import Handshake
from inspector.tui.widgets.handshake_page import HandshakeAttempt
from inspector.wire.json import Json


class HandshakePlace(Handshake):
    """The place."""

    def __init__(self, model: Model, *, id: str | None = None) -> None:
        super().__init__(offered=("auto", "modern", "legacy"), id=id)
        self._model = model
        self._shown: tuple[HandshakeAttempt, ...] | None = None

    def fed(self, ours: Mapping[str, Json], *, live: bool) -> None:
        """The model may know more: laid out again only if it does. `ours` is what we declare."""
        attempts = facts.attempts(self._model, ours)
        if attempts != self._shown:
            self._shown = attempts
            self.show(attempts, live=live)

    def on_handshake_connect_as(self, message: Handshake.ConnectAs) -> None:
        """Another attempt, beside those that are there."""
        message.stop()
        self.post_message(ConnectAs(message.mode))

    def on_handshake_records_wanted(self, message: Handshake.RecordsWanted) -> None:
        """The records that a step rests on, from the first."""
        message.stop()
        self.post_message(RecordWanted(message.first))
