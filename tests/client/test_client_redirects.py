"""Redirects that are not followed: in whatever way they fail, the fault is the same, and says nothing of the era."""

import asyncio

import pytest

from inspector.errors import ConnectError, ProtocolBroken
from inspector.protocol.faults import no_answer
from inspector.wire import events
from tests.servers.http_rules import Rule, asked_for, following, http_client
from tests.servers.http_scripted import ScriptedServer
from tests.servers.stdio_driving import DISCOVER, PATIENCE, happened, verdicts

ELSEWHERE = {
    "another origin": (307, "http://127.0.0.1:9/mcp"),
    "no address": (308, "http://[x"),
    "another method": (302, "/other"),
    "a circle": (307, "/mcp"),
}


def moved(on: str, kind: str) -> Rule:
    status, location = ELSEWHERE[kind]
    return {"on": on, "status": status, "headers": {"Location": location}}


@pytest.mark.parametrize("kind", ELSEWHERE)
@pytest.mark.parametrize("mode", ["auto", "modern", "legacy"])
async def test_an_address_that_redirects_is_one_fault_of_connecting(kind: str, mode: str) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(moved("POST *", kind))) as server,
        http_client(server, mode=mode) as client,
    ):
        with pytest.raises(ConnectError, match="redirects, and that is not followed") as raised:
            await client.connect()
    assert raised.value.exit_code == 3
    assert ELSEWHERE[kind][1].removeprefix("/") in raised.value.why and raised.value.why.startswith("Redirected ")
    [verdict] = verdicts(client, "version" if mode == "legacy" else "era")
    assert verdict == "no verdict"
    method = "initialize" if mode == "legacy" else "server/discover"
    assert set(asked_for(server)) == {f"POST {method}"}


@pytest.mark.parametrize("kind", ELSEWHERE)
async def test_a_redirect_in_the_midst_of_a_session_is_no_usable_answer(kind: str) -> None:
    rules = following({**DISCOVER, "on": "POST server/discover"}, moved("POST tools/call", kind))
    async with asyncio.timeout(PATIENCE), ScriptedServer(rules) as server, http_client(server) as client:
        await client.connect()
        fault = no_answer(await client.request("tools/call", {"name": "t"}), "tools/call")
        assert client.agreed is not None
    assert isinstance(fault, ProtocolBroken) and fault.exit_code == 9 and fault.why.startswith("redirected ")


async def test_only_what_was_asked_is_recorded_of_redirects_in_a_circle() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following(moved("POST *", "a circle"))) as server,
        http_client(server) as client,
    ):
        with pytest.raises(ConnectError):
            await client.connect()
    assert len(server.asked) == len(happened(client, events.HttpRequest)) == len(happened(client, events.HttpResponse))


async def test_a_redirect_without_a_place_is_an_answer_that_is_none() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        ScriptedServer(following({"on": "POST *", "status": 307})) as server,
        http_client(server) as client,
    ):
        with pytest.raises(ConnectError, match="No MCP server answered"):
            await client.connect()
    assert asked_for(server) == ["POST server/discover", "POST initialize"]
