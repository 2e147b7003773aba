import time

import pytest
from place_texts import HOSTILE, ROLES, unsafe
from rich.cells import cell_len

from inspector.analysis.catalog import Listing
from inspector.analysis.items import items_of
from inspector.tui.widgets.catalogue import Catalogue, ItemKey
from inspector.tui.widgets.catalogue_rows import CatalogueGroup, group_of, item_strip


def tools(*names, **more):
    return items_of("tool", [{"name": name, "inputSchema": {"type": "object"}, **more} for name in names])


def group(*names, **more):
    return CatalogueGroup("tool", tools(*names), **more)


def resources():
    return CatalogueGroup("resource", items_of("resource", [{"uri": "library://branches", "name": "Branches"}]))


async def test_groups_have_their_counts_and_items_in_order(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search", "reserve"), resources()])
        await on.settle()
        rows = [row.rstrip() for row in on.rows(catalogue.list)]
        assert [row.split() for row in rows[:5]] == [
            ["▾", "Tools", "2"],
            ["▌", "search", "d"],
            ["reserve", "d"],
            ["▾", "Resources", "1"],
            ["Branches"],
        ]
        assert catalogue.rule.content.facts == (("3", "muted"),)


async def test_enter_opens_and_the_cursor_says_where_it_is(stage):
    catalogue = Catalogue()
    opened = []
    catalogue.open_item = opened.append
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search", "reserve")])
        await on.focus(catalogue)
        await on.press("down", "enter")
        assert [m.key for m in on.said(Catalogue.ItemHighlighted)] == [
            ItemKey("tool", "search"),
            ItemKey("tool", "reserve"),
        ]
        assert opened == [ItemKey("tool", "reserve")]


async def test_the_filter_narrows_with_each_letter_and_enter_opens_the_first_hit(stage):
    catalogue = Catalogue()
    opened = []
    catalogue.open_item = opened.append
    async with stage(catalogue, 40) as on:
        catalogue.show([group("search", "reserve", "renew"), resources()])
        await on.focus(catalogue)
        await on.press("slash", "r", "e", "n")
        rows = on.rows(catalogue.list)
        assert rows[0].split() == ["▾", "Tools", "1", "of", "3"]
        assert rows[1].split()[:2] == ["▌", "renew"] and not rows[2].strip()
        assert catalogue.rule.content.facts == (("1 of 4", "muted"),)
        await on.press("enter")
        assert opened == [ItemKey("tool", "renew")]
        assert on.app.focused is catalogue.list


async def test_the_filter_looks_at_titles_and_not_at_case(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 40) as on:
        catalogue.show([CatalogueGroup("tool", tools("a1", title="Late Fees") + tools("b2"))])
        catalogue.start_filter()
        await on.settle()
        await on.press("f", "e", "e")
        assert "a1" in on.rows(catalogue.list)[1]
        assert catalogue.list.found == 1


async def test_escape_first_clears_the_filter_and_then_leaves_it(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 40) as on:
        catalogue.show([group("search", "reserve")])
        await on.focus(catalogue)
        await on.press("slash", "z", "z")
        assert "0 of 2 fit “zz” · Esc clears" in " ".join(" ".join(on.rows(catalogue.list)).split())
        await on.press("escape")
        assert catalogue.filter_bar.text == "" and on.app.focused is catalogue.filter_bar.input
        assert catalogue.list.found == 2
        await on.press("escape")
        assert on.app.focused is catalogue.list


async def test_escape_in_the_list_clears_a_filter_that_was_left_on(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 40) as on:
        catalogue.show([group("search", "reserve")])
        await on.focus(catalogue)
        await on.press("slash", "r", "e", "s", "down", "escape")
        assert catalogue.list.filter_text == "" and catalogue.filter_bar.text == ""


async def test_tab_does_not_stop_in_the_filter(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 40) as on:
        catalogue.show([group("search")])
        await on.focus(catalogue)
        await on.press("tab")
        assert on.app.focused is catalogue.list


async def test_space_folds_the_group_and_the_cursor_goes_to_its_head(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search", "reserve"), resources()])
        await on.focus(catalogue)
        await on.press("down", "space")
        rows = on.rows(catalogue.list)
        assert rows[0].split() == ["▌▸", "Tools", "2"]
        assert rows[1].split()[:2] == ["▾", "Resources"]
        await on.press("enter")
        assert on.rows(catalogue.list)[1].split()[0] == "search"


async def test_the_selection_survives_a_refresh_by_name_and_occurrence(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("a", "twin", "twin", "z")])
        await on.focus(catalogue)
        await on.press("down", "down")
        assert catalogue.selected == ItemKey("tool", "twin", 1)
        catalogue.show([group("new", "a", "b", "twin", "twin")])
        await on.settle()
        assert catalogue.selected == ItemKey("tool", "twin", 1)
        catalogue.show([group("new")])
        await on.settle()
        assert catalogue.selected == ItemKey("tool", "new")


async def test_clearing_a_filter_returns_to_what_was_selected_before(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group(*[f"tool_{number}" for number in range(100)])])
        catalogue.select(ItemKey("tool", "tool_77"))
        await on.focus(catalogue)
        await on.press("slash", "1", "1")
        assert catalogue.selected == ItemKey("tool", "tool_11")
        await on.press("escape", "escape")
        assert catalogue.selected == ItemKey("tool", "tool_77")
        assert any("tool_77" in row for row in on.rows(catalogue.list))


async def test_select_opens_a_folded_group_and_takes_a_filter_away(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search", "reserve"), resources()])
        await on.focus(catalogue)
        await on.press("space")
        assert catalogue.select(ItemKey("tool", "reserve"))
        catalogue.start_filter()
        await on.settle()
        await on.press("b", "r", "a")
        assert catalogue.select(ItemKey("tool", "search"))
        await on.settle()
        assert catalogue.list.filter_text == "" and catalogue.selected == ItemKey("tool", "search")
        assert not catalogue.select(ItemKey("tool", "nobody"))


async def test_each_state_of_a_kind_is_said_and_other_kinds_stay(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 60) as on:
        catalogue.show(
            [
                group("there", loading="page 3, 240 so far"),
                CatalogueGroup("resource", problem="−32603 “Internal error”"),
                CatalogueGroup("template"),
                CatalogueGroup("prompt", declared=False),
                CatalogueGroup("subscription", unasked=True),
            ]
        )
        await on.settle()
        text = "\n".join(on.rows(catalogue.list))
        assert "there" in text
        assert "tools… page 3, 240 so far" in text
        assert "✗ resources: −32603 “Internal error” · r again" in text
        assert "This server offers no templates." in text
        assert "Prompts" not in text
        assert "Not asked in this session." in text


async def test_r_asks_for_the_kind_under_the_cursor_again(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 60) as on:
        catalogue.show([group("a"), CatalogueGroup("resource", problem="gone")])
        await on.focus(catalogue)
        await on.press("end", "r")
        assert [m.kind for m in on.said(Catalogue.AgainWanted)] == ["resource"]


async def test_y_copies_the_wire_name_and_not_the_label(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 60) as on:
        catalogue.show([resources()])
        await on.focus(catalogue)
        await on.press("y")
        assert [m.text for m in on.said(Catalogue.CopyWanted)] == ["library://branches"]


async def test_without_a_server_the_rows_stay_muted(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search")], live=False)
        await on.settle()
        name = next(segment for segment in catalogue.list.render_line(1) if "search" in segment.text)
        assert name.style.color == catalogue.list.roles["muted"].color


async def test_before_anything_is_known_a_sentence_stands_there(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([], empty="Not connected · 0 connect")
        await on.settle()
        assert on.rows(catalogue.list)[0].strip() == "Not connected · 0 connect"


async def test_the_keys_are_in_order_of_their_frequency(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 30) as on:
        catalogue.show([group("search")])
        await on.focus(catalogue)
        await on.settle()
        assert on.key_line() == ["enter open", "slash filter", "r again", "y copy name", "space fold"]


def test_the_wire_name_is_first_and_a_title_only_follows_where_there_is_room():
    (item,) = tools("delete_all", title="List files (read-only)")
    narrow, wide = item_strip(item, 30, ROLES).text, item_strip(item, 80, ROLES).text
    assert narrow.split() == ["delete_all", "d"]
    assert wide.index("delete_all") < wide.index("List files (read-only)")


def test_what_is_excluded_is_struck_through_with_its_reason():
    bad = {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "Shelf Id"}}}
    (item,) = items_of("tool", [{"name": "renumber", "inputSchema": bad}], mirrored=True)
    strip = item_strip(item, 100, ROLES)
    name = next(segment for segment in strip if "renumber" in segment.text)
    assert name.style.strike
    assert "✗" in strip.text and "Shelf Id" in strip.text


def test_a_mark_that_only_the_defaults_gave_is_not_red():
    plain, said = tools("a")[0], tools("a", annotations={"destructiveHint": True})[0]
    by_default = next(segment for segment in item_strip(plain, 30, ROLES) if segment.text == "d")
    claimed = next(segment for segment in item_strip(said, 30, ROLES) if segment.text == "d")
    assert by_default.style == ROLES["faint"] and claimed.style == ROLES["error bold"]


@pytest.mark.parametrize("width", [22, 30, 36, 80])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_a_hostile_name_takes_one_row_and_drives_nothing(text, width):
    (item,) = tools(text, title=text)
    strip = item_strip(item, width, ROLES)
    assert strip.cell_length == width == sum(cell_len(segment.text) for segment in strip if segment.text)
    assert not unsafe(strip.text)


async def test_hostile_names_are_shown_literally_in_the_pane(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 80, 40) as on:
        catalogue.show([group(*HOSTILE)])
        await on.focus(catalogue)
        await on.press("end", "home", "slash", "left_square_bracket", "slash")
        text = "\n".join(on.rows(catalogue.list))
        assert "[/bold]" in text and not unsafe(text.replace("\n", ""))


async def test_an_entry_without_a_name_can_be_selected_apart_from_the_others(stage):
    catalogue = Catalogue()
    async with stage(catalogue, 40) as on:
        catalogue.show([CatalogueGroup("tool", items_of("tool", [{}, None, {"name": "good"}]))])
        await on.focus(catalogue)
        await on.press("down")
        first, second = on.said(Catalogue.ItemHighlighted)
        assert first.key != second.key
        assert "entry 2" in on.rows(catalogue.list)[2]


def test_a_group_comes_from_what_is_known_of_a_list():
    listing = Listing("tool", "loading", tools("a"), pages=2, declared=True)
    assert group_of(listing).loading == "page 3, 1 so far"
    assert group_of(Listing("tool", "failed", error="−32603 “no”")).problem == "−32603 “no”"


async def test_three_thousand_items_are_filtered_and_drawn_without_drawing_them_all(stage, monkeypatch):
    drawn = []
    catalogue = Catalogue()
    draw = type(catalogue.list).draw
    monkeypatch.setattr(type(catalogue.list), "draw", lambda self, i, w: drawn.append(i) or draw(self, i, w))
    async with stage(catalogue, 30, 24) as on:
        catalogue.show([group(*[f"tool_{number}" for number in range(3000)])])
        await on.focus(catalogue)
        await on.press("end")
        assert "tool_2999" in "\n".join(on.rows(catalogue.list))
        assert catalogue.rule.content.facts == (("3,000", "muted"),)
        await on.press("slash", "2", "9", "9", "9")
        assert catalogue.list.found == 1
        assert len(set(drawn)) < 200


@pytest.mark.benchmark
def test_filtering_three_thousand_items_costs_less_than_a_frame():
    from inspector.tui.widgets.catalogue_rows import Index

    index = Index([group(*[f"tool_{number}" for number in range(3000)])])
    began = time.process_time()
    for text in ("t", "to", "too", "tool_2"):
        index.rows(index.hits(text), text, (), 30)
    assert (time.process_time() - began) / 4 < 0.016
