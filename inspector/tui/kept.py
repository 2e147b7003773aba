"""The calls that are kept for the server of a session: what is written of each, and what comes back of it.

What was called last is kept without its secrets: members whose names say that they hold one, and whatever the session
knows to be one, as in its recording. What a person saves under a name is kept as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from inspector.config.places import places
from inspector.config.saved_calls import CallStore, Kind, SavedCall
from inspector.recording.redaction import Redactor
from inspector.tui.beside import NOTHING
from inspector.tui.bridge import Bridge
from inspector.wire.json import MISSING, Json, NotJson, dumps, parse

KEPT: Final[dict[str, Kind]] = {"tool": "tool", "prompt": "prompt", "template": "template"}
"""The kinds of items that take arguments."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What stood in the two forms of an item: its arguments, and what goes beside them."""

    arguments: Json
    beside: Json


def without_secrets(value: Any, redacted: Any) -> Any:
    """`value` without the members and elements that are another text in `redacted`; MISSING if it is one itself."""
    if isinstance(value, dict) and isinstance(redacted, dict) and value.keys() == redacted.keys():
        members = {name: without_secrets(member, redacted[name]) for name, member in value.items()}
        return {name: member for name, member in members.items() if member is not MISSING}
    if isinstance(value, list) and isinstance(redacted, list) and len(value) == len(redacted):
        elements = [without_secrets(one, other) for one, other in zip(value, redacted, strict=True)]
        # An element less would make another call of it.
        return MISSING if MISSING in elements else elements
    return value if type(value) is type(redacted) and value == redacted else MISSING


class KeptCalls:
    """The kept calls of the session that `bridge` gives. Without a session, or of a recording, there are none."""

    def __init__(self, bridge: Callable[[], Bridge | None]) -> None:
        self._bridge = bridge
        self._store: CallStore | None = None
        self._of: Bridge | None = None

    @property
    def store(self) -> CallStore | None:
        """Where they are; None where nothing is kept."""
        bridge = self._bridge()
        if bridge is not self._of:
            self._of = bridge
            self._store = None if bridge is None else CallStore(places().state / "calls", bridge.target)
        return self._store if self._store is not None and self._store.path is not None else None

    def last(self, kind: str, item: str) -> SavedCall | None:
        """What an item was last called with."""
        return self.store.last(KEPT[kind], item) if self.store is not None and kind in KEPT else None

    def named(self, kind: str, item: str) -> tuple[SavedCall, ...]:
        """What was saved of an item under names."""
        return self.store.named(KEPT[kind], item) if self.store is not None and kind in KEPT else ()

    def written(self, kind: Kind, item: str, label: str, filled: Filled) -> SavedCall:
        """A call to be kept; without a label it is what was called last, and loses its secrets."""
        arguments, beside = dumps(filled.arguments), dumps(filled.beside)
        bridge = self._bridge()
        if not label and bridge is not None:
            arguments = _cleaned(bridge.redactor, filled.arguments, arguments)
            beside = _cleaned(bridge.redactor, filled.beside, beside)
        extra = "" if beside in ("{}", dumps(dict(NOTHING))) else beside
        return SavedCall(kind, item, label, arguments, datetime.now().timestamp(), extra)


def filled_of(call: SavedCall) -> Filled:
    """What a kept call puts into the forms."""
    return Filled(_parsed(call.arguments), _parsed(call.extra) if call.extra else dict(NOTHING))


def _cleaned(redactor: Redactor, value: Json, text: str) -> str:
    redacted = redactor.redact_text(text)
    if redacted == text:
        return text
    kept = without_secrets(value, _parsed(redacted))
    return dumps({} if kept is MISSING else kept)


def _parsed(text: str) -> Json:
    try:
        return parse(text)
    except NotJson:
        return {}
