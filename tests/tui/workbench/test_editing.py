import pytest

from inspector.forms.form import form_of
from inspector.tui.widgets.editing import Editing
from inspector.tui.widgets.form_layout import Layout, layout
from inspector.tui.widgets.form_model import FormModel

SCHEMA = {
    "type": "object",
    "properties": {
        "isbn": {"type": "string"},
        "branch": {"enum": ["alder", "alnwick", "mill"]},
        "large": {"type": "boolean"},
        "companions": {"type": "array", "items": {"type": "string"}},
        "tags": {"type": "array", "items": {"enum": ["new", "old"]}},
    },
}


@pytest.fixture
def editing():
    model = FormModel()
    model.show(form_of(SCHEMA), None, "all")
    state = Editing(model)
    state.model = model
    return state


def test_one_visit_to_a_field_is_one_change_for_undo_and_the_next_visit_another(editing):
    editing.come_to(0)
    assert editing.open_row()
    editing.row_text()
    assert editing.take_in("9") == "row"
    assert editing.take_in("97") == "row"
    assert not editing.open_row()
    editing.close_row()
    assert editing.open_row()
    assert editing.row_text() == "97"
    assert editing.take_in("978") == "row"
    assert editing.model.undo()
    assert editing.model.draft.arguments() == {"isbn": "97"}
    assert editing.model.undo()
    assert editing.model.draft.arguments() == {}


def test_what_was_read_already_is_not_read_again_and_with_nothing_open_nothing_is(editing):
    editing.come_to(0)
    assert editing.take_in("lost") == "nothing"
    editing.open_row()
    editing.row_text()
    assert editing.take_in("") == "nothing"
    assert editing.model.draft.arguments() == {}


def test_a_field_that_is_not_typed_in_its_row_closes_the_one_that_is(editing):
    editing.come_to(0)
    editing.open_row()
    editing.come_to(1)
    assert not editing.open_row()
    assert editing.in_row is None


def test_letters_typed_ahead_choose_together_until_the_cursor_moves(editing):
    editing.come_to(1)
    for letter in "aln":
        editing.type(letter)
    assert editing.model.draft.arguments() == {"branch": "alnwick"}
    editing.come_to(2)
    editing.come_to(1)
    assert editing.type("m") == "changed"
    assert editing.model.draft.arguments() == {"branch": "mill"}


@pytest.mark.parametrize(
    ("row", "letter", "done"),
    [(3, "x", "nothing"), (3, "[", "editor"), (3, "a", "add"), (4, "o", "moved"), (2, "q", "nothing")],
)
def test_a_letter_does_what_its_field_is_for(editing, row, letter, done):
    editing.come_to(row)
    assert editing.type(letter) == done
    assert editing.model.draft.arguments() == {}


def test_the_keyboard_that_comes_back_after_esc_opens_nothing_and_the_next_time_does(editing):
    editing.come_to(0)
    editing.leave()
    assert not editing.is_typing
    assert not editing.enter(), "word of an earlier coming may be late"
    assert not editing.enter()
    assert not editing.is_typing
    editing.settle()
    assert editing.enter()
    assert editing.is_typing


def test_the_whole_is_edited_in_the_editor_and_what_is_no_json_is_kept(editing):
    editing.come_to(0)
    assert editing.turn("json")
    assert editing.path == ""
    assert editing.editor_text() == "{}"
    editing.take_in('{"isbn": ')
    assert editing.turn("form")
    assert editing.path == "/isbn"
    assert editing.model.is_unread
    assert editing.turn("json")
    assert editing.editor_text() == '{"isbn": '


def test_a_form_that_is_to_be_json_alone_cannot_turn_to_rows(editing):
    editing.json_only = True
    assert editing.turn("form")
    assert editing.in_editor == ""
    assert editing.only_json


def test_the_editor_of_a_field_begins_with_its_value(editing):
    editing.model.change(editing.model.draft.put("/companions", ["Ada"]))
    editing.come_to(3)
    editing.open_editor()
    assert (editing.path, editing.mode) == ("/companions", "form")
    assert '"Ada"' in editing.editor_text()
    editing.take_in('["Ada", "Bo"]')
    assert editing.model.draft.arguments() == {"companions": ["Ada", "Bo"]}


@pytest.mark.parametrize(
    ("height", "wanted"),
    [
        (2, Layout(1, 0, 0, False, 8)),
        (5, Layout(3, 1, 0, False, 6)),
        (9, Layout(6, 2, 0, False, 3)),
        (12, Layout(9, 2, 0, False, 0)),
        (13, Layout(9, 2, 0, True, 0)),
    ],
)
def test_fields_yield_before_the_hint_and_the_buttons_never(height, wanted):
    assert layout(height, notes=0, fields=9, finder=False) == wanted


def test_notes_and_the_finder_take_rows_from_the_fields():
    assert layout(12, notes=2, fields=9, finder=True) == Layout(6, 2, 0, False, 3)


def test_options_take_rows_from_the_fields_but_for_three():
    assert layout(13, notes=0, fields=9, finder=False, options=4) == Layout(6, 6, 4, False, 3)
    assert layout(13, notes=0, fields=9, finder=False, options=9) == Layout(3, 9, 7, False, 6)
    assert layout(5, notes=0, fields=9, finder=False, options=4) == Layout(3, 1, 0, False, 6)
