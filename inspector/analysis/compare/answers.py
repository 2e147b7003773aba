"""Two answers to one request compared, without what is another each time.

Not looked at are
- cursors, request state, and the ids and times of tasks, where a result has them (`$.result.nextCursor` …), as long as
  both have one;
- two texts that are the same but for moments (`2026-11-30T09:15:00Z`, `2026-11-30 09:15:00`, `9:15:00 AM`, the dates
  of HTTP), UUIDs, and what fits a pattern that the person declares (`Volatile.texts`);
- what the protocol says of itself in `_meta` (names that begin with `io.modelcontextprotocol/`), and `resultType`
  where it says `complete`, which is what its absence says (`2026-07-28 basic/index#resulttype`);
- between two eras, besides: `ttlMs` and `cacheScope`, which the legacy era has not, and the code of a resource that is
  not found (−32002 there, −32602 here: `2026-07-28 server/resources#error-handling`);
- what was redacted in a recording: anything may stand in its place;
- what the person names by its path (`Volatile.ignored`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.compare.asked import Asked
from inspector.analysis.differences import Difference, Ignored, Path, differences, ignoring, nothing_ignored
from inspector.wire.json import MISSING, Json

_OF_PROTOCOL: Final = "io.modelcontextprotocol/"
_VOLATILE: Final = frozenset({"nextCursor", "requestState", "taskId", "createdAt", "lastUpdatedAt"})
_OF_MODERN: Final = frozenset({"ttlMs", "cacheScope"})
_NOT_FOUND: Final = (-32002, -32602)
HIDDEN: Final = re.compile(r"‹secret(?: \d+)?›")
"""What stands in a recording where something was redacted."""
_CHANGING: Final = (
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?Z|[+-]\d\d:?\d\d)?",
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? \w{3} \d{4} \d\d:\d\d:\d\d(?: GMT|[+-]\d{4})?",
    r"\b\d?\d:\d\d:\d\d(?:[.,]\d+)?(?:[ \u202f][AaPp]\.?[Mm]\b\.?)?",
    r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
)


class BadPattern(ValueError):
    """A text that is no regular expression; `reason` says why."""

    def __init__(self, pattern: str, reason: str) -> None:
        super().__init__(f"{pattern}: {reason}")
        self.pattern, self.reason = pattern, reason


@dataclass(frozen=True, slots=True)
class Volatile:
    """What is another each time: `ignored` are paths that are not looked at, `texts` what changes within texts."""

    ignored: Ignored = nothing_ignored
    texts: re.Pattern[str] = re.compile("|".join(_CHANGING))

    def steady(self, text: str) -> str:
        """A text with a sign in place of all that changes in it."""
        return self.texts.sub("\N{REPLACEMENT CHARACTER}", text)


USUAL: Final = Volatile()
"""Where the person declares nothing."""


def volatile(paths: Iterable[str] = (), patterns: Sequence[str] = ()) -> Volatile:
    """What the usual is, and what these paths (as `ignoring` has them) and regular expressions declare besides.

    Raises BadPath, and BadPattern.
    """
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise BadPattern(pattern, str(error)) from None
    texts = re.compile("|".join([*(f"(?:{pattern})" for pattern in patterns), *_CHANGING]))
    return Volatile(ignoring(paths) if paths else nothing_ignored, texts)


def compare_answers(
    recorded: Json, now: Json, volatile: Volatile = USUAL, *, other_era: bool = False
) -> list[Difference]:
    """In what they differ: two of `{"result": …}`, `{"error": …}`, MISSING where none came."""
    found = differences(recorded, now, volatile.ignored)
    return [one for one in found if not _is_volatile(one, volatile, other_era=other_era)]


def _is_volatile(one: Difference, volatile: Volatile, *, other_era: bool) -> bool:
    path, both = one.path, one.before is not MISSING and one.after is not MISSING
    if both and (alike(one.before, one.after, volatile) or alike(one.after, one.before, volatile)):
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


def alike(one: Json, other: Json, volatile: Volatile = USUAL) -> bool:
    """Whether the first is a text that the second is too, but for what changes, and what is redacted in the first."""
    if not isinstance(one, str):
        return False
    if HIDDEN.fullmatch(one):
        return True
    if not isinstance(other, str):
        return False
    first, *between = HIDDEN.split(volatile.steady(one))
    text = volatile.steady(other)
    if not between:
        return text == first
    last = between.pop()
    if not text.startswith(first) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for part in between:  # something stands in place of each secret, so that each part begins one further at least
        found = text.find(part, at + 1, end)
        if found < 0:
            return False
        at = found + len(part)
    return at < end


def paired(
    before: Sequence[Asked], after: Sequence[Asked]
) -> tuple[list[tuple[Asked, Asked]], list[Asked], list[Asked]]:
    """The requests that ask the same in both, the first with the first and so on; those that one of them has alone."""
    left: dict[str, list[Asked]] = {}
    for one in reversed(after):
        left.setdefault(one.key, []).append(one)
    pairs = [(one, left[one.key].pop()) for one in before if left.get(one.key)]
    both = [{id(one) for one in side} for side in zip(*pairs, strict=True)] or [set(), set()]
    gone, added = ([one for one in side if id(one) not in has] for side, has in zip((before, after), both, strict=True))
    return pairs, gone, added
