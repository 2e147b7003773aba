"""Watched files: which are looked at, and when what changed has come to rest."""

import os

import pytest

from inspector.config.watched import RESTLESS, Changed, Settling, Watched, names_of
from inspector.errors import UsageError


def look(**files):
    """A look at files, each with the nanosecond in which it was written."""
    return {name: (written, 1, 1) for name, written in files.items()}


def test_a_folder_is_watched_with_all_in_it_but_what_tools_and_editors_leave_there(tmp_path):
    kept = ["server.py", "lib/tools.py", ".env", "lib/deep/er/data.json", "dist/index.js"]
    left_out = [
        *(".git/HEAD", "lib/node_modules/a.js", "__pycache__/server.cpython-311.pyc", ".venv/bin/python"),
        *("server.py~", ".server.py.swp", ".#server.py", "#server.py#", "4913", "x.tmp", "app.log", "lib/gen/b.py"),
    ]
    for name in (*kept, *left_out):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "lib" / "round").symlink_to(tmp_path)
    found = Watched([tmp_path], ["*.log", "lib/gen"]).look()
    assert sorted(os.path.relpath(name, tmp_path) for name in found) == sorted(kept)


def test_what_was_named_itself_is_watched_whatever_it_is_called_and_through_links(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "notes.tmp").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    watched = Watched([tmp_path / "link" / "notes.tmp"])
    before = watched.look()
    assert list(before) == [str(tmp_path / "link" / "notes.tmp")]
    (tmp_path / "real" / "notes.tmp").write_text("longer")
    assert watched.look() != before


def test_a_path_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError, match="is not there"):
        Watched([tmp_path / "none.py"]).check()


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        # Several files that are written one after the other are one change, told when it is quiet.
        ([(0.2, look(a=2, b=1)), (0.4, look(a=2, b=2)), (0.6, look(a=2, b=2)), (0.8, look(a=2, b=2))], {0.8: "a b"}),
        # An editor that removes the file and writes it anew; what is as it was is no change.
        ([(0.2, look(b=1)), (0.4, look(a=3, b=1)), (0.8, look(a=3, b=1))], {0.8: "a"}),
        ([(0.2, look(b=1)), (0.4, look(a=1, b=1)), (0.8, look(a=1, b=1))], {}),
        # A file that is gone, and one that is new.
        ([(0.2, look(b=1, c=1)), (0.6, look(b=1, c=1))], {0.6: "a c"}),
        # A storm is told once in a while, though it does not end.
        ([(n / 5, look(a=1, b=n)) for n in range(2, 31)], {5.4: "b"}),
    ],
)
def test_a_change_is_told_once_when_it_has_come_to_rest(looks, told):
    settling = Settling(look(a=1, b=1))
    found = {at: changed for at, seen in looks if (changed := settling.saw(seen, at))}
    assert found == {at: Changed(tuple(names.split())) for at, names in told.items()}


def test_a_file_that_changes_after_each_restart_is_the_servers_own_and_no_longer_watched():
    settling, told = Settling(look(log=0, code=0)), []
    for number in range(1, RESTLESS + 3):
        told += [settling.saw(look(log=number, code=0), number * 2.0 + after) for after in (0.0, 0.4)]
    assert [one for one in told if one] == [Changed(("log",))] * (RESTLESS - 1) + [Changed((), ("log",))]
    settling.saw(look(log=99, code=1), 30.0)
    assert settling.saw(look(log=99, code=1), 30.4) == Changed(("code",))


def test_a_person_who_writes_one_file_again_and_again_is_not_taken_for_the_server():
    settling = Settling(look(code=0))
    told = []
    for number in range(1, RESTLESS + 3):
        settling.saw(look(code=number), number * 5.0)
        told.append(settling.saw(look(code=number), number * 5.0 + 0.4))
    assert told == [Changed(("code",))] * (RESTLESS + 2)


@pytest.mark.parametrize(
    ("paths", "words"), [(["/x/a.py"], "a.py"), (["a.py", "b.py"], "a.py and b.py"), (list("abcd"), "a and 3 more")]
)
def test_files_are_told_in_a_few_words(paths, words):
    assert names_of(paths) == words
