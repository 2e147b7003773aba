"""Rows in groups: grown, cut back, filtered and folded, they stand as if they had been gathered at once."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.grouped import Grouped, Place

KEYS = st.lists(st.sampled_from([0, 0, 1, 2, 3, -1, -2]), max_size=24)


def lines(grouped: Grouped) -> list[tuple[int, bool, bool]]:
    """What stands at each line."""
    places = [grouped.at(line) for line in range(len(grouped))]
    return [(place.row, place.is_head, place.is_inside) for place in places]


def naive(
    keys: list[int], shown: list[int], matches: list[int] | None, is_open: dict[int, bool], lone: set[int]
) -> list[tuple[int, bool, bool]]:
    """The same, gathered in the plainest way."""
    groups: dict[object, list[int]] = {}
    for index in shown:
        groups.setdefault(keys[index] or ("alone", index), []).append(index)
    found = []
    for key, members in groups.items():
        if matches is not None and not set(members) & set(matches):
            continue
        head = isinstance(key, int) and (key < 0 or len(members) > 1 or members[0] in lone)
        found.append((members[0], head, False))
        if head and isinstance(key, int) and is_open[key]:
            found.extend((member, False, True) for member in members)
    return found


@given(st.data())
def test_however_it_grew_it_is_as_if_gathered_at_once(data: st.DataObject) -> None:
    keys = data.draw(KEYS)
    lone = set(data.draw(st.lists(st.integers(0, 24), max_size=4)))
    grouped = Grouped(keys, lone.__contains__)
    shown: list[int] = []
    matches: list[int] | None = None
    is_open = dict.fromkeys(keys, False)
    for _ in range(data.draw(st.integers(1, 5))):
        act = data.draw(st.sampled_from(["update", "update", "filter", "toggle", "all"]))
        if act == "update":
            since = data.draw(st.integers(0, len(keys)))
            for at in range(since, len(keys)):
                keys[at] = data.draw(st.sampled_from([keys[at], 0, 1, -1]))
                is_open.setdefault(keys[at], grouped.folds[0] != (keys[at] in grouped.folds[1]))
            tail = [at for at in range(since, len(keys)) if data.draw(st.booleans())]
            shown = [at for at in shown if at < since] + tail
            if matches is not None:
                matches = [at for at in matches if at < since] + [at for at in tail if data.draw(st.booleans())]
            grouped.update(shown, since, matches)
        elif act == "filter":
            matches = data.draw(st.none() | st.just([at for at in shown if at % 2]))
            grouped.filter(matches)
        elif act == "toggle" and len(grouped):
            place = grouped.at(data.draw(st.integers(0, len(grouped) - 1)))
            if grouped.has_head(place.entry):
                grouped.toggle(place.entry)
                is_open[keys[place.row]] = not is_open[keys[place.row]]
        elif act == "all":
            grouped.fold(True)
            is_open = dict.fromkeys([*keys, 0, 1, -1], True)
        assert lines(grouped) == naive(keys, shown, matches, is_open, lone)
        for line in range(len(grouped)):
            place = grouped.at(line)
            assert grouped.line_of(place.row, head=not place.is_inside) == line


def test_a_row_inside_a_closed_group_stands_at_its_head() -> None:
    grouped = Grouped([7, 0, 7], lambda _: False)
    grouped.update([0, 1, 2])
    assert lines(grouped) == [(0, True, False), (1, False, False)]
    assert grouped.line_of(2) == 0
    grouped.toggle(0)
    assert grouped.line_of(2) == 2
    assert grouped.at(3) == Place(1, 1)


def test_a_filter_shows_a_group_whole_and_counts_what_it_hides() -> None:
    grouped = Grouped([7, 0, 7, 8, 8], lambda _: False)
    grouped.update(range(5), 0, [2])
    assert grouped.counts == (1, 3)
    grouped.fold(True)
    assert lines(grouped) == [(0, True, False), (0, False, True), (2, False, True)]
    assert grouped.line_of(3) is None
