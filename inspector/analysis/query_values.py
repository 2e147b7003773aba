"""Which values the rows of a session have for a field of the filter language, the most frequent first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from inspector.analysis.query_terms import KINDS
from inspector.analysis.rows import Row
from inspector.wire.text import visible

SHORT: Final = 40
"""Characters of the longest value that is offered."""

_SEEN: Final[dict[str, Callable[[Row], tuple[str, ...]]]] = {
    "status": lambda row: (row.status_role, row.status_text),
    "method": lambda row: (row.method,),
    "name": lambda row: (row.name,) if row.kind != "out" else (),
    "id": lambda row: (row.id_text.lstrip("~"),),
    "op": lambda row: (str(row.op),) if row.op is not None else (),
    "kind": lambda row: (row.kind.partition("-")[0],),
}
_FIXED: Final[dict[str, tuple[str, ...]]] = {
    "kind": tuple(sorted(KINDS)),
    "dir": ("in", "out"),
    "era": ("modern", "legacy"),
    "finding": ("error", "warning", "info"),
    "latency": (">100ms", ">500ms", ">1s", "<10ms"),
    "size": (">1kB", ">10kB", ">1MB"),
    "note": ("*",),
    "json": ("$.method=", "$.params.name=", "$.result.isError=true", "$.error.code="),
}
"""Those that can stand there whatever came; of amounts and paths some to begin with."""


def seen_values(field: str, rows: Iterable[Row]) -> list[tuple[str, int]]:
    """The values of a field in these rows, safe to show, with how many rows have each."""
    texts = _SEEN.get(field)
    if texts is None:
        return []
    seen = Counter(visible(text) for row in rows for text in texts(row) if text and len(text) <= SHORT)
    return seen.most_common()


def values_of(field: str, rows: Sequence[Row]) -> list[tuple[str, int]]:
    """What can stand behind a field: what was seen, then what else there is, with 0."""
    seen = seen_values(field, rows)
    known = {value for value, _ in seen}
    return [*seen, *((value, 0) for value in _FIXED.get(field, ()) if value not in known)]
