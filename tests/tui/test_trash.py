"""What is deleted comes back until the program ends; what a killed run left comes back too, another run's does not."""

from pathlib import Path

from inspector.tui.trash import Trash
from inspector.tui.widgets.session_rows import SessionRow


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_run_left_aside_is_taken_over_and_what_another_run_holds_is_not(tmp_path: Path) -> None:
    left, theirs = tmp_path / ".left.jsonl.gz.deleted", tmp_path / "theirs.jsonl"
    left.write_bytes(b"left")
    theirs.write_bytes(b"theirs")
    (tmp_path / ".other.txt.deleted").touch()
    other, mine = Trash(), Trash()
    assert other.delete(SessionRow(str(theirs), "theirs.jsonl"))
    mine.take_over(tmp_path)
    mine.take_over(tmp_path)
    assert [row.path for row in mine.rows] == [str(tmp_path / "left.jsonl.gz")]
    assert mine.restore()
    assert names(tmp_path) == [".other.txt.deleted", ".theirs.jsonl.deleted", "left.jsonl.gz"]
    assert mine.delete(SessionRow(str(tmp_path / "left.jsonl.gz"), "left"))
    mine.empty()
    assert other.restore()
    assert names(tmp_path) == [".other.txt.deleted", "theirs.jsonl"]
