"""Connecting to stdio servers of every kind. Case numbers are those of the catalogue of hard cases."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from inspector.analysis.rules import Finding, Findings
from inspector.analysis.session import Session
from inspector.client import Client
from inspector.errors import ConnectError, InspectorError, NoCommonVersion, ProtocolBroken, TimedOut
from inspector.protocol.negotiation import Agreed
from inspector.wire import events
from tests.servers.stdio_driving import (
    DISCOVER,
    INITIALIZE,
    NO_DISCOVER,
    PATIENCE,
    TOOLS,
    happened,
    methods,
    runs,
    said,
    scripted,
    verdicts,
)

HANDSHAKE = ["server/discover", "initialize", "notifications/initialized"]


def answered(method: str, **members: Any) -> dict[str, Any]:
    return {"on": method, "reply": {"jsonrpc": "2.0", "id": "$id", **members}}


def findings(client: Client) -> list[Finding]:
    """What departs from the specification."""
    fold = Findings()
    fold.feed(client.journal.records)
    return fold.all


async def connected(*rules: dict[str, Any], **options: Any) -> tuple[Client, Agreed]:
    """Connect and close: the client, and what was agreed."""
    async with asyncio.timeout(PATIENCE), scripted(*rules, **options) as client:
        return client, await client.connect()


async def refused(fault: type[InspectorError], *rules: dict[str, Any], **options: Any) -> tuple[Client, InspectorError]:
    """Try to connect: the client, and the fault that this must end in."""
    async with asyncio.timeout(PATIENCE), scripted(*rules, **options) as client:
        with pytest.raises(fault) as raised:
            await client.connect()
        assert client.transport is None and client.agreed is None
    return client, raised.value


@pytest.mark.parametrize("code", [-32601, -32000, 0])
async def test_era_01_a_probe_that_is_refused_leads_to_initialize_on_the_same_process(code: int) -> None:
    refusal = answered("server/discover", error={"code": code, "message": "x"})
    client, agreed = await connected(refusal, INITIALIZE, TOOLS)
    assert (agreed.era, agreed.version) == ("legacy", "2025-11-25")
    assert methods(client) == HANDSHAKE and len(happened(client, events.Opened)) == 1
    decision = next(one for one in happened(client, events.Decision) if one.topic == "era")
    assert str(code).replace("-", "−") in decision.outcome
    assert [client.journal.records[seq - 1].event for seq in decision.records] == [
        happened(client, events.Sent)[0],
        happened(client, events.Received)[0],
    ]


async def test_era_02_a_server_that_dies_of_the_probe_is_started_again_and_not_killed_a_second_time() -> None:
    dies = {"on": "server/discover", "stderr": "unexpected first message\n", "exit": 1}
    async with asyncio.timeout(PATIENCE), scripted(dies, INITIALIZE, TOOLS) as client:
        assert (await client.connect()).era == "legacy"
        first, second = (one.pid for one in happened(client, events.Opened))
        assert first and second and not runs(first) and runs(second)
        assert happened(client, events.Exited) == [events.Exited(1)]
        assert happened(client, events.Stderr)[0].raw == b"unexpected first message"
        await client.connect()
        assert methods(client).count("server/discover") == 1 and len(happened(client, events.Opened)) == 3
    assert not runs(second)


async def test_era_03_silence_is_waited_for_as_long_as_was_said() -> None:
    client, agreed = await connected({"on": "server/discover", "silent": True}, INITIALIZE, TOOLS, probe_timeout=0.05)
    assert agreed.era == "legacy" and methods(client) == HANDSHAKE  # and nothing cancels the probe
    assert verdicts(client, "era") == ["not modern"] and verdicts(client, "timeout") == ["given up"]


async def test_an_answer_to_the_probe_that_comes_late_is_stray() -> None:
    late = {**DISCOVER, "delay_ms": 150}
    client, agreed = await connected(late, INITIALIZE, probe_timeout=0.02)
    assert agreed.era == "legacy"
    assert [one.failure for one in client.exchanges.ours.values()] == ["timeout", ""]


async def test_era_13_a_modern_server_without_a_common_version_hears_no_initialize() -> None:
    data = {"supported": ["2027-06-01"], "requested": "2026-07-28"}
    rule = answered("server/discover", error={"code": -32022, "message": "u", "data": data})
    client, fault = await refused(NoCommonVersion, rule, INITIALIZE)
    assert "2027-06-01" in fault.why and "2026-07-28" in fault.why and methods(client) == ["server/discover"]


@pytest.mark.parametrize(
    "data", [None, {}, {"supported": []}, {"supported": "2026-07-28"}, {"supported": [20260728]}, []]
)
async def test_era_14_a_modern_error_without_a_list_leads_to_initialize(data: Any) -> None:
    rule = answered("server/discover", error={"code": -32022, "message": "u", "data": data})
    client, agreed = await connected(rule, INITIALIZE, TOOLS)
    assert agreed.era == "legacy" and verdicts(client, "era") == ["modern error without a usable list"]


async def test_era_16_a_server_that_echoes_any_version_is_never_offered_a_modern_one() -> None:
    client, agreed = await connected(NO_DISCOVER, {"on": "initialize", "reply_echo": "params.protocolVersion"}, TOOLS)
    assert agreed.version == "2025-11-25"
    assert said(client)[1]["params"]["protocolVersion"] == "2025-11-25"


async def test_era_16_a_nonsense_version_that_is_offered_on_request_shows_who_echoes() -> None:
    wish: dict[str, Any] = {"mode": "legacy", "version": "1999-12-31"}
    echo = {"on": "initialize", "reply_echo": "params.protocolVersion"}
    client, _ = await refused(NoCommonVersion, echo, **wish)
    assert [one.rule for one in findings(client) if one.level == "error"] == ["echoes-versions"]
    client, agreed = await connected(INITIALIZE, **wish)
    assert agreed.version == "2025-11-25" and findings(client) == []


@pytest.mark.parametrize("version", ["2024-10-07", "2099-01-01", "2026-07-28", ""])
async def test_era_17_an_unknown_version_out_of_initialize_disconnects(version: str) -> None:
    rule = answered("initialize", result={"protocolVersion": version, "capabilities": {}, "serverInfo": {"name": "s"}})
    client, fault = await refused(NoCommonVersion, NO_DISCOVER, rule)
    assert version in fault.why and "notifications/initialized" not in methods(client)


async def test_era_18_an_error_that_names_versions_leads_to_one_more_offer() -> None:
    data = {"supported": ["2025-06-18", "2024-11-05"], "requested": "2025-11-25"}
    error = {"code": -32602, "message": "Unsupported protocol version", "data": data}
    first = {**answered("initialize", error=error), "if_version": "2025-11-25"}
    then = answered("initialize", result={"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {}})
    client, agreed = await connected(NO_DISCOVER, first, then)
    assert agreed.version == "2025-06-18"
    assert [one["params"].get("protocolVersion") for one in said(client)[1:3]] == ["2025-11-25", "2025-06-18"]


@pytest.mark.parametrize("version", [20251125, True, None, ["2025-11-25"]])
async def test_era_19_a_version_that_is_no_string_is_a_typed_fault(version: Any) -> None:
    rule = answered("initialize", result={"protocolVersion": version, "capabilities": {}, "serverInfo": {}})
    _, fault = await refused(ProtocolBroken, NO_DISCOVER, rule)
    assert fault.exit_code == 9


async def test_era_22_a_server_that_wants_to_know_who_asks_is_told() -> None:
    picky = {**DISCOVER, "silent_unless": "params._meta['io.modelcontextprotocol/clientInfo']"}
    _, agreed = await connected(picky, TOOLS)
    assert agreed.era == "modern"


async def test_era_27_a_modern_only_server_met_in_the_legacy_way_is_recognised() -> None:
    data = {"supported": ["2026-07-28"]}
    rule = answered("initialize", error={"code": -32602, "message": "this server speaks 2026-07-28", "data": data})
    client, fault = await refused(NoCommonVersion, rule, DISCOVER, mode="legacy")
    assert "this server speaks 2026-07-28" in fault.why and methods(client) == ["initialize"]


async def test_proto_07_neither_initialize_nor_the_probe_is_ever_cancelled() -> None:
    rules = ({"on": "server/discover", "silent": True}, {"on": "initialize", "silent": True})
    client, fault = await refused(TimedOut, *rules, probe_timeout=0.02, timeout=0.05)
    assert "initialize" in fault.message and methods(client) == ["server/discover", "initialize"]
    assert happened(client, events.Exited)[0].asked


async def test_start_and_negotiation_together_are_bounded() -> None:
    rules = ({"on": "server/discover", "silent": True}, {"on": "initialize", "silent": True})
    client, fault = await refused(TimedOut, *rules, connect_timeout=0.3)
    assert "0.3 s" in fault.message and verdicts(client, "timeout")[-1] == "given up"
    cut = [one.because for one in happened(client, events.Decision) if one.topic == "cancel"]
    assert cut == ["Connecting took longer than it may."]
    assert happened(client, events.Exited)


async def test_a_second_connect_in_another_way_keeps_the_journal_and_closes_the_first() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, INITIALIZE, TOOLS) as client:
        assert (await client.connect()).era == "modern"
        first = happened(client, events.Opened)[0].pid
        from dataclasses import replace

        assert (await client.connect(replace(client.options, mode="legacy"))).era == "legacy"
        assert first and not runs(first)
        assert [one.attempt for one in happened(client, events.Opened)] == [1, 2]
        assert (await client.request("tools/list")).error is None


async def test_connecting_again_ends_what_waited_on_the_first_connection() -> None:
    silent = {"on": "tools/call", "silent": True}
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS, silent) as client:
        await client.connect()
        async with asyncio.TaskGroup() as group:
            waits = group.create_task(client.request("tools/call", {"name": "t"}))
            await asyncio.sleep(0)
            await client.connect()
        assert waits.result().failure in ("exited", "closed")
        assert (await client.request("tools/list")).error is None
    assert "notifications/cancelled" not in methods(client)


async def test_two_connects_at_once_come_one_after_the_other() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, TOOLS) as client:
        async with asyncio.TaskGroup() as group:
            both = [group.create_task(client.connect()) for _ in range(2)]
        assert [one.result().era for one in both] == ["modern", "modern"]
        assert (await client.request("tools/list")).error is None
    opened = [one.pid for one in happened(client, events.Opened)]
    assert len(opened) == 2 and not any(runs(pid) for pid in opened if pid)


async def test_a_request_without_a_connection_is_a_reply_that_says_so() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER) as client:
        assert (await client.request("tools/list")).failure == "closed"
        assert (await client.notify("notifications/x")).failure == "closed"
        await client.connect()
        await client.disconnect()
        assert (await client.request("tools/list")).detail == "there is no connection"


async def test_disconnecting_while_connecting_ends_that_and_restarts_nothing() -> None:
    async with asyncio.timeout(PATIENCE), scripted({"on": "server/discover", "silent": True}, INITIALIZE) as client:
        async with asyncio.TaskGroup() as group:
            connecting = group.create_task(_fault(client))
            async for batch in client.journal.follow():
                if any(isinstance(record.event, events.Sent) for record in batch):
                    break
            await client.disconnect()
        assert isinstance(connecting.result(), ConnectError)
    assert len(happened(client, events.Opened)) == 1 and methods(client) == ["server/discover"]
    assert verdicts(client, "connect") == ["auto", "cut short"]
    assert verdicts(client, "era") == verdicts(client, "version") == []  # our own closing says nothing of the server


async def test_an_attempt_that_is_given_up_to_connect_in_another_way_is_cut_short() -> None:
    rules = ({"on": "server/discover", "silent": True}, INITIALIZE)
    async with asyncio.timeout(PATIENCE), scripted(*rules) as client:
        async with asyncio.TaskGroup() as group:
            connecting = group.create_task(client.connect())
            async for batch in client.journal.follow():
                if any(isinstance(record.event, events.Sent) for record in batch):
                    break
            connecting.cancel()
        await client.connect(replace(client.options, version="2025-06-18"))
        session = Session()
        session.feed(client.journal.records)
        first, second = session.handshakes
        assert (first.mode, first.version_asked, first.cut_short, first.era) == ("auto", "", True, None)
        assert (second.mode, second.version_asked, second.cut_short, second.era) == (
            "auto",
            "2025-06-18",
            False,
            "legacy",
        )


async def test_each_way_of_connecting_is_recorded_before_anything_is_opened() -> None:
    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, INITIALIZE) as client:
        await client.connect()
        await client.connect(replace(client.options, mode="legacy"))
    decided = [
        (one.verdict, one.data, type(client.journal.records[place].event))
        for place, one in enumerate((record.event for record in client.journal.records), 1)
        if isinstance(one, events.Decision) and one.topic == "connect"
    ]
    asked = {"version": None, "transport": "stdio"}
    assert decided == [
        ("auto", {"mode": "auto", **asked}, events.Opened),
        ("legacy", {"mode": "legacy", **asked}, events.Opened),
    ]


async def _fault(client: Client) -> InspectorError | None:
    try:
        await client.connect()
    except InspectorError as fault:
        return fault
    return None
