"""What is said of watched files and of what a change of theirs has come to, in a row: functions of plain data."""

from collections.abc import Sequence

from inspector.analysis.compare.offered import Offers
from inspector.analysis.restarts import AnswerChange
from inspector.tui.cells import Span
from inspector.tui.numbers import count, counted, duration
from inspector.wire.text import visible

_ANSWER: dict[str, tuple[str, str]] = {
    "running": ("is called again", "muted"),
    "asks": ("waits for you: 5", "waiting"),
    "first": ("was answered for the first time", "muted"),
    "equal": ("answers the same", "success"),
    "long": ("was answered; Enter there compares the two", "muted"),
    "none": ("was not answered", "error"),
    "gone": ("is not offered any more", "error"),
}


def offers_words(offers: Offers | None) -> list[Span]:
    """`2 new, 1 gone, 3 changed (1 breaking)`; that nothing changed; nothing where nothing is known from before."""
    if offers is None:
        return []
    if offers.equal:
        return [("offers the same", "success")]
    entries = {(one.kind, one.name) for one in offers.changed}
    numbers = ((len(offers.added), "new"), (len(offers.removed), "gone"), (len(entries), "changed"))
    told = ", ".join(f"{count(number)} {word}" for number, word in numbers if number)
    breaking = [(f" ({count(offers.breaking)} breaking)", "error")] if offers.breaking else []
    return [(f"offers: {told}", "warning"), *breaking]


def answer_words(answer: AnswerChange | None) -> list[Span]:
    """`reserve_book answers the same`, or in how many places otherwise."""
    if answer is None:
        return []
    if answer.state == "different":
        told, role = f"answers otherwise, {counted(len(answer.found), 'difference')}", "warning"
    else:
        told, role = _ANSWER[answer.state]
    return [(f"{visible(answer.name)[:40]} ", ""), (told, role)]


def report_words(
    names: str,
    stage: str,
    took: float | None,
    offers: Offers | None,
    answer: AnswerChange | None,
    fault: str,
    *,
    by_url: bool = False,
) -> list[Span]:
    """The whole of it. `names` are the files in a few words, `took` the seconds that the restart took; `by_url`: the
    server is none of ours and loads itself again."""
    spans: list[Span] = [(visible(names), "bold"), (" changed", "muted")]
    if stage == "held":
        return [*spans, (" · starts again when the open question is answered: 5", "waiting")]
    if stage == "starting":
        return [*spans, (" · waiting until the server is back" if by_url else " · the server starts again", "muted")]
    if stage == "failed":
        return [*spans, (" · ", "muted"), (visible(fault), "error"), (" The next change tries again.", "muted")]
    parts: list[Sequence[Span]] = [
        answer_words(answer),
        offers_words(offers),
        [(f"{'connected' if by_url else 'started'} again in {duration(took or 0.0)}", "muted")],
    ]
    for part in parts:
        spans += [(" · ", "muted"), *part] if part else []
    return spans
