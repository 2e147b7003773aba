"""The screen's side of signing in: whoever is waited for is told so wherever they are, and one key leads there."""

from collections.abc import Callable
from time import monotonic, time
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from inspector.analysis.authorization import Step
from inspector.analysis.operation import Operation
from inspector.tui.bridge_signing import SigningTold
from inspector.tui.screens.connection import ConnectionScreen
from inspector.tui.screens.wishes import SignWanted
from inspector.tui.signing import Signing, Waits
from inspector.tui.widgets.result_data import Withheld
from inspector.tui.widgets.typed import key_from

NO_AUTHORIZATION: Final = "Nothing is authorized here: there is no URL, or it has a credential of its own."
UNAUTHORIZED: Final = "Refused so far: it waits for the authorization"
NOBODY_ASKED: Final = "Nobody is asked to sign in."

_STANDS: Final = 60.0
_ASKED: Final[dict[Waits, str]] = {"browser": "sign in", "step": "next step", "secret": "client secret"}
_HINTS: Final[dict[Waits, str]] = {
    "browser": "The server wants you to sign in: {} shows where.",
    "step": "The authorization waits before its next step: {} shows it.",
    "secret": "The authorization server wants the secret of your client: {} asks for it.",
}


class SigningScreen(ConnectionScreen):
    """A screen whose requests may wait for somebody who signs in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("O", "signing", "authorization: sign in", show=False, id="session.signing"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asked: Waits = ""
        self._told = ""

    @property
    def signing(self) -> Signing:
        """How it stands."""
        return self.bridge.signing if self.bridge is not None else Signing()

    @property
    def asked(self) -> str:
        """What the person is waited for to do, for the status line; empty if they are not."""
        waits = self.signing.waits
        return f"{_ASKED[waits]} · O" if waits else ""

    def withheld(self, call: Operation) -> Withheld | None:
        """The server has refused a message of it, and an authorization goes on."""
        waits = self.bridge is not None and self.bridge.signs_for(call.number)
        return Withheld(UNAUTHORIZED, "O") if waits else super().withheld(call)

    def action_signing(self) -> None:
        """O: the authorization, step by step; again: back. Where the secret of a client is waited for, that first."""
        if self.signing.waits == "secret":
            self.sign_secret()
        elif self.here == "handshake" and self.handshake.shows_authorization:
            self.action_back()
        else:
            self.show_authorization()

    def show_authorization(self) -> None:
        """Go to the tab."""
        self.go("handshake", then=self._open_authorization)

    def _open_authorization(self) -> None:
        self.handshake.open_authorization()
        if not self.handshake.shows_authorization:
            self.say(NO_AUTHORIZATION)

    def go(self, place: str, pane: str = "", then: Callable[[], object] = lambda: None) -> None:
        """The handshake opens with the authorization, where that is waited for or broke the connection."""
        arrives = place == "handshake" and self.here not in (place, "detail")

        def arrive() -> None:
            self._unhint()
            broke = self.failed_step is not None and self.model.session.status.state != "connected"
            if broke or self.signing.waits:
                self.handshake.open_authorization()
            then()

        super().go(place, pane, arrive if arrives else then)

    @property
    def failed_step(self) -> Step | None:
        """The step at which the last authorization failed; None if it did not."""
        flows = self.model.authorizations.flows
        return flows[-1].current if flows and flows[-1].state == "failed" else None

    @property
    def now(self) -> float:
        """Seconds of the session."""
        raise NotImplementedError

    def show_signing(self) -> None:
        """The tab, as things are now."""
        signing, live = self.signing, not self.is_replay
        tells = self.bridge is not None and live and not self.model.authorizations.flows
        kept = self.bridge.sign_kept() if self.bridge is not None and tells else None
        self.handshake.signed(
            signing,
            kept,
            now=self.now,
            waited=max(monotonic() - signing.since, 0.0) if signing.waits else 0.0,
            epoch=time() if live else None,
            live=live,
        )

    def on_signing_changed(self) -> None:
        """It waits for something else, or for nothing any more."""
        waits, before = self.signing.waits, self._asked
        self._asked = waits
        self.desk.show_outcome()
        if waits and waits != before and self.here != "handshake":
            self._hint(_HINTS[waits].format(key_from(self.focused, "O")), _STANDS)
        elif not waits:
            self._unhint()
        self.show_place()
        if waits and waits != before and self.here == "handshake":
            self.handshake.open_authorization()
        self.tell()

    def _hint(self, text: str, seconds: float) -> None:
        self.say(text, seconds, everywhere=True)
        self._told = self.key_line.note

    def _unhint(self) -> None:
        if self._told and self.key_line.note == self._told:
            self.key_line.note = ""

    def tell(self) -> None:
        """Status and places."""
        raise NotImplementedError

    def on_signing_told(self, message: SigningTold) -> None:
        """Something that was wanted could not be."""
        self.say(message.text, 8.0)

    def on_sign_wanted(self, message: SignWanted) -> None:
        """A key or a button of the tab."""
        bridge = self.bridge
        if bridge is None or self.is_replay:
            self.say(self.no_server)
            return
        match message.deed:
            case "step":
                bridge.sign_step()
            case "run":
                bridge.sign_run_on()
            case "pauses":
                bridge.sign_pauses(bool(message.text))
            case "browse":
                bridge.sign_open()
            case "bring":
                self.sign_paste()
            case "secret":
                self.sign_secret()
            case "back":
                self._pasted(message.text)
            case "abandon":
                bridge.sign_abandon()
            case "forget" | "anew":
                self.sign_again(forget=message.deed == "forget")

    # ── what the person does ────────────────────────────────────────────────────────────────────────────────────────

    def sign_copy(self) -> None:
        """The address to sign in at, to the clipboard."""
        if self.signing.url:
            self.copy(self.signing.url, "the address to sign in")
        else:
            self.say(NOBODY_ASKED)

    def sign_paste(self) -> None:
        """Ask for the address that a browser on another machine ended up at, until it is one that may be."""
        if self.signing.waits == "browser":
            self.ask_text("The address that the browser ended up at", "", self._pasted)
        else:
            self.say(NOBODY_ASKED)

    def _pasted(self, text: str) -> None:
        wrong = self.bridge.sign_back(text) if self.bridge is not None and text.strip() else ""
        if wrong:
            self._hint(wrong, _STANDS)
            self.call_later(self.ask_text, "The address that the browser ended up at", text, self._pasted)

    def sign_secret(self) -> None:
        """Ask for the secret of the person's client, unseen."""
        bridge = self.bridge
        if bridge is not None and self.signing.waits == "secret":
            label = f"Secret, not shown, of {self.signing.told}"
            self.ask_text(label, "", bridge.sign_secret, unseen=True)
        else:
            self.say(NOBODY_ASKED)

    def sign_again(self, *, forget: bool) -> None:
        """Sign in anew, as the same client or, where it is to be forgotten, as another one."""
        if self.bridge is None or not self.signing.possible:
            self.say(NO_AUTHORIZATION)
        elif forget:
            self.bridge.sign_forget()
        else:
            self.bridge.sign_anew()
