import json
import stat
from pathlib import Path

import pytest

from inspector.config.recents import LIMIT, LONGEST_NAME, Recent, read_recents, remember
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.config.target_json import from_json, to_json

SECRETS = [
    StdioTarget(("s", "--token", "S11", "plain"), {"DB_PASSWORD": "S10", "PLAIN": "S12"}, "/w", "alder"),
    HttpTarget("http://u:S6@h/mcp?api_key=S7#id_token=S9", (("Authorization", "Bearer S1"), ("X-Plain", "S5")), "auto"),
]


@pytest.mark.parametrize(
    "target",
    [
        StdioTarget(("python", "-m", "é b"), {}, None, "n"),
        HttpTarget("https://h/mcp?a=1", (), "http+sse", "n"),
        DemoTarget("legacy", "http+sse"),
        RecordingTarget(Path("/tmp/a.jsonl")),
    ],
)
def test_a_target_without_secrets_comes_back_equal_with_nothing_missing(target: Target) -> None:
    shape = json.loads(json.dumps(to_json(target)))
    assert from_json(shape) == (target, ())
    assert "missing" not in shape


def test_what_is_left_out_is_named() -> None:
    assert to_json(SECRETS[0])["missing"] == ["argument 2", "environment DB_PASSWORD", "environment PLAIN"]
    assert to_json(SECRETS[1])["missing"] == ["a part of the URL", "header Authorization", "header X-Plain"]


@pytest.mark.parametrize("target", SECRETS)
def test_no_secret_reaches_the_disk_and_the_second_writing_keeps_what_is_missing(
    tmp_path: Path, target: Target
) -> None:
    path = tmp_path / "recent.json"
    remember(path, target, era="modern", at=1.0)
    remember(path, DemoTarget(), era=None, at=2.0)
    text = path.read_text()
    assert not any(f"S{number}" in text for number in range(1, 13))
    demo, other = read_recents(path).entries
    assert demo == Recent(DemoTarget(), None, 2.0)
    assert list(other.missing) == to_json(target)["missing"]


@pytest.mark.parametrize("target", SECRETS)
def test_a_target_that_is_used_again_moves_to_the_front_and_is_there_once(tmp_path: Path, target: Target) -> None:
    path = tmp_path / "recent.json"
    remember(path, target, era=None, at=1.0)
    remember(path, DemoTarget(), era="modern", at=2.0)
    remember(path, target, era="legacy", at=3.0)
    assert [(entry.era, entry.at) for entry in read_recents(path).entries] == [("legacy", 3.0), ("modern", 2.0)]


def test_the_same_target_from_two_places_is_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    remember(path, StdioTarget(("a",)), era=None, at=1.0)
    remember(path, StdioTarget(("a",)), era=None, at=2.0, source="/x/mcp.json")
    assert [entry.source for entry in read_recents(path).entries] == ["/x/mcp.json", ""]


def test_what_a_server_called_itself_stays_with_its_target(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    remember(path, StdioTarget(("a",)), era=None, at=1.0, server="Alder" * 1000)
    remember(path, StdioTarget(("b",)), era=None, at=2.0)
    other, first = read_recents(path).entries
    assert (other.server, first.server) == ("", ("Alder" * 1000)[:LONGEST_NAME])


def test_the_oldest_goes_when_there_are_too_many(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    for at in range(LIMIT + 3):
        remember(path, StdioTarget((f"c{at}",)), era=None, at=float(at))
    entries = read_recents(path).entries
    assert len(entries) == LIMIT
    assert entries[0].target == StdioTarget((f"c{LIMIT + 2}",))
    assert entries[-1].target == StdioTarget(("c3",))


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "recent.json"
    remember(path, DemoTarget(), era=None, at=1.0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    read = read_recents(tmp_path / "recent.json")
    assert (read.entries, read.problems) == ((), ())


GOOD = {"target": {"kind": "demo", "era": "dual", "transport": "stdio"}, "era": None, "at": 1}


@pytest.mark.parametrize(
    "bad",
    [
        None,
        {},
        {**GOOD, "era": "ancient"},
        {**GOOD, "at": "now"},
        {**GOOD, "at": True},
        {**GOOD, "source": 1},
        {**GOOD, "server": 1},
        {**GOOD, "target": {"kind": "magic"}},
        {**GOOD, "target": {"kind": "stdio", "command": []}},
        {**GOOD, "target": {"kind": "stdio", "command": "sh"}},
        {**GOOD, "target": {"kind": "http", "url": 1, "transport": "auto"}},
        {**GOOD, "target": {"kind": "http", "url": "http://h/", "transport": "carrier pigeon"}},
        {**GOOD, "target": {"kind": "demo", "era": [], "transport": "stdio"}},
    ],
)
def test_a_bad_entry_is_told_and_the_others_count(tmp_path: Path, bad: object) -> None:
    path = tmp_path / "recent.json"
    path.write_text(json.dumps({"version": 1, "recent": [bad, GOOD]}))
    read = read_recents(path)
    assert [entry.target for entry in read.entries] == [DemoTarget()]
    assert "Entry 1" in read.problems[0].message


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"version": 2, "recent": []}', '{"recent": 1}', "[" * 100_000, "9" * 5000]
)
def test_a_file_that_cannot_be_read_is_told_and_the_next_target_begins_a_new_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "recent.json"
    path.write_text(text)
    read = read_recents(path)
    assert read.entries == ()
    assert len(read.problems) == 1
    remember(path, DemoTarget(), era=None, at=1.0)
    assert len(read_recents(path).entries) == 1


def test_the_demo_is_named_in_what_is_written_of_it() -> None:
    """A list of recordings tells it from other servers on stdio."""
    written = to_json(DemoTarget("legacy", "http+sse"))
    assert written == {"kind": "demo", "name": "demo", "era": "legacy", "transport": "http+sse"}
    assert from_json(written) == (DemoTarget("legacy", "http+sse"), ())


def test_what_could_not_be_read_is_put_aside_and_no_number_is_too_large_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    text = json.dumps({"version": 1, "recent": [GOOD]})[:-2] + ', {"target": {"kind": "demo"}, "at": ' + "9" * 5000
    path.write_text(text + "}]}")
    assert [len(read_recents(path).entries), len(read_recents(path).problems)] == [1, 1]
    remember(path, HttpTarget("https://alder.example/mcp"), era=None, at=3.0)
    assert len(read_recents(path).entries) == 2 and read_recents(path).problems == ()
    assert path.with_suffix(".unread").read_text() == text + "}]}"
