"""The first rows of a result: how it ended and what it cost, or how long it has been running and for what."""

from collections.abc import Sequence
from typing import Final

from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted, duration, size, waited
from inspector.tui.widgets.hint_strip import Row
from inspector.tui.widgets.result_data import Done, Ended, Outcome, Running, WireRow
from inspector.wire.json import MISSING

_CODES: Final = {
    -32700: "Parse error",
    -32600: "Invalid request",
    -32601: "Method not found",
    -32602: "Invalid params",
    -32603: "Internal error",
    -32002: "Resource not found",
    -32042: "URL elicitation required",
}
_BAR: Final = 12
"""Cells of a progress bar."""


def head_rows(
    outcome: Outcome, now: float, answers: str = "Enter", held: str = "I", *, composed: bool = False
) -> list[Row]:
    """The rows; `now` in seconds of the clock that `Running.since` is of; `answers`, `held`: what leads to a question,
    and to a message that is held.

    `composed`: it is of a message that was written by hand.
    """
    if outcome is None:
        done, word = ("Not sent yet", " send") if composed else ("Not called yet", " call")
        return [([(done, "muted"), (" · ", "faint"), ("^R", "accent bold"), (word, "muted")], ())]
    if isinstance(outcome, Running):
        return _running(outcome, now, answers, held)
    return _ended(outcome) if isinstance(outcome, Ended) else [(_done(outcome), ())]


def _running(run: Running, now: float, answers: str, held: str) -> list[Row]:
    spans: list[Span] = [*shown(run.name, "bold"), (f"  {waited(now - run.since)}", "")]
    if run.progress is not None:
        spans += _progress(run.progress, run.total)
    if run.message:
        spans += shown(f"  “{run.message}”", "muted")
    rows: list[Row] = [(spans, (("x", "accent bold"), (" cancel", "muted")))]
    told = [counted(run.logs, "log message")] if run.logs else []
    told += [counted(run.notes, "progress note")] if run.notes else []
    facts = [", ".join(told)] if told else []
    if run.question or run.held:
        facts.append("the time limit waits with you")
    elif run.is_held:
        facts.append("waits with you: question in 5")
    elif run.timeout is not None:
        facts.append(f"ends after {run.timeout:g} s without progress")
    rows.append(([(" · ".join(facts), "muted")], ()))
    if run.held:
        rows.append(([("⚑ ", "waiting"), (run.held.words, "waiting")], ((held, "accent bold"), (" shows it", "muted"))))
    if run.question:
        words: list[Span] = [("⚑ The server asks: ", "waiting"), *shown(f"“{run.question}”")]
        if run.is_approval:
            words = [("⚑ Waits for your yes", "waiting"), (" · nothing has been sent", "muted")]
        rows.append((words, ((answers, "accent bold"), (" answers", "muted"))))
    return rows


def _progress(progress: float, total: float | None) -> list[Span]:
    """Bar and `24 / 40` when a total is known, else the count."""
    if not total or total < 0:
        return [(f"  {progress:g}", "")]
    full = min(max(round(progress / total * _BAR), 0), _BAR)
    return [("  ", ""), ("█" * full, "accent"), ("░" * (_BAR - full), "line"), (f"  {progress:g} / {total:g}", "")]


def _done(done: Done) -> list[Span]:
    spans = [*_verdict(done), (f"  {duration(done.server_s)}", ""), (" server", "muted")]
    if done.you_s:
        spans += [(f"  ⚑ {duration(done.you_s)}", "waiting"), (" you", "muted")]
    facts = [counted(done.rounds, "round")] if done.rounds > 1 else []
    facts += [_records(done.wire)] if done.wire else []
    facts += [size(done.size)] if done.size else []
    spans.append((f"  {' · '.join(facts)}", "muted"))
    if done.is_recorded:
        spans.append(("  ▪ recorded", "muted"))
    return spans


def _verdict(done: Done) -> list[Span]:
    """An error of the protocol is not one of the tool: they are told apart."""
    if done.error is not MISSING:
        code = done.error.get("code") if isinstance(done.error, dict) else None
        if isinstance(code, int) and not isinstance(code, bool):
            named = f" {_CODES[code]}" if code in _CODES else " JSON-RPC error"
            return [(f"✗ {str(code).replace('-', '−')}{named}", "error bold")]
        return [("✗ JSON-RPC error without a code", "error bold")]
    if isinstance(done.result, dict):
        if done.result.get("isError") is True:
            return [("✗ isError", "error bold"), (" the tool says that it failed", "muted")]
        kind = done.result.get("resultType", "complete")
        if kind != "complete":
            return [("▲ ", "warning"), *shown(f"resultType {kind}", "warning")]
    return [("✓ ", "success"), ("complete", "success bold")]


def _records(wire: Sequence[WireRow]) -> str:
    first, last = wire[0].record, wire[-1].record
    return f"record {first}" if first == last else f"records {first}–{last}"


def _ended(end: Ended) -> list[Row]:
    sign: Span = ("⊘ ", "warning") if end.by_us else ("✗ ", "error bold")
    role = "warning bold" if end.by_us else "error bold"
    if end.is_sent:
        sign, role = ("→ ", "ours"), "bold"
    spans = [sign, *shown(end.what, role), ("  ", ""), *shown(end.name)]
    spans.append((f" · after {duration(end.after_s)}", "muted"))
    spans += [(f" · {_records(end.wire)}", "muted")] if end.wire else []
    rows: list[Row] = [(spans, ())]
    rows += [([("∴ ", "decision"), *shown(end.why)], ())] if end.why else []
    rows += [(shown(end.hint, "muted"), ())] if end.hint else []
    return rows
