"""What a reply comes to: a result, an error answer (which is data, exit code 5), or a fault."""

from inspector.errors import ProtocolBroken
from inspector.headless import rendering
from inspector.headless.faults import fault_of_outcome
from inspector.headless.live import Ending, Live
from inspector.protocol import flows
from inspector.protocol.remarks import remark
from inspector.protocol.steps import Reply
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error
from inspector.wire.text import visible


def rounded(ms: float) -> float:
    """Milliseconds as they are printed."""
    return round(ms, 3)


def error_answer(
    live: Live, reply: Reply, method: str, ms: float, also: dict[str, Json] | None = None, text: str = ""
) -> Ending:
    """Print the JSON-RPC error of `reply` as the data that it is, behind what came before it (`also`, `text`).

    What is known of its cause beyond its own words follows on stderr. Raises AssertionError for a reply without one.
    """
    error = reply.error
    assert error is not None, "the reply has no error"
    document = {**(also or {}), **_error_document(live, error, ms)}
    said = _error_text(error)
    live.output.data(document, f"{text}\n{said}" if text else said)
    return _refused(live, error, reply, method)


def error_line(live: Live, reply: Reply, method: str) -> Ending:
    """The same for a command whose data are lines."""
    error = reply.error
    assert error is not None, "the reply has no error"
    live.output.line(_error_document(live, error, reply.ms), _error_text(error))
    return _refused(live, error, reply, method)


def _refused(live: Live, error: Error, reply: Reply, method: str) -> Ending:
    known = remark(reply, method, live.agreed.capabilities)
    if known and not live.output.as_json:
        live.output.note(f"  ∴ {known}")
    return Ending(5, "json-rpc", error.message, known)


def _error_document(live: Live, error: Error, ms: float) -> dict[str, Json]:
    return {"error": error.error, "ms": rounded(ms), "findings": live.findings()}


def _error_text(error: Error) -> str:
    said = f"✗ {'error' if error.code is None else error.code} {visible(error.message)}"
    return said if error.data is MISSING else f"{said}\n{rendering.json_text(error.data)}"


def conclude(live: Live, outcome: flows.Outcome, method: str) -> Ending | None:
    """Raise for an outcome without a usable answer; print an error answer and end; None for a result."""
    asking = live.asking
    fault = fault_of_outcome(outcome, method, asking.unanswered, commanded=asking.prepare is not None)
    if fault is not None:
        raise fault
    if outcome.reply.error is not None:
        return error_answer(live, outcome.reply, method, outcome.ms)
    result_type = outcome.reply.result.get("resultType", "complete")
    if live.agreed.era == "modern" and result_type != "complete":
        raise ProtocolBroken(
            f"The result of {method} has an unknown resultType.",
            why=f"It is {visible(str(result_type))[:80]}.",
            hint="The recording has the whole result.",
        )
    return None


async def ask(live: Live, method: str, params: dict[str, Json], name: str, schema: Json = None) -> flows.Outcome:
    """One request with all its rounds, as an operation of its own."""
    op = live.client.begin(method, name)
    options = live.client.options
    call = flows.call(
        method, params, live.agreed.era, schema=schema, max_rounds=options.max_rounds, patience=options.max_timeout
    )
    return await live.client.drive(call, op=op, on_progress=lambda _: None)
