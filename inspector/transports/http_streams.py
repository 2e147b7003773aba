"""The event streams of a legacy server that outlive their connection: when one is opened again, and when not any more.

A stream that brought something since it was opened is opened again after the wait that the server asked for, or one
second. Attempts that bring nothing double the wait and are counted; so are those that find no server.

Source: `2025-11-25 basic/transports#resumability-and-redelivery`; the wait is
`2025-11-25 basic/transports#sending-messages-to-the-server`, “The client MUST respect the `retry` field”.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from inspector.journal import Log
from inspector.transports.http_exchange import Exchange, Watcher
from inspector.transports.sse import Block, Position
from inspector.wire import events
from inspector.wire.decoding import known
from inspector.wire.jsonrpc import Batch, Error, Result, id_key, loose_id

RESUME_TRIES: Final = 3
LISTEN_TRIES: Final = 5
"""Attempts in a row, without news, to resume a response stream, and to reopen the GET stream."""

USUAL_WAIT: Final = 1.0
LONGEST_BACKOFF: Final = 30.0
LONGEST_RETRY: Final = 300.0
"""Seconds. A server that asks for a longer wait is taken at its word, and not waited for."""

LASTING: Final = 10.0
"""Seconds after which a silent stream counts as one that worked: proxies cut idle ones, and that is no fault."""

_NOT_NOW: Final = frozenset(
    {408, 409, 425, 429}
)  # client errors that pass: the old stream is not gone yet, or too soon


@dataclass(slots=True)
class Reopening:
    """The count for one stream. `tries` bounds the attempts in a row that brought nothing."""

    tries: int
    fruitless: int = 0
    brought: bool = False

    def wait(self, retry: float | None) -> float | str:
        """The seconds to wait before the next attempt, or the reason why there is none.

        `retry` is what the server asked for, in seconds.
        """
        self.fruitless = 0 if self.brought else self.fruitless + 1
        self.brought = False
        if self.fruitless > self.tries:
            return f"{self.tries} attempts in a row brought nothing"
        if retry is not None and retry > LONGEST_RETRY:
            return f"The server asks to wait for {retry:g} s"
        wait = USUAL_WAIT if retry is None else retry
        doubled = max(wait, USUAL_WAIT) * 2 ** max(self.fruitless - 1, 0)
        return wait if self.fruitless <= 1 else max(wait, min(LONGEST_BACKOFF, doubled))


class Next(NamedTuple):
    """The GET that goes on with a stream: its http number and the seconds to wait before it."""

    http: int
    wait: float


class Stream(Watcher):
    """What the two kinds share: the position, and the announcement of the request that goes on. `may` is asked then."""

    def __init__(self, journal: Log, numbers: Iterator[int], may: Callable[[], bool], tries: int) -> None:
        self._journal = journal
        self._numbers = numbers
        self._may = may
        self._reopening = Reopening(tries)
        self.position = Position()
        self.next: Next | None = None

    def heard(self, raw: bytes) -> None:
        """A message is news."""
        self._reopening.brought = True

    def noted(self, block: Block) -> None:
        """A new event id is news too, as it is where a server lets its client poll."""
        if self.position.note(block):
            self._reopening.brought = True

    def _go_on(self, exchange: Exchange, verdict: str, because: str, data: dict[str, Any]) -> bool | str:
        """Announce the next request and return True, or return the reason why there is none."""
        wait = self._reopening.wait(self.position.retry)
        if isinstance(wait, str):
            return wait
        self.next = Next(next(self._numbers), wait)
        resumption = bool(self.position.last_id)
        self._journal.append(
            events.Decision(
                topic="retry",
                action=f"GET with Last-Event-ID {self.position.last_id!r}"[:200] if resumption else "GET",
                outcome=exchange.failure or exchange.outcome,
                verdict=f"{verdict} in {wait:g} s",
                because=because,
                clause="2025-11-25 basic/transports#resumability-and-redelivery",
                data={**data, "http": self.next.http, "wait": wait},
            )
        )
        return True


class Answer(Stream):
    """The response stream of request `id`, POSTed as exchange `http`: resumed if it ends before its answer.

    `begun` gets the exchange when its status and headers are known.
    """

    def __init__(
        self,
        journal: Log,
        numbers: Iterator[int],
        may: Callable[[], bool],
        http: int,
        id: object,
        begun: Callable[[Exchange], None] | None = None,
    ) -> None:
        super().__init__(journal, numbers, may, RESUME_TRIES)
        self._http = http
        self._id = id
        self._begun = begun
        self._candidates: list[bytes] = []

    def answered(self, exchange: Exchange) -> None:
        """Pass it on."""
        if self._begun is not None:
            self._begun(exchange)

    def heard(self, raw: bytes) -> None:
        """Keep what may be the answer: only a text with these members can be, and few streams ever need to know."""
        super().heard(raw)
        if b'"result"' in raw or b'"error"' in raw:
            self._candidates.append(raw)

    def _complete(self) -> bool:
        for raw in self._candidates:
            message = known(raw)
            parts = message.messages if isinstance(message, Batch) else (message,)
            if any(isinstance(part, Result | Error) and self._fits(part.id) for part in parts):
                return True
        return False

    def _fits(self, id: object) -> bool:
        if id is None or id_key(id) == id_key(self._id):
            return True
        loose = loose_id(id)
        return loose is not None and loose == loose_id(self._id)

    def ending(self, exchange: Exchange) -> bool:
        """Go on where an id is known and the answer is not."""
        if exchange.aborted or not self.position.last_id or not self._may() or self._complete():
            return False
        again: bool | str = "The server has no stream for this event id"
        if exchange.opened or not 200 <= exchange.status < 500 or exchange.status in _NOT_NOW:
            because = "The response stream ended before its answer, and its events had ids."
            again = self._go_on(exchange, "resume", because, {"resumes": self._http})
        if again is True:
            return True
        self._journal.append(
            events.Decision(
                topic="retry",
                action=f"resume the response stream of exchange {self._http}",
                outcome=exchange.outcome,
                verdict="could not be resumed",
                because=f"{again}.",
                clause="2025-11-25 basic/transports#resumability-and-redelivery",
            )
        )
        return False


class ServerStream(Stream):
    """The GET stream, on which a server sends what belongs to no request of ours: kept open as far as it goes.

    `known` is called when the server has opened it or has not, each time that it is tried.
    """

    def __init__(
        self, journal: Log, numbers: Iterator[int], may: Callable[[], bool], known: Callable[[], None]
    ) -> None:
        super().__init__(journal, numbers, may, LISTEN_TRIES)
        self._known = known
        self._was_open = False

    def answered(self, exchange: Exchange) -> None:
        """Status and headers are there."""
        self._known()

    def ending(self, exchange: Exchange) -> bool:
        """Open it again if it was open once; a server that refuses it at first, or for good, is left alone."""
        self._known()
        if exchange.aborted or not self._may():
            return False
        self._was_open = self._was_open or exchange.opened
        if exchange.opened and self._journal.now() - exchange.began > LASTING:
            self._reopening.brought = True
        again: bool | str = "The server does not open it again" if self._was_open else "A server need not offer one"
        if self._was_open and (exchange.opened or not 200 <= exchange.status < 500 or exchange.status in _NOT_NOW):
            because = "The server stream ended; the server may send more on a new one."
            again = self._go_on(exchange, "open again", because, {"reopens": exchange.http})
        if again is True:
            return True
        self._journal.append(
            events.Decision(
                topic="transport",
                action="GET, to listen for messages of the server",
                outcome=exchange.outcome,
                verdict=f"no server stream ({exchange.outcome or 'it ended'})",
                because=f"{again}; the connection works without it.",
                clause="2025-11-25 basic/transports#listening-for-messages-from-the-server",
            )
        )
        return False
