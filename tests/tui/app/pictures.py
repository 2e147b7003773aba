"""Pictures of the terminal as SVG, compared with those that are kept, cell by cell where they differ."""

import html
import re
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "screenshots"
CELL = 12.2
_FONTS = re.compile(r"@font-face\s*{[^}]*}\s*")
_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)
_ID = re.compile(r"terminal-\d+-")
_TEXT = re.compile(
    r'<text class="(?:terminal-)?([\w-]+)" x="([\d.]+)"[^>]*?clip-path="url\(#[\w-]*line-(\d+)\)"[^>]*>([^<]*)</text>'
)


def picture_of(app):
    """The screen as SVG: no address of a font in it, and no number that depends on the whole of the text."""
    svg = app.export_screenshot(title="inspector")
    return _ID.sub("t-", _COMMENT.sub("", _FONTS.sub("", svg))).rstrip() + "\n"


def cells(svg):
    """What stands in each cell, with the class of its style: {(row, column): (sign, class)}."""
    found = {}
    for style, x, row, text in _TEXT.findall(svg):
        for at, sign in enumerate(html.unescape(text).replace("\xa0", " ")):
            found[int(row), round(float(x) / CELL) + at] = (sign, style)
    return found


def rows(svg):
    """The rows as text."""
    grid = cells(svg)
    lines = {}
    for (row, column), (sign, _) in grid.items():
        lines.setdefault(row, {})[column] = sign
    return {row: "".join(line.get(at, " ") for at in range(max(line) + 1)).rstrip() for row, line in lines.items()}


def differences(old, new):
    """Which rows differ, as sentences; styles are compared where the text is the same."""
    before, after = rows(old), rows(new)
    told = [
        f"row {row + 1}:\n  - {before.get(row, '')}\n  + {after.get(row, '')}"
        for row in sorted(before.keys() | after.keys())
        if before.get(row, "") != after.get(row, "")
    ]
    if not told:
        one, two = cells(old), cells(new)
        styled = sorted({row + 1 for (row, _), cell in one.items() if two.get((row, _)) != cell})
        told.append(f"only styles or backgrounds differ{f', in the rows {styled}' if styled else ''}")
    return "\n".join(told)


def compare(name, svg, *, update, new_at):
    """Hold a picture against `screenshots/NAME.svg`; with `update` it takes its place."""
    kept = FOLDER / f"{name}.svg"
    if kept.exists() and kept.read_text() == svg:
        return
    if update:
        kept.write_text(svg)
        return
    new_at.write_text(svg)
    if not kept.exists():
        raise AssertionError(f"{kept.name} is not there yet; look at {new_at}, then run with --update-snapshots")
    raise AssertionError(
        f"{kept.name} differs from what is drawn now, which is at {new_at}\n{differences(kept.read_text(), svg)}"
    )
