"""What one recorded message says, for the scene that it becomes a part of."""

from inspector.analysis.compare.asked import ordered
from inspector.protocol.envelope import SUBSCRIPTION_ID
from inspector.protocol.exchanges import Exchange, Settled
from inspector.serving.mock.drafts import DraftAsk
from inspector.serving.mock.scenes import OWN, Question, Tell
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import Error, Result


def answer_of(change: Settled) -> Json:
    """`{"result": …}` or `{"error": …}`; MISSING where no answer came."""
    if isinstance(change.answer, Result):
        return {"result": change.answer.result}
    return {"error": change.answer.error} if isinstance(change.answer, Error) else MISSING


def why_none(exchange: Exchange) -> str:
    """Why no answer came, as the end of a sentence."""
    if exchange.cancelled or exchange.failure == "cancelled":
        return "it was cancelled"
    return exchange.detail or exchange.failure or "no answer came"


def round_of(answer: Json, wait: float) -> DraftAsk:
    """The questions of a result that asks back."""
    result = answer["result"]
    requests = result.get("inputRequests")
    questions = {key: question_of(value) for key, value in requests.items()} if isinstance(requests, dict) else {}
    return DraftAsk(wait, questions, result.get("requestState", MISSING), result)


def take_responses(step: Tell | DraftAsk, params: dict[str, Json]) -> None:
    """Keep what a later round, or `tasks/update`, answers to the questions of a step."""
    responses = params.get("inputResponses")
    if isinstance(step, DraftAsk) and isinstance(responses, dict):
        for key, response in responses.items():
            step.answered(key, {"result": response})


def question_of(request: Json) -> Question:
    """A member of `inputRequests`."""
    known = request if isinstance(request, dict) else {}
    return Question(str(known.get("method", "")), known.get("params", MISSING))


def task_id(answer: Json) -> str | None:
    """The id of the task that an answer promises, of either era; None if it is no such answer."""
    result = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(result, dict):
        return None
    held = result if result.get("resultType") == "task" else result.get("task")
    found = held.get("taskId") if isinstance(held, dict) else None
    return found if isinstance(found, str) else None


def plain_news(params: Json, method: str) -> Json:
    """Params without what another session has otherwise: the progress token, the subscription."""
    if not isinstance(params, dict):
        return params
    kept = {name: value for name, value in params.items() if not (name == "progressToken" and method in OWN)}
    meta = kept.get("_meta")
    if isinstance(meta, dict) and SUBSCRIPTION_ID in meta:
        rest = {name: value for name, value in meta.items() if name != SUBSCRIPTION_ID}
        kept = {name: value for name, value in kept.items() if name != "_meta"} | ({"_meta": rest} if rest else {})
    return kept


def same(one: Json, other: Json) -> bool:
    """Whether two values, or their absence, are the same but for the order of members."""
    if one is MISSING or other is MISSING:
        return one is other
    return dumps(ordered(one)) == dumps(ordered(other))
