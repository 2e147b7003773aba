"""`check`: what is wrong with a server that was exercised, or with a session that was recorded."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from inspector.analysis.rules import RULES
from inspector.analysis.session import Session
from inspector.headless.exercising import Named, exercise
from inspector.headless.found import told_of
from inspector.headless.live import Body, Ending, Live
from inspector.headless.output import Output, often, safe_json
from inspector.headless.reporting import Report, named
from inspector.wire import events
from inspector.wire.json import Json, pretty
from inspector.wire.text import visible

Form = Literal["text", "json", "junit", "sarif"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)

_SIGNS: Final = {"error": "✗", "warning": "▲", "info": "i"}
_REMEDIES: Final = {rule.name: rule.remedy for rule in RULES}


def check(form: Form, calls: Sequence[Named], file: Path | None = None) -> Body:
    """Exercise the server and report, on stdout or in `file`; exit code 1 if a finding is an error, else that of the
    first request that got no usable answer: what would have been in it was not checked."""

    async def body(live: Live) -> Ending:
        checked, faults = await exercise(live, calls)
        records, recording = live.client.journal.records, live.output.recording or ""
        ending = report(live.output, form, records, checked, recording, file)
        if faults and not ending.exit_code:
            raise faults[0]
        return ending

    return body


def check_file(path: Path, form: Form, output: Output, file: Path | None = None) -> int:
    """The same for a recording. Raises UsageError for what is none, and for a file that cannot be written."""
    from inspector.recording import open_recording

    recording = open_recording(path)
    for note in recording.notes:
        output.note(visible(note))
    requests: Counter[str] = Counter()
    for record in recording.records:
        if isinstance(record.event, events.Sent):
            requests[_method(record.event.raw)] += 1
    requests.pop("", None)
    checked: dict[str, Json] = {"records": len(recording.records), "requests": dict(requests)}
    ending = report(output, form, recording.records, checked, str(path), file)
    if ending.exit_code and output.as_json:
        output.error_object(ending.kind, ending.message, "", ending.exit_code)
    return ending.exit_code


def _method(raw: bytes) -> str:
    from inspector.wire.jsonrpc import written_request

    written = written_request(raw)
    return written[1] if written is not None else ""


def report(
    output: Output,
    form: Form,
    records: Sequence[events.Record],
    checked: dict[str, Json],
    recording: str,
    file: Path | None = None,
) -> Ending:
    """Print it, or write it to a file; 1 if a finding is an error."""
    session = Session()
    session.feed(records)
    server = session.probe_json([])
    del server["findings"]
    made = Report(server, checked, told_of(records), recording)
    text = _written(made, form)
    if file is None:
        output.text(text)
    else:
        output.to_file(text, file)
    if not made.errors:
        return Ending()
    return Ending(1, "findings", f"Findings of level error: {made.errors:,}.")


def _written(made: Report, form: Form) -> str:
    if form == "junit":
        from inspector.headless.junit import junit

        return junit(made)
    if form == "sarif":
        from inspector.headless.sarif import sarif

        return sarif(made)
    return safe_json(pretty(made.as_json())) if form == "json" else _text(made)


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _text(made: Report) -> str:
    lines = [named(made), *_checked_text(made.checked)]
    counts = Counter(one["level"] for one in made.findings)
    told = ", ".join(f"{counts[level]} {level}{'s' if counts[level] > 1 else ''}" for level in _SIGNS if counts[level])
    lines.append(f"findings: {told or 'none'}")
    for one in made.findings:
        lines.append(
            f"  {_SIGNS[one['level']]} {one['rule']}: {visible(one['message'])}{often(one)}  § {one['clause']}"
        )
        where = ", ".join(str(seq) for seq in one["records"])
        lines.append(f"    → {_REMEDIES[one['rule']]}  (record{'s' if len(one['records']) > 1 else ''} {where})")
    return "\n".join(lines)


def _checked_text(checked: dict[str, Json]) -> list[str]:
    if "requests" in checked:
        asked = ", ".join(f"{visible(method)} {count}" for method, count in checked["requests"].items())
        return [f"{checked['records']:,} records: {asked or 'no requests'}"]
    lines = []
    for member, one in checked["lists"].items():
        if not one["declared"]:
            continue
        pages = f" in {one['pages']} pages" if one["pages"] > 1 else ""
        lines.append(f"{member}: {one['items']}{pages}" + (f", {visible(one['error'])}" if one["error"] else ""))
    for one in (*checked["reads"], *checked["calls"]):
        came = one["said"] or "ok"
        lines.append(f"{one['method']} {visible(one['name'])}".rstrip() + f": {visible(came)}  {one['ms']:.1f} ms")
    if not checked["calls"] and checked["lists"].get("tools", {}).get("items"):
        lines.append("tools/call: none was called; --call NAME calls one")
    return lines
