"""A server on the official SDK whose tools ask: by requests of their own, or by rounds, as the era has it."""

import sys

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

server = MCPServer("asking peer")
PAGE = "https://pay.example/fine"
MESSAGES = [SamplingMessage(role="user", content=TextContent(type="text", text="Suggest a novel."))]


class Copies(BaseModel):
    """What the form asks for."""

    branch: str
    copies: int = 1


def _rounds(ctx: Context) -> bool:
    return ctx.protocol_version == "2026-07-28"


def _ask(request: InputRequest) -> InputRequiredResult:
    return InputRequiredResult(input_requests={"q": request}, request_state="here")


@server.tool()
async def form(ctx: Context) -> str | InputRequiredResult:
    """Ask for a form."""
    if not _rounds(ctx):
        answer = await ctx.elicit("Which branch?", Copies)
        return (
            f"{answer.action} {answer.data.branch} {answer.data.copies}" if answer.action == "accept" else answer.action
        )
    given = (ctx.input_responses or {}).get("q")
    if not isinstance(given, ElicitResult):
        schema = {
            "type": "object",
            "properties": {"branch": {"type": "string"}, "copies": {"type": "integer", "default": 1}},
            "required": ["branch"],
        }
        params = ElicitRequestFormParams(message="Which branch?", requested_schema=schema)
        return _ask(ElicitRequest(params=params))
    content = given.content or {}
    return (
        f"{given.action} {content.get('branch')} {content.get('copies')}" if given.action == "accept" else given.action
    )


@server.tool()
async def page(ctx: Context) -> str | InputRequiredResult:
    """Ask for a page to be opened."""
    if not _rounds(ctx):
        return (await ctx.elicit_url("Pay the fine.", PAGE, "f88")).action
    given = (ctx.input_responses or {}).get("q")
    if not isinstance(given, ElicitResult):
        params = ElicitRequestURLParams(message="Pay the fine.", url=PAGE, elicitation_id="f88")
        return _ask(ElicitRequest(params=params))
    return given.action


@server.tool()
async def sample(ctx: Context) -> str | InputRequiredResult:
    """Ask for what a model says."""
    if not _rounds(ctx):
        said = await ctx.session.create_message(MESSAGES, max_tokens=9, related_request_id=ctx.request_id)
        return f"{said.model}: {said.content.text}" if isinstance(said.content, TextContent) else said.model
    given = (ctx.input_responses or {}).get("q")
    if not isinstance(given, CreateMessageResult):
        return _ask(CreateMessageRequest(params=CreateMessageRequestParams(messages=MESSAGES, max_tokens=9)))
    return f"{given.model}: {given.content.text}" if isinstance(given.content, TextContent) else given.model


if sys.argv[1] == "stdio":
    server.run()
else:
    server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
