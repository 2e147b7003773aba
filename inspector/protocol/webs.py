"""The HTTP exchanges of a session, folded from their records: what came, what is a stream of the server's own.

A redirect gives several requests and answers under one number; the last counts.
"""

from collections import deque
from typing import Final

from inspector.errors import AuthorizationNeeded
from inspector.protocol.changes import Web
from inspector.protocol.steps import Failure
from inspector.wire import events
from inspector.wire.json import Json

_KEEP_BODY: Final = 64 * 1024
_LATELY: Final = 256  # exchanges that are over, whose headers and bodies somebody may still look at


class Webs:
    """`all` holds every exchange by its number, without headers and body when it is long over.

    `streams` are the open GETs on which any answer may come: the GET stream of a legacy server and that of HTTP+SSE,
    but not a GET that resumes one answer's stream.
    """

    def __init__(self) -> None:
        self.all: dict[int, Web] = {}
        self.streams: set[int] = set()
        self._resuming: set[int] = set()
        self._over: deque[int] = deque()

    def get(self, number: int | None) -> Web | None:
        """The exchange of this number, if there is one."""
        return None if number is None else self.all.get(number)

    def at(self, number: int) -> Web:
        """The exchange of this number, begun if need be."""
        return self.all.setdefault(number, Web(number))

    def is_stream(self, number: int | None) -> bool:
        """Whether the answer of this exchange is an event stream, on which more may come."""
        web = self.get(number)
        return web is not None and "text/event-stream" in web.header("content-type").lower()

    def feed(self, event: events.HttpRequest | events.HttpResponse | events.HttpBody | events.SseBlock) -> None:
        """Take in what is not the end."""
        if isinstance(event, events.HttpRequest):
            self.all[event.http] = Web(event.http, event.verb, event.headers)
            return
        web = self.at(event.http)
        if isinstance(event, events.HttpResponse):
            web.status, web.headers = event.status, event.headers
            if web.verb == "GET" and event.status == 200 and event.http not in self._resuming:
                self.streams.add(event.http)
        elif isinstance(event, events.HttpBody):
            web.body = (web.body + event.raw)[:_KEEP_BODY]
        else:
            web.events += 1
            if event.event:
                web.streamed.append(event.event)

    def ended(self, event: events.HttpEnd) -> tuple[Web, bool]:
        """The exchange that is over, and whether the last stream of the server's own went with it."""
        web = self.at(event.http)
        web.ended, web.failure, web.step = True, event.failure, event.step
        self._over.append(event.http)
        if len(self._over) > _LATELY:
            old = self.all[self._over.popleft()]
            if old.ended:
                old.sent, old.headers, old.body = (), (), b""
        was_stream = event.http in self.streams
        self.streams.discard(event.http)
        return web, was_stream and not self.streams

    def verdict(self, web: Web) -> tuple[Failure, str]:
        """Why an exchange that is over brought no answer: the failure, and a sentence."""
        failure, detail = verdict(web)
        if failure == "http" and web.number in self._resuming:
            return failure, f"the stream ended early, and to resume it came to {detail}"
        return failure, detail

    def told(self, data: dict[str, Json]) -> None:
        """What a decision says of an exchange: why it stays refused, or which GET goes on with its stream."""
        refused = data.get("refused")
        if isinstance(refused, dict) and isinstance(refused.get("http"), int):
            message, why, hint = (str(refused.get(name, "")) for name in ("message", "why", "hint"))
            self.at(refused["http"]).fault = AuthorizationNeeded(message, why=why, hint=hint)
            return
        number = data.get("http")
        if not isinstance(number, int):
            return
        if "resumes" in data:
            self._resuming.add(number)
        elif data.get("reopens") in self.streams:
            self.streams.add(number)  # so that what waits for the stream goes on waiting while there is none


def verdict(web: Web) -> tuple[Failure, str]:
    """Why an exchange that is over brought no answer: the failure, and a sentence."""
    if web.failure:
        return ("network" if web.status is None else "unanswered"), web.failure
    if web.status is not None and not 200 <= web.status < 300:
        untold = f", and no token for it: {web.fault.account.rstrip('.')}" if web.fault is not None else ""
        return "http", f"HTTP {web.status}{untold}"
    if web.status == 202:
        return "unanswered", "HTTP 202 for a request, which wants an answer"
    if web.body:
        return "http", f"HTTP {web.status}, {web.header('content-type') or 'no content type'}, and no message in it"
    return "unanswered", f"HTTP {web.status} ended without an answer"
