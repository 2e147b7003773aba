"""What a catalogue item asks of the person, and the request that comes out of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspector.analysis.items import Item
from inspector.forms.form import Form, form_of
from inspector.forms.templates import BadTemplate, template_of
from inspector.wire.json import MISSING, Json


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it would be sent now. `params` is None while it cannot be made; `problem` says why not.

    `own_token`: whether it gets a progress token of ours, unless its `_meta` has one.
    """

    method: str
    params: dict[str, Json] | None
    name: str
    schema: Json = None
    problem: str = ""
    own_token: bool = True


@dataclass(frozen=True, slots=True)
class Preview:
    """A request as it would be now: its message, its id as JSON, and the headers that go with it over HTTP."""

    message: bytes
    id: str
    headers: Sequence[tuple[str, str]] = ()


def form_for(item: Item) -> Form:
    """The form of an item: a tool's inputSchema, a prompt's arguments, a template's variables; a resource has none."""
    raw = item.raw if isinstance(item.raw, dict) else {}
    if item.kind == "tool":
        return form_of(raw.get("inputSchema", MISSING))
    if item.kind == "prompt":
        return form_of(_prompt_schema(raw.get("arguments")))
    if item.kind == "template":
        return form_of(_template_schema(item.wire))
    return form_of({"type": "object", "properties": {}, "additionalProperties": False})


def _prompt_schema(arguments: Any) -> dict[str, Json]:
    """Prompt arguments are strings with a name, a description and perhaps `required` (`server/prompts#prompt`)."""
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for argument in arguments if isinstance(arguments, list) else ():
        if not isinstance(argument, dict) or not isinstance(argument.get("name"), str):
            continue
        schema: dict[str, Json] = {"type": "string"}
        for member in ("title", "description"):
            if isinstance(argument.get(member), str):
                schema[member] = argument[member]
        properties[argument["name"]] = schema
        if argument.get("required") is True:
            required.append(argument["name"])
    return {"type": "object", "properties": properties, "required": required}


def _template_schema(template: str) -> dict[str, Json]:
    try:
        names = template_of(template).variables
    except BadTemplate:
        names = ()
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}, "additionalProperties": False}


def request_for(item: Item, arguments: Any) -> Request:
    """The request that the item and the form's arguments come to. Arguments that are no object go out as they are."""
    if item.kind == "tool":
        raw = item.raw if isinstance(item.raw, dict) else {}
        schema = None if item.excluded else raw.get("inputSchema")
        return Request("tools/call", {"name": item.wire, "arguments": arguments}, item.wire, schema)
    if item.kind == "prompt":
        params: dict[str, Json] = {"name": item.wire}
        if arguments:
            params["arguments"] = arguments
        return Request("prompts/get", params, item.wire)
    if item.kind == "template":
        try:
            uri = template_of(item.wire).expand(arguments if isinstance(arguments, dict) else {})
        except BadTemplate as error:
            return Request("resources/read", None, item.wire, problem=str(error))
        return Request("resources/read", {"uri": uri}, uri)
    return Request("resources/read", {"uri": item.wire}, item.wire)


CALL_WORD = {"tool": "Call", "prompt": "Get", "resource": "Read", "template": "Read"}
"""What the main button says."""
