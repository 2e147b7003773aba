"""Markdown of servers: drawn as it is meant, never acted upon, and nothing else is taken for it."""

import time

import pytest

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.content_blocks import Block
from inspector.tui.widgets.content_page import block_lines
from inspector.tui.widgets.handshake_page import HandshakeAttempt, attempt_page
from inspector.tui.widgets.marked_text import is_marked, marked, unmarked
from inspector.tui.widgets.page_text import paragraph

(INK,) = (theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})


def rows(text, width=60):
    return [strip.text.rstrip() for strip in marked(text, width, ROLES)]


def styled(text, attribute):
    """The pieces of a text that are drawn bold, or italic."""
    strips = marked(text, 60, ROLES)
    return [one.text.strip() for strip in strips for one in strip if one.style and getattr(one.style, attribute)]


def test_bold_italic_and_code_lose_their_marks_and_get_their_looks():
    text = "1. **The Idiot** is *long*, see `isbn`."
    assert rows(text) == ["  1. The Idiot is long, see isbn."]
    assert "".join(styled(text, "bold")).replace(" ", "") == "TheIdiot"
    assert styled(text, "italic") == ["long"]


def test_headings_are_bold_lists_hang_and_quotes_have_a_line():
    text = "# Loans\n\n- one **book** that has a title which is longer than a row\n  * two\n> said `he`\n---"
    assert rows(text, 40) == [
        "  Loans",
        "",
        "  · one book that has a title which is",
        "    longer than a row",
        "    · two",
        "  │ said he",
        "  " + "─" * 36,
    ]
    assert styled(text, "bold")[0] == "Loans"


def test_code_between_fences_stays_sign_by_sign():
    assert rows("Do:\n```py\nx = **a**  # _b_\n\n  y\n```\n**end**") == [
        "  Do:",
        "    x = **a**  # _b_",
        "",
        "      y",
        "  end",
    ]


def test_a_link_is_its_words_with_its_whole_address_and_does_nothing():
    strips = marked('See [the rules](https://library.example/rules "x") and ![a cat](c.png).', 80, ROLES)
    assert strips[0].text.rstrip() == "  See the rules (https://library.example/rules) and image: a cat (c.png)."
    assert not any(one.style.link or one.style.meta for one in strips[0] if one.style)


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4 = 24 and 2**3**4",
        "snake_case_name __init__ f(**a, **b)",
        "# a comment\nls -l *.py\n# and another\nrm *",
        "_private_ and *star*",
        "- one\n- two",
        "> a\n> b",
        "| a | b |\n|---|---|",
        "[/bold] [link=x]y[/link]",
        "array[0](1)[",
        "C:\\path\\*",
        "plain",
        "",
    ],
)
def test_what_may_mean_something_else_stays_as_it_is(text):
    assert not is_marked(text)
    assert rows(text) == [strip.text.rstrip() for strip in paragraph(text, 60, ROLES)]
    assert unmarked(text) == " ".join(text.split())


def test_blanks_and_tables_in_a_marked_text_stay():
    assert rows("**x**\n| a   |  b |\n    deep   text") == ["  x", "  | a   |  b |", "      deep   text"]


def test_a_backslash_takes_a_mark_its_meaning():
    assert rows(r"**a** \*b\*") == ["  a *b*"]


@pytest.mark.parametrize("text", ["\x1b[2J", "safe\u202egnp.exe", "[/bold]", "日" * 90, "x" * 300, "a\rb"])
@pytest.mark.parametrize(
    "form", ["**{}**", "# {}", "- **{}**", "`{}`", "[{0}]({0})", "> **{}**", "```\n{}\n```", "**a**\n{}"]
)
@pytest.mark.parametrize("width", [20, 60])
def test_whatever_is_between_marks_is_made_visible_and_stays_in_its_place(text, form, width):
    strips = marked(form.format(text), width, ROLES)
    assert {strip.cell_length for strip in strips} <= {width}
    shown = "".join(strip.text for strip in strips)
    assert not {c for c in shown if ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c == "\u202e"}


@pytest.mark.benchmark
@pytest.mark.parametrize("sign", ["`", "``a", "**", "**a", "*a", "_a", "[", "[a](", "![", "> ", "# ", "- ", "\\"])
def test_marks_without_end_cost_next_to_nothing(sign):
    began = time.process_time()
    marked((sign * 2000)[:1990] + "\n**x**", 80, ROLES)
    assert time.process_time() - began < 2.0


def test_a_description_is_told_in_one_line_without_its_marks():
    assert unmarked("Find **books**\n by `isbn`.") == "Find books by isbn."


def test_the_text_of_a_result_and_the_instructions_of_a_server_are_drawn_so():
    part = Block("text", text="## Found\n\n- **The Idiot**")
    shown = [line.strip.text.rstrip() for line in block_lines(part, 0, 60, ROLES)]
    assert shown == ["  Found", "", "  · The Idiot"]
    attempt = HandshakeAttempt("a", era="legacy", instructions="Use `isbn`.")
    page = attempt_page(attempt, 80, ROLES, offered=(), live=True, airy=False)
    assert "  Use isbn." in [line.strip.text.rstrip() for line in page]
