"""The tools of the library, in the order in which they are listed."""

from typing import Final

from inspector.serving.tools.catalogue import COVER_IMAGE, OPENING_HOURS, READ_ALOUD, SEARCH_CATALOGUE
from inspector.serving.tools.house import CLOSE_BRANCH, IMPORT_MARC, RECOUNT_SHELF, RENUMBER_SHELVES
from inspector.serving.tools.lending import PAY_FINE, RENEW_LOAN
from inspector.serving.tools.librarian import ASK_LIBRARIAN
from inspector.serving.tools.reserving import RESERVE_BOOK

TOOLS: Final = {
    tool.name: tool
    for tool in (
        SEARCH_CATALOGUE,
        RESERVE_BOOK,
        RENEW_LOAN,
        PAY_FINE,
        ASK_LIBRARIAN,
        RECOUNT_SHELF,
        COVER_IMAGE,
        READ_ALOUD,
        IMPORT_MARC,
        CLOSE_BRANCH,
        OPENING_HOURS,
        RENUMBER_SHELVES,
    )
}
"""Every tool by its name."""
