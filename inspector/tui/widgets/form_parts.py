"""The parts of a form: notes on its schema, rows or editor, buttons; what they say, and where they stand."""

from textual import events
from textual.app import ComposeResult

from inspector.forms import pointer
from inspector.tui.widgets.editing import Editing, Mode
from inspector.tui.widgets.form_buttons import FormButtons
from inspector.tui.widgets.form_hints import crumb_spans, editor_row, level_row, note_rows
from inspector.tui.widgets.form_layout import layout
from inspector.tui.widgets.form_messages import Changed, ModeChanged
from inspector.tui.widgets.form_model import FormModel
from inspector.tui.widgets.form_rows import FormRows
from inspector.tui.widgets.hint_strip import HintStrip, Row
from inspector.tui.widgets.json_editor import JsonEditor
from inspector.tui.widgets.unscrolled import Vertical


class FormParts(Vertical):
    """Shows what a `FormModel` and an `Editing` say, and reads what is typed. What keys ask for is the business of a
    subclass, which also makes `rows` and `editor`, since these ask it."""

    DEFAULT_CSS = """
    FormParts {
        layers: default open;
        background: $background;
        & > .notes { background: $background; }
    }
    """

    rows: FormRows
    editor: JsonEditor

    def __init__(self, *, copies: bool, id: str | None, classes: str | None) -> None:
        super().__init__(id=id, classes=classes)
        self.model = FormModel()
        self.editing = Editing(self.model)
        self.buttons = FormButtons(copies=copies)
        self._item_name, self._whole = "", "arguments"
        self._notes = HintStrip()
        self._notes.add_class("notes")
        self._crumbs = HintStrip()
        self._crumbs.add_class("notes")

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self._notes
        yield self._crumbs
        yield self.rows
        yield self.editor
        yield self.buttons
        yield self.rows.completions

    @property
    def wanted_height(self) -> int:
        """Rows that would show everything, with a blank one before the buttons."""
        above = len(self._note_rows()) + bool(self.model.level_path)
        return above + max(self.rows.count, 1) + (2 if self.rows.count else 0) + 2

    def turn(self, mode: Mode, *, before: Mode) -> None:
        """Shows the rows, or all arguments as JSON; told if that is another mode than `before`."""
        self.rows.close()
        self.editing.turn(mode)
        if self.editing.mode == "json":
            self.load_editor()
        self.share_out()
        self.say()
        if self.editing.mode != before:
            self.post_message(ModeChanged(self, self.editing.mode))

    def load_editor(self) -> None:
        """The editor shows what the draft has in its place."""
        path, text = self.editing.in_editor or "", self.editing.editor_text()
        kind = self._whole if not path else self.model.draft.field_at(path).kind
        what = f"{kind}, {'JSON' if self.editing.is_json else 'plain text'}"
        names = [self._item_name or self._whole, *pointer.split(path)]
        self.editor.open(crumb_spans(names, self.size.width - len(what) - 6), what, text)

    def focus_buttons(self) -> None:
        """Brings the keyboard to the main button."""
        self.buttons.choose_main()
        self.screen.set_focus(self.buttons, scroll_visible=False)

    def say(self) -> None:
        """What is to be said of the field, or of the text in the editor, and of the schema."""
        if self.editing.in_editor is not None:
            said = editor_row(self.model, self.editing.in_editor, self.editing.text, is_json=self.editing.is_json)
            self.editor.say(*said)
        else:
            if self.rows.hint.wants_other_room:
                self.share_out()
            self.rows.hint.say_field()
            if self.model.level_path:
                self._crumbs.say(level_row(self.model, self._item_name or self._whole, self.size.width))
        self._notes.say(*self._note_rows())

    def _note_rows(self) -> list[Row]:
        return note_rows(self.model, in_editor=self.editing.in_editor is not None)

    def on_resize(self) -> None:
        """Room is shared out again."""
        self.share_out()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The row under the cursor shows where the keyboard is."""
        self.rows.refresh_rows()

    def share_out(self) -> None:
        """Gives each part its rows."""
        notes, is_form = len(self._note_rows()), self.editing.in_editor is None
        self._notes.display = notes > 0
        self._notes.styles.height = max(notes, 1)
        crumbs = 1 if is_form and self.model.level_path else 0
        self._crumbs.display, self._crumbs.styles.height = crumbs > 0, 1
        self.rows.display, self.editor.display = is_form, not is_form
        if self.size.height <= 0:
            return
        room = layout(
            self.size.height,
            notes=notes + crumbs,
            fields=self.rows.count,
            finder=self.rows.is_finding and is_form,
            options=self.rows.hint.option_lines,
            verdict=self.rows.hint.verdict_lines,
        )
        self.rows.place(room)
        self.buttons.styles.margin = (1 if is_form and room.has_gap else 0, 0, 0, 0)
        self.buttons.tell_hidden(room.hidden if is_form else 0)
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        if self.editing.in_editor is None:
            self.rows.settle()
            self.say()  # how much of it has room follows from the width

    # What is typed, and what is changed.

    def take_in(self) -> None:
        """Reads what stands in the open field or editor. Keys call this first, for messages come after the next key."""
        taken = self.editing.take_in(self.editor.text if self.editing.in_editor is not None else self.rows.input.value)
        if taken != "nothing":
            self.tell(row=self.editing.at if taken == "row" else None)

    def changed(self, is_changed: bool) -> None:
        """Shows in the rows, and in the open field or editor, what the draft now says."""
        if not is_changed:
            return
        self.tell()
        if self.editing.in_editor is not None:
            self.load_editor()
        else:
            self.rows.reload()
        self.share_out()
        self.say()
        self.refresh_bindings()

    def tell(self, row: int | None = None) -> None:
        """What would be sent is another; `row`: the only one that looks different."""
        found = self.model.assembled
        if self.rows.refit():
            self.share_out()
            row = None
        arguments = None if self.model.is_unread else found.arguments
        self.post_message(Changed(self, arguments, found.problems))
        self.rows.refresh_rows(row)
        self.say()
        self.buttons.offer_anyway(self.model.offers_anyway)

    def on_json_editor_typed(self, event: JsonEditor.Typed) -> None:
        """Something was typed into the editor."""
        event.stop()
        self.take_in()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """What was typed is taken in, wherever the keyboard goes."""
        self.take_in()
        self.rows.refresh_rows()

    def open_editor(self, text: str = "", path: str | None = None) -> None:
        """Opens the field of the cursor in the editor, and types a text there; or what is at `path`, as JSON."""
        self.take_in()
        self.rows.close()
        self.editing.open_editor(path)
        self.load_editor()
        self.share_out()
        self.editor.focus()
        self.say()
        if text:
            self.editor.insert(text)
