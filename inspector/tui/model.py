"""All that is known of a session: the folds, with what the interface asks of them."""

from inspector.analysis.folds import Folds
from inspector.analysis.identity import Identity
from inspector.analysis.reading import Reading
from inspector.wire import events
from inspector.wire.jsonrpc import Error, Result, decode


class Model(Folds):
    """Live or from a file, the same."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = Identity()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        super().take(reading)
        self.identity = reading.identity

    def last_answer(self, op: int) -> tuple[int, Result | Error] | None:
        """The last answer to a request of operation `op`, with the number of its record."""
        operation = self.operations.all.get(op)
        for seq in reversed(operation.records if operation is not None else ()):
            record = self.record(seq)
            if record is not None and isinstance(record.event, events.Received):
                message = decode(record.event.raw)
                if isinstance(message, Result | Error):
                    return seq, message
        return None
