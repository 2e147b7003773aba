"""`complete`: what an argument of a prompt or of a resource template may be."""

from collections.abc import Sequence

from inspector.errors import ProtocolBroken, UsageError
from inspector.headless.concluding import ask, conclude, rounded
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.output import shown
from inspector.wire.json import Json, dumps
from inspector.wire.text import visible


def reference(text: str) -> dict[str, Json]:
    """A reference as the protocol has it (`2026-07-28 server/utilities/completion#reference-types`).

    `prompt:NAME` and `resource:URI` say which it is; without that, what has `://` or a brace is the URI template of a
    resource, and all else the name of a prompt.
    """
    kind, sign, rest = text.partition(":")
    if sign and kind == "prompt":
        return {"type": "ref/prompt", "name": rest}
    if sign and kind == "resource":
        return {"type": "ref/resource", "uri": rest}
    if "://" in text or "{" in text:
        return {"type": "ref/resource", "uri": text}
    return {"type": "ref/prompt", "name": text}


def complete(ref: str, argument: str, value: str, pairs: Sequence[str]) -> Body:
    """`complete REF ARGUMENT VALUE`: `pairs` are the other arguments that are known. Raises UsageError for no pair."""
    known: dict[str, Json] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or not key:
            raise UsageError(
                f"{shown(pair)} is no pair.", hint="Write KEY=VALUE for an argument that is known already."
            )
        known[key] = text
    params: dict[str, Json] = {"ref": reference(ref), "argument": {"name": argument, "value": value}}
    if known:
        params["context"] = {"arguments": known}

    async def body(live: Live) -> Ending:
        outcome = await ask(live, "completion/complete", params, argument)
        ended = conclude(live, outcome, "completion/complete")
        if ended is not None:
            return ended
        result = outcome.reply.result
        completion = result.get("completion")
        values = completion.get("values") if isinstance(completion, dict) else None
        if not isinstance(values, list):
            raise ProtocolBroken(
                "The result of completion/complete has no values.",
                why=f"It is {visible(dumps(result))[:200]}.",
                hint="The recording has the whole result.",
            )
        document = {"result": result, "ms": rounded(outcome.ms), "findings": live.findings()}
        live.output.data(document, "\n".join(visible(one if isinstance(one, str) else dumps(one)) for one in values))
        total = completion.get("total")
        if completion.get("hasMore") is True or (isinstance(total, int) and total > len(values)):
            live.output.note(f"There are more than these {len(values)}.")
        return DONE

    return body
