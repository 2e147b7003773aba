"""The session screen: what is known of one session, live or recorded, and its connection.

It owns the model and the bridge's worker, routes what places ask of it, and keeps the clock. It sends nothing and
awaits nothing itself.
"""

import asyncio
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter, time
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual.binding import Binding, BindingType

from inspector.analysis.identity import server_name
from inspector.config.target import DemoTarget, RecordingTarget, Target
from inspector.errors import InspectorError
from inspector.recording.plan import Plan
from inspector.tui import facts, old_objects
from inspector.tui.asked import Asked
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_desk import BridgeDesk, Prepared, Rules
from inspector.tui.bridge_told import Batch, Connected, Followed, Questions, RecordingProblem
from inspector.tui.glyphs import in_glyphs
from inspector.tui.intake import Intake
from inspector.tui.model import Model
from inspector.tui.numbers import counted
from inspector.tui.screens.connection import AGAIN
from inspector.tui.screens.desk import Desk
from inspector.tui.screens.holding import HoldingScreen
from inspector.tui.screens.noting import NotingScreen
from inspector.tui.screens.result_work import ResultWork
from inspector.tui.screens.signing import SigningScreen
from inspector.tui.screens.telling import NOTE
from inspector.tui.screens.twinning import TwinScreen
from inspector.tui.screens.watching import WatchingScreen
from inspector.tui.screens.wishes import Answered, EditWanted, RecordCopiesWanted, Said
from inspector.tui.screens.workbench import NO_SERVER
from inspector.tui.start import Start
from inspector.tui.trash import Trash
from inspector.tui.withdrawals import why_dead
from inspector.wire.text import visible
from inspector.wire.versions import Era

if TYPE_CHECKING:
    from inspector.tui.app import InspectorApp
    from inspector.tui.screens.detail import DetailPane

CLOCK: Final = 0.1
"""Seconds between two looks at running clocks; nothing on the screen moves more often than that by itself."""

FLOOD: Final = 64
"""Records since the screen was drawn from which on they are many, and wait for the clock."""


class SessionScreen(TwinScreen, WatchingScreen, HoldingScreen, SigningScreen, NotingScreen, ResultWork):
    """One session, live or recorded.

    The toolkit takes styles from the first base of each class alone: here it has to be one that leads to the places.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("P", "approve", "ask before calls", show=False, id="session.approve"),
    ]

    bridge_class: ClassVar[type[Bridge]] = Bridge

    def __init__(self, start: Start, trash: Trash, begun: Bridge | None = None) -> None:
        """`begun`: the session's bridge, where it runs already and keeps what it has to tell."""
        self.model = Model()
        super().__init__()
        self.start, self.trash = start, trash
        self.watched = start.watched
        self._begun = begun
        self.target: Target | None = start.target
        self.bridge: Bridge | None = None
        self.repeat = False
        self._would_quit = ""
        """What was said of quitting: it is meant while that stands."""
        self.intake = Intake(self.model)
        self._shares = False  # the model leaves the records in the journal
        self._drawn = 0.0
        self._undrawn = 0
        created = start.opened.header.created if start.opened is not None else ""
        self.questions = Asked(lambda: why_dead(self.model))
        self.desk = Desk(
            self.model,
            started=_seconds(created),
            clock=lambda: self.now,
            asked=lambda call: (
                self.questions.waits_for(call.number),
                self.questions.may_wait_for(call.began),
                self.withheld(call),
            ),
        )
        self.desk.traffic.take_columns(start.settings.settings.columns)

    # ── life ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        """Begin the session, or offer to connect."""
        if not self.desk.is_attached:
            return  # nothing is put on a screen any more: the app is being left
        self.set_interval(CLOCK, self.tick)
        if self.target is not None:
            self.begin(self.target)
            self.desk.catalogue.focus()
        else:
            self.go("connect")
            self.first_view.set()
        self.tell()
        self.run_worker(self.make_places(), name="places")

    def begin(self, target: Target) -> None:
        """Connect to a target, or open a recording."""
        if self._begun is not None:
            self.bridge = self.desk.bridge = self._begun
            self._begun = None
            self.bridge.tell(self.post_message)
            return
        self.bridge = self.desk.bridge = self.bridge_class(
            target,
            self.start.connecting,
            self.start.recording or Plan(),
            self.post_message,
            opened=self.start.opened,
            insecure=self.start.insecure,
            rules=self.start.rules,
            command=self.start.command,
            watched=self.start.watched,
        )
        self.bridge.sign_pauses(self.start.pauses)
        self.app.run_worker(self.bridge.run(), name="session")
        for note in self.start.opened.notes if self.start.opened is not None else ():
            self.notify(visible(note), title="The recording", severity="warning", markup=False, timeout=4 * NOTE)

    @property
    def is_replay(self) -> bool:
        """Whether no server can be there."""
        return isinstance(self.target, RecordingTarget)

    @property
    def bridge_desk(self) -> BridgeDesk | None:
        """What answers for the person; None where nothing is asked any more."""
        return None if self.bridge is None or self.is_replay else self.bridge.desk

    @property
    def recording(self) -> Path | None:
        """The recording that is open, or being written."""
        if isinstance(self.target, RecordingTarget):
            return self.target.path
        recorder = self.bridge.recorder if self.bridge is not None else None
        return recorder.path if recorder is not None else None

    @property
    def now(self) -> float:
        """Seconds of the session: by the clock while it lives, by its last record in a recording."""
        if self.bridge is not None and not self.bridge.journal.sealed:
            return self.bridge.journal.now()
        return self.model.records[-1].at if self.model.records else 0.0

    # ── what happens ────────────────────────────────────────────────────────────────────────────────────────────────

    def on_batch(self, message: Batch) -> None:
        """Records came."""
        waiting = bool(self.intake)
        self.intake.add(message.records)
        if message.kept is not None and not self._shares:
            self._shares = True
            self.model.share(message.kept)
        if not waiting:
            self._read()

    def _read(self) -> None:
        """Take records in for a moment, and go on after whatever else is to be done: a key never waits for them."""
        before = self.intake.behind
        self.intake.take(cast("InspectorApp", self.app).pressed)
        self._undrawn += before - self.intake.behind
        if perf_counter() - self._drawn > 2 * CLOCK or not (self.intake or self._undrawn > FLOOD):
            self._show_taken()  # else `tick` does, with the clocks, so that all of it is one picture
        if self.intake:
            # By way of the loop: a queue of messages that is never empty would not let it read a key.
            asyncio.get_running_loop().call_soon(self.call_later, self._read)

    def _show_taken(self) -> None:
        """Show what has been taken in: at once where it is little, ten times a second where much comes."""
        self._drawn, self._undrawn = perf_counter(), 0
        self.desk.traffic.behind = self.intake.behind
        self.desk.fed()
        self.watch_fed()
        self.show_place()
        self.tell()
        if self.desk.has_begun or (self.is_replay and not self.intake):
            self.first_view.set()

    def on_connected(self, message: Connected) -> None:
        """The negotiation ended."""
        self._tell_settings()
        self.desk.fault = message.fault
        self.desk.fed()
        self.watch_connected(message)
        self.tell()
        if message.fault is not None:
            self.first_view.set()
            self.repeat = False
            if not self.model.records:
                self.say(f"{message.fault.message} {message.fault.why} {message.fault.hint}", AGAIN, everywhere=True)
        elif message.agreed is not None:
            if self.target is not None and not isinstance(self.target, DemoTarget | RecordingTarget):
                server = server_name(message.agreed.server_info)
                kept = partial(self._remember, self.target, message.agreed.era, server)
                self.run_worker(kept, thread=True, group="remember")
            if self.repeat:
                self.repeat = False
                self.desk.repeat()

    def _remember(self, target: Target, era: Era, server: str) -> None:
        """Keep the target among the recent ones, with what its server calls itself. In a thread."""
        from inspector.config.places import places
        from inspector.config.recents import remember

        source = str(self.start.source) if self.start.source is not None else ""
        try:
            remember(places().recents_file, target, era=era, at=time(), source=source, server=server)
        except InspectorError as fault:
            self.post_message(Said(f"{fault.message} {fault.why}"))

    def on_questions(self, message: Questions) -> None:
        """What waits for an answer changed."""
        self.questions.update(message.open, self.model.session.status.server_name)
        if self.has_place("answers"):
            self.answers.open_changed()
        self.desk.show_outcome()
        self.watch_fed()
        self.tell()

    def on_rules(self, message: Rules) -> None:
        """The rules that answer for the person changed."""
        self._tell_settings()

    def _tell_settings(self) -> None:
        if self.has_place("answers"):
            self.answers.settings_changed()

    def on_prepared(self, message: Prepared) -> None:
        """The person's command has prepared an answer."""
        self.answers.prepared(message)

    def action_approve(self) -> None:
        """P: which calls wait for a yes: none, those that may destroy, all that are not read-only."""
        from inspector.tui.screens.answers_switches import APPROVED, next_approve

        desk = self.bridge_desk
        if desk is None:
            self.say(self.no_server or NO_SERVER)
            return
        desk.set_approve(next_approve(desk.approve))
        self._tell_settings()
        self.say(f"You are asked before {APPROVED[desk.approve]}.")

    def on_recording_problem(self, message: RecordingProblem) -> None:
        """The recording ended; the status line says so from now on, and why in a few words."""
        self.notify(visible(message.text), severity="warning", markup=False, timeout=4 * NOTE)
        self.tell()

    def on_followed(self, message: Followed) -> None:
        """The recording that was followed has ended."""
        if message.why:
            self.say(message.why, 4 * NOTE, everywhere=True)
        self.tell()

    def on_edit_wanted(self, message: EditWanted) -> None:
        """e on a record: its message in the composer."""
        self.go("desk", "workbench")
        self.desk.compose_record(message.seq)

    def on_answered(self, message: Answered) -> None:
        """The person has answered."""
        if self.bridge is not None:
            self.bridge.questions.answer(message.number, message.answer)

    def on_detail_pane_compare_wanted(self, message: "DetailPane.CompareWanted") -> None:
        """c on a record that is looked at."""
        self.desk.traffic.compare(message.seq)

    def on_record_copies_wanted(self, message: RecordCopiesWanted) -> None:
        """As what a record is to be copied."""
        self.ask_record_copies(message.seq)

    def ask_record_copies(self, seq: int) -> None:
        """Asks as what a record is to be copied."""
        self.ask_copies(self.record_copies(seq))

    def tick(self) -> None:
        """Ten times a second: what came in a flood, and what shows a clock."""
        if self._undrawn:
            self._show_taken()
        live = self.bridge is not None and (not self.bridge.is_replay or self.bridge.follows)
        waits = self.model.session.status.state == "connecting" or bool(self.desk.running)
        if live and (waits or int(self.now) != int(self.status.facts.recorded or 0)):
            self.tell()
        if live and self.here == "desk":
            self.desk.traffic.tick()
        if live and self.here == "held":
            self.held.tick(self.now)
        if live and self.here == "handshake" and self.handshake.shows_authorization:
            self.show_signing()
        shakes = self.here == "handshake" and (waits or self.signing.going)
        if shakes or (live and self.here == "timeline" and self.timeline.moves):
            self.show_place()

    # ── what is told of it ──────────────────────────────────────────────────────────────────────────────────────────

    def tell(self) -> None:
        """Status and places as they are now."""
        bridge = self.bridge
        recorder = bridge.recorder if bridge is not None else None
        self.status.facts = facts.status_facts(
            self.model,
            now=self.now,
            target=self.target,
            recorded=recorder is not None and not recorder.problem,
            unrecorded=facts.unrecorded(recorder.problem) if recorder is not None else "",
            replay=self.target.path if isinstance(self.target, RecordingTarget) else None,
            follows=bridge is not None and bridge.follows,
            probe=(bridge.options.probe_timeout if bridge is not None and self.is_probing else None),
            created=bridge.opened.header.created if bridge is not None and bridge.opened is not None else "",
            watch=self.watch_word,
            asked=self.asked,
            signing=self.signing.going,
        )
        questions = len(self.questions.waiting)
        holding = bridge.holding if bridge is not None and bridge.holding.possible else None
        held = holding.waiting if holding is not None else 0
        shown = holding is not None and bool(held or holding.holding or holding.rules)
        places = facts.places(self.model, questions=questions, held=held if shown else None, asked=bool(self.asked))
        self.places.places = self.status.places = places
        title = facts.title_of(self.status.facts, questions + bool(self.asked))
        self.app.title = in_glyphs(title, cast("InspectorApp", self.app).glyphs)

    def show_place(self) -> None:
        """The place that is looked at shows what is known now."""
        if self.here == "answers":
            self.answers.fed(live=not self.is_replay)
        elif self.here == "changes":
            self.show_changes()
        elif self.here == "detail":
            self.detail.fed()
        elif self.here == "held":
            self.show_held()
        elif self.here == "findings":
            self.findings.fed()
        elif self.here == "timeline":
            self.timeline.fed(live=not self.is_replay)
        elif self.here == "handshake":
            ours = self.bridge.options.capabilities if self.bridge is not None else {}
            self.handshake.fed(ours, now=self.now, live=not self.is_replay, by_http=self.other_transport is not None)
            self.show_signing()

    # ── the connection ──────────────────────────────────────────────────────────────────────────────────────────────

    def on_catalogue_list_again_wanted(self) -> None:
        """r on a list of a recording; of a server the desk fetches it."""
        if self.is_replay:
            self.say(NO_SERVER)

    def cancel_shown(self) -> None:
        """Ctrl+C: cancel the call that is shown, else say how to quit."""
        if self.is_replay or not self.desk.cancel_shown():
            self.say("Ctrl+Q quits.")

    def may_quit(self) -> bool:
        """Whether to quit at once; the second time, always."""
        calls, questions = self.bridge.busy if self.bridge is not None else (0, 0)
        if not (calls or questions) or (self._would_quit and self.key_line.note == self._would_quit):
            return True
        parts = [counted(number, word) for number, word in ((calls, "call"), (questions, "question")) if number]
        verb = "is" if calls + questions == 1 else "are"
        self._would_quit = f"{' and '.join(parts)} {verb} open. Ctrl+Q again quits; they are cancelled."
        self.say(self._would_quit, AGAIN)
        return False

    def end(self) -> None:
        """The session ends in order."""
        old_objects.unsettle()
        if self.bridge is not None:
            self.bridge.stop()


def _seconds(created: str) -> float:
    """The moment of a recording's beginning; of a live session, now."""
    try:
        return datetime.fromisoformat(created).timestamp()
    except ValueError:
        return datetime.now().timestamp()
