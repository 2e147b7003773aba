"""What stands behind the hosts: something that speaks either era, whatever carries the messages.

The demo server is one (`demo`), the mock of a recording another (`mock`). A host makes one `ModernSide` for all modern
requests and a `LegacySide` for each session.
"""

from typing import Protocol

from inspector.serving.calling import Send
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Answer, Notification, Request


class ModernSide(Protocol):
    """Serves modern requests, any number at once."""

    def close(self) -> None:
        """End all subscriptions, each with its result."""

    def admit(self, request: Request) -> None:
        """See that a request says who asks, and in a version that is spoken here. Raises Fault."""

    def knows(self, method: str) -> bool:
        """Whether there is such a method here."""

    def input_schema(self, tool: str) -> Json:
        """The inputSchema of a tool, whose arguments headers may mirror; None if there is no such tool."""

    async def answer(self, request: Request, send: Send) -> Json:
        """The result of one request; what belongs to it and comes before goes to `send`. Raises Fault."""


class LegacySide(Protocol):
    """One session, from `initialize` on. `version` is None until then."""

    version: str | None

    def close(self) -> None:
        """End it: nothing more is told."""

    async def answer(self, message: Request, send: Send) -> Json:
        """The result of one request; what belongs to it and comes before goes to `send`. Raises Fault."""

    def notify(self, message: Notification) -> None:
        """Take a notification."""

    def settle(self, answer: Answer) -> None:
        """Take the client's answer to a question of ours; one that nobody waits for is ignored."""


class Served(Protocol):
    """A server without its transport."""

    def modern(self) -> ModernSide:
        """One for all modern requests that come to a host."""

    def legacy(self, broadcast: Send) -> LegacySide:
        """One for a session that begins; what belongs to no request goes to `broadcast`."""
