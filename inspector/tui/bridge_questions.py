"""The questions of a bridge: what the server asks, until the person has answered it."""

import asyncio
from collections.abc import Callable

from textual.message import Message

from inspector.protocol.questions import Answer, Question
from inspector.tui.bridge_told import FRAME, Questions


class BridgeQuestions:
    """Made by the bridge. `recorded` gives an answer that is known already, or None."""

    def __init__(self, post: Callable[[Message], object], recorded: Callable[[Question], Answer | None]) -> None:
        self._post = post
        self._recorded = recorded
        self._answers: dict[int, asyncio.Future[Answer | None]] = {}
        self._open: dict[int, Question] = {}
        self._telling: asyncio.TimerHandle | None = None
        self._told_at = -FRAME

    def __len__(self) -> int:
        return len(self._open)

    async def ask(self, question: Question) -> Answer | None:
        """Wait for the answer to a question."""
        recorded = self._recorded(question)
        if recorded is not None:
            return recorded
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._answers[question.number] = future
        self._open[question.number] = question
        self._changed()
        try:
            return await future
        finally:
            self._answers.pop(question.number, None)
            self._open.pop(question.number, None)
            self._changed()

    def answer(self, number: int, answer: Answer) -> None:
        """Answer a question; nothing if it is gone."""
        future = self._answers.get(number)
        if future is not None and not future.done():
            future.set_result(answer)

    def end(self) -> None:
        """Tell now what would be told later."""
        if self._telling is not None:
            self._tell()

    def _changed(self) -> None:
        """Tell what waits: at once, unless that was told within this frame; then at its end, of all that came since."""
        if self._telling is not None:
            return
        loop = asyncio.get_running_loop()
        rest = self._told_at + FRAME - loop.time()
        if rest > 0:
            self._telling = loop.call_later(rest, self._tell)
        else:
            self._tell()

    def _tell(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self._told_at = asyncio.get_running_loop().time()
        self._post(Questions(tuple(self._open.values())))
