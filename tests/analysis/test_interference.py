"""Interference: which messages it meets, what it makes of them, what it holds, and what is told of it."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from inspector.analysis.interference.altering import outcome_of
from inspector.analysis.interference.interference import Interference
from inspector.analysis.interference.passing import Passing
from inspector.analysis.operations import Operations
from inspector.analysis.rules import Findings
from inspector.config.faults import rules_of
from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.protocol.interference import Outcome
from inspector.wire import events, jsonrpc


def message(**members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode()


def call(id: int, name: str = "echo") -> bytes:
    return message(id=id, method="tools/call", params={"name": name})


def answer(id: int, text: str = "hi") -> bytes:
    return message(id=id, result={"content": [{"type": "text", "text": text}]})


class Timers:
    """Time that is turned by hand."""

    def __init__(self) -> None:
        self.put_off: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, happen: Callable[[], None]) -> "Timers":
        self.put_off.append((seconds, happen))
        return self

    def cancel(self) -> None:
        self.put_off.clear()


class Bench:
    """Messages on their way, and what became of each."""

    def __init__(self, rules: str = "", *, person: bool = True) -> None:
        self.now = 0.0
        self.journal = Journal(lambda: 0.0)
        self.timers = Timers()
        self.interference = Interference(rules_of(rules, "f"), self.journal, self.timers.later, person=person)
        self.out: list[Outcome] = []

    def pass_(self, raw: bytes, way: str = "in", stream: object = 0, http: int | None = None) -> str:
        seq = self.journal.append(events.Sent(raw)).seq if way == "out" else 0
        passing = Passing(raw, way, stream, seq, http)  # type: ignore[arg-type]
        before = len(self.out)
        if not self.interference.meet(passing, self.out.append):
            return "as it is"
        return "done" if len(self.out) > before else "waits"

    @property
    def told(self) -> list[events.Decision]:
        return [one.event for one in self.journal.records if isinstance(one.event, events.Decision)]


def rule(**keys: Any) -> str:
    return "[[rule]]\n" + "".join(f"{name.replace('_', '-')} = {json.dumps(value)}\n" for name, value in keys.items())


# ── which messages ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        ("method:tools/call", True),
        ("name:echo", True),
        ("kind:res", True),
        ("dir:in status:complete", True),
        ("body:hi", True),
        ("json:$.result.content[0].text=hi", True),
        ("id:7", True),
        ("size:>10", True),
        ("method:tools/list", False),
        ("kind:req", False),
        ("not name:echo", False),
    ],
)
def test_an_answer_is_met_by_what_it_says_and_by_what_it_answers(match, fits):
    bench = Bench(rule(action="drop", match=match))
    bench.pass_(call(7), "out")
    assert bench.pass_(answer(7)) == ("done" if fits else "as it is")


def test_a_rule_counts_what_fits_it_and_is_applied_to_those_that_it_says():
    bench = Bench(rule(action="drop", match="method:x", after=1, every=2, first=2))
    met = [bench.pass_(message(method="x")) for _ in range(8)]
    assert met == ["as it is", "as it is", "done", "as it is", "done", "as it is", "as it is", "as it is"]


def test_chance_is_the_same_each_time_with_the_same_seed():
    text = rule(action="drop", probability=0.5, seed=3)
    one, other = ([bench.pass_(message(method="x")) for _ in range(40)] for bench in (Bench(text), Bench(text)))
    assert one == other
    assert {*one} == {"done", "as it is"}


def test_the_first_rule_that_fits_is_applied_and_only_where_its_action_makes_sense():
    bench = Bench(
        rule(action="status", status=503) + rule(action="answer", result={}) + rule(action="drop", direction="both")
    )
    assert bench.pass_(message(method="notifications/x"), "out") == "done"
    assert bench.out[-1] == Outcome()  # nothing answers a notification
    bench.pass_(call(1), "out")
    assert bench.out[-1].stead is not None and bench.out[-1].stead.status == 200  # a status needs HTTP
    bench.pass_(call(2), "out", 5, 5)
    assert bench.out[-1].stead is not None and bench.out[-1].stead.status == 503


# ── what they come to ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("keys", "raw", "forms"),
    [
        (
            {"set": {"$.result.isError": True}},
            b'{"id":1,"result":{"n":1.10}}',
            b'{"id":1,"result":{"n":1.10,"isError":true}}',
        ),
        ({"set": {"$.result.a[*].b": 0}}, b'{"result":{"a":[{"b":1},{}]}}', b'{"result":{"a":[{"b":0},{"b":0}]}}'),
        ({"remove": ["$.result.a", "$.result.l[0]"]}, b'{"result":{"a":1,"l":[1,2]}}', b'{"result":{"l":[2]}}'),
        ({"replace": {"hi": "no"}}, b'{ "say" : "hi" }', b'{ "say" : "no" }'),
        ({"with": '{"id":$id}'}, b'{"jsonrpc":"2.0","id":7,"method":"m"}', b'{"id":7}'),
        ({"remove": ["$.none"]}, b'{ "a":1 }', b'{ "a":1 }'),
        ({"set": {"$.a": 1}}, b"no JSON", b"no JSON"),
    ],
)
def test_an_edit_changes_what_it_names_and_nothing_else(keys, raw, forms):
    text = "[[rule]]\naction='edit'\n" + "".join(
        f"{name} = {'{' + ','.join(f'{json.dumps(k)} = {json.dumps(v)}' for k, v in value.items()) + '}'}\n"
        if isinstance(value, dict)
        else f"{name} = {json.dumps(value)}\n"
        for name, value in keys.items()
    )
    bench = Bench(text)
    bench.pass_(raw)
    assert bench.out == [Outcome((forms,))]
    assert ("without effect" in bench.told[-1].verdict) == (raw == forms)


@pytest.mark.parametrize("how", ["truncate", "noise", "not-utf-8"])
def test_what_is_garbled_is_no_message_of_the_protocol_and_the_same_each_time(how):
    [garble] = rules_of(rule(action="garble", how=how), "f")
    one, other = (outcome_of(garble, answer(1), random.Random(0)).forms for _ in range(2))
    assert one == other
    spoilt = jsonrpc.decode(one[0])
    assert isinstance(spoilt, jsonrpc.Malformed) or "not UTF-8" in " ".join(spoilt.flaws)


def test_a_stalled_stream_brings_nothing_more_and_other_streams_go_on():
    bench = Bench(rule(action="stall", match="method:a"))
    assert [bench.pass_(message(method=name), "in", 1) for name in ("b", "a", "b")] == ["as it is", "done", "done"]
    assert bench.pass_(message(method="b"), "in", 2) == "as it is"
    assert [one.data["original"] for one in bench.told] == [message(method=name).decode() for name in ("a", "b")]
    bench.interference.end(lambda stream: stream == 1, "over")
    assert bench.pass_(message(method="b"), "in", 1) == "as it is"


# ── what is held ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("verdict", "more", "outcome"),
    [
        ("pass", {}, Outcome((answer(7),))),
        ("drop", {}, Outcome()),
        ("duplicate", {}, Outcome((answer(7),) * 2)),
        ("edit", {"text": '{"id":$id}'}, Outcome((b'{"id":7}',))),
    ],
)
def test_a_person_does_with_what_is_held_what_they_want_and_it_is_told_once(verdict, more, outcome):
    bench = Bench()
    bench.interference.hold("kind:res")
    bench.pass_(call(7), "out")
    assert bench.pass_(answer(7)) == "waits"
    [held] = bench.interference.held
    assert (held.request, held.row.method, held.for_person) == (2, "tools/call", True)
    assert bench.interference.let_go(held, verdict, **more)
    assert bench.out == [outcome]
    assert not bench.interference.let_go(held)
    assert not bench.interference.held
    last = bench.told[-1]
    assert last.data["by"] == "person"
    assert last.records == (2, *range(5, 5 + len(outcome.forms)))  # the request, and what arrives right behind


def test_what_is_held_may_be_delayed_and_comes_in_its_time():
    bench = Bench(rule(action="hold"))
    bench.pass_(answer(1))
    bench.interference.let_go(bench.interference.held[0], "delay", seconds=3)
    [late] = bench.interference.held
    assert (late.until, late.for_person) == (3.0, False)
    [(seconds, happen)] = bench.timers.put_off
    happen()
    assert seconds == 3
    assert bench.out == [Outcome((answer(1),))]


def test_what_comes_behind_a_held_message_passes_it_unless_the_rule_says_in_order():
    bench = Bench(rule(action="hold", match="method:a"))
    assert [bench.pass_(message(method=name)) for name in "ab"] == ["waits", "as it is"]
    bench = Bench(rule(action="hold", match="method:a", in_order=True))
    assert [bench.pass_(message(method=name)) for name in "abac"] == ["waits"] * 4
    assert bench.pass_(message(method="c"), "in", "another stream") == "as it is"
    bench.interference.let_go(bench.interference.held[0])
    assert [one.forms for one in bench.out] == [(message(method=name),) for name in "ab"]
    bench.interference.let_go(bench.interference.held[0], "drop")
    assert [one.forms for one in bench.out[2:]] == [(), (message(method="c"),)]
    assert bench.pass_(message(method="b")) == "as it is"


def test_at_the_end_what_had_come_is_let_go_and_what_was_to_go_is_dropped():
    bench = Bench(rule(action="hold"))
    bench.pass_(answer(1))
    bench.pass_(call(2), "out")
    bench.interference.end(lambda stream: True, "It is over.")
    assert [one.forms for one in bench.out] == [(answer(1),), ()]
    assert [one.verdict for one in bench.told[-2:]] == ["let go at the end", "dropped at the end"]


def test_where_nobody_is_there_nothing_is_held_and_that_is_told():
    bench = Bench(rule(action="hold"), person=False)
    bench.pass_(answer(1))
    assert bench.out == [Outcome((answer(1),))]
    assert bench.told[-1].verdict == "not held, it passes"


def test_rules_and_the_filter_for_holding_are_changed_at_once():
    bench = Bench(rule(action="drop", enabled=False))
    assert bench.pass_(answer(1)) == "as it is"
    bench.interference.switch(1, on=True)
    assert bench.pass_(answer(1)) == "done"
    bench.interference.hold("kind:res")
    assert bench.interference.holding == "kind:res"
    assert bench.pass_(answer(1)) == "waits"  # a person's own comes first
    bench.interference.hold("")
    assert (bench.told[-1].verdict, bench.told[-1].because) == (
        "switched off",
        "Your hold filter: hold what fits kind:res.",
    )
    assert (bench.interference.holding, bench.pass_(answer(1))) == ("", "done")
    with pytest.raises(UsageError):
        bench.interference.hold("metod:x")


def test_the_time_in_which_a_person_holds_a_message_is_theirs_and_not_the_servers():
    bench = Bench()
    bench.journal = journal = Journal(lambda: bench.now)
    bench.interference = Interference((), journal, bench.timers.later, person=True)
    bench.interference.op_of = lambda seq: 1
    bench.interference.hold("kind:res")
    journal.append(events.Opened("stdio"))
    journal.append(events.Began(1, "tools/call", "echo"))
    sent = journal.append(events.Sent(call(7), op=1))
    bench.interference.meet(Passing(call(7), "out", 0, sent.seq), bench.out.append)
    bench.now = 1.0
    bench.interference.meet(Passing(answer(7), "in", 0), bench.out.append)
    bench.now = 5.0
    bench.interference.let_go(bench.interference.held[0])
    journal.append(events.Received(answer(7)))
    operations = Operations()
    operations.feed(journal.records)
    found = operations.all[1]
    assert (found.server_ms, found.human_ms, found.state) == (1000.0, 4000.0, "complete")


# ── whose doing it is ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_finding_that_rests_on_what_was_garbled_is_our_own_and_blames_nobody():
    def found(garbled: bool) -> list[tuple[str, str]]:
        bench = Bench(rule(action="garble", how="noise") if garbled else "")
        bench.journal.append(events.Opened("stdio"))
        raw = answer(1)
        bench.pass_(call(1), "out")
        bench.pass_(raw)
        [spoilt] = bench.out[0].forms if garbled else [b"# spoilt"]
        bench.journal.append(events.Received(spoilt))
        findings = Findings()
        findings.feed(bench.journal.records)
        return [(one.level, one.message) for one in findings.all if one.rule == "stdout-noise"]

    [(level, said)] = found(garbled=False)
    assert (level, "our own" in said) == ("warning", False)
    [(level, said)] = found(garbled=True)
    assert level == "info"
    assert said.endswith("(our own: garbled on purpose, rule 1)")
