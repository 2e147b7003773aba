import fcntl
from pathlib import Path
from threading import Thread

import pytest

from inspector.config import changing
from inspector.config.changing import locked, put_aside
from inspector.errors import InspectorError


def test_threads_that_add_one_to_a_file_lose_no_addition(tmp_path: Path) -> None:
    path = tmp_path / "n"
    path.write_text("0")

    def add() -> None:
        for _ in range(20):
            with locked(path):
                path.write_text(str(int(path.read_text()) + 1))

    threads = [Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert path.read_text() == "80"


def test_a_file_that_another_keeps_for_itself_is_an_error_and_no_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changing, "PATIENCE", 0.0)
    with open(tmp_path / ".n.lock", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(InspectorError, match="n was not written"), locked(tmp_path / "n"):
            pytest.fail("two had the file")


def test_a_link_and_the_file_it_leads_to_have_one_lock(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "n")
    with locked(tmp_path / "link"):
        assert [path.name for path in tmp_path.iterdir() if path.name != "link"] == [".n.lock"]


def test_where_the_folder_cannot_be_there_is_no_lock_and_the_work_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with locked(tmp_path / "file" / "n"):
        pass


def test_what_is_put_aside_never_takes_the_place_of_what_was_before(tmp_path: Path) -> None:
    for text in ("a", "b"):
        (tmp_path / "n.json").write_text(text)
        put_aside(tmp_path / "n.json")
    put_aside(tmp_path / "n.json")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"n.unread": "a", "n.unread-2": "b"}
