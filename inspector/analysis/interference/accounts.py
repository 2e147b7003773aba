"""What is told of an interference: the decision that stands in the journal, with the bytes of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.interference.passing import Passing
from inspector.config.faults import Action, FaultRule
from inspector.protocol.interference import TOPIC, Outcome
from inspector.wire.events import Decision

_DONE: Final[Mapping[Action, tuple[str, str]]] = {
    "hold": ("held", "It waits until a person lets it go; the clock of its request stands still."),
    "edit": ("edited", "Another text arrives in its place."),
    "drop": ("dropped", "It never arrives."),
    "duplicate": ("duplicated", "It arrives more than once."),
    "answer": ("answered", "The request does not go to the server; this is its answer."),
    "cut": ("cut", "The connection breaks in the midst of it."),
    "garble": ("garbled", "What arrives is spoilt."),
    "status": ("HTTP {status}", "The request does not go to the server; this is its answer."),
    "forget-session": (
        "HTTP 404",
        "The request does not go to the server: it seems to have forgotten the session.",
    ),
    "stall": ("stalled", "Neither it nor what follows on the same stream arrives; the stream stays open."),
    "delay": ("delayed {seconds:g} s", "It arrives that much later."),
}


def whose(rule: FaultRule) -> str:
    """Who interferes, in words that begin a sentence: a rule and its file, whose name stays as it is, or the person."""
    if not rule.number:
        return "You"
    where = rule.where if rule.number > 0 else f"{rule.where[:1].upper()}{rule.where[1:]}"
    return where + (f", “{rule.name}”" if rule.name else "")


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of the message: its method, and the operation that it belongs to.

    `records` are the request that it is or answers, and what arrives in its place. `original`: it was not recorded as
    it was, so that the decision has it. `alone`: it answers nothing.
    """

    method: str
    records: tuple[int, ...] = ()
    op: int | None = None
    original: bool = True
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Account:
    """What is said of one interference: what was done, and why. `of_person`: by hand, whatever rule held it."""

    action: str
    verdict: str
    because: str
    of_person: bool = False

    def decision(self, rule: FaultRule, passing: Passing, outcome: Outcome | None, told: Told) -> Decision:
        """The decision; `outcome` None: what becomes of the message is not known yet.

        In `data` stand `original`, what was on its way, or `became`, what the other side got: whichever the records
        have not.
        """
        by_rule = rule.number != 0 and not self.of_person
        data: dict[str, Any] = {
            "interference": self.action,
            "by": "rule" if by_rule else "person",
            "rule": rule.called if by_rule else "",
            "way": passing.way,
            "method": told.method,
        }
        if passing.http is not None:
            data["http"] = passing.http
        if outcome is None:
            data["waits"] = "time" if self.action == "delay" else "person"
        elif outcome.passes(passing.raw):
            data["late"] = self.action != "hold" and told.alone
        else:
            data["altered"] = True
            if outcome.end:
                data["ends"] = outcome.end
            if told.original:
                data["original"] = readable(passing.raw)
            elif outcome.forms:
                data["became"] = [readable(form) for form in outcome.forms]
        action = f"{self.action} {'→' if passing.way == 'out' else '←'} {told.method or 'a message'}"
        return Decision(TOPIC, action, self.verdict, self.because, records=told.records, op=told.op, data=data)


def done_by(rule: FaultRule, *, changed: bool = True) -> Account:
    """What a rule does to a message that fits it; `changed`: whether it came out as anything else."""
    if not changed:
        return Account(rule.action, f"{rule.action} without effect", f"{whose(rule)}: nothing in it is to be changed.")
    done, means = _DONE[rule.action]
    verdict = f"{done.format(status=rule.status, seconds=rule.seconds)} on purpose"
    return Account(rule.action, verdict, f"{whose(rule)}: {means[:1].lower()}{means[1:]}")


def switched(rule: FaultRule, *, on: bool) -> Decision:
    """That a rule is at work from now on, or is not any more, by the person's wish."""
    what = f"{rule.action} {f'what fits {rule.match}' if rule.match else 'every message'}"
    verdict = "switched on" if on else "switched off"
    return Decision(TOPIC, rule.called if rule.number > 0 else "hold filter", verdict, f"{whose(rule)}: {what}.")


def readable(raw: bytes) -> str:
    r"""Bytes as text, exactly; those that are not UTF-8 as `\xff`."""
    return raw.decode("utf-8", "backslashreplace")
