"""The authorizations of a session, from its records: live or of a recording, the same.

A flow begins with the decision `authorize`, `begun`, goes on with decisions of the topic and requests that are not the
server's own, and ends with a token and the call that is sent again, or with the decision why there is none.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from inspector.analysis.authorization import Decoded, Flow, Web
from inspector.analysis.authorization_steps import Building
from inspector.analysis.authorization_webs import GoingWeb
from inspector.wire import events
from inspector.wire.events import Record

_TOPIC: Final = "authorization"
_NEVER: Final = 1e12


class Authorizations:
    """All of them, in order. `take` every record; `changes` counts what made another picture of them."""

    def __init__(self) -> None:
        self.changes = 0
        self._flows: list[Building] = []
        self._shown: tuple[Flow, ...] = ()
        self._shown_at = 0
        self._open: dict[int, GoingWeb] = {}
        """The exchanges that are not over."""
        self._webs: dict[int, tuple[Building, GoingWeb]] = {}
        """Those of them that are of a flow."""

    @property
    def flows(self) -> tuple[Flow, ...]:
        """As they are now."""
        if self._shown_at != self.changes:
            self._shown_at = self.changes
            # Those that are over have been put together already.
            self._shown = tuple(flow.built(number) for number, flow in enumerate(self._flows, 1))
        return self._shown

    def take(self, record: Record) -> None:
        """Take in a record."""
        event = record.event
        if isinstance(event, events.Sent | events.Received | events.Stderr):
            return
        if isinstance(event, events.Decision):
            if event.topic == _TOPIC:
                self._decided(record, event)
        elif isinstance(event, events.HttpRequest):
            self._asked(record, event)
        elif isinstance(event, events.HttpResponse):
            self._answered(record, event)
        elif isinstance(event, events.HttpBody):
            if event.http in self._webs:
                self._of_flow(event.http).came(record.seq, event.raw)
        elif isinstance(event, events.HttpEnd):
            self._ended(event)
        elif isinstance(event, events.Closed | events.Exited) and self._flows:
            self._leave(self._flows[-1])

    def _decided(self, record: Record, event: events.Decision) -> None:
        data = event.data if isinstance(event.data, Mapping) else {}
        begun = data.get("begun")
        if isinstance(begun, Mapping):
            flow = Building(record, event, begun)
            flow.refused(self._open.get(flow.http))
            earlier = self._before(flow)
            if earlier is not None and earlier.granted:
                earlier.followed(len(self._flows) + 1)
            self._flows.append(flow)
            self._changed()
        elif isinstance(data.get("refused"), Mapping):
            self._refused(record, event, data["refused"])
        elif self._flows and not self._flows[-1].is_over:
            self._flows[-1].decided(record, event, _decoded(data.get("decoded")))
            self._changed()

    def _refused(self, record: Record, event: events.Decision, refused: Mapping[str, Any]) -> None:
        flow = next((one for one in reversed(self._flows) if one.http == refused.get("http")), None)
        if flow is None or flow.is_over:
            return  # one that waited for another's
        if flow is self._flows[-1] and flow.is_bare:
            del self._flows[-1]
            earlier = self._before(flow)
            if earlier is not None and earlier.granted:
                # Nothing was tried: it says of the token that had come why the call is still refused.
                earlier.call_failed(flow)
                flow = earlier
            else:
                self._flows.append(flow)
        flow.fail(record, event, refused)
        self._changed()

    def _asked(self, record: Record, event: events.HttpRequest) -> None:
        known = event.http in self._open
        self._open[event.http] = GoingWeb(Web(record.seq, event.verb, event.url))
        flow = self._flows[-1] if self._flows else None
        if flow is None:
            return
        if event.http == flow.http:
            if flow.called(record, event):
                self._changed()
        elif not known and not flow.granted and not flow.is_over and event.url != flow.url and event.verb != "DELETE":
            self._webs[event.http] = flow, flow.asked(record, event)
            self._changed()

    def _answered(self, record: Record, event: events.HttpResponse) -> None:
        if event.http in self._webs:
            self._of_flow(event.http).answered(record.seq, event)
            return
        if event.http in self._open:
            self._open[event.http].answered(record.seq, event)
        flow = next((one for one in reversed(self._flows[-2:]) if one.http == event.http and one.granted), None)
        if flow is not None and flow.call_answered(record, event):
            self._changed()

    def _ended(self, event: events.HttpEnd) -> None:
        self._open.pop(event.http, None)
        if event.http in self._webs:
            self._of_flow(event.http).ended(event)
            del self._webs[event.http]
        elif self._flows and self._flows[-1].http == event.http:
            self._leave(self._flows[-1], event.failure)

    def _of_flow(self, http: int) -> GoingWeb:
        """A request of a flow that comes further."""
        flow, web = self._webs[http]
        flow.changed()
        self._changed()
        return web

    def _before(self, flow: Building) -> Building | None:
        """The flow before for the same call; a call that was made outside of HTTP's count has none."""
        return next((one for one in reversed(self._flows) if one.http == flow.http), None) if flow.http else None

    def _leave(self, flow: Building, failure: str = "") -> None:
        if flow.leave(failure):
            self._changed()

    def _changed(self) -> None:
        self.changes += 1


def _decoded(said: object) -> Decoded | None:
    """What a decision tells of a token, as far as it is of the shape that `transports.auth.decoded` gives it."""
    if not isinstance(said, Mapping):
        return None
    asked, granted = _texts(said.get("asked")), said.get("granted")
    return Decoded(
        _text(said, "what") or "token",
        _number(said.get("at")) or 0.0,
        _members(said.get("header")),
        _members(said.get("claims")),
        _text(said, "kind"),
        _text(said, "issuer"),
        _text(said, "resource"),
        _text(said, "client"),
        asked if granted is None else _texts(granted),
        asked,
        granted is not None,
        said.get("refresh") is True,
        _number(said.get("expires")),
    )


def _text(said: Mapping[str, Any], name: Literal["what", "kind", "issuer", "resource", "client"]) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()


def _members(value: object) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _number(value: object) -> float | None:
    """A second since the epoch; None for what a recording has there that is none, or that no calendar has."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _NEVER
    return float(value) if isinstance(value, int | float) and is_number else None
