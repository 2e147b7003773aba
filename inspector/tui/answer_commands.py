"""What the palette offers of the Answers place: its tabs, what can be said to the chosen question, and approvals."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.binding import Binding

from inspector.tui.keys import key_name
from inspector.tui.screens.answers_tabs import TABS
from inspector.tui.widgets.question_desk import QuestionDesk

if TYPE_CHECKING:
    from inspector.tui.screens.session import SessionScreen

_NOT_SAID: Final = frozenset({"back", "send_anyway"})


def answer_commands(screen: "SessionScreen", no_server: str) -> Iterator[tuple[str, str, Callable[[], object], str]]:
    """Words, key, act, and why it cannot be; `no_server` says why nothing can be set."""
    for tab, name in TABS.items():
        yield f"Go to Answers: {name}", "5", partial(_turn, screen, tab), ""
    yield "Ask before each call", "P", screen.action_approve, no_server
    desk = screen.answers.desk
    state = desk.chosen
    if state is None or screen.here != "answers":
        return
    about = state.question.about or state.question.method
    words = desk.key_words
    for binding in Binding.make_bindings(QuestionDesk.BINDINGS):
        action = binding.action
        if action not in _NOT_SAID and desk.check_action(action, ()):
            does = words.get(binding.description, binding.description)
            act = partial(screen.app.call_later, getattr(desk, f"action_{action}"))
            yield f"{does[:1].upper()}{does[1:]}: {about}", binding.key_display or key_name(binding.key), act, ""


def _turn(screen: "SessionScreen", tab: str) -> None:
    screen.go("answers")
    screen.answers.turn_to(tab)
