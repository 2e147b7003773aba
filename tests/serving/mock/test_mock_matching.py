"""Which recorded answer a request gets, and what it is told if there is none."""

import pytest
from mock_talk import Talk, said

from inspector.analysis.differences import ignoring
from inspector.serving.mock import Looseness
from tests.analysis.journals import Journal


def asked(journal: Journal, arguments: object, text: str, name: str = "find") -> None:
    id = journal.request("tools/call", {"name": name, "arguments": arguments})
    journal.result(id, said(text))


@pytest.fixture
def recorded() -> Journal:
    """Three calls of one tool, one of them twice, and one of another."""
    journal = Journal().modern()
    asked(journal, {"title": "Emma", "at": "monday"}, "first")
    asked(journal, {"title": "Emma", "at": "monday"}, "second")
    asked(journal, {"title": "Persuasion", "limit": 3, "at": "friday"}, "third")
    asked(journal, {}, "none", "count")
    return journal


async def test_the_same_request_gets_the_answers_in_turn_and_then_the_last_again(recorded: Journal) -> None:
    talk = Talk(recorded)
    given = [await talk.text("find", at="monday", title="Emma") for _ in range(4)]
    assert given == ["first", "second", "second", "second"]
    assert talk.decided == []


async def test_ids_meta_absent_arguments_and_how_a_number_is_written_do_not_count(recorded: Journal) -> None:
    talk = Talk(recorded)
    assert await talk.text("find", title="Persuasion", limit=3.0, at="friday") == "third"
    answer = await talk.ask("tools/call", {"name": "count"}, progressToken=7, other=1)
    assert answer["result"]["content"][0]["text"] == "none"


async def test_an_unmatched_call_names_the_nearest_and_how_it_differs(recorded: Journal) -> None:
    talk = Talk(recorded)
    answer = await talk.call("find", title="Persuasion", limit=4, at="friday")
    assert answer["error"]["code"] == -32602
    assert answer["error"]["message"] == (
        "The recording has no tools/call find like this. "
        "The nearest is record 8: $.params.arguments.limit was 3 and is 4"
    )
    assert answer["error"]["data"]["nearest"]["differences"] == [
        {"path": "$.params.arguments.limit", "recorded": 3, "now": 4}
    ]
    assert [(one.topic, one.verdict, one.data) for one in talk.decided] == [("mock", "unmatched", {"recorded": 8})]


async def test_an_unknown_name_gets_the_nearest_name_and_an_unknown_method_those_that_there_are(
    recorded: Journal,
) -> None:
    talk = Talk(recorded)
    answer = await talk.call("cound")
    assert answer["error"]["message"].endswith('$.params.name was "count" and is "cound". Recorded are find, count')
    unknown = await talk.ask("prompts/list")
    assert unknown["error"]["code"] == -32601
    assert unknown["error"]["data"] == {"recorded": ["tools/call"]}


async def test_what_is_ignored_does_not_count_and_loose_takes_the_nearest_of_the_name(recorded: Journal) -> None:
    talk = Talk(recorded, looseness=Looseness(ignoring(["$.params.arguments.at"])))
    assert await talk.text("find", title="Emma", at="sunday") == "first"
    assert "error" in await talk.call("find", title="Sanditon")
    loose = Talk(recorded, looseness=Looseness(nearest=True))
    assert await loose.text("find", title="Persuasion", limit=9, at="friday") == "third"
    assert [one.because for one in loose.decided] == [
        "Record 8 is the nearest: $.params.arguments.limit was 3 and is 9."
    ]
    assert "error" in await loose.call("lend")


async def test_where_a_secret_was_redacted_anything_may_stand() -> None:
    journal = Journal().modern()
    asked(journal, {"user": "ann", "password": "‹secret 1›"}, "welcome", "login")
    talk = Talk(journal)
    assert await talk.text("login", user="ann", password="hunter2") == "welcome"
    assert "error" in await talk.call("login", user="bob", password="hunter2")


async def test_an_answer_that_was_never_recorded_is_missed_only_where_there_is_no_other() -> None:
    journal = Journal().modern()
    journal.request("tools/call", {"name": "slow", "arguments": {}})
    asked(journal, {}, "at last", "slow")
    open_ = journal.request("tools/call", {"name": "slow", "arguments": {"for": "ever"}})
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": open_}})
    talk = Talk(journal)
    assert await talk.text("slow") == "at last"
    answer = await talk.ask("tools/call", {"name": "slow", "arguments": {"for": "ever"}})
    assert answer["error"]["code"] == -32603
    assert answer["error"]["message"].startswith("The recording has no answer to this request, which is record 7")
    assert talk.verdicts == ["incomplete"]
