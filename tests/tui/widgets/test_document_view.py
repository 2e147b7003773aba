import asyncio
import json
from contextlib import asynccontextmanager

from textual.app import App

from inspector.tui.documents import json_structure
from inspector.tui.themes import role_defaults
from inspector.tui.widgets.document_view import DocumentView

ANSWER = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 21,
        "result": {
            "resultType": "input_required",
            "inputRequests": {"pickup": {"method": "elicitation/create", "params": {"message": "Where to pick up?"}}},
            "requestState": "s" * 200,
        },
    }
)


class Host(App):
    CSS = "DocumentView { height: 1fr; }"

    def __init__(self, view):
        super().__init__()
        self.view = view
        self.said = []

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.view

    def on_document_view_cursor_moved(self, message):
        self.said.append(("line", message.line))

    def on_document_view_opened(self, message):
        self.said.append(("opened", message.line))

    def on_document_view_searched(self, message):
        self.said.append((message.query, message.line))


@asynccontextmanager
async def running(document, *, size=(60, 12), **more):
    view = DocumentView(document, **more)
    app = Host(view)
    async with asyncio.timeout(30), app.run_test(size=size) as pilot:
        view.focus()
        await pilot.pause()
        yield app, view, pilot


def shown(view):
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


async def test_json_is_shown_pretty_with_numbers_and_fold_signs():
    async with running(ANSWER) as (_, view, _pilot):
        assert view.form == "json"
        assert shown(view)[:6] == [
            "▌  1 ▾ {",
            '   2     "jsonrpc": "2.0",',
            '   3     "id": 21,',
            '   4 ▾   "result": {',
            '   5       "resultType": "input_required",',
            '   6 ▾     "inputRequests": {',
        ]


async def test_the_cursor_knows_its_path_and_the_value_as_it_was_sent():
    async with running('{"a": [1.50, {"b": "x\\u202e"}]}') as (app, view, pilot):
        await pilot.press("down", "down")
        assert (view.path_at_cursor, view.value_at_cursor) == ("$.a[0]", "1.50")
        await pilot.press("down", "down")
        await pilot.pause()
        assert (view.path_at_cursor, view.value_at_cursor) == ("$.a[1].b", '"x\\u202e"')
        assert view.string_at_cursor == "x\u202e"
        assert app.said[-1] == ("line", 4)
        await pilot.press("enter")
        await pilot.pause()
        assert app.said[-1] == ("opened", 4)


async def test_space_folds_what_the_cursor_is_on_or_in_and_unfolds_it():
    async with running(ANSWER) as (_, view, pilot):
        await pilot.press(*["down"] * 5, "space")
        assert shown(view)[5] == '▌  6 ▸     "inputRequests": { … 1 member },'
        assert shown(view)[6].startswith("  14 ")
        folded = view.line_count
        await pilot.press("space")
        assert view.line_count == view.total_lines > folded
        await pilot.press("down", "down", "space")
        assert view.path_at_cursor == "$.result.inputRequests.pickup"


async def test_a_click_on_a_fold_sign_folds():
    async with running(ANSWER) as (_, view, pilot):
        await pilot.click(view, offset=(5, 3))
        assert shown(view)[3] == '▌  4 ▸   "result": { … 3 members }'
        assert view.line_count == 5


async def test_all_below_a_depth_can_be_folded_and_a_path_found_again():
    async with running(ANSWER) as (_, view, _pilot):
        view.fold_below(1)
        assert view.line_count == 5
        assert view.go_to_path("$.result.inputRequests.pickup.method")
        assert view.value_at_cursor == '"elicitation/create"'
        assert not view.go_to_path("$.result.none")
        view.fold_below(0)
        assert shown(view)[0] == "▌  1 ▸ { … 3 members }" or shown(view)[0] == "   1 ▸ { … 3 members }"
        view.unfold_all()
        assert view.line_count == view.total_lines


async def test_searching_unfolds_marks_and_goes_round():
    async with running(ANSWER) as (app, view, pilot):
        view.fold_below(1)
        assert view.find("pick") is not None
        await pilot.pause()
        assert view.path_at_cursor == "$.result.inputRequests.pickup"
        hits = [
            segment.text for segment in view.render_line(view.cursor - view.scroll_offset.y) if segment.style.reverse
        ]
        assert hits == ["pick"]
        await pilot.press("n")
        assert view.path_at_cursor.endswith("params.message")
        await pilot.press("n")
        assert view.path_at_cursor == "$.result.inputRequests.pickup"
        await pilot.press("p")
        assert view.path_at_cursor.endswith("params.message")
        view.find("nowhere")
        await pilot.pause()
        assert app.said[-1] == ("nowhere", None)


async def test_a_long_value_is_cut_by_its_size_and_seen_whole_when_wrapped_or_shifted():
    async with running(ANSWER, size=(60, 30)) as (_, view, pilot):
        (line,) = (line for line in shown(view) if "requestState" in line)
        assert line.endswith('s…" 200 B')
        assert len(line) <= 60
        await pilot.press("w")
        assert "".join(shown(view)).count("s") >= 200
        await pilot.press("w", "right", "right")
        assert any(line.count("s") >= 45 for line in shown(view))
        assert "…" in shown(view)[4]


async def test_text_that_is_no_json_is_text_and_bytes_that_are_no_text_are_raw():
    async with running('{"a": 1,}') as (_, view, pilot):
        assert view.form == "text"
        view.show(b'{"a": "\xff"}')
        await pilot.pause()
        assert view.form == "raw"
        assert shown(view)[0] == ' 0000  {"a":·"\\xff"}  ▲ byte 7 is not UTF-8'
        view.show("[1]", "raw")
        assert (view.form, view.value_at_cursor) == ("raw", None)
        view.show(b"[1]")
        assert (view.form, view.document) == ("json", b"[1]")


async def test_controls_never_reach_the_terminal_and_the_clipboard_gets_them():
    async with running("a\x1b[2J\u202eb\x9b\n", wrap=True) as (_, view, _pilot):
        assert not any(character in "".join(shown(view)) for character in "\x1b\u202e\x9b")
        assert shown(view)[0] == "▌  1  a␛[2J\\u202eb\\x9b"
        assert view.value_at_cursor == "a\x1b[2J\u202eb\x9b"


async def test_wrapped_text_shows_every_character_line_by_line():
    words = "".join(f"{n:09d}," for n in range(200))
    text = f"first\n{words}\n漢字の行{'漢' * 160}\nlast"
    async with running(text, wrap=True, size=(60, 12)) as (_, view, pilot):
        seen: list[str] = []
        for line in range(view.line_count):
            view.move_to(line)
            await pilot.pause()
            rows = [row for y, row in enumerate(shown(view)) if view.line_at(y) == line]
            seen.append("".join(row[6:] for row in rows))
        assert "".join(seen) == text.replace("\n", "")


async def test_another_width_and_another_wrap_keep_the_place():
    text = "".join(f"{n:09d}," for n in range(2000))
    async with running(text, size=(60, 12)) as (_, view, pilot):
        view.wrap = True
        view.find("000001500")
        await pilot.pause()
        assert "000001500," in view.value_at_cursor
        await pilot.resize_terminal(100, 20)
        await pilot.pause()
        assert "000001500," in "".join(row[6:] for row in shown(view))


async def test_a_click_on_a_wrapped_row_selects_its_line():
    async with running("a\n" + "b" * 200 + "\nc", wrap=True) as (_, view, pilot):
        await pilot.click(view, offset=(20, 4))
        assert view.cursor == 1
        await pilot.click(view, offset=(20, 5))
        assert view.cursor == 2


async def test_a_very_long_text_opens_with_only_what_is_seen_and_is_counted_meanwhile():
    async with running("line\n" * 2_000_000) as (_, view, pilot):
        assert view.total_lines == 2_000_000
        assert not view._lines.complete
        await pilot.press("end")
        assert shown(view)[-1].endswith("2000000  line")


async def test_a_document_of_one_long_line_opens_too():
    async with running("x" * 5_000_000, wrap=True) as (_, view, pilot):
        assert all(line.endswith("x") for line in shown(view))
        await pilot.press("pagedown", "end")
        assert view.cursor == view.line_count - 1


async def test_counting_ends_by_itself():
    async with running(json.dumps(list(range(50_000)))) as (_, view, pilot):
        while not view._lines.complete:
            await pilot.pause(0.05)
        assert view.line_count == 50_002
        assert view._timer is None


async def test_nothing_of_a_long_line_is_under_the_scroll_bar():
    line = "".join(chr(ord("a") + n % 26) for n in range(150))
    document = "\n".join([line] * 50)
    async with running(document, wrap=True) as (app, view, _):
        assert view.show_vertical_scrollbar
        rows = [strip.text[:-1].rstrip() for strip in app.screen._compositor.render_strips()[:3]]
        assert "".join(row[6:] for row in rows) == line
    async with running(document) as (app, view, _):
        assert app.screen._compositor.render_strips()[0].text[-2] == "…"


async def test_end_goes_on_to_the_true_end_while_the_lines_of_a_very_large_text_are_found(monkeypatch):
    monkeypatch.setattr(json_structure, "COUNTED_UP_TO", 10)
    async with running(json.dumps(list(range(60_000))), form="json") as (_, view, pilot):
        await pilot.press("end")
        while view.total_lines < 60_002:
            await pilot.pause(0.01)
        assert view.cursor_line == 60_001
        assert shown(view)[-2:] == [" 60001     59999", "▌60002   ]"]
