from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import (
    COLOUR_ROLES,
    load_themes,
    role_defaults,
    shipped_folder,
    starting_theme,
    theme_from_toml,
)

INK = (shipped_folder() / "ink.toml").read_text(encoding="utf-8")


def variables(theme):
    return {**theme.to_color_system().generate(), **theme.variables}


def test_six_themes_are_shipped_and_none_is_broken():
    shipped = load_themes(shipped_folder())
    assert {theme.name for theme in shipped.themes} == {"ink", "paper", "contrast", "okabe", "okabe-paper", "ansi"}
    assert shipped.problems == ()


@pytest.mark.parametrize("theme", load_themes(shipped_folder()).themes, ids=lambda theme: theme.name)
def test_a_shipped_theme_says_every_role_and_all_that_textual_needs(theme):
    file = (shipped_folder() / f"{theme.name}.toml").read_text(encoding="utf-8")
    for role in COLOUR_ROLES:
        assert f"\n{role} = " in file
    needed = variables(BUILTIN_THEMES["ansi-dark" if theme.ansi else "textual-dark"])
    assert needed.keys() <= variables(theme).keys()


def test_a_broken_file_is_told_with_its_reason_and_costs_no_other(tmp_path: Path):
    (tmp_path / "a.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "b.toml").write_text(INK.replace("#79b8ff", "#79b8fg"), encoding="utf-8")
    (tmp_path / "c.toml").write_bytes(b'name = "\xff"')
    (tmp_path / "d.toml").write_text(INK.replace('"ink"', '"mine"'), encoding="utf-8")
    (tmp_path / "e.toml").mkdir()
    loaded = load_themes(tmp_path)
    assert [theme.name for theme in loaded.themes] == ["mine"]
    reasons = {problem.path.name: problem.reason for problem in loaded.problems}
    assert reasons.keys() == {"a.toml", "b.toml", "c.toml", "e.toml"}
    assert "“primary” is no colour: #79b8fg." in reasons["b.toml"]
    assert reasons["c.toml"] == "It is not UTF-8, at byte 8."


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("dark = true", "drak = true"), "“drak” is no key of a theme."),
        (("dark = true", 'dark = "yes"'), "“dark” has to be true or false."),
        (('"ink"', '"my theme"'), "“name” has to be letters, digits, - and _."),
        (('line = "#343c4b"', "line = 3"), "“line” has to be text in quotes."),
        (('line = "#343c4b"', 'cursor-style = "blink"'), "“cursor-style” has a word that is no text style: blink."),
        (('line = "#343c4b"', 'line = "#343c4b; }"'), "“line” is no colour: #343c4b; }."),
    ],
)
def test_what_a_style_sheet_could_not_parse_is_refused(change, reason):
    with pytest.raises(ValueError) as caught:
        theme_from_toml(INK.replace(*change))
    assert str(caught.value) == reason


def test_a_folder_that_does_not_exist_holds_no_themes(tmp_path: Path):
    loaded = load_themes(tmp_path / "none")
    assert (loaded.themes, loaded.problems) == ((), ())


def test_what_a_theme_leaves_out_comes_from_ink_or_from_paper():
    light = theme_from_toml('name = "small"\ndark = false\nprimary = "#123456"')
    assert light.variables["theirs"] == role_defaults(dark=False)["theirs"] == "#8a2f9e"
    assert theme_from_toml('name = "small"').variables["theirs"] == "#e2a0ef"


def test_the_theme_to_begin_with_follows_the_terminal():
    assert starting_theme(None, no_color=False, color_system="truecolor") == "ink"
    assert starting_theme(None, no_color=False, color_system="standard") == "ansi"
    assert starting_theme(None, no_color=False, color_system=None) == "ansi"
    assert starting_theme("okabe", no_color=False, color_system="standard") == "okabe"
    assert starting_theme("okabe", no_color=True, color_system="truecolor") == "ansi"


def test_the_ansi_theme_uses_the_terminals_colours_and_shows_the_cursor_in_reverse():
    (ansi,) = (theme for theme in load_themes(shipped_folder()).themes if theme.ansi)
    colours = [value for key, value in ansi.variables.items() if key in COLOUR_ROLES]
    assert all(Color.parse(value).ansi is not None for value in colours)
    roles = resolve_roles(variables(ansi))
    assert roles["muted"].dim
    assert roles["cursor"].reverse
    assert roles.selected(roles["error bold"], focused=True).color is None or (
        roles.selected(roles["error bold"], focused=True).color.is_default
    )


def test_a_chip_is_filled_even_where_there_are_no_colours():
    for theme in load_themes(shipped_folder()).themes:
        roles = resolve_roles(variables(theme))
        assert roles.chip("modern").reverse
        waiting = roles.chip("waiting")
        assert waiting.reverse or waiting.bgcolor is not None


def test_a_role_takes_words_of_style_after_its_name():
    roles = resolve_roles(
        role_defaults()
        | dict.fromkeys(("foreground", "background", "surface", "panel"), "#010203")
        | dict.fromkeys(("accent", "success", "warning", "error"), "#0a0b0c")
    )
    style = roles["error bold underline"]
    assert (style.bold, style.underline, style.bgcolor) == (True, True, None)
    assert style.color.get_truecolor().hex == "#0a0b0c"
