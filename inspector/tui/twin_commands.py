"""What the palette offers for comparing sessions and for sending requests again."""

from collections.abc import Callable, Iterator
from functools import partial

from inspector.tui.screens.session import SessionScreen

Told = tuple[str, str, Callable[[], object], str]
"""Words, key, what is done, and the reason why it cannot be."""


def twin_commands(screen: SessionScreen) -> Iterator[Told]:
    """Of the session that is shown."""
    empty = "" if screen.model.records else "there is no session yet"
    yield "Compare this session with a recording", "C", screen.action_compare_with, empty
    yield "Compare with the last recording of this server", "", screen.compare_with_last, empty
    unsent = screen.cannot_send
    if screen.is_replay:
        yield "Send this recording again to a server", "S", screen.action_send_again, ""
    else:
        yield "Send a recording again to this server", "S", screen.action_send_again, unsent
    traffic = screen.desk.traffic
    what = "marked requests" if traffic.marked else "selected request"
    none = "" if traffic.marked or traffic.list.selected is not None else "no record is selected"
    yield f"Send the {what} again and compare", "r", traffic.action_resend, unsent or none
    if screen.here == "twins":
        twins = screen.twins
        idle = "" if twins.running else "nothing goes on"
        yield "Next difference", "n", partial(twins.step, 1), ""
        yield "Previous difference", "p", partial(twins.step, -1), ""
        yield "Compare once more", "r", twins.action_again, "it still goes on" if twins.running else ""
        yield "Cancel what is compared or sent", "x", twins.action_cancel, idle
