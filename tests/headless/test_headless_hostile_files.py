"""Files that nobody should open, given to every command that takes a recording."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import run

GOLDEN = (Path(__file__).parents[1] / "recordings" / "every-kind.jsonl").read_bytes()
LINES = GOLDEN.splitlines(keepends=True)
HEADER = b'{"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z"}\n'
BAD: tuple[Any, ...] = (None, True, -7, 1.5, "x", [], {}, [[1]], 10**400, "\ud800", float("nan"))


def record(seq: int, text: str = "x", at: str = "1.5") -> bytes:
    return f'{{"seq": {seq}, "at": {at}, "kind": "stderr", "text": {json.dumps(text)}}}\n'.encode()


def wrong_types() -> bytes:
    """Every field of every kind with every value that it cannot have."""
    records = [
        json.loads(line) | {name: bad}
        for line in LINES[1:]
        for name in json.loads(line)
        if name != "seq"
        for bad in BAD
    ]
    return HEADER + b"".join(
        json.dumps(members | {"seq": seq}).encode() + b"\n" for seq, members in enumerate(records, 1)
    )


def wrong_target(bad: object) -> bytes:
    names = ("kind", "command", "cwd", "url", "transport", "name", "env", "headers", "missing")
    header = json.loads(LINES[0]) | {"target": dict.fromkeys(names, bad)}
    return json.dumps(header).encode() + b"\n" + b"".join(LINES[1:])


DEEP = b"[" * 100_000 + b"]" * 100_000
INNER = json.dumps('{"a":' * 100_000 + "1" + "}" * 100_000).encode()
ESCAPES = "\x1b[2J\x1b]0;pwned\x07 [red]x[/red] [/] \u202e \x9b31m"
OPENED: dict[str, bytes] = {
    "every kind": GOLDEN,
    "CRLF": GOLDEN.replace(b"\n", b"\r\n"),
    "no header": b"".join(LINES[1:]),
    "torn": GOLDEN[:-20],
    "zeros at its end": GOLDEN + b"\0" * 5000,
    "zeros in its middle": b"".join((*LINES[:5], b"\0" * 4096, *LINES[5:])),
    "wrong types": wrong_types(),
    **{f"a target of {bad!r:.20}": wrong_target(bad) for bad in BAD},
    "a header of wrong types": b'{"format": "mcp-recording", "version": 1, "created": [], "target": 7}\n' + record(1),
    "escapes": HEADER
    + record(1, ESCAPES)
    + json.dumps({"kind": ESCAPES, "seq": 2, ESCAPES: 1}).encode()
    + b"\n\x1b[2J\n",
    "escapes in its header": json.dumps({"format": "mcp-recording", "version": 1, "target": {"name": ESCAPES}}).encode()
    + b"\n"
    + record(1),
    "100,000 levels": HEADER
    + DEEP
    + b'\n{"seq": 2, "at": 1, "kind": "received", "text": '
    + INNER
    + b"}\n"
    + record(3),
    "numbers twice and backwards": HEADER + record(3) + record(3) + record(1),
    "impossible times": HEADER + b"".join(record(n, at=at) for n, at in enumerate(("NaN", "1e999", '"1"', "-5"), 1)),
    "numbers without end": HEADER + record(1, at="9" * 5000) + b'{"seq": ' + b"9" * 5000 + b', "kind": "closed"}\n',
    "unknown kinds and fields": HEADER + b'{"seq": 1, "at": 1, "kind": "holographic", "x": {}}\n' + record(2),
    "paths in its names": b'{"format": "mcp-recording", "version": 1, "target": {"name": "../../../../pwned"}}\n'
    + b'{"seq": 1, "at": 1, "kind": "began", "op": 1, "method": "tools/call", "name": "../../pwned"}\n',
    "a line of 20 MB": HEADER + record(1, "y" * 20_000_000),
}
REFUSED: dict[str, bytes] = {
    "nothing": b"",
    "UTF-16": GOLDEN.decode().encode("utf-16"),
    "a HAR file": b'{"log": {"creator": {}}}',
    "damaged gzip": gzip.compress(GOLDEN)[:20] + b"\xff" * 40,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(300),
    "of another version": HEADER.replace(b": 1", b": 7"),
}
COMMANDS = (
    ("check", "FILE"),
    ("export", "FILE", "--format", "markdown"),
    ("export", "FILE", "--format", "jsonl"),
    ("export", "FILE", "--share"),
    ("diff", "FILE", "GOLDEN"),
)


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    golden = tmp_path / "golden.jsonl"
    golden.write_bytes(GOLDEN)

    def carried_out(words: tuple[str, ...], path: Path) -> tuple[int, str]:
        code = run([str(path) if word == "FILE" else str(golden) if word == "GOLDEN" else word for word in words])
        out, err = capfd.readouterr()
        assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(out + err)
        return code, err

    return carried_out


@pytest.mark.parametrize("name", OPENED)
def test_a_hostile_file_is_opened_by_every_command_and_harms_nothing(said, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "s.jsonl"
    path.write_bytes(OPENED[name])
    large = len(OPENED[name]) > 1_000_000
    for words in COMMANDS[:1] if large else COMMANDS:
        code, _ = said(words, path)
        assert code in (0, 1), words
    assert {each.name for each in tmp_path.iterdir()} <= {"s.jsonl", "golden.jsonl", "home"}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_recording_is_refused_by_every_command_with_what_why_and_next(  # type: ignore[no-untyped-def]
    said, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(REFUSED[name])
    _is_refused(said, path)


@pytest.mark.parametrize("name", ["a folder", "a pipe", "/dev/zero", "a loop", "nothing there"])
def test_what_is_no_file_is_refused_at_once(said, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "s.jsonl"
    match name:
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case "a loop":
            path.symlink_to(path)
        case "/dev/zero":
            path.symlink_to("/dev/zero")
    _is_refused(said, path)


def _is_refused(said, path: Path) -> None:  # type: ignore[no-untyped-def]
    for words in (*COMMANDS, ("diff", "GOLDEN", "FILE"), ("replay", "FILE", "--demo", "--no-record"), ("open", "FILE")):
        code, err = said(words, path)
        lines = err.strip().splitlines()
        assert code == 2 and [line.split()[0] for line in lines] == ["inspector:", "why:", "next:"], err
