"""What a recorded request becomes when it is sent again, perhaps in the other era; what has no counterpart says so.

The client's own parts are not repeated but done anew: the handshake, `_meta`, ids, progress tokens, rounds, polls of
tasks. Besides

    legacy → modern   `logging/setLevel` becomes the level that goes with each request; `ping` and
                      `resources/subscribe` have no counterpart; the `task` of a call is left out, for there the server
                      decides (`2026-07-28 server/utilities/logging`, `basic/patterns/subscriptions`)
    modern → legacy   the log level of requests becomes `logging/setLevel`; subscriptions have no counterpart
    any               a method that the revision does not have is not sent; one that no revision has is sent as it is
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.compare.answers import USUAL
from inspector.analysis.compare.asked import Asked, AskedFold, Given, ordered
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.methods import LISTS, METHODS, exists
from inspector.wire.versions import Era

_WITH_TASKS: Final = "2025-11-25"


@dataclass(frozen=True, slots=True)
class Resent:
    """What goes out: `params`; or `level`, a log level that is set and has no answer; or nothing, and `why`.

    `note` says what was translated.
    """

    params: dict[str, Json] | None = None
    level: str = ""
    why: str = ""
    note: str = ""


def resent(asked: Asked, era: Era, version: str) -> Resent:
    """What becomes of a request before a server of this era and revision."""
    method, params = asked.method, asked.params
    if asked.cancelled:
        return Resent(why="it was cancelled")
    if method == "logging/setLevel" and era == "modern":
        level = params.get("level")
        note = "logging/setLevel became the level that goes with each request"
        return Resent(level=level if isinstance(level, str) else "", note=note)
    if method.startswith("tasks/"):
        return Resent(why="tasks have other ids now")
    if method in METHODS and not exists(method, version):
        return Resent(why=f"{version} has no such method")
    if method == "tools/call" and "task" in params and version != _WITH_TASKS:
        kept = {name: value for name, value in params.items() if name != "task"}
        return Resent(kept, note=f"the task of a call was left out, which {version} does not have")
    return Resent(params)


class Cursors:
    """Which cursor of now stands for which of the recording: a server's cursors mean something to itself alone."""

    def __init__(self) -> None:
        self._now: dict[str, Json] = {}

    def learn(self, method: str, recorded: Json, now: Json) -> None:
        """Two answers to one request of a list."""
        before = _next_cursor(recorded)
        if method in LISTS and before is not MISSING:
            self._now[f"{method} {dumps(before)}"] = _next_cursor(now)

    def put(self, method: str, params: dict[str, Json]) -> dict[str, Json] | None:
        """The params with the cursor of now; None where there is no such page any more."""
        key = f"{method} {dumps(params.get('cursor'))}"
        if "cursor" not in params or key not in self._now:
            return params
        now = self._now[key]
        return None if now is MISSING else {**params, "cursor": now}


def _next_cursor(answer: Json) -> Json:
    result = answer.get("result") if isinstance(answer, dict) else None
    found = result.get("nextCursor", MISSING) if isinstance(result, dict) else MISSING
    return MISSING if found is None else found


class RecordedAnswers:
    """What was answered to the server's questions, each given once: to the same question first, else to the next of
    its method."""

    def __init__(self, given: Iterable[Given]) -> None:
        self._left = list(given)

    def take(self, method: str, params: dict[str, Json]) -> Given | None:
        """The answer to a question; None if the recording has no more."""
        fitting = [one for one in self._left if one.method == method]
        words = _words(params)
        found = next((one for one in fitting if _words(one.params) == words), fitting[0] if fitting else None)
        if found is not None:
            self._left.remove(found)
        return found


def _words(params: dict[str, Json]) -> str:
    """What a question says, without what is another each time."""
    kept = {name: value for name, value in params.items() if name not in ("_meta", "elicitationId", "url")}
    return USUAL.steady(dumps(ordered(kept)))


def not_resent(fold: AskedFold) -> list[str]:
    """What the client does anew or nobody can repeat, in sentences."""
    said = []
    if fold.own["subscriptions/listen"]:
        said.append("subscriptions/listen is not sent again: it has news, and no answer to compare.")
    if fold.unread:
        said.append(f"{fold.unread:,} of what was sent is no single request, and is not sent again.")
    return said
