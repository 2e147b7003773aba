"""Tools that look things up: the catalogue, a cover, a sound, the opening hours."""

import base64
from datetime import date
from typing import Any, Final

from inspector.serving.calling import READS, Caller, Outcome, Refusal, Tool, link, object_of, text, titled
from inspector.serving.holdings import Book
from inspector.serving.library import Library
from inspector.serving.media import cover, tune
from inspector.wire.json import Json

ISBN: Final[dict[str, Json]] = {
    "type": "string",
    "pattern": "^[0-9][0-9-]{8,15}[0-9Xx]$",
    "description": "The ISBN, with or without hyphens.",
    "examples": ["978-0-14-044913-6"],
}
FORMATS: Final = ("print", "large-print", "audiobook", "e-book")
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def find(library: Library, isbn: str) -> Book:
    """The book with this ISBN. Raises Refusal."""
    book = library.book(isbn)
    if book is None:
        raise Refusal(f"No book has the ISBN {isbn}. search_catalogue knows those that we have.")
    return book


def _search_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "query": {
                "type": "string",
                "minLength": 1,
                "description": "Words from title, author or subject.",
                "examples": ["dostoevsky"],
            },
            "branch": {
                "type": "string",
                "enum": list(library.branches),
                "description": "Only what stands at this branch.",
                "x-mcp-header": "Branch",
            },
            "language": {
                "type": ["string", "null"],
                "enum": ["en", "fr", "de", "ru", "grc", None],
                "description": "The language it was written in; null for any.",
            },
            "formats": {
                "type": "array",
                "items": {"type": "string", "enum": list(FORMATS)},
                "uniqueItems": True,
                "description": "At least one of these.",
            },
            "since": {
                "type": "integer",
                "minimum": -1000,
                "maximum": 2026,
                "description": "Year of first publication.",
            },
            "available": {"type": "boolean", "description": "Only what is on a shelf now."},
            "sort": titled(
                {"catalogue": "Catalogue order", "title": "Title, A to Z", "year": "Oldest first"},
                default="catalogue",
                description="The order of the hits.",
            ),
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "At most so many."},
        },
        ("query",),
    )


async def _search(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    hits = list(library.search(arguments["query"]))
    if "branch" in arguments:
        hits = [book for book in hits if book.copies.get(arguments["branch"])]
    if arguments.get("language") is not None:
        hits = [book for book in hits if book.language == arguments["language"]]
    if arguments.get("formats"):
        hits = [book for book in hits if set(book.formats) & set(arguments["formats"])]
    if "since" in arguments:
        hits = [book for book in hits if book.year >= arguments["since"]]
    if arguments.get("available"):
        hits = [book for book in hits if library.where(book)]
    order = arguments.get("sort", "catalogue")
    if order != "catalogue":
        hits.sort(key=lambda book: book.title if order == "title" else book.year)
    shown = hits[: int(arguments.get("limit", 10))]
    lines = [f"**{len(hits)}** found for *{arguments['query']}*.", ""]
    lines += [f"- **{book.title}**, {book.author} ({_year(book.year)}) `{book.isbn}`" for book in shown]
    links = [link(f"library://books/{book.isbn}", book.title, "application/json") for book in shown[:3]]
    return Outcome([text("\n".join(lines)), *links], {"total": len(hits), "books": [_row(library, b) for b in shown]})


def _year(year: int) -> str:
    return f"{-year} BC" if year < 0 else str(year)


def _row(library: Library, book: Book) -> Json:
    return {
        "isbn": book.isbn,
        "title": book.title,
        "author": book.author,
        "year": book.year,
        "branches": [branch.id for branch in library.where(book)],
    }


_ROW: Final = object_of(
    {
        "isbn": {"type": "string"},
        "title": {"type": "string"},
        "author": {"type": "string"},
        "year": {"type": "integer"},
        "branches": {"type": "array", "items": {"type": "string"}},
    },
    ("isbn", "title", "author", "year", "branches"),
)

SEARCH_CATALOGUE: Final = Tool(
    "search_catalogue",
    "Search the catalogue",
    "Find books by words from title, author or subject.",
    _search_arguments,
    _search,
    READS,
    object_of(
        {"total": {"type": "integer", "minimum": 0}, "books": {"type": "array", "items": _ROW}}, ("total", "books")
    ),
)


def _cover_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "isbn": ISBN,
            "width": {
                "type": "integer",
                "enum": [48, 96, 192, 384],
                "default": 96,
                "description": "Pixels; the height is half as much again.",
            },
            "colour": {
                "type": ["string", "null"],
                "pattern": "^#[0-9A-Fa-f]{6}$",
                "default": None,
                "description": "The cloth, as #rrggbb; null for the publisher’s.",
            },
        },
        ("isbn",),
    )


async def _cover(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    book = find(library, arguments["isbn"])
    colour = arguments.get("colour")
    cloth = (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)) if colour else None
    image = cover(book.isbn, int(arguments.get("width", 96)), cloth)
    block = {"type": "image", "data": base64.b64encode(image).decode(), "mimeType": "image/png"}
    return Outcome([text(f"The cover of **{book.title}**."), block])


COVER_IMAGE: Final = Tool(
    "cover_image", "Cover", "The cover of a book as a small PNG picture.", _cover_arguments, _cover, READS
)


def _aloud_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "isbn": ISBN,
            "seconds": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": 5,
                "default": 1.5,
                "description": "How long the signal before the reading is.",
            },
            "voice": titled({"nadia": "Nadia, low", "tomas": "Tomás, warm"}, default="nadia", description="Who reads."),
        },
        ("isbn",),
    )


async def _aloud(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    book = find(library, arguments["isbn"])
    sound = tune(f"{book.isbn} {arguments.get('voice', 'nadia')}", float(arguments.get("seconds", 1.5)))
    block = {"type": "audio", "data": base64.b64encode(sound).decode(), "mimeType": "audio/wav"}
    return Outcome([text(f"> {book.opening}\n\n*{book.title}*, {book.author}"), block])


READ_ALOUD: Final = Tool(
    "read_aloud",
    "Read aloud",
    "The first sentence of a book, and the signal that the library plays before a reading, as WAV.",
    _aloud_arguments,
    _aloud,
    READS,
)


def _hours_arguments(library: Library) -> dict[str, Json]:
    options: list[Json] = [{"const": id, "title": branch.name} for id, branch in library.branches.items()]
    return object_of(
        {
            "branch": {
                "oneOf": [*options, {"type": "null", "title": "All branches"}],
                "description": "One branch, or null for all.",
            },
            "day": {"type": "string", "enum": list(DAYS), "description": "One day of the week."},
            "on": {"type": "string", "format": "date", "description": "One date; it wins over the day."},
        }
    )


async def _hours(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    wanted = arguments.get("branch")
    branches = [branch for id, branch in library.branches.items() if wanted in (None, id)]
    days = [arguments["day"]] if "day" in arguments else list(DAYS)
    if "on" in arguments:
        days = [DAYS[date.fromisoformat(arguments["on"]).weekday()]]
    structured: dict[str, Json] = {}
    lines = ["| branch | day | open |", "|---|---|---|"]
    for branch in branches:
        week: dict[str, Json] = {}
        for day in days:
            hours = branch.hours[DAYS.index(day)]
            week[day] = {"opens": f"{hours[0]:02}:00", "closes": f"{hours[1]:02}:00"} if hours else None
            lines.append(f"| {branch.name} | {day} | {f'{hours[0]}:00 to {hours[1]}:00' if hours else 'closed'} |")
        structured[branch.id] = week
    return Outcome([text("\n".join(lines))], {"branches": structured})


_TIME: Final[dict[str, Json]] = {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"}
_WEEK: Final[dict[str, Json]] = {
    "type": "object",
    "additionalProperties": {
        "anyOf": [object_of({"opens": _TIME, "closes": _TIME}, ("opens", "closes")), {"type": "null"}]
    },
}

OPENING_HOURS: Final = Tool(
    "opening_hours",
    "Opening hours",
    "When the branches are open, by day of the week.",
    _hours_arguments,
    _hours,
    READS,
    object_of({"branches": {"type": "object", "additionalProperties": _WEEK}}, ("branches",)),
)
