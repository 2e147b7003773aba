from dataclasses import replace

import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.tui.widgets.session_rows import SORTS, Month, SessionRow, by_month, session_strip
from inspector.tui.widgets.sessions import Sessions

LIBRARY = SessionRow(
    "/r/a.jsonl", "~/r/a.jsonl", "Alder Street Library", "modern", "2026-07-28", "12:04:31", "November 2026",
    232.0, 168, 18_000, "exited 1", "error", 1, 2,
)  # fmt: skip
WEATHER = SessionRow(
    "/r/b.jsonl", "~/r/b.jsonl", "Harbour Weather", "legacy", "2025-06-18", "11:40:02", "November 2026",
    21.0, 14, 2_000, "closed", "success",
)  # fmt: skip
TORN = SessionRow("/r/c.jsonl", "~/r/c.jsonl", problem="Line 1 is no header.")


async def test_a_row_tells_server_era_when_length_records_ending_and_findings(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, WEATHER])
        await on.focus(sessions)
        first, second = on.rows(sessions.list)[:2]
        assert first.split()[-10:] == [
            "Libr…",
            "modern",
            "12:04:31",
            "3:52",
            "168",
            "✗",
            "exited",
            "1",
            "✗1",
            "▲2",
        ]
        assert second.split() == ["Harbour", "Weather", "legacy", "11:40:02", "0:21", "14", "✓", "closed"]
        assert sessions.rule.content.facts == (("2 recordings · 20.0 kB", "muted"),)


@pytest.mark.parametrize("width", [60, 80])
async def test_under_the_list_stands_what_tells_recordings_apart_that_look_alike(stage, width):
    one = replace(WEATHER, path="/r/20261130T114002Z-weather-71.jsonl", file="~/r/20261130T114002Z-weather-71.jsonl")
    other = replace(one, path="/r/x.jsonl", file="~/r/x.jsonl", target="weather --port 8000", note="with a cold cache")
    sessions = Sessions()
    async with stage(sessions, width, 20) as on:
        sessions.show([one, other])
        await on.focus(sessions)
        under = "\n".join(on.rows(sessions.panel))
        assert "20261130T114002Z-weather-71.jsonl" in under and "~/r" not in under
        await on.press("down")
        under = "\n".join(on.rows(sessions.panel))
        assert "x.jsonl" in under and "weather --port 8000" in under and "with a cold cache" in under


async def test_rows_of_one_moment_and_server_have_the_ends_of_their_files(stage):
    files = [f"~/r/20261130T114002Z-weather-{number}.jsonl" for number in (71, 80)]
    same = [replace(WEATHER, path=file, file=file) for file in files]
    sessions = Sessions()
    async with stage(sessions, 80, 20) as on:
        sessions.show([LIBRARY, *same])
        await on.focus(sessions)
        first, *others = on.rows(sessions.list)[:3]
        assert [row.split()[:3] for row in others] == [["Harbour", "Weather", "71"], ["Harbour", "Weather", "80"]]
        assert "Alder Street Libr…" in first


async def test_enter_opens_the_recording_under_the_cursor(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, WEATHER])
        await on.focus(sessions)
        await on.press("down", "enter")
        assert [m.path for m in on.said(Sessions.Opened)] == ["/r/b.jsonl"]


async def test_an_unreadable_file_is_a_row_with_its_reason_and_cannot_be_opened(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([TORN, LIBRARY])
        await on.focus(sessions)
        await on.press("enter")
        assert "✗ ~/r/c.jsonl" in on.rows(sessions.list)[0] and "Line 1 is no header." in on.rows(sessions.list)[0]
        assert "Line 1 is no header." in "\n".join(on.rows(sessions.panel))
        assert not on.said(Sessions.Opened)


async def test_what_is_deleted_can_be_brought_back(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, WEATHER])
        await on.focus(sessions)
        assert "u undo" not in on.key_line()
        await on.press("delete")
        assert [m.paths for m in on.said(Sessions.DeleteWanted)] == [("/r/a.jsonl",)]
        sessions.show([replace(LIBRARY, deleted=True), WEATHER])
        await on.settle()
        assert "deleted · u brings it back" in on.rows(sessions.list)[0]
        assert "u undo" in on.key_line()
        assert sessions.rule.content.facts == (("1 recording · 2.0 kB", "muted"),)
        await on.press("enter", "delete", "u", "down", "u")
        assert not on.said(Sessions.Opened)
        assert len(on.said(Sessions.DeleteWanted)) == 1
        assert [m.path for m in on.said(Sessions.UndoWanted)] == ["/r/a.jsonl", None]


async def test_only_keys_for_what_there_is_are_shown(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY])
        await on.focus(sessions)
        assert on.key_line() == [
            "enter open",
            "slash filter",
            "r rename",
            "a note",
            "m mark",
            "c compare",
            "delete delete",
            "y copy as",
            "x copy to share",
        ]


async def test_without_recordings_a_sentence_names_the_way_on(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([])
        await on.settle()
        assert "No recordings yet · 0 connect" in "\n".join(on.rows(sessions.list))
        sessions.show([], reading=True)
        await on.settle()
        assert "looking for recordings…" in "\n".join(on.rows(sessions.list))


async def test_what_is_not_known_yet_is_left_open_and_follows(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([replace(LIBRARY, length=None, records=None, ended="", errors=0, warnings=0), WEATHER])
        await on.focus(sessions)
        await on.press("down")
        assert on.rows(sessions.list)[0].split()[-2:] == ["…", "…"]
        sessions.show([LIBRARY, WEATHER])
        await on.settle()
        assert sessions.list.selected is WEATHER and "168" in on.rows(sessions.list)[0]


async def test_the_filter_finds_by_server_and_says_how_many_fit(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, WEATHER])
        await on.focus(sessions)
        await on.press("slash", *"harb")
        assert sessions.rule.content.facts == (("1 of 2", "muted"),)
        await on.press("enter")
        assert [m.path for m in on.said(Sessions.Opened)] == ["/r/b.jsonl"]


async def test_the_open_one_is_marked(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, replace(WEATHER, here=True)])
        await on.settle()
        assert on.rows(sessions.list)[1].split()[0] == "▪"


async def test_how_it_went_stands_beside_the_list_where_there_is_room(stage):
    sessions = Sessions()
    async with stage(sessions, 140) as on:
        sessions.show([replace(LIBRARY, facts=(("tools", "12 called 14 times"),))])
        await on.settle()
        text = "\n".join(on.rows(sessions.panel))
        for part in ("modern 2026-07-28", "18.0 kB", "12 called 14 times", "~/r/a.jsonl"):
            assert part in text


async def test_many_are_folded_by_month_and_space_unfolds_one(stage):
    many = [replace(WEATHER, path=f"/{n}", server=f"server-{n}", month=f"month {n // 50}") for n in range(150)]
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show(many)
        await on.focus(sessions)
        assert sessions.list.line_count == 50 + 3
        assert "space fold" in on.key_line()
        await on.press("end", "space")
        assert sessions.list.line_count == 100 + 3
        assert sessions.list.selected == Month("month 2", 50, False)
        await on.press("slash", *"server-149")
        assert sessions.list.line_count == 1


def test_months_keep_the_order_of_their_recordings():
    rows = [replace(WEATHER, path=str(n), month=month) for n, month in enumerate(("b", "b", "a"))]
    assert by_month(rows, {"b"}) == [Month("b", 2, True), Month("a", 1, False), rows[2]]


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_hostile_text_stays_in_its_row(text, width):
    for more in ({}, {"problem": text or "x"}, {"deleted": True}):
        row = SessionRow(text, text, text, "modern", text, text, text, 1.0, 1, 1, text, "error", 1, 1, **more)
        strip = session_strip(row, width, ROLES)
        assert strip.cell_length == width and not unsafe(strip.text)


async def test_what_is_being_written_stands_first_with_a_sign_and_the_rest_in_the_chosen_order(stage):
    live = replace(WEATHER, path="/r/l.jsonl", server="Tap", live=True, records=1, length=0.0, size=1, at=1.0)
    small, long = replace(LIBRARY, at=9.0, length=1.0), replace(WEATHER, at=5.0, length=999.0)
    sessions = Sessions()
    async with stage(sessions, 140) as on:
        sessions.show([long, small, live])
        await on.focus(sessions)
        assert on.rows(sessions.list)[0].split()[:3] == ["▌", "●", "Tap"]
        orders = []
        for _ in SORTS:
            orders.append([row.server.split()[0] for row in sessions.rows.sessions])
            await on.press("s")
        assert orders == [
            ["Tap", "Alder", "Harbour"],
            ["Tap", "Harbour", "Alder"],
            ["Tap", "Alder", "Harbour"],
            ["Tap", "Alder", "Harbour"],
            ["Tap", "Alder", "Harbour"],
            ["Tap", "Alder", "Harbour"],
        ]
        assert sessions.rows.sort == "newest"


async def test_several_are_marked_deleted_together_and_two_are_compared(stage):
    sessions = Sessions()
    async with stage(sessions) as on:
        sessions.show([LIBRARY, WEATHER, TORN])
        await on.focus(sessions)
        await on.press("m", "c")
        assert on.said(Sessions.CompareAsked)[-1].paths == ("/r/a.jsonl", "/r/b.jsonl")
        await on.press("m", "delete")
        assert on.said(Sessions.DeleteWanted)[-1].paths == ("/r/a.jsonl", "/r/b.jsonl")
        assert on.rows(sessions.list)[0].lstrip().startswith("▪ ") or "▪" in on.rows(sessions.list)[0][:3]
        assert ("2 marked", "waiting") in sessions.rule.content.facts


async def test_a_name_of_the_persons_and_their_notes_are_shown_and_found(stage):
    mine = replace(LIBRARY, name="the bad day", note="look at 40", notes=("why twice?",), path="/r/mine.jsonl")
    sessions = Sessions()
    async with stage(sessions, 140) as on:
        sessions.show([mine, WEATHER])
        await on.focus(sessions)
        assert "the bad day" in on.rows(sessions.list)[0] and "✎" in on.rows(sessions.list)[0]
        text = "\n".join(on.rows(sessions.panel))
        for part in ("look at 40", "why twice?", "Alder Street Library", "1 error, 2 warnings"):
            assert part in text
        await on.press("slash", *"twice")
        assert sessions.rows.found == 1
