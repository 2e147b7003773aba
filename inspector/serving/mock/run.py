"""One run through a recording: which of the recorded answers comes next, and where a request of several rounds stands.

The same request asked again gets the recorded answers in their order, and from then on the last of them again. An
answer that was not recorded is only missed where there is no other.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.analysis.compare.asked import ordered
from inspector.serving.calling import Fault
from inspector.serving.mock.matching import Matcher
from inspector.serving.mock.refusing import Refusal, told, unmatched
from inspector.serving.mock.scenes import Ask, Scene
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import INVALID_PARAMS

_GOES_ON: Final = ("tasks/update", "tasks/result", "tasks/cancel")
"""Requests after which a task that asked for something may go on."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What is to be played: a scene from step number `begin` on. `answers` are those to the step before that.

    `is_first` tells that this run has not played it yet: its news is told once. `note` says in a sentence what is not
    exact about it, empty if nothing is. `as_task` tells that the client takes a task for an answer.
    """

    scene: Scene
    begin: int = 0
    answers: Mapping[str, Json] | None = None
    is_first: bool = True
    note: str = ""
    as_task: bool = False


class Run:
    """The state of one session, or of all modern requests to one host."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._given: Counter[str] = Counter()
        self._played: set[tuple[int, int]] = set()
        self._rounds: dict[tuple[str, str], tuple[Scene, int]] = {}
        self._waiting: dict[str, int] = {}

    def cue(self, method: str, params: Mapping[str, Json], *, as_task: bool = False) -> Cue | Refusal:
        """What a request gets. A later round goes on where the one before it ended."""
        if method != "tasks/update" and ("requestState" in params or "inputResponses" in params):
            return self._next_round(method, params, as_task)
        note = ""
        scenes = self._matcher.exact(method, params)
        if not scenes:
            near = self._matcher.loose(method, params)
            if near is None:
                return unmatched(self._matcher, method, dict(params))
            note = f"Record {near.scene.seq} is the nearest: {told(near.differences)}."
            scenes = self._matcher.exact(method, near.scene.params)
        scenes = _fitting(scenes, as_task)
        scene = self._next_of([scene for scene in scenes if scene.is_whole] or scenes)
        return Cue(scene, is_first=self._first(scene, 0), note=note, as_task=as_task)

    def _first(self, scene: Scene, begin: int) -> bool:
        first = (scene.seq, begin) not in self._played
        self._played.add((scene.seq, begin))
        return first

    def _next_of(self, scenes: list[Scene]) -> Scene:
        first = scenes[0]
        counted = f"{first.method} {first.seq}"
        task = first.params.get("taskId")
        number = min(self._given[counted], len(scenes) - 1)
        scene = scenes[number]
        if first.method == "tasks/get" and isinstance(task, str):
            # It waits for the client: what was recorded after that must not come before.
            since = self._waiting.get(task)
            while since is not None and scene.seq < since and number < len(scenes) - 1:
                number += 1
                scene = scenes[number]
            if _status(scene) == "input_required" and not (since is not None and scene.seq > since):
                self._given[counted] = number
                return scene
        elif first.method in _GOES_ON and isinstance(task, str):
            self._waiting[task] = scene.seq
        self._given[counted] = number + 1
        return scene

    def _next_round(self, method: str, params: Mapping[str, Json], as_task: bool) -> Cue | Refusal:
        found = self._rounds.get((self._matcher.key(method, params), _text(params.get("requestState", MISSING))))
        responses = params.get("inputResponses", {})
        if found is None or not isinstance(responses, dict):
            said = "requestState is none that was given to this request"
            return Refusal(Fault(INVALID_PARAMS, said if found is None else "inputResponses is no object"))
        scene, index = found
        answers = {key: {"result": value} for key, value in responses.items()}
        return Cue(scene, index + 1, answers, is_first=self._first(scene, index + 1), as_task=as_task)

    def ends_round(self, params: Mapping[str, Json], scene: Scene, index: int, state: Json) -> None:
        """A round of the request ends at the step of this number, and the client is given this state."""
        self._rounds[self._matcher.key(scene.method, params), _text(state)] = (scene, index)

    def branch(
        self, scene: Scene, index: int, answers: Mapping[str, Json], *, as_task: bool = False
    ) -> tuple[Scene, bool]:
        """The scene that goes on from here with these answers, and whether they are those that were recorded.

        Another scene of the same request comes first if its client answered so; without one it stays as it is.
        """
        others = _fitting(self._matcher.exact(scene.method, scene.params), as_task)
        for one in (scene, *(other for other in others if other.is_whole)):
            step = one.steps[index] if index < len(one.steps) else None
            if isinstance(step, Ask) and _answers(step) == {key: _text(value) for key, value in answers.items()}:
                return one, True
        return scene, False


def _fitting(scenes: list[Scene], as_task: bool) -> list[Scene]:
    return scenes if as_task else [scene.without_task() for scene in scenes]


def _answers(ask: Ask) -> dict[str, str]:
    return {key: _text(one.answer) for key, one in ask.questions.items() if one.answer is not MISSING}


def _text(value: Json) -> str:
    """A value as text, equal ones alike; what goes around an answer is of no account."""
    if value is MISSING:
        return ""
    result = value.get("result") if isinstance(value, dict) else None
    if isinstance(result, dict) and "_meta" in result:
        value = {"result": {name: member for name, member in result.items() if name != "_meta"}}
    return dumps(ordered(value))


def _status(scene: Scene) -> Json:
    result = scene.answer.get("result") if isinstance(scene.answer, dict) else None
    return result.get("status") if isinstance(result, dict) else None
