"""Times in sentences."""

import pytest

from inspector.wire.times import in_seconds


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.0, "0 s"), (0.01234, "0.0123 s"), (2.049, "2.05 s"), (999.4, "999 s"), (999.5, "1,000 s"), (1552.7, "1,553 s")],
)
def test_a_time_has_three_digits_and_never_a_power_of_ten(value: float, said: str) -> None:
    assert in_seconds(value) == said
