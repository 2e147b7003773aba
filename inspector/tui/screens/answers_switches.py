"""What can be switched while connected: which calls wait for a yes, and what we declare, part by part."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, get_args

from textual.binding import Binding, BindingType
from textual.strip import Strip

from inspector.config.settings import Approve
from inspector.tui.cells import Line
from inspector.tui.screens.answers_section import AnswersSection
from inspector.tui.widgets.facts_panel import Fact, Facts

APPROVED: Final[dict[Approve, str]] = {
    "none": "no call",
    "destructive": "calls that may destroy",
    "writes": "calls that are not read-only",
}
"""Which calls the person is asked about first."""

_ABOUT: Final = {
    "elicitation": "Servers may ask the person.",
    "elicitation.form": "Servers may ask the person to fill in a form.",
    "elicitation.url": "Servers may ask the person to visit a page.",
    "sampling": "Servers may ask for the words of a model; here the person answers.",
    "sampling.tools": "With a sampling request servers may send tools for the model.",
    "roots": "Servers may ask for the roots.",
    "roots.listChanged": "Legacy servers are told when the roots change.",
    "io.modelcontextprotocol/tasks": "Servers may answer a call with a task, which is followed to its end.",
    "io.modelcontextprotocol/ui": "Servers may send pages of MCP Apps, which are shown as the data that they are.",
}


@dataclass(frozen=True, slots=True)
class Switch:
    """A row: a part of what we declare by its `name`, or with `approve` the calls that wait for a yes."""

    name: str
    on: bool = False
    approve: Approve | None = None


def next_approve(approve: Approve) -> Approve:
    """The policy after this one, round the end: none, destructive, writes."""
    policies: tuple[Approve, ...] = get_args(Approve)
    return policies[(policies.index(approve) + 1) % len(policies)]


class SwitchesSection(AnswersSection):
    """The switches. A legacy server hears of what we declare in a handshake, a modern one in each request."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "switch", "switch", key_display="Space", id="switches.switch"),
        Binding("u", "undo", "undo", id="switches.undo"),
    ]

    key_words: ClassVar[dict[str, str]] = {"open": ""}

    def all_rows(self) -> Sequence[Switch]:
        """Approvals first, then what we declare."""
        if self.desk is None:
            return ()
        declared = [Switch(name, on) for name, on in self.desk.switches.items()]
        return [Switch("ask before", approve=self.desk.approve), *declared]

    def key_of(self, row: Any) -> str:
        """Its name."""
        return str(row.name)

    def draw_row(self, row: Any, width: int) -> Strip:
        """`● declare  elicitation.form`."""
        roles, line = self.rows.roles, Line(self.rows.roles)
        line.write("  ")
        if row.approve is not None:
            line.write("ask before  ", "muted")
            line.write("‹ " if roles.glyphs.cut == "…" else "< ", "muted")
            line.write(APPROVED[row.approve], "bold")
            line.write(" ›" if roles.glyphs.cut == "…" else " >", "muted")
            line.right("P", width - 1, "accent bold")
            return line.strip(width)
        line.write(f"{roles.glyphs.on if row.on else roles.glyphs.off} ", "success" if row.on else "faint")
        line.write("declare   ", "muted")
        line.foreign(row.name, width - line.cells - 16, "bold" if row.on else "muted")
        line.right("declared" if row.on else "not declared", width - 1, "muted" if row.on else "warning")
        return line.strip(width)

    def facts_of(self, row: Any | None) -> Facts:
        """What the switch does, and when the server hears of it."""
        if row is None or self.desk is None:
            return Facts()
        if row.approve is not None:
            words = "A call that waits for a yes is a question here, with exactly what would be sent; No sends nothing."
            return Facts(
                "Ask before each call", "2026-07-28 server/tools#user-interaction-model", [Fact("", [(words, "")])]
            )
        facts = [Fact("", [(_ABOUT.get(row.name, "As it was given with --capabilities."), "")])]
        if self.desk.needs_reconnect:
            told = "A legacy server is told once, in the handshake: it needs a new handshake. "
            facts.append(Fact("", [("▲ ", "warning"), (told, ""), ("R", "accent bold"), (" connects again.", "muted")]))
        else:
            facts.append(
                Fact("", [("A modern server is told with each request, a legacy one in the handshake.", "muted")])
            )
        return Facts(row.name, "2026-07-28 basic/index#_meta", facts)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each key only where it does something."""
        return self.can_undo if action == "undo" else True

    def open_row(self) -> None:
        """Enter switches too."""
        self.action_switch()

    def action_switch(self) -> None:
        """The chosen switch."""
        desk, row = self.desk, self.rows.selected
        if desk is None or row is None:
            return
        if row.approve is not None:
            before = desk.approve
            self.attempt(lambda: desk.set_approve(next_approve(before)), undo=lambda: desk.set_approve(before))
        else:
            name, on, declared = row.name, row.on, desk.declared
            self.attempt(lambda: desk.switch_capability(name, on=not on), undo=lambda: desk.declare(declared))
