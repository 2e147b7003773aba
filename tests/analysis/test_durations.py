"""How long things take, and which of them took unusually long."""

from random import Random
from statistics import median

import pytest

from inspector.analysis.durations import Distribution, Durations
from inspector.analysis.folds import Folds
from inspector.wire import events
from tests.analysis.journals import Journal, pieces
from tests.tui.app.staging import records_of


def fed(journal: Journal) -> Durations:
    durations = Durations()
    durations.feed(journal.records)
    return durations


def calls(*milliseconds: float, name: str = "search") -> Journal:
    journal = Journal(tick=0.0).modern()
    for op, took in enumerate(milliseconds, 1):
        journal.call(name, {"content": []}, op=op, took=took / 1000)
    return journal


def test_quantiles_are_those_of_all_values_in_whatever_order_they_came() -> None:
    random = Random(4711)
    values = [random.expovariate(0.01) for _ in range(997)]
    distribution = Distribution()
    for at, value in enumerate(values):
        distribution.add(value)
        if at % 100 == 0:
            assert distribution.median == median(values[: at + 1])
    ordered = sorted(values)
    assert distribution.quantile(0.95) == ordered[947]  # ⌈0.95 · 997⌉ = 948
    assert distribution.quantile(1.0) == ordered[-1]
    distribution.remove(ordered[-1])
    assert (len(distribution), distribution.quantile(1.0)) == (996, ordered[-2])


def test_nothing_measured_is_no_time() -> None:
    assert (Distribution().median, Distribution().quantile(0.95)) == (0.0, 0.0)


def test_a_call_is_slow_against_its_own_tool_alone() -> None:
    durations = fed(calls(*[10] * 9, 450))
    group = durations.by_name["tools/call", "search"]
    assert group.slowness(450) == pytest.approx(45)
    assert group.slowness(90) is None  # a blink
    assert group.slowness(109) is None
    slow_by_nature = fed(calls(*[400] * 9, 450)).by_name["tools/call", "search"]
    assert slow_by_nature.slowness(450) is None
    assert fed(calls(10, 10, 10, 450)).by_name["tools/call", "search"].slowness(450) is None  # too few to say


def test_the_table_has_calls_median_p95_slowest_and_errors() -> None:
    journal = calls(10, 20, 30)
    id = journal.request("tools/call", {"name": "search"}, op=4)
    journal.wait(0.05).result(id, {"isError": True, "content": []})
    group = fed(journal).by_name["tools/call", "search"]
    assert (group.calls, group.failed) == (4, 1)
    assert group.times.median == pytest.approx(25)
    assert group.times.quantile(0.95) == pytest.approx(50)
    assert (group.slowest_ms, group.slowest) == (pytest.approx(50), 10)


def test_methods_are_measured_by_request_and_tools_by_call() -> None:
    journal = Journal(tick=0.0).modern()
    id = journal.request("tools/call", {"name": "reserve"}, op=1)
    journal.wait(0.1).result(id, {"resultType": "input_required", "inputRequests": {"a": {}}})
    id = journal.wait(4).request("tools/call", {"name": "reserve"}, op=1)
    journal.wait(0.2).result(id, {"content": []})
    durations = fed(journal)
    tool, method = durations.by_name["tools/call", "reserve"], durations.by_method["tools/call"]
    assert (tool.calls, tool.times.median) == (1, pytest.approx(300))
    assert (method.calls, method.times.median) == (2, pytest.approx(150))
    assert tool.human_ms == method.human_ms == pytest.approx(4000)


def test_a_person_who_answers_while_a_request_waits_does_not_make_the_server_slow() -> None:
    journal = Journal(tick=0.0).legacy()
    id = journal.request("tools/call", {"name": "reserve"}, op=1)
    journal.wait(0.1).came({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"message": "?"}})
    journal.wait(5).sent({"jsonrpc": "2.0", "id": 1, "result": {"action": "accept"}}, op=1)
    journal.wait(0.1).result(id, {"content": []})
    durations = fed(journal)
    assert durations.by_name["tools/call", "reserve"].times.median == pytest.approx(200)
    assert durations.by_method["tools/call"].times.median == pytest.approx(200)


def test_what_we_gave_up_is_not_counted() -> None:
    journal = calls(10)
    journal.request("tools/call", {"name": "search"}, op=2)
    seq = len(journal.records)
    journal.wait(9).add(events.Decision("cancel", "", "cancelled", "Given up.", data={"ended": seq}, op=2))
    durations = fed(journal)
    assert durations.by_name["tools/call", "search"].calls == durations.by_method["tools/call"].calls == 1


def test_a_call_that_is_sent_again_after_its_end_counts_once() -> None:
    journal = calls(10)
    journal.error(journal.request("tools/call", {"name": "search"}, op=2), -32000)
    journal.result(journal.request("tools/call", {"name": "search"}, op=2), {"content": []})
    group = fed(journal).by_name["tools/call", "search"]
    assert (group.calls, group.failed) == (2, 0)


def test_a_subscription_is_no_call() -> None:
    journal = Journal().modern()
    journal.result(journal.request("subscriptions/listen"), {})
    assert list(fed(journal).by_method) == ["server/discover"]


def shape(durations: Durations) -> object:
    groups = [*durations.by_method.values(), *durations.by_name.values()]
    return [
        (one.method, one.name, one.calls, one.failed, one.times.median, one.human_ms, one.slowest) for one in groups
    ]


@pytest.mark.parametrize("name", ["library", "library-busy", "library-legacy-http", "every-kind"])
def test_a_live_fold_comes_to_what_a_replayed_one_does(name: str) -> None:
    records = records_of(name, whole=True)
    whole, live = Durations(), Durations()
    whole.feed(records)
    for batch in pieces(records, 3):
        live.feed(batch)
        assert all(group.times.median >= 0 for group in live.by_method.values())
    together = Folds()
    together.feed(records)
    assert shape(whole) == shape(live) == shape(together.durations) != []


@pytest.mark.parametrize("name", ["library", "library-busy", "library-legacy-http"])
def test_calls_are_counted_as_operations_count_them(name: str) -> None:
    folds = Folds()
    folds.feed(records_of(name, whole=True))
    for one in folds.operations.statistics():
        group = folds.durations.by_name[one.method, one.name]
        assert (group.calls, group.failed) == (one.calls, one.failed)
        assert group.times.median == pytest.approx(one.median_ms)
        assert group.slowest_ms == pytest.approx(one.slowest_ms)
