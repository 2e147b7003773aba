"""Deleted recordings, until the program ends: put aside under another name, so that they can come back."""

from pathlib import Path

from inspector.tui.widgets.session_rows import SessionRow


class Trash:
    """What was deleted in this run, the last one last, with the rows that show it."""

    def __init__(self) -> None:
        self._moved: dict[Path, tuple[Path, SessionRow]] = {}

    def __contains__(self, path: object) -> bool:
        return path in self._moved

    @property
    def rows(self) -> tuple[SessionRow, ...]:
        """The rows of what can come back."""
        return tuple(row for _, row in self._moved.values())

    def delete(self, row: SessionRow) -> bool:
        """Put a file aside; whether that was possible."""
        path = Path(row.path)
        aside = path.with_name(f".{path.name}.deleted")
        try:
            path.rename(aside)
        except OSError:
            return False
        self._moved[path] = aside, row
        return True

    def restore(self, path: Path | None = None) -> bool:
        """Bring a file back, or the one that was deleted last; never over another one."""
        path = path or next(reversed(self._moved), None)
        if path is None or path not in self._moved or path.exists():
            return False
        try:
            self._moved[path][0].rename(path)
        except OSError:
            return False
        del self._moved[path]
        return True

    def empty(self) -> None:
        """Delete for good."""
        for aside, _ in self._moved.values():
            aside.unlink(missing_ok=True)
        self._moved.clear()
