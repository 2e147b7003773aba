"""Themes: one TOML file each, shipped ones and a person's own.

A theme gives colours to *roles* (`ours`, `theirs`, `json-key` …): widgets and style sheets name roles, never colours. A
file that cannot be read is data, a `ThemeProblem`, never an exception: one bad file must not cost the session.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from textual.color import Color, ColorParseError
from textual.theme import Theme

DEFAULT_THEME: Final = "ink"
ANSI_THEME: Final = "ansi"

COLOUR_ROLES: Final = (
    "line",
    "muted",
    "faint",
    "cursor",
    "ours",
    "theirs",
    "notification",
    "process",
    "decision",
    "level-info",
    "waiting",
    "waiting-fill",
    "waiting-ink",
    "modern",
    "legacy",
    "redacted",
    "invalid",
    "json-key",
    "json-string",
    "json-number",
    "json-literal",
)
"""The roles that Textual does not know; each is a variable of every theme."""

STYLED_ROLES: Final = ("muted", "cursor", "waiting-fill")
"""Roles with a text style besides their colour: `$muted-style` and so on, `none` unless a theme says otherwise."""

_BASE_COLOURS: Final = (
    "primary",
    "accent",
    "success",
    "warning",
    "error",
    "foreground",
    "background",
    "surface",
    "panel",
)
_KEYS: Final = frozenset(field.name for field in fields(Theme))
_STYLE_WORDS: Final = frozenset({"none", "bold", "dim", "italic", "underline", "reverse", "strike"})
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class ThemeProblem:
    """A theme file that was skipped: where it is and what is wrong with it."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class LoadedThemes:
    """What a folder gave: themes in order of their file names, and the files that were skipped."""

    themes: tuple[Theme, ...]
    problems: tuple[ThemeProblem, ...]


def shipped_folder() -> Path:
    """Where the shipped themes are: inside the installed package, or at the top of an editable checkout."""
    packaged = Path(__file__).parent / "shipped_themes"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "themes"


def load_themes(folder: Path) -> LoadedThemes:
    """Every `*.toml` of a folder as a theme. A folder that does not exist holds no themes, and that is no problem."""
    themes: list[Theme] = []
    problems: list[ThemeProblem] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            themes.append(theme_from_toml(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError) as problem:
            problems.append(ThemeProblem(path, _reason(problem)))
    return LoadedThemes(tuple(themes), tuple(problems))


def theme_from_toml(text: str) -> Theme:
    """One theme from the text of its file.

    Colours and roles that it leaves out are those of `ink`, or of `paper` if it says `dark = false`. Raises
    `ValueError` with a sentence that names the key.
    """
    table = tomllib.loads(text)
    unknown = sorted(table.keys() - _KEYS)
    if unknown:
        raise ValueError(f"“{unknown[0]}” is no key of a theme.")
    name = table.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError("“name” has to be letters, digits, - and _.")
    for key in ("dark", "ansi"):
        if not isinstance(table.get(key, True), bool):
            raise ValueError(f"“{key}” has to be true or false.")
    own = table.pop("variables", {})
    if not isinstance(own, dict):
        raise ValueError("“variables” has to be a table.")
    for key, value in (*table.items(), *own.items()):
        _check(key, value)
    dark = table.get("dark", True)
    base = {**{key: _fallback(dark)[key] for key in _BASE_COLOURS}, **table}
    roles = {**role_defaults(dark=dark), **own}
    return Theme(**base, variables={**_widget_variables(base, roles), **roles})


def role_defaults(*, dark: bool = True) -> dict[str, str]:
    """A value for each variable that our style sheets use, for a theme that does not know them (Textual's own, say).

    What `App.get_theme_variable_defaults` gives back.
    """
    styles = {f"{role}-style": "none" for role in STYLED_ROLES}
    return {**_fallback(dark)["variables"], **styles}


def starting_theme(wanted: str | None, *, no_color: bool, color_system: str | None) -> str:
    """The theme to begin with.

    `no_color`: `NO_COLOR` is set; then it is `ansi` whatever is wanted, and the app has to be made with
    `ansi_color=True`, since only so does Textual send no colour at all. `color_system` is what `rich` found out about
    the terminal: `standard` and `windows` have 16 colours, None has no colour.
    """
    if no_color:
        return ANSI_THEME
    if wanted:
        return wanted
    return DEFAULT_THEME if color_system in ("256", "truecolor") else ANSI_THEME


def _reason(problem: Exception) -> str:
    if isinstance(problem, tomllib.TOMLDecodeError):
        return f"It is not TOML: {problem}."
    if isinstance(problem, RecursionError):
        return "It is nested too deeply."
    if isinstance(problem, UnicodeDecodeError):
        return f"It is not UTF-8, at byte {problem.start}."
    if isinstance(problem, OSError):
        return f"{problem.strerror or problem}."
    return str(problem)


def _check(key: str, value: Any) -> None:
    """A value that the style sheet could not parse would end the program, so it is looked at here."""
    if key in ("name", "dark", "ansi"):
        return
    if key in ("luminosity_spread", "text_alpha"):
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError(f"“{key}” has to be a number.")
        return
    if not isinstance(value, str):
        raise ValueError(f"“{key}” has to be text in quotes.")
    if key.endswith("-style"):
        if not value.split() or not _STYLE_WORDS.issuperset(value.split()):
            raise ValueError(f"“{key}” has a word that is no text style: {value}.")
        return
    try:
        Color.parse(value)
    except ColorParseError:
        raise ValueError(f"“{key}” is no colour: {value}.") from None


def _widget_variables(base: Mapping[str, Any], roles: Mapping[str, str]) -> dict[str, str]:
    """What Textual's own widgets use, said in our roles, so that they look as if they were ours."""
    cursor_style = roles["cursor-style"]
    return {
        "ansi-background": base["background"],
        "ansi-foreground": base["foreground"],
        "block-cursor-background": roles["cursor"],
        "block-cursor-foreground": base["foreground"],
        "block-cursor-text-style": "bold" if cursor_style == "none" else f"bold {cursor_style}",
        "block-cursor-blurred-background": base["panel"],
        "block-cursor-blurred-foreground": base["foreground"],
        "block-cursor-blurred-text-style": "none",
        "block-hover-background": base["surface"],
        "border": base["accent"],
        "border-blurred": roles["line"],
        "input-cursor-background": base["foreground"],
        "input-cursor-foreground": base["background"],
        "input-cursor-text-style": "reverse" if base.get("ansi") else "none",
        "input-selection-background": roles["line"],
        "input-selection-foreground": base["foreground"],
        "screen-selection-background": roles["line"],
        "screen-selection-foreground": base["foreground"],
        "link-color": base["accent"],
        "scrollbar": roles["line"],
        "scrollbar-hover": roles["faint"],
        "scrollbar-active": base["accent"],
        "scrollbar-background": base["background"],
        "scrollbar-background-hover": base["background"],
        "scrollbar-background-active": base["background"],
        "scrollbar-corner-color": base["background"],
    }


@cache
def _fallback(dark: bool) -> Mapping[str, Any]:
    """The file that stands behind all others, so that no theme has a hole."""
    file = shipped_folder() / ("ink.toml" if dark else "paper.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))
