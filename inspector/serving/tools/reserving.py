"""The tool that asks where and when: reserve_book."""

from datetime import date
from typing import Any, Final

from inspector.serving.calling import Caller, Outcome, Refusal, Tool, check_elicited, link, object_of, text, titled
from inspector.serving.checking import problems
from inspector.serving.holdings import Book, Branch
from inspector.serving.library import Library, Reservation, loans_uri, spoken
from inspector.serving.tools.catalogue import ISBN, find
from inspector.wire.json import Json

READER: Final[dict[str, Json]] = {
    "type": "integer",
    "minimum": 1000,
    "maximum": 9999,
    "description": "The number on the reader’s card.",
    "examples": [4711],
}

_COMPANION: Final = object_of(
    {
        "name": {"type": "string", "minLength": 1, "description": "Who comes along."},
        "reader": {**READER, "description": "Their card, if they have one."},
        "child": {"type": "boolean", "default": False, "description": "Under fourteen."},
    },
    ("name",),
)
_ACCESS: Final = object_of(
    {
        "wheelchair": {"type": "boolean", "description": "Needs a way without steps."},
        "hearing_loop": {"type": "boolean", "description": "Uses the hearing loop."},
        "lift": {"type": "boolean", "description": "Needs the lift to the desk."},
        "guide_dog": {"type": "boolean", "description": "Comes with a guide dog."},
        "seat": {"type": "string", "enum": ["near the door", "near the desk"], "description": "A seat to wait on."},
        "minutes": {"type": "integer", "minimum": 0, "maximum": 60, "description": "Time needed at the desk."},
        "helper": object_of(
            {"name": {"type": "string"}, "phone": {"type": "string", "pattern": "^[+0-9][0-9 ]+$"}}, ("name",)
        ),
    },
    description="What makes the visit easier.",
)


def _arguments(library: Library) -> dict[str, Json]:
    branches = {id: branch.name for id, branch in library.branches.items()}
    return object_of(
        {
            "isbn": ISBN,
            "reader": READER,
            "branch": titled(branches, description="Where to pick it up."),
            "pickup_after": {"type": "string", "format": "date", "description": "The first day the reader can come."},
            "large_print": {"type": "boolean", "description": "Only a copy in large print will do."},
            "copies": {"type": "integer", "minimum": 1, "maximum": 5, "default": 1, "description": "How many copies."},
            "note": {"type": "string", "maxLength": 200, "description": "A word for the desk."},
            "contact": {
                "type": ["string", "null"],
                "format": "email",
                "description": "Where to write when it is ready; null for no letter.",
            },
            "companions": {
                "type": "array",
                "items": {"$ref": "#/$defs/companion"},
                "maxItems": 4,
                "description": "Who comes along to the desk.",
            },
            "access": _ACCESS,
        },
        ("isbn", "reader"),
        **{"$defs": {"companion": _COMPANION}},
    )


_OUTPUT: Final = object_of(
    {
        "status": {"type": "string", "enum": ["reserved", "declined", "cancelled"]},
        "isbn": {"type": "string"},
        "title": {"type": "string"},
        "reader": {"type": "integer"},
        "branch": {"type": ["string", "null"]},
        "day": {"type": ["string", "null"], "format": "date"},
        "copies": {"type": "integer"},
    },
    ("status", "isbn", "title", "reader", "branch", "day", "copies"),
)


def _question(branches: list[Branch]) -> dict[str, Json]:
    fields = {
        "branch": titled({branch.id: branch.name for branch in branches}, description="Where to pick it up."),
        "day": {"type": "string", "format": "date", "description": "A day on which the branch is open."},
        "time": {
            "type": "string",
            "enum": ["morning", "afternoon"],
            "default": "morning",
            "description": "When the reader is likely to come.",
        },
        "notify": {"type": "boolean", "description": "Write when the book is ready."},
    }
    return {
        "mode": "form",
        "message": "It is at two branches. Choose one, and a day that suits.",
        "requestedSchema": {"type": "object", "properties": fields, "required": ["branch", "day"]},
    }


async def _reserve(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    book = find(library, arguments["isbn"])
    number = int(arguments["reader"])
    if number not in library.readers:
        raise Refusal(f"No reader has the number {number}. Try 4711.")
    if arguments.get("large_print") and "large-print" not in book.formats:
        raise Refusal(f"{book.title} is not here in large print.")
    places = library.where(book)
    if not places:
        raise Refusal(f"No open branch has {book.title}.")
    copies = int(arguments.get("copies", 1))
    chosen = library.branches.get(arguments.get("branch", ""))
    day = date.fromisoformat(arguments["pickup_after"]) if "pickup_after" in arguments else None
    if len(places) == 2 and (chosen is None or day is None):
        question = _question(places)
        answer = check_elicited(await caller.ask("pickup", "elicitation/create", question))
        if answer["action"] != "accept":
            return _nothing(book, number, copies, answer["action"])
        content = answer.get("content", {})
        wrong = problems(content, question["requestedSchema"])
        if wrong:
            raise Refusal(f"The answer does not fit: {'; '.join(wrong)}.")
        chosen, day = library.branches[content["branch"]], date.fromisoformat(content["day"])
    branch = chosen or places[0]
    ready, hour = library.next_open(branch, max(day or library.today, library.today))
    library.reserve(Reservation(book.isbn, number, branch.id, ready, copies))
    words = (
        f"Reserved **{book.title}** for reader {number}.\n"
        f"Pick up at {branch.name}, {branch.desk}, from {spoken(ready)}, {hour}:00."
    )
    return Outcome(
        [text(words), link(loans_uri(number), f"Loans of {number}", "application/json")],
        _structured("reserved", book, number, copies, branch.id, ready.isoformat()),
    )


def _nothing(book: Book, reader: int, copies: int, action: str) -> Outcome:
    said = "declined to choose a branch" if action == "decline" else "did not choose a branch; ask again at any time"
    words = f"Nothing was reserved: the reader {said}."
    status = "declined" if action == "decline" else "cancelled"
    return Outcome([text(words)], _structured(status, book, reader, copies, None, None))


def _structured(status: str, book: Book, reader: int, copies: int, branch: str | None, day: str | None) -> Json:
    return {
        "status": status,
        "isbn": book.isbn,
        "title": book.title,
        "reader": reader,
        "branch": branch,
        "day": day,
        "copies": copies,
    }


RESERVE_BOOK: Final = Tool(
    "reserve_book",
    "Reserve a book",
    "Reserve one copy of a book for a reader and say when it can be picked up.",
    _arguments,
    _reserve,
    {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
    _OUTPUT,
)
