"""What keys in a form do, wherever in it the keyboard is: levels, the editor, the call."""

from collections.abc import Callable

from inspector.tui.widgets.editing import Mode
from inspector.tui.widgets.form_messages import CallInVain, CallWanted, CompletionWanted, CopyWanted, FieldMoved
from inspector.tui.widgets.form_outside import NotEdited, edited_outside
from inspector.tui.widgets.form_parts import FormParts
from inspector.tui.widgets.level_rows import parent_of


class FormDeeds(FormParts):
    """The form as its rows and its editor know it, a `FormOwner`; what its owner gives it is the business of
    `FormView`."""

    def __init__(self, *, copies: bool, id: str | None, classes: str | None) -> None:
        super().__init__(copies=copies, id=id, classes=classes)
        """Whether the server has one, so that a call can be copied for curl."""
        self.offers_completion: Callable[[str], bool] = lambda path: False
        """Whether somebody knows what could stand in the field at a JSON Pointer; set by the owner."""

    @property
    def path(self) -> str:
        """The JSON Pointer of the field that the cursor is on; empty if there is none, and for the whole."""
        return self.editing.path

    @property
    def mode(self) -> Mode:
        """Whether the fields are shown, or all arguments as JSON."""
        return self.editing.mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self.take_in()
        if self.editing.in_editor != (None if mode == "form" else ""):
            self.turn(mode, before=self.editing.mode)

    @property
    def empty_words(self) -> str:
        """What stands where a level has no rows."""
        main = self.buttons.main
        if not self.model.level_path:
            return f"Takes no arguments · {main.key} {main.label.lower()}" if main.enabled else "Takes no arguments"
        return "Nothing can be put in here · Esc goes up"

    def take_focus(self) -> None:
        """Brings the keyboard to the field where the cursor is, or to the editor that is open."""
        if self.editing.in_editor is not None:
            self.editor.focus()
        else:
            self.rows.take_focus()

    def focus_field(self, path: str) -> bool:
        """Brings the keyboard to the field at a JSON Pointer, at its level, or to the one that it is in; False if there
        is none."""
        level = self.model.level_path
        row = self.model.go_to(path)
        if self.model.level_path != level:
            self._show_rows(row or 0)
        if row is not None:
            self.rows.go_to(row)
        return row is not None

    # Levels.

    def show_level(self, path: str) -> None:
        """Shows what is below a place, in place of what was shown, the cursor on the first that is to be filled in."""
        self._leave_level()
        self.model.go_to_level(path)
        self._show_rows(self.model.first_empty() or 0)

    def go_up(self) -> None:
        """Shows the level above, the cursor where it was opened."""
        self._leave_level()
        path = self.model.level_path
        self.model.go_to_level(parent_of(path))
        self._show_rows(self.model.index_of(path) or 0)

    def settle_level(self) -> None:
        """Goes up to a level that there is, after a change of the whole."""
        level = self.model.level_path
        self.model.settle_level()
        if self.model.level_path != level:
            self._leave_level()
            self._show_rows(self.model.index_of(level) or 0)

    def _leave_level(self) -> None:
        """The keyboard out of the open field first, since what is not shown cannot have it."""
        self.take_in()
        if self.rows.has_focus_within:
            self.rows.take_keyboard(self.rows.fields)
        self.rows.close()

    def _show_rows(self, row: int) -> None:
        self.rows.show(self.empty_words, row)
        self.share_out()
        self.moved()

    # The cursor.

    def moved(self) -> None:
        """The cursor is on another field."""
        self.say()
        self.refresh_bindings()
        self.post_message(FieldMoved(self, self.path))

    def go(self, by: int, leave: bool = True) -> None:
        """From the editor to the buttons, or to what is before the form."""
        self.take_in()
        if by > 0:
            self.focus_buttons()
        else:
            self.screen.focus_previous()

    def leave(self) -> None:
        """Leaves the editor to the form, the open field to its row, and a row where letters are commands to the level
        above."""
        self.take_in()
        if self.editing.only_json:
            self.focus_buttons()
            return
        if self.editing.in_editor is not None:
            self.turn("form", before=self.editing.mode)
            if self.model.is_unread_at(self.model.level_path):
                self.go_up()
        elif self.model.level_path and self.rows.fields.has_focus and not self.editing.is_typing:
            self.go_up()
        self.rows.leave_row()
        self.say()
        self.refresh_bindings()

    # What is done.

    def can(self, action: str) -> bool:
        """Whether `copy_as`, `send_anyway`, `as_json` or `undo` does something."""
        if action == "copy_as":
            return self.buttons.copies
        if action == "undo":
            return self.model.can_undo
        if action == "as_json":
            return self.editing.in_editor is None and self.model.takes_any
        return self.model.offers_anyway

    def call(self, *, anyway: bool = False) -> None:
        """Asks for the call; while something is wrong, goes there and says what, unless it is to be sent anyway.

        Asked a second time for the same, it is meant. Where nothing can be sent at all, the owner says so.
        """
        self.take_in()
        found = self.model.assembled
        if not self.buttons.main.enabled:
            self.post_message(CallInVain(self))
        elif not found.problems or anyway or self.model.insists:
            self.post_message(CallWanted(self, found.arguments, bool(found.problems), self.model.form))
        else:
            self.model.attempt()
            self.buttons.offer_anyway(self.model.offers_anyway)
            if self.editing.in_editor is None and not self.focus_field(found.problems[0].path):
                self.take_focus()
            self.rows.refresh_rows()
            self.say()
            self.refresh_bindings()

    def as_json(self) -> None:
        """What the level holds as JSON; of the first all arguments, which is a mode of its own."""
        if self.model.level_path:
            self.open_editor(path=self.model.level_path)
        else:
            self.mode = "json"
            self.editor.focus()

    def undo(self) -> None:
        """Takes back the last change."""
        self.take_in()
        level = self.model.level_path
        is_changed = self.model.undo()
        if self.model.level_path != level:
            self._leave_level()
            self._show_rows(self.model.index_of(level) or 0)
        self.changed(is_changed)

    def copy_as(self) -> None:
        """Asks the owner for it, who knows as what."""
        self.post_message(CopyWanted(self))

    # What others know.

    def offers_completions(self, path: str) -> bool:
        """Whether somebody knows what could stand in a field."""
        return self.offers_completion(path)

    def want_completions(self, path: str, text: str) -> None:
        """Asks what could stand in a field, if anybody knows."""
        if self.offers_completion(path):
            self.post_message(CompletionWanted(self, path, text))

    def outside(self) -> None:
        """Opens what the keyboard is on in the person's own editor."""
        self.take_in()
        self.run_worker(self._edit_outside(), exclusive=True, group="outside", exit_on_error=True)

    async def _edit_outside(self) -> None:
        path, is_json = self.editing.outside
        text = self.model.text_of(self.model.draft.field_at(path), as_json=is_json)
        try:
            edited = await edited_outside(self.app, text, ".json" if is_json else ".txt")
        except NotEdited as why:
            self.model.said = str(why)
        else:
            is_changed = edited != text and self.editing.replace(path, edited, is_json=is_json)
            self.changed(is_changed)
            self.model.said = "Taken from the editor. ^Z takes it back." if is_changed else "Nothing was changed."
        self.say()
