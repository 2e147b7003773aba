"""The buttons of a question that has no form: a page to visit, a call to approve, and what was answered. Pure."""

from typing import Final

from inspector.tui.widgets.buttons import Button
from inspector.tui.widgets.question_data import Manner, QuestionState, main_word
from inspector.tui.widgets.question_keys import can_be_always
from inspector.tui.widgets.web_address import read_address

_NO: Final = Button("decline", "No", "d")


def own_buttons(state: QuestionState, manner: Manner) -> tuple[Button, ...]:
    """The buttons; none where a form has its own, and none for what is over and no rule can hold."""
    if not state.is_waiting:
        return (Button("always", "Always answer so…", "s"),) if can_be_always(state) else ()
    if manner == "url":
        address = read_address(str(state.question.params["url"]))
        return (
            Button("open", "Open in browser", "Enter", main=True, enabled=address.can_open, short="Open"),
            Button("copy_url", "Copy URL", "y", short="Copy"),
            Button("accept", main_word(manner), "^R"),
            Button("decline", "Decline", "d"),
            Button("cancel", "Cancel", "x"),
        )
    if manner == "approval":
        return (Button("accept", main_word(manner), "^R", main=True), _NO)
    return ()
