"""The fold of all rules: each record is shown to the rules that look at such a thing, once."""

from collections.abc import Iterable
from typing import Any, Final

from inspector.analysis.reading import Fold, Reading, params_of
from inspector.analysis.rules import (
    accepted,
    asking,
    authorizing,
    bookkeeping,
    client_side,
    completions,
    contents,
    deprecated,
    discovery,
    elicitations,
    entries,
    error_codes,
    framing,
    heeded,
    listening,
    logs,
    matching,
    metas,
    news,
    offered,
    opening,
    order,
    pages,
    paging,
    questions,
    results,
    samplings,
    schemas,
    sessions,
    sse,
    streams,
    tasks,
    tasks_2025,
    tasks_modern,
    told,
    web,
)
from inspector.analysis.rules.cited import cited
from inspector.analysis.rules.finding import LEVELS, Finding, Flaw, Level, Memory, Rule, Tasked, Unanswered, Unfinished
from inspector.protocol.exchanges import Asked, Change, News, Progressed, Settled, Stray
from inspector.protocol.news import ACKNOWLEDGED
from inspector.wire.events import Opened, Received, Sent
from inspector.wire.jsonrpc import WITHOUT_ID, Result
from inspector.wire.versions import REVISIONS

RULES: Final[tuple[Rule, ...]] = (
    *framing.RULES,
    *matching.RULES,
    *asking.RULES,
    *questions.RULES,
    *elicitations.RULES,
    *pages.RULES,
    *samplings.RULES,
    *news.RULES,
    *logs.RULES,
    *heeded.RULES,
    *listening.RULES,
    *told.RULES,
    *metas.RULES,
    *results.RULES,
    *contents.RULES,
    *paging.RULES,
    *completions.RULES,
    *tasks.RULES,
    *tasks_2025.RULES,
    *tasks_modern.RULES,
    *offered.RULES,
    *entries.RULES,
    *schemas.RULES,
    *opening.RULES,
    *order.RULES,
    *discovery.RULES,
    *deprecated.RULES,
    *error_codes.RULES,
    *accepted.RULES,
    *web.RULES,
    *authorizing.RULES,
    *sessions.RULES,
    *sse.RULES,
    *streams.RULES,
    *client_side.RULES,
)
"""Every rule there is; their names are unique."""


_EVENTS: Final = tuple({kind for rule in RULES for kind in rule.on if kind.__module__ == Received.__module__})
_METHODS: Final = frozenset(method for rule in RULES for method in rule.methods)
_Key = tuple[type, type | None, str, str]
_WHICH: Final[dict[_Key, tuple[Rule, ...]]] = {}
"""The rules for a type, the kind of its answer, a method and a version, as far as they were asked for. It is bounded:
methods that no rule names, and versions that are no revision, are empty here."""


def _rules(thing: object, version: str) -> tuple[Rule, ...]:
    """The rules that look at such a thing."""
    answer, method = None, ""
    if isinstance(thing, Settled):
        answer, method = _answer(thing), thing.exchange.method
    elif isinstance(thing, News):
        method = thing.notification.method
    key = (type(thing), answer, method if method in _METHODS else "", version if version in REVISIONS else "")
    found = _WHICH.get(key)
    if found is None:
        found = _WHICH[key] = tuple(rule for rule in RULES if _looks(rule, key))
    return found


_KINDS: Final = {"input_required": Unfinished, "task": Tasked}


def _answer(settled: Settled) -> type:
    answer = settled.answer
    if isinstance(answer, Result) and isinstance(answer.result, dict):
        kind = answer.result.get("resultType")
        return _KINDS.get(kind, Result) if isinstance(kind, str) else Result
    return Unanswered if answer is None else type(answer)


def _looks(rule: Rule, key: _Key) -> bool:
    kind, answer, method, version = key
    if kind not in rule.on and answer not in rule.on and not (answer in (Unfinished, Tasked) and Result in rule.on):
        return False
    return (not rule.methods or method in rule.methods) and (not version or version in rule.revisions)


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
        if isinstance(event, Opened):
            bookkeeping.opened(self._memory)
        if bookkeeping.sent(reading, event, self._memory) if isinstance(event, Sent) else isinstance(event, _EVENTS):
            self._show(reading, event)
        for change in reading.changes:
            if isinstance(change, Settled):
                self._memory.page = []
                bookkeeping.settled(reading, change, self._memory)
                offered.page(reading, change, self._memory)
            self._show(reading, change)
            if isinstance(change, News) and change.notification.method == ACKNOWLEDGED:
                listening.grant(params_of(change.notification), self._memory)
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
        for rule in _rules(thing, version):
            for hit in rule.check(reading, thing, self._memory):
                if rule.once:
                    if (rule.name, hit[0]) in self._said:
                        continue
                    self._said.add((rule.name, hit[0]))
                self.all.append(rule.finding(hit, cited(rule.name, rule.clause, version)))


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
        if change.refusal or change.answers is not None:  # such an error has no id, and may have it as a null
            texts = tuple(text for text in texts if text not in WITHOUT_ID)
    else:
        return ()
    return tuple(Flaw(text, (seq,)) for text in texts) if texts else ()


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """The `findings` of every `--json` document."""
    return [finding.as_json() for finding in findings]
