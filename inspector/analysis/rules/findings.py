"""The fold of all rules: each record is shown to the rules that look at such a thing, once."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from inspector.analysis.identity import Identity
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
    unanswered,
    web,
)
from inspector.analysis.rules.cited import cited
from inspector.analysis.rules.counted import Counted
from inspector.analysis.rules.finding import LEVELS, Finding, Flaw, Level, Memory, Rule
from inspector.analysis.rules.interfered import Interfered
from inspector.analysis.rules.kinds import Line, kind_of, looked_at
from inspector.protocol.exchanges import Asked, Change, News, Progressed, Settled, Stray
from inspector.protocol.news import ACKNOWLEDGED
from inspector.wire.events import Opened, Sent
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
    *unanswered.RULES,
    *authorizing.RULES,
    *sessions.RULES,
    *sse.RULES,
    *streams.RULES,
    *client_side.RULES,
)
"""Every rule there is; their names are unique."""


_SAID: Final = 100_000
"""Words that are remembered, so that they are told once."""

_METHODS: Final = frozenset(method for rule in RULES for method in rule.methods)
_MEMBERS: Final = tuple({member for rule in RULES for member in rule.members})
_MEMBER: Final = frozenset(_MEMBERS)
_Key = tuple[type, str, tuple[str, ...], bool, str, bool]
_WHICH: Final[dict[_Key, tuple[Rule, ...]]] = {}
"""The rules for a kind, a method, members, an odd request, a version and stdio, as far as they were asked for. It is
bounded: methods and members that no rule names, and versions that are no revision, are empty here."""


def rules_for(thing: object, odd: bool, identity: Identity) -> tuple[Rule, ...]:
    """The rules that look at an event or a change; `odd`: it is of a request whose text is not as it should be."""
    kind = kind_of(thing)
    if kind is Line:
        return ()
    method, holder = "", None
    if kind is News:
        assert isinstance(thing, News)
        method, holder = thing.notification.method, thing.notification.params
    elif isinstance(thing, Settled):
        method, holder = thing.exchange.method, thing.answer.result if isinstance(thing.answer, Result) else None
    members: tuple[str, ...] = ()
    if isinstance(holder, dict) and not _MEMBER.isdisjoint(holder):
        members = tuple(member for member in _MEMBERS if member in holder)
    version = identity.version
    key = (
        kind,
        method if method in _METHODS else "",
        members,
        odd,
        version if version in REVISIONS else "",
        identity.transport == "stdio",
    )
    found = _WHICH.get(key)
    if found is None:
        found = _WHICH[key] = tuple(rule for rule in RULES if _looks(rule, key))
    return found


def _looks(rule: Rule, key: _Key) -> bool:
    kind, method, members, odd, version, stdio = key
    if not looked_at(kind, rule.on) or (rule.http and stdio) or (rule.odd and not odd):
        return False
    if (rule.methods and method not in rule.methods) or (rule.members and not {*members} & {*rule.members}):
        return False
    return not version or version in rule.revisions


class Findings(Fold):
    """The fold. `looked_at` counts the records; `new` is what the last of them showed."""

    def __init__(self) -> None:
        super().__init__()
        self._counted = Counted()
        self.new: list[Finding] = []
        self.looked_at = 0
        self._memory = Memory()
        self._said: set[tuple[str, str]] = set()
        self._early: dict[int, Rule] = {}  # what was found while the revision was not known
        self._interfered = Interfered()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.looked_at += 1
        if self.new:
            self.new = []
        event = reading.record.event
        self._memory.life.watch(reading)
        self._interfered.watch(reading)
        if isinstance(event, Opened):
            bookkeeping.opened(self._memory)
        if self._early and reading.identity.version:
            self._cite(reading.identity.version)
        if not isinstance(event, Sent) or bookkeeping.sent(reading, event, self._memory):
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

    @property
    def all(self) -> Sequence[Finding]:
        """Each finding once, in the order of discovery; not to be altered."""
        return self._counted.all

    @property
    def times(self) -> int:
        """How often something was found."""
        return self._counted.times

    def counts(self) -> dict[Level, int]:
        """How many there are of each level, worst first."""
        counts: dict[Level, int] = dict.fromkeys(LEVELS, 0)
        for finding in self.all:
            counts[finding.level] += 1
        return counts

    def of(self, seq: int) -> list[Finding]:
        """The findings that rest on a record."""
        return self._counted.on((seq,))

    def on(self, records: Iterable[int]) -> list[Finding]:
        """The findings that rest on any of these records."""
        return self._counted.on(records)

    def worst_first(self) -> list[Finding]:
        """All findings, by level, and within a level in the order of discovery."""
        return sorted(self.all, key=lambda one: LEVELS.index(one.level))

    def _show(self, reading: Reading, thing: object) -> None:
        identity, memory = reading.identity, self._memory
        for rule in rules_for(thing, memory.present is not None, identity):
            for hit in rule.check(reading, thing, memory):
                if rule.once:
                    if (rule.name, hit[0]) in self._said:
                        continue
                    if len(self._said) < _SAID:
                        self._said.add((rule.name, hit[0]))
                found = rule.finding(hit, cited(rule.name, rule.clause, identity.version))
                found = self._interfered.excused(found)
                place = self._counted.add(found)
                if not identity.version:
                    self._early[place] = rule
                self.new.append(found)

    def _cite(self, version: str) -> None:
        for place, rule in self._early.items():
            if version in rule.revisions:
                self._counted.cite(place, cited(rule.name, rule.clause, version))
        self._early.clear()


_TOLD: Final = (Progressed, News)


def _flaws(change: Change, seq: int) -> Iterable[Flaw]:
    records: tuple[int, ...] = (seq,)
    if isinstance(change, Settled):
        texts, records = tuple(change.exchange.flaws), (change.exchange.seq, seq)
    elif isinstance(change, _TOLD):
        texts = change.notification.flaws
    elif isinstance(change, Asked):
        texts = change.request.flaws
    elif isinstance(change, Stray):
        texts = change.message.flaws
        if change.refusal or change.answers is not None:  # such an error has no id, and may have it as a null
            texts = tuple(text for text in texts if text not in WITHOUT_ID)
    else:
        return ()
    return tuple(Flaw(text, records) for text in texts) if texts else ()


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """The `findings` of every `--json` document."""
    return [finding.as_json() for finding in findings]
