"""A question as it was asked: who asks, for what, in which words; a URL whole, a conversation message by message."""

from collections.abc import Iterator
from typing import Any

from textual.strip import Strip

from inspector.protocol.questions import Question
from inspector.tui.cells import Line, Span, shown, width_of, wrap_cells
from inspector.tui.numbers import duration
from inspector.tui.roles import Roles
from inspector.tui.widgets.content_blocks import block_of
from inspector.tui.widgets.content_page import block_lines
from inspector.tui.widgets.json_spans import json_strips
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.question_data import Manner, QuestionState, answer_words, manner_of, what_followed
from inspector.tui.widgets.signs import sentence
from inspector.tui.widgets.web_address import read_address
from inspector.wire.json import MISSING, NotJson, dumps


def question_lines(state: QuestionState, manner: Manner, width: int, roles: Roles) -> list[PageLine]:
    """All rows at a width."""
    question = state.question
    if question.is_approval:
        return [*_approval_lines(state, width, roles), *_ending_lines(state, width, roles)]
    lines = block(sentence(_who(state), width, roles))
    if manner == "url":
        lines += block(address_strips(str(question.params["url"]), width, roles))
    if question.params.get("message"):
        words = [("Its words: ", "muted"), *shown(f"“{question.message}”")]
        lines += block(sentence(words, width, roles))
    if manner in ("sampling", "tool"):
        lines += _sampling_lines(question, width, roles)
    if manner == "raw" and (question.raw or question.params):
        lines += block(json_strips(_written(question.raw or question.params), width, roles))
    for problem in question.problems:
        lines += block(sentence([("▲ ", "warning"), *shown(problem, "warning")], width, roles, at=4, hanging=2))
    return [*lines, *_ending_lines(state, width, roles)]


def _approval_lines(state: QuestionState, width: int, roles: Roles) -> list[PageLine]:
    """Why the person is asked, and what would be sent, whole."""
    question = state.question
    ours: list[Span] = [("→ ", "ours"), *shown(question.because or "The call waited for a yes.")]
    lines = block(sentence([*ours, ("" if question.op is None else f" (op {question.op})", "muted")], width, roles))
    meta = ", and the _meta that each request has" if question.era == "modern" else ""
    heading = f"This would be sent{meta}:" if state.is_waiting else "What was asked about:"
    lines += block(sentence([(heading, "muted")], width, roles))
    call = {"method": question.method, "params": question.params}
    lines += block(json_strips(_written(call), width, roles))
    return [*lines, *(block(sentence([(state.retry, "muted")], width, roles)) if state.is_waiting else [])]


def _ending_lines(state: QuestionState, width: int, roles: Roles) -> list[PageLine]:
    """What became of it, or how it comes to an end."""
    question, lines = state.question, list[PageLine]()
    if state.is_gone and state.answer is None:
        lines += block(
            sentence([("asked by a server that is gone" if not state.note else "not answered", "muted")], width, roles)
        )
    if state.note:
        lines += block(sentence([("∴ ", "decision"), *shown(state.note)], width, roles, at=4, hanging=2))
    if manner_of(question) == "url" and state.is_waiting:
        done: list[Span] = [("Done there? ", ""), ("^R", "accent bold"), (" says so", "muted")]
        lines += block(sentence([*done, (f" · {state.retry}" if state.retry else "", "muted")], width, roles))
    if state.answer is not None:
        lines += _answer_lines(state, width, roles)
    return lines


def _who(state: QuestionState) -> list[Span]:
    question = state.question
    spans = [("⇐ ", "theirs"), *shown(state.server or "The server", "theirs"), (" asks", "muted")]
    if question.about:
        spans += [(", for your call ", "muted"), *shown(question.about)]
    if question.op is not None:
        spans.append((f" (op {question.op})", "muted"))
    return [*spans, (".", "muted")]


def address_strips(url: str, width: int, roles: Roles) -> list[Strip]:
    """The URL, whole; carets under its host; then what is to be known of it."""
    address = read_address(url)
    strips: list[Strip] = []
    at, begun = 0, 2
    for row in wrap_cells(address.shown, max(width - 3, 8)):
        line, under = Line(roles), Line(roles)
        line.fill_to(begun)
        start, end = max(address.start - at, 0), min(address.end - at, len(row))
        inside = start < end
        before, host, after = (row[:start], row[start:end], row[end:]) if inside else (row, "", "")
        line.write(before, "muted")
        line.write(host, "bold underline")
        line.write(after, "muted")
        strips.append(line.strip(width))
        if inside:
            under.fill_to(begun + width_of(before))
            under.write("^" * width_of(host), "waiting")
            under.write(" host" if address.end - at <= len(row) else "", "waiting")
            strips.append(under.strip(width))
        at += len(row)
    notes: list[Span] = []
    worst_first = sorted(address.notes, key=lambda note: note[1] == "success")
    for note in (*worst_first, ("nothing fetched", "muted")):
        notes += [(" · ", "faint"), note] if notes else [note]
    return [*strips, *sentence(notes, width, roles)]


def _sampling_lines(question: Question, width: int, roles: Roles) -> list[PageLine]:
    """`2026-07-28 client/sampling#creating-messages`: the conversation, and what the server wishes of the model."""
    lines: list[PageLine] = []
    params = question.params
    system = params.get("systemPrompt")
    if isinstance(system, str):
        lines += block(sentence([("system  ", "faint"), *shown(f"“{system}”", "muted")], width, roles))
    messages = params.get("messages")
    for message in messages if isinstance(messages, list) else []:
        role = message.get("role") if isinstance(message, dict) else None
        content = message.get("content") if isinstance(message, dict) else message
        head = shown(str(role), "bold" if role == "user" else "theirs bold")
        for number, part in enumerate(content if isinstance(content, list) else [content]):
            if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
                said = [*head, ("  ", ""), *shown(f"“{part['text']}”")]
                lines += block(sentence(said, width, roles, at=4, hanging=2))
                continue
            lines += block(sentence(head, width, roles)) if not number else []
            lines += [PageLine(line.strip) for one in block_of(part) for line in block_lines(one, 0, width, roles)]
    facts = list(_wishes(params))
    return [*lines, *(block(sentence(shown(" · ".join(facts), "muted"), width, roles)) if facts else [])]


def _wishes(params: dict[str, Any]) -> Iterator[str]:
    tokens, wishes, tools = params.get("maxTokens"), params.get("modelPreferences"), params.get("tools")
    if isinstance(tools, list) and tools:
        yield "tools " + ", ".join(str(tool.get("name")) for tool in tools if isinstance(tool, dict))
    choice = params.get("toolChoice")
    if "toolChoice" in params:
        mode = choice.get("mode") if isinstance(choice, dict) else None
        yield f"toolChoice {mode if isinstance(mode, str) else _written(choice)}"
    if tokens is not None:
        yield f"{tokens} tokens at most"
    for name, label in (("temperature", "temperature"), ("stopSequences", "stops at"), ("includeContext", "context")):
        if name in params:
            yield f"{label} {_written(params[name])}{_DEPRECATED if _is_deprecated(name, params[name]) else ''}"
    if isinstance(wishes, dict):
        for priority in ("intelligence", "speed", "cost"):
            if f"{priority}Priority" in wishes:
                yield f"{priority} {_written(wishes[f'{priority}Priority'])}"
        hints = wishes.get("hints")
        names = [str(hint.get("name")) for hint in hints if isinstance(hint, dict)] if isinstance(hints, list) else []
        if names:
            yield f"like {', '.join(names)}"


_DEPRECATED = " (deprecated)"


def _is_deprecated(name: str, value: Any) -> bool:
    """`2026-07-28 schema#CreateMessageRequestParams`: of `includeContext` all values but `none` are deprecated."""
    return name == "includeContext" and value in ("thisServer", "allServers")


def _answer_lines(state: QuestionState, width: int, roles: Roles) -> list[PageLine]:
    answer = state.answer
    assert answer is not None
    spans: list[Span] = [
        ("⇒ ", "theirs"),
        (answer_words(answer), "bold"),
        (f" after {duration(state.waited_s)}", "muted"),
    ]
    spans.append((f", by {answer.by}" if answer.by != "person" else ", by you", "muted"))
    value = answer.result if answer.error is None else {"error": answer.error} if answer.error else MISSING
    followed = what_followed(state.question, answer)
    went = [] if value is MISSING else json_strips(_written(value), width, roles)
    after = sentence([("∴ ", "decision"), (followed, "")], width, roles, at=4, hanging=2) if followed else []
    return block([*sentence(spans, width, roles), *went, *after])


def _written(value: Any) -> str:
    try:
        return "" if value is MISSING else dumps(value, spaced=True)
    except NotJson:
        return "…"


class QuestionPage(PageView):
    """The question as a page; long ones scroll."""

    def __init__(self) -> None:
        super().__init__()
        self._state: QuestionState | None = None
        self._manner: Manner = "raw"
        self.can_focus = True

    def show(self, state: QuestionState | None, manner: Manner) -> None:
        """Another question, or the same one as it stands now."""
        if (state, manner) != (self._state, self._manner):
            self._state, self._manner = state, manner
            self.page_changed()

    def lay_out(self, width: int) -> list[PageLine]:
        """Its rows."""
        return [] if self._state is None else question_lines(self._state, self._manner, width, self.roles)

    def rows_at(self, width: int) -> int:
        """How many rows it takes at a width."""
        return len(self.lay_out(width)) if width > 0 else 0
