"""What was decoded just now: the transport, the client and the folds look at the same bytes, and one decodes them.

    decoded(raw)      decodes and keeps: for who sees a message first
    known(raw)        what is kept, else decodes and keeps nothing: for who comes after, perhaps years later
    forget()          drops what is too large to be kept for long

A message belongs to its bytes, the very object that a record holds: an equal text that came again is decoded again.
Of small messages some hundreds are kept, until the folds have had them in a flood, too; of others so many, and of large
ones only the last: decoded, it is several times its bytes. Nobody may alter what he gets, for others have it too; who
hands it to strangers and reads it again uses `jsonrpc.decode`.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from inspector.wire.jsonrpc import Message, decode

Decode = Callable[[bytes], Message]
"""From bytes to their message; never raises."""

SMALL: Final = 4 * 1024
"""Bytes up to which a message is counted and not weighed: to weigh it takes as long as to decode it."""

FEW: Final = 512
"""Small messages that are kept: what comes in the thirtieth of a second after which the folds see it."""

KEPT_BYTES: Final = 2 * 1024 * 1024
"""Of all messages together; the last is kept whatever its size, until `forget`."""


class Recent:
    """The messages that were decoded last, by their bytes. `size` counts the bytes of those that are not small."""

    def __init__(self) -> None:
        self._messages: OrderedDict[int, tuple[bytes, Message]] = OrderedDict()
        self._small: dict[int, tuple[bytes, Message]] = {}
        self._order: deque[int] = deque()  # of the small ones: a dict is slow to say what came first
        self.size = 0

    def decoded(self, raw: bytes) -> Message:
        """The message of `raw`, decoded now unless it is kept; it is kept then."""
        number = id(raw)  # the bytes are held, so that no others get it
        if len(raw) <= SMALL:
            kept = self._small.get(number)
            if kept is None:
                kept = self._small[number] = (raw, decode(raw))
                self._order.append(number)
                if len(self._order) > FEW:
                    del self._small[self._order.popleft()]
            return kept[1]
        kept = self._messages.get(number)
        if kept is not None:
            return kept[1]
        message = decode(raw)
        self._messages[number] = (raw, message)
        self.size += len(raw)
        self._drop(1)
        return message

    def known(self, raw: bytes) -> Message:
        """The message of `raw`, decoded now unless it is kept; nothing is kept for it."""
        kept = (self._small if len(raw) <= SMALL else self._messages).get(id(raw))
        return kept[1] if kept is not None else decode(raw)

    def forget(self) -> None:
        """Drop a message that is kept though it is too large."""
        self._drop(0)

    def _drop(self, least: int) -> None:
        while self.size > KEPT_BYTES and len(self._messages) > least:
            _, (raw, _) = self._messages.popitem(last=False)
            self.size -= len(raw)


_recent: Final = Recent()
decoded: Final = _recent.decoded
known: Final = _recent.known
forget: Final = _recent.forget
