import os
import stat
import subprocess
from pathlib import Path

import pytest

from inspector.config.executable import resolve_executable


def program(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def test_the_first_folder_of_path_that_has_it_wins(tmp_path: Path) -> None:
    program(tmp_path / "b" / "tool")
    program(tmp_path / "c" / "tool")
    found = resolve_executable("tool", {"PATH": f"{tmp_path}/a:{tmp_path}/b:{tmp_path}/c"}, None)
    assert (found.reason, found.path) == ("found", str(tmp_path / "b" / "tool"))


def test_the_path_of_the_entry_is_searched_and_not_ours(tmp_path: Path) -> None:
    program(tmp_path / "tool")
    assert resolve_executable("tool", {}, None, {"PATH": str(tmp_path)}).reason == "found"
    assert resolve_executable("tool", {"PATH": "/nowhere"}, None, {"PATH": str(tmp_path)}).reason == "not found"


def test_what_was_not_found_says_in_how_many_folders_and_what_to_install() -> None:
    found = resolve_executable("uvx", {"PATH": "/one:/two:/three:/four:/one"}, None)
    assert found.message == "uvx was not found."
    assert found.why == "None of the 4 directories in PATH has it: /one, /two, /three, …"
    assert found.hint == "Install uv, or give the full path."
    assert found.looked_in == ("/one", "/two", "/three", "/four")


def test_a_file_that_may_not_be_executed_is_told_apart_and_does_not_end_the_search(tmp_path: Path) -> None:
    plain = program(tmp_path / "a" / "tool", mode=0o644)
    alone = resolve_executable("tool", {"PATH": f"{tmp_path}/a"}, None)
    assert (alone.reason, alone.obstacle, alone.path) == ("not executable", str(plain), None)
    assert alone.hint.startswith("chmod +x ")
    program(tmp_path / "b" / "tool")
    assert resolve_executable("tool", {"PATH": f"{tmp_path}/a:{tmp_path}/b"}, None).path == str(tmp_path / "b" / "tool")


def test_a_directory_is_told_apart(tmp_path: Path) -> None:
    found = resolve_executable(str(tmp_path), {}, None)
    assert (found.reason, found.obstacle) == ("is a directory", str(tmp_path))
    assert found.message.endswith("is a directory.")


def test_a_path_that_is_not_there_is_named_in_full() -> None:
    found = resolve_executable("./no/such", {}, "/")
    assert (found.reason, found.looked_in, found.why) == ("not found", (), "There is no file /no/such.")


def test_a_relative_command_counts_from_the_directory_of_the_child(tmp_path: Path) -> None:
    program(tmp_path / "start-it")
    assert resolve_executable("./start-it", {}, str(tmp_path)).path == str(tmp_path / "start-it")
    assert resolve_executable("./start-it", {}, "/").reason == "not found"


def test_a_working_directory_that_is_not_there_is_not_blamed_on_the_command(tmp_path: Path) -> None:
    found = resolve_executable("sh", {}, str(tmp_path / "gone"))
    assert (found.reason, found.obstacle) == ("no directory", str(tmp_path / "gone"))


def test_a_script_whose_interpreter_is_gone_says_so(tmp_path: Path) -> None:
    script = program(tmp_path / "tool", "#!/gone/python -E\n")
    found = resolve_executable(str(script), {}, None)
    assert (found.reason, found.obstacle) == ("no interpreter", "/gone/python")
    assert "/gone/python" in found.why


def test_a_whole_line_given_as_the_command_is_explained() -> None:
    assert resolve_executable("npx -y server", {"PATH": "/one"}, None).hint.startswith("If npx is the command")


def test_an_empty_command_and_one_with_a_nul_do_not_raise() -> None:
    assert resolve_executable("", {}, None).reason == "empty"
    assert resolve_executable("a\0b", {"PATH": "/bin"}, None).reason == "not found"
    assert resolve_executable("sh", {}, "/a\0b").reason == "no directory"


@pytest.mark.parametrize("path", ["{}/a:{}/b", "", ":{}/b", "rel", "{}/a"])
def test_it_agrees_with_what_a_child_really_runs(tmp_path: Path, path: str) -> None:
    program(tmp_path / "a" / "tool", mode=0o644)
    program(tmp_path / "b" / "tool", "#!/bin/sh\necho b\n")
    program(tmp_path / "cwd" / "tool", "#!/bin/sh\necho cwd\n")
    program(tmp_path / "cwd" / "rel" / "tool", "#!/bin/sh\necho rel\n")
    env = {"PATH": path.format(tmp_path, tmp_path)}
    cwd = str(tmp_path / "cwd")
    try:
        said = subprocess.run(["tool"], env=env, cwd=cwd, capture_output=True, text=True, check=True).stdout.strip()
    except OSError:
        said = ""
    found = resolve_executable("tool", env, cwd, {})
    assert (os.path.basename(os.path.dirname(os.path.realpath(found.path))) if found.path else "") == said


def test_the_permission_bits_are_those_of_this_user(tmp_path: Path) -> None:
    path = program(tmp_path / "tool", mode=stat.S_IRUSR)
    assert resolve_executable(str(path), {}, None).reason == "not executable"
