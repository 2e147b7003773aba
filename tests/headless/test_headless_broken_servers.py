"""For each broken server of the table the first thing that is printed names the true cause, and what to do."""

import asyncio
import re
from pathlib import Path

import pytest

from inspector.cli import run
from tests.headless.broken_servers import BROKEN, Broken
from tests.headless.running import scripted
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer


async def _asked(broken: Broken) -> int:
    """Ask the server as the command line does, in this process: a process for each would cost a second."""
    words = broken.ask.split()
    if broken.web:
        async with ScriptedServer(following(*broken.rules)) as server:
            return await asyncio.to_thread(run, [*words, server.url()])
    target = ("--", *broken.command) if broken.command else scripted(*broken.rules)
    return await asyncio.to_thread(run, [*words, *target])


@pytest.mark.parametrize("broken", BROKEN, ids=[one.case for one in BROKEN])
async def test_what_is_wrong_with_a_broken_server_is_said_with_its_cause(
    broken: Broken, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    async with asyncio.timeout(20):
        code = await _asked(broken)
    printed = capfd.readouterr()
    # The recording's name is one by chance, which may hold what is never said
    said = re.sub(r"\n  recorded in .*", "", printed.out + printed.err)
    assert code == broken.code, said
    assert [words for words in broken.says if words not in said] == [], said
    assert [words for words in broken.never if words in said] == [], said
    if code not in (0, 5):
        assert printed.out == "" and "\n  why:  " in printed.err and "\n  next: " in printed.err
