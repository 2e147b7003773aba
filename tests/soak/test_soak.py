"""No answer is lost or taken for another's, and nothing is left: calls beside each other, a restart in the middle."""

import pytest

from tests.soak.soaking import Soak

KINDS = pytest.mark.parametrize(
    ("kind", "mode"),
    [("stdio", "modern"), ("stdio", "legacy"), ("http", "modern"), ("http", "legacy"), ("sse", "legacy")],
)


def _hold(outcome, calls):
    assert outcome.mixed == []
    assert outcome.ends["answered"] + outcome.ends["given up"] == calls
    assert outcome.ends["given up"]
    assert outcome.restarts == 1
    assert (outcome.left_tasks, outcome.left_files, outcome.left_open, outcome.left_process) == ([], 0, 0, False)


@KINDS
async def test_each_call_gets_its_own_answer_and_nothing_is_left(kind, mode):
    _hold(await Soak(kind, mode, calls=240, width=40, seed=7).run(), 240)


@pytest.mark.benchmark
@KINDS
async def test_ten_thousand_calls_keep_no_more_than_their_records(kind, mode):
    outcome = await Soak(kind, mode, calls=10_000, width=200, seed=1).run()
    _hold(outcome, 10_000)
    early, late = (after - before for before, after in zip(outcome.kilobytes, outcome.kilobytes[1:], strict=False))
    print(
        f"\n{kind} {mode}: {dict(outcome.ends)}, {dict(outcome.failures)}; {early / 2500:.1f} kB a call, then", end=" "
    )
    print(f"{late / 2500:.1f}")
    assert late < early * 1.5 + 2_000
