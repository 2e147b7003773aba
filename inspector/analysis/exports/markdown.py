"""A session as Markdown, for a bug report: who spoke with whom, every row, each exchange in full, what is wrong.

All text of the server is inside code, with a fence that nothing in it can close, or made safe for a table.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from inspector.analysis.folds import Folds
from inspector.analysis.rows import Row
from inspector.analysis.rules import LEVELS
from inspector.wire import events
from inspector.wire.json import NotJson, parse, pretty
from inspector.wire.text import visible, visible_bytes

LONGEST: Final = 20_000
"""Characters of a message that are shown."""

_TICKS: Final = re.compile("`+")


def markdown(folds: Folds, shown: Sequence[int], target: str, created: str) -> str:
    """The text. `shown` are the record numbers to tell of; `target` what was spoken to."""
    chosen = set(shown)
    rows = [row for row in folds.timeline.all if row.seq in chosen]
    parts = [
        *head(folds, target, created),
        *notes(folds, chosen),
        *table(rows),
        *exchanges(folds, rows),
        *findings(folds, chosen),
    ]
    return "\n".join(parts)


def head(folds: Folds, target: str, created: str) -> Iterator[str]:
    """Who was spoken with, and how: the lines above all else."""
    status = folds.session.status
    name = " ".join(part for part in (status.server_name, status.server_version) if part)
    yield f"# MCP session{f' with {code(name)}' if name else ''}"
    yield ""
    if status.era is not None:
        yield f"- {status.era} {code(status.version)} over {status.transport or 'an unknown transport'}"
    if target:
        yield f"- target: {code(target)}"
    if created:
        yield f"- recorded: {code(created)}"
    if status.reason:
        yield f"- ended: {code(status.reason)}"
    yield ""


def notes(folds: Folds, chosen: set[int]) -> Iterator[str]:
    """What a person noted on the session and on the chosen records; nothing where there is nothing."""
    noted = folds.timeline.notes
    told = [(f"record {seq}", noted.of[seq]) for seq in noted.noted if seq in chosen]
    if noted.session:
        told.insert(0, ("the session", noted.session))
    if told:
        yield "## Notes"
        yield ""
        for about, text in told:
            yield f"- **{about}**: {code(text)}"
        yield ""


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Every row, a line each."""
    yield "| record | s | kind | method | what | outcome | ms |"
    yield "|--:|--:|---|---|---|---|--:|"
    for row in rows:
        what = " ".join(part for part in (row.name, row.what) if part)
        took = "" if row.took_ms is None else f"{row.took_ms:.1f}"
        cells = (str(row.seq), f"{row.at:.3f}", row.kind, code(row.method), code(what), code(row.status_text), took)
        yield f"| {' | '.join(cells)} |"
    yield ""


def exchanges(folds: Folds, rows: Iterable[Row]) -> Iterator[str]:
    """Each request among the rows with its answer, both in full up to `LONGEST`."""
    told: set[int] = set()
    for row in rows:
        if row.kind not in ("req", "res", "ask", "ans") or row.seq in told:
            continue
        half = folds.timeline.other_half(row.seq)
        first, second = sorted((row.seq, half)) if half is not None else (row.seq, None)
        told.update((first, row.seq if second is None else second))
        asked = folds.timeline.row(first) or row
        title = " ".join(code(part) for part in (asked.method, asked.name) if part)
        yield f"## {title} (record{'s' if second else ''} {first}{f', {second}' if second else ''})"
        yield ""
        for seq in (first, second):
            if seq is not None:
                yield from message(folds, seq)
        if second is None:
            yield "No answer came."
            yield ""


def message(folds: Folds, seq: int) -> Iterator[str]:
    """One message, or what stood in its place, up to `LONGEST`; nothing for a record that is none."""
    record = folds.record(seq)
    if record is None or not isinstance(record.event, events.Sent | events.Received):
        return
    raw = record.event.raw
    try:
        text, language = pretty(parse(raw.decode())), "json"
    except (NotJson, UnicodeDecodeError):
        text, language = raw.decode("utf-8", "backslashreplace"), ""
    text = visible(text, keep_newlines=True)
    more = f"\n… {len(text) - LONGEST:,} characters more" if len(text) > LONGEST else ""
    yield f"{'→' if isinstance(record.event, events.Sent) else '←'} record {seq}"
    yield ""
    yield from fenced(text[:LONGEST] + more, language)
    yield ""


def findings(folds: Folds, chosen: set[int]) -> Iterator[str]:
    """What is wrong with the chosen records, and what the server said on stderr among them."""
    found = folds.findings.on(chosen)
    yield "## Findings"
    yield ""
    for level in LEVELS:
        for one in (each for each in found if each.level == level):
            where = ", ".join(str(seq) for seq in one.records)
            often = f", {one.times:,} times" if one.times > 1 else ""
            said = f"{code(one.message)}{often} ({one.clause}; records {where})"
            yield f"- **{level}** `{one.rule}`: {said}. {one.remedy}"
    if not found:
        yield "None."
    among = (folds.record(seq) for seq in sorted(chosen))
    stderr = [one.event.raw for one in among if one is not None and isinstance(one.event, events.Stderr)]
    if stderr:
        yield from ("", "## stderr", "")
        yield from fenced("\n".join(visible_bytes(line) for line in stderr[-100:]), "")


def code(text: str) -> str:
    """Text as code within a line or a cell of a table, whatever it holds; nothing for no text."""
    shown = " ".join(visible(text).split()).replace("|", "\\|")
    if not shown:
        return ""
    ticks = "`" * (max((len(run) for run in _TICKS.findall(shown)), default=0) + 1)
    pad = " " if shown[0] == "`" or shown[-1] == "`" else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def fenced(text: str, language: str) -> tuple[str, str, str]:
    """A block of code, with a fence longer than any in it."""
    fence = "`" * max(3, max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    return f"{fence}{language}", text, fence
