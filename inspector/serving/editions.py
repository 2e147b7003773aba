"""What a revision does not know yet, taken out or put differently before it is sent.

The tools speak the newest revision. Source: the changelog of each revision, and `schema/<revision>/schema.ts`.
"""

from typing import Any, Final

from inspector.wire.json import Json
from inspector.wire.versions import REVISIONS

_ORDER: Final = tuple(REVISIONS)


def since(version: str, revision: str) -> bool:
    """Whether `version` is `revision` or one that came after it in the table of revisions."""
    return _ORDER.index(version) >= _ORDER.index(revision)


def fit_tool(tool: dict[str, Any], version: str) -> dict[str, Any]:
    """A tool definition without the members that came later."""
    later = set()
    if not since(version, "2025-06-18"):
        later |= {"title", "outputSchema"}
    if not since(version, "2025-03-26"):
        later |= {"annotations"}
    return {name: value for name, value in tool.items() if name not in later}


def fit_entry(entry: dict[str, Any], version: str) -> dict[str, Any]:
    """A resource, template or prompt without the title, which came with 2025-06-18."""
    if since(version, "2025-06-18"):
        return entry
    fitted = {name: value for name, value in entry.items() if name != "title"}
    if "arguments" in fitted:
        fitted["arguments"] = [fit_entry(argument, version) for argument in fitted["arguments"]]
    return fitted


def fit_info(info: dict[str, Any], version: str) -> dict[str, Any]:
    """Our name and version, as the revision has them."""
    return fit_entry(info, version)


def fit_block(block: dict[str, Any], version: str) -> dict[str, Any]:
    """A content block that the revision has: links and sounds become something older where they must."""
    if block["type"] == "resource_link" and not since(version, "2025-06-18"):
        return {"type": "text", "text": f"[{block['name']}]({block['uri']})"}
    if block["type"] == "audio" and not since(version, "2025-03-26"):
        sound = {"uri": "library://sound", "mimeType": block["mimeType"], "blob": block["data"]}
        return {"type": "resource", "resource": sound}
    return block


def fit_question(params: dict[str, Json], version: str) -> dict[str, Json]:
    """The params of `elicitation/create`: 2025-06-18 has one mode, and titles beside the values of a choice."""
    if since(version, "2025-11-25"):
        return params
    schema = params["requestedSchema"]
    properties = {name: _older_choice(field) for name, field in schema["properties"].items()}
    older = {name: value for name, value in params.items() if name != "mode"}
    return {**older, "requestedSchema": {**schema, "properties": properties}}


def _older_choice(field: dict[str, Any]) -> dict[str, Any]:
    """`oneOf` with titles as `enum` with `enumNames`; defaults of choices came later too."""
    if "oneOf" not in field and "enum" not in field:
        return field
    kept = {name: value for name, value in field.items() if name not in ("oneOf", "default")}
    if "oneOf" in field:
        kept["enum"] = [choice["const"] for choice in field["oneOf"]]
        kept["enumNames"] = [choice["title"] for choice in field["oneOf"]]
    return kept
