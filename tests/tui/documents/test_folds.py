from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.documents.folds import Folds

# A tree of ranges as a document has them: nested or apart, never crossing.
RANGES = {0: 30, 2: 9, 3: 5, 7: 8, 12: 20, 14: 15, 22: 25}


@given(st.sets(st.sampled_from(sorted(RANGES))))
def test_rows_and_lines_correspond(folded):
    folds = Folds()
    folds.fold({first: RANGES[first] for first in folded})
    visible = [line for line in range(40) if not any(first < line <= RANGES[first] for first in folded)]
    assert folds.hidden == 40 - len(visible)
    assert [folds.line_of(row) for row in range(len(visible))] == visible
    assert [folds.row_of(line) for line in visible] == list(range(len(visible)))


def test_a_hidden_line_is_on_the_row_of_the_outermost_fold_that_hides_it():
    folds = Folds()
    folds.fold({2: 9, 3: 5})
    assert folds.row_of(4) == 2
    assert sorted(folds.covering(4)) == [2, 3]
    folds.unfold(2)
    assert folds.row_of(4) == 3
    folds.clear()
    assert (folds.hidden, len(folds)) == (0, 0)
