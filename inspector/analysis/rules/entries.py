"""Rules about the entries of lists: their addresses, icons, annotations, and the arguments of prompts.

Source: `schema/2026-07-28/schema.ts` (Icon, Annotations, ToolAnnotations, PromptArgument); RFC 3986; RFC 6570.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.analysis.items import Item
from inspector.analysis.reading import Reading
from inspector.analysis.rules.blocks import annotation_problems, uri_problem
from inspector.analysis.rules.finding import SINCE_2025_03, SINCE_2025_11, Check, Hit, Memory, Rule
from inspector.analysis.rules.shapes import Sort, few, odd_members
from inspector.analysis.words import brief, short
from inspector.protocol.exchanges import Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Result
from inspector.wire.methods import LISTS

_HINTS: Final[dict[str, Sort]] = {
    "title": "a string",
    "readOnlyHint": "true or false",
    "destructiveHint": "true or false",
    "idempotentHint": "true or false",
    "openWorldHint": "true or false",
}
_ARGUMENT: Final[dict[str, Sort]] = {"title": "a string", "description": "a string", "required": "true or false"}
_ICON: Final[dict[str, Sort]] = {"mimeType": "a string", "sizes": "an array of strings"}
_SIZE: Final = re.compile(r"any|[1-9]\d*x[1-9]\d*", re.ASCII)
_EXPRESSION: Final = re.compile(
    r"[+#./;?&]?(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?"
    r"(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?)*"
)


def _each(problems: Callable[[Item, dict[str, Json]], Iterator[str]]) -> Check:
    """The check that asks of each entry of the page."""

    def found(reading: Reading, memory: Memory) -> Iterator[Hit]:
        for item in memory.page:
            if isinstance(item.raw, dict):
                for wrong in few(problems(item, item.raw)):
                    yield f"{item.kind} {short(item.label, 80)}: {wrong}", (reading.record.seq,)

    def check(reading: Reading, change: Settled, memory: Memory) -> Iterator[Hit]:
        return found(reading, memory)

    return check


def _address(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    uri = raw.get("uri")
    if item.kind == "resource" and isinstance(uri, str):
        wrong = uri_problem(uri)
        if wrong:
            yield f"the uri {short(uri, 80)} {wrong}"


def _template(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    template = raw.get("uriTemplate")
    if item.kind == "template" and isinstance(template, str):
        wrong = template_problem(template)
        if wrong:
            yield f"the uriTemplate {short(template, 80)} {wrong}"


def template_problem(template: str) -> str:
    """What is wrong with a URI template, as the end of a sentence; an empty text if nothing is (RFC 6570)."""
    at = 0
    while (opened := template.find("{", at)) >= 0:
        if "}" in template[at:opened]:
            return "closes a brace that is not open"
        closed = template.find("}", opened)
        if closed < 0:
            return "does not close a brace"
        if not _EXPRESSION.fullmatch(template, opened + 1, closed):
            return f"has the expression {brief(template[opened : closed + 1], 40)}, which is none"
        at = closed + 1
    return "closes a brace that is not open" if "}" in template[at:] else ""


def icon_problems(icons: Json) -> Iterator[str]:
    """What is wrong with the icons of anything, each as a clause."""
    if not isinstance(icons, list):
        yield f"icons is {brief(icons, 40)}, not an array"
        return
    for number, icon in enumerate(icons[:20], 1):
        if not isinstance(icon, dict):
            yield f"icon {number} is {brief(icon, 40)}, not an object"
            continue
        for wrong in odd_members(icon, {"src": "a string"}, _ICON):
            yield f"of icon {number} {wrong}"
        if icon.get("theme", "light") not in ("light", "dark"):
            yield f"of icon {number} theme is {brief(icon['theme'], 40)}, neither light nor dark"
        sizes = icon.get("sizes")
        for size in sizes if isinstance(sizes, list) else ():
            if isinstance(size, str) and not _SIZE.fullmatch(size):
                yield f"of icon {number} sizes has {brief(size, 40)}, neither any nor as 48x48"
                break


def _icons(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    return icon_problems(raw["icons"]) if "icons" in raw else iter(())


def icon_addresses(icons: Json) -> Iterator[str]:
    """Which icons of anything clients must refuse, for their addresses, each as a clause."""
    for icon in icons[:20] if isinstance(icons, list) else ():
        source = icon.get("src") if isinstance(icon, dict) else None
        if isinstance(source, str) and _scheme(source) not in ("https", "http", "data"):
            yield f"the icon {short(source, 60)} is neither an https nor a data address, and clients refuse it"


def _icon_addresses(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    return icon_addresses(raw.get("icons"))


def _scheme(url: str) -> str:
    try:
        return urlsplit(url[:200]).scheme
    except ValueError:
        return ""


def _annotations(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    if item.kind in ("resource", "template"):
        yield from annotation_problems(raw)
    elif item.kind == "tool" and isinstance(raw.get("annotations"), dict):
        for wrong in odd_members(raw["annotations"], {}, _HINTS):
            yield f"annotations.{wrong}"


def _arguments(item: Item, raw: dict[str, Json]) -> Iterator[str]:
    arguments = raw.get("arguments", MISSING)
    if item.kind != "prompt" or arguments is MISSING:
        return
    if not isinstance(arguments, list):
        yield f"arguments is {brief(arguments, 40)}, not an array"
        return
    seen: set[str] = set()
    for number, one in enumerate(arguments[:200], 1):
        if not isinstance(one, dict):
            yield f"argument {number} is {brief(one, 40)}, not an object"
            continue
        for wrong in odd_members(one, {"name": "a string"}, _ARGUMENT):
            yield f"of argument {number} {wrong}"
        name = one.get("name")
        if isinstance(name, str):
            if name in seen:
                yield f"two arguments are called {short(name, 40)}"
            seen.add(name)


RULES: Final = (
    Rule(
        "resource-uri",
        "A resource whose uri is none",
        "error",
        "2026-07-28 server/resources#custom-uri-schemes",
        "Give each resource a URI as RFC 3986 has it: with a scheme, and all else encoded.",
        (Result,),
        _each(_address),
        once=True,
        methods=("resources/list",),
    ),
    Rule(
        "uri-template",
        "A resource template that is none",
        "error",
        "2026-07-28 server/resources#resource-templates",
        "Form the template as RFC 6570 has it: {name}, {+path}, {?query}.",
        (Result,),
        _each(_template),
        once=True,
        methods=("resources/templates/list",),
    ),
    Rule(
        "icon-shape",
        "An icon that is not formed as it must be",
        "error",
        "2026-07-28 basic/index#icons",
        "Give each icon a src, and if need be mimeType, sizes as 48x48 or any, and theme light or dark.",
        (Result,),
        _each(_icons),
        once=True,
        revisions=SINCE_2025_11,
        methods=tuple(LISTS),
    ),
    Rule(
        "icon-address",
        "An icon that clients must refuse",
        "warning",
        "2026-07-28 basic/index#icons",
        "Serve icons over https from the server's own origin, or as data: URIs.",
        (Result,),
        _each(_icon_addresses),
        once=True,
        revisions=SINCE_2025_11,
        methods=tuple(LISTS),
    ),
    Rule(
        "annotation-shape",
        "Annotations that are not formed as they must be",
        "error",
        "2026-07-28 server/resources#annotations",
        "audience lists user and assistant, priority is a number from 0 to 1; the hints of tools are true or false.",
        (Result,),
        _each(_annotations),
        once=True,
        revisions=SINCE_2025_03,
        methods=tuple(LISTS),
    ),
    Rule(
        "prompt-arguments",
        "Arguments of a prompt that are not formed as they must be",
        "error",
        "2026-07-28 server/prompts#prompt",
        "Give each argument a name of its own, and say by true or false whether it is required.",
        (Result,),
        _each(_arguments),
        once=True,
        methods=("prompts/list",),
    ),
)
