"""`export`: a recording in another form, on stdout or in a file. Nothing is sent, and no server is needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from inspector.analysis.folds import Folds
from inspector.analysis.query import QueryError
from inspector.errors import UsageError
from inspector.headless.output import Output, safe_json
from inspector.recording import Recording, open_recording
from inspector.wire.json import pretty
from inspector.wire.text import visible

Form = Literal["har", "markdown", "curl", "jsonl"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)


def export(path: Path, form: Form, wanted: str, output: Output, file: Path | None = None) -> int:
    """Print it, or write it to `file`; of the records only those that the filter `wanted` lets through, and of an
    exchange all if any.

    Raises UsageError for what is no recording, a filter that cannot be read, a form that the session does not have, a
    file that cannot be written.
    """
    recording = open_recording(path)
    for note in recording.notes:
        output.note(visible(note))
    folds = Folds()
    folds.share(recording.records)
    folds.feed(recording.records)
    text = _text(recording, form, folds, _chosen(folds, wanted))
    if file is None:
        output.data(None, text)
    else:
        output.to_file(text, file)
    return 0


def _chosen(folds: Folds, wanted: str) -> list[int]:
    if not wanted.strip():
        return [row.seq for row in folds.timeline.all]
    try:
        indices = folds.timeline.matches(wanted, folded=True)
    except QueryError as error:
        raise UsageError("The filter cannot be read.", why=f"{error}", hint=_pointed(wanted, error.position)) from None
    return [folds.timeline.all[index].seq for index in indices]


def _pointed(text: str, position: int) -> str:
    return f"It stops at “{visible(text[position : position + 20])}”." if position < len(text) else "It ends too early."


def _text(recording: Recording, form: Form, folds: Folds, chosen: Sequence[int]) -> str:
    wanted = set(chosen)
    if form == "jsonl":
        from inspector.analysis.exports.lines import lines

        return "\n".join(safe_json(line) for line in lines(one for one in recording.records if one.seq in wanted))
    if form == "markdown":
        from inspector.analysis.exports.markdown import markdown

        visible_rows = {folds.timeline.all[index].seq for index in folds.timeline.visible}
        shown = [seq for seq in chosen if seq in visible_rows]
        return markdown(folds, shown, _target(recording), recording.header.created)
    from inspector.analysis.exports.web import hops

    found = hops(recording.records)
    if not found:
        raise UsageError(
            f"There is no HTTP in {recording.path.name}.",
            why=f"{form} is for what went over HTTP.",
            hint="--format markdown and --format jsonl take any session.",
        )
    found = [hop for hop in found if hop.seqs & wanted]
    if form == "har":
        from inspector.analysis.exports.har import har

        return safe_json(pretty(har(found, recording.header.created, folds.timeline.notes)))
    from inspector.analysis.exports.shell import curl

    return curl(found)


def _target(recording: Recording) -> str:
    target = recording.header.target
    command = target.get("command")
    if isinstance(command, list):
        return " ".join(str(word) for word in command)
    return str(target.get("url") or target.get("name") or "")
