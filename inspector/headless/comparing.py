"""`diff`: two sessions compared: recordings, or what servers offer now."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from inspector.analysis.catalog import KINDS
from inspector.analysis.compare.answers import Volatile
from inspector.analysis.compare.asked import Asked
from inspector.analysis.compare.judging import Pair, timings
from inspector.analysis.compare.offered import Changed, Entry, Offers, compare_offered
from inspector.analysis.compare.sessions import Comparison, compare_sessions
from inspector.analysis.compare.side import Side
from inspector.analysis.differences import Difference, path_text
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
_AROUND: Final = 24
"""Characters before the first that differs, where a long value begins like the other."""


def pair_json(pair: Pair) -> dict[str, Any]:
    """As an element of `answers`."""
    return {
        "method": pair.first.method,
        "name": pair.first.name or None,
        "arguments": pair.first.params.get("arguments", {}),
        "records": [pair.first.seq, pair.second.seq],
        "equal": pair.verdict == "equal",
        "differences": [difference_json(one, "before", "after") for one in pair.differences],
        "ms": [None if one.ms is None else rounded(one.ms) for one in (pair.first, pair.second)],
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


def diff_files(first: Path, second: Path, output: Output, volatile: Volatile) -> int:
    """Compare two recordings; 1 if they differ. Raises UsageError for what is no recording."""
    *_, found = compare_sessions(side_of(first, output), side_of(second, output), volatile)
    ending = report(output, found, (str(first), str(second)))
    if ending.exit_code:
        output.error_object(ending.kind, ending.message, ending.hint, ending.exit_code)
    return ending.exit_code


def learn(sides: list[Side]) -> Body:
    """Ask a server for all that it offers, which becomes the next of `sides`."""

    async def body(live: Live) -> Ending:
        sides.append(await _offered(live))
        return DONE

    return body


def diff_live(side: Side, name: str) -> Body:
    """Compare what was offered in a session with what a server offers now; 1 if that differs."""

    async def body(live: Live) -> Ending:
        now = await _offered(live)
        asked = sum(one.method not in LISTS for one in side.asked.all)
        if asked:
            live.output.note(
                f"{visible(name)} has {asked:,} answered request{'s' if asked > 1 else ''} besides: "
                "`inspector replay` sends them again and compares the answers."
            )
        return report(live.output, Comparison(compare_offered(side.catalog, now.catalog)), (name, "the server"))

    return body


async def _offered(live: Live) -> Side:
    await ask_lists(live, KINDS)
    side = Side()
    side.feed(live.client.journal.records)
    return side


def report(output: Output, found: Comparison, names: tuple[str, str]) -> Ending:
    """Print what differs; how it ends. What one of the two has asked alone is told, and is no difference."""
    for kind in found.offers.unknown:
        output.note(f"The {kind}s were listed in one of the two alone, and are not compared.")
    for name, alone in zip(names, (found.gone, found.added), strict=True):
        if alone:
            many = f"{len(alone):,} request{'s were' if len(alone) > 1 else ' was'}"
            output.note(f"{many} made in {visible(name)} alone: {_titles(alone)}.")
    document = {
        "equal": found.equal,
        "offered": found.offers.as_json(),
        "answers": [pair_json(one) for one in found.pairs],
    }
    lines = (*offers_lines(found.offers), *_answers_text(found), *_timing_text(found.pairs))
    output.data(document, "\n".join(lines))
    if found.equal:
        return DONE
    offers = found.offers
    said = f"What is offered differs in {len(offers.all):,} ({offers.breaking:,} breaking)"
    return Ending(1, "different", f"{said}, answers in {len(found.different):,}.")


_MOST_TITLES: Final = 3


def _titles(alone: Sequence[Asked]) -> str:
    told = [visible(f"{one.method} {one.name}".rstrip()) for one in alone[:_MOST_TITLES]]
    return ", ".join([*told, "…"] if len(alone) > _MOST_TITLES else told)


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def pair_lines(pair: Pair) -> list[str]:
    """What is to be said of a pair beyond the verdict; sanitised."""
    said = [f"{visible(one.where)}  {change_text(one.before, one.after)}" for one in pair.differences]
    said += [visible(pair.why)] if pair.why and pair.verdict != "equal" else []
    return [*said, f"∴ {visible(pair.note)}"] if pair.note else said


def offers_lines(offers: Offers) -> list[str]:
    """What is offered otherwise, a change a line, what breaks first; sanitised."""
    if offers.equal:
        return ["offered: equal"]
    changes = offers.all
    lines = [f"offered: {len(changes):,} change{'s' if len(changes) > 1 else ''}, {offers.breaking:,} breaking"]
    for one in sorted(changes, key=lambda one: not one.breaking):
        sign = "✗ breaking  " if one.breaking else "  compatible"
        lines.append(f"  {sign}  {one.kind}{f' {visible(one.name)}' if one.name else ''}: {_what(one, offers)}")
    return lines


def _what(one: Entry | Changed, offers: Offers) -> str:
    if isinstance(one, Entry):
        return "added" if one in offers.added else "removed"
    return f"{visible(path_text(one.path))}  {change_text(one.before, one.after)}"


def change_text(before: Json, after: Json) -> str:
    """`1 → 2`, `+ 2`, `- 1`: values as JSON, cut where they are long; what two long ones begin with yields to what
    differs."""
    if before is MISSING:
        return f"+ {_short(dumps(after))}"
    if after is MISSING:
        return f"- {_short(dumps(before))}"
    one, two = dumps(before), dumps(after)
    pairs = enumerate(zip(one, two, strict=False)) if max(len(one), len(two)) > _LONGEST else ()
    alike = next((at for at, (a, b) in pairs if a != b), 0)
    left = alike - _AROUND if alike > _LONGEST // 2 else 0
    cut = "…" if left else ""
    return f"{cut}{_short(one[left:])} → {cut}{_short(two[left:])}"


def _short(text: str) -> str:
    text = visible(text[: 2 * _LONGEST])
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _answers_text(found: Comparison) -> list[str]:
    different = found.different
    if not found.pairs:
        return []
    many = len(different)
    lines = [f"answers: {len(found.pairs):,} compared, {many or 'none'} differ{'s' if many == 1 else ''}"]
    for one in different:
        title = f"{one.first.method} {visible(one.first.name)}".rstrip()
        lines.append(f"  {title}  {_arguments(one.first.params)}".rstrip())
        lines += [f"    {line}" for line in pair_lines(one)] or [f"    {one.verdict}"]
    return lines


def _arguments(params: Mapping[str, Json]) -> str:
    return _short(dumps(params["arguments"])) if params.get("arguments") else ""


def _timing_text(pairs: Sequence[Pair]) -> list[str]:
    """The middle of what each method and name took, in both; it is no difference."""
    found = timings(pairs)
    lines = ["timing, median of"] if found else []
    for one in found:
        ratio = f"  ×{one.ratio:.2g}" if one.ratio is not None else ""
        name = visible(f"{one.method} {one.name}".rstrip())
        lines.append(f"  {one.count:,} {name}: {one.before:.1f} → {one.after:.1f} ms{ratio}")
    return lines
