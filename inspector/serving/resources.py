"""What can be read: eight fixed resources, one more for each import, and three templates."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from inspector.serving.library import Library
from inspector.serving.media import cover
from inspector.wire.json import Json, pretty

_JSON: Final = "application/json"

_RULES: Final = """# House rules

1. Be **quiet** in the reading room; talk in the café.
2. A loan lasts *three weeks* and can be renewed twice.
3. A late book costs 20 cents a day, at most € 12.
4. Dogs that guide are welcome; others wait outside.

> Books are for use. — *S. R. Ranganathan*

| card | books at once |
|------|--------------:|
| child | 8 |
| adult | 12 |
| school | 60 |

See `library://branches` for the opening hours.
"""

_PICKS: Final = """# Staff picks

- **Notes from Underground** – Ingrid: “short, and it bites”.
- **Walden** – Wei: “read it outdoors”.
- **The Odyssey** – Nadia: “aloud, if you can”.
"""

_STATS: Final = "month,loans,renewals\n2026-09,1841,402\n2026-10,2017,455\n2026-11,1966,471\n"

_STATUTES: Final = (
    "§ 1  The library is open to all.\n§ 2  Reading costs nothing.\n§ 3  The council appoints the librarian.\n"
)

_CALENDAR: Final = "\r\n".join(
    (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Alder Street Library//Diary//EN",
        "BEGIN:VEVENT",
        "UID:reading-2026-12-04@library.example",
        "DTSTAMP:20261201T090000Z",
        "DTSTART:20261204T170000Z",
        "SUMMARY:Reading group: The Idiot",
        "LOCATION:Alder Street",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    )
)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A resource that is always there; `content` gives its text, or its bytes."""

    uri: str
    name: str
    title: str
    mime: str
    description: str
    content: Callable[[Library], str | bytes]
    annotations: Json = None


def _branches(library: Library) -> str:
    rows = [
        {"id": branch.id, "name": branch.name, "address": branch.address, "desk": branch.desk}
        for branch in library.branches.values()
    ]
    return pretty({"branches": rows})


def _new(library: Library) -> str:
    fresh = [isbn for isbns in library.imports.values() for isbn in isbns] or list(library.books)[-3:]
    return pretty({"week": "2026-W49", "books": [_book(library, isbn) for isbn in fresh]})


def _book(library: Library, isbn: str) -> Json:
    book = library.book(isbn)
    if book is None:
        return None
    return {
        "isbn": book.isbn,
        "title": book.title,
        "author": book.author,
        "year": book.year,
        "language": book.language,
        "subject": book.subject,
        "formats": list(book.formats),
        "copies": dict(book.copies),
        "opening": book.opening,
    }


FIXED: Final = tuple(
    Fixed(*row)
    for row in (
        (
            "library://branches",
            "Branches",
            "Branches",
            _JSON,
            "The open branches and their addresses.",
            _branches,
            {"audience": ["user", "assistant"], "priority": 0.9},
        ),
        (
            "library://rules",
            "House rules.md",
            "House rules",
            "text/markdown",
            "What is allowed, and what a late book costs.",
            lambda library: _RULES,
            {"lastModified": "2026-09-01T08:00:00Z"},
        ),
        ("library://new", "New this week", "New this week", _JSON, "The newest books.", _new),
        (
            "library://plan.png",
            "Floor plan.png",
            "Floor plan",
            "image/png",
            "Alder Street, ground floor.",
            lambda library: cover("floor plan", 96),
        ),
        (
            "library://diary.ics",
            "Diary.ics",
            "Diary",
            "text/calendar",
            "Readings and closing days.",
            lambda library: _CALENDAR,
        ),
        (
            "library://picks",
            "Staff picks.md",
            "Staff picks",
            "text/markdown",
            "What the staff like.",
            lambda library: _PICKS,
        ),
        ("library://loans.csv", "Loans by month.csv", "Loans by month", "text/csv", "Figures.", lambda library: _STATS),
        (
            "library://statutes",
            "Statutes.txt",
            "Statutes",
            "text/plain",
            "What the council decided.",
            lambda library: _STATUTES,
        ),
    )
)

TEMPLATES: Final = (
    {
        "uriTemplate": "library://books/{isbn}",
        "name": "Book",
        "title": "One book",
        "description": "Everything that the catalogue says about a book.",
        "mimeType": _JSON,
    },
    {
        "uriTemplate": "library://loans/{reader}",
        "name": "Loans",
        "title": "Loans of a reader",
        "description": "What a reader has borrowed, reserved and owes.",
        "mimeType": _JSON,
    },
    {
        "uriTemplate": "library://search{?q,limit}",
        "name": "Search",
        "title": "Search",
        "description": "The catalogue as a list that can be linked to.",
        "mimeType": _JSON,
    },
)
"""The resource templates, as they are listed."""


def listed(library: Library) -> list[dict[str, Any]]:
    """The resources of the list, imports last."""
    entries: list[dict[str, Any]] = []
    for fixed in FIXED:
        content = fixed.content(library)
        entry: dict[str, Any] = {
            "uri": fixed.uri,
            "name": fixed.name,
            "title": fixed.title,
            "description": fixed.description,
            "mimeType": fixed.mime,
            "size": len(content.encode() if isinstance(content, str) else content),
        }
        if fixed.annotations:
            entry["annotations"] = fixed.annotations
        entries.append(entry)
    for month in library.imports:
        description = f"The ISBNs that came with {month}.mrc."
        name = f"Import {month}"
        uri = f"library://imports/{month}"
        entries.append({"uri": uri, "name": name, "title": name, "description": description, "mimeType": "text/plain"})
    return entries


def read(library: Library, uri: str) -> dict[str, Any] | None:
    """The contents of the resource at `uri` (`uri`, `mimeType`, and `text` or `blob`), or None if nothing is there."""
    fixed = next((one for one in FIXED if one.uri == uri), None)
    if fixed:
        content = fixed.content(library)
        if isinstance(content, bytes):
            return {"uri": uri, "mimeType": fixed.mime, "blob": base64.b64encode(content).decode()}
        return {"uri": uri, "mimeType": fixed.mime, "text": content}
    found = re.fullmatch(r"library://(books|loans|imports)/([^/?#]+)", uri)
    if found:
        words = _imported(library, found[2]) if found[1] == "imports" else None
        value = _looked_up(library, found[1], unquote(found[2]))
        if words is not None:
            return {"uri": uri, "mimeType": "text/plain", "text": words}
        return None if value is None else {"uri": uri, "mimeType": _JSON, "text": pretty(value)}
    found = re.fullmatch(r"library://search(?:\?(.*))?", uri)
    if found:
        query = parse_qs(found[1] or "")
        limit = query.get("limit", ["10"])[0]
        hits = list(library.search(query.get("q", [""])[0]))[: int(limit) if limit.isdecimal() else 10]
        return {"uri": uri, "mimeType": _JSON, "text": pretty({"books": [_book(library, one.isbn) for one in hits]})}
    return None


def _looked_up(library: Library, kind: str, key: str) -> Json:
    if kind == "books":
        return _book(library, key)
    reader = library.readers.get(int(key)) if kind == "loans" and key.isdecimal() and len(key) < 9 else None
    return library.account(reader) if reader else None


def _imported(library: Library, month: str) -> str | None:
    isbns = library.imports.get(month)
    return None if isbns is None else "\n".join(isbns)
