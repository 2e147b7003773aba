"""Who answers the server's questions, where no rule does, without a terminal interface: the person at the terminal."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

from inspector.protocol.questions import Answer, Question
from inspector.wire.json import Json

Prepare = Callable[[Question], Awaitable[dict[str, Json]]]
"""Has an answer to a question prepared; raises InspectorError where that fails."""


class Asking:
    """The asker of the commands. `unanswered` lists the questions that nobody was there for.

    `prepare` is what the person's command makes of a sampling question, None without a command.
    """

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self.unanswered: list[Question] = []
        self.prepare: Prepare | None = None

    async def __call__(self, question: Question) -> Answer | None:
        """The answer of the person, or None."""
        answer: Answer | None = None
        if _somebody_is_there():
            # Loaded late: most commands are never asked anything.
            from inspector.headless.conversing import Terminal, converse

            async with self._one_at_a_time:
                answer = await converse(question, Terminal(), self.prepare)
        if answer is None:
            self.unanswered.append(question)
        return answer


def _somebody_is_there() -> bool:
    return sys.stdin is not None and sys.stderr is not None and sys.stdin.isatty() and sys.stderr.isatty()
