"""Which tap is meant: of the recordings that are being written, the newest that a tap writes."""

from collections.abc import Iterator
from pathlib import Path

from inspector.errors import InspectorError, UsageError
from inspector.recording.listing import Listed, glance, look
from inspector.recording.lock import is_held
from inspector.recording.naming import own_name
from inspector.recording.source import open_file
from inspector.recording.store import target_name


def tapped(folder: Path, wanted: str) -> Path:
    """The recording of the newest tap that is running; `wanted` is the name of its server, a file, or empty.

    A file is taken as it is named, whether anybody writes it or not. Raises UsageError where there is no such tap, and
    says which there are.
    """
    if wanted and (Path(wanted).is_file() or "/" in wanted or wanted.endswith((".jsonl", ".gz"))):
        return Path(wanted)
    running = []
    for one in _running(folder):
        if not wanted or wanted.casefold() in map(str.casefold, _names(one)):
            return one.path
        running.append(next(iter(_names(one)), one.path.name))
    if running:
        raise UsageError(
            f"No tap of {wanted} is running.",
            why=f"Running: {', '.join(dict.fromkeys(running))}.",
            hint="`inspector tap --attach` without a name takes the newest.",
        )
    raise UsageError(
        "No tap is recording just now.",
        why="Only those are looked for that record where sessions are kept.",
        hint="`inspector open FILE` follows one that was given a --record FILE.",
    )


def _running(folder: Path) -> Iterator[Listed]:
    """What taps are writing, the newest first."""
    for one in glance(folder):
        try:
            with open_file(one.path) as file:
                live = is_held(file.fileno())
        except InspectorError:
            continue
        if live:
            found = look(one)
            if found.header.target.get("tap") is True:
                yield found


def _names(one: Listed) -> list[str]:
    """What one may call it: the name of its entry or program, what the server calls itself, that of the file."""
    return [name for name in (target_name(one.header.target), one.server, own_name(one.path)) if name]
