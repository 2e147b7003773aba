"""What servers ask, and rules that answer."""

from typing import Any

import pytest

from inspector.errors import UsageError
from inspector.protocol.questions import Answer, Question, Rule, accept, cancel, decline, read_rules
from inspector.wire.json import MISSING


def _first(rules: tuple[Rule, ...], question: Question) -> Answer | None:
    """The answer of the first rule that fits."""
    return next((rule.say(question) for rule in rules if rule.fits(question)), None)


def question(method: str = "elicitation/create", **params: Any) -> Question:
    return Question(1, method, params, "legacy", 1)


def test_the_first_rule_that_fits_answers() -> None:
    rules = read_rules(
        """[{"method": "elicitation/create", "message": "^Date", "answer": {"action": "decline"}},
            {"method": "elicitation/create", "answer": {"action": "accept", "content": {"n": 1.0}}},
            {"method": "roots/list", "answer": {"error": {"code": -1, "message": "no"}}}]""",
        "answers.json",
    )
    assert _first(rules, question(message="Date?")) == Answer({"action": "decline"}, by="rule")
    found = _first(rules, question(message="Name, not Date?"))
    assert found is not None and repr(found.result["content"]["n"]) == "1.0"
    assert _first(rules, question("roots/list")) == Answer(error={"code": -1, "message": "no"}, by="rule")
    assert _first(rules, question("sampling/createMessage")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[\n{]", "line 2"),
        ("{}", "no list of rules"),
        ("[7]", "rule 1 is no object"),
        ('[{"method": "x", "answer": {}}]', "no known method"),
        ('[{"method": "roots/list"}]', "no answer"),
        ('[{"method": "roots/list", "answer": 7}]', "no answer"),
        ('[{"method": "roots/list", "answer": {}, "message": "("}]', "no regular expression"),
        ('[{"method": "roots/list", "answer": {}, "message": 7}]', "no regular expression"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_place(text: str, words: str) -> None:
    with pytest.raises(UsageError) as raised:
        read_rules(text, "answers.json")
    assert words in f"{raised.value.message} {raised.value.why}" and "answers.json" in raised.value.message


def test_elicit_02_03_the_three_answers_carry_content_only_where_it_is_accepted() -> None:
    assert accept({}).result == {"action": "accept", "content": {}}
    assert accept(MISSING).result == {"action": "accept"}
    assert (decline().result, cancel().result) == ({"action": "decline"}, {"action": "cancel"})


@pytest.mark.parametrize(
    ("params", "mode"),
    [
        ({}, "form"),
        ({"mode": "url"}, "url"),
        ({"mode": "voice"}, "voice"),
        ({"mode": None}, "form"),
        ({"mode": 7}, "unknown"),
    ],
)
def test_elicit_09_an_absent_mode_is_a_form(params: dict[str, Any], mode: str) -> None:
    assert question(**params).mode == mode


def test_the_servers_words_are_its_message_or_what_its_method_means() -> None:
    assert question(message="Which?").message == "Which?"
    assert question("roots/list", message=7).message == "What are your roots?"
    assert question("sampling/createMessage").mode == "sampling"
