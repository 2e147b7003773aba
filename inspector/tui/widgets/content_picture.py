"""A picture as rows of half blocks: the upper half of a cell is one pixel, the lower half the next."""

from itertools import groupby
from typing import Final

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from inspector.tui.cells import Line
from inspector.tui.documents.pictures import Picture
from inspector.tui.glyphs import UNICODE
from inspector.tui.roles import Roles

_UPPER: Final = "▀"
_LOWER: Final = "▄"
_RAMP: Final = " ░▒▓█"
_ASCII_RAMP: Final = " .:-=+*#%@"

Pixel = tuple[int, int, int] | None


def picture_strips(picture: Picture, width: int, roles: Roles, *, at: int = 2, colours: bool = True) -> list[Strip]:
    """The rows, from cell `at` on; where the terminal has no colours or no blocks, shaded by brightness."""
    shaded = not colours or roles.glyphs is not UNICODE
    ramp = _RAMP if roles.glyphs is UNICODE else _ASCII_RAMP
    strips = []
    for top in range(0, picture.lines, 2):
        cells = [(picture.pixel(x, top), picture.pixel(x, top + 1)) for x in range(picture.columns)]
        line = Line(roles)
        line.fill_to(at)
        if shaded:
            line.write("".join(_shade(upper, lower, ramp) for upper, lower in cells))
            strips.append(line.strip(width))
            continue
        pieces = [Segment(_sign(*pair) * len(list(run)), _style(*pair)) for pair, run in groupby(cells)]
        strips.append(Strip([*line.strip(at), *pieces]).adjust_cell_length(width, roles[""]))
    return strips


def _sign(upper: Pixel, lower: Pixel) -> str:
    if upper is None:
        return " " if lower is None else _LOWER
    return _UPPER


def _style(upper: Pixel, lower: Pixel) -> Style:
    if upper is None:
        return Style.null() if lower is None else Style(color=Color.from_rgb(*lower))
    return Style(color=Color.from_rgb(*upper), bgcolor=None if lower is None else Color.from_rgb(*lower))


def _shade(upper: Pixel, lower: Pixel, ramp: str) -> str:
    seen = [0 if one is None else (299 * one[0] + 587 * one[1] + 114 * one[2]) // 1000 for one in (upper, lower)]
    return ramp[sum(seen) * len(ramp) // 511]
