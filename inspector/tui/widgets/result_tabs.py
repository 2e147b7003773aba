"""Which views a result has, and how the rule tells them."""

from collections.abc import Sequence
from typing import Final, Literal

from inspector.tui.cells import Span
from inspector.tui.documents.tables import Table
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.result_data import Done, Outcome
from inspector.tui.widgets.rule import Tab
from inspector.tui.widgets.schema_page import verdict_sign
from inspector.tui.widgets.signs import in_signs

ResultTab = Literal["text", "json", "table", "schema", "wire"]

_LABELS: Final[dict[ResultTab, str]] = {
    "text": "Text",
    "json": "JSON",
    "table": "Table",
    "schema": "Schema",
    "wire": "Wire",
}


def tabs_of(outcome: Outcome, tables: Sequence[Table]) -> tuple[ResultTab, ...]:
    """The tabs that there is something in."""
    if outcome is None:
        return ("text",)
    tabs: list[ResultTab] = ["text"]
    if isinstance(outcome, Done):
        tabs.append("json")
        tabs += ["table"] if tables else []
        tabs += ["schema"] if outcome.validation is not None else []
    tabs += ["wire"] if outcome.wire else []
    return tuple(tabs)


def rule_tabs(outcome: Outcome, tables: Sequence[Table], roles: Roles) -> list[Tab]:
    """The same with their names and signs; none before anything was called."""
    if outcome is None:
        return []
    signs = dict[ResultTab, Span]()
    if isinstance(outcome, Done) and outcome.validation is not None:
        signs["schema"] = verdict_sign(outcome.validation)
    if outcome.wire:
        signs["wire"] = (count(len(outcome.wire)), "muted")
    shown = {tab: in_signs([sign], roles)[0] for tab, sign in signs.items()}
    return [Tab(tab, _LABELS[tab], shown.get(tab)) for tab in tabs_of(outcome, tables)]
