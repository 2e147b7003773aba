from datetime import UTC, datetime

import pytest

from inspector.tui import numbers


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0.0 ms"),
        (0.0004, "0.4 ms"),
        (0.00094, "0.9 ms"),
        (0.00096, "1 ms"),
        (0.013, "13 ms"),
        (0.809, "809 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1.00 s"),
        (1.31, "1.31 s"),
        (9.994, "9.99 s"),
        (9.996, "10.0 s"),
        (42, "42.0 s"),
        (59.96, "1:00"),
        (232, "3:52"),
        (3599.6, "1:00:00"),
        (3730, "1:02:10"),
    ],
)
def test_a_duration(seconds, text):
    assert numbers.duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0.0 s"), (0.19, "0.1 s"), (3.2, "3.2 s"), (9.99, "9.9 s"), (10, "10 s"), (59.9, "59 s"), (66, "1:06")],
)
def test_a_running_clock(seconds, text):
    assert numbers.waited(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(21.9, "0:21"), (232, "3:52"), (3730, "1:02:10")])
def test_a_length(seconds, text):
    assert numbers.length(seconds) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (604, "604 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (2100, "2.1 kB"),
        (99_940, "99.9 kB"),
        (99_960, "100 kB"),
        (999_600, "1.0 MB"),
        (5_200_000, "5.2 MB"),
        (100_000_000, "100 MB"),
        (2_000_000_000, "2.0 GB"),
        (3_100_000_000_000, "3.1 TB"),
    ],
)
def test_a_size(count, text):
    assert numbers.size(count) == text


def test_counts_and_ratios():
    assert numbers.count(3000) == "3,000"
    assert numbers.counted(1, "record") == "1 record"
    assert numbers.counted(3000, "record") == "3,000 records"
    assert numbers.counted(2, "query", "queries") == "2 queries"
    assert numbers.ratio(1.31, 0.029) == "45 × its median"
    assert numbers.ratio(0.05, 0.02) == "2.5 × its median"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00.000"), (192.118, "3:12.118"), (59.9996, "1:00.000"), (3730.118, "1:02:10.118"), (-1, "0:00.000")],
)
def test_a_moment_of_a_session(seconds, text):
    assert numbers.since_start(seconds) == text


def test_a_moment_on_the_clock_and_since_the_row_before():
    assert numbers.time_of_day(1_764_460_000.5, 0.118, UTC) == "23:46:40.618"
    assert numbers.since_before(0.0004) == "+0.4 ms"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "5 s"), (119.4, "119 s"), (3599.9, "60 min"), (7200, "2 h"), (172_799, "47 h"), (1e6, "11 days")],
)
def test_how_far_two_moments_are_apart(seconds, text):
    assert numbers.apart(seconds) == text


def test_what_began_on_one_day_is_told_apart():
    now = datetime(2026, 12, 1, 13, 0)
    moments = (datetime(2026, 12, 1, 12, 4, 31), datetime(2026, 11, 30, 12, 4, 31), datetime(2025, 11, 28, 12, 4))
    told = [numbers.when_begun(moment.timestamp(), now) for moment in moments]
    assert told == ["12:04:31", "30 Nov 12:04", "2025-11-28"]
