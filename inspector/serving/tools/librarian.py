"""The tool that asks a model: ask_librarian. The model may search the catalogue before it answers."""

from typing import Any, Final

from inspector.serving.calling import Caller, Fault, Outcome, Tool, object_of, text
from inspector.serving.editions import since
from inspector.serving.library import Library
from inspector.serving.tools.catalogue import SEARCH_CATALOGUE
from inspector.wire.json import Json
from inspector.wire.jsonrpc import INVALID_PARAMS

_ROUNDS: Final = 3  # searches before the model has to answer


def _arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "question": {
                "type": "string",
                "minLength": 3,
                "maxLength": 2000,
                "description": "What the reader wants to know. It may have several lines.",
                "examples": ["Suggest three novels like “The Idiot”."],
            },
            "liked": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "maxItems": 10,
                "description": "Books that the reader liked.",
            },
            "tone": {
                "type": "string",
                "enum": ["plain", "warm", "scholarly"],
                "default": "plain",
                "description": "How the answer should sound.",
            },
            "temperature": {"type": "number", "minimum": 0, "maximum": 1, "description": "0 is steady, 1 is bold."},
            "max_tokens": {
                "type": "integer",
                "minimum": 16,
                "maximum": 4000,
                "default": 400,
                "description": "The length of the answer.",
            },
        },
        ("question",),
    )


async def _ask(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    liked = "".join(f"\n- {title}" for title in arguments.get("liked", ()))
    words = arguments["question"] + (f"\n\nBooks I liked:{liked}" if liked else "")
    messages: list[Json] = [{"role": "user", "content": {"type": "text", "text": words}}]
    sampling = caller.capabilities.get("sampling")
    with_tools = isinstance(sampling, dict) and "tools" in sampling and since(caller.version, "2025-11-25")
    for number in range(1, _ROUNDS + 1):
        params: dict[str, Json] = {
            "messages": list(messages),
            "modelPreferences": {"intelligencePriority": 0.8, "speedPriority": 0.3},
            "systemPrompt": f"You are a librarian. Answer in a {arguments.get('tone', 'plain')} tone.",
            "maxTokens": int(arguments.get("max_tokens", 400)),
        }
        if "temperature" in arguments:
            params["temperature"] = arguments["temperature"]
        if with_tools:
            schema = SEARCH_CATALOGUE.arguments(library)
            description = SEARCH_CATALOGUE.description
            params["tools"] = [{"name": SEARCH_CATALOGUE.name, "description": description, "inputSchema": schema}]
            params["toolChoice"] = {"mode": "auto" if number < _ROUNDS else "none"}
        answer = await caller.ask(f"librarian-{number}", "sampling/createMessage", params)
        blocks = _blocks(answer)
        uses = [block for block in blocks if block.get("type") == "tool_use"]
        if not uses or number == _ROUNDS:
            break
        messages.append({"role": "assistant", "content": blocks})
        messages.append({"role": "user", "content": [await _search(library, use, caller) for use in uses]})
    said = "\n\n".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text")
    return Outcome([text(said or "The librarian had nothing to say."), text(f"*Answered by {answer.get('model')}.*")])


def _blocks(answer: dict[str, Json]) -> list[dict[str, Json]]:
    content = answer.get("content")
    given = content if isinstance(content, list) else [content]
    blocks = [block for block in given if isinstance(block, dict)]
    if len(blocks) < len(given):
        raise Fault(INVALID_PARAMS, "The answer to sampling/createMessage has no content")
    return blocks


async def _search(library: Library, use: dict[str, Json], caller: Caller) -> Json:
    asked = use.get("input")
    query = asked.get("query") if isinstance(asked, dict) else None
    result: dict[str, Json] = {"type": "tool_result", "toolUseId": use.get("id")}
    if use.get("name") != SEARCH_CATALOGUE.name or not isinstance(query, str):
        return {**result, "content": [text("There is only search_catalogue, and it needs a query.")], "isError": True}
    found = await SEARCH_CATALOGUE.run(library, {"query": query}, caller)
    return {**result, "content": found.content[:1]}


ASK_LIBRARIAN: Final = Tool(
    "ask_librarian",
    "Ask the librarian",
    "Have a question answered by the model at your side, which may search the catalogue first.",
    _arguments,
    _ask,
    {"readOnlyHint": True, "idempotentHint": False, "openWorldHint": True},
)
