"""The filters that a person keeps under names: `filters.json` in the configuration folder, a name and a text each.

    {"slow calls": "method:tools/call latency:>500ms"}

Texts are in the filter language (`inspector.analysis.query`); they are not read here.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from inspector.config.changing import locked, put_aside
from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem

LIMIT: Final = 200
"""How many are kept; a further one takes the place of the first."""


class FilterStore:
    """The kept filters. Each call looks at the file, for other sessions change it too."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> Mapping[str, str]:
        """Names and filters, in the order of saving; none where the file is not there or cannot be read."""
        return self._read() or {}

    def save(self, name: str, text: str) -> None:
        """Keep a filter under a name, in the place of the one that has it.

        A file that cannot be read is put aside first. Raises `InspectorError` when the disk refuses.
        """
        with locked(self.path):
            there = self._read()
            if there is None:
                put_aside(self.path)
            kept = {**(there or {}), name: text}
            self._write(dict(list(kept.items())[-LIMIT:]))

    def forget(self, name: str) -> None:
        """Keep the filter of a name no more. Raises `InspectorError` when the disk refuses."""
        with locked(self.path):
            there = self._read()
            if there and name in there:
                self._write({one: text for one, text in there.items() if one != name})

    def _write(self, filters: Mapping[str, str]) -> None:
        write_atomically(self.path, json.dumps(filters, ensure_ascii=False, indent=1) + "\n")

    def _read(self) -> dict[str, str] | None:
        text = read_text(self.path, absent="{}")
        if isinstance(text, Problem):
            return None
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(document, dict) or not all(isinstance(one, str) for one in document.values()):
            return None
        return document
