"""`call`: a tool, with its arguments from pairs or from a JSON text."""

from collections.abc import Sequence
from shlex import quote
from typing import Final

from inspector.analysis.items import METHOD_OF, Item
from inspector.errors import UsageError
from inspector.forms.fields import Problem
from inspector.forms.form import form_of
from inspector.forms.pairs import from_json, from_pairs
from inspector.forms.validation import validate
from inspector.headless import rendering
from inspector.headless.concluding import ask, conclude, error_answer, rounded
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.offering import Offer, ask_lists, left_out, no_such_tool
from inspector.headless.output import Output
from inspector.protocol.envelope import HeaderProblem, header_problems
from inspector.protocol.tasks import asks_for_task
from inspector.wire.json import MISSING, Json
from inspector.wire.text import visible


def call(name: str, pairs: Sequence[str], arguments: str | None, *, send_anyway: bool, target: str) -> Body:
    """`call NAME`: `arguments` is a JSON text, or None where pairs were given.

    `target` is how a shell names the target again, for what to do next.
    """

    async def body(live: Live) -> Ending:
        offer = await ask_lists(live, ("tool",))
        item = offer.catalog.find("tool", name)
        if not send_anyway:
            if item is None and offer.refused is not None and offer.refused.error is not None:
                return error_answer(live, offer.refused, METHOD_OF["tool"], offer.refused.ms)
            _must_be_usable(offer, item, name, target)
        raw = item.raw if item is not None and isinstance(item.raw, dict) else {}
        schema = raw.get("inputSchema", MISSING)
        form = form_of(schema)
        assembled = from_json(form, arguments) if arguments is not None else from_pairs(form, pairs)
        if assembled.problems and not send_anyway:
            raise _refusal(name, assembled.problems, target)
        for problem in assembled.problems:
            if problem.rule in _CANNOT_GO:
                live.output.note(f"{visible(problem.message)}.")
        usable = None if schema is MISSING or (item is not None and item.excluded) else schema
        if live.agreed.era == "modern" and live.agreed.transport == "streamable-http" and not send_anyway:
            problems = header_problems(usable, assembled.arguments)
            if problems:
                raise _unmirrored(problems[0])
        params: dict[str, Json] = {"name": name, "arguments": assembled.arguments}
        if live.agreed.era == "legacy" and asks_for_task(raw, live.agreed.capabilities):
            params["task"] = {}
        outcome = await ask(live, "tools/call", params, name, usable)
        ended = conclude(live, outcome, "tools/call")
        if ended is not None:
            return ended
        result = outcome.reply.result
        is_error = result.get("isError") is True
        validation = None if is_error else _validation(result, raw.get("outputSchema", MISSING))
        document = {
            "result": result,
            "isError": is_error,
            "arguments": assembled.arguments,
            "rounds": outcome.rounds,
            "ms": rounded(outcome.ms),
            "humanMs": rounded(outcome.human_ms),
            "validation": validation,
            "findings": live.findings(),
        }
        text = rendering.call_text(result)
        live.output.data(document, f"✗ isError\n{text}" if is_error else text)
        _say_validation(live.output, validation)
        return Ending(1, "tool", f"The result of {name} says isError.") if is_error else DONE

    return body


def _must_be_usable(offer: Offer, item: Item | None, name: str, target: str) -> None:
    if item is None:
        unusable = next((one for one in offer.catalog.lists["tool"].items if one.label == name), None)
        if unusable is None:
            hint = f"`inspector list tools {target}` shows them; --send-anyway calls it all the same."
            raise no_such_tool(offer, name, hint)
        raise UsageError(f"{name} is left out.", why=f"{left_out(unusable)}.", hint="--send-anyway calls it.")
    if item.excluded:
        raise UsageError(
            f"{name} is left out.", why=f"{item.excluded}.", hint="--send-anyway calls it without that header."
        )


def _refusal(name: str, problems: Sequence[Problem], target: str) -> UsageError:
    # A name that the schema does not know first: most often it is what another one is missing for.
    first, *others = sorted(problems, key=lambda one: one.rule != "additionalProperties")
    more = "".join(f" {_told(problem)}" for problem in others[:5])
    return UsageError(
        _told(first),
        why=f"Also:{more}" if more else f"The inputSchema of {name} does not allow it.",
        hint=f"`inspector describe {quote(name)} {target}` shows the fields; --send-anyway sends it as it is.",
    )


_CANNOT_GO: Final = ("duplicate", "pointer", "text")
"""What a person gave and `--send-anyway` cannot send."""


def _told(problem: Problem) -> str:
    # The name alone tells nothing where levels have members of the same name: the pointer is as a pair has it.
    place = f"{problem.path}: " if problem.path.count("/") > 1 else ""
    # That it is required says the message, and what cannot go is none of the schema's rules.
    rule = "" if problem.rule in ("required", *_CANNOT_GO) else f" ({problem.rule})"
    return f"{place}{problem.message}{rule}."


def _unmirrored(problem: HeaderProblem) -> UsageError:
    return UsageError(
        f"{visible('.'.join(problem.path))} {visible(problem.reason)} (x-mcp-header).",
        why="Whoever reads it as a number would read another one (2026-07-28 server/tools#x-mcp-header).",
        hint="--send-anyway sends it as it is.",
    )


def _validation(result: dict[str, Json], schema: Json) -> dict[str, Json] | None:
    if schema is MISSING:
        return None
    structured = result.get("structuredContent", MISSING)
    if structured is MISSING:
        return {"valid": False, "errors": [{"path": "", "message": "there is no structuredContent"}]}
    return validate(structured, schema).as_json()


def _say_validation(output: Output, validation: dict[str, Json] | None) -> None:
    if validation is None:
        return
    for error in validation["errors"]:
        output.note(f"outputSchema: {visible(error['path']) or '/'}: {visible(error['message'])}")
    for left in validation.get("notChecked", ()):
        output.note(f"outputSchema: {visible(left['path']) or '/'}: not checked: {visible(left['reason'])}")
