"""What the person sets while connected, each with a decision: the roots, what we declare, which calls want a yes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from inspector.client.desk import Desk
from inspector.client.line import Line
from inspector.config.settings import Approve
from inspector.protocol.steps import Reply
from inspector.wire import events
from inspector.wire.json import Json

_LIST_CHANGED: Final = "2025-11-25 client/roots#root-list-changes"
_MESSAGE_FLOW: Final = "2026-07-28 client/roots#message-flow"
_APPROVED: Final[Mapping[Approve, str]] = {
    "none": "no call",
    "destructive": "calls of tools that may destroy",
    "writes": "calls of all tools that are not marked read-only",
}


class Setting:
    """`notify` sends a notification without params."""

    def __init__(self, line: Line, desk: Desk, notify: Callable[[str], Awaitable[Reply]]) -> None:
        self._line = line
        self._desk = desk
        self._notify = notify

    async def roots(self, places: Iterable[str]) -> None:
        """As `Client.set_roots`."""
        self._line.options = replace(self._line.options, roots=tuple(places))
        self._desk.set_roots(self._line.options.roots)
        told, because, clause = self._tells_of_roots()
        verdict = "changed, the server is told" if told else "changed, nothing is sent"
        data = {"roots": list(self._desk.roots)}
        self._line.decide(events.Decision("roots", "roots/list", verdict, because, clause=clause, data=data))
        if told:
            await self._notify("notifications/roots/list_changed")

    def _tells_of_roots(self) -> tuple[bool, str, str]:
        """Whether a change of the roots is sent now, why, and by which clause."""
        agreed = self._line.agreed
        if agreed is None:
            return False, "There is no connection; whoever asks then gets the new list.", ""
        if agreed.era == "modern":
            because = "A modern server is not notified: it asks for the roots within a call, and gets the new list."
            return False, because, _MESSAGE_FLOW
        declared = self._line.declared.get("roots")
        if not isinstance(declared, dict) or declared.get("listChanged") is not True:
            return (
                False,
                "We did not declare roots.listChanged, so the server waits for no news of them.",
                _LIST_CHANGED,
            )
        return True, "The list is another one, and we declared roots.listChanged.", _LIST_CHANGED

    def capabilities(self, capabilities: Mapping[str, Json]) -> None:
        """As `Client.set_capabilities`."""
        if capabilities == self._line.options.capabilities:
            return
        self._line.options = replace(self._line.options, capabilities=dict(capabilities))
        because = "The next request declares them."
        if self.needs_reconnect:
            because = "A legacy server is told once, in the handshake: it takes a new connection."
        data = {"declared": dict(capabilities)}
        self._line.decide(events.Decision("capabilities", "declare", "changed", because, data=data))

    @property
    def needs_reconnect(self) -> bool:
        """As `Client.needs_reconnect`."""
        agreed = self._line.agreed
        return agreed is not None and agreed.era == "legacy" and self._line.declared != self._line.options.capabilities

    def approve(self, approve: Approve) -> None:
        """As `Client.set_approve`."""
        if approve != self._line.options.approve:
            self._line.options = replace(self._line.options, approve=approve)
            because = f"The person wants to be asked before {_APPROVED[approve]}."
            self._line.decide(events.Decision("approve", "tools/call", approve, because))
