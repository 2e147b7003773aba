"""A scene on the stage: its steps in their order, at once or in the recorded pace, and the answer that it comes to."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from inspector.serving.calling import Fault
from inspector.serving.mock.refusing import Refusal, incomplete
from inspector.serving.mock.run import Cue, Run
from inspector.serving.mock.scenes import Ask, Scene, Step, Tell
from inspector.wire.events import Decision
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import INTERNAL_ERROR

Decide = Callable[[Decision], object]
Sleep = Callable[[float], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a recording is played: in the recorded pace or at once; who hears what is decided; how one waits."""

    pace: bool = False
    decide: Decide = lambda decision: None
    sleep: Sleep = asyncio.sleep


class Stage(Protocol):
    """Where one request is played: an era, and the client that waits."""

    def tell(self, tell: Tell) -> None:
        """Send a notification, if the client is to have it."""

    async def ask(self, scene: Scene, index: int, ask: Ask) -> Mapping[str, Json]:
        """What the client answers to step number `index`. Raises what ends the request instead."""


class Player:
    """Plays what one run cues."""

    def __init__(self, run: Run, manner: Manner) -> None:
        self._run = run
        self._manner = manner

    def cue(self, method: str, params: Mapping[str, Json], *, as_task: bool = False) -> Cue:
        """What a request gets. Raises Fault where the recording has nothing for it."""
        found = self._run.cue(method, params, as_task=as_task)
        if isinstance(found, Refusal):
            self.refused(method, found)
            raise found.fault
        if found.note:
            self._decide(method, "nearest", found.note, found.scene)
        return found

    def refused(self, method: str, refusal: Refusal) -> None:
        """Record that a request could not be answered."""
        verdict = "incomplete" if refusal.fault.code == INTERNAL_ERROR else "unmatched"
        self._decide(method, verdict, f"{refusal.fault.message}.", refusal.scene)

    async def play(self, cue: Cue, stage: Stage) -> Scene:
        """Play a scene to its end; the scene that it has become by what the client answered.

        Raises Fault at the end of one that has no answer.
        """
        scene, index = cue.scene, cue.begin
        if cue.answers is not None:
            scene = self._branch(cue, scene, index - 1, cue.answers)
        while index < len(scene.steps):
            step = scene.steps[index]
            await self.pause(step.wait)
            if isinstance(step, Ask):
                scene = self._branch(cue, scene, index, await stage.ask(scene, index, step))
            elif step.is_own or cue.is_first:
                stage.tell(step)
            index += 1
        await self.pause(scene.wait)
        if not scene.is_whole:
            refusal = incomplete(scene)
            self.refused(scene.method, refusal)
            raise refusal.fault
        return scene

    async def pause(self, seconds: float) -> None:
        """Wait as long as the recorded server did, if that is wanted."""
        if self._manner.pace and seconds > 0:
            await self._manner.sleep(seconds)

    def later(self, steps: Sequence[Step], take: Callable[[Step], None]) -> None:
        """Hand on what follows once the answer is out, each step in its turn."""
        loop = asyncio.get_running_loop()
        delay = 0.0
        for step in steps:
            delay += step.wait if self._manner.pace else 0.0
            if delay:
                loop.call_later(delay, take, step)
            else:
                loop.call_soon(take, step)

    def _branch(self, cue: Cue, scene: Scene, index: int, answers: Mapping[str, Json]) -> Scene:
        branch, recorded = self._run.branch(scene, index, answers, as_task=cue.as_task)
        if not recorded:
            because = f"The client answered otherwise than in the recording; record {scene.seq} goes on as it was."
            self._decide(scene.method, "answered otherwise", because, scene)
        return branch

    def _decide(self, method: str, verdict: str, because: str, scene: Scene | None) -> None:
        data = None if scene is None else {"recorded": scene.seq}
        self._manner.decide(Decision("mock", method, verdict, because, data=data))


def raised(answer: Json) -> Json:
    """The result of an answer; its error is raised as a Fault."""
    if "error" not in answer:
        return answer["result"]
    error = answer["error"] if isinstance(answer["error"], dict) else {}
    code, message = error.get("code"), error.get("message")
    raise Fault(
        code if isinstance(code, int) and not isinstance(code, bool) else INTERNAL_ERROR,
        message if isinstance(message, str) else "",
        error.get("data", MISSING),
    )
