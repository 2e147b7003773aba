"""`inspector tap` as a program in the place of a server: its streams, its end, and what its recordings are good for."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from inspector.cli import opening
from inspector.errors import UsageError
from inspector.recording import open_recording
from inspector.wire import events
from tests.headless.running import PATIENCE, Inspector

DEMO = ("--", sys.executable, "-m", "inspector.serving", "--era")


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")


async def test_stdout_is_the_clients_alone_and_stderr_names_the_recording_once(inspector: Inspector) -> None:
    ran = await inspector("tap", "--", "sh", "-c", "cat; echo trouble >&2; exit 3", stdin=b"not json\nhalf")
    assert (ran.code, ran.stdout) == (3, b"not json\nhalf")
    [path] = ran.recordings
    assert ran.stderr.decode() == f"inspector: recording to {path}\ntrouble\n"
    recording = ran.recording()
    assert recording.header.target["tap"] is True
    told = [record.event for record in recording.records]
    assert [type(one) for one in (told[0], told[1], told[-2], told[-1])] == [
        events.Decision,
        events.Opened,
        events.Exited,
        events.Closed,
    ]
    assert [one.raw for one in told if isinstance(one, events.Sent)] == [b"not json", b"half"]
    assert [one.raw for one in told if isinstance(one, events.Received)] == [b"not json", b"half"]
    assert [one.raw for one in told if isinstance(one, events.Stderr)] == [b"trouble"]
    ran = await inspector("tap", "--quiet", "--no-record", "--", "cat", stdin=b"x")
    assert (ran.code, ran.stdout, ran.stderr, len(ran.recordings)) == (0, b"x", b"", 1)


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_a_taps_recording_is_checked_compared_and_sent_again_as_any_other(
    inspector: Inspector, tmp_path: Path, era: str
) -> None:
    tapped, direct = tmp_path / "tapped.jsonl", tmp_path / "direct.jsonl"
    words = ("call", "search_catalogue", "query=homer", "--json", "--record")
    through = ("--", sys.executable, "-m", "inspector", "tap", "--record", str(tapped), *DEMO, era)
    ran = await inspector(*words, str(direct), *through)
    assert (ran.code, ran.document["isError"]) == (0, False)
    ran = await inspector("check", "--json", str(tapped))
    assert (ran.code, ran.document["server"]["era"]) == (0, era)
    assert [one["level"] for one in ran.document["findings"]] == ["warning"] * (era == "modern")  # of an odd tool
    ran = await inspector("diff", "--json", str(tapped), str(direct))
    assert (ran.code, ran.document["equal"], len(ran.document["answers"])) == (0, True, 1)
    ran = await inspector("replay", "--json", str(tapped), *DEMO, era)
    assert (ran.code, ran.document["equal"]) == (0, True)
    ran = await inspector("export", str(tapped), "--format", "markdown")
    assert ran.code == 0 and "search_catalogue" in ran.out


async def test_a_tap_that_is_killed_leaves_all_that_has_passed(inspector: Inspector) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await inspector.start("tap", "--", "cat", stdin=pipe)
    assert process.stdin is not None and process.stdout is not None
    lines = [b'{"jsonrpc":"2.0","method":"m%d"}' % number for number in range(200)]
    process.stdin.write(b"\n".join(lines) + b"\n")
    async with asyncio.timeout(PATIENCE):
        for _ in lines:
            await process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
    process.stdin.close()
    [path] = (inspector.home / "data" / "recordings").glob("*.jsonl")
    records = [record.event for record in open_recording(path).records]
    assert [one.raw for one in records if isinstance(one, events.Received)] == lines
    assert [one.raw for one in records if isinstance(one, events.Sent)] == lines


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
async def test_a_full_disk_is_said_once_and_all_passes(inspector: Inspector) -> None:
    ran = await inspector("tap", "--record", "/dev/full", "--", "cat", stdin=b"a\nb\n")
    assert (ran.code, ran.stdout) == (0, b"a\nb\n")
    assert ran.stderr.decode().count("No space left on device") == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--", "no-such-program"), 3, "no-such-program was not found."),
        (("https://example.com/mcp",), 2, "A server over HTTP is tapped over HTTP."),
        (("--listen", "0", "--", "cat"), 2, "--listen is for a URL"),
        (("--attach",), 2, "No tap is recording just now."),
        (("--attach", "--listen", "0"), 2, "--attach stands alone."),
    ],
)
async def test_what_cannot_be_tapped_is_said(
    inspector: Inspector, words: tuple[str, ...], code: int, said: str
) -> None:
    ran = await inspector("tap", *words)
    assert (ran.code, ran.stdout) == (code, b"")
    assert said in ran.err


async def test_attach_finds_the_tap_that_was_started_last_while_it_runs(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(opening, "open_in_interface", lambda file: opened.append(file) or 0)
    monkeypatch.setenv("INSPECTOR_HOME", str(inspector.home))
    before = (await inspector("tap", "--", "cat", stdin=b"over\n")).recordings
    process = await inspector.start("tap", "--", "cat", stdin=asyncio.subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"here\n")
    async with asyncio.timeout(PATIENCE):
        await process.stdout.readline()
    assert opening.open_tap("") == 0
    ended = await inspector.end(process, b"")
    assert opened == [path for path in ended.recordings if path not in before]
    with pytest.raises(UsageError):
        opening.open_tap("")
