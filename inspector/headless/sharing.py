"""`export --share`: a copy of a recording for others, and on stderr what went and what may have to go."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from inspector.headless.output import Output, safe_json, table
from inspector.recording import open_recording
from inspector.recording.doubts import Doubt
from inspector.recording.own_rules import OwnRules
from inspector.recording.sharing import copy_to_share
from inspector.wire.text import visible

_LISTED: Final = 40
_NUMBERS: Final = 6


def share(path: Path, own: Sequence[str], output: Output, file: Path | None = None) -> int:
    """Print the copy, or write it to `file`.

    Raises UsageError for what is no recording, a file that cannot be written.
    """
    recording = open_recording(path, whole=True)
    for note in recording.notes:
        output.note(visible(note))
    copy = copy_to_share(recording, OwnRules(own))
    text = "\n".join(safe_json(line) for line in copy.lines)
    if file is None:
        output.text(text)
    else:
        output.to_file(text, file)
    places = sum(copy.taken.values())
    if places:
        output.note(f"Taken out, counted by rule and record ({copy.secrets:,} of the secrets were not known before):")
        output.note(table([[rule, f"{many:,}"] for rule, many in sorted(copy.taken.items())], "  "))
    else:
        output.note("Nothing was found that had to be taken out.")
    unused = [number for number, _ in enumerate(own, 1) if not copy.taken[f"own {number}"]]
    if unused:
        output.note(f"Rules of your own that took out nothing: {', '.join(map(str, unused))}.")
    if copy.doubts:
        output.note("Left in, and only you can tell whether it may be (--redact takes it out):")
        output.note(table([_row(doubt) for doubt in copy.doubts[:_LISTED]], "  "))
        if len(copy.doubts) > _LISTED:
            output.note(f"  and {len(copy.doubts) - _LISTED:,} more.")
    return 0


def _row(doubt: Doubt) -> list[str]:
    numbers = ", ".join(map(str, doubt.records[:_NUMBERS])) + (" …" if len(doubt.records) > _NUMBERS else "")
    return [doubt.what, f"{doubt.begins}…" if doubt.begins else "", doubt.where, f"record {numbers}"]
