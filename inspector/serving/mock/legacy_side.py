"""The mock in the legacy era: one session, in which questions are requests of the mock's own.

Source: `2025-11-25 basic/lifecycle`, `server/utilities/logging`, `server/resources#subscriptions`.
"""

from collections.abc import Mapping
from typing import Any

from inspector.serving.calling import LEVELS, Fault, Send
from inspector.serving.mock.capable import lacking
from inspector.serving.mock.playing import Manner, Player, raised
from inspector.serving.mock.run import Run
from inspector.serving.mock.scenes import Ask, Question, Scene, Step, Tell
from inspector.serving.mock.script import Script
from inspector.serving.mock.translating import question_params, translated
from inspector.serving.protocol import members, word
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
    request,
)
from inspector.wire.methods import METHODS, exists
from inspector.wire.versions import LATEST_LEGACY

_UPDATED = "notifications/resources/updated"


class MockLegacy:
    """A `LegacySide`."""

    def __init__(self, script: Script, run: Run, manner: Manner, broadcast: Send) -> None:
        self.version: str | None = None
        self._script = script
        self._player = Player(run, manner)
        self._broadcast = broadcast
        self._questions = Questions()
        self._capabilities: dict[str, Json] = {}
        self._level: str | None = None
        self._subscribed: set[str] = set()
        self._ready = False
        self._closed = False

    def close(self) -> None:
        """End it: nothing more is told."""
        self._closed = True

    async def answer(self, message: Request, send: Send) -> Json:
        """The result of one request. Raises Fault."""
        if message.method == "initialize":
            return self._initialize(members(message.params))
        if message.method in METHODS and not exists(message.method, self.version or LATEST_LEGACY):
            raise Fault(METHOD_NOT_FOUND, f"Method not found: {message.method}")
        if message.method == "ping":
            return {}
        if self.version is None:
            raise Fault(INVALID_REQUEST, f"{message.method} came before initialize")
        params = members(message.params)
        if self._sets(message.method, params):
            return {}
        opening = self._script.opening
        as_task = opening.era == "legacy" and "task" in params
        cue = self._player.cue(message.method, params, as_task=as_task)
        scene = await self._player.play(cue, _Stage(self, params, send))
        if cue.is_first:
            self._player.later(scene.after, self._after)
        era = opening.era or "legacy"
        return raised(translated(scene.answer, scene.method, era, "legacy", opening.info))

    def notify(self, message: Notification) -> None:
        """Take a notification: when the session is open, what was recorded before the first request is told."""
        if message.method == "notifications/initialized" and self.version and not self._ready:
            self._ready = True
            self._player.later(self._script.before, self._after)

    def settle(self, answer: Answer) -> None:
        """Take the client's answer to a question of ours."""
        self._questions.settle(answer)

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        if self.version:
            raise Fault(INVALID_REQUEST, "initialize came before")
        capabilities = params.get("capabilities")
        result = self._script.opening.initialized(word(params, "protocolVersion"))
        self._capabilities = capabilities if isinstance(capabilities, dict) else {}
        self.version = result["protocolVersion"]
        return result

    def _sets(self, method: str, params: dict[str, Any]) -> bool:
        """Keep what a request sets; whether that is all that there is to it, for the recording has no such request."""
        opening = self._script.opening
        recorded = any(scene.method == method for scene in self._script.scenes)
        if method == "logging/setLevel" and (opening.offers("logging") or recorded):
            level = word(params, "level")
            if level not in LEVELS:
                raise Fault(INVALID_PARAMS, f"Unknown log level: {level}")
            self._level = level
            return True
        if method in ("resources/subscribe", "resources/unsubscribe"):
            uri = word(params, "uri")
            (self._subscribed.add if method == "resources/subscribe" else self._subscribed.discard)(uri)
            return not recorded and opening.offers("resources", "subscribe")
        return False

    def _after(self, step: Step) -> None:
        """Send what belongs to no request; nobody waits for the answers to its questions."""
        if self._closed:
            return
        if isinstance(step, Tell):
            self.tell(step, self._broadcast)
        elif lacking(step, self._capabilities) is None:
            for question in step.questions.values():
                self._broadcast(request(self._questions.next_id("ask"), question.method, self._put(question)))

    def tell(self, tell: Tell, send: Send, token: Json = MISSING) -> None:
        """Send a notification that the client is to have: of its level, its subscriptions, its progress."""
        if tell.method in METHODS and not exists(tell.method, self.version or LATEST_LEGACY):
            return
        params: dict[str, Json] = tell.params if isinstance(tell.params, dict) else {}
        if tell.method == "notifications/progress":
            if token is MISSING:
                return
            params = {"progressToken": token, **params}
        elif (tell.method == "notifications/message" and below(params, self._level)) or (
            tell.method == _UPDATED and params.get("uri") not in self._subscribed
        ):
            return
        (send if tell.is_own else self._broadcast)(notification(tell.method, params or None))

    async def ask(self, ask: Ask, send: Send) -> Mapping[str, Json]:
        """Ask one after the other. Raises Fault where the client cannot be asked."""
        lacks = lacking(ask, self._capabilities)
        if lacks is not None:
            method, needed = lacks
            said = f"The recorded server asks {method} here, which this client has not declared: {', '.join(needed)}"
            raise Fault(INVALID_REQUEST, said, {"requiredCapabilities": needed})
        answers: dict[str, Json] = {}
        for key, question in ask.questions.items():
            params = self._put(question)
            if question.answer is MISSING:  # nobody waited for an answer there either
                send(request(self._questions.next_id("ask"), question.method, params))
                continue
            answer = await self._questions.ask(question.method, params, send)
            answers[key] = {"error": answer.error} if isinstance(answer, Error) else {"result": answer.result}
        return answers

    def _put(self, question: Question) -> dict[str, Json] | None:
        version, visit = self.version or LATEST_LEGACY, self._questions.next_id("visit")
        params = question_params(question, self._script.opening.version, version, visit)
        return params if isinstance(params, dict) else None


class _Stage:
    """One request in the session."""

    def __init__(self, side: MockLegacy, params: dict[str, Any], send: Send) -> None:
        self._side = side
        self._send = send
        meta = params.get("_meta")
        self._token = meta.get("progressToken", MISSING) if isinstance(meta, dict) else MISSING

    def tell(self, tell: Tell) -> None:
        """Send a notification, if the client is to have it."""
        self._side.tell(tell, self._send, self._token)

    async def ask(self, scene: Scene, index: int, ask: Ask) -> Mapping[str, Json]:
        """What the client answers."""
        return await self._side.ask(ask, self._send)


def below(params: Mapping[str, Json], threshold: str | None) -> bool:
    """Whether a log message is less severe than what the client wants; without a wish it wants all."""
    level = params.get("level")
    return threshold is not None and level in LEVELS and LEVELS.index(level) < LEVELS.index(threshold)
