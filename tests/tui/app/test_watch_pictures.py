"""How the page looks that tells what the change of a file changed, and the row that tells it everywhere."""

from pathlib import Path

import pytest

from inspector.analysis.compare.offered import Changed, Entry, Offers
from inspector.analysis.restarts import answer_change
from inspector.config.watched import Watched
from inspector.tui.watching import Report
from inspector.wire.json import MISSING
from inspector.wire.jsonrpc import Result
from tests.tui.app.staging import COMMAND, app_on, press, records_of, staged
from tests.tui.app.test_pictures import LARGE, SMALL, picture

__all__ = ["picture"]

SCHEMA = ("inputSchema",)
OFFERS = Offers(
    added=[Entry("tool", "lend_reader", False)],
    removed=[Entry("prompt", "recommend", True)],
    changed=[
        Changed("tool", "search_catalogue", ("description",), "Search the catalogue.", "Look for books.", False),
        Changed("tool", "search_catalogue", (*SCHEMA, "required"), MISSING, ["query"], True),
    ],
)


def shelf(*books):
    return {"content": [{"type": "text", "text": f"{len(books)} books"}], "structuredContent": {"books": list(books)}}


ANSWER = answer_change(
    "search_catalogue",
    (46, Result(5, shelf("The Idiot", "Demons"))),
    (97, Result(12, shelf("The Idiot", "Devils", "Poor Folk"))),
)


@pytest.mark.parametrize(("size", "theme"), [(SMALL, "ink"), (SMALL, "paper"), (LARGE, "ink"), (LARGE, "paper")])
async def test_what_the_change_of_a_file_changed(picture, size, theme):
    bridge = staged(records_of("library"), now=226.5)
    async with picture(
        "changes", app_on(COMMAND, theme=theme, bridge=bridge, watched=Watched([Path("server.py")])), size
    ) as pilot:
        screen = pilot.app.screen
        screen.watching.report = Report(("server.py",), 224.0, "done", 0.42, OFFERS, ANSWER)
        screen.watching.count = 1
        screen.watch_fed()
        screen.tell()
        await press(pilot, "W")
        assert screen.here == "changes"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_columns_of_the_traffic(picture, size):
    async with picture(
        "columns", app_on(COMMAND, theme="ink", bridge=staged(records_of("library"), now=226.5)), size
    ) as pilot:
        await press(pilot, "3", "vertical_line", "down")
