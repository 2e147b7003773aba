"""Tools of the back office: counting, importing, closing, renumbering."""

import asyncio
from typing import Any, Final

from inspector.serving.calling import Caller, Fault, Outcome, Refusal, Tool, link, object_of, text
from inspector.serving.holdings import MARC_BOOKS
from inspector.serving.library import Library
from inspector.wire.json import Json
from inspector.wire.jsonrpc import INVALID_PARAMS

_SHELVES: Final = 40
_SECTIONS: Final = {"novels": "Novels", "plays": "Plays", "history": "History", "children": "Children’s books"}


def _recount_arguments(library: Library) -> dict[str, Json]:
    choices = [{"const": id, "title": title} for id, title in _SECTIONS.items()]
    return object_of(
        {
            "sections": {
                "type": "array",
                "items": {"type": "string", "anyOf": choices},
                "uniqueItems": True,
                "minItems": 1,
                "default": ["novels"],
                "description": "What to count.",
            },
            "pace": {
                "type": "number",
                "minimum": 0,
                "maximum": 2,
                "default": 0.15,
                "description": "Seconds for each of the 40 shelves.",
            },
            "tidy": {"type": "boolean", "default": False, "description": "Put strays back while counting."},
        }
    )


async def _recount(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    pace = float(arguments.get("pace", 0.15))
    sections = ", ".join(_SECTIONS[one] for one in arguments.get("sections", ["novels"]))
    caller.log("info", f"Counting {sections}: {_SHELVES} shelves")
    strays = 0
    for shelf in range(1, _SHELVES + 1):
        await asyncio.sleep(pace)
        if shelf == 24:
            strays += 1
            caller.log("notice", {"shelf": _range(shelf), "stray": "978-0-14-243724-7", "belongs": "M"})
        caller.progress(shelf, _SHELVES, f"shelf {_range(shelf)}")
    caller.log("info", f"Counted {_SHELVES} shelves, {strays} stray")
    fate = "put back" if arguments.get("tidy") else "left where it was"
    return Outcome([text(f"**{_SHELVES}** shelves of {sections} counted; {strays} stray book, {fate}.")])


def _range(shelf: int) -> str:
    first = ord("A") + (shelf - 1) * 26 // _SHELVES
    return f"{chr(first)}–{chr(min(first + 1, ord('Z')))}"


RECOUNT_SHELF: Final = Tool(
    "recount_shelf",
    "Recount the shelves",
    "Count the books on all 40 shelves. This takes some seconds, says how far it is, and can be cancelled.",
    _recount_arguments,
    _recount,
    {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False},
)


def _import_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "source": {
                "type": "string",
                "format": "uri",
                "description": "The MARC file. 2026-11.mrc has a broken record.",
                "examples": ["file:///srv/alder/export/2026-11.mrc"],
            },
            "skip_broken": {"type": "boolean", "default": False, "description": "Leave broken records out and go on."},
            "encoding": {
                "type": "string",
                "enum": ["utf-8", "marc-8"],
                "default": "utf-8",
                "description": "The character set of the file.",
            },
            "changed_since": {
                "type": "string",
                "format": "date-time",
                "description": "Only records changed after this moment.",
            },
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "string", "minLength": 1},
                "description": "MARC field to member of ours, as 245a to title.",
            },
            "extra": {"description": "Anything at all; it is kept with the import."},
        },
        ("source",),
    )


async def _import(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    name = str(arguments["source"]).rpartition("/")[2]
    if name not in ("2026-10.mrc", "2026-11.mrc"):
        raise Refusal(f"{arguments['source']} was not found. The exports are 2026-10.mrc and 2026-11.mrc.")
    if name == "2026-11.mrc":
        caller.log("warning", {"file": name, "record": 17, "problem": "no leader"})
        if not arguments.get("skip_broken"):
            raise Refusal("MARC record 17 has no leader. Nothing was imported; skip_broken leaves it out.")
    month = name.removesuffix(".mrc")
    library.add(month, MARC_BOOKS)
    titles = ", ".join(f"*{book.title}*" for book in MARC_BOOKS)
    uri = f"library://imports/{month}"
    report = {"uri": uri, "mimeType": "text/plain", "text": "\n".join(book.isbn for book in MARC_BOOKS)}
    return Outcome(
        [
            text(f"Imported {len(MARC_BOOKS)} books: {titles}."),
            {"type": "resource", "resource": report},
            link(uri, f"Import {month}", "text/plain"),
        ]
    )


IMPORT_MARC: Final = Tool(
    "import_marc",
    "Import MARC records",
    "Take the records of a MARC file into the catalogue. A broken record stops it.",
    _import_arguments,
    _import,
    {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
)


def _close_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "branch": {
                "type": "string",
                "minLength": 1,
                "description": "The short name: mill, quay or hill.",
                "examples": ["hill"],
            },
            "reason": {"type": "string", "maxLength": 500, "description": "What the notice on the door says."},
            "from": {
                "type": "string",
                "format": "date",
                "description": "The first day it stays shut; today if left out.",
            },
        },
        ("branch",),
    )


async def _close(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    branch = library.branches.get(arguments["branch"])
    if branch is None:
        known = list(library.branches)
        raise Fault(INVALID_PARAMS, f"There is no branch “{arguments['branch']}”", {"branches": known})
    if branch.id == "alder":
        raise Refusal("Alder Street holds the stacks; it cannot close.")
    library.close(branch)
    day = arguments.get("from", library.today.isoformat())
    return Outcome(
        [text(f"{branch.name} is closed from {day}."), link("library://branches", "Branches", "application/json")]
    )


CLOSE_BRANCH: Final = Tool(
    "close_branch",
    "Close a branch",
    "Shut a branch for good: its books can no longer be reserved there.",
    _close_arguments,
    _close,
    {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": False},
)


def _renumber_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            # A blank is not allowed in a header name; so clients leave this tool out on HTTP
            # (`2026-07-28 basic/transports/streamable-http#schema-extension`).
            "shelf": {"type": "string", "description": "The shelf to begin with.", "x-mcp-header": "Shelf Id"},
            "step": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1, "description": "Count by so many."},
        },
        ("shelf",),
    )


async def _renumber(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    step = int(arguments.get("step", 1))
    numbers = ", ".join(f"{arguments['shelf']}{number * step}" for number in range(1, 4))
    return Outcome([text(f"The shelves now read {numbers}, …")])


RENUMBER_SHELVES: Final = Tool(
    "renumber_shelves",
    "Renumber the shelves",
    "Give the shelves new numbers.",
    _renumber_arguments,
    _renumber,
    {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
)
