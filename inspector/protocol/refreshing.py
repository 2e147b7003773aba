"""When a list is asked for again after news that it changed: soon, never in a storm, and not for ever for nothing.

Theory of operation. The first news sets a date, a moment ahead; more news before it changes nothing. News that comes
while the list is being asked for sets one more date, whatever its number. An answer that is the same as the one before
makes the next wait twice as long; after some such answers in a row the list is no longer refreshed by itself, until
the person asks for it. News that comes long after the last answer begins anew: a server may be wrong now and then.

Times are seconds of one clock, which the caller reads; nothing here waits.
"""

from dataclasses import dataclass
from typing import Final

QUIET: Final = 0.2
LONGEST: Final = 30.0
BARREN: Final = 5
FORGIVEN: Final = 60.0


@dataclass(slots=True)
class Refresh:
    """The refreshing of one list. `due` is when to ask for it, None while there is no reason to.

    `quiet` is the wait after news, `longest` what it may grow to, `barren_limit` how many answers without a difference
    in a row are the most, `forgiven` the peace after which those no longer count. `news` counts what was told.
    """

    quiet: float = QUIET
    longest: float = LONGEST
    barren_limit: int = BARREN
    forgiven: float = FORGIVEN
    due: float | None = None
    asking: bool = False
    barren: int = 0
    news: int = 0
    _again: bool = False
    _answered: float | None = None

    @property
    def suspended(self) -> bool:
        """Whether news no longer lead to a refresh."""
        return self.barren >= self.barren_limit

    def told(self, now: float) -> None:
        """The server says that the list changed."""
        self.news += 1
        if self._answered is not None and now - self._answered >= self.forgiven:
            self.barren = 0
        if self.asking:
            self._again = True
        elif self.due is None and not self.suspended:
            self.due = now + self._wait()

    def asked(self) -> None:
        """The list is being asked for: because it was due, or because the person wants it."""
        self.due, self.asking, self._again = None, True, False

    def answered(self, now: float, *, changed: bool) -> bool:
        """The list is here, with a difference to the one before or without; whether refreshing is now suspended."""
        self.asking, self._answered = False, now
        was = self.suspended
        self.barren = 0 if changed else self.barren + 1
        if self._again and not self.suspended:
            self.due = now + self._wait()
        self._again = False
        return self.suspended and not was

    def failed(self) -> None:
        """The list did not come; that says nothing about it. The next news asks again."""
        self.asking = self._again = False

    def reset(self) -> None:
        """The person asks for it: what was in vain before no longer counts."""
        self.barren = 0

    def _wait(self) -> float:
        return min(self.quiet * 2.0**self.barren, self.longest)
