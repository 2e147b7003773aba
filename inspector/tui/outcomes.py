"""From an operation and its records to what the result pane shows. Pure."""

from collections.abc import Sequence
from typing import Final, overload

from inspector.analysis.authorization import Step
from inspector.analysis.items import Item
from inspector.analysis.operations import Operation
from inspector.forms.validation import validate
from inspector.forms.verdict import Validation
from inspector.protocol.remarks import remark
from inspector.protocol.steps import Reply
from inspector.tui.kinds import KINDS
from inspector.tui.model import Model
from inspector.tui.numbers import duration, size
from inspector.tui.widgets.result_data import Done, Ended, Outcome, Running, Subject, WireRow, Withheld
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error

_FIRST: Final = 2  # records of an operation that are shown with it, for one may be its beginning, not a message;
_LATEST: Final = 198  # and of the last
_AGAIN: Final = "r calls it again."

SUBJECTS: dict[str, Subject] = {"tools/call": "tool", "resources/read": "resource", "prompts/get": "prompt"}


def outcome_of(
    model: Model,
    op: int,
    item: Item | None,
    *,
    question: str = "",
    is_held: bool = False,
    held: Withheld | None = None,
    timeout: float | None = None,
    recorded: bool = False,
) -> Outcome:
    """What operation `op` has come to so far. `item` is the tool, for its outputSchema.

    `question` are the words of its open question; `is_held`: one that names no call is open, and may be its own.
    `held`: for what else of the person a message of it waits.
    """
    operation = model.operations.all.get(op)
    if operation is None:
        return None
    if operation.state in ("running", "waiting"):
        progress = operation.progress
        return Running(
            operation.name or operation.method,
            operation.began,
            _number(progress.done) if progress else None,
            _number(progress.total) if progress else None,
            progress.message if progress else "",
            operation.log_messages,
            operation.progress_notes,
            timeout,
            question,
            wire_rows(model, operation),
            # What is asked before anything has gone out is asked by ourselves: a server asks because of a request.
            bool(question) and not operation.rounds,
            is_held,
            held,
        )
    if operation.state in ("cancelled", "failed") or operation.outcome.startswith("sent; "):
        return _ended(model, operation)
    return _done(model, operation, item, recorded=recorded)


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _ended(model: Model, operation: Operation) -> Ended:
    cancelled = operation.state == "cancelled"
    words = {"timeout": "timed out", "cancelled": "cancelled"}
    if operation.outcome.startswith("sent; "):  # what the person wrote, and no answer can name
        took = (operation.took_ms or 0.0) / 1000
        why, name = operation.detail.rstrip("."), operation.name or operation.method
        what, wire = operation.outcome, wire_rows(model, operation)
        return Ended(name, what, f"{why[:1].upper()}{why[1:]}.", "", took, wire=wire, is_sent=True)
    broken = _broken_step(model, operation)
    return Ended(
        operation.name or operation.method,
        words.get(operation.outcome, "no answer will come"),
        f"{broken.message} {broken.why}" if broken is not None else operation.detail,
        f"{broken.remedy} O shows the authorization." if broken is not None else "" if cancelled else _AGAIN,
        (operation.took_ms or 0.0) / 1000,
        cancelled,
        wire_rows(model, operation),
    )


def _broken_step(model: Model, operation: Operation) -> Step | None:
    """The step at which the authorization of its last request failed; None where that is not what went wrong."""
    flow = model.authorizations.flows[-1] if model.authorizations.flows else None
    if flow is None or flow.state != "failed" or operation.state != "failed":
        return None
    sent = (model.record(seq) for seq in reversed(operation.records))
    https = {one.event.http for one in sent if one is not None and isinstance(one.event, events.Sent)}
    return flow.current if flow.http in https else None


def _done(model: Model, operation: Operation, item: Item | None, *, recorded: bool) -> Outcome:
    found = model.last_answer(operation.number)
    if found is None:
        return _ended(model, operation)
    seq, answer = found
    record = model.record(seq)
    raw = record.event.raw if record is not None and isinstance(record.event, events.Received) else b""
    failed = isinstance(answer, Error)
    result = MISSING if isinstance(answer, Error) else answer.result
    return Done(
        operation.name or operation.method,
        SUBJECTS.get(operation.method, "other"),
        result,
        answer.error if isinstance(answer, Error) else MISSING,
        operation.server_ms / 1000,
        operation.human_ms / 1000,
        operation.rounds,
        len(raw),
        raw,
        None if failed else checked(item, result),
        tuple(answer.flaws),
        wire_rows(model, operation),
        recorded,
        operation.name or "" if operation.method == "resources/read" else "",
        _because(model, operation, record.event, answer) if record is not None and isinstance(answer, Error) else "",
    )


def _because(model: Model, operation: Operation, event: events.Event, answer: Error) -> str:
    """What is known of an error beside its own words: what HTTP said with it, and what the server declares."""
    http = getattr(event, "http", None)
    found = [model.record(seq) for seq in model.timeline.web_records(http)] if isinstance(http, int) else []
    parts = [one.event for one in reversed(found) if one is not None]
    request = next((one for one in parts if isinstance(one, events.HttpRequest)), None)
    response = next((one for one in parts if isinstance(one, events.HttpResponse)), None)
    reply = Reply(
        answer,
        status=response.status if response is not None else None,
        sent=request.headers if request is not None else (),
    )
    return remark(reply, operation.method, model.identity.capabilities)


def checked(item: Item | None, result: Json) -> Validation | None:
    """The result's structuredContent against the tool's outputSchema; None where there is nothing to check."""
    raw = item.raw if item is not None and isinstance(item.raw, dict) else {}
    if "outputSchema" not in raw or not isinstance(result, dict) or result.get("isError") is True:
        return None
    if "structuredContent" not in result:
        return None
    return validate(result["structuredContent"], raw["outputSchema"])


class _Wire(Sequence[WireRow]):
    """Rows that are made as they are looked at: while a call has much news, nobody sees most of them."""

    def __init__(self, model: Model, seqs: list[int]) -> None:
        self._model, self._seqs = model, seqs

    def __len__(self) -> int:
        return len(self._seqs)

    @overload
    def __getitem__(self, at: int) -> WireRow: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[WireRow]: ...

    def __getitem__(self, at: int | slice) -> WireRow | Sequence[WireRow]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        seq = self._seqs[at]
        row = self._model.timeline.row(seq)
        assert row is not None, "it was there when the rows were chosen"
        look = KINDS[row.kind]
        fact = duration(row.took_ms / 1000) if row.took_ms is not None else size(row.size) if row.size else ""
        return WireRow(seq, f"{look.word}", look.role, " ".join(filter(None, (row.method, row.name, row.what))), fact)


def wire_rows(model: Model, operation: Operation) -> Sequence[WireRow]:
    """One line for each record of the operation that the traffic shows by itself; of many the first, and the last."""
    records = operation.records
    begun = records[:_FIRST] if len(records) > _FIRST + _LATEST else []
    places = ((seq, model.timeline.index_of(seq)) for seq in (*begun, *records[-_FIRST - _LATEST + len(begun) :]))
    return _Wire(model, [seq for seq, at in places if at is not None and model.timeline.all.kind(at) != "run"])
