"""Which recording a session is held against, and to which server a recording is sent again."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from inspector.analysis.identity import server_name
from inspector.config.places import places
from inspector.config.target import DemoTarget
from inspector.config.target_json import from_json
from inspector.tui.numbers import counted
from inspector.tui.screens.connection import AGAIN, ConnectionScreen
from inspector.tui.screens.wishes import CompareSessions, OpenTarget, SendAgain
from inspector.tui.start import Again, Start

if TYPE_CHECKING:
    from inspector.tui.widgets.session_choice import SessionChoice
    from inspector.tui.widgets.session_rows import SessionRow

THIS: Final = "this session"


class TwinChoosing(ConnectionScreen):
    """A screen that asks which. A subclass compares and sends (`hold_against`, `send_recorded`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("C", "compare_with", "compare with a recording", show=False, id="session.compare"),
        Binding("S", "send_again", "send a recording again", show=False, id="session.again"),
    ]

    start: Start

    def __init__(self) -> None:
        super().__init__()
        self._twins_from = "desk"
        self._chosen_for: Literal["compare", "again"] = "compare"
        self._wish: Again | None = None
        """What is to be sent again to the server that is chosen next."""

    def hold_against(self, message: CompareSessions) -> None:
        """Compare two sessions."""
        raise NotImplementedError

    def send_recorded(self, message: SendAgain) -> None:
        """Send recorded requests again."""
        raise NotImplementedError

    # ── which recording ─────────────────────────────────────────────────────────────────────────────────────────────

    def action_compare_with(self) -> None:
        """C: the session that is shown, with a recording that is asked for."""
        if not self.model.records:
            self.say("There is no session yet: 0 connects, 9 opens a recording.")
        else:
            self._choose("compare", "Compare with")

    def action_send_again(self) -> None:
        """S: a recording, to a server that is asked for; where there is a server, one that is asked for, to this."""
        if self.is_replay and self.recording is not None:
            self._ask_server(Again(self.recording))
        elif not self.cannot_send:
            self._choose("again", "Send again here")
        else:
            self.say_unsendable()

    @property
    def cannot_send(self) -> str:
        """Why nothing can be sent again now; empty if it can. A recording asks for a server first."""
        if self.is_replay:
            return ""
        ended = self.model.session.status.state in ("failed", "disconnected", "exited")
        if ended and self.bridge is not None:
            return "the server is gone, R connects again"
        there = self.bridge is not None and self.bridge.agreed is not None
        return "" if there else "there is no server to send to, 0 connects to one"

    def say_unsendable(self) -> None:
        """Says why nothing can be sent."""
        why = self.cannot_send.replace(", ", ": ")
        self.say(f"{why[:1].upper()}{why[1:]}.")

    def action_back(self) -> None:
        """Esc while a recording is chosen: back to where one came from."""
        if self.here == "choice" and not self.help.display:
            self.go(self._twins_from)
        else:
            super().action_back()

    def _choose(self, what: Literal["compare", "again"], title: str) -> None:
        self._chosen_for = what
        self._come_from()
        self.go("choice", then=partial(self._ask_choice, title))

    def _ask_choice(self, title: str) -> None:
        self.choice.ask(title)
        self.run_worker(partial(self._look, self.choice.show), thread=True, group="choice", exclusive=True)

    def compare_with_last(self) -> None:
        """With the newest other recording of the same server, without a question."""
        self._come_from()
        self.run_worker(partial(self._look, self._take_last), thread=True, group="choice", exclusive=True)

    def _look(self, give: "Callable[[list[SessionRow]], None]") -> None:
        from inspector.tui.targets import find_sessions
        from inspector.tui.widgets.session_choice import choices

        worker = get_current_worker()
        found = find_sessions(places().recordings, self.recording)
        if not worker.is_cancelled:
            self.app.call_from_thread(give, choices(found, server_name(self.model.catalog.server_info)))

    def _take_last(self, rows: "list[SessionRow]") -> None:
        server = server_name(self.model.catalog.server_info)
        row = next((row for row in rows if row.server == server), None)
        if row is None:
            self.say("There is no other recording of this server.")
        else:
            self.hold_against(CompareSessions(Path(row.path)))

    def on_session_choice_taken(self, message: "SessionChoice.Taken") -> None:
        """Enter on a recording."""
        message.stop()
        if self._chosen_for == "compare":
            self.hold_against(CompareSessions(Path(message.path)))
        else:
            self.send_recorded(SendAgain(Path(message.path)))

    # ── which server ────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_server(self, wish: Again) -> None:
        """Where the recording is to be sent: the recorded target stands in the line, if it can be used as it is."""
        self.go("connect", then=partial(self._offer_server, wish))

    def _offer_server(self, wish: Again) -> None:
        self._wish = wish
        opened = self.start.opened
        if opened is not None and opened.header.target and wish.path == self.recording:
            try:
                target, missing = from_json(opened.header.target)
            except ValueError:
                pass
            else:
                if isinstance(target, DemoTarget):
                    self.connect_place.list.focus()  # it has a row of its own, the first
                elif not missing:
                    self.connect_place.edit(target)
        some = counted(len(wish.only), "request") if wish.only is not None else "the recording"
        self.say(f"Enter on a server connects and sends {some} again; Esc gives that up.", AGAIN)

    def on_open_target(self, message: OpenTarget) -> None:
        """A server was chosen: what is to be sent to it goes along."""
        message.again = self._wish

    def go(self, place: str, pane: str = "", then: Callable[[], object] = lambda: None) -> None:
        """Elsewhere nothing is chosen for a server any more."""
        if place != "connect":
            self._wish = None
        super().go(place, pane, then)

    def _come_from(self) -> None:
        if self.here not in ("twins", "choice"):
            self._twins_from = "desk" if self.here == "connect" else self.here
