"""The interface on a recording, whichever command asks for it."""

import sys
from pathlib import Path

from inspector.cli.setup import settings_file, usual_plan
from inspector.errors import UsageError


def open_in_interface(file: Path, theme: str | None = None) -> int:
    """Show a recording, and follow it while somebody writes it. Raises UsageError for one that cannot be read."""
    from inspector.config.target import RecordingTarget
    from inspector.recording import open_recording

    settings = settings_file()
    plan = usual_plan(settings)  # for a server that is connected to from here
    recording = open_recording(file)  # a fault is said here, before the screen is taken
    need_terminal()
    from inspector.tui.app import run_app
    from inspector.tui.start import Start

    return run_app(
        Start(target=RecordingTarget(file), opened=recording, recording=plan, settings=settings, theme=theme)
    )


def open_tap(wanted: str) -> int:
    """Show what a tap is recording just now: the newest, or that of this name or file. Raises UsageError for none."""
    from inspector.config.places import places
    from inspector.recording.attaching import tapped

    return open_in_interface(tapped(places().recordings, wanted))


def need_terminal() -> None:
    """Refuse before the interface is loaded, which takes its time."""
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The interface needs a terminal.",
            why="stdin or stdout is none.",
            hint="`inspector probe`, `list`, `call` and their kin work without one.",
        )
