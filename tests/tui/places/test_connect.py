import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.tui.widgets.connect import Connect, ConnectGroup, ConnectRow, Reading
from inspector.tui.widgets.connect_rows import Head, connect_strip, head_strip

DEMO = ConnectRow("demo", "demo", "the built-in library, in a child process")
RECENT = ConnectRow("r1", "recent", "python -m alder.server", "alder", "modern", "today 12:04")
WEATHER = ConnectRow("w", "weather", "https://weather.example/mcp", era="legacy", when="yesterday")
BROKEN = ConnectRow("b", "broken", problem="${WEATHER_KEY} is not set", line=14)
GROUPS = [ConnectGroup([DEMO]), ConnectGroup([RECENT]), ConnectGroup([WEATHER, BROKEN], "~/.cursor/mcp.json", "Cursor")]


async def test_the_list_has_the_demo_recent_targets_and_the_servers_of_each_file(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.settle()
        rows = [" ".join(row.split()) for row in on.rows(connect.list)[:5]]
        assert rows == [
            "▌ demo the built-in library, in a child process",
            "recent alder python -m alder.server modern today 12:04",
            "~/.cursor/mcp.json Cursor",
            "weather https://weather.example/mcp legacy yesterday",
            "broken ${WEATHER_KEY} is not set ▲ line 14",
        ]


async def test_the_cursor_passes_over_the_heads_of_files(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect.list)
        await on.press("down", "down")
        assert connect.list.selected is WEATHER
        await on.press("up")
        assert connect.list.selected is RECENT


async def test_enter_on_a_row_connects_and_on_a_problem_does_not(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect.list)
        await on.press("enter", "end", "enter", "up", "ctrl+r")
        assert [(m.row, m.text) for m in on.said(Connect.ConnectWanted)] == [(DEMO, ""), (WEATHER, "")]


async def test_a_problem_is_told_whole_below_the_list(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect.list)
        assert not connect.panel.display
        await on.press("end")
        assert "${WEATHER_KEY} is not set Line 14." in "\n".join(on.rows(connect.panel))


async def test_the_line_says_what_is_typed_and_shows_how_it_is_read(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect)
        await on.press(*"npx")
        assert [m.text for m in on.said(Connect.LineChanged)] == ["n", "np", "npx"]
        connect.reading = Reading("stdio: runs /usr/bin/npx with 0 arguments")
        connect.options = "mode auto"
        await on.settle()
        text = "\n".join(strip.text for strip in connect.query_one("ReadingRow").rows(80))
        assert "→ stdio: runs /usr/bin/npx with 0 arguments" in text and "^R connect" in text
        assert "options          mode auto" in text


async def test_a_command_that_is_not_there_is_said_without_offering_to_connect(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.reading = Reading("uvx was not found in the 7 directories of PATH", "error")
        await on.settle()
        text = "\n".join(strip.text for strip in connect.query_one("ReadingRow").rows(80))
        assert "✗ uvx was not found" in text and "^R connect" not in text


@pytest.mark.parametrize("key", ["enter", "ctrl+r"])
async def test_the_line_connects_to_what_is_typed(stage, key):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect)
        await on.press(*"a:1", key)
        assert [(m.row, m.text) for m in on.said(Connect.ConnectWanted)] == [(None, "a:1")]


async def test_an_empty_line_leads_into_the_list_instead(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect)
        await on.press("enter")
        assert on.app.focused is connect.list and not on.said(Connect.ConnectWanted)


async def test_down_and_escape_leave_the_line_and_up_from_the_first_row_returns(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect)
        await on.press("x", "down")
        assert on.app.focused is connect.list
        await on.press("up")
        assert on.app.focused is connect.line and connect.text == "x"
        await on.press("escape")
        assert on.app.focused is connect.list and connect.text == "x"


async def test_a_target_can_be_put_into_the_line_to_be_changed(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.type("python -m alder.server")
        await on.settle()
        await on.press("2")
        assert connect.text == "python -m alder.server2"


async def test_what_is_known_of_a_target_stands_beside_the_list_where_there_is_room(stage):
    connect = Connect()
    row = ConnectRow("w", "weather", "https://weather.example/mcp", facts=(("headers", "Authorization ‹secret›"),))
    async with stage(connect, 140) as on:
        connect.show([ConnectGroup([row])])
        await on.settle()
        assert "Authorization ‹secret›" in "\n".join(on.rows(connect.panel))


async def test_the_cursor_stays_on_its_row_while_files_are_read(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS[:2])
        await on.focus(connect.list)
        await on.press("down")
        connect.show([ConnectGroup([WEATHER], "/new.json"), *GROUPS[:2]])
        await on.settle()
        assert connect.list.selected is RECENT


async def test_the_keys_of_line_and_list(stage):
    connect = Connect()
    async with stage(connect) as on:
        connect.show(GROUPS)
        await on.focus(connect)
        assert on.key_line() == ["ctrl+r connect", "escape leave field"]
        await on.press("down")
        assert on.key_line() == ["enter connect", "e type a target"]


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_what_a_file_names_stays_in_its_row(text, width):
    for row in (ConnectRow(text, text, text, text, "modern", text), ConnectRow("", text, problem=text or "x", line=1)):
        strip = connect_strip(row, width, ROLES)
        assert strip.cell_length == width and not unsafe(strip.text)
    strip = head_strip(Head(text, text, 0), width, ROLES)
    assert strip.cell_length == width and not unsafe(strip.text)


@pytest.mark.parametrize("width", [80, 140])
def test_recent_targets_that_begin_alike_can_be_told_apart(width):
    programs = ("mcp-server-filesystem", "mcp-server-filetime")
    rows = [ConnectRow("r", "recent", f"/srv/venvs/servers2/bin/{one}", one, "modern") for one in programs]
    first, second = (connect_strip(row, width, ROLES).text for row in rows)
    assert first.count("ystem") == 2 and second.count("time") == 2
