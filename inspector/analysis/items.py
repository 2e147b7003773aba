"""What one entry of a list is, however odd it is: one bad entry never hides the others.

An entry that cannot be called (no name, or no object at all) is still an item, with its problems and its raw form.
Source: `2026-07-28 server/tools#tool`, `#tool-names`, `#x-mcp-header`, `server/resources#resource`,
`server/prompts#prompt`; for the hints `schema/2026-07-28/schema.ts` (ToolAnnotations and its defaults).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.words import brief
from inspector.protocol.envelope import annotations
from inspector.wire.json import MISSING, Json

Kind = Literal["tool", "resource", "template", "prompt"]

X_MCP_HEADER: Final = "2026-07-28 server/tools#x-mcp-header"
TOOL: Final = "2026-07-28 server/tools#tool"
TOOL_NAMES: Final = "2026-07-28 server/tools#tool-names"

METHOD_OF: Final[dict[Kind, str]] = {
    "tool": "tools/list",
    "resource": "resources/list",
    "template": "resources/templates/list",
    "prompt": "prompts/list",
}
MEMBER_OF: Final[dict[Kind, str]] = {
    "tool": "tools",
    "resource": "resources",
    "template": "resourceTemplates",
    "prompt": "prompts",
}
CLAUSE_OF: Final[dict[Kind, str]] = {
    "tool": TOOL,
    "resource": "2026-07-28 server/resources#resource",
    "template": "2026-07-28 server/resources#resource-templates",
    "prompt": "2026-07-28 server/prompts#prompt",
}
_WIRE_MEMBER: Final[dict[Kind, str]] = {"tool": "name", "resource": "uri", "template": "uriTemplate", "prompt": "name"}
_TOOL_NAME: Final = re.compile(r"[A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list. `wire` is what a request names it by: name, URI or template; empty if it cannot be named.

    `occurrence` counts the entries with the same `wire` from 0: `(kind, wire, occurrence)` is its identity while lists
    change. `marks` is `r`, `w` or `d` for a tool: what it *claims* to be; `hinted` tells whether the server said
    so or the defaults did. `problems` are departures that do not forbid its use, unless `usable` is False;
    `invalid_schema` says why no form can be made of a tool. `excluded` is why it may not be used at all, with `clause`.
    Foreign texts are as sent: they are made safe where they are shown.
    """

    kind: Kind
    wire: str
    name: str
    raw: Json
    title: str = ""
    description: str = ""
    occurrence: int = 0
    position: int = 0
    marks: str = ""
    hinted: bool = False
    usable: bool = True
    excluded: str | None = None
    clause: str = ""
    problems: tuple[str, ...] = ()
    invalid_schema: str = ""

    @property
    def label(self) -> str:
        """The name to list it by: the wire name of a tool or prompt, the name of a resource, else what there is."""
        return self.name or self.wire or f"entry {self.position + 1}"


def items_of(kind: Kind, entries: Sequence[Json], before: Sequence[Item] = (), *, mirrored: bool = False) -> list[Item]:
    """The items of one page; `before` are those of the pages before it.

    `mirrored`: arguments become headers, so that bad header annotations exclude a tool.
    """
    seen: dict[str, int] = {}
    for item in before:
        seen[item.wire] = seen.get(item.wire, 0) + 1
    items: list[Item] = []
    for entry in entries:
        item = _item(kind, entry, len(before) + len(items), seen, mirrored)
        if item.wire or item.usable:
            seen[item.wire] = seen.get(item.wire, 0) + 1
        items.append(item)
    return items


def _item(kind: Kind, raw: Json, position: int, seen: dict[str, int], mirrored: bool) -> Item:
    if not isinstance(raw, dict):
        reason = f"the entry is {_sort(raw)}, not an object"
        return Item(kind, "", "", raw, position=position, usable=False, clause=CLAUSE_OF[kind], problems=(reason,))
    problems: list[str] = []
    member = _WIRE_MEMBER[kind]
    wire = raw.get(member, MISSING)
    usable = isinstance(wire, str)
    if not usable:
        problems.append(_odd(member, wire, "a string"))
    name = raw.get("name")
    if member != "name" and not isinstance(name, str):
        problems.append(_odd("name", raw.get("name", MISSING), "a string"))
    odd = (one for one in ("title", "description") if one in raw and not isinstance(raw[one], str))
    problems.extend(_odd(one, raw[one], "a string") for one in odd)
    known = wire if isinstance(wire, str) else ""
    occurrence = seen.get(known, 0) if usable else 0
    excluded, marks, hinted, invalid = None, "", False, ""
    if kind == "tool":
        if usable:
            problems.extend(name_problems(known))
            if occurrence:
                problems.append(f"the name stands {occurrence + 1} times in the list")
        invalid, more = schema_problems(raw)
        problems.extend(more)
        marks, hinted = _marks(raw, problems)
        if mirrored:
            wrong = annotations(raw.get("inputSchema"))[1]
            excluded = "; ".join(wrong) or None
    return Item(
        kind,
        known,
        name if isinstance(name, str) else "",
        raw,
        _text(raw, "title") or _annotated_title(raw),
        _text(raw, "description"),
        occurrence,
        position,
        marks,
        hinted,
        usable,
        excluded,
        X_MCP_HEADER if excluded else CLAUSE_OF[kind] if problems else "",
        tuple(problems),
        invalid,
    )


def name_problems(name: str) -> list[str]:
    """What the rules for tool names say against a name (`2026-07-28 server/tools#tool-names`; all are SHOULDs)."""
    if not name:
        return ["the name is empty"]
    problems = []
    if len(name) > 128:
        problems.append(f"the name has {len(name)} characters, and 128 are the most")
    if not _TOOL_NAME.fullmatch(name):
        problems.append("the name has characters other than letters, digits, _, - and .")
    return problems


def schema_problems(tool: dict[str, Json]) -> tuple[str, list[str]]:
    """What is wrong with a tool's inputSchema: why no form can be made of it (or an empty text), and all departures."""
    schema = tool.get("inputSchema", MISSING)
    if not isinstance(schema, dict):
        reason = _odd("inputSchema", schema, "an object")
        return reason, [reason]
    kind = schema.get("type", MISSING)
    invalid = ""
    problems: list[str] = []
    if kind is MISSING:
        problems.append("inputSchema has no type, which must be “object”")
    elif kind != "object":
        invalid = f"inputSchema has type {brief(kind, 40)}, which must be “object”"
        problems.append(invalid)
    for member in ("properties", "required"):
        if member not in schema:
            continue
        fits = isinstance(schema[member], dict if member == "properties" else list)
        if not fits:
            wanted = "an object" if member == "properties" else "an array"
            reason = _odd(f"inputSchema.{member}", schema[member], wanted)
            invalid = invalid or reason
            problems.append(reason)
    if "outputSchema" in tool and not isinstance(tool["outputSchema"], dict):
        problems.append(_odd("outputSchema", tool["outputSchema"], "an object"))
    return invalid, problems


def _marks(tool: dict[str, Json], problems: list[str]) -> tuple[str, bool]:
    hints = tool.get("annotations", MISSING)
    if hints is MISSING:
        return "d", False
    if not isinstance(hints, dict):
        problems.append(_odd("annotations", hints, "an object"))
        return "d", False
    if hints.get("readOnlyHint") is True:
        return "r", True
    hinted = "readOnlyHint" in hints or "destructiveHint" in hints
    return "w" if hints.get("destructiveHint") is False else "d", hinted


def _annotated_title(raw: dict[str, Json]) -> str:
    hints = raw.get("annotations")
    return _text(hints, "title") if isinstance(hints, dict) else ""


def _text(raw: dict[str, Json], member: str) -> str:
    value = raw.get(member)
    return value if isinstance(value, str) else ""


def _odd(path: str, value: Json, wanted: str) -> str:
    return f"{path} is missing" if value is MISSING else f"{path} is {_sort(value)}, not {wanted}"


def _sort(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool | int | float):
        return brief(value, 40)
    return "a string" if isinstance(value, str) else "an array" if isinstance(value, list) else "an object"
