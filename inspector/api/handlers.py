"""What a program is called for: the server's questions, its notifications, the progress of a call.

A handler that raises does not end the session: the event loop's exception handler is told, which by default logs it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from inspector.api.faults import JsonRpcError
from inspector.client import CAPABILITIES
from inspector.forms import Draft, form_of
from inspector.protocol.questions import Answer, Question
from inspector.wire.json import MISSING, Json


class Notification(NamedTuple):
    """A notification of the server; `params` are as they were sent, None where there are none."""

    method: str
    params: Json


Handler = Callable[[Question], Awaitable[Mapping[str, Json] | None]]
"""Answers one question with the result object that the server gets. None: nobody is there. It may raise JsonRpcError
to refuse, and is cancelled when the question is withdrawn."""

Hearer = Callable[[Notification], object]
"""Hears one notification; it must not block."""

OnProgress = Callable[[dict[str, Json]], object]
"""Hears the params of one `notifications/progress`; it must not block."""

_CAPABILITY_OF: Final = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling"}


@dataclass(frozen=True, slots=True)
class Handlers:
    """The handlers of a session, by what they are for."""

    on_elicitation: Handler | None = None
    on_sampling: Handler | None = None
    on_notification: Hearer | None = None

    def declared(self, *, roots: bool) -> dict[str, Json]:
        """The capabilities that there are handlers for (`2026-07-28 client/elicitation#capabilities`)."""
        there = [capability for method, capability in _CAPABILITY_OF.items() if self._handler(method) is not None]
        capabilities = {name: CAPABILITIES[name] for name in there}
        return {**capabilities, "roots": {}} if roots else capabilities

    def _handler(self, method: str) -> Handler | None:
        return {"elicitation/create": self.on_elicitation, "sampling/createMessage": self.on_sampling}.get(method)

    async def ask(self, question: Question) -> Answer | None:
        """Have the question answered by its handler; None where there is none."""
        handler = self._handler(question.method)
        if handler is None:
            return None
        try:
            result = await handler(question)
        except JsonRpcError as refusal:
            return Answer(error=refusal.as_json(), by="The program")
        except Exception as error:
            _tell_loop(f"The handler of {question.method} failed", error)
            raise
        return None if result is None else Answer(dict(result), by="The program")

    def hear(self, notification: Notification) -> None:
        """Pass a notification on."""
        if self.on_notification is not None:
            shielded(self.on_notification)(notification)


def shielded(hearer: Callable[[Any], object]) -> Callable[[Any], None]:
    """The same, but what it raises is told to the event loop."""

    def hear(heard: Any) -> None:
        try:
            hearer(heard)
        except Exception as error:
            _tell_loop("A handler of notifications failed", error)

    return hear


def _tell_loop(message: str, error: Exception) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})


def prefilled(question: Question) -> dict[str, Json]:
    """The content of a form elicitation with the defaults of its `requestedSchema`, and nothing else.

    `2025-11-25 client/elicitation#requested-schema`: a client that supports defaults begins with them.
    """
    content = Draft.of(form_of(question.params.get("requestedSchema", MISSING))).arguments()
    return content if isinstance(content, dict) else {}
