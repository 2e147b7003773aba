"""All folds together, each record read once for all of them."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.authorization_flows import Authorizations
from inspector.analysis.belonging import Belonging
from inspector.analysis.catalog import Catalog
from inspector.analysis.detail import Detail, detail_of
from inspector.analysis.durations import Durations
from inspector.analysis.kept import Kept
from inspector.analysis.operations import Operations
from inspector.analysis.reading import Fold, Reading
from inspector.analysis.rules import Findings
from inspector.analysis.session import Session
from inspector.analysis.spans import Spans
from inspector.analysis.timeline import Timeline
from inspector.protocol.exchanges import News, Withdrawn
from inspector.wire import events
from inspector.wire.events import Record

_OF_QUESTIONS = frozenset({"notifications/cancelled", "notifications/elicitation/complete"})


class Folds(Fold):
    """What is known of a session. The rows of `timeline` are marked with what `findings` finds."""

    def __init__(self) -> None:
        super().__init__()
        self.records = Kept()
        self.timeline = Timeline(self.records)
        self.told: array[int] = array("I")
        """The records that say what became of questions and settings: decisions, and news about questions."""
        self.answers_sent: array[int] = array("I")
        """The records of what we sent that is no request, and of the requests that go on with an unfinished answer."""
        self.catalog = Catalog()
        self.operations = Operations()
        self.belonging = Belonging(self.timeline, self.operations)
        self.spans = Spans(self.operations)
        self.durations = Durations(self.operations)
        self.session = Session()
        self.authorizations = Authorizations()
        self.findings = Findings()
        self._folds = (
            self.catalog,
            self.operations,
            self.belonging,
            self.spans,
            self.durations,
            self.session,
            self.findings,
        )
        self._taking: dict[tuple[type, type | None], tuple[Callable[[Reading], None], ...]] = {}

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.records.add(reading.record)
        self.timeline.take(reading)
        self._note(reading)
        for take in self._takers(reading):
            take(reading)
        for finding in self.findings.new:
            for seq in finding.records:
                self.timeline.mark(seq, finding.level)
                self.belonging.mark(seq, finding.level)

    def _takers(self, reading: Reading) -> tuple[Callable[[Reading], None], ...]:
        """Of the folds those to which a record means something, in their order."""
        changes = reading.changes
        if len(changes) > 1:
            return tuple(fold.take for fold in self._folds)
        kind = type(reading.record.event), type(changes[0]) if changes else None
        found = self._taking.get(kind)
        if found is None:
            folds = (fold for fold in self._folds if not fold.looks_at or not fold.looks_at.isdisjoint(kind))
            found = self._taking[kind] = tuple(fold.take for fold in folds)
        return found

    def share(self, records: Sequence[Record]) -> None:
        """Leave the records where they are: these, of which so many are the first as were taken in so far."""
        self.records.share(records)

    def _note(self, reading: Reading) -> None:
        seq, event = reading.record.seq, reading.record.event
        if isinstance(event, events.Received):
            for change in reading.changes:
                withdrawn = isinstance(change, Withdrawn)
                if withdrawn or (isinstance(change, News) and change.notification.method in _OF_QUESTIONS):
                    self.told.append(seq)
                    break
            return
        self.authorizations.take(reading.record)
        if isinstance(event, events.Decision):
            self.told.append(seq)
        elif isinstance(event, events.Sent) and (
            seq not in reading.exchanges.ours or self.timeline.retry(seq) is not None
        ):
            self.answers_sent.append(seq)

    def those(self, numbers: "array[int]", after: int = 0) -> Iterator[Record]:
        """The records of these ascending numbers that come after record `after`; each is looked up as it is reached."""
        for seq in numbers[bisect_right(numbers, after) :]:
            record = self.record(seq)
            if record is not None:
                yield record

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
