"""Roles: what a cell means, and the style that the active theme gives to that meaning.

A row is a function `(row, width, roles) → Strip`. `Roles` is resolved once for each theme, so drawing looks nothing up
in a style sheet, and a row is tested without an app.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.color import Color
from textual.widget import Widget

from inspector.tui.glyphs import UNICODE, Glyphs
from inspector.tui.themes import COLOUR_ROLES, STYLED_ROLES, role_defaults

BASE_ROLES: Final = ("foreground", "background", "surface", "panel", "accent", "success", "warning", "error")
FILLS: Final = frozenset({"background", "surface", "panel", "cursor", "waiting-fill"})
"""Roles that are backgrounds; all others colour text."""

_PLAIN: Final = Style.null()


@dataclass(frozen=True)
class Roles:
    """The styles of the roles of one theme, and the signs to draw with.

    `roles["ours"]` is a style with the colour of the role alone: no background, so that it works on any. An empty name
    is the plain text style; a role may be followed by `bold`, `italic`, `underline` or `strike`: `roles["error bold"]`.
    """

    styles: Mapping[str, Style]
    glyphs: Glyphs = UNICODE
    _made: dict[str, Style] = field(default_factory=dict, compare=False, repr=False)

    def __getitem__(self, name: str) -> Style:
        style = self._made.get(name)
        if style is None:
            words = name.split()
            known = self.styles.get(words[0], None) if words else _PLAIN
            style = Style.parse(name) if known is None else Style.combine([known, Style.parse(" ".join(words[1:]))])
            self._made[name] = style
        return style

    def chip(self, role: str) -> Style:
        """A filled sign: the text in the colour of the background, on the role's colour.

        By reverse, so that it stays filled where the terminal has no colours.
        """
        if role == "waiting":
            return self["waiting-ink"] + self["waiting-fill"] + Style(bold=True)
        return self[role] + self["background"] + Style(bold=True, reverse=True)

    def selected(self, style: Style, *, focused: bool) -> Style:
        """A style as it is on the selected row; `focused`: the keyboard is in the list."""
        under = self["cursor" if focused else "panel"]
        # In reverse, each role's colour would become a patch of background.
        if under.reverse:
            return under + Style(bold=style.bold, italic=style.italic, underline=style.underline, strike=style.strike)
        return style + under


@lru_cache(maxsize=32)
def _resolve(items: tuple[tuple[str, str], ...], glyphs: Glyphs) -> Roles:
    variables = dict(items)
    styles: dict[str, Style] = {}
    for role in (*BASE_ROLES, *COLOUR_ROLES):
        colour = Color.parse(variables[role])
        if role in FILLS:
            # `transparent` is what Textual makes of the surfaces of an ANSI theme: nothing is filled then.
            style = _PLAIN if colour.a == 0 else Style(bgcolor=colour.rich_color)
        else:
            style = Style(color=colour.rich_color)
        words = variables.get(f"{role}-style", "none")
        styles[role] = style if words == "none" else style + Style.parse(words)
    return Roles(styles, glyphs)


def resolve_roles(variables: Mapping[str, str], glyphs: Glyphs = UNICODE) -> Roles:
    """The roles of a theme from its CSS variables, as `App.theme_variables` has them, or the defaults."""
    known = {**role_defaults(), **variables}
    wanted = (*BASE_ROLES, *COLOUR_ROLES, *(f"{role}-style" for role in STYLED_ROLES))
    return _resolve(tuple((name, known[name]) for name in wanted), glyphs)


def roles_of(widget: Widget) -> Roles:
    """The roles that a widget draws with: those of the app's theme, and the app's `glyphs`, if it has chosen some."""
    glyphs = getattr(widget.app, "glyphs", UNICODE)
    return resolve_roles(widget.app.theme_variables, glyphs)
