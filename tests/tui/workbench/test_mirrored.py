import pytest

from inspector.forms.form import form_of
from inspector.tui.mirrored import mirror_problems
from inspector.tui.widgets.form_model import FormModel

SCHEMA = {
    "type": "object",
    "properties": {
        "shelf": {"type": "object", "properties": {"number": {"type": "integer", "x-mcp-header": "Shelf"}}},
        "reader": {"type": "integer", "x-mcp-header": "Reader"},
        "fine": {"type": "integer"},
    },
}


@pytest.mark.parametrize(("reader", "is_refused"), [(2**53 - 1, False), (2**53, True), (-(2**53), True)])
def test_an_integer_that_a_header_cannot_carry_is_refused_at_its_field(reader, is_refused):
    model = FormModel()
    model.judge_by(lambda arguments: mirror_problems(SCHEMA, arguments))
    model.show(form_of(SCHEMA), None, "all")
    model.change(model.draft.typed("/reader", str(reader)))
    model.change(model.draft.typed("/fine", str(2**60)))
    assert ("/reader" in model.faults) == is_refused
    assert "/fine" not in model.faults
    if is_refused:
        told = model.faults["/reader"].message
        assert told == "reader is beyond ±(2⁵³−1), and the header Mcp-Param-Reader carries no such integer"
    model.judge_by(None)
    assert not model.faults


def test_one_below_the_first_level_is_a_fault_of_the_field_that_it_is_in():
    (problem,) = mirror_problems(SCHEMA, {"shelf": {"number": 2**53}})
    assert (problem.path, problem.rule) == ("/shelf/number", "x-mcp-header")
