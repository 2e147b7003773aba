"""The interface on a recording, whichever command asks for it."""

import sys
from pathlib import Path

from inspector.cli.setup import settings_file
from inspector.errors import UsageError


def open_in_interface(file: Path, theme: str | None = None) -> int:
    """Show a recording, and follow it while somebody writes it. Raises UsageError for one that cannot be read."""
    from inspector.config.target import RecordingTarget
    from inspector.recording import open_recording

    settings = settings_file()
    recording = open_recording(file)  # a fault is said here, before the screen is taken
    need_terminal()
    from inspector.tui.app import run_app
    from inspector.tui.start import Start

    return run_app(Start(target=RecordingTarget(file), opened=recording, settings=settings, theme=theme))


def open_newest_tap() -> int:
    """Show what the tap that was started last is recording just now. Raises UsageError if there is none."""
    from inspector.config.places import places
    from inspector.recording import list_recordings

    for one in list_recordings(places().recordings):
        if one.live and one.header.target.get("tap") is True:
            return open_in_interface(one.path)
    raise UsageError(
        "No tap is recording just now.",
        why="Only those are looked for that record where sessions are kept.",
        hint="`inspector open FILE` follows one that was given a --record FILE.",
    )


def need_terminal() -> None:
    """Refuse before the interface is loaded, which takes its time."""
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The interface needs a terminal.",
            why="stdin or stdout is none.",
            hint="`inspector probe`, `list`, `call` and their kin work without one.",
        )
