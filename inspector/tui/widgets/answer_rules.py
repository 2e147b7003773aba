"""What an answer must not be: the rules of the specification that no schema of a form can hold. Pure."""

from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.questions import Answer, Question
from inspector.wire.json import Json
from inspector.wire.text import visible

_USE, _RESULT = "tool_use", "tool_result"
_ACTIONS: Final = ("accept", "decline", "cancel")
_VERSIONS: Final = {"modern": "2026-07-28", "legacy": "2025-11-25"}


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """`what` is wrong with this answer, the `rule` in the words of the specification, and its `clause`."""

    what: str
    rule: str
    clause: str


def broken_rule(question: Question, answer: Answer) -> BrokenRule | None:
    """The first rule that an answer breaks; None if it breaks none, and for every refusal.

    `2026-07-28 client/sampling#message-content-constraints`, `2026-07-28 client/sampling#tool-choice-modes`,
    `2026-07-28 client/elicitation#response-actions`; 2025-11-25 has the same.
    """
    if answer.error is not None:
        return None
    result = answer.result if isinstance(answer.result, dict) else {}
    found = None
    if question.method == "sampling/createMessage":
        found = _mixed(result) or _unbalanced(question, result) or _choice(question, result)
    elif question.method == "elicitation/create" and result.get("action") not in _ACTIONS:
        found = ("The action is none of accept, decline, cancel.", _THREE, "client/elicitation#response-actions")
    return None if found is None else BrokenRule(found[0], found[1], f"{_VERSIONS[question.era]} {found[2]}")


_Found = tuple[str, str, str]

_THREE: Final = "Elicitation responses use a three-action model"
_ONLY: Final = "When a user message contains tool results, it MUST contain ONLY tool results"
_BALANCE: Final = (
    "every assistant message containing ToolUseContent blocks MUST be followed by a user message that consists "
    "entirely of ToolResultContent blocks, with each tool use matched by a corresponding tool result"
)


def _mixed(message: dict[str, Any]) -> _Found | None:
    kinds = [block.get("type") for block in _blocks(message)]
    others = sorted({str(kind) for kind in kinds if kind != _RESULT})
    if _RESULT not in kinds or not others:
        return None
    what = f"It mixes tool_result with {visible(', '.join(others))}."
    return what, _ONLY, "client/sampling#tool-result-messages"


def _unbalanced(question: Question, message: dict[str, Any]) -> _Found | None:
    """The message before is the last that the server sent; tool uses in it want their results in this one."""
    messages = question.params.get("messages")
    last = messages[-1] if isinstance(messages, list) and messages else None
    if not isinstance(last, dict) or last.get("role") != "assistant":
        return None
    wanted = [str(block.get("id")) for block in _blocks(last) if block.get("type") == _USE]
    given = {str(block.get("toolUseId")) for block in _blocks(message) if block.get("type") == _RESULT}
    missing = [id for id in wanted if id not in given]
    if not missing:
        return None
    what = f"It lacks the result of the tool use {visible(', '.join(missing))}."
    return what, _BALANCE, "client/sampling#tool-use-and-result-balance"


def _choice(question: Question, message: dict[str, Any]) -> _Found | None:
    choice = question.params.get("toolChoice")
    mode = choice.get("mode") if isinstance(choice, dict) else None
    uses = any(block.get("type") == _USE for block in _blocks(message))
    clause = "client/sampling#tool-choice-modes"
    if mode == "required" and not uses:
        return "It uses no tool.", "{mode: “required”}: Model MUST use at least one tool before completing", clause
    if mode == "none" and uses:
        return "It uses a tool.", "{mode: “none”}: Model MUST NOT use any tools", clause
    return None


def _blocks(message: dict[str, Json]) -> list[dict[str, Any]]:
    content = message.get("content")
    return [block for block in (content if isinstance(content, list) else [content]) if isinstance(block, dict)]
