"""The filters that were meant last, over sessions."""

import pytest

from inspector.config.filter_history import MOST, FilterHistory


def test_each_filter_stands_once_where_it_was_meant_last_and_the_oldest_give_way(tmp_path):
    history = FilterHistory(tmp_path / "state" / "filter-history.json")
    assert list(history.all()) == []
    for number in range(MOST + 1):
        history.add(f"op:{number}")
    history.add("op:5")
    history.add("x" * 10_000)
    found = FilterHistory(history.path).all()
    assert (len(found), found[0], found[-1], found.count("op:5")) == (MOST, "op:1", "op:5", 1)


@pytest.mark.parametrize("text", ["{", "{}", '[1, "op:1", null]', "\ud800"])
def test_a_file_that_cannot_be_read_is_no_history_and_is_written_anew(tmp_path, text):
    history = FilterHistory(tmp_path / "filter-history.json")
    history.path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert [one for one in history.all() if one != "op:1"] == []
    history.add("op:2")
    assert history.all()[-1] == "op:2"
