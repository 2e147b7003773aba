"""Findings, with those of the session."""

from time import perf_counter

from textual.timer import Timer

from inspector.analysis.rules import RULES
from inspector.tui.model import Model
from inspector.tui.screens.wishes import RecordWanted
from inspector.tui.widgets.findings import Findings


class FindingsPlace(Findings):
    """The place."""

    def __init__(self, model: Model, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._model = model
        self._known = -1
        self._rest_until = 0.0
        self._later: Timer | None = None

    def fed(self) -> None:
        """The model may know more. Rows are made again if there are more findings, and not all the time if many."""
        found, records = self._model.findings.all, len(self._model.records)
        if self._model.findings.times != self._known:
            began = perf_counter()
            if began < self._rest_until:
                if self._later is None:
                    self._later = self.set_timer(self._rest_until - began, self._again)
                return
            self._known = self._model.findings.times
            self.show(found, rules=len(RULES), records=records)
            self._rest_until = began + 20 * (perf_counter() - began)
        elif records != self.rows.records:
            self.rows.records = records
            self.tell()

    def _again(self) -> None:
        self._later = None
        self.fed()

    def on_findings_records_wanted(self, message: Findings.RecordsWanted) -> None:
        """The records that a finding rests on, from the first."""
        message.stop()
        self.post_message(RecordWanted(message.records[0], "findings"))
