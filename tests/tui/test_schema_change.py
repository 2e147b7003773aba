import pytest

from inspector.forms.form import form_of
from inspector.tui.schema_change import change_words
from inspector.wire.json import MISSING


def form(required=(), **properties):
    return form_of({"type": "object", "properties": properties, "required": list(required)})


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (form(a=TEXT), form(a=TEXT), ""),
        (form_of(MISSING), form_of(MISSING), ""),
        (form(a=TEXT), form(a=TEXT, b=TEXT), "new: b"),
        (form(a=TEXT), form(["b"], a=TEXT, b=TEXT), "now required: b"),
        (form(a=TEXT), form(["a"], a=TEXT), "now required: a"),
        (form(["a"], a=TEXT), form(a=TEXT), "optional now: a"),
        (form(a=TEXT, b=TEXT), form(b=NUMBER), "gone: a · changed: b"),
        (form(a={**TEXT, "const": 1}), form(a={**TEXT, "const": 1.0}), "changed: a"),
        (form(**dict.fromkeys("abcde", TEXT)), form(), "gone: a, b, c and 2 more"),
        (form(**{"a\x1b": TEXT}), form(), "gone: a␛"),
        (form_of({"type": "object"}), form_of({"type": "object", "minProperties": 1}), "its fields are the same"),
    ],
)
def test_what_is_different_for_who_fills_it_in_is_named(before, after, words):
    assert change_words(before, after) == words
