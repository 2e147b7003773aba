"""Answering as the model: text, or the use of a tool that the server offered. Pure: what was filled in, the result."""

from collections.abc import Mapping
from typing import Any, Final

from inspector.forms.form import Form, form_of
from inspector.protocol.questions import Question
from inspector.wire.json import Json

END: Final = "endTurn"
USES_TOOL: Final = "toolUse"

_MODEL: Final = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What you say as the model."},
        "model": {"type": "string", "default": "human", "description": "Who the server is told answered."},
        "stop": {
            "enum": [END, "stopSequence", "maxTokens", USES_TOOL],
            "default": END,
            "description": "Why the text ends; any other word can be written by hand.",
        },
    },
    "required": ["text", "model"],
    "additionalProperties": False,
}


def model_form() -> Form:
    """The form of a text: `text`, `model` and `stop`."""
    return form_of(_MODEL)


def tools_of(question: Question) -> dict[str, Json]:
    """The tools that the model may use, in their order: input schemas by name; what has no name is none.

    `2026-07-28 client/sampling#sampling-with-tools`.
    """
    listed = question.params.get("tools") if question.method == "sampling/createMessage" else None
    tools = [tool for tool in listed if isinstance(tool, dict)] if isinstance(listed, list) else []
    return {name: tool.get("inputSchema", {}) for tool in tools if isinstance(name := tool.get("name"), str)}


def text_result(members: Mapping[str, Any]) -> dict[str, Json]:
    """The result with a text; `members` are those of `model_form`."""
    content: dict[str, Json] = {"type": "text", "text": members.get("text", "")}
    return _result(content, members, members)


def tool_result(question: Question, tool: str, arguments: Json, members: Mapping[str, Any]) -> dict[str, Json]:
    """The result that uses a tool; a text that was begun goes before it, and without a reason the tool is that."""
    use: dict[str, Json] = {"type": "tool_use", "id": f"use-{question.number}", "name": tool, "input": arguments}
    text = members.get("text")
    content: Json = [{"type": "text", "text": text}, use] if text else [use]
    stop = members.get("stop", END)
    return _result(content, members, {"stop": USES_TOOL if stop == END else stop})


def _result(content: Json, members: Mapping[str, Any], ends: Mapping[str, Any]) -> dict[str, Json]:
    result: dict[str, Json] = {"role": "assistant", "content": content}
    if "model" in members:
        result["model"] = members["model"]
    if "stop" in ends:
        result["stopReason"] = ends["stop"]
    return result
