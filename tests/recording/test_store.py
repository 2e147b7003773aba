"""The folder of recordings: names, the list, and what is deleted."""

import gzip
import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inspector.journal import Journal
from inspector.recording import list_recordings, prune, record_in, safe_name, target_name
from inspector.wire.events import Closed, Decision, Event, Exited, Opened, Received, Record, Sent, Stderr

DAY = datetime(2026, 11, 30, tzinfo=UTC)
NAMES = [
    *(
        "../pwned",
        "..\\\\pwned",
        "/etc/cron.d/x",
        "a/b",
        "CON",
        "con",
        "nul.txt",
        "x\0y",
        "x\ny",
        "n" * 400,
        "N" * 400,
        ".",
        "..",
    ),
    *("~/.ssh/id", "C:\\\\x", "-rf", "․․/x", "", " ", "\ud800", "bücher", "com1", "..a"),
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_becomes_one_bounded_file_name_in_the_folder(tmp_path: Path, name: str) -> None:
    safe = safe_name(name)
    assert 0 < len(safe) <= 48
    assert not safe.startswith(("-", "."))
    assert set(safe) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-")
    assert safe.split(".")[0] not in ("con", "nul", "com1")
    with record_in(tmp_path, {"name": name}) as recorder:
        assert recorder.path.parent == tmp_path
        assert recorder.problem == ""


def test_different_names_stay_different() -> None:
    assert len({safe_name(name) for name in NAMES}) == len(NAMES)
    assert safe_name("lending-2.0") == "lending-2.0"


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ({"name": "books", "command": ["x"]}, "books"),
        ({"url": "https://u:p@example.org:8080/mcp?k=v"}, "example.org:8080"),
        ({"url": "http://[bad"}, "server"),
        ({"url": "http+unix://%2Frun%2Flending.sock/mcp"}, "lending.sock"),
        ({"url": "http+unix:///run/lending.sock:/mcp"}, "lending.sock"),
        ({"url": "http+unix://lending.sock/mcp"}, "server"),
        ({"command": ["npx", "-y", "@modelcontextprotocol/server-everything"]}, "server-everything"),
        ({"command": ["/usr/bin/python3.11", "server.py"]}, "server.py"),
        ({"command": ["npx", "--token", "‹secret 1›", "pkg"]}, "pkg"),
        ({"command": ["/opt/lending"]}, "lending"),
        ({"command": ["env", "HOME=/tmp/books", "lending"]}, "lending"),
        ({"command": ["python"]}, "python"),
        ({"command": []}, "server"),
        ({"kind": "demo", "era": "dual"}, "demo"),
        ({"command": 7, "url": [], "name": None}, "server"),
    ],
)
def test_a_target_is_called_by_what_it_runs(target: dict[str, object], name: str) -> None:
    assert target_name(target) == name


def recorded(folder: Path, day: int, lines: int = 3, size: int = 1) -> Path:
    journal = Journal(clock=lambda: 7.5, start=0.0)
    with record_in(folder, {"name": "books"}, created=DAY + timedelta(days=day)) as recorder:
        journal.add_sink(recorder)
        for _ in range(lines - 1):
            journal.append(Stderr(b"x" * size))
        journal.append(Closed("done"))
    return recorder.path


def test_the_list_tells_of_each_from_its_first_and_last_line(tmp_path: Path) -> None:
    old, new = recorded(tmp_path, 1), recorded(tmp_path, 2, lines=5, size=100_000)
    listed = list_recordings(tmp_path)
    assert [each.path for each in listed] == [new, old]
    assert [each.last and (each.last.seq, each.last.at, each.last.event) for each in listed] == [
        (5, 7.5, Closed("done")),
        (3, 7.5, Closed("done")),
    ]
    assert listed[0].header.target == {"name": "books"}
    assert listed[0].size == new.stat().st_size


def test_the_list_finds_the_last_whole_record_before_a_torn_end(tmp_path: Path) -> None:
    path = recorded(tmp_path, 1)
    with path.open("ab") as file:
        file.write(b'{"seq": 4, "at": 9, "ki')
    assert [each.last and each.last.seq for each in list_recordings(tmp_path)] == [3]


def test_the_list_passes_over_links_and_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    path = recorded(tmp_path, 1)
    (tmp_path / "link.jsonl").symlink_to(path)
    (tmp_path / "notes.txt").touch()
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "later.jsonl").write_text('{"format": "mcp-recording", "version": 2}\n')
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    (tmp_path / "torn.jsonl.gz").write_bytes(b"\x1f\x8b")
    assert {each.path.name: each.problem for each in list_recordings(tmp_path)} == {
        path.name: "",
        "packed.jsonl.gz": "",
        "torn.jsonl.gz": "Its packed data ends before anything could be read.",
        "bad.jsonl": "It has neither the header of a recording nor a record.",
        "later.jsonl": "It is of a version that this inspector does not read.",
    }


INFO = {"io.modelcontextprotocol/serverInfo": {"name": "alder", "title": "Alder Street", "version": "1"}}
MET = {"supportedVersions": ["2026-07-28"], "capabilities": {}, "_meta": INFO}
HELLO: tuple[Event, ...] = (
    Opened("stdio"),
    Sent(b'{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}'),
    Received(json.dumps({"jsonrpc": "2.0", "id": 1, "result": MET}).encode()),
)


@pytest.mark.parametrize(
    ("events", "ended"),
    [
        ((), ""),
        (HELLO, "broken off"),
        ((*HELLO, Exited(0, asked=True), Closed(asked=True)), "closed"),
        ((*HELLO, Closed(asked=True), Decision("cancel", "x", "y", "z")), "closed"),
        ((*HELLO, Exited(1), Closed("the server exited", asked=True)), "died"),
        ((*HELLO, Closed("the event stream ended")), "died"),
        ((*HELLO, Exited(1), *HELLO, Exited(0, asked=True), Closed(asked=True)), "closed"),
        ((*HELLO, Closed(asked=True), *HELLO), "broken off"),
    ],
)
def test_the_list_tells_who_was_met_and_how_it_ended(tmp_path: Path, events: tuple[Event, ...], ended: str) -> None:
    with record_in(tmp_path, {}) as recorder:
        recorder([Record(place, 0.1, event) for place, event in enumerate(events, 1)])
        assert [one.ended for one in list_recordings(tmp_path)] == ["live"]
    [listed] = list_recordings(tmp_path)
    assert listed.ended == ended
    assert (listed.server, listed.version) == (("Alder Street", "2026-07-28") if events else ("", ""))


def test_the_list_finds_the_name_behind_an_attempt_that_came_to_nothing(tmp_path: Path) -> None:
    with record_in(tmp_path, {}) as recorder:
        recorder([Record(1, 0.1, Opened("stdio")), Record(2, 0.1, Exited(1))])
        recorder([Record(place, 0.2, event) for place, event in enumerate(HELLO, 3)])
    assert [one.server for one in list_recordings(tmp_path)] == ["Alder Street"]


def test_a_folder_that_is_not_there_has_no_recordings(tmp_path: Path) -> None:
    assert list_recordings(tmp_path / "none") == []
    assert prune(tmp_path / "none", 1, 1) == ()


def test_what_is_being_written_is_marked_and_never_pruned(tmp_path: Path) -> None:
    old = recorded(tmp_path, 1)
    with record_in(tmp_path, {}, created=DAY) as recorder:
        assert {each.path: each.live for each in list_recordings(tmp_path)} == {old: False, recorder.path: True}
        assert prune(tmp_path, 0, 0) == (old,)
        assert recorder.path.exists()
    assert prune(tmp_path, 0, 0) == (recorder.path,)


def test_the_oldest_go_until_the_number_is_kept(tmp_path: Path) -> None:
    paths = [recorded(tmp_path, day) for day in range(5)]
    assert prune(tmp_path, 2, 10**9) == (paths[2], paths[1], paths[0])
    assert sorted(tmp_path.iterdir()) == paths[3:]


def test_the_oldest_go_until_the_size_is_kept(tmp_path: Path) -> None:
    paths = [recorded(tmp_path, 0), recorded(tmp_path, 1, size=50_000), recorded(tmp_path, 2), recorded(tmp_path, 3)]
    assert prune(tmp_path, 100, 20_000) == (paths[1], paths[0])


def test_what_a_person_named_and_what_is_linked_is_never_pruned(tmp_path: Path) -> None:
    path = recorded(tmp_path, 1)
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(path, folder / "the-bug.jsonl")
    os.symlink(path, folder / path.name)
    assert prune(folder, 0, 0) == ()
    assert path.exists()
