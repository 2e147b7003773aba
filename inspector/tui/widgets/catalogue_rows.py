"""What a server offers, as rows: the plain data of the catalogue, what the filter leaves of it, and how a row looks.

The wire name is always what is shown first and in full strength. A title is the server's own claim: it follows, muted,
where there is room, and never stands in the name's place.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from textual.strip import Strip

from inspector.analysis.catalog import Listing
from inspector.analysis.items import Item, Kind
from inspector.tui.cells import Line
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import count
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import wrap_words
from inspector.wire.text import visible

GroupKind = Kind | Literal["subscription"]

LABELS: Final[dict[GroupKind, str]] = {
    "tool": "Tools",
    "resource": "Resources",
    "template": "Templates",
    "prompt": "Prompts",
    "subscription": "Subscriptions",
}
_SEARCHED: Final = 2_000
"""Characters of a name that the filter looks at."""

_WITH_TITLES: Final = 60
"""Cells from which on there is room for more than names: the catalogue as a page of its own."""


class ItemKey(NamedTuple):
    """Which item: its kind, its wire name, and which of those with that name, from 0.

    An entry that cannot be named in a request has no wire name, and a negative number that says which entry it is.
    """

    kind: GroupKind
    wire: str
    occurrence: int = 0


@dataclass(frozen=True, slots=True)
class CatalogueGroup:
    """All of one kind. A group that is not declared is shown only if it has items or something to say.

    `loading` says how far a list that is being fetched has come (`page 3, 240 so far`), `problem` why there is none
    (`−32603 “Internal error”`); items that are there stay in both. `stale`: the server has said that it changed.
    `unasked`: nobody has asked for the list, so that nothing is known of it.
    """

    kind: GroupKind
    items: Sequence[Item] = ()
    declared: bool = True
    loading: str = ""
    problem: str = ""
    stale: bool = False
    unasked: bool = False


def group_of(listing: Listing) -> CatalogueGroup:
    """A group from what is known of a list."""
    loading = ""
    if listing.state == "loading":
        loading = f"page {listing.pages + 1}, {count(len(listing.items))} so far" if listing.pages else "page 1"
    problem = listing.error if listing.state in ("failed", "incomplete") else ""
    items = tuple(listing.items)
    unasked = listing.state == "unasked"
    return CatalogueGroup(listing.kind, items, listing.declared is True, loading, problem, listing.stale, unasked)


class Row(NamedTuple):
    """One row: the head of a group, an item of it, or a sentence about it."""

    group: int
    item: int = -1
    """Its place in the group; -1 for a head or a sentence."""
    text: str = ""
    """A sentence; empty for a head or an item."""
    role: str = ""


class Index:
    """The groups, made ready for filtering and for finding an item by its key."""

    def __init__(self, groups: Sequence[CatalogueGroup]) -> None:
        self.groups = [one for one in groups if one.declared or one.items or one.loading or one.problem]
        self.total = sum(len(group.items) for group in self.groups)
        self._texts = [[_searched(item) for item in group.items] for group in self.groups]
        self._keys = [
            [ItemKey(group.kind, item.wire, item.occurrence if item.usable else ~item.position) for item in group.items]
            for group in self.groups
        ]

    def key(self, row: Row) -> ItemKey | None:
        """The key of the item of a row."""
        return self._keys[row.group][row.item] if row.item >= 0 else None

    def item(self, row: Row) -> Item | None:
        """The item of a row."""
        return self.groups[row.group].items[row.item] if row.item >= 0 else None

    def hits(self, filter_text: str) -> list[list[int]]:
        """For each group, the items whose name or title has the text, without regard to case."""
        wanted = filter_text.casefold()
        return [
            list(range(len(texts))) if not wanted else [number for number, text in enumerate(texts) if wanted in text]
            for texts in self._texts
        ]

    def rows(
        self, hits: Sequence[Sequence[int]], filter_text: str, folded: Collection[GroupKind], width: int
    ) -> list[Row]:
        """The rows at a width; while a filter is on, groups are open and those without a hit are left out."""
        rows: list[Row] = []
        for number, group in enumerate(self.groups):
            if filter_text and not hits[number]:
                continue
            rows.append(Row(number))
            if group.kind in folded and not filter_text:
                continue
            rows += [Row(number, item) for item in hits[number]]
            if not filter_text:
                rows += self._sentences(number, group, width)
        if not rows and filter_text:
            text = f"0 of {count(self.total)} fit “{visible(filter_text)}” · Esc clears"
            rows = [Row(-1, text=part, role="muted") for part in wrap_words(text, width - 2)]
        return rows

    def _sentences(self, number: int, group: CatalogueGroup, width: int) -> list[Row]:
        said: list[tuple[str, str]] = []
        noun = LABELS[group.kind].lower()
        if group.loading:
            said.append((f"{noun}… {group.loading}", "muted"))
        if group.problem:
            said.append((f"✗ {noun}: {group.problem} · r again", "error"))
        if group.stale and not group.loading:
            said.append(("▲ changed since · r again", "warning"))
        if not (said or group.items):
            nothing = "Nothing is subscribed to." if group.kind == "subscription" else f"This server offers no {noun}."
            said.append(("Not asked in this session." if group.unasked else nothing, "muted"))
        return [Row(number, text=part, role=role) for text, role in said for part in wrap_words(text, width - 4)]


def _searched(item: Item) -> str:
    return "\n".join(part[:_SEARCHED] for part in (item.name, item.wire, item.title)).casefold()


def head_strip(label: str, fact: str, folded: bool, width: int, roles: Roles) -> Strip:
    """The head of a group: its sign, its name, and how many there are."""
    line = Line(roles)
    line.write(f" {roles.glyphs.closed if folded else roles.glyphs.open} ", "muted")
    line.write(label, "bold")
    line.right(fact, width - 1, "faint")
    return line.strip(width)


def item_strip(item: Item, width: int, roles: Roles, *, live: bool = True) -> Strip:
    """An item: its name, its title where there is room, and its mark; what cannot be used is struck through.

    `live`: a server is there to be asked; without one the rows are muted. A mark that only the defaults gave is faint.
    """
    line = Line(roles)
    line.fill_to(3)
    refused = "" if item.usable and item.excluded is None else item.excluded or "; ".join(item.problems)
    end = width - (4 if item.marks or refused else 1)
    if item.label:
        line.foreign(item.label, end - 3, "faint strike" if refused else "" if live else "muted")
    beside = (item.wire, item.title, refused) if width >= _WITH_TITLES else ()
    for number, text in enumerate(one for one in beside if one and one != item.label):
        at = line.cells + 2 if number else max(line.cells + 2, 32)
        if end - at < 8:
            break
        line.fill_to(at)
        line.foreign(text, end - at, "faint" if text is refused else "muted")
    if refused:
        line.right(roles.glyphs.error, width - 1, "error bold")
    elif item.marks:
        line.right(item.marks, width - 1, "error bold" if item.marks == "d" and item.hinted else "faint")
    return line.strip(width)


def sentence_strip(text: str, role: str, width: int, roles: Roles, *, at: int) -> Strip:
    """A sentence about a group, or about the filter."""
    line = Line(roles)
    line.fill_to(at)
    line.foreign(in_glyphs(text, roles.glyphs), width - at - 1, role, reference=False)
    return line.strip(width)
