import json

from inspector.forms.validation import validate
from inspector.tui.widgets.result_data import Done
from inspector.tui.widgets.result_view import ResultView

BOOKS = [
    {"isbn": f"978-{n:04}", "title": f"Book {n}", "year": 1900 + n % 100, "price": n / 4, "tags": ["a"] * n}
    for n in range(40)
]


async def shown(pilot, view, structured, **more):
    view.show(Done("find", "tool", {"content": [], "structuredContent": structured}, **more))
    view.take_focus()
    await pilot.pause()


async def test_an_array_of_like_objects_has_a_table_with_numbers_to_the_right(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, {"books": BOOKS})
        view.tab = "table"
        await pilot.pause()
        rows = screen_text(app)
        assert "Table" in rows[0] and "row 1 of 40" in rows[0]
        head = next(row for row in rows if "isbn" in row)
        assert head.split() == ["isbn", "title", "year", "price", "tags"]
        third, tenth = (next(row for row in rows if name in row) for name in ("978-0003", "978-0010"))
        assert third.split()[:6] == ["4", "978-0003", "Book", "3", "1903", "0.75"]
        assert third.index("0.75") + 4 == tenth.index("2.5") + 3 == head.index("price") + 5


async def test_one_row_opens_whole_and_esc_leads_back_to_it(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, {"books": BOOKS})
        view.tab = "table"
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert '"isbn": "978-0002"' in text and "structuredContent.books[2]" in text
        await pilot.press("escape")
        await pilot.pause()
        assert "row 3 of 40" in screen_text(app)[0] and view.keyboard.has_focus


async def test_a_wide_table_goes_to_the_side_by_columns_and_says_which(hosted, screen_text):
    view = ResultView()
    async with hosted(view, size=(60, 20)) as (app, pilot):
        await shown(pilot, view, [{f"column{n}": f"value{n}" for n in range(20)}] * 3)
        view.tab = "table"
        await pilot.press("right", "right", "left", "right")
        await pilot.pause()
        rows = screen_text(app)
        assert "columns 3–" in rows[0] and "of 20" in rows[0]
        assert any(row.split()[:2] == ["column2", "column3"] for row in rows)
        await pilot.press(*["right"] * 40)
        await pilot.pause()
        assert "–20 of 20" in screen_text(app)[0] and "value19" in "\n".join(screen_text(app))


async def test_of_several_tables_t_shows_the_next(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        await shown(pilot, view, {"books": BOOKS, "branches": [{"name": "alder"}, {"name": "quay"}]})
        view.tab = "table"
        await pilot.press("t")
        await pilot.pause()
        assert "table 2 of 2  row 1 of 2" in screen_text(app)[0] and "quay" in "\n".join(screen_text(app))


async def test_a_hostile_table_draws_no_control_characters_and_no_markup(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        await shown(
            pilot, view, [{"[/]": "\x1b[31m[bold]\n\u202e", "": 1}, {"[/]": "b", "": "x" * 9999}] * 9 + ["odd\x1b"]
        )
        view.tab = "table"
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "[/]" in text and "␛[31m[bold]" in text and "\x1b" not in text and "\u202e" not in text


async def test_the_json_begins_at_the_first_place_that_the_schema_does_not_allow_and_marks_it(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        value = {"books": [{"isbn": str(n), "year": 1900} for n in range(30)]}
        value["books"][20]["year"] = "unknown"
        schema = {"properties": {"books": {"items": {"properties": {"year": {"type": "integer"}}}}}}
        raw = json.dumps({"id": 1, "result": {"content": [], "structuredContent": value}}).encode()
        await shown(pilot, view, value, raw=raw, validation=validate(value, schema))
        view.tab = "json"
        await pilot.pause()
        row = next(row for row in screen_text(app) if '"year": "unknown"' in row)
        assert "✗" in row
        assert view.keyboard.path_at_cursor == "$.result.structuredContent.books[20].year"


async def test_enter_on_a_fault_of_the_schema_goes_to_its_place_in_the_json(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (_, pilot):
        value = {"a": 1, "b": {"c": 2}}
        schema = {"properties": {"a": {"type": "string"}, "b": {"required": ["d"]}}}
        await shown(pilot, view, value, validation=validate(value, schema))
        view.tab = "schema"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert view.tab == "json" and view.keyboard.has_focus
        assert view.keyboard.path_at_cursor == "$.structuredContent.b"


async def test_a_long_value_takes_the_rows_that_would_be_free(hosted, screen_text):
    view = ResultView()
    async with hosted(view) as (app, pilot):
        words = " ".join(f"word{n}" for n in range(40))
        await shown(pilot, view, {"a": words, "b": 1})
        view.tab = "json"
        await pilot.pause()
        assert "word39" in "\n".join(screen_text(app))
