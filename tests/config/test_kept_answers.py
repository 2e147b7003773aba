"""Standing answers for one server, as a file."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from inspector.config.answers import answers_file, read_answers, secrets_in, write_answers
from inspector.config.problems import Problem
from inspector.config.target import DemoTarget, HttpTarget, StdioTarget, Target
from inspector.errors import InspectorError

HOME = Path("/home/ada/.config/inspector")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (StdioTarget(("run", "--token", "a1")), StdioTarget(("run", "--token", "b2"), {"KEY": "x"}, name="mine")),
        (HttpTarget("https://a.example/mcp?key=1"), HttpTarget("https://a.example/mcp?key=2", (("X", "y"),))),
        (DemoTarget("modern"), DemoTarget("legacy")),
    ],
)
def test_a_server_has_one_file_whatever_its_label_and_its_secrets(one: Target, other: Target) -> None:
    assert answers_file(HOME, one) == answers_file(HOME, other)
    assert answers_file(HOME, one).parent == HOME / "answers"


def test_other_servers_have_other_files_and_no_name_leads_out_of_the_folder() -> None:
    targets = [StdioTarget(("../../x",)), StdioTarget(("x",)), HttpTarget("https://x/"), StdioTarget(("é" * 300,))]
    files = {answers_file(HOME, target) for target in targets}
    assert len(files) == 4 and all(file.parent == HOME / "answers" and len(file.name) < 80 for file in files)


def test_the_name_says_whose_it_is_and_holds_no_secret() -> None:
    name = answers_file(HOME, StdioTarget(("library", "--token", "tk-1234567890abcdefghijklmnop"))).name
    assert name.startswith("library-token-") and "1234567890" not in name


def test_a_file_that_others_could_read_is_readable_by_its_owner_alone_after_a_change(tmp_path: Path) -> None:
    path = tmp_path / "answers" / "x.json"
    write_answers(path, "[]\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    write_answers(path, "[1]\n")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_text()) == (0o600, "[1]\n")
    assert os.listdir(path.parent) == ["x.json"]


def test_no_file_is_an_empty_text_and_one_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    assert read_answers(tmp_path / "none.json") == ""
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe\x00")
    assert isinstance(read_answers(tmp_path / "odd.json"), Problem)


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("a file in the folder's place")
    with pytest.raises(InspectorError) as raised:
        write_answers(tmp_path / "answers" / "x.json", "[]")
    assert "was not written" in raised.value.message


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"action": "accept", "content": {"day": "2026-12-01", "copies": 3, "sure": True}}, []),
        (
            {"content": {"apiKey": "x", "deep": [{"passage": 1}, {"password": 1}]}},
            ["/content/apiKey", "/content/deep/1/password"],
        ),
        ({"content": {"a/b~c": "ghp_abcdefghijklmnopqrstuvwxyz0123456789"}}, ["/content/a~1b~0c"]),
        ({"content": {"token": "", "secret": None, "key": False}}, []),
        ({"content": {"token": {"day": "1"}}}, []),
        ({"roots": [{"uri": "https://ada:pw@x.example/"}]}, ["/roots/0/uri"]),
    ],
)
def test_secrets_are_found_by_name_and_by_look(value: Any, paths: list[str]) -> None:
    assert list(secrets_in(value)) == paths
