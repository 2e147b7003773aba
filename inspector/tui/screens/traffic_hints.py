"""What the filter could look for: where else, when it finds nothing, and which values there are."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from inspector.analysis.rows import Row
from inspector.wire.text import visible

_TEXT_FIELD: Final = re.compile(r"(?:^|[\s(])(status|method|name):[^\s:]*\)*\s*$", re.IGNORECASE)
_LOOKED_AT, _VALUES, _SHORT_VALUE = 2_000, 8, 24
"""How many of the latest rows tell which values there are, how many of these are named, and how long one may be."""


def elsewhere(text: str, rows: Sequence[Row], shown: Sequence[int]) -> str:
    """What could be looked for instead of a filter's text that found nothing."""
    field = _last_field(text)
    if field:
        values = values_of(field, [rows[shown[at]] for at in range(max(len(shown) - _LOOKED_AT, 0), len(shown))])
        if values:
            return f"{field}: here is {', '.join(values)}"
    return f"body:{_last_word(text)} looks into the messages"


def _last_word(text: str) -> str:
    """What a filter looked for at last, without its field; quoted where it has to be."""
    word = text.split()[-1].rpartition(":")[2].strip('()"/') if "://" not in text else text.split()[-1]
    return word or "text"


def _last_field(text: str) -> str:
    """The field of the last term, where its values are texts that rows show."""
    found = _TEXT_FIELD.search(text)
    return found[1].lower() if found else ""


def values_of(field: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """What `status:`, `method:` or `name:` could find in these rows, the most frequent first: safe to be shown."""
    texts: dict[str, Callable[[Row], tuple[str, ...]]] = {
        "status": lambda row: (row.status_role, row.status_text),
        "method": lambda row: (row.method,),
        "name": lambda row: (row.name,),
    }
    seen = Counter(visible(text) for row in rows for text in texts[field](row) if text and len(text) <= _SHORT_VALUE)
    return tuple(text for text, _ in seen.most_common(_VALUES))
