"""How the rows of the Answers place are shared out. Pure: heights in, heights out."""

from dataclasses import dataclass
from typing import Literal

Below = Literal["form", "json", "buttons", "nothing"]
"""What stands below the question: its form, an editor of JSON, a row of buttons, or nothing any more."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Rows that each part would take to be seen whole. `questions` are those of the queue.

    `urgent`: what goes back was kept back, and why has to be read.
    """

    questions: int
    text: int
    below: Below
    form: int
    back: int
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of each part, and of the gaps above what is below, and above what goes back.

    `queue` None: the queue stands beside the question, and is as high as the place.
    """

    queue: int | None
    text: int
    below: int
    back: int
    gap_below: int
    gap_back: int


def shared_out(height: int, wanted: Wanted, *, beside: bool) -> Rows:
    """The question as long as it is, the form below it, what goes back under that; in `height` rows below the title.

    Where room is scarce the question yields first, for it can be scrolled; the buttons and what goes back never go.
    """
    queue = None if beside else min(max(wanted.questions, 1), max(height // (5 if height < 40 else 4), 1))
    rest = height - (queue or 0)
    share = rest // 2 if wanted.urgent else max((rest - 1) // 4, 4 if rest > 16 else 1)
    back = min(wanted.back, max(share, 1))
    room = rest - 1 - back
    text, below = _question(room, wanted)
    spare = room - text - below
    more = min(wanted.back - back, spare)
    back, spare = back + more, spare - more
    return Rows(
        queue,
        text,
        max(below, 1),
        max(back, 1),
        1 if below and spare > 0 else 0,
        1 if below and spare > 1 else 0,
    )


def _question(room: int, wanted: Wanted) -> tuple[int, int]:
    """Rows of the text, and of what is below it."""
    if wanted.below == "buttons":
        return max(min(wanted.text, room - 1), 1), 1
    if wanted.below == "nothing":
        return max(room, 1), 0
    form = max(wanted.form, min(room // 2, 14)) if wanted.below == "json" else wanted.form
    text = max(min(wanted.text, room - min(form, max(room * 2 // 3, 5))), 1)
    return text, min(form, room - text)
