"""What the lines of the lanes are about: their time, how it is drawn, whether it was slow, and what became of it."""

from dataclasses import dataclass

from inspector.analysis.durations import Durations
from inspector.analysis.operations import Operation
from inspector.analysis.spans import Ask, Spans, SpanState, Wait, gone_wrong, over
from inspector.protocol.exchanges import Exchange
from inspector.protocol.news import LISTEN
from inspector.tui.glyphs import Glyphs
from inspector.tui.widgets.timeline_axis import Window
from inspector.tui.widgets.timeline_bars import Painted, Part, paint, paint_points
from inspector.tui.widgets.timeline_lines import Call, Head, Lane, Round, TimelineLine, TimelineLines


@dataclass(frozen=True, slots=True)
class View:
    """With what rows are drawn: the lines, the distributions, the window, and the second that it is now."""

    lines: TimelineLines
    durations: Durations
    window: Window
    now: float

    @property
    def spans(self) -> Spans:
        """The fold that is shown."""
        return self.lines.spans


def span_of(line: TimelineLine, spans: Spans) -> tuple[float, float | None] | None:
    """From when to when a line lasts, the end None while it goes on; None for a lane or a head."""
    if isinstance(line, Call):
        return began_of(line.head), ended_of(line.head, spans)
    if isinstance(line, Round):
        return line.exchange.at, line.exchange.ended_at
    if isinstance(line, Wait):
        return line.since, line.until
    return (line.at, line.until) if isinstance(line, Ask) else None


def began_of(head: Operation | Exchange) -> float:
    """When a call began, in seconds of the session."""
    return head.at if isinstance(head, Exchange) else head.began


def ended_of(head: Operation | Exchange, spans: Spans) -> float | None:
    """When it ended; None while it goes on."""
    if isinstance(head, Exchange):
        return head.ended_at
    return head.ended if over(spans.state_of(head)) else None


def state_of(line: TimelineLine, spans: Spans) -> SpanState | None:
    """What became of it."""
    if isinstance(line, Call):
        return spans.state_of(line.head)
    if isinstance(line, Round):
        return spans.state_of(line.exchange)
    if isinstance(line, Wait):
        return "waiting" if line.until is None else "complete" if line.answered else "cancelled"
    return line.state if isinstance(line, Ask) else None


def server_ms(head: Operation | Exchange, spans: Spans, now: float) -> float:
    """What it has taken of the server's time so far."""
    if isinstance(head, Operation) and head.ended is not None:
        return head.server_ms
    began, ended = began_of(head), ended_of(head, spans)
    person = 0.0
    if isinstance(head, Operation):
        person = head.human_ms + (0.0 if head.since is None else (now - head.since) * 1000)
    return max(((now if ended is None else ended) - began) * 1000 - person, 0.0)


def slowness(head: Operation | Exchange, view: View) -> float | None:
    """How many times the median of its own kind a call took, if that makes it slow."""
    if head.method == LISTEN or view.spans.state_of(head) == "cancelled":
        return None
    group = view.durations.group_of(head)
    return None if group is None else group.slowness(server_ms(head, view.spans, view.now))


def is_notable(head: Operation | Exchange, view: View) -> bool:
    """Whether it was slow, or went wrong."""
    return gone_wrong(view.spans.state_of(head)) or slowness(head, view) is not None


def painted_line(line: TimelineLine, view: View, glyphs: Glyphs) -> Painted:
    """The cells of a line."""
    window, now, spans = view.window, view.now, view.spans
    if isinstance(line, Head):
        return paint((), window, now, glyphs)
    if isinstance(line, Lane):
        return _painted_lane(line, view, glyphs)
    if isinstance(line, Wait):
        return paint((Part(line.since, line.until, "person", "waiting"),), window, now, glyphs)
    if isinstance(line, Ask):
        dead = line.state == "dead"
        return paint((Part(line.at, line.until, "theirs", "theirs", dead=dead),), window, now, glyphs)
    if isinstance(line, Round):
        return paint((_work(line.exchange, view, slow=False),), window, now, glyphs)
    head = line.head
    if head.method == LISTEN:
        return _painted_subscription(head, view, glyphs)
    slow = slowness(head, view) is not None
    waits = spans.waits.get(head.number, ()) if isinstance(head, Operation) else ()
    if not waits:
        return paint((_work(head, view, slow=slow),), window, now, glyphs)
    assert isinstance(head, Operation)
    parts = [Part(wait.since, wait.until, "person", "waiting") for wait in waits]
    work = _work(head, view, slow=slow)
    at: float | None = work.start
    for wait in waits:
        assert at is not None
        parts.append(Part(at, wait.since, "work", work.role))
        at = wait.until
        if at is None:
            break
    if at is not None and (work.end is None or work.end > at or spans.state_of(head) == "complete"):
        parts.append(Part(at, work.end, "work", work.role, dead=work.dead))
    return paint(parts, window, now, glyphs)


def _work(head: Operation | Exchange, view: View, *, slow: bool) -> Part:
    state = view.spans.state_of(head)
    role = "error" if gone_wrong(state) else "warning" if slow else "muted" if state == "cancelled" else "ours"
    return Part(began_of(head), ended_of(head, view.spans), "work", role, dead=state == "dead")


def _painted_subscription(head: Operation | Exchange, view: View, glyphs: Glyphs) -> Painted:
    """A line as long as it lasts, with its news on it."""
    spans = view.spans
    dead = spans.state_of(head) == "dead"
    part = Part(began_of(head), ended_of(head, spans), "line", "ours", dead=dead)
    painted = paint((part,), view.window, view.now, glyphs)
    seq = head.seq if isinstance(head, Exchange) else spans.request_of(head)
    news = spans.news_of.get(seq)
    return painted if news is None else paint_points(news, view.window, glyphs.news, "notification", painted)


def _painted_lane(line: Lane, view: View, glyphs: Glyphs) -> Painted:
    window, spans = view.window, view.spans
    empty = paint((), window, view.now, glyphs)
    if line.name == "news":
        return paint_points(spans.news, window, glyphs.news, "notification", empty)
    if line.name == "noise":
        # What should not be there at all is seen rather than what may.
        stray = paint_points(spans.stray, window, "!", "invalid", empty)
        return paint_points(spans.stderr, window, glyphs.dot, "process", stray)
    return paint(
        [Part(life.at, life.until, "line", "process", dead=life.died) for life in spans.lives],
        window,
        view.now,
        glyphs,
    )
