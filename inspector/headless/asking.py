"""Who answers the server's questions, where no rule does, without a terminal interface: the person at the terminal."""

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from inspector.protocol.questions import Answer, Question

if TYPE_CHECKING:
    from inspector.client import Client
    from inspector.headless.conversing import Prepare


class Asking:
    """The asker of the commands. `unanswered` lists the questions that nobody was there for.

    `prepare` is what the person's command makes of a sampling question, None without a command. `client` is who asks,
    once there is one: a call that waits for news of a page goes on when the person says that they have been there.
    `recorded` answers from a recording, before the person is asked; whether a call may go out it does not say.
    """

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._visiting: asyncio.Task[None] | None = None
        self.client: Client | None = None
        self.unanswered: list[Question] = []
        self.prepare: Prepare | None = None
        self.recorded: Callable[[Question], Answer | None] | None = None

    async def __call__(self, question: Question) -> Answer | None:
        """The answer of the person, or None."""
        answer: Answer | None = None
        if self.recorded is not None and not question.is_approval:
            answer = self.recorded(question)
            if answer is not None:
                return answer
        if _somebody_is_there():
            # Loaded late: most commands are never asked anything.
            from inspector.headless.conversing import Terminal, converse

            if self._visiting is not None:
                self._visiting.cancel()  # the call has gone on: there is one terminal, and another question
            async with self._one_at_a_time:
                answer = await converse(question, Terminal(), self.prepare)
            if question.mode == "url" and question.era == "legacy" and question.key and agreed(answer):
                self._visit(question)
        if answer is None:
            self.unanswered.append(question)
        return answer

    def _visit(self, question: Question) -> None:
        """The server may tell that the page is done, or not: the person can."""
        client, op = self.client, question.op
        if client is None or op is None:
            return
        from inspector.headless.conversing import Terminal

        async def until_done(client: "Client", op: int) -> None:
            async with self._one_at_a_time:
                if await Terminal().line("  Press Enter when you have done it there: ") is not None:
                    client.go_on(op)

        self._visiting = client.start(until_done(client, op))


def agreed(answer: Answer) -> bool:
    """Whether the person agreed to what was asked."""
    return isinstance(answer.result, dict) and answer.result.get("action") == "accept"


def _somebody_is_there() -> bool:
    return sys.stdin is not None and sys.stderr is not None and sys.stdin.isatty() and sys.stderr.isatty()
