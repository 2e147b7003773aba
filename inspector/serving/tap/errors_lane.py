"""The stderr of a tapped server: passed as it comes, and recorded line by line."""

from collections.abc import Callable

from inspector.journal import Journal
from inspector.serving.tap.lanes import Inlet, Outlet
from inspector.transports.child import StderrLines
from inspector.wire import events


class ErrorsLane:
    """From `source`, the server's stderr, to `sink`, ours; both are closed here. `over`: nothing more will come.

    A client that does not read our stderr makes the server wait at its own, as it would without us; messages go on.
    """

    def __init__(self, journal: Journal, source: int, sink: int, over: Callable[[], None]) -> None:
        self._journal = journal
        self._over = over
        self._lines = StderrLines()
        self.inlet = Inlet(source, self._take, self._ended)
        self.outlet = Outlet(sink, self._drained, self._broke, shared=True)

    def start(self) -> None:
        """Begin to read."""
        self.inlet.start()

    def finish(self) -> None:
        """Take it that nothing more will come."""
        if not self.inlet.closed:
            self.inlet.close()
            self._ended()

    def close(self) -> None:
        """Close both ends, ours when what waits for it has gone."""
        self.inlet.close()
        self.outlet.close()

    def _take(self, piece: bytes) -> None:
        self._record(self._lines.feed(piece))
        self.outlet.write(piece)
        if self.outlet.full:
            self.inlet.pause()

    def _record(self, lines: list[bytes]) -> None:
        for line in lines:
            self._journal.append(events.Stderr(line))
        self._journal.flush()

    def _drained(self) -> None:
        self.inlet.start()

    def _ended(self) -> None:
        rest = self._lines.rest()
        self._record([rest] if rest else [])
        self._over()

    def _broke(self) -> None:
        if not self.inlet.closed:
            self.inlet.close()
            self._over()
