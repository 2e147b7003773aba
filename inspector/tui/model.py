"""All that is known of a session: the folds, fed together so that each record is read once."""

from collections.abc import Sequence

from inspector.analysis.catalog import Catalog
from inspector.analysis.operations import Operations
from inspector.analysis.reading import Reader
from inspector.analysis.rules import Findings
from inspector.analysis.session import Session
from inspector.analysis.timeline import Timeline
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.jsonrpc import Error, Message, Result, decode


class Model:
    """Live or from a file, the same."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.reader = Reader()
        self.timeline = Timeline()
        self.catalog = Catalog()
        self.operations = Operations()
        self.session = Session()
        self.findings = Findings()
        self._marked = 0

    def feed(self, batch: Sequence[Record]) -> None:
        """Take a batch in."""
        for record in batch:
            reading = self.reader.read(record)
            self.timeline.take(reading)
            self.catalog.take(reading)
            self.operations.take(reading)
            self.session.take(reading)
            self.findings.take(reading)
        self.records.extend(batch)
        for finding in self.findings.all[self._marked :]:
            for seq in finding.records:
                self.timeline.mark(seq, finding.level)
        self._marked = len(self.findings.all)

    def record(self, seq: int) -> Record | None:
        """A record by its number."""
        return self.records[seq - 1] if 0 < seq <= len(self.records) else None

    def message(self, seq: int) -> Message | None:
        """The message of a record, decoded again; None for what is no message."""
        record = self.record(seq)
        if record is None or not isinstance(record.event, events.Sent | events.Received):
            return None
        return decode(record.event.raw)

    def last_answer(self, op: int) -> tuple[int, Result | Error] | None:
        """The last answer to a request of operation `op`, with the number of its record."""
        operation = self.operations.all.get(op)
        if operation is None:
            return None
        for seq in reversed(operation.records):
            record = self.record(seq)
            if record is not None and isinstance(record.event, events.Received):
                message = decode(record.event.raw)
                if isinstance(message, Result | Error):
                    return seq, message
        return None
