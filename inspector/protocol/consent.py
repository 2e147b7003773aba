"""The error −32042 of 2025-11-25: a page must be visited before the request can be done.

The person is asked for each page; when they have agreed to all, and the server has told that all are done, or the
person says so, the request is sent once more. What never tells so leaves the error as it is: the person may call again.

Source: `2025-11-25 client/elicitation#url-elicitation-required-error`,
`2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation`.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from inspector.protocol.steps import Ask, Decide, Heard, Pause, Reply, Step
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import URL_ELICITATION_REQUIRED, Error, Notification
from inspector.wire.text import visible
from inspector.wire.versions import Era

COMPLETE: Final = "notifications/elicitation/complete"
_CLAUSE: Final = "2025-11-25 client/elicitation#url-elicitation-required-error"


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the request may be sent `again`; `pending` are the elicitations that nobody answered.

    `lost` tells that the connection ended while the person was asked.
    """

    again: bool = False
    pending: tuple[str, ...] = ()
    human_ms: float = 0.0
    lost: Reply | None = None


def needs_page(reply: Reply, era: Era) -> bool:
    """Whether a legacy server wants a page visited first. To the modern era the code means nothing."""
    return era == "legacy" and reply.error is not None and reply.error.code == URL_ELICITATION_REQUIRED


def visit(method: str, about: str, reply: Reply, patience: float) -> Generator[Step, Any, Consent]:
    """Ask the person for each page that the error names, and wait until the server tells that all are done.

    `patience` in seconds is for each page.
    """
    pages, wrong = pages_of(reply.error)
    if wrong:
        yield _decide(method, "not retried", f"−32042 names no usable elicitations: {wrong}.", reply)
        return Consent()
    record = reply.records[-1] if reply.records else 0
    questions = {id: {"method": "elicitation/create", "params": page} for id, page in pages.items()}
    given = yield Ask(questions, record, about, "legacy")
    if isinstance(given, Reply):
        return Consent(lost=given)
    answers, human_ms = given
    pending = tuple(id for id in pages if id not in answers)
    refused = [id for id, answer in answers.items() if not _accepted(answer)]
    if pending or refused:
        why = "Nobody agreed to visit the page." if pending else "The person did not agree to visit the page."
        yield _decide(method, "not retried", why, reply)
        return Consent(pending=pending, human_ms=human_ms)
    many = "the page is" if len(pages) == 1 else f"all {len(pages)} pages are"
    yield _decide(method, "waiting", f"The person agreed; the server is to tell when {many} done.", reply)
    for id in pages:
        # On HTTP the news comes on another stream, and may overtake the error that names the page.
        heard: Heard = yield Pause(patience, _completes(id), since=reply.records[0] if reply.records else 0)
        human_ms += heard.ms
        if heard.told:
            because = "The person says that it is done: the request is sent once more."
            yield _decide(method, "retried", because, reply)
            return Consent(True, human_ms=human_ms)
        if heard.news is None:
            because = f"The server did not tell that {visible(id)} is done; it can be called again by hand."
            yield _decide(method, "not retried", because, reply)
            return Consent(human_ms=human_ms)
    yield _decide(method, "retried", f"The server tells that {many} done: the request is sent once more.", reply)
    return Consent(True, human_ms=human_ms)


def give_up(method: str, reply: Reply) -> Decide:
    """The decision where the server wants a page again, after the one retry."""
    return _decide(method, "given up", "−32042 again after the page was done; one retry is the most.", reply)


def pages_of(error: Error | None) -> tuple[dict[str, dict[str, Json]], str]:
    """The elicitations that the error names, by their ids, and what is wrong with the list: then there are none."""
    data: Json = error.data if error is not None else MISSING
    listed = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(listed, list) or not listed:
        return {}, "data.elicitations is no list with entries"
    pages: dict[str, dict[str, Json]] = {}
    for number, page in enumerate(listed, 1):
        if not isinstance(page, dict) or page.get("mode") != "url" or not isinstance(page.get("url"), str):
            return {}, f"entry {number} is no elicitation of mode url with a URL"
        id = page.get("elicitationId")
        if not isinstance(id, str) or id in pages:
            return {}, f"entry {number} has no elicitationId of its own"
        pages[id] = page
    return pages, ""


def _accepted(answer: Json) -> bool:
    return isinstance(answer, dict) and answer.get("action") == "accept"


def _completes(id: str) -> Any:
    def done(news: Notification) -> bool:
        params = news.params
        return news.method == COMPLETE and isinstance(params, dict) and params.get("elicitationId") == id

    return done


def _decide(method: str, verdict: str, because: str, reply: Reply) -> Decide:
    return Decide(events.Decision("retry", method, verdict, because, clause=_CLAUSE, records=reply.records))
