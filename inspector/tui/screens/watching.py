"""The screen's side of watching: when files change, the server is started again, and the pinned call is repeated.

While a question is open nothing is restarted, for the person may be writing the answer; a call that is under way gives
way. What was disconnected on purpose stays so.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from inspector.analysis.items import Item
from inspector.config.target import HttpTarget
from inspector.config.watched import Watched, names_of
from inspector.protocol.compose.composition import Composition
from inspector.tui.bridge_told import Connected
from inspector.tui.bridge_watch import FilesChanged
from inspector.tui.cells import Span
from inspector.tui.screens.connection import ConnectionScreen
from inspector.tui.screens.wishes import CompareWanted
from inspector.tui.widgets.hint_strip import HintStrip
from inspector.tui.widgets.typed import key_from
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.tui.watching import Report, Watching
    from inspector.tui.widgets.changes import Changes

NOT_WATCHED = "Nothing is watched: --watch PATH at the start names what is."


class WatchingScreen(ConnectionScreen):
    """A screen whose server may be started again by itself. A subclass tells it of connections and records."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("W", "changes", "what the change of a file changed", show=False, id="watch.changes"),
        Binding("K", "pin", "pin the call that a change repeats", show=False, id="watch.pin"),
    ]

    watched: Watched | None

    @property
    def now(self) -> float:
        """Seconds of the session."""
        raise NotImplementedError

    def __init__(self) -> None:
        super().__init__()
        self.watch_line = HintStrip(id="watch")
        self._held: tuple[str, ...] = ()

    @cached_property
    def watching(self) -> "Watching":
        """What the changes have come to."""
        from inspector.tui.watching import Watching

        return Watching(self.model)

    @property
    def is_watching(self) -> bool:
        """Whether files are watched for this server."""
        return self.watched is not None and self.bridge is not None and not self.is_replay

    @property
    def watch_word(self) -> str:
        """What the status line says of it; empty where nothing is watched."""
        if not self.is_watching or self.watched is None:
            return ""
        return f"watches {self.watched.title}" + (f" ×{self.watching.count}" if self.watching.count else "")

    @property
    def _by_url(self) -> bool:
        return self.bridge is not None and isinstance(self.bridge.target, HttpTarget)

    # ── what happens ────────────────────────────────────────────────────────────────────────────────────────────────

    def on_files_changed(self, message: FilesChanged) -> None:
        """Watched files changed."""
        changed = message.changed
        if changed.written:
            told = f"{names_of(changed.written)} is not watched any more: the server itself writes it."
            self.say(told, 10.0, everywhere=True)
        if not changed.paths or self.bridge is None:
            return
        if self.model.session.status.state == "disconnected" and not self.model.session.death:
            self.say(f"{names_of(changed.paths)} changed; R connects again.", 10.0, everywhere=True)
            return
        self._held = tuple(dict.fromkeys((*self._held, *changed.paths)))
        if self.bridge.busy[1]:
            self.watching.hold(self._held, self.now)
        else:
            self._restart()
        self.watch_fed()

    def _restart(self) -> None:
        """Start the server again for what changed."""
        assert self.bridge is not None
        made = self.desk.repeated
        held, self._held = self._held, ()
        self.repeat = False
        self.watching.begin(held, self.now, made, made.op if made else None)
        self.bridge.watch.restart(held)

    def watch_connected(self, message: Connected) -> None:
        """The negotiation ended."""
        if message.fault is not None and self.is_watching:
            self.watching.failed(message.fault.message)
        self.watch_fed()

    def watch_fed(self) -> None:
        """Records came, or something else happened: whatever is due now."""
        if not self.is_watching:
            return
        # The call that asked may still come to its end.
        if self._held and self.bridge is not None and self.bridge.busy == (0, 0):
            self._restart()
        self.watching.look(self.now, self._repeat)
        self._show_watch()

    def _repeat(self) -> bool:
        made = self.desk.repeated
        if made is None:
            return False
        if not isinstance(made.call, Composition):
            key, request = made.call
            item = None
            if key.kind != "subscription":
                item = self.model.catalog.find(key.kind, key.wire, key.occurrence)
            if item is None:
                self.watching.called(made.label, None)
                return True
            made.call = key, replace(request, schema=_schema(item) if request.schema is not None else None)
        self.watching.called(made.label, self.desk.repeat(made, quietly=True))
        return True

    # ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────

    def _show_watch(self) -> None:
        self.set_class(self.is_watching, "-watching")
        report = self.watching.report if self.is_watching else None
        told: list[Span] = []
        if report is not None:
            told = self._words(report, names_of(report.paths))
        elif self.watched is not None:
            then = "connected to again" if self._by_url else "started again"
            told = [(f"{self.watched.title} is watched: the server is {then} when it changes", "muted")]
        self.watch_line.say((told, [(key_from(self.focused, "W"), "accent bold"), (" shows", "muted")]))
        if self.here == "changes":
            self.show_changes()

    def show_changes(self) -> None:
        """The page, as things are now."""
        from inspector.tui.widgets.changes import ChangesFacts

        report, title = self.watching.report, self.watched.title if self.watched is not None else ""
        pinned = self.desk.pinned.label if self.desk.pinned is not None else ""
        facts = ChangesFacts(title, pinned)
        if report is not None:
            names = ", ".join(report.paths[:3]) if len(report.paths) < 4 else names_of(report.paths)
            told = tuple(self._words(report, names))
            facts = ChangesFacts(title, pinned, told, report.offers, report.answer)
        count = self.watching.count
        told_count = f"{count} restart{'s' if count != 1 else ''}"
        self.changes.show(facts, f"pinned: {pinned} · {told_count}" if pinned else told_count)

    def _words(self, report: "Report", names: str) -> list[Span]:
        from inspector.tui.widgets.watch_words import report_words

        fault, death = report.fault, self.model.session.death
        if death is not None:  # it knows more than whoever waited for an answer
            fault = " ".join((f"{death.title}.", *death.stderr[-1:]))
        return report_words(names, report.stage, report.took, report.offers, report.answer, fault, by_url=self._by_url)

    # ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys are there while something is watched."""
        if action in ("changes", "pin"):
            return self.is_watching
        return super().check_action(action, parameters)

    def go(self, place: str, pane: str = "", then: Callable[[], object] = lambda: None) -> None:
        """On the page of the changes there is no need of the row."""
        super().go(place, pane, then)
        self.set_class(place == "changes", "-at-changes")

    def action_changes(self) -> None:
        """W: what the last change brought about; again: back."""
        if self.here == "changes":
            self.action_back()
        else:
            self.go("changes")

    def action_pin(self) -> None:
        """K: pin the last call, or no longer."""
        self.say(self.desk.pin())
        self._show_watch()

    def on_changes_compare_wanted(self, message: "Changes.CompareWanted") -> None:
        """Enter on the answers: both records in full."""
        self.on_compare_wanted(CompareWanted(message.first, message.second))

    def on_changes_left(self) -> None:
        """Esc on the page."""
        self.action_back()


def _schema(item: Item) -> Json:
    """The schema that a call of a tool goes by now."""
    return item.raw.get("inputSchema") if isinstance(item.raw, dict) and not item.excluded else None
