"""A world that keeps the records that a session would have of it."""

from typing import Any

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.masking import body_without, headers_without, recorded, secrets_out
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
        self.address = SERVER
        self.message = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
        self.result = b'{"jsonrpc":"2.0","id":1,"result":{}}'
        self.took = 0.01
        self.op: int | None = None
        self._at = 0.0
        self._exchanges = CALL

    def add(self, event: events.Event) -> None:
        """The next record, a while (`took`) after the one before."""
        self._at += self.took
        self.records.append(Record(len(self.records) + 1, self._at, event))

    def answer(self, step: Any) -> Any:
        """What comes of one step, and the records of it."""
        if type(step).__name__ == self._until:
            raise InterruptedError
        if not isinstance(step, Fetch):
            reply = super().answer(step)
            self._at += 9.0 if isinstance(step, Visit) else 0.0
            if not isinstance(step, Return | Visit):
                self.add(step.decision)
            return reply
        self._exchanges += 1
        http, secrets = self._exchanges, secrets_out(step)
        self.add(
            events.HttpRequest(
                http, step.verb, step.url, headers_without(step.headers), body_without(step.body, secrets)
            )
        )
        answer: Answer = super().answer(step)
        if answer.status is not None:
            self.add(events.HttpResponse(http, answer.status, headers=answer.headers, ms=5.0))
            self.add(events.HttpBody(http, recorded(answer, secrets)))
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
        how.setdefault("url", self.address)
        self.add(events.HttpRequest(CALL, "POST", self.address))
        self.add(events.Sent(self.message, http=CALL, op=self.op))
        for refused in refusals or (refusal(trial=trial),):
            refused.trial.http = CALL
            self.add(events.HttpResponse(CALL, refused.status, headers=refused.headers, ms=11.0))
            try:
                self.authorize(refused=refused, **how)
            except InterruptedError:
                return
            except AuthorizationNeeded as fault:
                self.add(failed(fault, CALL))
                break
            self.add(events.HttpRequest(CALL, "POST", self.address))
        else:
            self.add(events.HttpResponse(CALL, 200, headers=(("Content-Type", "application/json"),), ms=21.0))
            self.add(events.Received(self.result, http=CALL))
        self.add(events.HttpEnd(CALL))
