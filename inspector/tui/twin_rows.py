"""A comparison of two sessions as rows, and what a row stands for as two documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.judging import NotSent, Pair, Timing, timings
from inspector.analysis.compare.offered import Changed, Entry
from inspector.analysis.compare.sessions import Comparison
from inspector.analysis.differences import Difference, Path, differences
from inspector.tui.numbers import count, counted
from inspector.tui.widgets.twin_list import Part, Sign, TwinRow
from inspector.wire.json import MISSING, Json, dumps

_LONGEST: Final = 200


@dataclass(slots=True)
class Offered:
    """One thing that is not offered alike: all that changed of it. `entry` is set where one of the two has it not."""

    kind: str
    name: str
    entry: Entry | None = None
    changed: list[Changed] = field(default_factory=list)

    @property
    def breaking(self) -> int:
        """How many of its changes break."""
        return sum(one.breaking for one in self.changed) + (self.entry is not None and self.entry.breaking)

    def verdict_at(self, path: Path) -> str:
        """What the change at a path, or around it, does to callers; empty where none is known."""
        found = [one for one in self.changed if path[: len(one.path)] == one.path or one.path[: len(path)] == path]
        if not found:
            return ""
        return "breaking" if any(one.breaking for one in found) else "compatible"


@dataclass(slots=True)
class TwinRows:
    """The rows, with what is behind those of each part, by their numbers."""

    rows: list[TwinRow] = field(default_factory=list)
    facts: dict[Part, str] = field(default_factory=dict)
    offered: Sequence[Offered] = ()
    answers: list[Pair] = field(default_factory=list)
    equal: list[Pair] = field(default_factory=list)
    gone: Sequence[Asked] = ()
    added: Sequence[Asked] = ()
    left: Sequence[NotSent] = ()
    timing: Sequence[Timing] = ()

    def add(self, pair: Pair) -> None:
        """A request that was asked in both."""
        first = pair.first
        if pair.verdict == "equal":
            self.rows.append(TwinRow("equal", len(self.equal), "equal", *_asked(first), told=_took(pair)))
            self.equal.append(pair)
            return
        many = counted(len(pair.differences), "difference") if pair.differences else ""
        told = many if pair.verdict == "different" else pair.verdict
        self.rows.append(TwinRow("answers", len(self.answers), pair.verdict, *_asked(first), told=told, differs=True))
        self.answers.append(pair)


def rows_of(found: Comparison) -> TwinRows:
    """All rows of a comparison."""
    rows = TwinRows(gone=found.gone, added=found.added, left=found.not_sent, timing=timings(found.pairs))
    rows.offered = _offered(found)
    breaking = found.offers.breaking
    rows.facts["offered"] = f"{count(breaking)} breaking" if breaking else "nothing breaking"
    if found.offers.unknown:
        rows.facts["offered"] += f", not compared: {', '.join(f'{kind}s' for kind in found.offers.unknown)}"
    for at, one in enumerate(rows.offered):
        rows.rows.append(_offered_row(at, one))
    for pair in found.pairs:
        rows.add(pair)
    parts: tuple[tuple[Part, Sequence[Asked]], ...] = (("gone", rows.gone), ("added", rows.added))
    for part, alone in parts:
        rows.rows += [TwinRow(part, at, "none", *_asked(one)) for at, one in enumerate(alone)]
    rows.rows += [TwinRow("said", at, "none", "", said) for at, said in enumerate(found.notes)]
    for at, left in enumerate(rows.left):
        kind, name, _ = _asked(left.asked)
        rows.rows.append(TwinRow("left", at, "none", kind, name, left.why))
    for at, one_time in enumerate(rows.timing):
        rows.rows.append(_timing_row(at, one_time))
    return rows


def _offered(found: Comparison) -> Sequence[Offered]:
    groups: dict[tuple[str, str], Offered] = {}
    for one in found.offers.all:
        group = groups.setdefault((one.kind, one.name), Offered(one.kind, one.name))
        if isinstance(one, Entry):
            group.entry = one
        else:
            group.changed.append(one)
    return sorted(groups.values(), key=lambda one: not one.breaking)


def _offered_row(at: int, one: Offered) -> TwinRow:
    sign: Sign = "breaking" if one.breaking else "compatible"
    if one.entry is not None:
        told = "removed" if one.entry.breaking else "added"
    else:
        kinds = {"breaking": one.breaking, "compatible": len(one.changed) - one.breaking}
        told = " ".join(f"{count(number)} {kind}" for kind, number in kinds.items() if number)
    return TwinRow("offered", at, sign, one.kind, one.name, told=told, differs=True)


def _asked(one: Asked) -> tuple[str, str, str]:
    """Method, name and arguments."""
    given = one.params.get("arguments")
    return one.method, one.name, dumps(given)[:_LONGEST] if given else ""


def _took(pair: Pair) -> str:
    if pair.first.ms is None or pair.second.ms is None:
        return ""
    return f"{_ms(pair.first.ms)} → {_ms(pair.second.ms)} ms"


def _timing_row(at: int, one: Timing) -> TwinRow:
    ratio = f"  ×{one.ratio:.2g}" if one.ratio is not None else ""
    told = f"{_ms(one.before)} → {_ms(one.after)} ms{ratio}"
    return TwinRow("timing", at, "none", one.method, one.name, f"{count(one.count)}×", told)


def _ms(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


@dataclass(frozen=True, slots=True)
class Twins:
    """What a row stands for: a value of each side (MISSING: not there), and in what they differ."""

    before: Json
    after: Json
    found: Sequence[Difference]


def twins_of(row: TwinRow, rows: TwinRows, catalogs: tuple[Catalog, Catalog]) -> Twins | None:
    """The two documents behind a row; None where there are none to compare."""
    if row.part == "offered":
        one = rows.offered[row.at]
        before, after = (_entry(one, catalog) for catalog in catalogs)
        return Twins(before, after, differences(before, after))
    if row.part in ("answers", "equal"):
        pair = (rows.answers if row.part == "answers" else rows.equal)[row.at]
        first, second = pair.first.answer, pair.second.answer
        whole = MISSING in (first, second) and first is not second
        return Twins(first, second, differences(first, second) if whole else pair.differences)
    return None


def _entry(one: Offered, catalog: Catalog) -> Json:
    if one.kind == "server":
        told: Mapping[str, Json] = {
            "protocolVersion": catalog.protocol_version,
            "supportedVersions": MISSING if catalog.supported is None else list(catalog.supported),
            "serverInfo": catalog.server_info,
            "capabilities": catalog.capabilities,
            "instructions": MISSING if catalog.instructions is None else catalog.instructions,
        }
        return {name: value for name, value in told.items() if value is not MISSING}
    for listing in catalog.lists.values():
        for item in listing.items if listing.kind == one.kind else ():
            if (item.wire or item.label) == one.name:
                return item.raw
    return MISSING
