"""Findings that rest on what was interfered with on purpose: nobody is to be blamed for what we did ourselves."""

from dataclasses import replace
from typing import Final

from inspector.analysis.reading import Reading
from inspector.analysis.rules.finding import Finding
from inspector.protocol.exchanges import Settled
from inspector.protocol.interference import TOPIC
from inspector.wire import events
from inspector.wire.json import Json

_WEB: Final = (
    events.Sent,
    events.Received,
    events.HttpRequest,
    events.HttpResponse,
    events.HttpBody,
    events.SseBlock,
    events.HttpEnd,
)
_REMEDY: Final = "Nothing is to be mended: this is our own interference."


class Interfered:
    """Which records are not as the server, or our client, made them, and by what."""

    def __init__(self) -> None:
        self._records: dict[int, str] = {}
        self._webs: dict[int, str] = {}
        self._ending = ""

    def watch(self, reading: Reading) -> None:
        """Take in a record."""
        record = reading.record
        event = record.event
        if isinstance(event, events.Decision):
            if event.topic == TOPIC and isinstance(event.data, dict):
                self._note(event, event.data)
            return
        if not (self._records or self._webs or self._ending):
            return
        if isinstance(event, _WEB) and event.http in self._webs:
            self._records.setdefault(record.seq, self._webs[event.http])
        if self._ending and isinstance(event, events.Exited | events.Closed):
            self._records[record.seq] = self._ending
        if isinstance(event, events.Opened):
            self._ending = ""
        for change in reading.changes:
            if isinstance(change, Settled) and change.exchange.seq in self._records:
                self._records.setdefault(record.seq, self._records[change.exchange.seq])

    def _note(self, decision: events.Decision, data: dict[str, Json]) -> None:
        what = f"{decision.verdict}, {data.get('rule') or 'by hand'}"
        altered, http, ends = data.get("altered") is True, data.get("http"), data.get("ends")
        late = data.get("late") is True and data.get("way") == "in"
        if altered or late:  # what is late and answers nothing came in another order than it was sent in
            for seq in decision.records:
                self._records[seq] = what
        if altered and isinstance(http, int) and (ends or data.get("way") == "out"):
            self._webs[http] = what
        elif ends == "cut":
            self._ending = what

    def excused(self, finding: Finding) -> Finding:
        """The finding as it stands, or one that says whose doing it is."""
        if not self._records:
            return finding
        what = next((self._records[seq] for seq in finding.records if seq in self._records), "")
        if not what:
            return finding
        return replace(finding, level="info", message=f"{finding.message} (our own: {what})", remedy=_REMEDY)
