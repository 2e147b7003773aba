import pytest

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.json_spans import json_spans, json_strips

INK = next(theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles(INK.to_color_system().generate() | INK.variables)


def test_each_part_has_its_colour():
    spans = [(text, role) for text, role in json_spans('{"a": "b", "n": -1.5e3, "t": null}') if text.strip(" ,:{}")]
    assert spans == [
        ('"a"', "json-key"),
        ('"b"', "json-string"),
        ('"n"', "json-key"),
        ("-1.5e3", "json-number"),
        ('"t"', "json-key"),
        ("null", "json-literal"),
    ]


@pytest.mark.parametrize("width", [12, 20, 33, 80])
def test_nothing_is_left_out_where_it_is_broken(width):
    text = '{"action": "accept",  "content": {"day": "2026-12-04", "long": "' + "x" * 50 + '"}}'
    strips = json_strips(text, width, ROLES, at=0, hanging=0)
    assert all(strip.cell_length == width for strip in strips)
    assert "".join(strip.text.rstrip() for strip in strips).replace(" ", "") == text.replace(" ", "")


def test_foreign_controls_are_made_visible():
    assert "\x9b" not in "".join(text for text, _ in json_spans('{"\x9b": "\u202e"}'))
