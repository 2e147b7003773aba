"""What an answer to a sampling request or an elicitation must not be, with the rule that says so."""

import pytest

from inspector.protocol.questions import Answer, Question, cancel
from inspector.tui.widgets.answer_rules import broken_rule

TEXT = {"type": "text", "text": "4"}
USE = {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 2, "b": 2}}
USE_TOO = {**USE, "id": "c2"}
RESULT = {"type": "tool_result", "toolUseId": "c1", "content": [TEXT]}
RESULT_TOO = {**RESULT, "toolUseId": "c2"}


def sampling(*messages, era="modern", **params):
    before = [{"role": "user", "content": {"type": "text", "text": "2+2"}}, *messages]
    return Question(1, "sampling/createMessage", {"messages": before, "maxTokens": 50, **params}, era, 3)


def said(*blocks, role="assistant"):
    content = blocks[0] if len(blocks) == 1 else list(blocks)
    return {"role": role, "content": content, "model": "manual"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (sampling(toolChoice={"mode": "required"}), said(USE)),
        (sampling(), said(USE, USE_TOO, TEXT)),
        (sampling(), said(TEXT)),
        (sampling(said(USE)), said(RESULT, role="user")),
        (sampling(said(USE, USE_TOO)), said(RESULT_TOO, RESULT, role="user")),
        (sampling(said(USE), said(RESULT, role="user")), said(TEXT)),
        (sampling(toolChoice={"mode": "none"}), said(TEXT)),
        (sampling(toolChoice="odd", messages=5), {"content": [1, None, "x"]}),
    ],
)
def test_what_the_rules_allow_goes_out(question, answer):
    assert broken_rule(question, Answer(answer)) is None


@pytest.mark.parametrize(
    ("question", "answer", "what", "clause"),
    [
        (sampling(), said(RESULT, TEXT), "It mixes tool_result with text.", "tool-result-messages"),
        (sampling(said(USE)), said(RESULT, USE_TOO), "It mixes tool_result with tool_use.", "tool-result-messages"),
        (sampling(said(USE)), said(TEXT), "result of the tool use c1.", "tool-use-and-result-balance"),
        (sampling(said(USE, USE_TOO)), said(RESULT), "result of the tool use c2.", "tool-use-and-result-balance"),
        (sampling(toolChoice={"mode": "required"}), said(TEXT), "It uses no tool.", "tool-choice-modes"),
        (sampling(toolChoice={"mode": "none"}), said(USE), "It uses a tool.", "tool-choice-modes"),
    ],
)
@pytest.mark.parametrize(("era", "version"), [("modern", "2026-07-28"), ("legacy", "2025-11-25")])
def test_what_breaks_a_rule_is_told_with_the_rule(question, answer, what, clause, era, version):
    question.era = era
    broken = broken_rule(question, Answer(answer))
    assert broken.what.endswith(what)
    assert "MUST" in broken.rule
    assert broken.clause == f"{version} client/sampling#{clause}"


def test_an_elicitation_is_answered_by_one_of_three_actions():
    question = Question(1, "elicitation/create", {"message": "m"}, "modern", 3)
    assert broken_rule(question, cancel()) is None
    assert broken_rule(question, Answer({"action": ""})).what == "The action is none of accept, decline, cancel."
    assert broken_rule(question, Answer(5)) is not None


def test_a_refusal_breaks_no_rule():
    assert broken_rule(sampling(toolChoice={"mode": "required"}), Answer(error={"code": -1})) is None
