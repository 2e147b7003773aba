"""The parts of the composer: the text, what is added to it, what is wrong with it, the buttons; and what they say."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.widgets import TextArea

from inspector.protocol.compose.additions import additions
from inspector.protocol.compose.composition import Around, Composition
from inspector.protocol.compose.templates import fitting
from inspector.protocol.compose.text import LONGEST
from inspector.protocol.compose.wrong import Wrong, faults
from inspector.protocol.envelope import Speech
from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted, size
from inspector.tui.widgets.ask_line import AskLine
from inspector.tui.widgets.buttons import Button, ButtonRow
from inspector.tui.widgets.compose_lists import AdditionList, TemplateList
from inspector.tui.widgets.hint_strip import HintStrip, Row
from inspector.tui.widgets.hint_wrap import wrapped
from inspector.tui.widgets.json_editor import LinesInput
from inspector.tui.widgets.unscrolled import Horizontal, Vertical
from inspector.wire.versions import LATEST_MODERN

NOWHERE: Final = Around(Speech("modern", LATEST_MODERN))
"""Where no server is: what is composed is for the newest revision."""

LARGEST: Final = LONGEST
"""Characters that the text area takes; what is longer is edited outside."""

_WIDE: Final = 80
"""Cells from which there is room for numbers of lines and for clauses."""
_MOST_EXPECTED: Final = 3
"""Rows that may say what a right server does with a wrong message."""
_SIGNS: Final[dict[str, Span]] = {
    "error": ("✗ ", "error bold"),
    "warning": ("▲ ", "warning"),
    "info": ("i ", "level-info"),
}


class ComposeParts(Vertical):
    """What is seen of a composition. A subclass changes it, and is the owner of the text."""

    DEFAULT_CSS = """
    ComposeParts { background: $background; width: 1fr; }
    ComposeParts > Horizontal { height: 1fr; }
    ComposeParts LinesInput { width: 1fr; height: 1fr; }
    ComposeParts AdditionList { width: 42%; max-width: 56; border-left: solid $line; }
    ComposeParts TemplateList, ComposeParts .expects { display: none; }
    ComposeParts .expects { height: 2; }
    ComposeParts.-templates TemplateList, ComposeParts.-templates .expects { display: block; }
    ComposeParts.-templates > Horizontal, ComposeParts.-templates .wrong { display: none; }
    ComposeParts.-templates ButtonRow { display: none; }
    ComposeParts .wrong { height: 2; }
    """

    text: LinesInput
    """Made by the subclass, whose it is."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.around: Callable[[], Around] = lambda: NOWHERE
        self.made = Composition()
        self.mask: Callable[[str, str], str] = lambda name, value: value
        """What is shown of a header's value."""
        self.has_address = False
        self._wrong: list[Wrong] = []
        self._said = ""
        self.key_words = {"call": "send", "back": "leave text"}
        self.list = AdditionList()
        self.templates = TemplateList()
        self.wrong = HintStrip()
        self.wrong.add_class("wrong")
        self.expects = HintStrip()
        self.expects.add_class("expects")
        self.line = AskLine("Name: value", does="take it")
        self.buttons = ButtonRow(id="compose-buttons")
        self._send = Button("send", "Send as it is", "^R", main=True, short="Send")

    def compose(self) -> ComposeResult:
        """Text and switches, or the templates; what is wrong; a line for a header; the buttons."""
        with Horizontal():
            yield self.text
            yield self.list
        yield self.templates
        yield self.expects
        yield self.wrong
        yield self.line
        yield self.buttons

    def on_mount(self) -> None:
        """Nothing is composed yet."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Where it is narrow, the numbers of lines give way, and clauses."""
        self.text.show_line_numbers = event.size.width >= _WIDE
        self._tell()
        self._tell_expected()

    def _show(self) -> None:
        """The text area holds the text, if it is not too long for it."""
        text = self.made.text
        if len(text) > LARGEST:
            text = f"{size(len(self.made.body))}: too long to be typed in here. v opens it in $EDITOR."
        self.text.read_only = len(self.made.text) > LARGEST
        if self.text.text != text:
            with self.prevent(TextArea.Changed):
                self.text.load_text(text)
        self._judge()

    def _judge(self) -> None:
        if not self.is_mounted:
            return
        around = self.around()
        self._wrong = faults(self.made, around)
        rows = [
            replace(one, value=self.mask(one.label, one.value)) if one.kind in ("header", "own") else one
            for one in additions(self.made, around)
        ]
        self.list.show(rows, headers=around.is_http)
        self.templates.show_rows(fitting(around))
        self._tell()

    # ── what is said ────────────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self) -> None:
        wrong, wide = self._wrong, self.size.width >= _WIDE
        rows: list[Row] = [([(self._said, "muted")], ())] if self._said else []
        rows += [_row(one, with_clause=wide) for one in wrong[: 2 - len(rows)]]
        if len(wrong) > 2 and not self._said:
            rows[-1] = (rows[-1][0], [(f"and {len(wrong) - 2} more", "muted")])
        elif len(rows) == 1 and wrong and wrong[0].clause and not self._said and not wide:
            rows.append(([("§ ", "faint"), (wrong[0].clause, "faint")], ()))
        if not rows:
            rows.append(([("✓ ", "success"), ("Nothing is wrong with it.", "muted")], ()))
        self.wrong.say(*rows)
        self._tell_buttons()
        self.refresh_bindings()

    def _tell_buttons(self) -> None:
        can_repair = any(one.repair is not None for one in self._wrong)
        self.buttons.set_buttons(
            [
                self._send,
                *([Button("repair", "Repair", "a")] if can_repair else []),
                Button("copy", "Copy as", "y", short="Copy"),
                Button("bytes", "Text" if self.made.as_bytes else "Bytes", "t"),
            ]
        )
        found = [one for one in self._wrong if one.level == "error"]
        facts = [(size(len(self.made.body)), "muted")]
        if found:
            facts.insert(0, (f"{counted(len(found), 'MUST')} broken  ", "error"))
        self.buttons.set_aside(facts)

    def on_pick_list_chosen(self, message: TemplateList.Chosen) -> None:
        """The template under the cursor: what a right server does."""
        message.stop()
        self._tell_expected()

    def _tell_expected(self) -> None:
        """What a right server does, in as many rows as it takes, and the clause."""
        one = self.templates.selected
        if one is None:
            self.expects.say()
            return
        says = wrapped(([("A right server: ", "muted"), *shown(one.expects)], ()), self.size.width, _MOST_EXPECTED)
        self.expects.styles.height = len(says) + 1
        self.expects.say(*says, ([("§ ", "faint"), (one.clause, "faint")], ()))


def _row(one: Wrong, *, with_clause: bool) -> Row:
    return [_SIGNS[one.level], *shown(one.text)], [(one.clause, "faint")] if one.clause and with_clause else ()
