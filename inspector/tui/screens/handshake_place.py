"""Handshake, with the attempts of the session."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Final

from inspector.tui.attempts import attempts
from inspector.tui.model import Model
from inspector.tui.screens.wishes import ConnectAs, CopyWanted, RecordWanted, SignWanted
from inspector.tui.signing import Signing, TokenFacts
from inspector.tui.widgets.authorization import AuthorizationPage, AuthorizationShown
from inspector.tui.widgets.handshake import CONNECT_AS, Handshake
from inspector.tui.widgets.handshake_page import HandshakeAttempt
from inspector.wire.json import Json

_WAYS = tuple(way for way in CONNECT_AS if way != "transport")
"""What there is where there is but one transport."""

_OFTEN: Final = 10.0
"""Seconds after which the times of a token are told anew."""


class HandshakePlace(Handshake):
    """The place."""

    def __init__(self, model: Model, *, id: str | None = None) -> None:
        super().__init__(offered=_WAYS, id=id)
        self._model = model
        self._shown: tuple[HandshakeAttempt, ...] | None = None

    def fed(self, ours: Mapping[str, Json], *, now: float, live: bool, by_http: bool) -> None:
        """The model may know more: laid out again only if it does. `ours` is what we declare.

        `now` is in seconds of the session; `by_http`: there is another transport.
        """
        found = attempts(self._model, ours, now if live else None)
        offered = tuple(CONNECT_AS) if by_http else _WAYS
        if (found, offered) != (self._shown, self.page.offered):
            self._shown, self.page.offered = found, offered
            self.show(found, live=live)

    def signed(
        self, signing: Signing, kept: TokenFacts | None, *, now: float, waited: float, epoch: float | None, live: bool
    ) -> None:
        """How requests are authorized, as far as the model and the bridge know. Numbers as of `AuthorizationShown`."""
        flows = self._model.authorizations.flows
        shown = AuthorizationShown(flows, signing, None if flows else kept, live)
        if shown.has_clock:
            shown = replace(shown, now=round(now, 1), waited=round(waited, 1))
        if epoch is not None:
            shown = replace(shown, epoch=ceil(epoch / _OFTEN) * _OFTEN)  # up: what has just come is not to come yet
        self.show_authorization(shown, there=signing.possible or bool(flows))

    def on_authorization_page_sign_wanted(self, message: AuthorizationPage.SignWanted) -> None:
        """A person does something about an authorization."""
        message.stop()
        self.post_message(SignWanted(message.deed, message.text))

    def on_authorization_page_record_wanted(self, message: AuthorizationPage.RecordWanted) -> None:
        """The record that a step begins with."""
        message.stop()
        self.post_message(RecordWanted(message.seq))

    def on_authorization_page_copy_wanted(self, message: AuthorizationPage.CopyWanted) -> None:
        """The URL, or what came of a step."""
        message.stop()
        self.post_message(CopyWanted(message.text, message.what))

    def on_handshake_connect_as(self, message: Handshake.ConnectAs) -> None:
        """Another attempt, beside those that are there."""
        message.stop()
        self.post_message(ConnectAs(message.mode))

    def on_handshake_version_chosen(self, message: Handshake.VersionChosen) -> None:
        """An attempt with a version that the person names."""
        message.stop()
        self.post_message(ConnectAs(version=message.version))

    def on_handshake_records_wanted(self, message: Handshake.RecordsWanted) -> None:
        """The records that a step rests on, from the first."""
        message.stop()
        self.post_message(RecordWanted(message.first))
