"""Two answers to one request compared, without what is another each time.

Not looked at are
- cursors, request state, and the ids and times of tasks, where a result has them (`$.result.nextCursor` …), as long as
  both have one;
- two texts that are the same but for moments (ISO 8601) and UUIDs;
- what the protocol says of itself in `_meta` (names that begin with `io.modelcontextprotocol/`), and `resultType`
  where it says `complete`, which is what its absence says (`2026-07-28 basic/index#resulttype`);
- between two eras, besides: `ttlMs` and `cacheScope`, which the legacy era has not, and the code of a resource that is
  not found (−32002 there, −32602 here: `2026-07-28 server/resources#error-handling`);
- what was redacted in a recording: anything may stand in its place;
- what the person names.
"""

import re
from collections.abc import Mapping
from typing import Final

from inspector.analysis.compare.asked import Asked
from inspector.analysis.differences import Difference, Ignored, Path, differences, nothing_ignored
from inspector.wire.json import MISSING, Json

_OF_PROTOCOL: Final = "io.modelcontextprotocol/"
_VOLATILE: Final = frozenset({"nextCursor", "requestState", "taskId", "createdAt", "lastUpdatedAt"})
_OF_MODERN: Final = frozenset({"ttlMs", "cacheScope"})
_NOT_FOUND: Final = (-32002, -32602)
HIDDEN: Final = re.compile(r"‹secret(?: \d+)?›")
"""What stands in a recording where something was redacted."""
_CHANGING: Final = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"
    r"|[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
)


def compare_answers(
    recorded: Json, now: Json, *, other_era: bool = False, ignored: Ignored = nothing_ignored
) -> list[Difference]:
    """In what they differ: two of `{"result": …}`, `{"error": …}`, MISSING where none came. `ignored` are paths too."""
    found = differences(recorded, now, ignored)
    return [one for one in found if not _is_volatile(one, other_era=other_era)]


def _is_volatile(one: Difference, *, other_era: bool) -> bool:
    path, both = one.path, one.before is not MISSING and one.after is not MISSING
    if both and (alike(one.before, one.after) or alike(one.after, one.before)):
        return True
    if path[:1] == ("result",):
        if path[1:] == ("resultType",):
            return all(value is MISSING or value == "complete" for value in (one.before, one.after))
        if _is_of_protocol(one):
            return True
        if both and (path[1:] in {(name,) for name in _VOLATILE} or _of_task(path)):
            return True
        if other_era and len(path) == 2 and path[1] in _OF_MODERN:
            return True
    return other_era and path == ("error", "code") and one.before in _NOT_FOUND and one.after in _NOT_FOUND


def _of_task(path: Path) -> bool:
    return len(path) == 3 and path[1] == "task" and path[2] in _VOLATILE


def _is_of_protocol(one: Difference) -> bool:
    if one.path[1:2] != ("_meta",):
        return False
    if len(one.path) > 2:
        return str(one.path[2]).startswith(_OF_PROTOCOL)
    whole = one.after if one.before is MISSING else one.before
    alone = one.before is MISSING or one.after is MISSING
    return alone and isinstance(whole, Mapping) and all(name.startswith(_OF_PROTOCOL) for name in whole)


def alike(one: Json, other: Json) -> bool:
    """Whether the first is a text that the second is too, but for moments, UUIDs, and what is redacted in the first."""
    if not isinstance(one, str):
        return False
    if HIDDEN.fullmatch(one):
        return True
    if not isinstance(other, str):
        return False
    parts = [re.escape(part) for part in HIDDEN.split(steady(one))]
    return re.fullmatch(".+?".join(parts), steady(other), re.DOTALL) is not None


def steady(text: str) -> str:
    """A text with a sign in place of each moment and each UUID."""
    return _CHANGING.sub("\N{REPLACEMENT CHARACTER}", text)


def paired(before: list[Asked], after: list[Asked]) -> tuple[list[tuple[Asked, Asked]], int, int]:
    """The requests that ask the same in both, the first with the first and so on; how many are in one alone."""
    left: dict[str, list[Asked]] = {}
    for one in reversed(after):
        left.setdefault(one.key, []).append(one)
    pairs = [(one, left[one.key].pop()) for one in before if left.get(one.key)]
    return pairs, len(before) - len(pairs), len(after) - len(pairs)
