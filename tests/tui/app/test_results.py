"""Results on the whole app with the demo server, by keyboard alone at 80×24: pictures, files, links, tables."""

import asyncio

from inspector.tui.widgets.result_data import Done
from tests.tui.app.test_calling import demo

ISBN = "type:978-0-14-044913-6"


def seen(desk):
    """What stands on the screen."""
    strips = desk.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def called(desk, tool, *keys):
    """A tool, called, with the keyboard in its result."""
    await desk.open(tool, *keys, "ctrl+r")
    await desk.until(lambda: isinstance(desk.outcome, Done) and desk.outcome.name == tool, "an answer")
    await desk.press("2")


async def test_the_picture_of_a_result_is_drawn_away_from_the_loop():
    async with demo() as desk:
        await called(desk, "cover_image", ISBN)
        await desk.until(lambda: "▀▀▀▀" in seen(desk), "the picture")
        assert "image/png" in seen(desk) and "96 × 144" in seen(desk)


async def test_s_saves_the_exact_bytes_and_never_overwrites_without_a_second_enter(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with demo() as desk:
        await called(desk, "cover_image", ISBN)
        await desk.press("s", "enter")
        await desk.until((tmp_path / "cover_image.png").exists, "the file")
        await desk.until(lambda: " as cover" not in seen(desk), "the line is gone")
        content = desk.outcome.result["content"]
        data = next(part["data"] for part in content if part["type"] == "image")
        written = (tmp_path / "cover_image.png").read_bytes()
        assert written.startswith(b"\x89PNG") and len(written) * 4 // 3 <= len(data)
        (tmp_path / "cover_image.png").write_bytes(b"mine")
        await desk.press("s", "enter")
        await desk.until(lambda: "exists, 4 bytes" in seen(desk), "a refusal")
        assert (tmp_path / "cover_image.png").read_bytes() == b"mine"
        await desk.press("enter")
        await desk.until(lambda: (tmp_path / "cover_image.png").read_bytes() == written, "the file again")


async def test_esc_leads_back_from_what_a_link_led_to_to_the_place_of_the_link():
    async with demo() as desk:
        await called(desk, "search_catalogue", "type:dostoevsky")
        await desk.press("down", "enter")
        await desk.until(lambda: isinstance(desk.outcome, Done) and desk.outcome.subject == "resource", "the resource")
        read = desk.outcome.name
        assert f"search_catalogue ▸ {read}"[:30] in seen(desk)
        await desk.press("escape")
        await desk.until(lambda: desk.outcome.name == "search_catalogue", "the result with the link")
        result = desk.workbench.result
        assert result.came_from == "" and desk.workbench.tab == "result" and result.keyboard.has_focus
        await desk.press("enter")
        await desk.until(lambda: desk.outcome.name == read, "the same link")


async def test_rows_of_a_result_are_a_table_one_key_away():
    async with demo() as desk:
        await called(desk, "search_catalogue", "type:dostoevsky")
        await desk.press("full_stop", "full_stop")
        assert desk.workbench.result.tab == "table" and "row 1 of 4" in seen(desk)
        async with asyncio.timeout(10):
            await desk.press("enter")
            assert '"title"' in seen(desk)
