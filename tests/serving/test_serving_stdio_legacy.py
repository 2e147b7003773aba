"""The legacy era on pipes."""

import json
from typing import Any

import pytest
from serving_peers import ABLE, IDIOT, MODERN, Pipes, calling, dressed

LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
RESERVE = calling("reserve_book", isbn=IDIOT, reader=4711)


def asks(message: Any) -> bool:
    return "method" in message and "id" in message


@pytest.mark.parametrize("era", ["legacy", "dual"])
@pytest.mark.parametrize("version", [*LEGACY, MODERN, "2099-01-01"])
async def test_initialize_takes_a_known_version_and_offers_the_newest_for_others(era: str, version: str) -> None:
    async with Pipes(era) as server:
        result = await server.initialize(version)
    assert result["protocolVersion"] == (version if version in LEGACY else "2025-11-25")
    assert result["serverInfo"]["version"] == "1.4.0"


async def test_a_legacy_server_does_not_know_discover() -> None:
    async with Pipes("legacy") as server:
        assert (await server.ask("server/discover", dressed()))["error"]["code"] == -32601
        await server.initialize()
        assert (await server.ask("tools/list"))["result"]["tools"]


async def test_nothing_but_ping_comes_before_initialize_and_initialize_comes_once() -> None:
    async with Pipes("dual") as server:
        assert (await server.ask("ping"))["result"] == {}
        assert (await server.ask("tools/list"))["error"]["code"] == -32600
        await server.initialize()
        assert (await server.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}}))["error"]
        assert len((await server.ask("tools/list"))["result"]["tools"]) == 12


async def test_both_eras_are_served_side_by_side_in_one_process() -> None:
    async with Pipes("dual") as server:
        assert "resultType" in (await server.ask("tools/list", dressed()))["result"]
        await server.initialize()
        assert "resultType" not in (await server.ask("tools/list"))["result"]
        assert "resultType" in (await server.ask("tools/list", dressed()))["result"]


@pytest.mark.parametrize("version", LEGACY)
async def test_a_revision_is_sent_nothing_that_it_does_not_know(version: str) -> None:
    async with Pipes("legacy") as server:
        await server.initialize(version)
        tool = (await server.ask("tools/list"))["result"]["tools"][0]
        found = (await server.ask("tools/call", calling("search_catalogue", query="idiot")))["result"]
        sound = (await server.ask("tools/call", calling("read_aloud", isbn=IDIOT)))["result"]["content"][1]
    later = version in LEGACY[2:]
    assert ("outputSchema" in tool, "title" in tool, "structuredContent" in found) == (later, later, later)
    assert ("annotations" in tool) == (version != "2024-11-05")
    assert found["content"][1]["type"] == ("resource_link" if later else "text")
    assert sound["type"] == ("resource" if version == "2024-11-05" else "audio")


async def test_the_server_asks_during_a_call_and_answers_pings_meanwhile() -> None:
    async with Pipes("dual") as server:
        await server.initialize()
        call = await server.begin("tools/call", RESERVE)
        question = await server.until(asks)
        assert question["method"] == "elicitation/create"
        assert question["params"]["requestedSchema"]["required"] == ["branch", "day"]
        assert (await server.ask("ping"))["result"] == {}
        content = {"branch": "alder", "day": "2026-12-04"}
        await server.send(id=question["id"], result={"action": "accept", "content": content})
        result = (await server.answer(call))["result"]
    assert "from Friday 4 December, 10:00" in result["content"][0]["text"]
    assert result["structuredContent"]["status"] == "reserved"


async def test_an_older_form_has_titles_beside_its_values_and_no_mode() -> None:
    async with Pipes("legacy") as server:
        await server.initialize("2025-06-18", {"elicitation": {}})
        call = await server.begin("tools/call", RESERVE)
        question = await server.until(asks)
        branch = question["params"]["requestedSchema"]["properties"]["branch"]
        await server.send(id=question["id"], result={"action": "decline"})
        assert (await server.answer(call))["result"]["structuredContent"]["status"] == "declined"
    assert "mode" not in question["params"]
    assert branch["enum"] == ["alder", "quay"] and branch["enumNames"] == ["Alder Street", "Old Quay"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ({"error": {"code": -1, "message": "not now"}}, "The client refused: not now (-1)."),
        ({"result": {"action": "accept", "content": {"branch": "hill", "day": "soon"}}}, "The answer does not fit"),
    ],
)
async def test_an_answer_that_is_of_no_use_is_told_to_the_model(reply: Any, words: str) -> None:
    async with Pipes("legacy") as server:
        await server.initialize()
        call = await server.begin("tools/call", RESERVE)
        question = await server.until(asks)
        await server.send(id=question["id"], **reply)
        result = (await server.answer(call))["result"]
    assert result["isError"] and words in result["content"][0]["text"]


async def test_an_answer_without_an_action_is_an_error() -> None:
    async with Pipes("legacy") as server:
        await server.initialize()
        call = await server.begin("tools/call", RESERVE)
        await server.send(id=(await server.until(asks))["id"], result={})
        assert (await server.answer(call))["error"]["code"] == -32602


@pytest.mark.parametrize(("version", "capabilities"), [("2025-03-26", ABLE), ("2025-11-25", {})])
async def test_who_cannot_be_asked_is_told_so(version: str, capabilities: Any) -> None:
    async with Pipes("legacy") as server:
        await server.initialize(version, capabilities)
        result = (await server.ask("tools/call", RESERVE))["result"]
        assert result["isError"] and "elicitation/create" in result["content"][0]["text"]
        whole = calling("reserve_book", isbn=IDIOT, reader=4711, branch="alder", pickup_after="2026-12-04")
        assert "isError" not in (await server.ask("tools/call", whole))["result"]


async def test_cancelling_a_call_cancels_the_question_that_it_waits_for() -> None:
    async with Pipes("legacy") as server:
        await server.initialize()
        call = await server.begin("tools/call", RESERVE)
        question = await server.until(asks)
        await server.send(method="notifications/cancelled", params={"requestId": call})
        taken_back = await server.until(lambda message: message.get("method") == "notifications/cancelled")
        assert taken_back["params"]["requestId"] == question["id"]
        await server.ask("ping")
    assert call not in [message.get("id") for message in server.seen if "result" in message]


async def test_a_payment_names_its_visit_and_tells_when_it_is_over() -> None:
    async with Pipes("legacy") as server:
        await server.initialize()
        call = await server.begin("tools/call", calling("pay_fine", reader=4711, amount=1.4))
        question = await server.until(asks)
        assert question["params"]["mode"] == "url" and "4711" not in question["params"]["url"]
        await server.send(id=question["id"], result={"action": "accept"})
        over = await server.until(lambda message: message.get("method") == "notifications/elicitation/complete")
        assert over["params"]["elicitationId"] == question["params"]["elicitationId"]
        assert "now owes € 1.00" in (await server.answer(call))["result"]["content"][0]["text"]


async def test_the_log_level_holds_for_the_session() -> None:
    async with Pipes("legacy") as server:
        await server.initialize()
        assert (await server.ask("logging/setLevel", {"level": "loud"}))["error"]["code"] == -32602
        await server.ask("logging/setLevel", {"level": "notice"})
        await server.ask("tools/call", calling("recount_shelf", pace=0))
    logs = [message["params"]["level"] for message in server.seen if message.get("method") == "notifications/message"]
    assert logs == ["notice"]


async def test_subscribers_hear_of_their_resource_and_everyone_of_new_lists() -> None:
    async with Pipes("dual") as server:
        await server.initialize()
        assert (await server.ask("resources/subscribe", {"uri": "library://none"}))["error"]["code"] == -32002
        await server.ask("resources/subscribe", {"uri": "library://loans/4711"})
        await server.ask("tools/call", calling("renew_loan", loan="L-20417", accept_rules=True))
        await server.ask("tools/call", calling("renew_loan", loan="L-20512", accept_rules=True))
        await server.ask("resources/unsubscribe", {"uri": "library://loans/4711"})
        await server.ask("tools/call", calling("renew_loan", loan="L-20417", accept_rules=True))
        source = "file:///srv/2026-10.mrc"
        await server.ask("tools/call", calling("import_marc", source=source))
    news = [(message["method"], message.get("params")) for message in server.seen if "method" in message]
    assert news == [
        ("notifications/resources/updated", {"uri": "library://loans/4711"}),
        ("notifications/resources/list_changed", None),
    ]


async def test_batches_are_for_the_one_revision_that_has_them() -> None:
    pings = [{"jsonrpc": "2.0", "id": id, "method": "ping"} for id in "ab"]
    batch = json.dumps([*pings, {"jsonrpc": "2.0", "method": "notifications/x"}]).encode() + b"\n"
    async with Pipes("legacy") as server:
        await server.initialize("2025-03-26")
        await server.write(batch)
        answers = await server.until(lambda message: isinstance(message, list))
        assert [answer["id"] for answer in answers] == ["a", "b"]
    async with Pipes("legacy") as server:
        await server.initialize("2025-06-18")
        await server.write(batch)
        assert (await server.until(lambda message: True))["error"]["code"] == -32600
