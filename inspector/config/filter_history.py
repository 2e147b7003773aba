"""The filters that were meant last, oldest first: `filter-history.json` in the state folder, a list of texts."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from inspector.config.changing import locked
from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem

MOST: Final = 100
"""How many are kept."""
_LONGEST: Final = 2_000
"""Characters of one; a longer one is kept for its session alone."""


class FilterHistory:
    """The history. Each call looks at the file, for other sessions change it too; what cannot be read is nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> Sequence[str]:
        """The filters, each once, where it was meant last."""
        text = read_text(self.path, absent="[]")
        try:
            found = [] if isinstance(text, Problem) else json.loads(text)
        except (ValueError, RecursionError):
            return ()
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else ()

    def add(self, text: str) -> None:
        """One was meant. Raises `InspectorError` when the disk refuses."""
        if len(text) > _LONGEST:
            return
        with locked(self.path):
            kept = [*(one for one in self.all() if one != text), text]
            write_atomically(self.path, json.dumps(kept[-MOST:], ensure_ascii=False, indent=1) + "\n")
