"""`probe --all`: every way of connecting, and what a server makes of a version that nobody speaks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import run
from inspector.headless import probing_all
from tests.headless.running import PATIENCE, Inspector, legacy, modern, refusal, result, scripted, sent
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer

NO_PROBE = refusal("server/discover", -32601, "unknown")


def agreeing(version: str) -> dict[str, Any]:
    """A rule: `initialize` answers with this version."""
    return result("initialize", protocolVersion=version, capabilities={}, serverInfo={"name": "s", "version": "1"})


async def test_every_version_is_tried_on_a_connection_of_its_own(inspector: Inspector) -> None:
    echo = {"on": "initialize", "if_version": "2025-06-18", "reply_echo": "params.protocolVersion"}
    ran = await inspector("probe", "--all", "--json", *scripted(modern(), echo, legacy()[1]))
    assert ran.code == 0
    assert [(one["asked"]["protocolVersion"], one["connected"], one["protocolVersion"]) for one in ran.document] == [
        ("2026-07-28", True, "2026-07-28"),
        ("2025-11-25", True, "2025-11-25"),
        ("2025-06-18", True, "2025-06-18"),
        ("2025-03-26", True, "2025-11-25"),
        ("2024-11-05", True, "2025-11-25"),
        ("1999-12-31", True, "2025-11-25"),
    ]
    assert {one["transport"] for one in ran.document} == {"stdio"} and all(one["steps"] for one in ran.document)
    ran = await inspector("probe", "--all", *scripted(modern(), echo, legacy()[1]))
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["transport", "era", "version", "took", "outcome"]
    assert rows[1][:3] == ["stdio", "modern", "2026-07-28"] and rows[1][-1] == "✓"
    assert rows[5][-3:] == ["✓", "answered", "2025-11-25"]


async def test_a_server_that_negotiates_is_told_from_one_that_echoes_any_version(inspector: Inspector) -> None:
    async def offered(*rules: dict[str, Any], words: tuple[str, ...] = ()) -> tuple[Any, str]:
        document = (await inspector("probe", "--all", "--json", *words, *scripted(NO_PROBE, *rules))).document
        table = (await inspector("probe", "--all", *words, *scripted(NO_PROBE, *rules))).out
        assert document[-1]["asked"] == {"transport": "stdio", "era": "legacy", "protocolVersion": "1999-12-31"}
        assert {one["followsNegotiation"] for one in document[:-1]} == {None}
        return document[-1], table.splitlines()[-1]

    row, line = await offered(legacy()[1])
    assert row["followsNegotiation"] is True and line.endswith("✓ no such version: it answered 2025-11-25, as it must")
    row, line = await offered({"on": "initialize", "reply_echo": "params.protocolVersion"})
    assert row["followsNegotiation"] is False and row["error"]["exitCode"] == 4
    assert line.endswith("✗ no such version, and it agreed to it: it must answer with one that it speaks")
    refuses = {**refusal("initialize", -32602, "what is that?"), "if_version": "1999-12-31"}
    row, line = await offered(refuses, legacy()[1])
    assert row["followsNegotiation"] is None and "what is that?" in line
    strange = {**agreeing("2024-10-07"), "if_version": "1999-12-31"}
    row, line = await offered(strange, legacy()[1])
    assert row["followsNegotiation"] is None and line.endswith("it answered with one that we do not know either")
    dies = {"on": "initialize", "if_version": "1999-12-31", "exit": 1}
    row, line = await offered(dies, legacy()[1])
    assert row["followsNegotiation"] is None and row["error"]["exitCode"] == 3


async def test_no_unknown_version_is_offered_where_another_is_pinned_or_nothing_legacy_answers(
    inspector: Inspector,
) -> None:
    for words in (("--mode", "modern"), ("--protocol-version", "2025-06-18")):
        ran = await inspector("probe", "--all", "--json", *words, *scripted(modern(), legacy()[1]))
        assert [one["followsNegotiation"] for one in ran.document] == [None]
        assert "1999-12-31" not in ran.out


async def test_a_way_that_fails_is_a_row_with_its_reason_and_pins_leave_rows_out(inspector: Inspector) -> None:
    ran = await inspector("probe", "--all", "--json", *scripted(modern()))
    first, *others = ran.document
    assert (ran.code, first["connected"], first["error"]) == (0, True, None)
    assert len(others) == 4 and all(one["error"]["exitCode"] == 3 for one in others)
    ran = await inspector("probe", "--all", "--json", "--mode", "modern", *scripted(modern()))
    assert [one["asked"]["era"] for one in ran.document] == ["modern"]
    ran = await inspector("probe", "--all", "--json", "--protocol-version", "2025-03-26", *scripted(*legacy()))
    assert [one["asked"]["protocolVersion"] for one in ran.document] == ["2025-03-26"]


async def test_no_way_at_all_is_the_most_telling_fault_with_the_table_on_stderr(inspector: Inspector) -> None:
    ran = await inspector("probe", "--all", *scripted(refusal("server/discover", -32601, "no")))
    assert (ran.code, ran.out) == (3, "") and ran.err.count("✗") == 5
    assert "only modern was asked for" in ran.err  # of one way, in its row
    assert "\ninspector: The server is not modern" not in ran.err


async def test_over_http_both_transports_are_tried(inspector: Inspector) -> None:
    discover = {"on": "POST server/discover", "json": modern()["reply"]}
    async with asyncio.timeout(PATIENCE * 2), ScriptedServer(following(discover)) as server:
        ran = await inspector("probe", "--all", "--json", server.url())
        asked = [(one["asked"]["transport"], one["asked"]["era"], one["connected"]) for one in ran.document]
        assert asked.count(("streamable-http", "modern", True)) == 1
        assert asked.count(("streamable-http", "legacy", False)) == 4
        assert asked.count(("http+sse", "legacy", False)) == 4 and len(asked) == 9
        ran = await inspector("probe", "--all", "--json", "--transport", "streamable-http", server.url())
        assert {one["asked"]["transport"] for one in ran.document} == {"streamable-http"}


async def test_what_is_tried_is_one_recording(inspector: Inspector) -> None:
    ran = await inspector("probe", "--all", *scripted(modern(), result("x")))
    assert len(sent(ran.recording(), "initialize")) == 4


def test_a_server_that_let_all_of_the_time_pass_once_gets_less_for_each_further_way(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    monkeypatch.setattr(probing_all, "AFTER_SILENCE", 0.1)
    assert run(["probe", "--all", "--connect-timeout", "0.5", "--", "sleep", "60"]) == 6
    rows = [line for line in capfd.readouterr().err.splitlines() if line.startswith("stdio ")]
    assert [row.partition("✗ ")[2].partition(":")[0] for row in rows] == [
        "No connection within 0.5 s",
        *["No connection within 0.1 s"] * 4,
    ]
