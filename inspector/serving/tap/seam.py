"""The seam of the tap: where each whole message is held up to somebody who may wish something else than that it passes.

    crossing ──▶ Interference.consider ──▶ None: it passes as it came      Outcome: what happens instead

Without an interference, or while it is not `active`, the tap does not wait for whole messages: it passes each piece as
it comes. An HTTP exchange stays as it began. With one that is, a message
waits until it is whole and considered; those behind it in its lane wait too, in order. So to delay, to hold for a
person or to stall is simply not to return yet; to hold one and let the next ones go by, return `DROP` and use
`Crossing.late` or `Crossing.reply` when the time has come. What goes in the other direction, and other HTTP exchanges,
never wait.

    hold, delay, stall    await, then return            edit, garble         onward=(other bytes,)
    drop                  DROP                          duplicate            onward=(raw, raw)
    answer in its stead   back=(an answer,)             cut the stream       onward=(), cut=True
    a half message        onward=(piece,), ended=False, cut=True
    return a status       status=503, back=(a body,)    forget a session     status=404 on its requests

The tap records what passes, in the place and at the moment in which it passes; what came and did not pass it does not
record, but for a message that is answered with `back`, which stands as if it had been passed. Who interferes writes a
`Decision` of topic `interference` with what came and what became of it, into the same journal, before `consider`
returns. `consider` is cancelled when the client leaves, or the tap ends. On stdio a side that ends says nothing more:
`ended` is told so, and what it has said is no longer kept from passing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from inspector.wire.events import Headers

Side = Literal["client", "server"]
Form = Literal["line", "body", "event"]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What HTTP says around a message: the request as the client made it, and the answer's status where it is known.

    `path` is the request's target, query included. `status` is 0 for what goes to the server.
    """

    http: int
    verb: str
    path: str
    headers: Headers = ()
    status: int = 0


@dataclass(frozen=True, slots=True)
class Crossing:
    """A whole message on its way `to` a side, and where it stands.

    `raw` is a line without its LF, an HTTP body after its content coding is undone, or the data of an SSE event, whose
    name is `event` (empty for a message). It need not be a message: a body may be a page, or empty (a GET, a DELETE, a
    202), and a line anything. `web` is None on stdio. `ended` is False for a last line without LF.

    `late` puts a message into the same lane whenever one likes, and tells whether that could be done: the lane may have
    ended, and a body has no lane. It is recorded as what passes. `reply` does the same with an answer in the server's
    stead, on stdio: the message then stands as if it had passed.
    """

    raw: bytes
    to: Side
    form: Form
    event: str = ""
    web: Exchanged | None = None
    ended: bool = True
    late: Callable[[bytes], bool] = field(default=lambda raw: False, compare=False, repr=False)
    reply: Callable[[bytes], bool] = field(default=lambda raw: False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens in place of passing. Nothing given: the message is dropped, and nobody answers it.

    `onward` goes on in its place, each framed as the message was: its line end, its SSE event, its body. Of several
    bodies of a request each makes a request of its own, whose answer reaches nobody but for the first; several bodies
    of an answer are joined.

    `back` goes to the side that it came from, as messages of the other side: an answer in the server's stead. On HTTP
    it answers a request that then does not reach the server, with `status` (200 where there is none), and `status`
    alone is an answer without a body; on the way to the client there is no `back`, and `status` replaces the answer's,
    whose body is then `onward`.

    `ended` False: the last of `onward` goes without its line end, or the blank line of its event. `cut`: behind
    `onward` the stream ends, as if the server had died: stdio is closed on both sides, and an HTTP connection is
    dropped before the end of the body.
    """

    onward: tuple[bytes, ...] = ()
    back: tuple[bytes, ...] = ()
    status: int | None = None
    ended: bool = True
    cut: bool = False


DROP: Final = Outcome()


class Interference(Protocol):
    """Who considers each message. It must not raise: a tap that fails would fail two others."""

    @property
    def active(self) -> bool:
        """Whether messages are to be considered now; else they pass without."""

    def ended(self, to: Side) -> None:
        """On stdio no more comes for this side: nothing may be kept back any longer."""

    async def consider(self, crossing: Crossing) -> Outcome | None:
        """What is to happen with it; None: it passes, byte for byte."""
