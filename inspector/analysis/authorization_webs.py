"""The requests of an authorization while they go: what each has come to grows with its records."""

from dataclasses import dataclass, replace

from inspector.analysis.authorization import LONGEST_BODY, Web
from inspector.analysis.words import short
from inspector.wire import events


@dataclass(slots=True)
class GoingWeb:
    """A request that goes; `so_far` is as far as it has come."""

    so_far: Web

    def answered(self, seq: int, event: events.HttpResponse) -> None:
        """Its status came."""
        self.so_far = replace(self.so_far, answer=seq, status=event.status, ms=event.ms)

    def came(self, seq: int, raw: bytes) -> None:
        """Its body came, or a piece of it."""
        web = self.so_far
        self.so_far = replace(web, body=web.body or seq, got=(web.got + raw)[:LONGEST_BODY])

    def ended(self, event: events.HttpEnd) -> None:
        """It is over."""
        self.so_far = replace(self.so_far, ms=event.ms, failure=short(event.failure, 300))
