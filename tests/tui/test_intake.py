"""Records are taken in a moment at a time, in order, and for a shorter one while a key is on its way."""

import pytest

from inspector.tui import intake
from inspector.tui.intake import Intake
from inspector.tui.model import Model
from inspector.wire.events import Received, Record


@pytest.mark.parametrize(("ago", "moments"), [(1.0, intake.SLICE), (0.0, intake.GLANCE)])
def test_records_wait_when_the_moment_is_over(monkeypatch: pytest.MonkeyPatch, ago: float, moments: float) -> None:
    clock = 100.0

    def tick() -> float:
        nonlocal clock
        clock += 0.0004
        return clock

    monkeypatch.setattr(intake, "perf_counter", tick)
    model = Model()
    waiting = Intake(model)
    waiting.add([Record(seq, 0.1, Received(b"{}")) for seq in range(1, 1001)])
    waiting.add([Record(1001, 0.1, Received(b"{}"))])
    waiting.take(clock - ago)
    looks = int(moments / 0.0004)
    assert abs(len(model.records) - 16 * looks) <= 16 and waiting.behind == 1001 - len(model.records)
    while waiting:
        waiting.take(0.0)
    assert len(model.records) == 1001 and waiting.behind == 0
