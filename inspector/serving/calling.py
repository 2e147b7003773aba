"""What a tool is, what it may do while it runs, and how it ends.

A tool is an async function of the library, its arguments and a `Caller`. It returns an `Outcome`, or raises: `Refusal`
for a result with `isError`, `Fault` for a JSON-RPC error. The caller hides the era: `ask` is a request of ours in the
legacy era, and in the modern one ends the call with `InputRequired`, after which the tool runs again from its start
with the answers at hand. So a tool asks first and changes things afterwards.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from inspector.serving.library import Library
from inspector.wire.json import MISSING, Json, Missing
from inspector.wire.jsonrpc import INVALID_PARAMS, notification

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The log levels, least severe first (`2026-07-28 server/utilities/logging#log-levels`)."""

Send = Callable[[bytes], None]
"""Takes one message of ours that belongs to a request in flight; never blocks."""


class Fault(Exception):
    """Ends a request with a JSON-RPC error of this code, message and data."""

    def __init__(self, code: int, message: str, data: Json | Missing = MISSING) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class Refusal(Exception):
    """Ends a tool call with `isError` and this text."""


class InputRequired(Exception):
    """Ends a modern request with questions: each key names a request that the client must answer."""

    def __init__(self, requests: Mapping[str, Json]) -> None:
        super().__init__("input required")
        self.requests = requests


class Caller:
    """The other side of one request: its revision, what it can do, and the way back to it.

    `threshold` is the least severe log level that it wants, None for no log messages at all.
    """

    def __init__(
        self,
        version: str,
        capabilities: Mapping[str, Json],
        send: Send,
        progress_token: Json = MISSING,
        threshold: str | None = None,
    ) -> None:
        self.version = version
        self.capabilities = capabilities
        self.send = send
        self.progress_token = progress_token
        self.threshold = threshold

    def progress(self, done: float, total: float, message: str) -> None:
        """Say how far the call is, if the client gave a token for it."""
        if self.progress_token is MISSING:
            return
        params: dict[str, Json] = {"progressToken": self.progress_token, "progress": done, "total": total}
        if self.version != "2024-11-05":
            params["message"] = message
        self.send(notification("notifications/progress", params))

    def log(self, level: str, data: Json) -> None:
        """Send a log message, if the client wants messages of this level."""
        if self.threshold is not None and LEVELS.index(level) >= LEVELS.index(self.threshold):
            self.send(notification("notifications/message", {"level": level, "logger": "library", "data": data}))

    def offers(self, method: str, mode: str = "form") -> dict[str, Json] | None:
        """None if the client can answer `method`, else the capability that it would have to declare."""
        if method == "sampling/createMessage":
            return None if isinstance(self.capabilities.get("sampling"), dict) else {"sampling": {}}
        declared = self.capabilities.get("elicitation")
        # An empty object means form alone (`2026-07-28 client/elicitation#capabilities`).
        able = isinstance(declared, dict) and (mode in declared or (mode == "form" and "url" not in declared))
        return None if able else {"elicitation": {mode: {}}}

    async def ask(self, key: str, method: str, params: dict[str, Json]) -> dict[str, Json]:
        """The client's result for a question of ours. `key` names the question within this call.

        Raises Refusal where the client cannot or will not answer, Fault where its answer makes no sense, and
        InputRequired where the answer comes with another request.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: its content blocks and, if the tool has an outputSchema, its structured content."""

    content: list[dict[str, Json]]
    structured: Json | Missing = MISSING


Run = Callable[[Library, dict[str, Any], Caller], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: `arguments` makes its inputSchema from the library as it stands; `hints` are its annotations."""

    name: str
    title: str
    description: str
    arguments: Callable[[Library], dict[str, Json]]
    run: Run
    hints: Mapping[str, bool] = field(default_factory=dict)
    output: Json | None = None


READS: Final = {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False}


def object_of(properties: dict[str, Json], required: tuple[str, ...] = (), **more: Json) -> dict[str, Json]:
    """The schema of an object that has these members and no others."""
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return {**schema, "additionalProperties": False, **more}


def titled(options: Mapping[str, str], **more: Json) -> dict[str, Json]:
    """A choice of one, value to title."""
    choices = [{"const": value, "title": title} for value, title in options.items()]
    return {"type": "string", "oneOf": choices, **more}


def text(words: str) -> dict[str, Json]:
    """A text block; it may be Markdown."""
    return {"type": "text", "text": words}


def link(uri: str, name: str, mime: str, description: str = "") -> dict[str, Json]:
    """A block that points at a resource."""
    block = {"type": "resource_link", "uri": uri, "name": name, "mimeType": mime}
    return {**block, "description": description} if description else block


def check_elicited(answer: dict[str, Json]) -> dict[str, Json]:
    """An answer to `elicitation/create`, seen to be one. Raises Fault."""
    if answer.get("action") not in ("accept", "decline", "cancel"):
        raise Fault(INVALID_PARAMS, "The answer to elicitation/create has no action of accept, decline or cancel")
    return answer
