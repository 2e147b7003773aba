"""The demands of each revision, one by one: which rule sees it broken, or why none can.

One module a revision holds them as data; `INVENTORIES` has them by revision. What a rule is called is said here as
text, since rules know nothing of this; `inspector rules` joins the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.analysis.musts import r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25, r2026_07_28
from inspector.analysis.musts.must import Inventory, Must

__all__ = ["INVENTORIES", "Inventory", "Must", "Tally", "clauses", "tally"]

INVENTORIES: Final[Mapping[str, Inventory]] = {
    "2024-11-05": r2024_11_05.INVENTORY,
    "2025-03-26": r2025_03_26.INVENTORY,
    "2025-06-18": r2025_06_18.INVENTORY,
    "2025-11-25": r2025_11_25.INVENTORY,
    "2026-07-28": r2026_07_28.INVENTORY,
}
"""The demands of each revision that there is."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many demands there are, and how many of them a rule sees broken."""

    total: int
    seen: int

    @property
    def unseen(self) -> int:
        """How many nobody can see on the wire."""
        return self.total - self.seen


def tally(musts: tuple[Must, ...]) -> Tally:
    """Count demands."""
    return Tally(len(musts), sum(bool(one.rules) for one in musts))


def clauses(version: str) -> dict[str, tuple[str, ...]]:
    """The clauses of a revision that each rule sees broken, by the rule's id; each clause once, with its revision."""
    found: dict[str, dict[str, None]] = {}
    inventory = INVENTORIES[version]
    for must in (*inventory.server, *inventory.client):
        for rule in must.rules:
            found.setdefault(rule, {})[must.named(version)] = None
    return {rule: tuple(names) for rule, names in found.items()}
