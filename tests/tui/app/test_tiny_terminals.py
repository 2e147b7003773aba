"""A terminal that becomes tiny while something is open: nothing breaks, and all is there again when there is room."""

import pytest

from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged

TINY = [(1, 1), (300, 1), (5, 2), (10, 3)]
OPENED = ["ctrl+p", "C", "S", "9", "0"]


@pytest.mark.parametrize("key", OPENED)
async def test_a_terminal_that_becomes_tiny_breaks_nothing_that_is_open(key: str) -> None:
    app = app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))
    async with app.run_test(size=(120, 40)) as pilot:
        await opened_screen(pilot)
        await press(pilot, key)
        opened = app.screen
        for size in TINY:
            await pilot.resize_terminal(*size)
            await press(pilot, "pagedown", "down", "up", "end", "home")
            assert app.terminal_size == size
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.screen is opened and app.size == (120, 40)
