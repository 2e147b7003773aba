"""All folds together, each record read once for all of them."""

from inspector.analysis.catalog import Catalog
from inspector.analysis.detail import Detail, detail_of
from inspector.analysis.durations import Durations
from inspector.analysis.operations import Operations
from inspector.analysis.reading import Fold, Reading
from inspector.analysis.rules import Findings
from inspector.analysis.session import Session
from inspector.analysis.spans import Spans
from inspector.analysis.timeline import Timeline
from inspector.wire.events import Record


class Folds(Fold):
    """What is known of a session. The rows of `timeline` are marked with what `findings` finds."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[Record] = []
        self.timeline = Timeline()
        self.catalog = Catalog()
        self.operations = Operations()
        self.spans = Spans(self.operations)
        self.durations = Durations(self.operations)
        self.session = Session()
        self.findings = Findings()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.records.append(reading.record)
        self.timeline.take(reading)
        self.catalog.take(reading)
        self.operations.take(reading)
        self.spans.take(reading)
        self.durations.take(reading)
        self.session.take(reading)
        known = len(self.findings.all)
        self.findings.take(reading)
        for finding in self.findings.all[known:]:
            for seq in finding.records:
                self.timeline.mark(seq, finding.level)

    def record(self, seq: int) -> Record | None:
        """A record by its number."""
        at = self.timeline.index_of(seq)
        return None if at is None else self.records[at]

    def detail(self, seq: int) -> Detail | None:
        """All that can be said of a record; None if there is none with this number."""
        row = self.timeline.row(seq)
        if row is None:
            return None
        operation = self.operations.all.get(row.op) if row.op is not None else self.operations.of(seq)
        return detail_of(seq, self.record, self.timeline, operation, self.findings.of(seq))
