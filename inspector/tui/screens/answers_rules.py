"""The rules that answer for the person: listed in the order in which they are tried, switched, moved, removed."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.strip import Strip

from inspector.client.rulebook import KeptRule
from inspector.protocol.questions import Rule
from inspector.tui.cells import Line, Span, shown
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import counted
from inspector.tui.screens.answers_section import NO_SESSION, AnswersSection
from inspector.tui.widgets.facts_panel import Fact, Facts
from inspector.tui.widgets.rule_words import asked_words, rule_words
from inspector.wire.json import dumps

EMPTY: Final = "No rules. Always… beside a question, or s, makes one from its answer; --answers brings a file of them."

_SCOPES: Final = {"file": "of --answers", "server": "this server", "session": "this session"}
_KEPT: Final = {
    "file": "It is of the file of --answers: removed here, it is there again the next time.",
    "server": "It is kept for this server, and is there again the next time.",
    "session": "It ends with the session.",
}


class RulesSection(AnswersSection):
    """The rules. What is switched off stays in the list; what is removed comes back with `u`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "on or off", key_display="Space", id="rules.switch"),
        Binding("delete", "remove", "remove", key_display="Del", id="rules.remove"),
        Binding("u", "undo", "undo", id="rules.undo"),
        Binding("shift+up", "shift(-1)", "tried earlier", key_display="Shift+↑↓", id="rules.earlier"),
        Binding("shift+down", "shift(1)", "tried later", show=False, id="rules.later"),
    ]

    key_words: ClassVar[dict[str, str]] = {"open": ""}

    @property
    def chosen(self) -> KeptRule | None:
        """The rule under the cursor."""
        row: KeptRule | None = self.rows.selected
        return row

    def all_rows(self) -> Sequence[KeptRule]:
        """As they are tried."""
        return self.desk.rules if self.desk is not None else ()

    def key_of(self, row: Any) -> int:
        """The rule's number."""
        return int(row.number)

    def nothing(self) -> Sequence[Span]:
        """How rules come about."""
        return ((EMPTY if self.desk is not None else NO_SESSION, "muted"),)

    def draw_row(self, row: Any, width: int) -> Strip:
        """`● elicitation  accept  “Where to pick up?”  this session  2×`."""
        roles, line = self.rows.roles, Line(self.rows.roles)
        line.write("  ")
        line.write(f"{roles.glyphs.on} " if row.on else f"{roles.glyphs.off} ", "success" if row.on else "faint")
        line.write(row.rule.method.partition("/")[0], "theirs" if row.on else "faint")
        line.fill_to(17)
        line.write(rule_words(row.rule), "bold" if row.on else "muted")
        line.fill_to(26)
        used = in_glyphs(f"{row.used}×", roles.glyphs)
        scope_at = width - 22
        line.foreign(asked_words(row.rule), scope_at - line.cells - 1, "" if row.on else "muted", reference=False)
        line.fill_to(scope_at)
        line.write(_SCOPES[row.scope], "muted")
        line.right(used, width - 1, "muted" if row.used else "faint")
        return line.strip(width)

    def facts_of(self, row: Any | None) -> Facts:
        """The rule as it stands in a file of answers."""
        problem = self.desk.problem if self.desk is not None else ""
        warned = [Fact("", [("▲ ", "warning"), *shown(problem, "warning")])] if problem else []
        if row is None:
            return Facts("Rules", "", warned)
        rule: Rule = row.rule
        words = shown(rule.message, "json-string") if rule.message is not None else [("any words", "muted")]
        state = [("on", "success")] if row.on else [("off", "muted"), (" for this session", "muted")]
        facts = [
            Fact("asked by", [(rule.method, "theirs")]),
            Fact("with words", words),
            Fact("answer", shown(dumps(rule.answer, spaced=True), "")),
            Fact("stands", [*state, (f" · it has answered {counted(row.used, 'question')}", "muted")]),
            Fact("", [(_KEPT[row.scope], "muted")]),
        ]
        return Facts(f"Rule {row.number}", "", [*warned, *facts])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        if action == "undo":
            return self.can_undo
        return self.chosen is not None if action in ("switch", "remove", "shift") else True

    def open_row(self) -> None:
        """Enter switches too."""
        self.action_switch()

    def action_switch(self) -> None:
        """On or off, for this session."""
        desk, rule = self.desk, self.chosen
        if desk is not None and rule is not None:
            number, on = rule.number, rule.on
            self.attempt(lambda: desk.switch_rule(number, on=not on), undo=lambda: desk.switch_rule(number, on=on))

    def action_remove(self) -> None:
        """Out of the book, and off the disk where it is kept there."""
        desk, rule = self.desk, self.chosen
        if desk is not None and rule is not None:
            at = list(desk.rules).index(rule)
            self.attempt(lambda: desk.remove_rule(rule.number), undo=lambda: desk.restore_rule(rule, at))

    def action_shift(self, by: int) -> None:
        """Tried earlier, or later."""
        desk, rule = self.desk, self.chosen
        if desk is not None and rule is not None:
            number = rule.number
            self.attempt(lambda: desk.move_rule(number, by), undo=lambda: desk.move_rule(number, -by))
