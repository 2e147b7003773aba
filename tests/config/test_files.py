import stat
from pathlib import Path

import pytest

from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem
from inspector.errors import InspectorError


def test_a_new_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b"
    write_atomically(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_old_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "b"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


def test_a_symbolic_link_is_written_through(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old")
    link = tmp_path / "link"
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_refused_write_says_why_and_leaves_no_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.mkdir()
    with pytest.raises(InspectorError) as caught:
        write_atomically(path, "x")
    assert "was not written" in caught.value.message
    assert caught.value.why
    assert list(tmp_path.iterdir()) == [path]


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf{}")
    assert read_text(path) == "{}"


def test_bytes_that_are_not_utf8_are_told_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b'{\n "a": "\xff"}')
    problem = read_text(path)
    assert isinstance(problem, Problem)
    assert (problem.line, problem.column) == (2, 8)
    assert "0xff" in problem.message


@pytest.mark.parametrize(("make", "word"), [("nothing", "not there"), ("directory", "directory")])
def test_what_cannot_be_opened_has_a_reason_and_no_line(tmp_path: Path, make: str, word: str) -> None:
    path = tmp_path / "f"
    if make == "directory":
        path.mkdir()
    problem = read_text(path)
    assert isinstance(problem, Problem)
    assert problem.line is None
    assert word in problem.message


def test_a_file_that_may_be_absent_reads_as_what_was_said(tmp_path: Path) -> None:
    assert read_text(tmp_path / "f", absent="") == ""
