"""The mock in the modern era: each request alone; what was asked ends a round, and the next one goes on from there.

Source: `2026-07-28 basic/patterns/mrtr`, `basic/patterns/subscriptions`, `server/discover`, `server/utilities/logging`.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.envelope import SERVER_INFO, SUBSCRIPTION_ID
from inspector.protocol.news import ACKNOWLEDGED, FILTER_OF, LISTEN, TASK_NEWS, UPDATED, listen_filter
from inspector.serving.calling import Fault, Send
from inspector.serving.mock.capable import lacking
from inspector.serving.mock.legacy_side import below
from inspector.serving.mock.playing import Manner, Player, raised
from inspector.serving.mock.run import Run
from inspector.serving.mock.scenes import Ask, Scene, Step, Tell
from inspector.serving.mock.script import Script
from inspector.serving.mock.translating import question_params, translated
from inspector.serving.modern_caller import ModernCaller, modern_caller
from inspector.serving.protocol import members
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_CAPABILITY, Request, notification
from inspector.wire.methods import METHODS, exists
from inspector.wire.versions import LATEST_MODERN

_TASKS: Final = "io.modelcontextprotocol/tasks"
_ASKED: Final = frozenset({"elicitation/create", "sampling/createMessage", "roots/list"})
"""What a round may ask (`2026-07-28 basic/patterns/mrtr#supported-requests`)."""
_ABOUT: Final = {UPDATED: "uri", TASK_NEWS: "taskId"}
"""News that is granted by what it is about."""


class _RoundEnds(Exception):
    """A request ends with questions, and goes on with another request."""

    def __init__(self, result: dict[str, Json]) -> None:
        super().__init__("the round ends")
        self.result = result


@dataclass(frozen=True, slots=True)
class _Listener:
    id: Json
    granted: Mapping[str, Json]
    send: Send


class MockModern:
    """A `ModernSide`."""

    def __init__(self, script: Script, run: Run, manner: Manner) -> None:
        self._script = script
        self._run = run
        self._player = Player(run, manner)
        self._ending = asyncio.Event()
        self._listeners: list[_Listener] = []
        self._begun = False

    def close(self) -> None:
        """End all subscriptions, each with its result."""
        self._ending.set()

    def admit(self, request: Request) -> None:
        """See that a request says who asks, and in a version that is spoken here. Raises Fault."""
        modern_caller(members(request.params), lambda raw: None)

    def knows(self, method: str) -> bool:
        """Whether there is such a method here: those of the era, and what was recorded besides."""
        return exists(method, LATEST_MODERN) or method not in METHODS

    def input_schema(self, tool: str) -> Json:
        """The inputSchema of a tool as it was listed; None if it was not."""
        for scene in self._script.scenes:
            result = scene.answer.get("result") if scene.method == "tools/list" and scene.is_whole else None
            tools = result.get("tools") if isinstance(result, dict) else None
            for entry in tools if isinstance(tools, list) else ():
                if isinstance(entry, dict) and entry.get("name") == tool:
                    return entry.get("inputSchema")
        return None

    async def answer(self, request: Request, send: Send) -> Json:
        """The result of one request. Raises Fault."""
        params = members(request.params)
        caller = modern_caller(params, send)
        opening = self._script.opening
        if not self.knows(request.method):
            raise Fault(METHOD_NOT_FOUND, f"Method not found: {request.method}")
        if request.method == "server/discover":
            return opening.discovered()
        if request.method == LISTEN:
            return await self._listen(request.id, params, send)
        era = opening.era or "modern"
        extensions = caller.capabilities.get("extensions")
        as_task = era == "modern" and isinstance(extensions, dict) and _TASKS in extensions
        cue = self._player.cue(request.method, params, as_task=as_task)
        try:
            scene = await self._player.play(cue, _Stage(self, params, caller))
        except _RoundEnds as ended:
            return ended.result
        if cue.is_first:
            self._player.later(scene.after, self._news)
        return raised(translated(scene.answer, scene.method, era, "modern", opening.info))

    async def _listen(self, id: Json, params: dict[str, Any], send: Send) -> dict[str, Any]:
        wanted = params.get("notifications")
        if not isinstance(wanted, dict):
            raise Fault(INVALID_PARAMS, "params.notifications must be an object")
        if self._script.refused is not MISSING:
            raised(self._script.refused)
        mark = {SUBSCRIPTION_ID: id}
        granted = self._granted(wanted)
        send(notification(ACKNOWLEDGED, {"notifications": granted, "_meta": mark}))
        listener = _Listener(id, granted, send)
        self._listeners.append(listener)
        if not self._begun:
            self._begun = True
            self._player.later(self._script.before, self._news)
        try:
            await self._ending.wait()
        finally:
            self._listeners.remove(listener)
        info = self._script.opening.info
        return {"resultType": "complete", "_meta": {**mark, **({SERVER_INFO: info} if isinstance(info, dict) else {})}}

    def _granted(self, wanted: dict[str, Any]) -> dict[str, Json]:
        opening, denied = self._script.opening, self._script.denied
        granted: dict[str, Json] = {
            name: True for name in listen_filter(opening.capabilities) if wanted.get(name) is True
        }
        uris, tasks = wanted.get("resourceSubscriptions"), wanted.get("taskIds")
        if isinstance(uris, list) and opening.offers("resources", "subscribe"):
            granted["resourceSubscriptions"] = [uri for uri in uris if isinstance(uri, str)]
        if isinstance(tasks, list) and opening.era == "modern":
            granted["taskIds"] = [task for task in tasks if isinstance(task, str)]
        return {name: value for name, value in granted.items() if name not in denied}

    def _news(self, step: Step) -> None:
        """Tell those who listen; a question that belongs to no request cannot be put in this era."""
        if isinstance(step, Tell):
            self.news(step)

    def news(self, tell: Tell) -> None:
        """Tell all who have been granted this news."""
        for listener in self._listeners:
            if _is_granted(tell, listener.granted):
                params = tell.params if isinstance(tell.params, dict) else {}
                meta = params.get("_meta")
                marked = {**(meta if isinstance(meta, dict) else {}), SUBSCRIPTION_ID: listener.id}
                listener.send(notification(tell.method, {**params, "_meta": marked}))

    def end_round(
        self, params: dict[str, Any], scene: Scene, index: int, ask: Ask, caller: ModernCaller
    ) -> Mapping[str, Json]:
        """End the request with these questions, by raising; those that cannot be put in a round are passed over."""
        opening = self._script.opening
        lacks = lacking(ask, caller.capabilities)
        if lacks is not None:
            method, needed = lacks
            said = f"The recorded server asks {method} here, which this client has not declared"
            raise Fault(MISSING_CAPABILITY, said, {"requiredCapabilities": needed})
        if ask.round is not None:
            self._run.ends_round(params, scene, index, ask.state)
            raise _RoundEnds(dict(ask.round))
        requests = {}
        for key, question in ask.questions.items():
            if question.method in _ASKED and question.answer is not MISSING:
                put = question_params(question, opening.version, caller.version, "")
                requests[key] = {"method": question.method} | ({} if put is MISSING else {"params": put})
        if not requests:
            return {}
        state = f"mock-{scene.seq}-{index}"
        self._run.ends_round(params, scene, index, state)
        meta = {"_meta": {SERVER_INFO: opening.info}} if isinstance(opening.info, dict) else {}
        raise _RoundEnds({"resultType": "input_required", "inputRequests": requests, "requestState": state, **meta})


class _Stage:
    """One modern request."""

    def __init__(self, side: MockModern, params: dict[str, Any], caller: ModernCaller) -> None:
        self._side = side
        self._params = params
        self._caller = caller

    def tell(self, tell: Tell) -> None:
        """Send a notification, if the client is to have it."""
        params = tell.params if isinstance(tell.params, dict) else {}
        token = self._caller.progress_token
        if not tell.is_own:
            self._side.news(tell)
        elif tell.method == "notifications/progress":
            if token is not MISSING:
                self._caller.send(notification(tell.method, {"progressToken": token, **params}))
        elif self._caller.threshold is not None and not below(params, self._caller.threshold):
            self._caller.send(notification(tell.method, params))

    async def ask(self, scene: Scene, index: int, ask: Ask) -> Mapping[str, Json]:
        """End the round, by raising."""
        return self._side.end_round(self._params, scene, index, ask, self._caller)


def _is_granted(tell: Tell, granted: Mapping[str, Json]) -> bool:
    have = granted.get(FILTER_OF.get(tell.method, ""))
    about = _ABOUT.get(tell.method)
    if about is None:
        return have is True
    return isinstance(have, list) and isinstance(tell.params, dict) and tell.params.get(about) in have
