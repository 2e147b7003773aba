"""The tap on stdio, between pipes of the test and real children: bytes, ends, signals, back pressure, the seam."""

import asyncio
import os
import signal
from dataclasses import dataclass, field

import pytest

from inspector.errors import ConnectError
from inspector.serving.tap import lines, stdio
from inspector.serving.tap.seam import DROP, Crossing, Interference, Outcome, Side
from inspector.wire import events
from tests.serving.tapping import tapped

CAT = "/bin/cat"
SH = ("/bin/sh", "-c")
ODD = (
    b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    b'{ "spaced" :  1.0e5 }\r\n'
    b"\n"
    b"not json \xff\xfe\x00 bytes\n" + b"x" * 200_000 + b"\n" + "halb geschrieben: ä".encode() + b" \r"
)


class Passes:
    """An interference that wishes nothing."""

    active = True

    def ended(self, to: Side) -> None:
        """It keeps nothing back."""

    async def consider(self, crossing: Crossing) -> Outcome | None:
        return None


@pytest.mark.parametrize("interference", [None, Passes()], ids=["unconsidered", "considered"])
async def test_every_byte_passes_both_ways_and_the_records_hold_each_of_them(interference: Interference | None):
    async with tapped(CAT, interference=interference) as client:
        await client.write(ODD[:50])
        await client.write(ODD[50:])
        client.close_stdin()
        assert await client.read(1 << 30) == ODD
    assert client.code == 0
    assert client.sent == ODD
    assert client.received == ODD
    assert client.of(events.Exited) == [events.Exited(0, asked=True)]
    first, second, *_ = client.of(events.Sent)
    assert (first.end, second.end) == (b"\n", b"\r\n")


@pytest.mark.parametrize("interference", [None, Passes()], ids=["unconsidered", "considered"])
async def test_a_line_beyond_all_bounds_passes_and_its_beginning_is_recorded(interference: Interference | None):
    said = b"short\n" + b"l" * 400_000 + b"\n" + b"last\n"
    async with tapped(CAT, interference=interference, line_limit=100_000) as client, asyncio.TaskGroup() as group:
        group.create_task(client.write(said))
        assert await client.read(len(said)) == said
    lines = [(one.raw, one.cut) for one in client.of(events.Received)]
    assert lines == [(b"short", False), (b"l" * 65_536, True), (b"last", False)]
    assert [one.verdict for one in client.of(events.Decision)] == ["cut", "cut"]


async def test_the_beginning_of_a_line_passes_before_its_end_comes_and_is_told_of(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "REST_PATIENCE", 0.01)
    async with tapped(CAT) as client:
        await client.write(b"half a")
        assert await client.read(6) == b"half a"
        assert client.of(events.Sent) == []
        while len(client.of(events.Decision)) < 2:
            await asyncio.sleep(0.01)
        told = {one.because for one in client.of(events.Decision)}
        assert "6 bytes of the client have passed without a line end so far: half a" in told
        await client.write(b" line\n")
        assert await client.read(6) == b" line\n"
        assert client.sent == b"half a line\n"


async def test_a_dying_server_gives_its_last_words_its_stderr_and_its_exit_code():
    async with tapped(*SH, "echo last; echo trouble >&2; printf half; exit 7") as client:
        assert await client.read(1 << 30) == b"last\nhalf"
        await client.over.wait()
        assert await client.read_errors() == b"trouble\n"
    assert client.code == 7
    assert client.received == b"last\nhalf"
    assert [one.raw for one in client.of(events.Stderr)] == [b"trouble"]
    assert client.of(events.Exited) == [events.Exited(7)]


async def test_a_server_that_a_signal_ends_gives_128_and_its_number():
    async with tapped(*SH, "kill -KILL $$") as client:
        await client.over.wait()
    assert client.code == 137
    assert client.of(events.Exited) == [events.Exited(None, 9)]


async def test_a_server_that_outstays_its_client_gets_sigterm_and_then_sigkill(monkeypatch: pytest.MonkeyPatch):
    for name in ("_PATIENCE", "_GONE", "_TERMINATED"):
        monkeypatch.setattr(stdio, name, 0.05)
    async with tapped(*SH, "trap '' TERM; echo up; while :; do sleep 0.01; done") as client:
        await client.read(3)
        client.close_stdin()
        await client.over.wait()
    assert client.code == 137
    said = [one.verdict for one in client.of(events.Decision)]
    assert said == ["SIGTERM", "SIGKILL"]
    assert client.of(events.Exited)[0].asked


async def test_a_signal_reaches_the_server():
    async with tapped(*SH, "trap 'echo told; exit 3' TERM; echo up; while :; do sleep 0.01; done") as client:
        await client.read(3)
        os.kill(os.getpid(), signal.SIGTERM)
        assert await client.read(1 << 30) == b"told\n"
        await client.over.wait()
    assert client.code == 3


async def test_a_client_that_does_not_read_makes_the_server_wait_and_not_the_memory_grow():
    async with tapped("/usr/bin/yes") as client:
        seen = -1
        while seen < len(client.journal):  # till nothing more comes
            seen = len(client.journal)
            await asyncio.sleep(0.1)
        assert 0 < len(client.received) < 500_000
        client.close_stdout()
        await client.over.wait()
    assert client.code == 128 + signal.SIGPIPE


async def test_a_server_that_closes_its_stdout_is_seen_to_have_closed_it_and_lives_on():
    async with tapped(*SH, "exec >&-; read line; exit 5") as client:
        assert await client.read(1) == b""
        assert client.code is None
        await client.write(b"go\n")
        await client.over.wait()
    assert client.code == 5
    assert client.sent == b"go\n"


async def test_a_command_that_cannot_be_started_is_said_and_recorded(tmp_path):
    file = tmp_path / "no-program"
    file.write_text("\x00")
    file.chmod(0o700)
    with pytest.raises(ExceptionGroup) as caught:
        async with tapped(str(file)) as client:
            pass
    assert caught.group_contains(ConnectError)
    assert [type(record.event) for record in client.journal.records] == [events.Opened, events.Closed]


@dataclass
class Rules:
    """An interference by the message's bytes; `held` is what is kept for later."""

    outcomes: dict[bytes, Outcome]
    seen: list[Crossing] = field(default_factory=list)

    active = True

    def ended(self, to: Side) -> None:
        """It keeps nothing back."""

    async def consider(self, crossing: Crossing) -> Outcome | None:
        self.seen.append(crossing)
        return self.outcomes.get(crossing.raw) if crossing.to == "server" else None


async def test_an_interference_drops_edits_doubles_answers_and_lets_through_later():
    rules = Rules(
        {
            b"drop": DROP,
            b"edit": Outcome((b"edited",)),
            b"twice": Outcome((b"twice", b"twice")),
            b"mine": Outcome(back=(b"answer",)),
        }
    )
    async with tapped(CAT, interference=rules) as client:
        await client.write(b"drop\nedit\ntwice\nmine\nplain\n")
        expected = b"edited\ntwice\ntwice\nplain\n"
        got = await client.read(len(expected) + len(b"answer\n"))
        assert got.replace(b"answer\n", b"") == expected
        assert rules.seen[0].late(b"drop")
        assert await client.read(5) == b"drop\n"
        assert client.sent == b"edited\ntwice\ntwice\nmine\nplain\ndrop\n"
    assert not rules.seen[0].late(b"too late")
    assert [one.raw for one in client.of(events.Received)].count(b"answer") == 1


async def test_an_interference_cuts_the_stream_in_the_middle_of_a_line():
    rules = Rules({b"whole": Outcome((b"who",), ended=False, cut=True)})
    async with tapped(CAT, interference=rules) as client:
        await client.write(b"first\nwhole\nnever\n")
        await client.over.wait()
    assert client.sent == b"first\nwho"
