from place_texts import HOSTILE, ROLES, unsafe

from inspector.analysis.durations import Group
from inspector.tui.widgets.durations_table import DurationsTable, group_strip, heads_strip, scale_of


def group(name, *times, method="tools/call", failed=0, human=0.0):
    made = Group(method, name, human_ms=human)
    for seq, ms in enumerate(times, 1):
        made.count(ms, seq, failed=seq <= failed)
    return made


SEARCH = group("search_catalogue", *[29.0] * 20, 71.0, 1310.0)
RESERVE = group("reserve_book", 31.0, 58.0, failed=1, human=4200.0)
GROUPS = [SEARCH, RESERVE]


def row(one, width=140, groups=GROUPS):
    return group_strip(one, groups, False, width, ROLES).text


def test_a_row_has_calls_median_p95_slowest_errors_and_what_people_took():
    assert row(SEARCH, 80).split() == ["search_catalogue", "22", "29", "ms", "71", "ms", "1.31", "s"]
    assert row(RESERVE, 80).split() == ["reserve_book", "2", "44", "ms", "58", "ms", "58", "ms", "1", "4.20", "s"]


def test_columns_stand_under_their_heads():
    for width in (60, 80, 140):
        heads, shown = heads_strip(GROUPS, False, width, ROLES).text, row(SEARCH, width)
        for head, value in (("calls", "22"), ("median", "29 ms"), ("p95", "71 ms"), ("slowest", "1.31 s")):
            assert heads.index(head) + len(head) == shown.index(value) + len(value)
        assert len(heads) == len(shown) == width


def test_the_scale_is_logarithmic_and_in_powers_of_ten():
    scale = scale_of(GROUPS, 31)
    assert (scale.least, scale.most) == (1.0, 10_000.0)
    assert [scale.cell(ms) for ms in (0.5, 1, 10, 100, 1000, 10_000)] == [0, 0, 8, 15, 22, 30]


def test_the_strip_tells_median_p95_and_what_is_unusual():
    strip = row(SEARCH)[98:]
    assert strip.index("│") < strip.index("·") < strip.index("▲")
    usual = row(RESERVE)[98:]
    assert "●" in usual and "▲" not in usual
    assert not row(SEARCH, 80)[76:].strip("s ")


def test_a_group_that_only_people_took_time_of_has_no_times():
    assert row(group("pay_fine", human=4200.0), 80).split() == ["pay_fine", "0", "4.20", "s"]


async def test_enter_asks_for_the_slowest_and_y_for_the_table(stage):
    table = DurationsTable()
    async with stage(table) as on:
        table.show_rows(GROUPS)
        await on.focus(table)
        await on.press("enter", "y")
        assert [message.group for message in on.said(DurationsTable.Wanted)] == [SEARCH]
        (copied,) = on.said(DurationsTable.CopyWanted)
        lines = copied.text.splitlines()
        assert lines[1].split("\t") == [
            "tools/call",
            "search_catalogue",
            "22",
            "29.000",
            "71.000",
            "1310.000",
            "0",
            "0",
        ]


async def test_before_anything_ended_there_is_a_sentence(stage):
    table = DurationsTable()
    async with stage(table) as on:
        table.show_rows([])
        await on.settle()
        assert "No call has ended yet." in "\n".join(on.rows(table))


def test_hostile_names_stay_in_their_row():
    for text in HOSTILE:
        for width in (60, 140):
            one = group(text, 1.0)
            strip = group_strip(one, [one], False, width, ROLES)
            assert strip.cell_length == width and not unsafe(strip.text)
