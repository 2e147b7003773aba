import asyncio

import pytest
from textual.app import App

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, role_defaults, shipped_folder
from inspector.tui.widgets.rule import Rule, RuleContent, Tab, rule_strip, tab_at

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})

FORM = RuleContent(
    "2",
    "reserve_book",
    tabs=[Tab("form", "Form"), Tab("json", "JSON"), Tab("raw", "Raw"), Tab("result", "Result", ("✓", "success"))],
    active="form",
)
TRAFFIC = RuleContent("3", "Traffic", facts=[("147", ""), ("follow", "success bold")])


def test_a_rule_is_as_in_the_picture():
    assert rule_strip(FORM, 57, True, ROLES).text == "━ 2  reserve_book ━━━━━━━━━━━ Form  JSON  Raw  Result ✓ ━"
    assert rule_strip(TRAFFIC, 80, False, ROLES).text == (
        "─ 3  Traffic ───────────────────────────────────────────────────── 147  follow ─"
    )


def test_the_focus_shows_as_a_chip_a_heavy_line_and_a_bold_title():
    strip = rule_strip(FORM, 57, True, ROLES)
    styles = {segment.text.strip(): segment.style for segment in strip}
    assert styles["2"].reverse and styles["2"].color == ROLES["accent"].color
    assert styles["reserve_book"].bold
    assert styles["━"].color == ROLES["accent"].color
    assert not any(segment.style.reverse for segment in rule_strip(FORM, 57, False, ROLES))


def test_the_open_tab_is_underlined():
    underlined = [segment.text for segment in rule_strip(FORM, 57, False, ROLES) if segment.style.underline]
    assert underlined == ["Form"]


def test_it_is_as_wide_as_asked_and_the_title_yields_last():
    both = RuleContent("2", "reserve_book", tabs=FORM.tabs, active="form", facts=[("604 B", ""), ("id 24", "")])
    for width in range(12, 120):
        strip = rule_strip(both, width, True, ROLES)
        assert strip.cell_length == width
        assert "res" in strip.text or width < 16
    assert "604 B" not in rule_strip(both, 58, True, ROLES).text
    assert "JSON" not in rule_strip(both, 40, True, ROLES).text
    assert "Form" in rule_strip(both, 40, True, ROLES).text


def test_a_title_of_a_server_is_made_safe():
    assert "␛[2J" in rule_strip(RuleContent("2", "\x1b[2J"), 40, True, ROLES).text


def test_a_tone_colours_the_line():
    strip = rule_strip(RuleContent("", "The server exited with code 1", tone="error"), 60, False, ROLES)
    assert strip.text.startswith("━ The server exited")
    assert next(iter(strip)).style.color == ROLES["error"].color


def test_a_cell_finds_its_tab():
    text = rule_strip(FORM, 57, False, ROLES).text
    assert tab_at(FORM, 57, text.index("JSON"), ROLES) == "json"
    assert tab_at(FORM, 57, text.index("✓"), ROLES) == "result"
    assert tab_at(FORM, 57, text.index("JSON") - 1, ROLES) is None


class Host(App):
    def __init__(self):
        super().__init__()
        self.said = []

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield Rule(FORM, handle=True)

    def on_rule_tab_clicked(self, message):
        self.said.append(message.tab)

    def on_rule_clicked(self, message):
        self.said.append(message.times)

    def on_rule_dragged(self, message):
        self.said.append(("dragged", message.rows))


async def test_a_click_on_a_tab_says_which_and_one_beside_it_how_often():
    app = Host()
    async with asyncio.timeout(20), app.run_test(size=(57, 5)) as pilot:
        text = app.query_one(Rule).render_line(0).text
        await pilot.click(Rule, offset=(text.index("Raw"), 0))
        await pilot.click(Rule, offset=(20, 0), times=2)
        await pilot.pause()
        assert app.said == ["raw", 1, 2]


async def test_a_handle_says_how_far_it_was_dragged():
    app = Host()
    async with asyncio.timeout(20), app.run_test(size=(57, 8)) as pilot:
        await pilot.mouse_down(Rule, offset=(20, 0))
        await pilot.hover(offset=(20, 3))
        await pilot.mouse_up(offset=(20, 3))
        await pilot.hover(offset=(20, 1))
        await pilot.pause()
        assert app.said[0] == ("dragged", 3)
        assert len([said for said in app.said if isinstance(said, tuple)]) == 1


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (80, "━ 2  The server exited with signal 9 ━━━━━━━━━━━━━━━━━━━ 3:51.804 · record 168 ━"),
        (57, "━ 2  The server exited with signal 9 ━━━━━━━━━━━━━━━━━━━━"),
        (30, "━ 2  The server exited w… ━━━━"),
    ],
)
def test_before_a_sentence_is_cut_the_facts_yield(width, text):
    content = RuleContent(
        "2", "The server exited with signal 9", facts=(("3:51.804 · record 168", "muted"),), whole=True
    )
    assert rule_strip(content, width, True, ROLES).text == text
