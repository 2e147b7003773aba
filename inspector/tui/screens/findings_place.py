"""Findings, with those of the session."""

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

    def fed(self) -> None:
        """The model may know more. The rows are made again only if there are more findings."""
        found, records = self._model.findings.all, len(self._model.records)
        if len(found) != self._known:
            self._known = len(found)
            self.show(found, rules=len(RULES), records=records)
        elif records != self.rows.records:
            self.rows.records = records
            self.tell()

    def on_findings_records_wanted(self, message: Findings.RecordsWanted) -> None:
        """The records that a finding rests on, from the first."""
        message.stop()
        self.post_message(RecordWanted(message.records[0]))
