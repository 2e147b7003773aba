"""The tab of the handshake that shows how requests were authorized, or why not, step by step."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.analysis.authorization import Flow, Step
from inspector.tui.widgets.authorization_page import NEXT, AuthorizationShown, authorization_page
from inspector.tui.widgets.authorization_steps import RECORD
from inspector.tui.widgets.page_view import PageLine, PageView

__all__ = ["AuthorizationPage", "AuthorizationShown", "SignDeed"]

SignDeed = Literal["step", "run", "pauses", "browse", "bring", "back", "secret", "abandon", "forget", "anew"]
"""What a person does about an authorization: one step; all that are left; stop before each or not; open the browser;
ask for the address that one came back to, or for the client's secret; give it up; forget all that is kept and connect
again, or the token alone. `back` brings the address itself."""


class AuthorizationPage(PageView):
    """The page; its stops are the steps of the flow that is unfolded, and the other flows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "records", id="authorization.open"),
        Binding("ctrl+r", "deed('run')", "run on", key_display="^R", id="authorization.run"),
        Binding("space", "deed('pauses')", "pause", key_display="Space", id="authorization.pause"),
        Binding("b", "deed('bring')", "paste back", id="authorization.bring"),
        Binding("y", "copy", "copy", id="authorization.copy"),
        Binding("x", "deed('abandon')", "give up", id="authorization.abandon"),
        Binding("F", "deed('forget')", "start again", id="authorization.forget"),
        Binding("N", "deed('anew')", "sign in again", id="authorization.anew"),
        Binding("o", "records", "request and answer", show=False, id="authorization.records"),
        Binding("full_stop,right_square_bracket", "turn(1)", "tab", key_display=".", id="authorization.next"),
        Binding("comma,left_square_bracket", "turn(-1)", "tab before", show=False, id="authorization.previous"),
    ]

    @dataclass
    class SignWanted(Message):
        """The person does something about it. `text` is the address of `back`, `on` or nothing of `pauses`."""

        deed: SignDeed
        text: str = ""

    @dataclass
    class RecordWanted(Message):
        """A record is to be looked at."""

        seq: int

    @dataclass
    class CopyWanted(Message):
        """This is to be copied; `what` says in a word or two what it is. Both may be foreign."""

        text: str
        what: str

    @dataclass
    class Turned(Message):
        """The next (1) or previous (-1) tab is wanted."""

        by: int

    def __init__(self) -> None:
        super().__init__()
        self.shown = AuthorizationShown()
        self._unfolded = 0
        self._watched: Hashable = None
        """The stop that the cursor was put on by itself, and is moved on from as the flow goes on."""

    def show(self, shown: AuthorizationShown) -> None:
        """What is known now. The cursor goes along with the flow, unless the person has put it elsewhere."""
        if shown == self.shown:
            return
        follows = not self.shown.flows or self.stop == self._watched
        newer = len(shown.flows) > len(self.shown.flows)
        self.shown = shown
        if follows or newer:
            self._follow()
        self.page_changed()
        if self.cursor is not None and (follows or newer):
            self.scroll_to_line(self.cursor)
        self.refresh_bindings()

    def _follow(self) -> None:
        flows = self.shown.flows
        if not flows:
            return
        self._unfolded = len(flows)
        waits = self.shown.live and self.shown.signing.waits in ("step", "secret")
        self._stop = self._watched = NEXT if waits else (len(flows), flows[-1].current.id)

    @property
    def flow(self) -> Flow | None:
        """The one whose steps are shown."""
        return next((one for one in self.shown.flows if one.number == self._unfolded), None)

    @property
    def step(self) -> Step | None:
        """The step under the cursor."""
        flow = self.flow
        return next((one for one in flow.steps if (flow.number, one.id) == self.stop), None) if flow else None

    # ── as a page ───────────────────────────────────────────────────────────────────────────────────────────────────

    def lay_out(self, width: int) -> Sequence[PageLine]:
        """The flows; the cursor is where the last of them is, until it is moved."""
        if self.stop is None:
            self._stop = self._watched
        return authorization_page(
            self.shown, width, self.roles, unfolded=self._unfolded, chosen=self.stop, airy=self.airy
        )

    def stop_changed(self) -> None:
        """The step under the cursor says all that is known of it."""
        self.page_changed()
        page = self.page
        end = max((at for at, line in enumerate(page) if line.stop == self.stop), default=0)
        if self.cursor is not None and end - self.cursor < self.size.height:
            self.scroll_to_line(end)
        self.refresh_bindings()

    def pressed(self, action: str) -> None:
        """A click on a button, or on the number of a record."""
        if action.startswith(RECORD):
            self.post_message(self.RecordWanted(int(action.removeprefix(RECORD))))
        elif action == "copy":
            self.action_copy()
        else:
            self.action_deed(cast("SignDeed", action))

    def clicked(self, index: int, x: int) -> None:
        """A double click, or one on a flow, does what Enter does."""
        if isinstance(self.stop, tuple) and self.stop[0] == "flow":
            self.action_open()

    # ── what is done ────────────────────────────────────────────────────────────────────────────────────────────────

    def action_open(self) -> None:
        """The next step is taken, the browser opened, another flow unfolded; else the records of the step are shown."""
        stop, signing = self.stop, self.shown.signing
        if isinstance(stop, tuple) and stop[0] == "flow":
            self._unfold(int(stop[1]))
        elif stop == NEXT:
            self.action_deed("secret" if signing.waits == "secret" else "step")
        elif self.step is not None and self.step.state == "waiting" and signing.waits == "browser" and signing.opens:
            self.action_deed("browse")
        else:
            self.action_records()

    def _unfold(self, number: int) -> None:
        self._unfolded = 0 if self._unfolded == number else number
        self.page_changed()
        self.refresh_bindings()

    def action_records(self) -> None:
        """Asks for the record where a step begins; from there one goes on to its answer."""
        step = self.step
        if step is not None and step.record:
            self.post_message(self.RecordWanted(step.record))

    def action_deed(self, deed: SignDeed) -> None:
        """Asks for what a key or a button says."""
        text = "" if deed != "pauses" or self.shown.signing.pauses else "on"
        self.post_message(self.SignWanted(deed, text))

    def action_copy(self) -> None:
        """The URL to sign in at, while that is waited for; else what came of the step."""
        if self.shown.signing.waits == "browser":
            self.post_message(self.CopyWanted(self.shown.signing.url, "the URL"))
        elif self.step is not None:
            step = self.step
            parts = [f"{step.id}: {step.said}", step.why, step.remedy and f"Remedy: {step.remedy}", step.clause]
            self.post_message(self.CopyWanted("\n".join(filter(None, parts)), "the step"))

    def action_turn(self, by: int) -> None:
        """Asks for another tab."""
        self.post_message(self.Turned(by))

    def on_paste(self, event: events.Paste) -> None:
        """An address that is pasted here is the one that the browser came back to."""
        if self.shown.signing.waits == "browser" and event.text.strip():
            event.stop()
            self.post_message(self.SignWanted("back", event.text.strip()))

    @property
    def key_words(self) -> dict[str, str]:
        """What Enter does where the cursor is."""
        signing = self.shown.signing
        if self.stop == NEXT:
            return {"records": "give the secret" if signing.waits == "secret" else "step"}
        if isinstance(self.stop, tuple) and self.stop[0] == "flow":
            return {"records": "unfold"}
        if signing.waits == "browser" and signing.opens and self.step is not None and self.step.state == "waiting":
            return {"records": "open the browser", "copy": "copy URL"}
        return {"copy": "copy URL"} if signing.waits == "browser" else {}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What makes no sense now is not there; in a recording what needs a server is grey."""
        signing, live = self.shown.signing, self.shown.live
        if action == "deed":
            there = {
                "run": signing.waits == "step",
                "bring": signing.waits == "browser",
                "abandon": signing.going,
                "forget": signing.possible and not signing.going,
                "anew": signing.possible and not signing.going,
                "pauses": signing.possible,
            }
            deed = str(parameters[0]) if parameters else ""
            if not live:
                return None if deed in ("forget", "pauses") and self.shown.flows else False
            return there.get(deed, True)
        if action in ("open", "records", "copy"):
            return bool(self.shown.flows)
        return True
