"""The client that the official conformance suite runs, on the public API: `python client.py URL`.

The environment says what to do: MCP_CONFORMANCE_SCENARIO the scenario, MCP_CONFORMANCE_PROTOCOL_VERSION the revision to
speak, MCP_CONFORMANCE_CONTEXT what the scenario wants to be called, as JSON. The last word of a client that has come to
its end is `done`.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import httpx

import inspector

Scenario = Callable[[inspector.Connection], Awaitable[None]]

DOCUMENT = "https://conformance-test.local/client-metadata.json"

CONTEXT = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")


async def accept_with_defaults(question: inspector.Question) -> Mapping[str, Any]:
    """Accept what the server asks, with the defaults of its schema."""
    return {"action": "accept", "content": inspector.prefilled(question)}


async def no_model(question: inspector.Question) -> None:
    """There is no model behind this client."""


async def list_tools(client: inspector.Connection) -> None:
    """Read the list of tools."""
    await client.list_tools()


async def add_numbers(client: inspector.Connection) -> None:
    """Call a tool with numbers."""
    await client.list_tools()
    result = await client.call_tool("add_numbers", {"a": 5, "b": 3})
    assert result["content"][0]["text"] == "The sum of 5 and 3 is 8"


async def call_every_tool(client: inspector.Connection) -> None:
    """Call each tool that may be called, with an argument for each required property."""
    for tool in await client.list_tools():
        required = tool["inputSchema"].get("required", [])
        await client.call_tool(tool["name"], dict.fromkeys(required, "text"))


async def call_as_told(client: inspector.Connection) -> None:
    """Make the calls that the context lists."""
    for call in CONTEXT["toolCalls"]:
        await client.call_tool(call["name"], call["arguments"])


async def use_everything(client: inspector.Connection) -> None:
    """Use each kind of thing that a server offers."""
    await call_every_tool(client)
    for resource in await client.list_resources():
        await client.read_resource(resource["uri"])
    for prompt in await client.list_prompts():
        await client.get_prompt(prompt["name"])


async def echo_the_schema(client: inspector.Connection) -> None:
    """Send back the inputSchema of one tool as the argument of another, as it came."""
    tools = {tool["name"]: tool for tool in await client.list_tools()}
    await client.call_tool("json_schema_echo", {"schema": tools["json_schema_2020_12_tool"]["inputSchema"]})


async def call_side_by_side(client: inspector.Connection) -> None:
    """Call all tools at the same time: those that ask back, and those that do not."""
    async with asyncio.TaskGroup() as group:
        for tool in await client.list_tools():
            group.create_task(client.call_tool(tool["name"]))


async def visit(url: str) -> str:
    """In a browser's place: where the authorization endpoint sends one back to."""
    async with httpx.AsyncClient() as browser:
        answer = await browser.get(url)
    return answer.headers["location"]


def authorization(scenario: str) -> inspector.Authorization:
    """How the scenario wants us to come by a token."""
    who = {name: CONTEXT[name] for name in ("client_id", "client_secret", "issuer") if name in CONTEXT}
    if scenario == "auth/wif-jwt-bearer":
        return inspector.Authorization(grant="jwt_bearer", assertion=CONTEXT["valid_jwt"], **who)
    if scenario == "auth/enterprise-managed-authorization":
        provider = inspector.Provider(CONTEXT["idp_token_endpoint"], CONTEXT["idp_client_id"], CONTEXT["idp_id_token"])
        return inspector.Authorization(grant="enterprise", provider=provider, **who)
    if scenario.startswith("auth/client-credentials"):
        key = CONTEXT.get("private_key_pem", "")
        return inspector.Authorization(grant="client_credentials", client_key=key, **who)
    return inspector.Authorization(visit, client_document=DOCUMENT, **who)


async def be_refused(client: inspector.Connection) -> None:
    """Call what no token opens: that we give up, and say so, is what is wanted."""
    try:
        await call_every_tool(client)
    except inspector.AuthorizationNeeded:
        return


SCENARIOS: dict[str, Scenario] = {
    "initialize": list_tools,
    "tools_call": add_numbers,
    "elicitation-sep1034-client-defaults": call_every_tool,
    "sse-retry": call_every_tool,
    "json-schema-2020-12-preservation": echo_the_schema,
    "json-schema-ref-no-deref": list_tools,
    "request-metadata": call_every_tool,
    "sep-2322-client-request-state": call_side_by_side,
    "http-standard-headers": use_everything,
    "http-custom-headers": call_as_told,
    "http-invalid-tool-headers": call_every_tool,
    "auth/scope-retry-limit": be_refused,
}


async def main(url: str) -> None:
    """Connect as the environment says, and carry out the scenario."""
    name = os.environ["MCP_CONFORMANCE_SCENARIO"]
    scenario = SCENARIOS.get(name, call_every_tool) if name.startswith("auth/") else SCENARIOS[name]
    async with inspector.connect(
        url,
        protocol_version=os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION"),
        roots=(),
        on_elicitation=accept_with_defaults,
        on_sampling=no_model,
        authorization=authorization(name) if name.startswith("auth/") else None,
        timeout=20,
    ) as client:
        await scenario(client)


REFUSED = ("auth/resource-mismatch", "auth/metadata-issuer-mismatch", "auth/iss-")
"""Scenarios in some of which a server is not to be trusted: we connect, or say why not."""

if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1]))
    except* inspector.AuthorizationNeeded as group:
        if not os.environ["MCP_CONFORMANCE_SCENARIO"].startswith((*REFUSED, "auth/scope-retry-limit")):
            raise
        print(*group.exceptions, sep="\n", file=sys.stderr)
    print("done")
