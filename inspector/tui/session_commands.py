"""What the palette offers for the recordings, while one looks at them."""

from collections.abc import Callable, Iterator

from inspector.tui.screens.session import SessionScreen

Told = tuple[str, str, Callable[[], object], str]
"""Words, key, what is done, and the reason why it cannot be."""


def session_commands(screen: SessionScreen) -> Iterator[Told]:
    """They act on the recording under the cursor, or on the marked ones."""
    if screen.here != "sessions":
        return
    rows = screen.sessions.rows
    none = "" if rows.chosen is not None else "no recording is chosen"
    yield "Open the recording", "Enter", rows.action_open, none
    yield "Rename the recording", "r", rows.action_rename, none
    yield "Write a note on the recording", "a", rows.action_note, none
    yield "Mark the recording", "m", rows.action_mark, none
    yield "Compare the marked recordings", "c", rows.action_compare, none
    yield "Send the requests of the recording again", "S", rows.action_send_again, none
    yield "Delete the recording, or the marked ones", "Del", rows.action_delete, none
    undone = "" if rows.check_action("undo", ()) else "nothing was deleted"
    yield "Bring a deleted recording back", "u", rows.action_undo, undone
    yield "Copy path or command of the recording", "y", rows.action_copy_as, none
    yield "Make a copy of the recording to share", "x", rows.action_share, none
    yield "Sort the recordings by something else", "s", rows.action_sort, none
    yield "Filter the recordings", "/", rows.action_filter, none
