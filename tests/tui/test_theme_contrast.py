"""What the description of the themes claims to be measured, measured."""

import itertools
import math

import pytest

from inspector.tui.themes import load_themes, shipped_folder

THEMES = {theme.name: theme for theme in load_themes(shipped_folder()).themes if not theme.ansi}
TEXT_ROLES = (
    *(
        "foreground",
        "muted",
        "accent",
        "ours",
        "theirs",
        "notification",
        "process",
        "decision",
        "success",
        "level-info",
    ),
    *("warning", "error", "waiting", "modern", "legacy", "redacted", "invalid"),
    *("json-key", "json-string", "json-number", "json-literal"),
)

# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def colour(theme, role):
    return theme.variables.get(role) or getattr(theme, role)


def linear(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def contrast(one, other):
    """WCAG 2 contrast ratio."""
    light = sorted(
        sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def seen(colour, blindness):
    rgb = linear(colour)
    return tuple(min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0), 1) for row in BLINDNESS[blindness])


def lab(rgb):
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
    xyz = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows)
    f = [
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (part / white for part, white in zip(xyz, (0.95047, 1, 1.08883), strict=True))
    ]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


@pytest.mark.parametrize("name", THEMES)
def test_every_text_role_can_be_read_on_every_ground(name):
    theme = THEMES[name]
    least, least_faint = (7, 6.6) if name == "contrast" else (4.5, 3.4)
    for role, ground in itertools.product((*TEXT_ROLES, "faint"), ("background", "surface", "cursor")):
        ratio = contrast(colour(theme, role), colour(theme, ground))
        assert ratio >= (least_faint if role == "faint" else least), (role, ground, ratio)


@pytest.mark.parametrize("name", THEMES)
def test_chips_can_be_read(name):
    theme = THEMES[name]
    pairs = [
        ("waiting-ink", "waiting-fill"),
        ("background", "accent"),
        ("background", "modern"),
        ("background", "legacy"),
    ]
    for ink, fill in pairs:
        assert contrast(colour(theme, ink), colour(theme, fill)) >= 4.5


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", ["okabe", "okabe-paper"])
def test_sides_and_eras_stay_apart_without_all_colours(name, blindness):
    theme = THEMES[name]
    for one, other in (("ours", "theirs"), ("modern", "legacy")):
        apart = math.dist(*(lab(seen(colour(theme, role), blindness)) for role in (one, other)))
        assert apart >= 30, (one, other, apart)


def test_the_measure_of_blindness_finds_the_classical_confusion():
    red, green = "#c04000", "#588000"
    normal = math.dist(lab(linear(red)), lab(linear(green)))
    assert math.dist(*(lab(seen(c, "deuteranopia")) for c in (red, green))) < normal / 2
