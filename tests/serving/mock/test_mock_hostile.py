"""A recording may hold anything: the mock of it answers every request, if need be with an error."""

import random
from pathlib import Path
from typing import Any

import pytest
from mock_talk import ABLE, Talk

from inspector.recording import open_recording
from inspector.serving.mock import Looseness, script_of
from inspector.wire.events import Received, Record, Sent
from inspector.wire.json import dumps, parse
from tests.analysis.journals import Journal

RECORDINGS = Path(__file__).parents[2] / "recordings"
NAMES = ("library", "library-busy", "library-legacy-http")
ROUND = {"resultType": "input_required", "inputRequests": {"a": 1}, "requestState": {"b": []}}
RUBBISH = [None, True, -1, 1.5, "", [], {}, [1], {"a": 1}, "tools/call", {"taskId": []}, "‹secret 1›", ROUND]


def mutated(value: Any, chance: random.Random, share: float) -> Any:
    """The value with rubbish in some of its places."""
    if chance.random() < share:
        return chance.choice(RUBBISH)
    if isinstance(value, dict):
        return {name: mutated(member, chance, share) for name, member in value.items() if chance.random() > share / 4}
    return [mutated(one, chance, share) for one in value] if isinstance(value, list) else value


def spoilt(name: str, chance: random.Random) -> Journal:
    """A recording of which some messages hold rubbish and some records are missing."""
    share = chance.choice((0.01, 0.05, 0.2))
    journal = Journal()
    for record in open_recording(RECORDINGS / f"{name}.jsonl").records:
        event = record.event
        if isinstance(event, Sent | Received) and event.raw.startswith(b"{") and chance.random() < 0.5:
            raw = dumps(mutated(parse(event.raw.decode()), chance, share)).encode()
            event = type(event)(raw, event.http)
        if chance.random() > 0.02:
            journal.records.append(Record(len(journal.records) + 1, record.at, event))
    return journal


@pytest.mark.parametrize("seed", range(12))
async def test_every_request_of_a_spoilt_recording_gets_an_answer_in_both_eras(seed: int) -> None:
    chance = random.Random(seed)
    journal = spoilt(chance.choice(NAMES), chance)
    asked = [(scene.method, dict(scene.params)) for scene in script_of(journal.records).scenes]
    given = {name: [{"action": "accept"}] * 50 for name in ("elicitation_create", "sampling_createMessage")}
    for era in ("modern", "legacy"):
        talk = Talk(journal, "modern" if era == "modern" else "legacy", Looseness(nearest=seed % 2 == 0), **given)
        if era == "legacy":
            await talk.open(capabilities=ABLE)
        for method, params in asked:
            answer = await talk.ask(method, params)
            assert answer.keys() <= {"result", "error"}
            result = answer.get("result")
            if isinstance(result, dict) and "requestState" in result:
                again = {**params, "inputResponses": {}, "requestState": result["requestState"]}
                assert (await talk.ask(method, again)).keys() <= {"result", "error"}


async def test_what_names_no_subscription_and_asks_in_an_unknown_method_is_read_all_the_same() -> None:
    journal = Journal().modern({"tools": {"listChanged": True}})
    journal.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    journal.news("notifications/subscriptions/acknowledged", {"notifications": {}})
    journal.result(journal.request("books/lend"), ROUND)
    talk = Talk(journal)
    assert (await talk.ask("books/lend"))["result"] == ROUND
    again = {"inputResponses": {}, "requestState": ROUND["requestState"]}
    assert (await talk.ask("books/lend", again))["error"]["message"].endswith("the recording ends while it asks")


async def test_a_form_that_is_none_is_put_as_it_was_to_a_client_of_an_older_revision() -> None:
    form = {"mode": "form", "message": "Where?", "requestedSchema": {"properties": {"branch": {"oneOf": 5}}}}
    journal = Journal().legacy()
    id = journal.request("tools/call", {"name": "reserve", "arguments": {}})
    journal.came({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": form})
    journal.sent({"jsonrpc": "2.0", "id": "q", "result": {"action": "decline"}})
    journal.result(id, {"content": []})
    talk = Talk(journal, "legacy", elicitation_create=[{"action": "decline"}])
    await talk.open("2025-06-18")
    assert (await talk.call("reserve"))["result"] == {"content": []}
    assert [message["params"] for message in talk.heard] == [form]
