"""Connect, with what it shows looked up: the demo, recent targets, the servers of the files that were found."""

from pathlib import Path

from textual.worker import get_current_worker

from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, Target, display, parse_line
from inspector.config.url_line import written
from inspector.errors import InspectorError
from inspector.tui.screens.wishes import OpenRecording, OpenTarget
from inspector.tui.targets import Targets, find_targets, reading_of
from inspector.tui.widgets.connect import Connect
from inspector.tui.widgets.connect_rows import Reading


class ConnectPlace(Connect):
    """The place. Files are read and written in threads; what is wrong with a line is said below it, and it stays."""

    def __init__(self, config: Path | None = None, *, id: str | None = None) -> None:
        """`config`: the one server file to read, None for those in the usual places."""
        super().__init__(id=id)
        self._config = config
        self._targets = Targets(())

    def arrive(self) -> None:
        """Look again at what there is: files change."""
        self.run_worker(self._look, thread=True, group="targets", exclusive=True)

    def edit(self, target: Target | None) -> None:
        """Put a target into the line, to be changed there; one with secrets, or none that can be typed, is not."""
        self.focus()
        if target is not None and not isinstance(target, DemoTarget) and not self.text:
            text = display(target)
            if isinstance(target, HttpTarget):
                text += written(target.sign_in)
            if "‹" not in text:
                self.type(text)

    def _look(self) -> None:
        worker = get_current_worker()
        found = find_targets(self._config)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, found)

    def _show(self, found: Targets) -> None:
        self._targets = found
        self.show(found.groups)

    def on_connect_line_changed(self, message: Connect.LineChanged) -> None:
        """How what is typed is read."""
        message.stop()
        self.reading = reading_of(message.text)

    def on_connect_connect_wanted(self, message: Connect.ConnectWanted) -> None:
        """Enter on a row, or on what was typed."""
        message.stop()
        source = None
        try:
            if message.row is None:
                target = parse_line(message.text)
            else:
                target = self._targets.target(message.row.key)
                entry = self._targets.entries.get(message.row.key)
                source = entry.path if entry is not None else None
        except InspectorError as fault:
            self.reading = Reading(f"{fault.message} {fault.why} {fault.hint}".strip(), "error")
            return
        if isinstance(target, RecordingTarget):
            self.post_message(OpenRecording(target.path))
        else:
            self.post_message(OpenTarget(target, source))
