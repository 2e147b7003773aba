"""A world that keeps the records that a session would have of it."""

from typing import Any

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.steps import Answer, Fetch, Return, Visit
from inspector.transports.auth.trial import Trial, failed
from inspector.wire import events
from inspector.wire.events import Record
from tests.transports.auth.world import ISSUER, SERVER, World, document, refusal

CALL = 1
"""The exchange that is refused."""


class RecordedWorld(World):
    """`records` are of the refused call, its authorization, and of what came of the call then."""

    def __init__(self, **changes: Any) -> None:
        super().__init__(**changes)
        self.records: list[Record] = []
        self._until = ""
        self._exchanges = CALL

    def add(self, event: events.Event) -> None:
        """The next record, a hundredth of a second after the one before."""
        self.records.append(Record(len(self.records) + 1, len(self.records) / 100, event))

    def answer(self, step: Any) -> Any:
        """What comes of one step, and the records of it."""
        if type(step).__name__ == self._until:
            raise InterruptedError
        if not isinstance(step, Fetch):
            reply = super().answer(step)
            if not isinstance(step, Return | Visit):
                self.add(step.decision)
            return reply
        self._exchanges += 1
        http = self._exchanges
        self.add(events.HttpRequest(http, step.verb, step.url, step.headers, step.body))
        answer: Answer = super().answer(step)
        if answer.status is not None:
            self.add(events.HttpResponse(http, answer.status, headers=answer.headers, ms=5.0))
            self.add(events.HttpBody(http, answer.body))
        self.add(events.HttpEnd(http, len(answer.body), 6.0, answer.failure))
        return answer

    def refuse_refresh(self) -> None:
        """No refresh token is taken."""
        self.pages[f"{ISSUER}/token"] = lambda step: (
            document({"error": "invalid_grant"}, 400) if b"refresh_token" in step.body else document(self.token)
        )

    def call(self, *refusals: Any, until: str = "", **how: Any) -> None:
        """A call that is refused so often, and goes out again as often as it may.

        `until`: the step, as its class is called, at which it stands still.
        """
        trial, self._until = Trial(CALL), until
        self.add(events.HttpRequest(CALL, "POST", SERVER))
        for refused in refusals or (refusal(trial=trial),):
            refused.trial.http = CALL
            self.add(events.HttpResponse(CALL, refused.status, headers=refused.headers))
            try:
                self.authorize(refused=refused, **how)
            except InterruptedError:
                return
            except AuthorizationNeeded as fault:
                self.add(failed(fault, CALL))
                break
            self.add(events.HttpRequest(CALL, "POST", SERVER))
        else:
            self.add(events.HttpResponse(CALL, 200))
        self.add(events.HttpEnd(CALL))
