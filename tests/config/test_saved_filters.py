"""Filters under names, in a file of the person's."""

import stat

from inspector.config.saved_filters import LIMIT, FilterStore


def test_a_filter_is_saved_recalled_replaced_and_forgotten(tmp_path):
    store = FilterStore(tmp_path / "config" / "filters.json")
    assert store.all() == {}
    store.save("slow calls", "latency:>500ms")
    store.save("“Tides”", 'name:"Tides ␛"')
    store.save("slow calls", "latency:>1s")
    assert FilterStore(store.path).all() == {"slow calls": "latency:>1s", "“Tides”": 'name:"Tides ␛"'}
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    store.forget("slow calls")
    store.forget("unknown")
    assert list(store.all()) == ["“Tides”"]


def test_a_file_that_cannot_be_read_is_put_aside_and_never_lost(tmp_path):
    path = tmp_path / "filters.json"
    for text in ("[1]", "{", '{"a": 1}', "\xff"):
        path.write_text(text, encoding="latin-1")
        assert FilterStore(path).all() == {}
    FilterStore(path).save("a", "b")
    assert path.with_suffix(".unread").read_bytes() == b"\xff"
    assert FilterStore(path).all() == {"a": "b"}


def test_so_many_are_kept(tmp_path):
    path = tmp_path / "filters.json"
    path.write_text(str({f"n{at}": "x" for at in range(LIMIT)}).replace("'", '"'))
    FilterStore(path).save("new", "y")
    kept = list(FilterStore(path).all())
    assert len(kept) == LIMIT and kept[-1] == "new" and kept[0] == "n1"
