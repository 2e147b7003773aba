"""What two attempts at one server were offered, compared: tools, resources, templates and prompts, by their wire names.

An entry is the same in both if kind, wire name and occurrence are; then its members are compared as JSON, path by path.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.catalog import KINDS, Listing
from inspector.analysis.differences import Difference, differences
from inspector.analysis.items import Item, Kind

Lists = Mapping[Kind, Listing]

_ASKED: Final = ("complete", "more", "incomplete")
_MOST_PATHS: Final = 40
"""Paths of one entry that are told apart."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An entry that is not the same in both. `how` is seen from the second; `paths` say what changed."""

    kind: Kind
    name: str
    how: Literal["added", "removed", "changed"]
    paths: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs, kind by kind in the order of the lists; how many entries are alike; which kinds have no list
    in one of the two, because it was not asked for or was refused."""

    offered: tuple[Offered, ...]
    alike: int
    unknown: tuple[Kind, ...]


def compare_offers(left: Lists, right: Lists) -> Comparison:
    """How what `right` offers departs from what `left` does. A kind that neither has asked for is not spoken of."""
    found: list[Offered] = []
    unknown: list[Kind] = []
    alike = 0
    for kind in KINDS:
        asked = [side[kind].state in _ASKED for side in (left, right)]
        if not all(asked):
            unknown += [kind] if any(asked) else []
            continue
        one, two = _by_name(left[kind]), _by_name(right[kind])
        for key in dict.fromkeys((*one, *two)):
            before, after = one.get(key), two.get(key)
            item = after or before
            assert item is not None
            if before is None or after is None:
                found.append(Offered(kind, item.label, "added" if before is None else "removed"))
                continue
            paths = tuple(differences(before.raw, after.raw, most=_MOST_PATHS))
            if paths:
                found.append(Offered(kind, item.label, "changed", paths))
            else:
                alike += 1
    return Comparison(tuple(found), alike, tuple(unknown))


def _by_name(listing: Listing) -> dict[tuple[str, int], Item]:
    return {(item.wire or item.label, item.occurrence): item for item in listing.items}
