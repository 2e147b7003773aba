"""The composer: a message as text, what we would have added to it, what is wrong with it, and the keys to send it."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import TextArea

from inspector.protocol.compose.additions import switched, with_header
from inspector.protocol.compose.composition import Composition, renewed, turned
from inspector.protocol.compose.octets import escaped
from inspector.protocol.compose.templates import Template
from inspector.protocol.compose.wrong import repaired
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.compose_lists import AdditionList, TemplateList
from inspector.tui.widgets.compose_parts import ComposeParts
from inspector.tui.widgets.form_outside import NotEdited, edited_outside
from inspector.tui.widgets.json_editor import LinesInput

_QUICK: Final = 50_000
"""Characters up to which each key stroke is judged at once."""
_PAUSE: Final = 0.3
"""Seconds of quiet after which a longer text is judged."""
_KEPT: Final = 50
"""Steps that can be taken back."""


class ComposeView(ComposeParts):
    """The view. `around` says where one is; what is to be sent or copied is told to the owner."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r", "send", "send", key_display="^R", id="compose.send"),
        Binding("a", "repair", "repair", id="compose.repair"),
        Binding("t", "bytes", "as bytes", id="compose.bytes"),
        Binding("y", "copy", "copy as", id="compose.copy"),
        Binding("v,ctrl+g", "outside", "in $EDITOR", key_display="v", show=False, id="compose.outside"),
        Binding("u", "undo", "undo", show=False, id="compose.undo"),
        Binding("enter", "edit", "edit", show=False, id="compose.edit"),
    ]

    @dataclass
    class SendWanted(Message):
        """It is to be sent as it is."""

        made: Composition

    @dataclass
    class CopyWanted(Message):
        """It is to be copied."""

        made: Composition
        kind: Literal["message", "command", "curl"]

    @dataclass
    class TurnWanted(Message):
        """The text, or the templates, are to be seen."""

        tab: Literal["raw", "templates"]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = LinesInput(self)
        self._before: list[Composition] = []
        self._changes = ""
        self._judging = 0

    # ── what is composed ────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, made: Composition) -> None:
        """Another message, from elsewhere; the one before can come back."""
        self._change(made)

    def judge(self) -> None:
        """What is around has changed: what is added and what is wrong is told anew."""
        self._judge()

    def sent(self) -> None:
        """It was sent: the next one gets an id of its own, where the id is still ours."""
        after = renewed(self.made, self.around())
        if after != self.made:
            self.made = after
            self._show()
        else:
            self._judge()

    def name_send(self, label: str, *, enabled: bool) -> None:
        """What the main button says."""
        self._send = replace(self._send, label=label, enabled=enabled, short="Send" if enabled else "No server")
        self._tell_buttons()

    def _change(self, made: Composition) -> None:
        if made == self.made:
            return
        self._before = [*self._before[-_KEPT:], self.made]
        self.made, self._said = made, ""
        self._show()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Each letter; a long text is judged when one pauses."""
        event.stop()
        if self.text.read_only or self.text.text == self.made.text:
            return
        self.made, self._said = self.made.with_text(self.text.text), ""
        if len(self.made.text) <= _QUICK:
            self._judge()
            return
        self._judging += 1
        asked = self._judging
        self.set_timer(_PAUSE, lambda: self._judge() if asked == self._judging else None)

    # ── the parts that have the keyboard ────────────────────────────────────────────────────────────────────────────

    @property
    def keyboard(self) -> Widget:
        """The text, or the templates."""
        return self.templates if self.has_class("-templates") else self.text

    def show_templates(self, shown: bool) -> None:
        """The templates, in place of the text."""
        self.set_class(shown, "-templates")
        self._judge()

    def call(self) -> None:
        """^R in the text."""
        self.action_send()

    def outside(self) -> None:
        """^G in the text."""
        self.action_outside()

    def leave(self) -> None:
        """Esc in the text: to the switches, where letters are commands."""
        self.list.focus()
        if self.list.cursor is None:
            self.list.move_to(0)

    def go(self, by: int) -> None:
        """Tab in the text."""
        if by > 0:
            self.leave()
        else:
            self.buttons.focus()

    # ── what the person does ────────────────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if self.has_class("-templates"):
            return action == "undo" and bool(self._before)
        if action == "repair":
            return any(one.repair is not None for one in self._wrong)
        if action == "undo":
            return bool(self._before)
        return True

    def action_send(self) -> None:
        """Send it as it is."""
        self.post_message(self.SendWanted(self.made))

    def action_edit(self) -> None:
        """Back into the text."""
        self.text.focus()

    def action_repair(self) -> None:
        """Put right all that can be."""
        self._change(repaired(self.made, self.around()))

    def action_bytes(self) -> None:
        """The text as bytes, or back."""
        other = turned(self.made)
        if other is None:
            self._said = "No text can hold these bytes: they stay as they are."
            self._tell()
        else:
            self._change(other)

    def action_undo(self) -> None:
        """Take back the last step; what was typed into the text is taken back there, by ^Z."""
        if self._before:
            self.made, self._said = self._before.pop(), ""
            self._show()

    def action_copy(self) -> None:
        """Ask as what."""
        curl = [Button("copy:curl", "curl")] if self.has_address else []
        self.buttons.ask([Button("copy:message", "Message"), Button("copy:command", "Command line"), *curl])

    def action_outside(self) -> None:
        """In the person's own editor."""
        self.run_worker(self._edit_outside(), exclusive=True, group="compose-outside")

    async def _edit_outside(self) -> None:
        try:
            edited = await edited_outside(self.app, self.made.text, ".txt" if self.made.as_bytes else ".json")
        except NotEdited as why:
            self._said = str(why)
            self._tell()
        else:
            self._change(self.made.with_text(edited))

    def on_button_row_pressed(self, message: ButtonRow.Pressed) -> None:
        """One of the buttons."""
        message.stop()
        deeds = {
            "send": self.action_send,
            "repair": self.action_repair,
            "copy": self.action_copy,
            "bytes": self.action_bytes,
        }
        if message.button in deeds:
            deeds[message.button]()
        elif message.button == "copy:message":
            self.post_message(self.CopyWanted(self.made, "message"))
        elif message.button == "copy:command":
            self.post_message(self.CopyWanted(self.made, "command"))
        else:
            self.post_message(self.CopyWanted(self.made, "curl"))

    def on_addition_list_wanted(self, message: AdditionList.Wanted) -> None:
        """A switch, or a header to be changed."""
        message.stop()
        one, around = message.addition, self.around()
        headers = dict(enumerate(self.made.own))
        if message.what == "change" and one.kind in ("header", "own"):
            self._changes = "" if one.id == "new" else one.id
            value = headers[int(one.id[4:])][1] if one.id.startswith("own:") and one.id != "own:" else ""
            if one.id.startswith("header:"):
                value = next((text for name, text in self.made.auto_headers(around) if name == one.label), "")
            self.line.start(() if one.id == "new" else (f"{one.label}: {value}",))
        elif message.what == "double":
            value = next((text for name, text in self.made.headers(around) if name == one.label), one.value)
            self._change(with_header(self.made, "", one.label, value))
        elif message.what != "remove" or one.on:
            self._change(switched(self.made, one.id, around))

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """A header was typed; nothing if it was left empty."""
        message.stop()
        name, sign, value = message.text.partition(":")
        if sign:
            self._change(with_header(self.made, self._changes, name.strip(), value.strip()))
        elif message.text:
            self._said = "A header is Name: value."
            self._tell()
        self.list.focus()

    def on_template_list_taken(self, message: TemplateList.Taken) -> None:
        """A template, in place of what was there."""
        message.stop()
        self.take_template(message.template)

    def take_template(self, one: Template) -> None:
        """Compose one of them; what a right server does with it is said."""
        self._change(one.composed(self.around()))
        self._said = f"A right server: {one.expects}"
        self._tell()
        self.post_message(self.TurnWanted("raw"))

    def on_template_list_left(self, message: TemplateList.Left) -> None:
        """Back to the text."""
        message.stop()
        self.post_message(self.TurnWanted("raw"))

    @property
    def as_typed(self) -> str:
        """The message as text, or as bytes where no text can hold it; for the clipboard."""
        try:
            return self.made.body.decode()
        except UnicodeDecodeError:
            return escaped(self.made.body)
