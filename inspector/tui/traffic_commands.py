"""What the palette offers for the traffic: grouping, jumps, marks, and how it is shown."""

from collections.abc import Callable, Iterator
from functools import partial

from inspector.tui.screens.session import SessionScreen
from inspector.tui.screens.traffic_groups import GROUPINGS

Told = tuple[str, str, Callable[[], object], str]
"""Words, key, what is done, and the reason why it cannot be."""


def traffic_commands(screen: SessionScreen) -> Iterator[Told]:
    """They act on the traffic of the desk, which is shown first."""
    traffic = screen.desk.traffic

    def there(act: Callable[[], object]) -> Callable[[], object]:
        return partial(_in_traffic, screen, act)

    for grouping in GROUPINGS:
        yield f"Group the traffic by {grouping}", "t", there(partial(traffic.group, grouping)), ""
    ungrouped = "" if traffic.grouping != "record" else "the traffic is not grouped"
    yield "Open or close all groups", "=", there(traffic.action_fold_all), ungrouped
    yield "Next error in the traffic", "!", there(traffic.action_next_error), ""
    yield "Next finding in the traffic", "n", there(partial(traffic.action_next_fault, 1)), ""
    yield "Previous finding in the traffic", "p", there(partial(traffic.action_next_fault, -1)), ""
    yield "Mark the selected record", "m", there(traffic.action_mark), ""
    yield "Write a note on the selected record", "a", there(traffic.action_note), ""
    yield "Write a note on the session", "", partial(screen.ask_note, None), ""
    unnoted = "" if screen.model.timeline.notes.of else "no record has a note"
    yield "Next note in the traffic", '"', there(traffic.action_next_note), unnoted
    unmarked = "" if traffic.marked else "nothing is marked"
    yield "Next mark in the traffic", "'", there(traffic.action_next_mark), unmarked
    yield "Compare the selected record with the marked one", "c", there(traffic.action_compare), unmarked
    yield "Show times as time, clock or delta", "d", there(traffic.action_time_format), ""
    yield "Choose the columns of the traffic", "|", there(traffic.action_columns), ""
    yield "Show or fold rows that only repeat others", "w", there(traffic.action_folded), ""
    bare = "" if traffic.bar.text else "nothing is filtered"
    yield "Save the filter of the traffic under a name", "s", there(traffic.action_save_filter), bare
    for name, text in traffic.kept_filters().items():
        yield f"Filter the traffic: {name}", "filter", partial(screen.filter_traffic, text), ""
        yield f"Forget the filter {name}", "", there(partial(traffic.forget_filter, name)), ""


def _in_traffic(screen: SessionScreen, act: Callable[[], object]) -> None:
    screen.go("desk")
    screen.desk.focus_pane("traffic")
    act()
