"""`diff`: two recordings compared, or a recording with what a live server offers now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from inspector.analysis.catalog import KINDS
from inspector.analysis.compare.answers import compare_answers, paired
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.offered import Changed, Entry, Offers, compare_offered
from inspector.analysis.compare.side import Side
from inspector.analysis.differences import Difference, Ignored, path_text
from inspector.headless.concluding import rounded
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.offering import ask_lists
from inspector.headless.output import Output
from inspector.recording import open_recording
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.methods import LISTS
from inspector.wire.text import visible

_LONGEST: Final = 100
"""Characters of a value that a line of text shows; `--json` has it whole."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One request that both have asked, and in what its answers differ."""

    first: Asked
    second: Asked
    differences: Sequence[Difference]

    def as_json(self) -> dict[str, Json]:
        """As an element of `answers`."""
        return {
            "method": self.first.method,
            "name": self.first.name or None,
            "arguments": self.first.params.get("arguments", {}),
            "records": [self.first.seq, self.second.seq],
            "equal": not self.differences,
            "differences": [difference_json(one, "before", "after") for one in self.differences],
            "ms": [None if one.ms is None else rounded(one.ms) for one in (self.first, self.second)],
        }


def difference_json(one: Difference, before: str, after: str) -> dict[str, Json]:
    """A difference as `--json` has it, its two values under these names, and left out where nothing stands."""
    found: dict[str, Json] = {"path": one.where}
    return found | {name: value for name, value in ((before, one.before), (after, one.after)) if value is not MISSING}


def side_of(path: Path, output: Output) -> Side:
    """A recording, read. Raises UsageError for what is none; what is wrong with it otherwise is said."""
    recording = open_recording(path)
    for note in recording.notes:
        output.note(f"{visible(str(path))}: {visible(note)}")
    side = Side()
    side.feed(recording.records)
    return side


def diff_files(first: Path, second: Path, output: Output, ignored: Ignored) -> int:
    """Compare two recordings; 1 if they differ. Raises UsageError for what is no recording."""
    one, two = side_of(first, output), side_of(second, output)
    pairs, gone, new = paired(_compared(one), _compared(two))
    other_era = one.era != two.era
    answers = [
        Compared(a, b, compare_answers(a.answer, b.answer, other_era=other_era, ignored=ignored)) for a, b in pairs
    ]
    for count, path in ((gone, first), (new, second)):
        if count:
            output.note(f"{count:,} request{'s were' if count > 1 else ' was'} made in {visible(str(path))} alone.")
    ending = report(output, compare_offered(one.catalog, two.catalog), answers)
    if ending.exit_code:
        output.error_object(ending.kind, ending.message, ending.hint, ending.exit_code)
    return ending.exit_code


def diff_live(first: Path, side: Side) -> Body:
    """Compare what was offered in a recording with what a server offers now; 1 if that differs."""

    async def body(live: Live) -> Ending:
        await ask_lists(live, KINDS)
        now = Side()
        now.feed(live.client.journal.records)
        asked = len(_compared(side))
        if asked:
            live.output.note(
                f"{visible(str(first))} has {asked:,} answered request{'s' if asked > 1 else ''} besides: "
                "`inspector replay` sends them again and compares the answers."
            )
        return report(live.output, compare_offered(side.catalog, now.catalog), [])

    return body


def _compared(side: Side) -> list[Asked]:
    """The requests whose answers are compared as such: lists are compared as what is offered."""
    return [one for one in side.asked.all if one.method not in LISTS]


def report(output: Output, offers: Offers, answers: Sequence[Compared]) -> Ending:
    """Print what differs; how it ends."""
    for kind in offers.unknown:
        output.note(f"The {kind}s were listed in one of the two alone, and are not compared.")
    different = [one for one in answers if one.differences]
    equal = offers.equal and not different
    document = {"equal": equal, "offered": offers.as_json(), "answers": [one.as_json() for one in answers]}
    output.data(document, "\n".join((*_offers_text(offers), *_answers_text(answers), *_timing_text(answers))))
    if equal:
        return DONE
    said = (
        f"What is offered differs in {len(offers.all):,} ({offers.breaking:,} breaking), answers in {len(different):,}."
    )
    return Ending(1, "different", said)


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _offers_text(offers: Offers) -> list[str]:
    if offers.equal:
        return ["offered: equal"]
    changes = offers.all
    lines = [f"offered: {len(changes):,} differ, {offers.breaking:,} breaking"]
    for one in sorted(changes, key=lambda one: not one.breaking):
        sign = "✗ breaking  " if one.breaking else "  compatible"
        lines.append(f"  {sign}  {one.kind}{f' {visible(one.name)}' if one.name else ''}: {_what(one, offers)}")
    return lines


def _what(one: Entry | Changed, offers: Offers) -> str:
    if isinstance(one, Entry):
        return "added" if one in offers.added else "removed"
    return f"{visible(path_text(one.path))}  {change_text(one.before, one.after)}"


def change_text(before: Json, after: Json) -> str:
    """`1 → 2`, `+ 2`, `- 1`: values as JSON, cut where they are long."""
    if before is MISSING:
        return f"+ {_short(after)}"
    return f"- {_short(before)}" if after is MISSING else f"{_short(before)} → {_short(after)}"


def _short(value: Json) -> str:
    text = visible(dumps(value))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _answers_text(answers: Sequence[Compared]) -> list[str]:
    different = [one for one in answers if one.differences]
    if not answers:
        return []
    lines = [
        f"answers: {len(answers):,} compared, {len(different) or 'none'} differ{'s' if len(different) == 1 else ''}"
    ]
    for one in different:
        lines.append(f"  {one.first.method} {visible(one.first.name)}".rstrip() + f"  {_arguments(one.first.params)}")
        lines += [f"    {visible(each.where)}  {change_text(each.before, each.after)}" for each in one.differences]
    return lines


def _arguments(params: Mapping[str, Json]) -> str:
    return _short(params["arguments"]) if params.get("arguments") else ""


def _timing_text(answers: Sequence[Compared]) -> list[str]:
    """The middle of what each method and name took, in both; it is no difference."""
    groups: dict[str, list[Compared]] = {}
    for one in answers:
        if one.first.ms is not None and one.second.ms is not None:
            groups.setdefault(f"{one.first.method} {one.first.name}".rstrip(), []).append(one)
    lines = ["timing, median of"] if groups else []
    for name, group in groups.items():
        before, after = (median(each.ms or 0.0 for each in side) for side in _sides(group))
        ratio = f"  ×{after / before:.2g}" if before > 0 else ""
        lines.append(f"  {len(group):,} {visible(name)}: {before:.1f} → {after:.1f} ms{ratio}")
    return lines


def _sides(group: Sequence[Compared]) -> tuple[list[Asked], list[Asked]]:
    return [one.first for one in group], [one.second for one in group]
