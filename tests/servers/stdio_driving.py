"""A client of the scripted stdio server, as tests use it."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from inspector.client import Asker, Client, Options
from inspector.client.connector import TargetConnector
from inspector.client.sampling_command import SamplingCommand
from inspector.config.target import StdioTarget
from inspector.journal import Journal
from inspector.protocol.questions import Rule
from inspector.wire import events

SCRIPTED = Path(__file__).with_name("stdio_scripted.py")
PATIENCE = 20.0

Kind = TypeVar("Kind", bound=events.Event)
Rules = Sequence[dict[str, Any]]

DISCOVER = {
    "on": "server/discover",
    "reply": {
        "jsonrpc": "2.0",
        "id": "$id",
        "result": {
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "ttlMs": 0,
            "cacheScope": "private",
        },
    },
}
NO_DISCOVER = {
    "on": "server/discover",
    "reply": {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32601, "message": "x"}},
}
INITIALIZE = {
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
TOOLS = {
    "on": "tools/list",
    "reply": {
        "jsonrpc": "2.0",
        "id": "$id",
        "result": {
            "resultType": "complete",
            "tools": [{"name": "t", "inputSchema": {"type": "object"}}],
            "ttlMs": 0,
            "cacheScope": "private",
        },
    },
}
DONE = {"jsonrpc": "2.0", "id": "$id", "result": {"content": []}}


def command(*rules: dict[str, Any]) -> tuple[str, ...]:
    """The command line of a server with these rules."""
    return (sys.executable, "-S", "-E", str(SCRIPTED), json.dumps(rules))


def scripted(
    *rules: dict[str, Any],
    ask: Asker | None = None,
    answers: tuple[Rule, ...] = (),
    on_news: Any = None,
    journal: Journal | None = None,
    sampling: SamplingCommand | None = None,
    **options: Any,
) -> Client:
    """A client of such a server; `answers` are the rules of the person, `options` those of `Options`."""
    connector = TargetConnector(StdioTarget(command(*rules)))
    return Client(
        connector, Options(**options), ask=ask, rules=answers, on_news=on_news, journal=journal, command=sampling
    )


def happened(client: Client, kind: type[Kind]) -> list[Kind]:
    """The events of a kind, in order."""
    return [record.event for record in client.journal.records if isinstance(record.event, kind)]


def verdicts(client: Client, topic: str) -> list[str]:
    """The verdicts of the decisions on a topic, in order."""
    return [one.verdict for one in happened(client, events.Decision) if one.topic == topic]


def said(client: Client) -> list[dict[str, Any]]:
    """Our messages, in order."""
    return [json.loads(one.raw) for one in happened(client, events.Sent)]


def methods(client: Client) -> list[str]:
    """The methods of our messages, in order; `answer` for a response."""
    return [one.get("method", "answer") for one in said(client)]


def runs(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
