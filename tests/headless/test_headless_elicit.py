"""The hard cases of elicitation, as they go from the command line. Each test names its case."""

import asyncio
import json
from typing import Any

import pytest

from inspector.wire.events import Decision, Sent
from tests.headless.questioning import Person, answer, asking
from tests.headless.running import ADD, PATIENCE, Inspector, Ran, modern, rules_file, scripted, sent, tools
from tests.servers.http_rules import following
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

ERAS = pytest.mark.parametrize("era", ["modern", "legacy"])
CALL = ("call", "add", "a=1", "--json")
ACCEPT = {"action": "accept", "content": {}}


def form(message: str = "m", **properties: Any) -> dict[str, Any]:
    """A form with these properties."""
    return elicit(message=message, requestedSchema={"type": "object", "properties": properties})


def elicit(**params: Any) -> dict[str, Any]:
    return {"method": "elicitation/create", "params": params}


def rules(inspector: Inspector, answer: Any, method: str = "elicitation/create") -> tuple[str, str]:
    """`--answers` with one rule."""
    inspector.home.mkdir(parents=True, exist_ok=True)
    return "--answers", rules_file(inspector.home / "rules.json", [{"method": method, "answer": answer}])


def found(ran: Ran) -> list[tuple[str, str]]:
    """The findings of a call that has ended well: rule and message."""
    return [(one["rule"], one["message"]) for one in ran.document["findings"]]


def rounds(*results: Any) -> dict[str, Any]:
    """A rule: one result after the other for the tool."""
    return {"on": "tools/call", "sequence": [{"jsonrpc": "2.0", "id": "$id", "result": one} for one in results]}


DONE = {"resultType": "complete", "content": []}


async def at_terminal(inspector: Inspector, era: str, request: Any) -> Person:
    return await Person(inspector).sit_down("call", "add", "a=1", *asking(era, request))


# ── what the person chooses ──────────────────────────────────────────────────────────────────────────────────────────


@ERAS
async def test_elicit_01_without_an_answer_the_server_hears_of_no_choice_and_the_message_names_the_question(
    inspector: Inspector, era: str
) -> None:
    ran = await inspector(*CALL, *asking(era, form("ok?", c={"type": "boolean"})))
    assert (ran.code, ran.error["kind"]) == (8, "unanswered")
    assert "elicitation/create “ok?”" in ran.error["message"] + ran.err
    if era == "legacy":
        assert answer(ran, era) == {"action": "cancel"}
    else:
        assert len(sent(ran.recording(), "tools/call")) == 1
    assert not any(action in json.dumps(said(ran)) for action in ("accept", "decline"))


def said(ran: Ran) -> list[Any]:
    """All that we sent, without what we declare."""
    return [json.loads(one.event.raw) for one in ran.recording().records if isinstance(one.event, Sent)]


@ERAS
@pytest.mark.parametrize(("keys", "action"), [(".decline\n", "decline"), (".cancel\n", "cancel"), ("\x04", "cancel")])
async def test_elicit_02_what_was_typed_before_a_refusal_goes_nowhere(
    inspector: Inspector, era: str, keys: str, action: str
) -> None:
    person = await at_terminal(inspector, era, form(n={"type": "string"}, o={"type": "string"}))
    (await person.sees("n (string): ")).types("partial\n")
    (await person.sees("o (string): ")).types(keys)
    ran = await person.leaves()
    assert (ran.code, answer(ran, era)) == (0, {"action": action})
    assert "partial" not in json.dumps(said(ran))


@ERAS
async def test_elicit_03_a_form_without_fields_is_accepted_with_an_empty_object(inspector: Inspector, era: str) -> None:
    person = await at_terminal(inspector, era, form())
    (await person.sees("accept, decline or cancel? ")).types("accept\n")
    assert answer(await person.leaves(), era) == ACCEPT
    ran = await Inspector(inspector.home / "2")(*CALL, *rules(inspector, ACCEPT), *asking(era, form()))
    assert (ran.code, answer(ran, era)) == (0, ACCEPT)


@ERAS
@pytest.mark.parametrize("chosen", ["accept", "decline", "cancel", "the terminal goes"])
async def test_elicit_04_all_three_outcomes_are_reached_from_the_keyboard(
    inspector: Inspector, era: str, chosen: str
) -> None:
    person = await at_terminal(inspector, era, form(c={"type": "boolean", "default": True}))
    (await person.sees("default true): ")).types("\n")
    await person.sees("cancel? ")
    person.types("\x04" if chosen == "the terminal goes" else f"{chosen}\n")
    ran = await person.leaves()
    content = {"content": {"c": True}} if chosen == "accept" else {}
    action = "cancel" if chosen == "the terminal goes" else chosen
    assert (ran.code, answer(ran, era)) == (0, {"action": action, **content})


# ── what a form may be ───────────────────────────────────────────────────────────────────────────────────────────────

TITLED = {"oneOf": [{"const": "low", "title": "Low"}, {"const": "high", "title": "High"}], "default": "high"}


@ERAS
@pytest.mark.parametrize(("keys", "sends"), [("Low\n", "low"), ("\n", "high")])
async def test_elicit_05_a_titled_choice_without_a_type_is_one_of_its_titles_and_the_constant_is_sent(
    inspector: Inspector, era: str, keys: str, sends: str
) -> None:
    person = await at_terminal(inspector, era, form(p=TITLED))
    await person.sees("Low | High")
    (await person.sees(": ")).types(keys)
    (await person.sees("cancel? ")).types("accept\n")
    assert answer(await person.leaves(), era) == {"action": "accept", "content": {"p": sends}}


@ERAS
async def test_elicit_05_the_missing_type_is_a_finding(inspector: Inspector, era: str) -> None:
    ran = await inspector(*CALL, *rules(inspector, ACCEPT), *asking(era, form(p=TITLED)))
    assert [rule for rule, message in found(ran) if "p has no type" in message] == ["elicitation-schema"]


COLOURS = [{"const": "#F00", "title": "Red"}, {"const": "#0F0", "title": "Green"}, {"const": "#00F", "title": "Blue"}]


@pytest.mark.parametrize(
    ("items", "labels", "chosen"),
    [
        ({"anyOf": COLOURS}, "Red | Green | Blue", ["#F00", "#0F0"]),
        ({"oneOf": COLOURS}, "Red | Green | Blue", ["#F00", "#0F0"]),
        ({"type": "string", "enum": ["#F00", "#0F0", "#00F"]}, "#F00 | #0F0 | #00F", ["#F00", "#0F0"]),
    ],
)
async def test_elicit_06_several_of_a_list_are_chosen_within_its_bounds(
    inspector: Inspector, items: Any, labels: str, chosen: list[str]
) -> None:
    several = {"type": "array", "minItems": 1, "maxItems": 2, "items": items, "default": ["#0F0"]}
    person = await at_terminal(inspector, "modern", form(c=several))
    await person.sees(labels)
    (await person.sees('default ["#0F0"]): ')).types('["#F00", "#0F0", "#00F"]\n')
    await person.sees("2")
    (await person.sees('default ["#0F0"]): ')).types(f"{json.dumps(chosen)}\n")
    (await person.sees("cancel? ")).types("accept\n")
    ran = await person.leaves()
    assert answer(ran, "modern") == {"action": "accept", "content": {"c": chosen}}


async def test_elicit_06_the_default_of_a_list_is_sent_where_nothing_was_changed(inspector: Inspector) -> None:
    several = {"type": "array", "items": {"anyOf": COLOURS}, "default": ["#0F0"]}
    person = await at_terminal(inspector, "legacy", form(c=several))
    (await person.sees('default ["#0F0"]): ')).types("\n")
    (await person.sees("cancel? ")).types("accept\n")
    assert answer(await person.leaves(), "legacy") == {"action": "accept", "content": {"c": ["#0F0"]}}


FIVE = {
    "email": {"type": "string", "title": "Mail", "format": "email", "default": "a@b.c"},
    "n": {"type": "integer", "minimum": 0, "maximum": 10, "default": 0},
    "f": {"type": "boolean", "default": False},
    "d": {"type": "string", "format": "date"},
    "u": {"type": "string", "format": "uri", "minLength": 3},
}


@ERAS
async def test_elicit_07_defaults_are_sent_as_they_stand_and_what_does_not_fit_is_said_before(
    inspector: Inspector, era: str
) -> None:
    person = await at_terminal(inspector, era, form(**FIVE))
    (await person.sees('Mail (string, default "a@b.c"): ')).types("\n")
    (await person.sees("n (integer, default 0): ")).types("11\n")
    (await person.sees("n (integer, default 0): ")).types("\n")
    (await person.sees("default false): ")).types("\n")
    (await person.sees("d (string): ")).types("tomorrow\n")
    await person.sees("date")
    (await person.sees("d (string): ")).types("2026-12-04\n")
    (await person.sees("u (string): ")).types("\n")
    (await person.sees("cancel? ")).types("accept\n")
    content = {"email": "a@b.c", "n": 0, "f": False, "d": "2026-12-04"}
    assert answer(await person.leaves(), era) == {"action": "accept", "content": content}


async def test_elicit_07_what_does_not_fit_is_sent_all_the_same_where_the_person_wants_it(inspector: Inspector) -> None:
    person = await at_terminal(inspector, "modern", form(n=FIVE["n"], d=FIVE["d"]))
    (await person.sees("n (integer, default 0): ")).types("eleven\n")
    (await person.sees("n (integer, default 0): ")).types(".anyway\n")
    (await person.sees("d (string): ")).types("tomorrow\n")
    (await person.sees("d (string): ")).types(".anyway\n")
    await person.sees("✗ n is “eleven”, not an integer")
    (await person.sees("cancel? ")).types("accept\n")
    content = {"n": "eleven", "d": "tomorrow"}
    assert answer(await person.leaves(), "modern") == {"action": "accept", "content": content}


@ERAS
async def test_elicit_07_a_rule_overrides_what_the_schema_wants(inspector: Inspector, era: str) -> None:
    wrong = {"action": "accept", "content": {"n": 11, "d": "tomorrow"}}
    ran = await inspector(*CALL, *rules(inspector, wrong), *asking(era, form(**FIVE)))
    assert (ran.code, answer(ran, era)) == (0, wrong)


OUTSIDE = elicit(
    message="m",
    requestedSchema={
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/P"}, "o": {"type": "object", "properties": {"x": {"type": "string"}}}},
        "$defs": {"P": {"enum": ["low", "high"], "type": "string"}},
    },
)


async def test_elicit_08_a_group_within_the_form_is_filled_field_by_field(inspector: Inspector) -> None:
    person = await at_terminal(inspector, "legacy", OUTSIDE)
    (await person.sees("p (low | high): ")).types("low\n")
    (await person.sees("o (object): ")).types(".open\n")
    (await person.sees("x (string): ")).types("deep\n")
    (await person.sees("cancel? ")).types("accept\n")
    content = {"p": "low", "o": {"x": "deep"}}
    assert answer(await person.leaves(), "legacy") == {"action": "accept", "content": content}


@ERAS
async def test_elicit_08_a_schema_beyond_what_is_allowed_is_filled_all_the_same_and_flagged(
    inspector: Inspector, era: str
) -> None:
    person = await at_terminal(inspector, era, OUTSIDE)
    (await person.sees("p (low | high): ")).types("high\n")
    (await person.sees("o (object): ")).types('{"x": "deep"}\n')
    (await person.sees("cancel? ")).types("accept\n")
    content = {"p": "high", "o": {"x": "deep"}}
    assert answer(await person.leaves(), era) == {"action": "accept", "content": content}
    ran = await Inspector(inspector.home / "2")(*CALL, *rules(inspector, ACCEPT), *asking(era, OUTSIDE))
    assert ("elicitation-schema", True) in [(rule, "of type object" in message) for rule, message in found(ran)]


# ── modes ────────────────────────────────────────────────────────────────────────────────────────────────────────────

EMPTY = {"type": "object", "properties": {}}
URL = {"url": "https://as.example/x", "elicitationId": "e1"}


@ERAS
@pytest.mark.parametrize("mode", [{}, {"mode": None}, {"mode": "form"}])
async def test_elicit_09_a_mode_that_is_absent_means_the_form(inspector: Inspector, era: str, mode: Any) -> None:
    ran = await inspector(
        *CALL, *rules(inspector, ACCEPT), *asking(era, elicit(message="m", requestedSchema=EMPTY, **mode))
    )
    assert (ran.code, answer(ran, era)) == (0, ACCEPT)


@pytest.mark.parametrize("params", [{"mode": "url"}, {"mode": "voice"}, {"mode": 7}])
async def test_elicit_09_a_mode_that_is_none_is_an_error_to_a_legacy_server_and_no_retry_to_a_modern_one(
    inspector: Inspector, params: Any
) -> None:
    odd = elicit(message="m", requestedSchema=EMPTY, **params)
    ran = await inspector(*CALL, *asking("legacy", odd))
    assert (ran.code, answer(ran, "legacy")["code"]) == (0, -32602)
    assert any(rule.startswith("elicitation") for rule, _ in found(ran))
    ran = await Inspector(inspector.home / "2")(*CALL, *asking("modern", odd))
    assert ran.code == 8 and len(sent(ran.recording(), "tools/call")) == 1
    assert [one["rule"] for one in ran.error["findings"]] == ["input-elicitation-mode"]


@ERAS
async def test_elicit_09_a_page_that_is_agreed_to_has_no_content(inspector: Inspector, era: str) -> None:
    page = elicit(message="m", mode="url", **URL)
    ran = await inspector(*CALL, *rules(inspector, ACCEPT), *asking(era, page))
    assert (ran.code, answer(ran, era)) == (0, {"action": "accept"})


# ── −32042 ───────────────────────────────────────────────────────────────────────────────────────────────────────────

HELLO = {
    "on": "initialize",
    "reply": {
        "jsonrpc": "2.0",
        "id": "$id",
        "result": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"},
        },
    },
}
NEEDS_PAGE = {
    "jsonrpc": "2.0",
    "id": "$id",
    "error": {
        "code": -32042,
        "message": "auth",
        "data": {"elicitations": [{"mode": "url", "message": "m", **URL}]},
    },
}


def complete(id: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": id}}


RESULT = {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}


async def over_http(inspector: Inspector, *calls: Any, done: tuple[str, ...] = (), words: tuple[str, ...]) -> Ran:
    """A legacy server over HTTP gives these answers to the calls of its tool.

    After the first it tells that the pages `done` are, on the stream that is open to the client.
    """
    called = asyncio.Event()
    listed = {"on": "POST tools/list", "json": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [ADD]}}}
    answers = following({**HELLO, "on": "POST initialize"}, listed, {"on": "POST tools/call", "sequence": list(calls)})

    async def script(asked: Asked, reply: Reply) -> None:
        if asked.verb == "GET":
            await reply.stream()
            await called.wait()
            for id in done:
                await reply.chunk(f"data: {json.dumps(complete(id))}\n\n".encode())
            await reply.gone.wait()
            raise asyncio.CancelledError
        await answers(asked, reply)
        if b"tools/call" in asked.body:
            called.set()

    async with asyncio.timeout(PATIENCE), ScriptedServer(script) as server:
        return await inspector(*CALL, "--mode", "legacy", *words, server.url())


async def test_elicit_10_a_call_is_sent_once_more_when_the_page_is_done(inspector: Inspector) -> None:
    agrees = rules(inspector, {"action": "accept"})
    ran = await over_http(inspector, NEEDS_PAGE, RESULT, done=("other", "e1"), words=agrees)
    assert (ran.code, ran.document["result"], ran.document["rounds"]) == (0, {"content": []}, 2)


async def test_elicit_10_a_server_that_wants_the_page_again_gets_no_third_call(inspector: Inspector) -> None:
    ran = await over_http(inspector, NEEDS_PAGE, done=("e1",), words=rules(inspector, {"action": "accept"}))
    assert (ran.code, ran.document["error"]["code"]) == (5, -32042)
    assert len(sent(ran.recording(), "tools/call")) == 2


@pytest.mark.parametrize(("answers", "code"), [(None, 8), ({"action": "decline"}, 5)])
async def test_elicit_10_without_consent_nothing_is_sent_again(inspector: Inspector, answers: Any, code: int) -> None:
    given = rules(inspector, answers) if answers else ("--quiet",)
    ran = await over_http(inspector, NEEDS_PAGE, done=("e1",), words=given)
    assert ran.code == code and len(sent(ran.recording(), "tools/call")) == 1


async def test_elicit_10_a_person_who_has_been_there_has_the_call_sent_again(inspector: Inspector) -> None:
    calls = {"on": "tools/call", "sequence": [NEEDS_PAGE, RESULT]}
    words = ("call", "add", "a=1", "--mode", "legacy")
    person = await Person(inspector).sit_down(*words, *scripted(HELLO, tools(ADD), calls))
    await person.sees("https://as.example/x")
    (await person.sees("cancel? ")).types("accept\n")
    (await person.sees("Press Enter when you have done it there: ")).types("\n")
    ran = await person.leaves()
    assert ran.code == 0 and len(sent(ran.recording(), "tools/call")) == 2


async def test_elicit_10_a_server_that_tells_by_itself_needs_no_key(inspector: Inspector) -> None:
    asks = {"on": "tools/call", "times": 1, "reply": NEEDS_PAGE, "after": [complete("e1")]}
    again = {"on": "tools/call", "server_request": {"id": "q", **form()}, "awaiting_answer": True, "reply": RESULT}
    words = ("call", "add", "a=1", "--mode", "legacy")
    person = await Person(inspector).sit_down(*words, *scripted(HELLO, tools(ADD), asks, again))
    await person.sees("https://as.example/x")
    (await person.sees("cancel? ")).types("accept\n")
    (await person.sees("accept, decline or cancel? ")).types("decline\n")
    ran = await person.leaves()
    assert ran.code == 0 and len(sent(ran.recording(), "tools/call")) == 2


async def test_elicit_10_to_a_modern_server_it_is_an_error_like_any_other_and_a_violation(inspector: Inspector) -> None:
    server = scripted(modern(), tools(ADD), {"on": "tools/call", "reply": NEEDS_PAGE})
    ran = await inspector(*CALL, *rules(inspector, {"action": "accept"}), *server)
    assert (ran.code, ran.document["error"]["code"]) == (5, -32042)
    assert len(sent(ran.recording(), "tools/call")) == 1
    assert any("32042" in message for _, message in found(ran))


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_elicit_12_a_request_on_a_modern_stream_is_flagged_and_not_answered_and_the_call_goes_on(
    inspector: Inspector,
) -> None:
    asked = {"id": "s1", **form()}
    server = scripted(modern(), tools(ADD), {"on": "tools/call", "server_request": asked, "reply": RESULT})
    ran = await inspector(*CALL, *rules(inspector, ACCEPT), *server)
    assert ran.code == 0 and [one for one in said(ran) if "method" not in one] == []
    assert any("elicitation/create" in message for _, message in found(ran))


async def test_elicit_13_each_round_answers_its_own_keys_with_its_own_state(inspector: Inspector) -> None:
    roots = {"method": "roots/list"}
    first = {"resultType": "input_required", "inputRequests": {"__proto__": form("a"), "": roots}, "requestState": "1"}
    second = {"resultType": "input_required", "inputRequests": {"b": roots}, "requestState": "2"}
    server = scripted(modern(), tools(ADD), rounds(first, second, DONE))
    ran = await inspector(*CALL, *rules(inspector, ACCEPT), *server)
    assert (ran.code, ran.document["rounds"]) == (0, 3)
    calls = [one["params"] for one in sent(ran.recording(), "tools/call")]
    listed = {"roots": []}
    assert [one.get("inputResponses") for one in calls] == [None, {"__proto__": ACCEPT, "": listed}, {"b": listed}]
    assert [one.get("requestState") for one in calls] == [None, "1", "2"]
    assert all(one["arguments"] == {"a": 1} for one in calls)


@pytest.mark.parametrize("requests", [{}, {"a": {"method": "roots/list"}}, None])
async def test_elicit_14_rounds_without_end_end_and_the_cap_is_named(inspector: Inspector, requests: Any) -> None:
    asks = {"resultType": "input_required", "inputRequests": requests, "requestState": "s"}
    ran = await inspector(*CALL, *scripted(modern(), tools(ADD), rounds(asks)))
    assert (ran.code, ran.stdout) == (9, b"")
    calls = sent(ran.recording(), "tools/call")
    if requests is None:
        # null is no map of requests, so there is nothing to be answered and nothing to be sent again.
        assert len(calls) == 1 and "inputRequests" in ran.error["message"] + ran.err
        return
    assert len(calls) == 10 and "after 10 rounds" in ran.err
    assert {one.event.op for one in ran.recording().records if isinstance(one.event, Sent) and one.event.op} == {1}


@ERAS
async def test_elicit_16_a_question_is_labelled_with_the_call_that_it_is_for(inspector: Inspector, era: str) -> None:
    person = await at_terminal(inspector, era, form("Which?"))
    await person.sees("asks for add (elicitation/create):")
    (await person.sees("cancel? ")).types("decline\n")
    assert (await person.leaves()).code == 0


async def test_elicit_17_input_required_for_a_list_is_a_violation_and_is_not_retried(inspector: Inspector) -> None:
    asks = {"resultType": "input_required", "inputRequests": {}}
    refused = {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id", "result": asks}}
    ran = await inspector("list", "tools", "--json", *scripted(modern(), refused))
    assert ran.code == 9 and len(sent(ran.recording(), "tools/list")) == 1
    assert any("input_required" in one["message"] for one in ran.error["findings"])


UNDECLARED = {
    "resultType": "input_required",
    "inputRequests": {
        "s": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}},
        "x": {"method": "vendor/ask"},
    },
}


async def test_elicit_18_what_was_not_declared_or_is_unknown_is_flagged_and_nothing_is_invented(
    inspector: Inspector,
) -> None:
    declared = ("--capabilities", '{"elicitation": {}}')
    ran = await inspector(*CALL, *declared, *scripted(modern(), tools(ADD), rounds(UNDECLARED, DONE)))
    assert ran.code == 8 and len(sent(ran.recording(), "tools/call")) == 1
    messages = " ".join(one["message"] for one in ran.error["findings"])
    assert "sampling" in messages and "vendor/ask" in messages


async def test_elicit_18_the_person_may_answer_both_by_hand(inspector: Inspector) -> None:
    words = ("call", "add", "a=1", "--capabilities", '{"elicitation": {}}')
    server = scripted(modern(), tools(ADD), rounds(UNDECLARED, DONE))
    person = await Person(inspector).sit_down(*words, *server)
    (await person.sees("an empty line refuses: ")).types('{"role": "assistant"}\n')
    (await person.sees("an empty line refuses: ")).types('{"n": 1.0}\n')
    ran = await person.leaves()
    assert ran.code == 0
    assert sent(ran.recording(), "tools/call")[1]["params"]["inputResponses"] == {
        "s": {"role": "assistant"},
        "x": {"n": 1.0},
    }


async def test_elicit_19_a_round_with_neither_requests_nor_state_is_a_violation_and_is_not_retried(
    inspector: Inspector,
) -> None:
    ran = await inspector(*CALL, *scripted(modern(), tools(ADD), rounds({"resultType": "input_required"})))
    assert (ran.code, ran.error["kind"]) == (9, "protocol")
    assert len(sent(ran.recording(), "tools/call")) == 1 and "neither inputRequests nor requestState" in ran.err


# ── a slow person ────────────────────────────────────────────────────────────────────────────────────────────────────


@ERAS
async def test_elicit_20_the_time_that_a_person_takes_ends_no_call(inspector: Inspector, era: str) -> None:
    words = ("call", "add", "a=1", "--json", "--timeout", "0.5", "--max-timeout", "0.5")
    person = await Person(inspector).sit_down(*words, *asking(era, form()))
    await person.sees("cancel? ")
    await asyncio.wait((asyncio.get_running_loop().create_future(),), timeout=0.8)
    person.types("accept\n")
    ran = await person.leaves()
    assert (ran.code, answer(ran, era)) == (0, ACCEPT)
    assert ran.document["humanMs"] > 600 > ran.document["ms"]


async def test_elicit_20_a_question_that_the_server_takes_back_is_closed_with_a_note(inspector: Inspector) -> None:
    asked = {"id": "q", **form()}
    back = {"method": "notifications/cancelled", "params": {"requestId": "q", "reason": "too late"}}
    hello = {**HELLO, "after": []}
    rule = {"on": "tools/call", "server_request": [asked, back], "reply": RESULT}
    ran = await inspector(*CALL, "--mode", "legacy", *scripted(hello, tools(ADD), rule))
    withdrawn = [one.event for one in ran.recording().records if isinstance(one.event, Decision)]
    assert [one.because for one in withdrawn if one.verdict == "withdrawn"] == ["too late"]
    assert ran.code == 0 and [one for one in said(ran) if one.get("id") == "q"] == []
