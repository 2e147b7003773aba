"""The legacy era: a session that opens with `initialize`, in which both sides may ask.

Source: `2025-11-25 basic/lifecycle`, `server/utilities/logging`, `server/resources#subscriptions`,
`client/elicitation`, `client/sampling`, and the earlier revisions of the same pages.
"""

from typing import Any

from inspector.serving.calling import LEVELS, Caller, Fault, Refusal, Send
from inspector.serving.editions import fit_info, fit_question, since
from inspector.serving.library import INFO, INSTRUCTIONS, Change, Library
from inspector.serving.protocol import members, perform, readable, word
from inspector.serving.questions import Questions
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    Answer,
    Error,
    Notification,
    Request,
    notification,
)
from inspector.wire.methods import exists
from inspector.wire.versions import LATEST_LEGACY, LEGACY, REVISIONS


class _LegacyCaller(Caller):
    """Asks with a request of its own and waits for the answer."""

    session: "Legacy"

    def offers(self, method: str, mode: str = "form") -> dict[str, Json] | None:
        revision = REVISIONS[self.version]
        if method == "elicitation/create" and not (revision.elicits_url if mode == "url" else revision.elicits):
            return {"elicitation": {mode: {}}}
        return super().offers(method, mode)

    async def ask(self, key: str, method: str, params: dict[str, Json]) -> dict[str, Json]:
        mode = params.get("mode", "form")
        if self.offers(method, mode):
            raise Refusal(
                f"This needs a client that answers {method}; fill in the other arguments, or come to the desk."
            )
        if method != "elicitation/create":
            return await self.session.ask(method, params, self.send)
        if mode == "form":
            return await self.session.ask(method, fit_question(params, self.version), self.send)
        # Only this revision names the visit and tells when it is over
        # (`2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation`).
        visit = self.session.questions.next_id("visit")
        answer = await self.session.ask(method, {**params, "elicitationId": visit}, self.send)
        if answer.get("action") == "accept":
            self.send(notification("notifications/elicitation/complete", {"elicitationId": visit}))
        return answer


class Legacy:
    """One session. `broadcast` takes what belongs to no request."""

    def __init__(self, library: Library, broadcast: Send) -> None:
        self._library = library
        self._broadcast = broadcast
        self.version: str | None = None
        self._capabilities: dict[str, Json] = {}
        self._ready = False
        self._level = "info"
        self._subscribed: set[str] = set()
        self.questions = Questions()
        self._unwatch = library.watch(self._tell)

    def close(self) -> None:
        """Stop telling what changes."""
        self._unwatch()

    async def answer(self, message: Request, send: Send) -> dict[str, Any]:
        """The result of one request; what belongs to it and comes before goes to `send`. Raises Fault."""
        if message.method == "initialize":
            return self._initialize(members(message.params))
        if not exists(message.method, self.version or LATEST_LEGACY) or message.method.startswith("tasks/"):
            raise Fault(METHOD_NOT_FOUND, f"Method not found: {message.method}")
        if message.method == "ping":
            return {}
        if self.version is None:
            raise Fault(INVALID_REQUEST, f"{message.method} came before initialize")
        params = members(message.params)
        if message.method == "logging/setLevel":
            return self._set_level(params)
        if message.method in ("resources/subscribe", "resources/unsubscribe"):
            return self._subscribe(message.method, params)
        meta = params.get("_meta")
        token = meta.get("progressToken", MISSING) if isinstance(meta, dict) else MISSING
        caller = _LegacyCaller(self.version, self._capabilities, send, token, self._level)
        caller.session = self
        return await perform(self._library, message.method, params, caller)

    def notify(self, message: Notification) -> None:
        """Take a notification; those that mean nothing to us are ignored."""
        if message.method == "notifications/initialized" and self.version:
            self._ready = True

    def settle(self, answer: Answer) -> None:
        """Take the client's answer to a question of ours; one that nobody waits for is ignored."""
        self.questions.settle(answer)

    async def ask(self, method: str, params: dict[str, Json], send: Send) -> dict[str, Json]:
        """The client's result for a request of ours. Raises Refusal for a refusal, Fault for what is no object."""
        answer = await self.questions.ask(method, params, send)
        if isinstance(answer, Error):
            raise Refusal(f"The client refused: {answer.message} ({answer.code}).")
        if not isinstance(answer.result, dict):
            raise Fault(INVALID_PARAMS, "The client answered with no object")
        return answer.result

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        if self.version:
            raise Fault(INVALID_REQUEST, "initialize came before")
        asked = word(params, "protocolVersion")
        capabilities = params.get("capabilities")
        if not isinstance(capabilities, dict):
            raise Fault(INVALID_PARAMS, "params.capabilities must be an object")
        self.version = asked if asked in LEGACY else LATEST_LEGACY
        self._capabilities = capabilities
        ours: dict[str, Json] = {
            "tools": {"listChanged": True},
            "resources": {"subscribe": True, "listChanged": True},
            "prompts": {},
            "logging": {},
        }
        if since(self.version, "2025-03-26"):
            ours["completions"] = {}
        return {
            "protocolVersion": self.version,
            "capabilities": ours,
            "serverInfo": fit_info(INFO, self.version),
            "instructions": INSTRUCTIONS,
        }

    def _set_level(self, params: dict[str, Any]) -> dict[str, Any]:
        level = word(params, "level")
        if level not in LEVELS:
            raise Fault(INVALID_PARAMS, f"Unknown log level: {level}")
        self._level = level
        return {}

    def _subscribe(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        uri = word(params, "uri")
        if method == "resources/unsubscribe":
            self._subscribed.discard(uri)
        else:
            readable(self._library, uri, self.version or LATEST_LEGACY)
            self._subscribed.add(uri)
        return {}

    def _tell(self, change: Change) -> None:
        if not self._ready:
            return
        if change.what != "content":
            self._broadcast(notification(f"notifications/{change.what}/list_changed"))
        elif change.uri in self._subscribed:
            self._broadcast(notification("notifications/resources/updated", {"uri": change.uri}))
