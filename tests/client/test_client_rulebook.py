"""Rules that change while connected, and those that are kept for a server."""

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from inspector.client import Client
from inspector.client.desk import Desk
from inspector.client.rulebook import Rulebook
from inspector.client.standing import Standing, secrets_of
from inspector.config.target import DemoTarget
from inspector.errors import InspectorError, UsageError
from inspector.journal import Journal
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question, Rule, accept, decline, rule_for
from inspector.wire import events
from tests.servers.stdio_driving import DISCOVER, INITIALIZE, PATIENCE, TOOLS, happened, scripted

DECLINE = {"action": "decline"}
ACCEPT = {"action": "accept", "content": {"n": 1}}


def rule(message: str | None = None, answer: Any = DECLINE) -> Rule:
    return Rule("elicitation/create", answer, message)


def asked(message: str = "Day?") -> Question:
    return Question(1, "elicitation/create", {"message": message}, "legacy", 1)


def book(*given: Rule, standing: Standing | None = None) -> tuple[Rulebook, Journal]:
    journal = Journal()
    return Rulebook(journal, given, standing), journal


def changes(journal: Journal) -> list[tuple[str, Any]]:
    """The verdicts of what happened to rules, and what else the decision tells."""
    events_ = [record.event for record in journal.records]
    return [(one.verdict, one.data) for one in events_ if isinstance(one, events.Decision) and one.topic == "rule"]


def first(of: Rulebook, question: Question) -> Any:
    found = of.first(question, commanded=False)
    return None if found is None else found.rule.answer


# ── the book ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_that_is_on_and_fits_answers_and_those_of_the_file_come_first() -> None:
    rules, _ = book(rule("^Who", ACCEPT))
    rules.add(rule("Day"))
    rules.add(rule(answer=ACCEPT))
    assert first(rules, asked("Who? Day?")) == ACCEPT
    assert first(rules, asked("Day?")) == DECLINE
    rules.switch(2, on=False)
    assert first(rules, asked("Day?")) == ACCEPT
    rules.switch(2, on=True)
    rules.move(3, -5)
    assert [one.number for one in rules.rules] == [3, 1, 2] and first(rules, asked("Day?")) == ACCEPT
    rules.remove(3)
    rules.remove(2)
    assert first(rules, asked("Day?")) is None


def test_each_change_is_a_decision_with_the_rule_and_calls_whoever_shows_them() -> None:
    rules, journal = book()
    shown: list[int] = []
    rules.changed = lambda: shown.append(len(rules.rules))
    one = rules.add(rule("Day"))
    rules.switch(one.number, on=False)
    rules.switch(one.number, on=False)
    rules.switch(99, on=True)
    rules.remove(one.number)
    rules.remove(one.number)
    whole = {"rule": 1, "scope": "session", "method": "elicitation/create", "message": "Day", "answer": DECLINE}
    assert changes(journal) == [("added", whole), ("off", whole), ("removed", whole)]
    assert shown == [1, 1, 0]


def test_a_rule_that_has_a_command_answer_fits_only_where_there_is_one() -> None:
    rules, _ = book(Rule("sampling/createMessage", {"command": True}))
    question = Question(1, "sampling/createMessage", {}, "legacy", 1)
    assert rules.first(question, commanded=False) is None
    assert rules.first(question, commanded=True) is not None


# ── for a server ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_kept_for_a_server_is_there_the_next_time_in_the_format_of_answers(tmp_path: Path) -> None:
    rules, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    rules.add(rule("session only"))
    kept = rules.add(rule("Day", ACCEPT), "server")
    path = Standing.of(tmp_path, DemoTarget()).path
    assert json.loads(path.read_text()) == [{"method": "elicitation/create", "message": "Day", "answer": ACCEPT}]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again, journal = book(rule("^Who"), standing=Standing.of(tmp_path, DemoTarget()))
    again.note_begin()
    assert [(one.scope, one.on, one.rule.message) for one in again.rules] == [
        ("file", True, "^Who"),
        ("server", True, "Day"),
    ]
    assert [verdict for verdict, _ in changes(journal)] == ["on"]
    rules.remove(kept.number)
    assert Standing.of(tmp_path, DemoTarget()).rules == ()


def test_to_switch_a_kept_rule_off_is_for_the_session(tmp_path: Path) -> None:
    rules, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    rules.switch(rules.add(rule(), "server").number, on=False)
    again, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    assert [one.on for one in again.rules] == [True]


def test_two_sessions_keep_what_the_other_one_has_kept_and_lose_what_it_has_removed(tmp_path: Path) -> None:
    a, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    old = a.add(rule("old"), "server")
    b, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    b.add(rule("from b"), "server")
    a.add(rule("from a"), "server")
    assert [one.message for one in Standing.of(tmp_path, DemoTarget()).rules] == ["old", "from a", "from b"]
    a.remove(old.number)
    b.add(rule("again b"), "server")
    assert [one.message for one in Standing.of(tmp_path, DemoTarget()).rules] == ["from b", "again b", "from a"]


@pytest.mark.parametrize("text", ["{", "{}", '[{"method": "tools/call", "answer": {}}]', "\xff"])
def test_a_file_that_is_broken_is_said_and_never_written_over(tmp_path: Path, text: str) -> None:
    path = Standing.of(tmp_path, DemoTarget()).path
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    rules, journal = book(rule("^Who"), standing=Standing.of(tmp_path, DemoTarget()))
    rules.note_begin()
    assert len(rules.rules) == 1 and rules.problem and [verdict for verdict, _ in changes(journal)] == ["not read"]
    with pytest.raises(InspectorError) as raised:
        rules.add(rule(), "server")
    assert "was not written" in raised.value.message and len(rules.rules) == 1
    assert path.read_bytes() == text.encode("latin-1")
    path.write_text("[]")
    rules.add(rule(), "server")
    assert rules.problem == "" and len(rules.rules) == 2


def test_a_secret_is_written_only_where_that_is_allowed(tmp_path: Path) -> None:
    secret = rule(answer={"action": "accept", "content": {"apiKey": "k", "n": 1}})
    rules, _ = book(standing=Standing.of(tmp_path, DemoTarget()))
    with pytest.raises(UsageError) as raised:
        rules.add(secret, "server")
    assert "/content/apiKey" in raised.value.why and rules.rules == ()
    assert not Standing.of(tmp_path, DemoTarget()).path.exists()
    rules.add(secret)
    rules.add(secret, "server", with_secrets=True)
    rules.add(rule("other"), "server")
    assert [one.message for one in Standing.of(tmp_path, DemoTarget()).rules] == [None, "other"]


def test_the_code_of_an_error_is_no_secret_and_its_data_may_be() -> None:
    assert secrets_of(rule(answer={"error": {"code": -1, "message": "no"}})) == ()
    assert secrets_of(rule(answer={"error": {"code": -1, "data": {"token": "t"}}})) == ("/error/data/token",)


def test_without_a_server_nothing_is_kept() -> None:
    rules, _ = book()
    with pytest.raises(UsageError):
        rules.add(rule(), "server")


# ── in a session ─────────────────────────────────────────────────────────────────────────────────────────────────────

FORM = {"method": "elicitation/create", "params": {"message": "Day? (a+b)", "requestedSchema": {"type": "object"}}}
OTHER = {"method": "elicitation/create", "params": {"message": "Day? (a+b)!", "requestedSchema": {"type": "object"}}}


def server(era: str, *requests: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """A server whose tool asks all of these, whenever it is called."""
    if era == "legacy":
        asks = [{"id": f"q{number}", **request} for number, request in enumerate(requests)]
        answered = {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}
        call = {"on": "tools/call", "server_request": asks, "awaiting_answer": True, "reply": answered}
        return INITIALIZE, TOOLS, call
    wanted = {f"q{number}": request for number, request in enumerate(requests)}
    round_ = {"resultType": "input_required", "inputRequests": wanted}
    results = [round_, {"resultType": "complete", "content": []}] * 3
    return (
        DISCOVER,
        TOOLS,
        {
            "on": "tools/call",
            "sequence": [{"jsonrpc": "2.0", "id": "$id", "result": one} for one in results],
        },
    )


async def call(client: Client, era: Any) -> None:
    op = client.begin("tools/call", "t")
    outcome = await client.drive(flows.call("tools/call", {"name": "t"}, era), op=op)
    assert outcome.reply.error is None and outcome.reply.answer is not None


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_a_rule_made_of_an_answer_answers_that_question_from_then_on_and_no_other(era: Any) -> None:
    put: list[str] = []

    async def ask(question: Question) -> Answer:
        put.append(question.message)
        answer = accept({"n": 1}) if question.message.endswith(")") else decline()
        if len(put) == 1:
            made = rule_for(question, answer)
            assert made is not None
            client.rulebook.add(made)
        return answer

    async with asyncio.timeout(PATIENCE), scripted(*server(era, FORM, OTHER), ask=ask, mode=era) as client:
        await client.connect()
        await call(client, era)
        await call(client, era)
        client.rulebook.switch(1, on=False)
        await call(client, era)
        used = client.rulebook.rules[0].used
    assert put == ["Day? (a+b)", "Day? (a+b)!", "Day? (a+b)!", "Day? (a+b)", "Day? (a+b)!"]
    assert used == 1
    ruled = [one for one in happened(client, events.Decision) if one.topic == "answer" and "rule" in one.data]
    assert [(one.verdict, one.data["rule"]) for one in ruled] == [("accept", 1)]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (Question(1, "vendor/ask", {}, "modern", 1), Answer({})),
        (Question(1, "tools/call", {"name": "t"}, "modern", 0), accept({})),
        (
            Question(1, "elicitation/create", {"mode": "url", "url": "https://x", "message": "m"}, "legacy", 1),
            accept({}),
        ),
        (asked(), Answer()),
    ],
)
def test_no_rule_is_made_of_what_none_should_hold(question: Question, answer: Answer) -> None:
    assert rule_for(question, answer) is None


def test_a_rule_is_made_of_a_refusal_and_of_a_question_without_words() -> None:
    page = Question(1, "elicitation/create", {"mode": "url", "url": "https://x", "message": "Pay."}, "legacy", 1)
    assert rule_for(page, decline()) == Rule("elicitation/create", DECLINE, r"^Pay\.$")
    sampling = Question(1, "sampling/createMessage", {"message": "not its words"}, "legacy", 1)
    error = {"code": -1, "message": "no"}
    assert rule_for(sampling, Answer(error=error)) == Rule("sampling/createMessage", {"error": error})


# ── answers of rules that the server did not ask for ─────────────────────────────────────────────────────────────────

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 5}}, "required": ["n"]}


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({"action": "accept", "content": {"n": 5}}, None),
        ({"action": "accept", "content": {"n": "x"}}, "n is a string, not an integer"),
        ({"action": "accept", "content": {}}, "n is required"),
        ({"action": "accept"}, "there is no content"),
        ({"action": "accept", "content": [1]}, "the content is no object"),
        (DECLINE, None),
    ],
)
async def test_an_answer_of_a_rule_that_does_not_fit_is_sent_and_the_journal_says_so(answer: Any, wrong: Any) -> None:
    rules, journal = book(rule(answer=answer))
    desk = Desk(journal, None, (), rules)
    params = {"message": "Day?", "requestedSchema": SCHEMA}
    given = await desk.put(Question(1, "elicitation/create", params, "legacy", 1, op=3))
    assert given is not None and given.result == answer
    said = [
        one.event for one in journal.records if isinstance(one.event, events.Decision) and one.event.topic == "rule"
    ]
    because = f"The rule's answer does not fit: {wrong}. It is sent all the same, as the rule says."
    expected = [] if wrong is None else [("does not fit", because, 3, (1,))]
    assert [(one.verdict, one.because, one.op, one.records) for one in said] == expected


async def test_an_answer_of_a_rule_is_held_against_no_schema_where_there_is_none() -> None:
    rules, journal = book(rule(answer=ACCEPT))
    page = {"message": "Pay.", "mode": "url", "url": "https://x.example"}
    for params in ({"message": "Day?"}, page):
        await Desk(journal, None, (), rules).put(Question(1, "elicitation/create", params, "legacy", 1))
    assert changes(journal) == []
