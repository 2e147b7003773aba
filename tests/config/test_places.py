from pathlib import Path

from inspector.config.places import Places, places, short_path


def test_all_folders_are_below_inspector_home_when_it_is_set(tmp_path: Path) -> None:
    found = places({"INSPECTOR_HOME": str(tmp_path)})
    assert found.settings_file == tmp_path / "config" / "settings.toml"
    assert found.recents_file == tmp_path / "state" / "recent.json"
    assert found.recordings == tmp_path / "data" / "recordings"


def test_asking_creates_nothing(tmp_path: Path) -> None:
    places({"INSPECTOR_HOME": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []


def test_an_empty_inspector_home_counts_as_not_set() -> None:
    assert places({"INSPECTOR_HOME": ""}) == places({})


def test_the_folders_of_the_user_are_asked_once() -> None:
    assert places({}) is places({})


def test_a_relative_inspector_home_becomes_absolute() -> None:
    assert places({"INSPECTOR_HOME": "here"}).config.is_absolute()


def test_a_path_below_home_is_written_with_a_tilde_and_a_neighbour_is_not() -> None:
    assert short_path("/home/ann/x", "/home/ann") == "~/x"
    assert short_path("/home/anna/x", "/home/ann") == "/home/anna/x"
    assert short_path("/home/ann", "/home/ann") == "~"
    assert short_path("/x", "/") == "/x"


def test_the_socket_of_a_tap_is_short_enough_to_be_bound_below_a_folder_of_any_length(tmp_path: Path) -> None:
    def socket_below(state: Path, recording: str) -> Path:
        return Places(config=tmp_path, data=tmp_path, state=state).tap_socket(tmp_path / recording)

    below, far, other = Path("/s"), Path("/s") / ("x" * 73), Path("/s") / ("x" * 74)
    assert socket_below(below, "a.jsonl").parent == below / "taps"
    assert len(str(socket_below(far, "a.jsonl"))) <= 103 and socket_below(far, "a.jsonl").is_relative_to(far)
    short = socket_below(other, "a.jsonl")
    assert len(str(short)) <= 103 and not short.is_relative_to(other)
    assert short == socket_below(other, "a.jsonl") != socket_below(other, "b.jsonl")
