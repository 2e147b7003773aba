"""The session screen: three fixed lines, and between them the place where one is.

It owns the model and the bridge's worker, and turns messages of widgets into wishes to the bridge. It sends nothing and
awaits nothing itself.
"""

import webbrowser
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import ContentSwitcher

from inspector.analysis.items import METHOD_OF
from inspector.analysis.rules import RULES
from inspector.client import Options
from inspector.config.places import places
from inspector.config.recents import remember
from inspector.config.target import DemoTarget, RecordingTarget, Target, parse_line
from inspector.errors import InspectorError
from inspector.recording import open_recording
from inspector.recording.plan import Plan
from inspector.tui import facts
from inspector.tui.app import Start
from inspector.tui.asked import Asked, recorded
from inspector.tui.bridge import Batch, Bridge, Connected, Questions, RecordingProblem
from inspector.tui.keys import keys_of
from inspector.tui.model import Model
from inspector.tui.requests import Request
from inspector.tui.screens.desk import Desk
from inspector.tui.screens.detail import DetailPane
from inspector.tui.screens.workbench import WorkbenchPane
from inspector.tui.targets import Targets, find_sessions, find_targets, reading_of
from inspector.tui.widgets.answers import Answers
from inspector.tui.widgets.catalogue import Catalogue
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.connect import Connect
from inspector.tui.widgets.connect_rows import Reading
from inspector.tui.widgets.death_card import DeathCard
from inspector.tui.widgets.findings import Findings
from inspector.tui.widgets.handshake import Handshake
from inspector.tui.widgets.key_line import KeyLine
from inspector.tui.widgets.places_line import PlacesLine
from inspector.tui.widgets.result_data import Done
from inspector.tui.widgets.result_view import ResultView
from inspector.tui.widgets.sessions import Sessions
from inspector.tui.widgets.status_line import StatusLine
from inspector.tui.widgets.traffic_list import TrafficList
from inspector.wire.text import visible
from inspector.wire.versions import Era

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp

CLOCK: Final = 0.1
"""Seconds between two looks at running clocks; nothing on the screen moves more often than that by itself."""

NOTE: Final = 3.0
"""Seconds that a sentence stands in the key line."""
REPLAY_NOTE: Final = "A recording has no server: 0 connects to one."
DIGITS: Final = {"4": "handshake", "5": "answers", "6": "findings", "9": "sessions", "0": "connect"}


class SessionScreen(Screen[None]):
    """One session, live or recorded."""

    DEFAULT_CSS = """
    SessionScreen ContentSwitcher { height: 1fr; }
    SessionScreen #too-small { display: none; height: 1fr; content-align: center middle; color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "pane('catalogue')", "catalogue", show=False, id="place.catalogue"),
        Binding("2", "pane('workbench')", "workbench", show=False, id="place.workbench"),
        Binding("3", "pane('traffic')", "traffic", show=False, id="place.traffic"),
        *(
            Binding(digit, f"place('{place}')", place, show=False, id=f"place.{place}")
            for digit, place in DIGITS.items()
        ),
        Binding("escape,q", "back", "back", show=False, id="screen.back"),
        Binding("question_mark", "help", "help", key_display="?", show=False, id="screen.help"),
        Binding("z", "zoom", "zoom", show=False, id="screen.zoom"),
        Binding("A", "connect_as('auto')", "connect as auto", show=False, id="connect.auto"),
        Binding("M", "connect_as('modern')", "connect as modern", show=False, id="connect.modern"),
        Binding("L", "connect_as('legacy')", "connect as legacy", show=False, id="connect.legacy"),
        Binding("R", "reconnect", "restart or reconnect", show=False, id="connect.again"),
        Binding("D", "disconnect", "disconnect", show=False, id="connect.end"),
    ]

    def __init__(self, start: Start) -> None:
        super().__init__()
        self.start = start
        self.target: Target | None = start.target
        self.bridge: Bridge | None = None
        self.model = Model()
        self.modes: list[Any] = []
        self.unrecorded = ""
        self.asked_to_quit = False
        self.status = StatusLine()
        self.places = PlacesLine()
        self.key_line = KeyLine()
        self.desk = Desk(self.model, started=datetime.now().timestamp())
        self.handshake = Handshake(offered=("auto", "modern", "legacy"), id="handshake")
        self.findings = Findings(id="findings")
        self.asked = Asked()
        self.answers = Answers(clock=lambda: self.now, id="answers")
        self.sessions = Sessions(id="sessions")
        self.connect_place = Connect(id="connect")
        self.targets = Targets(())
        self.repeat = False
        self.desk.asked = self.asked.waits_for
        self.desk.workbench.clock = lambda: self.now
        self.desk.workbench.preview = self.preview
        self.detail = DetailPane(self.model, id="detail")

    # ── what is there ───────────────────────────────────────────────────────────────────────────────────────────────

    def compose(self) -> ComposeResult:
        """Three lines and a place."""
        yield self.status
        yield self.places
        with ContentSwitcher(initial="desk", id="body"):
            yield self.desk
            yield self.handshake
            yield self.detail
            yield self.answers
            yield self.findings
            yield self.sessions
            yield self.connect_place
        yield self.key_line

    @property
    def body(self) -> ContentSwitcher:
        """What shows the place."""
        return self.query_one("#body", ContentSwitcher)

    def on_mount(self) -> None:
        """Begin the session, or offer to connect."""
        self.set_interval(CLOCK, self.tick)
        self.places.here = "desk"
        if self.target is not None:
            self.begin(self.target)
        else:
            self.action_place("connect")
        self.tell()
        self.desk.catalogue.focus()

    def begin(self, target: Target) -> None:
        """Connect to a target, or open a recording."""
        self.target = target
        options = self.start.options or Options()
        self.bridge = Bridge(
            target,
            options,
            self.start.recording or Plan(),
            self.post_message,
            opened=self.start.opened if isinstance(target, RecordingTarget) else None,
            insecure=self.start.insecure,
        )
        self.modes.append(options.mode)
        self.app.run_worker(self.bridge.run(), name="session")

    # ── what happens ────────────────────────────────────────────────────────────────────────────────────────────────

    def on_batch(self, message: Batch) -> None:
        """Records came."""
        self.model.feed(message.records)
        self.desk.fed(self.live, replay=self.is_replay)
        self.show_handshake()
        self.tell()

    def on_connected(self, message: Connected) -> None:
        """The negotiation ended."""
        self.desk.fault = message.fault
        self.desk.fed(self.live, replay=False)
        self.tell()
        if message.fault is not None and not self.model.records:
            self.say(f"{message.fault.message} {message.fault.why} {message.fault.hint}", lasting=True)
        if message.agreed is not None:
            self.run_worker(partial(self._remember, message.agreed.era), thread=True)
            if self.repeat:
                self.repeat = False
                self.desk.workbench.call()

    def _remember(self, era: Era) -> None:
        """Keep the target among the recent ones; in a thread, since it writes a file."""
        if self.target is not None and not isinstance(self.target, DemoTarget | RecordingTarget):
            source = str(self.start.source) if self.start.source is not None else ""
            try:
                remember(places().recents_file, self.target, era=era, at=datetime.now().timestamp(), source=source)
            except InspectorError as fault:
                self.app.call_from_thread(self.say, f"{fault.message} {fault.why}")

    def say(self, text: str, *, lasting: bool = False) -> None:
        """A sentence in the key line, for a while."""
        self.key_line.note = visible(text)
        if not lasting:
            self.set_timer(NOTE, self._quiet)

    def on_questions(self, message: Questions) -> None:
        """What waits for an answer changed."""
        self.asked.update(message.open, self.model.session.status.server_name)
        self.answers.show(self.asked.states)
        self.desk.show_outcome(replay=self.is_replay)
        self.tell()

    def on_answers_answered(self, message: Answers.Answered) -> None:
        """The person has answered."""
        if self.bridge is None:
            return
        self.asked.answered(message.number, message.answer, self.now)
        self.bridge.answer(message.number, message.answer)
        self.answers.show(self.asked.states)
        if not self.asked.waiting:
            self.go("desk")

    def on_answers_open_url_wanted(self, message: Answers.OpenUrlWanted) -> None:
        """The person consented to open exactly this address: by the system's opener, without a shell."""
        if message.url.startswith(("https://", "http://")):
            self.run_worker(partial(webbrowser.open, message.url), thread=True)
        else:
            self.say("Only http and https addresses are opened; copy it instead.")

    def on_answers_copy_url_wanted(self, message: Answers.CopyUrlWanted) -> None:
        """y: the address to the clipboard."""
        self.copy(message.url)

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, and say so."""
        self.app.copy_to_clipboard(text)
        self.notify(f"Copied {len(text.encode('utf-8', 'replace')):,} B.", markup=False, timeout=NOTE)

    def on_recording_problem(self, message: RecordingProblem) -> None:
        """The recording ended; the status line says so from now on."""
        self.unrecorded = message.text

    @property
    def live(self) -> bool:
        """Whether something can be sent."""
        return self.bridge is not None and self.bridge.agreed is not None

    @property
    def now(self) -> float:
        """Seconds of the session: by the clock while it lives, by its last record in a recording."""
        if self.bridge is not None and not self.bridge.journal.sealed:
            return self.bridge.journal.now()
        return self.model.records[-1].at if self.model.records else 0.0

    def tick(self) -> None:
        """Ten times a second: what shows a clock."""
        if (
            self.model.session.status.state == "connecting"
            or self.desk.running
            or (
                self.bridge is not None
                and not self.bridge.is_replay
                and int(self.now) != int(self.status.facts.recorded or 0)
            )
        ):
            self.tell()

    def tell(self) -> None:
        """Status, places and keys as they are now."""
        bridge = self.bridge
        replay = self.target.path if isinstance(self.target, RecordingTarget) else None
        recorder = bridge.recorder if bridge is not None else None
        self.status.facts = facts.status_facts(
            self.model,
            now=self.now,
            target=self.target,
            recorded=recorder is not None and not recorder.problem,
            unrecorded="disk full" if recorder is not None and recorder.problem else "",
            replay=replay,
            created=bridge.opened.header.created if bridge is not None and bridge.opened is not None else "",
        )
        levels = self.model.findings.counts()
        self.places.places = facts.places(
            self.model, questions=len(self.asked.waiting), errors=levels["error"], warnings=levels["warning"]
        )

    def preview(self, request: Request) -> tuple[bytes, str] | None:
        """The exact message that a request would be now."""
        if self.bridge is None or request.params is None:
            return None
        return self.bridge.preview(request.method, request.params)

    def show_handshake(self) -> None:
        """The page of the handshake or of the findings, if it is looked at."""
        if self.body.current == "answers" and self.is_replay:
            self.answers.show(recorded(self.model))
        if self.body.current == "findings":
            self.findings.show(self.model.findings.all, rules=len(RULES), records=len(self.model.records))
        if self.body.current == "handshake":
            ours = self.bridge.options.capabilities if self.bridge is not None else {}
            self.handshake.show(facts.attempts(self.model, self.modes, ours), live=not self.is_replay)

    @property
    def is_replay(self) -> bool:
        """Whether no server can be there."""
        return isinstance(self.target, RecordingTarget)

    def on_descendant_focus(self, event: Any) -> None:
        """The key line tells what works with the present focus."""
        self.call_after_refresh(self.tell_keys)

    def tell_keys(self) -> None:
        """The bindings of what has the focus, in its order."""
        self.key_line.keys = keys_of(self)

    # ── where one is ────────────────────────────────────────────────────────────────────────────────────────────────

    def go(self, place: str) -> None:
        """Show a place and put the keyboard there."""
        self.body.current = place
        self.places.here = "desk" if place == "detail" else place
        self.show_handshake()
        if place == "connect":
            self.run_worker(self._look_for_targets, thread=True, group="connect", exclusive=True)
        elif place == "sessions":
            self.run_worker(self._look_for_sessions, thread=True, group="sessions", exclusive=True)
        if place == "desk":
            self.desk.focus_again()
        elif place == "answers" and self.asked.waiting:
            self.answers.choose(self.asked.waiting[0].question.number)
        else:
            pane = self.query_one(f"#{place}")
            pane.focus()

    def action_place(self, place: str) -> None:
        """A digit: a place; again: back to the desk."""
        if self.body.current == place:
            self.go("desk")
        elif self.query(f"#{place}"):
            self.go(place)

    def action_pane(self, pane: str) -> None:
        """A digit: a pane of the desk; the digit of the focused one zooms it."""
        if self.body.current != "desk":
            self.go("desk")
            self.desk.focus_pane(pane)
        elif self.desk.focused_pane == pane:
            self.action_zoom()
        else:
            self.desk.focus_pane(pane)

    def action_zoom(self) -> None:
        """Give the focused pane the whole desk, or end that."""
        if self.body.current == "desk":
            self.desk.toggle_zoom()

    def action_back(self) -> None:
        """Close what is on top; on the desk only say how to quit."""
        if self.body.current != "desk":
            self.go("desk")
        elif not self.desk.step_back():
            self.say("Ctrl+Q quits.")

    def _quiet(self) -> None:
        self.key_line.note = ""

    def on_places_line_wanted(self, message: PlacesLine.Wanted) -> None:
        """A click on a place."""
        self.go(message.place)

    def action_help(self) -> None:
        """The keys of what has the focus, at the side."""
        if self.query("HelpPanel"):
            self.app.action_hide_help_panel()
        else:
            self.app.action_show_help_panel()

    # ── other sessions ──────────────────────────────────────────────────────────────────────────────────────────────

    def _look_for_targets(self) -> None:
        found = find_targets(self.start.config)
        self.app.call_from_thread(self._show_targets, found)

    def _show_targets(self, found: Targets) -> None:
        self.targets = found
        self.connect_place.show(found.groups)

    def _look_for_sessions(self) -> None:
        here = self.target.path if isinstance(self.target, RecordingTarget) else None
        if self.bridge is not None and self.bridge.recorder is not None:
            here = self.bridge.recorder.path
        rows = find_sessions(places().recordings, here)
        self.app.call_from_thread(self.sessions.show, rows)

    def on_connect_line_changed(self, message: Connect.LineChanged) -> None:
        """How what is typed is read."""
        self.connect_place.reading = reading_of(message.text)

    def on_connect_connect_wanted(self, message: Connect.ConnectWanted) -> None:
        """Enter on a row, or on what was typed."""
        source = None
        try:
            if message.row is None:
                target = parse_line(message.text)
            else:
                target = self.targets.target(message.row.key)
                entry = self.targets.entries.get(message.row.key)
                source = entry.path if entry is not None else None
        except InspectorError as fault:
            self.connect_place.reading = Reading(f"{fault.message} {fault.why} {fault.hint}".strip(), "error")
            return
        if isinstance(target, RecordingTarget):
            self.open_recording(str(target.path))
        else:
            self.inspector.open_session(replace(self.start, target=target, opened=None, source=source))

    def on_sessions_opened(self, message: Sessions.Opened) -> None:
        """Enter on a recording."""
        self.open_recording(message.path)

    def open_recording(self, path: str) -> None:
        """A recording in place of this session."""
        try:
            opened = open_recording(path)
        except InspectorError as fault:
            self.say(f"{fault.message} {fault.why}")
            return
        self.inspector.open_session(
            replace(self.start, target=RecordingTarget(opened.path), opened=opened, source=None)
        )

    def on_sessions_delete_wanted(self, message: Sessions.DeleteWanted) -> None:
        """Delete on a recording: it is moved aside, and gone for good when the program ends."""
        self.inspector.trash.delete(Path(message.path))
        self._look_again()

    def on_sessions_undo_wanted(self, message: Sessions.UndoWanted) -> None:
        """u: bring it back."""
        self.inspector.trash.restore(Path(message.path) if message.path is not None else None)
        self._look_again()

    def _look_again(self) -> None:
        self.run_worker(self._look_for_sessions, thread=True, group="sessions", exclusive=True)

    @property
    def inspector(self) -> "InspectorApp":
        """The application."""
        return cast("InspectorApp", self.app)

    # ── wishes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def connect(self, change: Callable[[Options], Options]) -> None:
        """Connect again with other options; everything so far stays."""
        if self.bridge is None or self.bridge.is_replay:
            self.say(REPLAY_NOTE)
            return
        options = change(self.bridge.options)
        self.modes.append(options.mode)
        self.bridge.connect(options)

    def action_connect_as(self, mode: Any) -> None:
        """Connect in another mode, beside the attempts so far."""
        self.connect(lambda options: replace(options, mode=mode, version=None))

    def action_reconnect(self) -> None:
        """Restart, or connect again in the same way."""
        self.connect(lambda options: options)

    def action_disconnect(self) -> None:
        """Close the connection and stay."""
        if self.bridge is not None:
            self.bridge.disconnect()

    def on_handshake_connect_as(self, message: Handshake.ConnectAs) -> None:
        """From the handshake page."""
        self.action_connect_as(message.mode)

    def on_handshake_records_wanted(self, message: Handshake.RecordsWanted) -> None:
        """The records that a step rests on."""
        self.open_record(message.first)

    def on_traffic_list_opened(self, message: TrafficList.Opened) -> None:
        """Enter on a row."""
        self.open_record(message.seq)

    def open_item(self, key: ItemKey) -> None:
        """An item of the catalogue, in the workbench."""
        self.go("desk")
        self.desk.catalogue.select(key)
        self.desk.open_item(key)

    def filter_traffic(self, text: str = "") -> None:
        """The keyboard into the filter of the traffic."""
        self.go("desk")
        self.desk.focus_pane("traffic")
        self.desk.traffic.start_filter(text)

    def filter_catalogue(self) -> None:
        """The keyboard into the filter of the catalogue."""
        self.go("desk")
        self.desk.focus_pane("catalogue")
        self.desk.catalogue.start_filter()

    def open_record(self, seq: int) -> None:
        """The detail of a record."""
        self.detail.show(seq)
        self.go("detail")

    def on_workbench_pane_call_wanted(self, message: WorkbenchPane.CallWanted) -> None:
        """^R: send it."""
        request = message.request
        if self.bridge is None or request.params is None:
            return
        if not self.live:
            self.say(REPLAY_NOTE if self.is_replay else "There is no connection: R restarts.")
            return
        op = self.bridge.call(request.method, request.params, request.name, request.schema)
        if op is not None:
            self.desk.called(message.key, op)

    def on_workbench_pane_cancel_wanted(self, message: WorkbenchPane.CancelWanted) -> None:
        """x: cancel it."""
        if self.bridge is not None:
            self.bridge.cancel(message.op)

    def on_result_view_asked(self, message: ResultView.Asked) -> None:
        """Enter where the result says that the server asks; y on a result."""
        if message.what == "answers":
            self.go("answers")
        elif message.what == "copy":
            outcome = self.desk.workbench.result.outcome
            if isinstance(outcome, Done):
                self.copy(outcome.raw.decode("utf-8", "replace"))

    def on_result_view_record_wanted(self, message: ResultView.RecordWanted) -> None:
        """A record of the operation."""
        self.open_record(message.record)

    def on_result_view_resource_wanted(self, message: ResultView.ResourceWanted) -> None:
        """A link in a result: read exactly that URI."""
        if self.bridge is not None and self.live:
            op = self.bridge.call("resources/read", {"uri": message.uri}, message.uri)
            if op is not None and self.desk.workbench.key is not None:
                self.desk.called(self.desk.workbench.key, op)

    def on_death_card_restart_wanted(self, message: DeathCard.RestartWanted) -> None:
        """R on the card."""
        self.action_reconnect()

    def on_death_card_restart_and_repeat_wanted(self, message: DeathCard.RestartAndRepeatWanted) -> None:
        """r on the card: the last call goes out again once the server is there."""
        self.repeat = True
        self.action_reconnect()

    def on_death_card_edit_wanted(self, message: DeathCard.EditWanted) -> None:
        """e on the card: change the command or the address."""
        self.action_place("connect")

    def on_findings_records_wanted(self, message: Findings.RecordsWanted) -> None:
        """The records that a finding rests on."""
        self.open_record(message.records[0])

    def on_catalogue_again_wanted(self, message: Catalogue.AgainWanted) -> None:
        """r on a list: fetch it again."""
        if self.bridge is not None and message.kind != "subscription":
            self.bridge.refresh(METHOD_OF[message.kind])

    def on_catalogue_copy_wanted(self, message: Catalogue.CopyWanted) -> None:
        """y on an item."""
        self.copy(message.text)

    def on_catalogue_item_opened(self, message: Catalogue.ItemOpened) -> None:
        """Enter on an item."""
        self.desk.open_item(message.key)

    def on_catalogue_item_highlighted(self, message: Catalogue.ItemHighlighted) -> None:
        """The workbench shows what the cursor is on."""
        self.desk.show_item(message.key)

    def cancel_shown(self) -> None:
        """Ctrl+C: cancel the call that is shown."""
        if self.bridge is not None and self.desk.running:
            for op in self.desk.running:
                self.bridge.cancel(op)
        else:
            self.say("Ctrl+Q quits.")

    def may_quit(self) -> bool:
        """Whether to quit at once; the second time, always."""
        if self.bridge is None or self.asked_to_quit:
            self.end()
            return True
        calls, questions = self.bridge.busy
        if not calls and not questions:
            self.end()
            return True
        self.asked_to_quit = True
        self.key_line.note = (
            f"{calls} calls and {questions} questions are open. Ctrl+Q again quits; they are cancelled."
        )
        return False

    def end(self) -> None:
        """The session ends in order."""
        if self.bridge is not None:
            self.bridge.stop()
