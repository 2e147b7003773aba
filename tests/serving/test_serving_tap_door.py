"""What a tap holds, as its owner sees it at the tap's socket, and what becomes of it by his commands."""

import asyncio
import os
import socket
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from inspector.config.faults import rules_of
from inspector.journal import Journal
from inspector.serving.tap import door as doors
from inspector.serving.tap.attached import Attached
from inspector.serving.tap.control import carry_out
from inspector.serving.tap.door import door
from inspector.serving.tap.interfering import Interfering
from inspector.serving.tap.seam import Crossing, Exchanged, Outcome
from inspector.wire import events
from tests.serving.tapping import Client, tapped
from tests.serving.test_serving_tap_faults import CAT, Lately, request, rule

HELD = "dir:out kind:req"
BEHIND = b'{"jsonrpc":"2.0","method":"n"}\n'


class Hand(Attached):
    """Somebody who is attached, and can wait."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        super().__init__(self._news.set, lambda: 0.0)

    async def until(self, happened: Callable[[], object]) -> None:
        while not happened():
            await self._news.wait()
            self._news.clear()

    async def hold(self, match: str) -> None:
        self.tell("hold", match=match)
        await self.until(lambda: self.rules.holding == match)

    async def one(self) -> int:
        """The number of the one that is held."""
        await self.until(lambda: self.held)
        [number] = self.held
        return number

    async def do(self, deed: str, **given: object) -> None:
        number = await self.one()
        self.tell(deed, number=number, **given)
        await self.until(lambda: number not in self.held)


@asynccontextmanager
async def attached(path: Path) -> AsyncIterator[Hand]:
    hand = Hand()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(hand.run(path))
        await hand.until(lambda: hand.there)
        yield hand
        task.cancel()


@asynccontextmanager
async def stand(path: Path, rules: str = "") -> AsyncIterator[Client]:
    """A client behind a tap of `cat` that can be attached to."""
    lately = Lately()
    lately.inner = Interfering(rules_of(rules, "f"), Journal())
    async with tapped(CAT, interference=lately) as client:
        lately.inner = Interfering(rules_of(rules, "f"), client.journal)
        async with door(path, lately.inner, client.journal):
            yield client


def told(client: Client) -> list[str]:
    return [one.verdict for one in client.of(events.Decision) if one.topic == "interference"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "taps" / "a.sock"


async def test_what_is_held_passes_or_not_as_whoever_is_attached_says_and_the_rest_passes_it(path: Path) -> None:
    line = request(1, "a") + b"\n"
    async with stand(path) as client, attached(path) as hand:
        await hand.hold(HELD)

        async def comes(deed: str, expected: bytes, **given: object) -> None:
            await client.write(line + BEHIND)
            assert await client.read(len(BEHIND)) == BEHIND
            await hand.do(deed, **given)
            assert await client.read(len(expected)) == expected

        await comes("let-go", line)
        await comes("edit", b'{"id":1}\n', text='{"id":$id}')
        await comes("duplicate", line * 2)
        await comes("answer", b'{"result":1}\n', text='{"result":$id}')
        await comes("drop", b"")
        await client.write(line)
        await hand.do("delay", seconds=60)
        assert hand.held[await hand.one()][1].left is not None
        hand.tell("let-all-go")
        assert await client.read(len(line)) == line
        await hand.until(lambda: not hand.held)
        hand.tell("hold", match="metod:x")
        await hand.until(lambda: "no filter" in hand.fault)
    assert told(client) == [
        "switched on",
        *("held on purpose", "let go", "held on purpose", "edited on purpose"),
        *("held on purpose", "duplicated on purpose"),
        *("held on purpose", "answered on purpose, in the server's stead"),
        *("held on purpose", "dropped on purpose"),
        *("held on purpose", "delayed 60 s on purpose", "let go", "switched off"),
    ]
    assert client.sent.count(line) == 5  # once, twice, what was answered, and late
    assert os.listdir(path.parent) == []


async def test_a_rule_holds_only_while_somebody_is_attached_and_lets_go_when_he_leaves(path: Path) -> None:
    line = request(1, "a") + b"\n"
    async with stand(path, rule("hold", HELD, "in-order = true")) as client:
        await client.write(line)
        assert await client.read(len(line)) == line
        async with attached(path) as hand:
            await client.write(line + BEHIND)
            await hand.one()
            hand.tell("rule", number=1, on=False)
            await hand.until(lambda: hand.rules.rules and not hand.rules.rules[0].on)
            hand.tell("rule", number=1, on=True)
        assert await client.read(len(line + BEHIND)) == line + BEHIND
    assert told(client) == ["not held, it passes", "held on purpose", "switched off", "switched on", "let go"]
    assert [one.action for one in client.of(events.Decision) if one.topic == "tap"][:2] == ["attach", "detach"]


async def test_a_line_that_has_begun_to_pass_is_not_broken_and_none_is_kept_when_its_side_has_ended(path: Path) -> None:
    begun, whole = request(1, "begun") + b"\n", request(2, "whole") + b"\n"
    async with stand(path) as client, attached(path) as hand:
        await client.write(begun[:9])
        assert await client.read(9) == begun[:9]
        await hand.hold(HELD)
        await client.write(begun[9:] + whole)
        assert hand.held[await hand.one()][1].method == "whole"
        assert await client.read(len(begun) - 9) == begun[9:]
        hand.tell("stop-holding")
        await hand.until(lambda: not hand.rules.holding)
        await client.write(begun[:9])
        assert await client.read(9) == begun[:9]
        await hand.do("let-go")
        await client.write(begun[9:] + BEHIND[:5])
        rest = begun[9:] + whole + BEHIND[:5]
        assert await client.read(len(rest)) == rest
        await client.write(BEHIND[5:])
        assert await client.read(len(BEHIND) - 5) == BEHIND[5:]
        await hand.hold(HELD)
        await client.write(whole)
        await hand.one()
        client.close_stdin()
        assert await client.read(len(whole)) == whole
    assert client.sent == begun + begun + whole + BEHIND + whole


async def test_only_the_owner_is_let_in_and_what_a_killed_tap_left_is_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal()
    path.parent.mkdir(mode=0o755)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert not await Hand().run(path)
    async with door(path, Interfering((), journal), journal):
        assert [stat.S_IMODE(os.stat(one).st_mode) for one in (path.parent, path)] == [0o700, 0o600]
        monkeypatch.setattr(doors, "uid_of", lambda peer: os.geteuid() + 1)
        reader, writer = await asyncio.open_unix_connection(path)
        assert await reader.read() == b""
        writer.close()
    assert os.listdir(path.parent) == []
    async with door(path / "a" / ("x" * 200), Interfering((), journal), journal):
        assert "nobody can attach" in str(journal.records[-1].event)


async def test_over_http_an_exchange_waits_and_one_that_is_given_up_is_held_no_more() -> None:
    interfering = Interfering(rules_of(rule("hold", "method:m"), "f"), Journal())
    interfering.attach()
    crossing = Crossing(request(1, "m"), "server", "body", web=Exchanged(1, "POST", "/mcp"))
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        first, second = (group.create_task(interfering.consider(crossing)) for _ in range(2))
        while len(held := interfering.interference.held) < 2:
            await asyncio.sleep(0)
        answer = {"do": "answer", "number": held[0].number, "text": "{}"}
        assert carry_out(interfering.interference, {**answer, "text": 1}) != ""
        assert carry_out(interfering.interference, answer) == ""
        assert await first == Outcome(back=(b"{}",))
        second.cancel()
    assert interfering.interference.held == []
