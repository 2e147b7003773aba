"""What is wrong in a file of the person's: data, never an exception, so that the rest of the file still counts."""

from dataclasses import dataclass
from pathlib import Path

from inspector.config.places import short_path


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a file.

    `line` and `column` count from 1 and are None where there is no place to point to (the file cannot be opened).
    `entry` is the name of the server entry that is left out or limited by it, else empty.
    """

    path: Path
    line: int | None
    message: str
    column: int | None = None
    entry: str = ""

    def describe(self) -> str:
        """One sentence with its place: `~/.cursor/mcp.json, line 14: weather: args is a string, not a list.`"""
        place = short_path(self.path)
        if self.line is not None:
            place += f", line {self.line}"
        if self.column is not None:
            place += f", column {self.column}"
        subject = f"{self.entry}: " if self.entry else ""
        return f"{place}: {subject}{self.message}"
