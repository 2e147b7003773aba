"""The example that a form begins with, and what a key may do to a field."""

import pytest

from inspector.forms.arguments import Draft, Entry
from inspector.forms.form import form_of
from inspector.tui.examples import example_draft
from inspector.tui.widgets.field_moves import Choices, cycled, ways_of


def of(required=("title",), **properties):
    return form_of({"type": "object", "properties": properties, "required": list(required)})


def test_required_fields_begin_with_their_first_example_and_optional_ones_do_not():
    form = of(title={"type": "string", "examples": ["Emma", "Dune"]}, year={"type": "integer", "examples": [1815]})
    draft, paths = example_draft(form)
    assert (draft.arguments(), paths) == ({"title": "Emma"}, ("/title",))


def test_a_default_goes_before_an_example():
    draft, paths = example_draft(of(title={"type": "string", "default": "Emma", "examples": ["Dune"]}))
    assert (draft.arguments(), paths) == ({"title": "Emma"}, ())


@pytest.mark.parametrize("other", [{"type": "integer"}, {"type": "integer", "examples": ["many"]}])
def test_half_an_example_is_none(other):
    form = of(("title", "year"), title={"type": "string", "examples": ["Emma"]}, year=other)
    draft, paths = example_draft(form)
    assert (draft.arguments(), paths) == ({}, ())


@pytest.mark.parametrize(
    ("schema", "ways"),
    [
        ({"type": "string"}, ("value", "empty", "omit")),
        ({"type": "string", "format": "date"}, ("value", "omit")),
        ({"type": "string", "minLength": 1}, ("value", "omit")),
    ],
)
def test_the_empty_string_is_offered_only_where_it_can_be_right(schema, ways):
    form = of((), title=schema)
    assert ways_of(form, form.fields[0]) == ways


def test_a_date_goes_from_its_value_to_nothing_at_once():
    form = of((), day={"type": "string", "format": "date"})
    draft = Draft.of(form).typed("/day", "2026-12-04")
    assert cycled(draft, form.fields[0], draft.entry("/day"), None).arguments() == {}


CHOICES = Choices(of(("branch",), branch={"enum": ["a", "b", "h"], "enumNames": ["alder", "avon", "Hill"]}).fields[0])


@pytest.mark.parametrize(
    ("stands", "text", "found"),
    [
        (None, "a", 0),
        ("a", "a", 1),
        ("b", "a", 0),
        ("a", "av", 1),
        ("b", "av", 1),
        (None, "h", 2),
        (None, "x", None),
        (None, "von", 1),
    ],
)
def test_a_text_chooses_the_next_word_that_begins_with_it(stands, text, found):
    assert CHOICES.beginning(text, None if stands is None else CHOICES.place_of(Entry(stands))) == found
