"""A filter at work: rows are looked at at once, messages for a moment at a time, and nothing is missed."""

import pytest

from inspector.analysis.looking import Looking
from inspector.analysis.query import parse_query
from inspector.analysis.timeline import Timeline
from inspector.wire.events import Record, Stderr


def stderr(first, count):
    """Lines of four thousand bytes: of such not many are looked at between two looks at the clock."""
    return [Record(seq, 0.0, Stderr(b"line %d %s" % (seq, b"x" * 4000))) for seq in range(first, first + count)]


@pytest.mark.parametrize("text", ["7", "body:7", "not body:7", "kind:err and body:/7/"])
@pytest.mark.parametrize("pace", [0.0, 0.004, 1.0], ids=["no time passes", "a few steps at a time", "a step at a time"])
def test_what_is_found_a_moment_at_a_time_while_more_comes_is_what_one_look_finds(text, pace):
    timeline = Timeline()
    timeline.feed(stderr(1, 500))
    query = parse_query(text)
    looking = Looking(timeline, query)
    times = (number * pace for number in range(100_000))
    looks = 0
    while not looking.done:
        looking.look(len(timeline.all), times.__next__)
        looks += 1
        if looks == 2:
            timeline.feed(stderr(501, 300))
        elif looks == 1:
            assert looking.done == (text == "7" or not pace)
    timeline.feed(stderr(801, 1))
    looking.look(120, times.__next__)
    while not looking.done:
        looking.look(len(timeline.all), times.__next__)
    assert looking.matches == timeline.select(query)
    assert looks < 20


@pytest.mark.parametrize(("size", "steps"), [(10, 1), (1 << 20, 3)])
def test_the_larger_messages_are_the_fewer_are_read_between_two_looks_at_the_clock(size, steps):
    timeline = Timeline()
    timeline.feed([Record(seq, 0.0, Stderr(b"x" * size)) for seq in range(1, 1025 if size == 10 else 4)])
    looked = []
    looking = Looking(timeline, parse_query("body:y"))
    looking.look(0, lambda: looked.append(looking.looked_at) or 0.0)
    assert looking.done and len(looked) == steps
