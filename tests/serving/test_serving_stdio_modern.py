"""The modern era on pipes."""

import signal
from typing import Any

import pytest
from serving_peers import ABLE, IDIOT, MODERN, PREFIX, Pipes, calling, dressed

RESERVE = calling("reserve_book", isbn=IDIOT, reader=4711)


@pytest.mark.parametrize("era", ["modern", "dual"])
async def test_discover_says_version_capabilities_identity_and_freshness(era: str) -> None:
    async with Pipes(era) as server:
        result = (await server.ask("server/discover", dressed()))["result"]
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == [MODERN]
    assert set(result["capabilities"]) == {"tools", "resources", "prompts", "completions", "logging"}
    assert result["_meta"][PREFIX + "serverInfo"]["title"] == "Alder Street Library"
    assert result["ttlMs"] > 0 and result["cacheScope"] == "public"
    assert "search_catalogue" in result["instructions"]


@pytest.mark.parametrize("era", ["modern", "dual"])
async def test_a_version_it_does_not_speak_is_answered_with_those_it_speaks(era: str) -> None:
    async with Pipes(era) as server:
        params = dressed(**{PREFIX + "protocolVersion": "1900-01-01"})
        error = (await server.ask("tools/list", params))["error"]
    assert error["code"] == -32022
    assert error["data"] == {"supported": [MODERN], "requested": "1900-01-01"}


@pytest.mark.parametrize("missing", ["protocolVersion", "clientCapabilities"])
async def test_a_request_without_its_meta_is_invalid(missing: str) -> None:
    params = dressed()
    del params["_meta"][PREFIX + missing]
    async with Pipes("modern") as server:
        error = (await server.ask("tools/list", params))["error"]
    assert error["code"] == -32602 and missing in error["message"]


async def test_a_modern_server_refuses_initialize_and_names_what_it_speaks() -> None:
    async with Pipes("modern") as server:
        error = (await server.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}}))["error"]
    assert error["data"] == {"supported": [MODERN], "requested": "2025-11-25"}
    assert MODERN in error["message"]


@pytest.mark.parametrize("method", ["ping", "logging/setLevel", "resources/subscribe", "tasks/get", "no/such"])
async def test_methods_that_the_revision_has_not_are_not_found(method: str) -> None:
    async with Pipes("dual") as server:
        assert (await server.ask(method, dressed({"level": "info", "uri": "library://rules"})))["error"][
            "code"
        ] == -32601


async def test_a_question_ends_the_request_and_the_retry_with_its_answer_completes() -> None:
    async with Pipes("dual") as server:
        asked = (await server.ask("tools/call", dressed(RESERVE, capabilities=ABLE)))["result"]
        assert asked["resultType"] == "input_required"
        question = asked["inputRequests"]["pickup"]
        assert question["method"] == "elicitation/create"
        assert question["params"]["message"] == "It is at two branches. Choose one, and a day that suits."
        assert question["params"]["requestedSchema"]["required"] == ["branch", "day"]
        answer = {"action": "accept", "content": {"branch": "quay", "day": "2026-12-06"}}
        retry = {**RESERVE, "requestState": asked["requestState"], "inputResponses": {"pickup": answer}}
        result = (await server.ask("tools/call", dressed(retry, capabilities=ABLE)))["result"]
    assert result["resultType"] == "complete"
    # The sixth is a Sunday and the seventh a Monday: Old Quay opens on Tuesday again.
    assert result["structuredContent"]["branch"] == "quay" and result["structuredContent"]["day"] == "2026-12-08"
    assert "Tuesday 8 December, 13:00" in result["content"][0]["text"]
    assert result["content"][1]["uri"] == "library://loans/4711"


@pytest.mark.parametrize(("action", "status"), [("decline", "declined"), ("cancel", "cancelled")])
async def test_no_is_a_result_and_reserves_nothing(action: str, status: str) -> None:
    async with Pipes("modern") as server:
        asked = (await server.ask("tools/call", dressed(RESERVE, capabilities=ABLE)))["result"]
        retry = {**RESERVE, "requestState": asked["requestState"], "inputResponses": {"pickup": {"action": action}}}
        result = (await server.ask("tools/call", dressed(retry, capabilities=ABLE)))["result"]
        account = (await server.ask("resources/read", dressed({"uri": "library://loans/4711"})))["result"]
    assert result["structuredContent"]["status"] == status and "isError" not in result
    assert '"reservations": []' in account["contents"][0]["text"]


async def test_a_retry_without_the_answer_is_asked_again() -> None:
    async with Pipes("modern") as server:
        asked = (await server.ask("tools/call", dressed(RESERVE, capabilities=ABLE)))["result"]
        retry = {**RESERVE, "requestState": asked["requestState"], "inputResponses": {"other": {}}}
        again = (await server.ask("tools/call", dressed(retry, capabilities=ABLE)))["result"]
    assert again["resultType"] == "input_required" and list(again["inputRequests"]) == ["pickup"]


async def test_state_that_is_not_of_this_request_is_rejected() -> None:
    async with Pipes("modern") as server:
        state = (await server.ask("tools/call", dressed(RESERVE, capabilities=ABLE)))["result"]["requestState"]
        other = calling("reserve_book", isbn=IDIOT, reader=4712)
        for params, sent in ((other, state), (RESERVE, "AAAA" + state[4:]), (RESERVE, "ö"), (RESERVE, 7)):
            answer = await server.ask("tools/call", dressed({**params, "requestState": sent}, capabilities=ABLE))
            assert answer["error"]["code"] == -32602, sent


async def test_a_capability_that_was_not_declared_is_named() -> None:
    async with Pipes("modern") as server:
        form = (await server.ask("tools/call", dressed(RESERVE, capabilities={"elicitation": {"url": {}}})))["error"]
        fine = dressed(calling("pay_fine", reader=4711), capabilities={"elicitation": {}})
        url = (await server.ask("tools/call", fine))["error"]
        model = (await server.ask("tools/call", dressed(calling("ask_librarian", question="What next?"))))["error"]
    assert [error["code"] for error in (form, url, model)] == [-32021] * 3
    assert form["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}
    assert url["data"] == {"requiredCapabilities": {"elicitation": {"url": {}}}}
    assert model["data"] == {"requiredCapabilities": {"sampling": {}}}


async def test_a_model_that_searches_first_takes_two_rounds() -> None:
    able = {"sampling": {"tools": {}}}
    params: dict[str, Any] = calling("ask_librarian", question="What next?")
    use = {"type": "tool_use", "id": "u1", "name": "search_catalogue", "input": {"query": "idiot"}}
    async with Pipes("modern") as server:
        first = (await server.ask("tools/call", dressed(params, capabilities=able)))["result"]
        reply = {"role": "assistant", "model": "m", "content": [use], "stopReason": "toolUse"}
        retry = {**params, "requestState": first["requestState"], "inputResponses": {"librarian-1": reply}}
        second = (await server.ask("tools/call", dressed(retry, capabilities=able)))["result"]
        found = second["inputRequests"]["librarian-2"]["params"]["messages"][2]["content"][0]
        assert found["toolUseId"] == "u1" and "The Idiot" in found["content"][0]["text"]
        reply = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Demons."}}
        retry = {**params, "requestState": second["requestState"], "inputResponses": {"librarian-2": reply}}
        last = (await server.ask("tools/call", dressed(retry, capabilities=able)))["result"]
    assert last["content"][0]["text"] == "Demons."


async def test_progress_and_log_come_only_where_they_were_asked_for() -> None:
    count = calling("recount_shelf", pace=0)
    async with Pipes("modern") as server:
        await server.ask("tools/call", dressed(count))
        assert len(server.seen) == 1
        await server.ask("tools/call", dressed(count, progressToken="p", **{PREFIX + "logLevel": "notice"}))
        notes = [message["params"] for message in server.seen if message.get("method") == "notifications/progress"]
        logs = [message["params"] for message in server.seen if message.get("method") == "notifications/message"]
    assert [note["progress"] for note in notes] == list(range(1, 41))
    assert {note["total"] for note in notes} == {40} and {note["progressToken"] for note in notes} == {"p"}
    assert [log["level"] for log in logs] == ["notice"]


async def test_an_unknown_log_level_is_invalid() -> None:
    async with Pipes("modern") as server:
        answer = await server.ask("tools/list", dressed(**{PREFIX + "logLevel": "loud"}))
    assert answer["error"]["code"] == -32602


async def test_a_cancelled_call_is_never_answered_and_others_go_on() -> None:
    async with Pipes("modern") as server:
        slow = await server.begin("tools/call", dressed(calling("recount_shelf", pace=2), progressToken=1))
        await server.ask("tools/list", dressed())
        await server.send(method="notifications/cancelled", params={"requestId": slow, "reason": "enough"})
        await server.ask("tools/list", dressed())
        await server.end()
        assert not [message for message in server.seen if message.get("id") == slow]


async def test_the_id_of_a_call_that_runs_cannot_be_used_again() -> None:
    async with Pipes("modern") as server:
        slow = await server.begin("tools/call", dressed(calling("recount_shelf", pace=2)))
        await server.send(id=slow, method="tools/list", params=dressed())
        assert (await server.answer(slow))["error"]["code"] == -32600


async def test_a_subscription_acknowledges_first_grants_what_there_is_and_marks_its_news() -> None:
    wanted = {
        "toolsListChanged": True,
        "promptsListChanged": True,
        "resourceSubscriptions": ["library://branches", "library://new"],
    }
    async with Pipes("dual") as server:
        await server.send(id="s", method="subscriptions/listen", params=dressed({"notifications": wanted}))
        first = await server.until(lambda message: True)
        assert first["method"] == "notifications/subscriptions/acknowledged"
        assert first["params"]["notifications"] == {name: wanted[name] for name in wanted if "prompts" not in name}
        source = "file:///srv/2026-11.mrc"
        await server.ask("tools/call", dressed(calling("import_marc", source=source, skip_broken=True)))
        await server.ask("tools/call", dressed(calling("close_branch", branch="hill")))
        news = [message for message in server.seen[1:] if "method" in message]
        assert [message["method"].removeprefix("notifications/") for message in news] == [
            "resources/updated",
            "tools/list_changed",
            "resources/updated",
        ]
        assert {message["params"]["_meta"][PREFIX + "subscriptionId"] for message in news} == {"s"}
        tools = (await server.ask("tools/list", dressed()))["result"]["tools"]
        branches = next(tool for tool in tools if tool["name"] == "search_catalogue")["inputSchema"]["properties"]
        assert branches["branch"]["enum"] == ["alder", "mill", "quay"]


async def test_a_cancelled_subscription_is_silent() -> None:
    async with Pipes("modern") as server:
        listen = await server.begin("subscriptions/listen", dressed({"notifications": {"toolsListChanged": True}}))
        await server.until(lambda message: "acknowledged" in message.get("method", ""))
        await server.send(method="notifications/cancelled", params={"requestId": listen})
        await server.ask("tools/call", dressed(calling("close_branch", branch="hill")))
        await server.end()
    assert [message.get("id") for message in server.seen[1:]] == [listen + 1]


@pytest.mark.parametrize("by", ["eof", "SIGTERM", "SIGINT"])
async def test_the_end_gives_each_subscription_its_result_and_leaves_without_a_word(by: str) -> None:
    async with Pipes("modern") as server:
        slow = await server.begin("tools/call", dressed(calling("recount_shelf", pace=2)))
        listen = await server.begin("subscriptions/listen", dressed({"notifications": {}}))
        await server.until(lambda message: "acknowledged" in message.get("method", ""))
        if by != "eof":
            server.process.send_signal(signal.Signals[by])
            await server.answer(listen)
        server.status = 130 if by == "SIGINT" else 0
        assert await server.end() == (server.status, "")
    assert server.seen[-2]["method"] == "notifications/cancelled" and server.seen[-2]["params"]["requestId"] == listen
    assert server.seen[-1]["id"] == listen
    assert server.seen[-1]["result"]["_meta"][PREFIX + "subscriptionId"] == listen
    assert slow not in [message.get("id") for message in server.seen]


async def test_what_is_quick_is_still_answered_after_the_end_of_stdin() -> None:
    async with Pipes("modern") as server:
        id = await server.begin("tools/call", dressed(calling("recount_shelf", pace=0)))
        await server.end()
    assert server.seen[-1]["id"] == id


async def test_a_line_that_is_no_message_is_answered_without_an_id_and_the_next_one_is_served() -> None:
    async with Pipes("modern") as server:
        await server.write(b"nonsense\n\n[]\n\xff\xfe\n")
        await server.ask("tools/list", dressed())
    assert [message["error"]["code"] for message in server.seen[:3]] == [-32700, -32600, -32700]
    assert all("id" not in message for message in server.seen[:3])


async def test_long_lines_and_crlf_are_read() -> None:
    query = "x" * 200_000
    async with Pipes("modern") as server:
        answer = await server.ask("tools/call", dressed(calling("search_catalogue", query=query)))
        await server.write(b'{"jsonrpc":"2.0","id":"crlf","method":"nothing"}\r\n')
        assert (await server.answer("crlf"))["error"]["code"] == -32602
    assert answer["result"]["structuredContent"]["total"] == 0
