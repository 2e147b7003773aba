"""What a tap holds is shown and let go as what our own client holds."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.config.faults import rules_of
from inspector.config.places import places
from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.serving.tap.door import door
from inspector.serving.tap.interfering import Interfering
from inspector.serving.tap.seam import Crossing
from inspector.tui.bridge_tapped import TapHolding

RULES = "[[rule]]\naction = 'hold'\nmatch = 'method:m'\n"
CALL = b'{"jsonrpc":"2.0","id":4711,"method":"tools/call","params":{"name":"echo"}}'


async def test_what_a_tap_holds_has_a_row_and_goes_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    path, journal, news = tmp_path / "r.jsonl", Journal(), asyncio.Event()
    interfering = Interfering(rules_of(RULES, "f"), journal)
    recording = SimpleNamespace(path=path, header=SimpleNamespace(target={"tap": True}))
    holding = TapHolding(recording, journal, lambda message: news.set())  # type: ignore[arg-type]

    async def until(happened: object) -> None:
        while not happened():  # type: ignore[operator]
            await news.wait()
            news.clear()

    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        async with door(places().tap_socket(path), interfering, journal):
            assert not holding.possible
            showing = group.create_task(holding.run())
            await until(lambda: holding.rules)
            with pytest.raises(UsageError):
                holding.hold("metod:x")
            holding.hold("name:echo")
            await until(lambda: holding.holding)
            crossed = group.create_task(interfering.consider(Crossing(CALL, "server", "body")))
            await until(lambda: holding.waiting)
            [row] = holding.held
            assert (row.method, row.name, row.id, row.text, row.until) == (
                "tools/call",
                "echo",
                "4711",
                CALL.decode(),
                None,
            )
            holding.let_go(row.number, "edit", "{}")
            outcome = await crossed
            assert outcome is not None and outcome.onward == (b"{}",)
            await until(lambda: not holding.held)
            holding.switch(1, on=False)
            await until(lambda: not holding.rules[0].on)
        await showing
    assert not holding.possible and not holding.rules
