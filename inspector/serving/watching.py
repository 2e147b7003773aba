"""Who looks on while a host serves: what crosses is told as events of the journal, from the client's side.

What the client says is `Sent`, what it hears `Received`, so that the record of a served session is read like that of
any other. A watch is called in the loop of the host and must not raise.
"""

import signal
from collections.abc import Callable
from typing import Final

from inspector.wire.events import Event

ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a host in good order."""

Watch = Callable[[Event], object]


def unwatched(event: Event) -> None:
    """Nobody looks on."""
