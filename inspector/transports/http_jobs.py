"""The tasks of an HTTP transport, each under the number of the exchange that it began with; how they are stopped.

A task that we stop ends quietly; one that is cancelled from outside (the client is going down) passes that on.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from inspector.transports import Spawn


@dataclass(slots=True, eq=False)
class _Job:
    task: "asyncio.Task[Any] | None" = None
    stopping: bool = False
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Jobs:
    """Starts work in the client's task group and can stop it."""

    def __init__(self) -> None:
        self._jobs: dict[int, _Job] = {}

    def start(self, spawn: Spawn, number: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run `work` as a task, known by `number` until it ends."""
        job = self._jobs[number] = _Job()
        spawn(self._run(number, job, work))

    async def _run(self, number: int, job: _Job, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        job.task = asyncio.current_task()
        assert job.task is not None
        try:
            if job.stopping:  # before it had begun; the work shall still say how it ended
                job.task.cancel()
            await work()
        except asyncio.CancelledError:
            if not job.stopping or job.task.uncancel() > 0:
                raise
        finally:
            del self._jobs[number]
            job.done.set()

    async def wait(self, numbers: Iterable[int], within: float) -> None:
        """Let these end by themselves, for at most so many seconds."""
        await self._all_done([self._jobs[number] for number in numbers if number in self._jobs], within)

    async def stop(self, within: float, number: int | None = None) -> None:
        """Stop one of them, or all, and wait so many seconds at most until they have ended."""
        chosen = list(self._jobs.values()) if number is None else [self._jobs[number]] if number in self._jobs else []
        for job in chosen:
            if not job.stopping:
                job.stopping = True
                if job.task is not None:
                    job.task.cancel()
        await self._all_done(chosen, within)

    async def _all_done(self, jobs: list[_Job], within: float) -> None:
        try:
            async with asyncio.timeout(within):
                for job in jobs:
                    await job.done.wait()
        except TimeoutError:
            return
