"""Two records side by side: the keys, what is told, and the rows of both layouts."""

import asyncio
import json

import pytest
from textual.app import App

from inspector.analysis.folds import Folds
from inspector.analysis.side_by_side import Line
from inspector.tui.roles import resolve_roles
from inspector.tui.screens.compare import ComparePane, compared, difference_lines
from inspector.tui.themes import load_themes, role_defaults, shipped_folder
from inspector.tui.widgets.compare_rows import as_text, unified, value_spans
from tests.tui.detail.sessions import reserved

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})


class Host(App):
    """Shows the pane, and keeps what it wants."""

    CSS = "ComparePane { height: 1fr; }"

    def __init__(self, pane):
        super().__init__()
        self.pane, self.wanted, self.copies, self.left = pane, [], [], 0

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.pane

    def on_record_wanted(self, message):
        self.wanted.append(message.seq)

    def on_copies_wanted(self, message):
        self.copies = {one.key: one.text(True) for one in message.choices}

    def on_compare_pane_left(self, message):
        self.left += 1


async def test_the_differences_are_gone_through_copied_and_told():
    model = Folds()
    model.feed(reserved().records)
    app = Host(ComparePane(model))
    async with asyncio.timeout(60), app.run_test(size=(80, 24)) as pilot:
        app.pane.show(5, 7)
        await pilot.pause()
        app.pane.focus()
        facts = lambda: " ".join(text for text, _ in app.pane.rule.content.facts)  # noqa: E731
        assert facts() == "ids left out 1 difference 1 of 1" and app.pane.where.text.startswith("$.params.requestState")
        await pilot.press("t")
        await pilot.pause()
        assert facts() == "2 differences 1 of 2" and app.pane.where.text.startswith("$.id")
        await pilot.press("n")
        await pilot.pause()
        assert facts().endswith("2 of 2")
        await pilot.press("n", "p", "p")
        await pilot.pause()
        assert facts().endswith("1 of 2")
        await pilot.press("y")
        await pilot.pause()
        assert (app.copies["y"], app.copies["t"], app.copies["p"]) == ("21", "22", "$.id")
        assert "- " in app.copies["l"] and json.loads(app.copies["j"].splitlines()[0])["kind"] == "changed"
        await pilot.press("x", "enter", "escape")
        await pilot.pause()
        assert app.pane.seqs == (7, 5) and app.wanted == [5] and app.left == 1
        app.pane.show(5, 5)
        await pilot.pause()
        assert "They are equal" in app.pane.view.render_line(0).text
        await pilot.resize_terminal(140, 30)
        app.pane.show(6, 8)
        await pilot.pause()
        assert "│" in app.pane.view.render_line(3).text and "A" in app.pane.heads.text


def test_what_changed_over_several_lines_stays_together_in_one_column():
    rows = compared(b'{"a":[1,2]}', b'{"a":"x"}').rows
    assert as_text(rows) == '  {\n-   "a": [\n-     1\n-     2\n-   ]\n+   "a": "x"\n  }\n'
    assert [drawn.side for drawn in unified(rows)][1:-1] == ["left"] * 4 + ["right"]


def test_what_is_no_json_is_compared_line_by_line():
    found = compared(b"a\nb \xff\n", b"a\nc\n").found
    assert difference_lines(found) == '{"path":"$[1]","kind":"changed","before":"b \\\\xff","after":"c"}\n'


@pytest.mark.parametrize("room", [12, 40, 200])
def test_a_long_text_is_cut_so_that_its_first_difference_is_seen(room):
    one, other = Line(None, f'"{"x" * 5000}old{"y" * 50}"'), Line(None, f'"{"x" * 5000}new{"y" * 50}"')
    spans = value_spans(one, other, room, ROLES)
    text = "".join(text for text, _ in spans)
    assert text.startswith("…") and len(text) <= room + 1
    assert room < 20 or ("old", "json-string bold underline") in spans
