"""What the death card says, from what the analysis knows of a death."""

import os
from collections.abc import Sequence
from typing import Final

from inspector.analysis.death import Death, Lost, WebStep
from inspector.analysis.rows import Row
from inspector.protocol.refusals import sentence
from inspector.tui.cells import Span
from inspector.tui.kinds import KINDS
from inspector.tui.numbers import duration, since_start
from inspector.tui.widgets.death_page import CardContent, Invocation, Reached, Stage

_STAGES: Final[dict[WebStep, str]] = {"name": "name", "connect": "connect", "tls": "TLS", "http": "HTTP", "mcp": "MCP"}
_REACHED: Final[dict[bool | None, Reached]] = {True: "done", False: "failed", None: "ahead"}


def card_of(
    death: Death,
    *,
    records: int,
    why: str = "",
    hint: str = "",
    note: str = "",
    redacted: Sequence[str] = (),
    last_words: Sequence[Span] = (),
    page: str = "",
    repeats: bool | None = None,
    authorization: str = "",
) -> CardContent:
    """The content of the card.

    `records` is how many the journal holds. `why` and `hint` are what else is known of the reason and of what to do,
    where the last words of the process do not tell; `note` where in PATH the command was found (by default that is
    looked for), `redacted` the variables whose values were hidden, `last_words` what came last (`last_said`), `page`
    the text of a web page that answered. `repeats` is by default whether a request was waiting that a person can send
    again; `authorization` is the step at which that failed.
    """
    process = death.transport == "stdio"
    calls = [lost for lost in death.lost if lost.method not in ("server/discover", "initialize")]
    path = tuple(filter(None, death.path.split(os.pathsep)))
    invocation = Invocation(
        death.command,
        death.resolved,
        note or _place_in_path(death.resolved, path),
        death.cwd,
        death.env,
        redacted,
        path,
    )
    return CardContent(
        title=death.title,
        moment=since_start(death.at),
        record=death.seq,
        sentence=_sentence(death, calls),
        why=death.cause or why or _sentence_of(death.reason),
        hint=(death.remedy or hint) if death.cause else (hint or death.remedy),
        stderr=death.stderr,
        stderr_total=death.stderr_lines,
        last_words=last_words,
        in_flight=death.lost,
        invocation=invocation if process else None,
        address=death.url,
        stages=tuple(Stage(_STAGES[step], _REACHED[done]) for step, done in death.steps),
        page=page,
        records=records,
        repeats=death.connected and bool(calls) if repeats is None else repeats,
        authorization=authorization,
    )


def last_said(row: Row | None, died_at: float) -> list[Span]:
    """What came last from the server, and how long before the end: `res  tools/list  id 30  1.9 s before`."""
    if row is None:
        return []
    look = KINDS[row.kind]
    spans: list[Span] = [(look.word, look.role), (f"  {row.method or row.name}", "bold")]
    if row.id_text:
        spans.append((f"  id {row.id_text}", ""))
    return [*spans, (f"  {duration(max(died_at - row.at, 0.0))} before", "muted")]


def _place_in_path(resolved: str, path: Sequence[str]) -> str:
    folder = os.path.dirname(resolved)
    return f"directory {path.index(folder) + 1} of {len(path)} in PATH" if folder in path else ""


def _sentence_of(reason: str) -> str:
    text = sentence(reason)
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def lasted(seconds: float) -> str:
    """How long a connection was there, as one says it: `0.4 s`, `3 min 51 s`, `1 h 2 min`."""
    whole = round(seconds)
    if whole < 60:
        return duration(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _sentence(death: Death, calls: Sequence[Lost]) -> list[Span]:
    ended = death.code is not None or death.signal is not None
    if death.transport == "stdio" and not (ended or death.last_received or death.lost):
        return [("It never began.", "")]
    spans: list[Span] = [(f"After {lasted(death.after)}", "")]
    if calls:
        last = calls[-1]
        spans += [(", while ", ""), (f"{last.method} {last.name}".rstrip(), "bold")]
        spans.append((f" (id {last.id_text}) waited for {duration(last.waited_ms / 1000)}.", ""))
    elif not death.last_received:
        # Over HTTP it may have answered, and refused: what never came is a message.
        spans.append(("; it had answered nothing." if death.transport == "stdio" else "; no message had come.", ""))
    else:
        spans.append((".", ""))
    return spans
