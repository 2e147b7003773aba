"""What a client of a mock is told and asked, in the era of the recording and in the other."""

import asyncio
import json
from typing import Any

import pytest
from mock_talk import Talk, said

from inspector.wire.jsonrpc import Request
from tests.analysis.journals import Journal
from tests.serving.serving_peers import dressed

FORM = {"mode": "form", "message": "Where?", "requestedSchema": {"type": "object", "properties": {}}}
ALDER, BIRCH = ({"action": "accept", "content": {"branch": name}} for name in ("alder", "birch"))


def modern_rounds(journal: Journal, answer: Any, text: str, state: str | None = "s1") -> None:
    """A call that asks once, and what it comes to."""
    call = {"name": "reserve", "arguments": {"isbn": "1"}}
    id = journal.request("tools/call", call)
    asks = {"where": {"method": "elicitation/create", "params": FORM}}
    held = {} if state is None else {"requestState": state}
    journal.result(id, {"resultType": "input_required", "inputRequests": asks, **held})
    id = journal.request("tools/call", {**call, "inputResponses": {"where": answer}, **held})
    journal.result(id, said(text, resultType="complete"))


def legacy_question(journal: Journal, answer: Any, text: str) -> None:
    """The same, as the legacy era has it, with progress before the question."""
    params = {"name": "reserve", "arguments": {"isbn": "1"}, "_meta": {"progressToken": 4}}
    id = journal.request("tools/call", params)
    journal.news("notifications/progress", {"progressToken": 4, "progress": 1, "total": 2})
    journal.came({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": FORM})
    journal.sent({"jsonrpc": "2.0", "id": "q", "result": answer})
    journal.result(id, said(text))


@pytest.mark.parametrize("state", ["s1", None])
async def test_modern_rounds_end_with_the_recorded_question_and_go_on_with_its_answer(state: str | None) -> None:
    journal = Journal().modern()
    modern_rounds(journal, ALDER, "at alder", state)
    talk = Talk(journal)
    asked = (await talk.call("reserve", isbn="1"))["result"]
    assert asked["inputRequests"] == {"where": {"method": "elicitation/create", "params": FORM}}
    assert asked.get("requestState") == state
    held = {} if state is None else {"requestState": state}
    again = {"name": "reserve", "arguments": {"isbn": "1"}, "inputResponses": {"where": ALDER}, **held}
    assert (await talk.ask("tools/call", again))["result"] == said("at alder", resultType="complete")
    assert talk.decided == []
    foreign = await talk.ask("tools/call", {**again, "requestState": "another"})
    assert foreign["error"]["code"] == -32602


@pytest.mark.parametrize("recorded", ["modern", "legacy"])
@pytest.mark.parametrize("serves", ["modern", "legacy"])
async def test_what_a_client_answers_chooses_among_the_recorded_ends_in_either_era(recorded: str, serves: Any) -> None:
    journal = Journal().modern() if recorded == "modern" else Journal().legacy()
    record = modern_rounds if recorded == "modern" else legacy_question
    record(journal, ALDER, "at alder")
    record(journal, BIRCH, "at birch")

    async def reserve(answer: Any) -> Any:
        talk = Talk(journal, serves, elicitation_create=[answer])
        if serves == "legacy":
            await talk.open()
            done = await talk.call("reserve", isbn="1")
            assert talk.methods == ["elicitation/create"]
        else:
            asked = (await talk.call("reserve", isbn="1"))["result"]
            [key] = asked["inputRequests"]
            again = {"name": "reserve", "arguments": {"isbn": "1"}, "inputResponses": {key: answer}}
            done = await talk.ask("tools/call", {**again, "requestState": asked["requestState"]})
        return done["result"]["content"][0]["text"], talk.verdicts

    assert await reserve(BIRCH) == ("at birch", [])
    assert await reserve(ALDER) == ("at alder", [])
    assert await reserve({"action": "decline"}) == ("at alder", ["answered otherwise"])


@pytest.mark.parametrize(("serves", "code"), [("modern", -32021), ("legacy", -32600)])
async def test_a_client_that_cannot_be_asked_is_told_what_it_lacks(serves: Any, code: int) -> None:
    journal = Journal().legacy()
    legacy_question(journal, ALDER, "at alder")
    talk = Talk(journal, serves)
    if serves == "legacy":
        await talk.open(capabilities={})
    answer = await talk.call("reserve", isbn="1", able={})
    assert answer["error"]["code"] == code
    assert answer["error"]["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}


async def test_progress_bears_the_clients_token_and_log_messages_have_the_level_that_it_wants() -> None:
    journal = Journal().legacy(capabilities={"tools": {}, "logging": {}})
    id = journal.request("tools/call", {"name": "count", "arguments": {}, "_meta": {"progressToken": 4}})
    journal.news("notifications/progress", {"progressToken": 4, "progress": 1})
    journal.news("notifications/message", {"level": "debug", "data": "low"})
    journal.news("notifications/message", {"level": "error", "data": "high"})
    journal.result(id, said("done"))
    old = Talk(journal, "legacy")
    await old.open()
    assert await old.text("count") == "done"
    assert old.methods == ["notifications/message", "notifications/message"]
    assert await old.ask("logging/setLevel", {"level": "warning"}) == {"result": {}}
    old.heard.clear()
    await old.ask("tools/call", {"name": "count"}, progressToken="mine")
    assert [message["params"].get("progressToken", message["params"].get("data")) for message in old.heard] == [
        "mine",
        "high",
    ]
    new = Talk(journal)
    await new.text("count")
    assert new.heard == []
    await new.ask("tools/call", {"name": "count"}, **{"io.modelcontextprotocol/logLevel": "debug"})
    assert new.methods == ["notifications/message", "notifications/message"]


async def test_results_and_errors_are_put_as_the_other_era_has_them() -> None:
    journal = Journal().modern({"tools": {}, "resources": {}})
    tool = {"name": "sum", "inputSchema": {"type": "object"}, "outputSchema": {"type": "integer"}}
    page = {"resultType": "complete", "tools": [tool], "ttlMs": 5, "cacheScope": "public", "_meta": {"x/y": 1}}
    journal.result(journal.request("tools/list"), page)
    call = journal.request("tools/call", {"name": "sum", "arguments": {}})
    journal.result(call, said("3", structuredContent=3, resultType="complete"))
    journal.error(journal.request("resources/read", {"uri": "a:b"}), -32602, "not there", {"uri": "a:b"})
    talk = Talk(journal, "legacy")
    opened = await talk.open("2025-06-18")
    assert opened["serverInfo"]["name"] == "Alder Street Library"
    assert opened["protocolVersion"] == "2025-06-18" and opened["capabilities"] == {"tools": {}, "resources": {}}
    listed = (await talk.ask("tools/list"))["result"]
    assert listed == {"tools": [{"name": "sum", "inputSchema": {"type": "object"}}], "_meta": {"x/y": 1}}
    assert (await talk.call("sum"))["result"] == said("3")
    assert (await talk.ask("resources/read", {"uri": "a:b"}))["error"]["code"] == -32002

    old = Journal().legacy(capabilities={"tools": {}, "tasks": {}})
    old.result(old.request("tools/list"), {"tools": []})
    old.error(old.request("resources/read", {"uri": "a:b"}), -32002, "not there")
    talk = Talk(old)
    found = (await talk.ask("server/discover"))["result"]
    assert found["supportedVersions"] == ["2026-07-28"] and found["capabilities"] == {"tools": {}}
    listed = (await talk.ask("tools/list"))["result"]
    assert (listed["resultType"], listed["ttlMs"], listed["cacheScope"]) == ("complete", 0, "private")
    assert (await talk.ask("resources/read", {"uri": "a:b"}))["error"]["code"] == -32602


@pytest.mark.parametrize("recorded", ["modern", "legacy"])
async def test_news_comes_after_the_answer_that_it_followed_once_and_to_those_who_listen(recorded: str) -> None:
    capabilities = {"tools": {"listChanged": True}, "resources": {"subscribe": True}}
    journal = Journal()
    (journal.modern if recorded == "modern" else journal.legacy)(capabilities=capabilities)
    journal.call("grow", said("grown"))
    journal.news("notifications/tools/list_changed")
    journal.news("notifications/resources/updated", {"uri": "a:b"})
    journal.call("shrink", said("shrunk"))

    old = Talk(journal, "legacy")
    await old.open()
    for _ in range(2):
        await old.text("grow")
    assert old.methods == ["notifications/tools/list_changed"]
    fresh = Talk(journal, "legacy")
    await fresh.open()
    assert await fresh.ask("resources/subscribe", {"uri": "a:b"}) == {"result": {}}
    await fresh.text("grow")
    assert fresh.methods == ["notifications/tools/list_changed", "notifications/resources/updated"]

    new = Talk(journal)
    wanted = {"notifications": {"toolsListChanged": True, "promptsListChanged": True}}
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        listening = group.create_task(
            new.session.handle(Request("sub", "subscriptions/listen", dressed(wanted)), new._take)
        )
        await asyncio.sleep(0)
        assert new.heard[0]["params"]["notifications"] == {"toolsListChanged": True}
        await new.text("grow")
        await asyncio.sleep(0)
        new.session.close()
        ended = json.loads(await listening or b"")
    assert new.methods[1:2] == ["notifications/tools/list_changed"]
    assert new.heard[1]["params"]["_meta"] == {"io.modelcontextprotocol/subscriptionId": "sub"}
    assert ended["result"]["resultType"] == "complete"


async def test_questions_at_the_beginning_are_put_to_who_can_answer_and_nobody_waits_for_them() -> None:
    journal = Journal().legacy()
    journal.came({"jsonrpc": "2.0", "id": 0, "method": "roots/list"})
    journal.sent({"jsonrpc": "2.0", "id": 0, "result": {"roots": []}})
    journal.call("grow", said("grown"))
    talk = Talk(journal, "legacy", roots_list=[{"roots": []}])
    await talk.open()
    assert await talk.text("grow") == "grown"
    assert talk.methods == ["roots/list"]
    unable = Talk(journal, "legacy")
    await unable.open(capabilities={})
    assert await unable.text("grow") == "grown"
    assert unable.methods == []


async def test_pace_waits_as_the_server_did_and_not_for_the_person() -> None:
    journal = Journal(tick=0.0).legacy()
    id = journal.request("tools/call", {"name": "slow", "arguments": {}, "_meta": {"progressToken": 4}})
    journal.wait(2).news("notifications/progress", {"progressToken": 4, "progress": 1})
    journal.wait(1).came({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": FORM})
    journal.wait(500).sent({"jsonrpc": "2.0", "id": "q", "result": ALDER})
    journal.wait(3).result(id, said("done"))
    talk = Talk(journal, "legacy", pace=True, elicitation_create=[ALDER])
    await talk.open()
    assert await talk.text("slow") == "done"
    assert talk.slept == [2, 1, 3]
    at_once = Talk(journal, "legacy", elicitation_create=[ALDER])
    await at_once.open()
    assert await at_once.text("slow") == "done" and at_once.slept == []


def modern_task(journal: Journal) -> None:
    """A call that becomes a task, asks for something, and is polled to its end."""
    call = journal.request("tools/call", {"name": "import", "arguments": {}})
    journal.result(call, {"resultType": "task", "taskId": "t1", "status": "working"})
    about = {"taskId": "t1"}
    asks = {"where": {"method": "elicitation/create", "params": FORM}}
    for state in (
        {"status": "working"},
        {"status": "input_required", "inputRequests": asks},
        {"status": "input_required", "inputRequests": asks},
    ):
        journal.result(journal.request("tasks/get", about), {"resultType": "complete", **about, **state})
    update = journal.request("tasks/update", {**about, "inputResponses": {"where": ALDER}})
    journal.result(update, {"resultType": "complete"})
    done = {"status": "completed", "result": said("imported")}
    for state in ({"status": "working"}, done):
        journal.result(journal.request("tasks/get", about), {"resultType": "complete", **about, **state})


async def test_a_task_is_polled_as_recorded_and_waits_for_what_it_asked() -> None:
    journal = Journal().modern()
    modern_task(journal)
    talk = Talk(journal)
    able = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
    assert (await talk.call("import", able=able))["result"]["taskId"] == "t1"

    async def status() -> str:
        found: str = (await talk.ask("tasks/get", {"taskId": "t1"}))["result"]["status"]
        return found

    assert [await status() for _ in range(4)] == ["working", "input_required", "input_required", "input_required"]
    await talk.ask("tasks/update", {"taskId": "t1", "inputResponses": {"where": BIRCH}})
    assert [await status() for _ in range(3)] == ["working", "completed", "completed"]


@pytest.mark.parametrize("serves", ["modern", "legacy"])
async def test_a_client_that_takes_no_task_gets_what_it_came_to_and_is_asked_on_the_way(serves: Any) -> None:
    journal = Journal().modern()
    modern_task(journal)
    talk = Talk(journal, serves, elicitation_create=[ALDER])
    if serves == "legacy":
        await talk.open()
        assert await talk.text("import") == "imported"
        assert talk.methods == ["elicitation/create"]
        return
    asked = (await talk.call("import"))["result"]
    again = {"name": "import", "inputResponses": {"where": ALDER}, "requestState": asked["requestState"]}
    assert (await talk.ask("tools/call", again))["result"] == said("imported")


async def test_the_methods_of_the_other_era_are_not_there_and_a_session_opens_once() -> None:
    talk = Talk(Journal().legacy(), "legacy")
    assert (await talk.ask("server/discover"))["error"]["code"] == -32601
    assert (await talk.ask("tools/list"))["error"]["code"] == -32600
    await talk.open()
    assert (await talk.ask("initialize", {"protocolVersion": "2025-11-25"}))["error"]["code"] == -32600
    assert (await talk.ask("ping")) == {"result": {}}
    assert (await Talk(Journal().modern()).ask("ping"))["error"]["code"] == -32601
