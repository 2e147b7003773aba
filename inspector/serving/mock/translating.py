"""What a recorded message becomes in the other era; in its own it stays as it is.

    modern → legacy   `resultType`, `ttlMs`, `cacheScope` and what the protocol says of itself in `_meta` go; structured
                      content and output schemas that are no objects go; -32602 for a resource that is not there
                      becomes -32002; an elicitation of a page gets the id that the era wants
    legacy → modern   each result is complete, lists and contents are fresh for no time, the server says who it is;
                      -32002 becomes -32602; the id of an elicitation goes

Source: the changelog of `2026-07-28`, `2026-07-28 basic/index#resulttype`, `server/utilities/caching`,
`server/resources#error-handling`; `2025-11-25 client/elicitation`.
"""

from collections.abc import Mapping
from typing import Any, Final

from inspector.protocol.envelope import PREFIX, SERVER_INFO
from inspector.serving.editions import fit_question, since
from inspector.serving.mock.scenes import Question
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import INVALID_PARAMS, RESOURCE_NOT_FOUND
from inspector.wire.methods import LISTS
from inspector.wire.versions import REVISIONS, Era, era_of

_OF_MODERN: Final = frozenset({"resultType", "ttlMs", "cacheScope"})
_CACHED: Final = frozenset({*LISTS, "resources/read"})
_TITLED: Final = "2025-11-25"
"""The revision in which the options of a choice got titles."""


def translated(answer: Json, method: str, recorded: Era, era: Era, info: Json) -> Json:
    """An answer, `{"result": …}` or `{"error": …}`, as a server of that era gives it; `info` is who it says it is."""
    if recorded == era:
        return answer
    if "error" in answer:
        return {"error": _error(answer["error"], method, era)}
    result = answer["result"]
    if not isinstance(result, dict):
        return answer
    return {"result": _legacy(result, method) if era == "legacy" else _modern(result, method, info)}


def _error(error: Json, method: str, era: Era) -> Json:
    absent = (RESOURCE_NOT_FOUND, INVALID_PARAMS)
    if method != "resources/read" or not isinstance(error, dict) or error.get("code") not in absent:
        return error
    if era == "modern":
        return {**error, "code": INVALID_PARAMS}
    data = error.get("data")
    return {**error, "code": RESOURCE_NOT_FOUND} if isinstance(data, dict) and "uri" in data else error


def _legacy(result: dict[str, Any], method: str) -> dict[str, Json]:
    kept = {name: value for name, value in result.items() if name not in _OF_MODERN}
    meta = kept.get("_meta")
    if isinstance(meta, dict):
        rest = {name: value for name, value in meta.items() if not name.startswith(PREFIX)}
        kept = {name: value for name, value in kept.items() if name != "_meta"} | ({"_meta": rest} if rest else {})
    if method == "tools/call" and not isinstance(kept.get("structuredContent", {}), dict):
        del kept["structuredContent"]
    if method == "tools/list" and isinstance(kept.get("tools"), list):
        kept["tools"] = [_legacy_tool(tool) for tool in kept["tools"]]
    return kept


def _legacy_tool(tool: Json) -> Json:
    schema = tool.get("outputSchema", MISSING) if isinstance(tool, dict) else MISSING
    if schema is MISSING or (isinstance(schema, dict) and schema.get("type") == "object"):
        return tool
    return {name: value for name, value in tool.items() if name != "outputSchema"}


def _modern(result: dict[str, Any], method: str, info: Json) -> dict[str, Json]:
    cache = {"ttlMs": 0, "cacheScope": "private"} if method in _CACHED else {}
    meta = result.get("_meta")
    said = {**(meta if isinstance(meta, dict) else {}), **({SERVER_INFO: info} if isinstance(info, dict) else {})}
    return {"resultType": "complete", **cache, **result, **({"_meta": said} if said else {})}


def question_params(question: Question, recorded: str, version: str, id: str) -> Json:
    """The params of a question as a server of that revision puts it; `id` is for one that shows a page."""
    params = question.params
    if question.method != "elicitation/create" or recorded == version or not isinstance(params, dict):
        return params
    if era_of(version) == "modern":
        return {name: value for name, value in params.items() if name != "elicitationId"}
    if params.get("mode") == "url":
        return {"elicitationId": id, **params}
    return (
        fit_question(params, version)
        if recorded in REVISIONS and since(recorded, _TITLED) and _is_form(params)
        else params
    )


def _is_form(params: Mapping[str, Json]) -> bool:
    """Whether a form is so as it should be; any other is put as it was."""
    schema = params.get("requestedSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return False
    return all(isinstance(field, dict) and _has_choices(field) for field in properties.values())


def _has_choices(field: Mapping[str, Json]) -> bool:
    """Whether the choices of a field, if it has any, are titled as they should be."""
    options = field.get("oneOf", [])
    return isinstance(options, list) and all(
        isinstance(option, dict) and {"const", "title"} <= option.keys() for option in options
    )
