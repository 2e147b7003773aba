"""Rules for the scripted HTTP server, in the words of the hard cases: the first that fits answers.

on              `method`, `POST method`, `POST *`, `GET /path`
times           how often the rule fits;  if_header, if_missing: only with, only without that header
status, headers, body, json, reply     the answer; `sequence` is a list of `json`, one for each time
sse             messages, each an event, then the end; `sse_open` True: the stream stays open; `sse_raw` is text
session         an Mcp-Session-Id to give
"""

import asyncio
import json
from typing import Any

from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import HttpTarget
from tests.servers.http_scripted import Asked, Reply, Script, ScriptedServer

Rule = dict[str, Any]


def asked_for(server: ScriptedServer) -> list[str]:
    """What was asked for, in order: `POST tools/list`, `GET`."""
    return [f"{one.verb} {_message(one).get('method', '')}".strip() for one in server.asked]


def http_client(server: ScriptedServer, ask: Any = None, **options: Any) -> Client:
    """A client of the server; `options` are those of `Options`."""
    return Client(TargetConnector(HttpTarget(server.url(), ())), Options(**options), ask=ask)


def following(*rules: Rule) -> Script:
    """The script that follows these rules; a request that no rule fits gets 405."""
    used: dict[int, int] = {}

    async def script(asked: Asked, reply: Reply) -> None:
        message = _message(asked)
        for number, rule in enumerate(rules):
            if _fits(rule, asked, message) and used.get(number, 0) < rule.get("times", 1 << 60):
                used[number] = used.get(number, 0) + 1
                return await _answer(rule, message, reply, used[number])
        if asked.verb == "POST" and "id" not in message:
            return await reply.whole(202)
        return await reply.whole(405)

    return script


def _message(asked: Asked) -> dict[str, Any]:
    message = json.loads(asked.body) if asked.body else {}
    return message if isinstance(message, dict) else {}


def _fits(rule: Rule, asked: Asked, message: dict[str, Any]) -> bool:
    verb, _, what = rule["on"].rpartition(" ")
    if verb == "GET":
        return asked.verb == "GET" and asked.path == what
    fits = asked.verb == "POST" and (what in ("*", message.get("method")) or asked.path == what)
    has, lacks = rule.get("if_header"), rule.get("if_missing")
    return fits and (not has or asked.header(has) is not None) and (not lacks or asked.header(lacks) is None)


def _put(value: Any, message: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _put(member, message) for key, member in value.items()}
    if isinstance(value, list):
        return [_put(member, message) for member in value]
    return message.get("id") if value == "$id" else value


async def _answer(rule: Rule, message: dict[str, Any], reply: Reply, time: int) -> None:
    headers = {name: value for name, value in rule.get("headers", {}).items() if value is not None}
    if "session" in rule:
        headers["Mcp-Session-Id"] = rule["session"]
    events = [json.dumps(_put(one, message)) if not isinstance(one, str) else one for one in rule.get("sse", ())]
    if "sse" in rule or "sse_raw" in rule or rule.get("sse_open"):
        await reply.stream(**headers)
        for one in events:
            await reply.chunk(f"data: {one}\n\n".encode())
        if "sse_raw" in rule:
            await reply.chunk(rule["sse_raw"].encode())
        if rule.get("sse_open"):
            await reply.gone.wait()
            raise asyncio.CancelledError
        return await reply.end()
    said = rule.get("json", rule.get("reply"))
    if "sequence" in rule:
        said = rule["sequence"][min(time, len(rule["sequence"])) - 1]
    if said is None:
        return await reply.whole(rule.get("status", 200), rule.get("body", "").encode(), **headers)
    body = json.dumps(_put(said, message)).encode()
    return await reply.whole(rule.get("status", 200), body, "application/json", **headers)
