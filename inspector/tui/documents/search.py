"""Finding text in a document of any size, forwards and backwards, without making a copy of it."""

import re
from typing import AnyStr, Final

_WINDOW: Final = 1 << 16
_FOLDED_UP_TO: Final = 16_000_000
"""Beyond this size capitals always count: ignoring them makes a search some twenty times slower."""


def compile_query(query: AnyStr, size: int) -> re.Pattern[AnyStr]:
    """A pattern for a plain text. Capitals count if the query has one, or if the document is very large."""
    folded = query == query.lower() and size <= _FOLDED_UP_TO
    return re.compile(re.escape(query), re.IGNORECASE if folded else 0)


def find_before(pattern: re.Pattern[AnyStr], text: AnyStr, end: int, longest: int) -> int | None:
    """The last place before `end` where the pattern begins; `longest`: how much it can match."""
    while end > 0:
        start = max(end - _WINDOW, 0)
        last = None
        for found in pattern.finditer(text, start, min(end + longest - 1, len(text))):
            if found.start() >= end:
                break
            last = found.start()
        if last is not None:
            return last
        end = start
    return None
