"""What was decoded just now: the transport, the client and the folds look at the same bytes, and one decodes them.

    decoded(raw)      decodes and keeps: for who sees a message first
    known(raw)        what is kept, else decodes and keeps nothing: for who comes after, perhaps years later
    forget()          drops what is too large to be kept for long

A message belongs to its bytes, the very object that a record holds: an equal text that came again is decoded again.
Of small messages only the last is kept, since keeping costs too; of others so many, and of large ones only the last:
decoded, it is several times its bytes. Nobody may alter what he gets, for others have it too; who hands it to strangers
and reads it again uses `jsonrpc.decode`.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from inspector.wire.jsonrpc import Malformed, Message, decode

Decode = Callable[[bytes], Message]
"""From bytes to their message; never raises."""

SMALL: Final = 4 * 1024
"""Bytes up to which a message is decoded in less time than it takes to look after it."""

KEPT_BYTES: Final = 2 * 1024 * 1024
"""Of all messages together; the last is kept whatever its size, until `forget`."""


class Recent:
    """The messages that were decoded last, by their bytes. `size` counts the bytes of those that are not small."""

    def __init__(self) -> None:
        self._messages: OrderedDict[int, tuple[bytes, Message]] = OrderedDict()
        self._small: tuple[bytes, Message] = (b"", Malformed("empty"))
        self.size = 0

    def decoded(self, raw: bytes) -> Message:
        """The message of `raw`, decoded now unless it is kept; it is kept then."""
        if len(raw) <= SMALL:
            if self._small[0] is not raw:
                self._small = (raw, decode(raw))
            return self._small[1]
        kept = self._messages.get(id(raw))
        if kept is not None:
            return kept[1]
        message = decode(raw)
        self._messages[id(raw)] = (raw, message)  # the bytes are held, so that no others get their number
        self.size += len(raw)
        self._drop(1)
        return message

    def known(self, raw: bytes) -> Message:
        """The message of `raw`, decoded now unless it is kept; nothing is kept for it."""
        if self._small[0] is raw:
            return self._small[1]
        kept = self._messages.get(id(raw)) if len(raw) > SMALL else None
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
