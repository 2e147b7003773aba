"""Exercising a server for `check`: every list with every page, one harmless read of each kind, and the calls named.

The kinds are a resource, a prompt, what completes an argument and a template, and the resource of such a template.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.catalog import KINDS, Catalog
from inspector.analysis.items import MEMBER_OF, Item, Kind
from inspector.errors import InspectorError
from inspector.forms.templates import BadTemplate, template_of
from inspector.headless.concluding import ask, rounded
from inspector.headless.faults import fault_of_outcome
from inspector.headless.live import Live
from inspector.headless.offering import ask_lists
from inspector.wire.json import Json
from inspector.wire.text import visible

_ENDS = (3, 7)
"""Exit codes of faults after which there is nothing left to exercise."""


@dataclass(frozen=True, slots=True)
class Named:
    """A call that the person named."""

    name: str
    arguments: dict[str, Json]


async def exercise(live: Live, calls: Sequence[Named]) -> tuple[dict[str, Json], Sequence[InspectorError]]:
    """What was done and what came of it: `lists`, `reads`, `calls`; and why some of it could not be looked at.

    Raises ConnectError and AuthorizationNeeded.
    """
    offer = await ask_lists(live, KINDS)
    catalog, faults = offer.catalog, list(offer.faults)
    harmless = _harmless(live, catalog)
    reads = [(await _asked(live, faults, method, params, name))[0] for method, params, name in harmless]
    reads += await _by_template(live, faults, catalog)
    named = []
    for call in calls:
        tool = catalog.find("tool", call.name, 0)
        schema = tool.raw.get("inputSchema") if tool is not None and isinstance(tool.raw, dict) else None
        params: dict[str, Json] = {"name": call.name, "arguments": call.arguments}
        named.append((await _asked(live, faults, "tools/call", params, call.name, schema))[0])
    lists = {MEMBER_OF[kind]: _list_json(catalog, kind) for kind in KINDS}
    return {"lists": lists, "reads": reads, "calls": named}, faults


def _list_json(catalog: Catalog, kind: Kind) -> dict[str, Json]:
    listing = catalog.lists[kind]
    return {
        "declared": bool(listing.declared),
        "state": listing.state,
        "items": len(listing.items),
        "excluded": len(listing.excluded),
        "pages": listing.pages,
        "error": listing.error or None,
    }


def _harmless(live: Live, catalog: Catalog) -> list[tuple[str, dict[str, Json], str]]:
    """Requests that change nothing, one of each kind: a resource, a prompt that needs no arguments, a completion."""
    found: list[tuple[str, dict[str, Json], str]] = []
    if live.agreed.era == "legacy":
        found.append(("ping", {}, ""))
    resource = next(iter(catalog.lists["resource"].usable), None)
    if resource is not None:
        found.append(("resources/read", {"uri": resource.wire}, resource.wire))
    prompts = catalog.lists["prompt"].usable
    prompt = next((one for one in prompts if not any(required for _, required in _arguments(one))), None)
    if prompt is not None:
        found.append(("prompts/get", {"name": prompt.wire}, prompt.wire))
    if "completions" in live.agreed.capabilities:
        named = [(one.wire, name) for one in prompts for name, _ in _arguments(one)][:1]
        found += [_completion({"type": "ref/prompt", "name": prompt}, name) for prompt, name in named]
    return found


def _completion(ref: dict[str, Json], argument: str) -> tuple[str, dict[str, Json], str]:
    return "completion/complete", {"ref": ref, "argument": {"name": argument, "value": ""}}, argument


async def _by_template(live: Live, faults: list[InspectorError], catalog: Catalog) -> list[dict[str, Json]]:
    """What the variable of a template may be, and the resource that the first suggestion leads to.

    A value of our own making would name what there may not be, so that nothing is read without a suggestion.
    """
    if "completions" not in live.agreed.capabilities:
        return []
    for item in catalog.lists["template"].usable:
        try:
            template = template_of(item.wire)
        except BadTemplate:
            continue
        if template.variables:
            break
    else:
        return []
    variable = template.variables[0]
    method, params, name = _completion({"type": "ref/resource", "uri": item.wire}, variable)
    said, result = await _asked(live, faults, method, params, name)
    completion = result.get("completion")
    values = completion.get("values") if isinstance(completion, dict) else None
    first = values[0] if isinstance(values, list) and values else None
    if not isinstance(first, str) or not first or len(template.variables) > 1:
        return [said]
    uri = template.expand({variable: first})
    return [said, (await _asked(live, faults, "resources/read", {"uri": uri}, uri))[0]]


def _arguments(prompt: Item) -> list[tuple[str, bool]]:
    """The names of a prompt's arguments, and whether each is required."""
    raw = prompt.raw.get("arguments") if isinstance(prompt.raw, dict) else None
    entries = [one for one in raw if isinstance(one, dict)] if isinstance(raw, list) else []
    return [(one["name"], bool(one.get("required"))) for one in entries if isinstance(one.get("name"), str)]


async def _asked(
    live: Live, faults: list[InspectorError], method: str, params: dict[str, Json], name: str, schema: Json = None
) -> tuple[dict[str, Json], dict[str, Json]]:
    """One request with all its rounds: `{"method", "name", "outcome": "result" | "error" | "fault", "said", "ms"}`, and
    its result, empty where there is none; its fault, if it has one, is added to `faults`."""
    outcome = await ask(live, method, params, name, schema)
    result: dict[str, Json] = {}
    said: dict[str, Json] = {"method": method, "name": name, "outcome": "result", "said": "", "ms": rounded(outcome.ms)}
    fault = fault_of_outcome(outcome, method, live.asking.unanswered)
    live.asking.unanswered.clear()
    if fault is not None:
        if fault.exit_code in _ENDS:
            raise fault
        faults.append(fault)
        said |= {"outcome": "fault", "said": fault.account}
    elif outcome.reply.error is not None:
        error = outcome.reply.error
        said |= {"outcome": "error", "said": f"{error.code} {visible(error.message)}"}
    else:
        result = outcome.reply.result
        if result.get("isError") is True:
            said["said"] = "isError"
    return said, result
