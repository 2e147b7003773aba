"""The workbench and the calls that are kept: what was called last comes back, and what has a name can be recalled."""

from collections.abc import Callable
from functools import partial
from typing import Final

from inspector.config.saved_calls import SavedCall
from inspector.errors import InspectorError
from inspector.tui.kept import KEPT, Filled, KeptCalls, filled_of
from inspector.tui.numbers import when
from inspector.tui.screens.bench_parts import BenchParts
from inspector.tui.screens.wishes import Said
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.call_notes import Note
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.saved_panel import SavedPanel, SavedRow
from inspector.wire.json import MISSING

_PREVIEW = 200
_SAVE: Final = Button("save", "Save", "s")


class BenchSaved(BenchParts):
    """Saves and recalls. Nothing of it happens in a recording, nor for what takes no arguments."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.kept = KeptCalls(lambda: None)
        """Where calls are kept; set by the owner."""
        self._recalled_calls: dict[ItemKey, tuple[SavedCall, Filled]] = {}
        self._removed: SavedCall | None = None
        self._said: object = None

    @property
    def can_save(self) -> bool:
        """Whether there is something that could be kept."""
        return self.item is not None and self.item.kind in KEPT and self.kept.store is not None

    def name_button(self) -> None:
        """A button that saves too, where something can be kept."""
        super().name_button()
        self.form.set_others([_SAVE] if self.can_save else [])

    @property
    def filled(self) -> Filled:
        """What stands in the forms."""
        arguments, beside = self.form.assembled.arguments, self.beside.assembled.arguments
        return Filled({} if arguments is MISSING else arguments, beside)

    # ── what was called last ────────────────────────────────────────────────────────────────────────────────────────

    def recall_last(self) -> bool:
        """The form shows what the item was last called with, in an earlier session; undo leads back to its defaults."""
        item = self.item
        call = self.kept.last(item.kind, item.wire) if item is not None else None
        self._say_problems()
        return call is not None and self.fill_in(call)

    def fill_in(self, call: SavedCall) -> bool:
        """Puts a kept call into the forms, as a change that can be undone; False if they say just that already."""
        assert self.key is not None
        filled = filled_of(call)
        if self.filled == filled:
            return False
        self.form.load(filled.arguments)
        if self.beside.assembled.arguments != filled.beside:
            self.beside.load(filled.beside)
        self._recalled_calls[self.key] = call, self.filled
        return True

    def keep_last(self) -> None:
        """What is called now is what comes back in a later session."""
        item = self.item
        if item is not None and self.can_save:
            call = self.kept.written(KEPT[item.kind], item.wire, "", self.filled)
            self.run_worker(partial(self._write, self._putting(call)), thread=True, group="kept")

    def _write(self, change: Callable[[], object]) -> bool:
        try:
            change()
        except InspectorError as fault:
            self.post_message(Said(f"{fault.message} {fault.why}"))
            return False
        return True

    def _putting(self, call: SavedCall) -> Callable[[], object]:
        store = self.kept.store
        return (lambda: None) if store is None else partial(store.put, call)

    def _say_problems(self) -> None:
        """What the file could not be read for is said once."""
        problems = self.kept.store.problems if self.kept.store is not None else ()
        if problems and problems != self._said:
            self._said = problems
            self.post_message(Said(f"Saved calls: {problems[0].describe()}"))

    def saved_notes(self) -> list[Note]:
        """Where the arguments in the form came from, as long as they are those."""
        found = self._recalled_calls.get(self.key) if self.key is not None else None
        if found is None or self.filled != found[1]:
            return []
        call = found[0]
        if call.label:
            return [Note(f"“{call.label}”, saved {when(call.at)}", aside="s saved")]
        return [Note(f"As last called, {when(call.at)}", aside="u defaults · s saved")]

    # ── what has a name ─────────────────────────────────────────────────────────────────────────────────────────────

    def action_save_call(self) -> None:
        """The saved calls, with the cursor where a name is typed."""
        if not self.can_save or self.key is None:
            return
        if self.tab == "result":
            self.turn_to("form")
        self._removed = None
        found = self._recalled_calls.get(self.key)
        self.fill_panel()
        self.show_panel(True)
        self.panel.start(found[0].label if found is not None else "")

    def fill_panel(self) -> None:
        """The list: what was called last, then what has a name."""
        item = self.item
        if item is None:
            return
        last = self.kept.last(item.kind, item.wire)
        calls = [*([last] if last is not None else []), *self.kept.named(item.kind, item.wire)]
        rows = [SavedRow(call.label, when(call.at), call.arguments[:_PREVIEW]) for call in calls]
        self.panel.show(rows, can_undo=self._removed is not None)
        self._say_problems()

    def _saved(self, label: str) -> SavedCall | None:
        item = self.item
        if item is None:
            return None
        if not label:
            return self.kept.last(item.kind, item.wire)
        return next((one for one in self.kept.named(item.kind, item.wire) if one.label == label), None)

    def recall_saved(self, label: str) -> None:
        """Fills in what is called `label`; empty: what was called last."""
        call = self._saved(label)
        if call is not None:
            self.leave_panel()
            self.fill_in(call)
            self.show_notes()

    def leave_panel(self) -> None:
        """Back to the form, to its row, where letters are commands."""
        if self.is_saving:
            had_focus = self.has_focus_within
            self.show_panel(False)
            if had_focus:
                self._shown_form.leave()

    def on_saved_panel_left(self, message: SavedPanel.Left) -> None:
        """Esc."""
        message.stop()
        self.leave_panel()

    def on_saved_panel_save_wanted(self, message: SavedPanel.SaveWanted) -> None:
        """Enter behind a name: that is what the person wants kept, secrets and all."""
        message.stop()
        item = self.item
        if item is None or self.key is None or not self.can_save:
            return
        filled = self.filled
        call = self.kept.written(KEPT[item.kind], item.wire, message.label, filled)
        if self._write(self._putting(call)):
            self._recalled_calls[self.key] = call, filled
            self.post_message(Said(f"Saved as “{message.label}”: s shows it."))
            self.leave_panel()
            self.show_notes()

    def on_saved_panel_rename_wanted(self, message: SavedPanel.RenameWanted) -> None:
        """Another name."""
        message.stop()
        call, store = self._saved(message.label), self.kept.store
        if call is not None and store is not None and self._write(partial(store.rename, call, message.name)):
            self.fill_panel()
            self.panel.list.select(lambda row: row.label == message.name)

    def on_saved_panel_wanted(self, message: SavedPanel.Wanted) -> None:
        """Something with one of the calls."""
        message.stop()
        call, store = self._saved(message.label), self.kept.store
        if message.what in ("fill", "send"):
            self.recall_saved(message.label)
            if message.what == "send":
                self.form.call()
        elif message.what == "remove" and call is not None and store is not None:
            if self._write(partial(store.remove, call)):
                self._removed = call
                self.fill_panel()
        elif message.what == "undo" and self._removed is not None and self._write(self._putting(self._removed)):
            self._removed = None
            self.fill_panel()

    def on_button_row_pressed(self, message: ButtonRow.Pressed) -> None:
        """The button of the form that saves."""
        if message.button == "save":
            message.stop()
            self.action_save_call()

    def show_notes(self) -> None:
        """What is to be known before the call is sent."""
        self.notes.say(self.saved_notes())
