"""The fold of all rules: each record is shown to the rules that look at such a thing, once."""

from collections.abc import Iterable
from typing import Any, Final

from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.rules import (
    asking,
    authorizing,
    elicitations,
    framing,
    matching,
    news,
    offered,
    opening,
    order,
    pages,
    results,
    samplings,
    sessions,
    sse,
    tasks,
    tasks_2025,
    told,
    web,
)
from inspector.analysis.rules.finding import LEVELS, Finding, Flaw, Level, Listen, Memory, Rule
from inspector.protocol.exchanges import Asked, Change, News, Progressed, Settled, Stray
from inspector.wire.events import Received, Sent, SseBlock
from inspector.wire.jsonrpc import WITHOUT_ID, Error, Notification, Result, id_key
from inspector.wire.versions import REVISIONS

RULES: Final[tuple[Rule, ...]] = (
    *framing.RULES,
    *matching.RULES,
    *asking.RULES,
    *elicitations.RULES,
    *pages.RULES,
    *samplings.RULES,
    *news.RULES,
    *told.RULES,
    *results.RULES,
    *tasks.RULES,
    *tasks_2025.RULES,
    *offered.RULES,
    *opening.RULES,
    *order.RULES,
    *web.RULES,
    *authorizing.RULES,
    *sessions.RULES,
    *sse.RULES,
)
"""Every rule there is; their names are unique."""


def _table() -> dict[type, tuple[Rule, ...]]:
    kinds = {kind for rule in RULES for kind in rule.on}
    return {kind: tuple(rule for rule in RULES if kind in rule.on) for kind in kinds}


_BY_TYPE: Final = _table()


class Findings(Fold):
    """The fold. `all` is in the order of discovery; `looked_at` counts the records."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Finding] = []
        self.looked_at = 0
        self._memory = Memory()
        self._said: set[tuple[str, str]] = set()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.looked_at += 1
        event = reading.record.event
        self._memory.life.watch(reading)
        if isinstance(event, Received | SseBlock):
            self._show(reading, event)
        elif isinstance(event, Sent):
            self._remember(reading, event)
        for change in reading.changes:
            if isinstance(change, Settled):
                self._memory.page = []
                offered.page(reading, change, self._memory)
            self._show(reading, change)
            for flaw in _flaws(change, reading.record.seq):
                self._show(reading, flaw)

    def counts(self) -> dict[Level, int]:
        """How many there are of each level, worst first."""
        counts: dict[Level, int] = dict.fromkeys(LEVELS, 0)
        for finding in self.all:
            counts[finding.level] += 1
        return counts

    def of(self, seq: int) -> list[Finding]:
        """The findings that rest on a record."""
        return [finding for finding in self.all if seq in finding.records]

    def worst_first(self) -> list[Finding]:
        """All findings, by level, and within a level in the order of discovery."""
        return sorted(self.all, key=lambda one: LEVELS.index(one.level))

    def _show(self, reading: Reading, thing: object) -> None:
        version = reading.identity.version
        for rule in _BY_TYPE.get(type(thing), ()):
            if version in REVISIONS and version not in rule.revisions:
                continue
            for hit in rule.check(reading, thing, self._memory):
                if rule.once:
                    if (rule.name, hit[0]) in self._said:
                        continue
                    self._said.add((rule.name, hit[0]))
                self.all.append(rule.finding(hit))

    def _remember(self, reading: Reading, event: Sent) -> None:
        exchange = reading.exchanges.ours.get(reading.record.seq)
        if exchange is None:
            message = reading.message
            if event.http is not None and isinstance(message, Notification | Result | Error):
                self._memory.told[event.http] = reading.record.seq
            if not isinstance(message, Notification):
                return
            if message.method == "notifications/cancelled":
                cancelled = reading.exchanges.open(params_of(message).get("requestId"))
                if cancelled is not None:
                    self._memory.cancelled.setdefault(cancelled.seq, reading.record.at)
        elif exchange.method == "subscriptions/listen":
            self._memory.listens[id_key(exchange.id)] = Listen(exchange)


def _flaws(change: Change, seq: int) -> Iterable[Flaw]:
    if isinstance(change, Settled):
        texts = tuple(change.exchange.flaws)
        return tuple(Flaw(text, (change.exchange.seq, seq)) for text in texts) if texts else ()
    if isinstance(change, Asked):
        texts = change.request.flaws
    elif isinstance(change, Progressed | News):
        texts = change.notification.flaws
    elif isinstance(change, Stray):
        texts = change.message.flaws
        if change.refusal:  # such an error has no id, and may have it as a null
            texts = tuple(text for text in texts if text not in WITHOUT_ID)
    else:
        return ()
    return tuple(Flaw(text, (seq,)) for text in texts) if texts else ()


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """The `findings` of every `--json` document."""
    return [finding.as_json() for finding in findings]
