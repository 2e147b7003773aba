import pytest

from inspector.forms.arguments import Draft
from inspector.forms.form import form_of
from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder
from inspector.tui.widgets.field_options import option_rows
from inspector.tui.widgets.field_row import FieldLook, field_strip, look_of
from inspector.tui.widgets.schema_words import schema_words
from inspector.wire.json import MISSING

INK = next(theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles(INK.to_color_system().generate() | INK.variables)


def row(schema, value=MISSING, *, width=60, required=False, **more):
    form = form_of({"properties": {"name": schema}, "required": ["name"] if required else []})
    draft = Draft.of(form, "none")
    if value is not MISSING:
        draft = draft.put("/name", value)
    look = look_of(form.fields[0], draft.entry("/name"), **more)
    return field_strip(look, width, 12, ROLES).text


@pytest.mark.parametrize(
    ("schema", "value", "words", "kind"),
    [
        ({"type": "string"}, "abc", "abc", "string"),
        ({"type": "string", "format": "date"}, "2026-12-04", "2026-12-04", "date"),
        ({"type": ["string", "null"]}, None, "null", "string?"),
        ({"type": "string"}, "", '""', "string"),
        ({"type": "integer"}, 0, "0", "integer"),
        ({"type": "string"}, MISSING, "not sent", "string"),
        ({"enum": ["a", "b", "c"]}, "b", "‹ b ›", "2 of 3"),
        ({"enum": ["a", "b", "c"]}, MISSING, "‹ not sent ›", "one of 3"),
        ({"type": "boolean"}, False, "○ omit  ○ yes  ● no", "boolean"),
        ({"type": "array"}, [1, 2], "2 items", "▸ array"),
        ({"type": "array"}, [], "empty, [ ]", "▸ array"),
        ({"properties": {"a": {}, "b": {}}}, {"a": 1}, "1 of 2 set", "▸ object"),
        ({"type": "string", "default": "x"}, MISSING, "not sent", "default, not sent"),
    ],
)
def test_a_row_says_value_and_kind(schema, value, words, kind):
    members = len(schema.get("properties", ()))
    text = row(schema, value, members=members)
    assert text.startswith("  name") and text[12:].startswith(words) and text.rstrip().endswith(kind)
    assert len(text) == 60


def test_a_required_field_has_its_star_and_a_faulty_one_its_sign():
    text = row({"type": "string"}, "x", required=True, is_faulty=True)
    assert "name*" in text and text.rstrip().endswith("✗ string")


@pytest.mark.parametrize("width", [24, 40, 200])
@pytest.mark.parametrize("value", ["x" * 500, "日本語" * 40, "\x1b[31m" * 20, ["long"] * 50])
def test_a_row_is_as_wide_as_it_should_be_and_safe(width, value):
    text = row({}, value, width=width)
    assert "\x1b" not in text
    assert (
        field_strip(look_of(form_of({"properties": {"a": {}}}).fields[0], None), width, 12, ROLES).cell_length == width
    )


def test_ticks_that_do_not_fit_move_with_the_one_under_the_keyboard():
    schema = {"type": "array", "items": {"enum": [f"choice{number}" for number in range(20)]}}
    assert "choice0" in row(schema, ["choice1"]) and "choice19" not in row(schema, ["choice1"])
    text = row(schema, ["choice19"], at=19)
    assert "✓ choice19" in text and text[12] == "…" and text.rstrip().endswith("1 of 20")


@pytest.mark.parametrize("width", [36, 48, 60, 100])
@pytest.mark.parametrize("at", range(6))
def test_the_tick_under_the_keyboard_is_in_the_row_however_long_its_words_are(width, at):
    words = ["a", "bb", "short", *(f"{number} {'word ' * 30}".strip() for number in (3, 4, 5))]
    text = row({"type": "array", "items": {"enum": words}}, [words[at]], width=width, at=at)
    assert f"✓ {words[at][:2].strip()}" in text and len(text) == width


def test_the_schema_speaks_for_itself():
    schema = {"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2, "default": 4}
    field = form_of({"properties": {"a": schema}}).fields[0]
    assert schema_words(field) == "integer · at least 1 · at most 9 · a multiple of 2 · default 4"


def test_one_is_not_many():
    field = form_of({"properties": {"a": {"type": "string", "minLength": 1, "maxLength": 2}}}).fields[0]
    assert schema_words(field) == "string · at least 1 character · at most 2 characters"


def test_a_field_without_options_fills_no_rows_that_another_field_had_for_its_own():
    look = FieldLook("query", True, "words", (("idiot", ""),), "string")
    assert option_rows(look, 60, 2) == []
