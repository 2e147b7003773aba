"""What a record is, in a sentence or two, for somebody who does not know the protocol by heart."""

from dataclasses import dataclass
from typing import Final

from inspector.analysis.clauses import ERRORS, HTTP, MRTR, STDIO, clause_of
from inspector.analysis.rows import Row
from inspector.analysis.words import brief, counted, short
from inspector.wire import events
from inspector.wire.events import Event
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Batch, Error, Malformed, Message, Result

_REQUESTS: Final = {
    "server/discover": "We ask who the server is, what it offers, and which versions it speaks.",
    "initialize": "We begin in the legacy way: we offer a version and say what we can.",
    "ping": "A sign of life is asked for.",
    "tools/list": "We ask for the tools.",
    "tools/call": "We call the tool {name}.",
    "resources/list": "We ask for the resources.",
    "resources/templates/list": "We ask for the resource templates.",
    "resources/read": "We read the resource {name}.",
    "prompts/list": "We ask for the prompts.",
    "prompts/get": "We get the prompt {name}.",
    "completion/complete": "We ask how an argument could go on.",
    "subscriptions/listen": "We ask to be told of changes; the request stays open.",
    "logging/setLevel": "We say how much the server is to log.",
    "tasks/get": "We ask how the task {name} is getting on.",
}
_QUESTIONS: Final = {
    "elicitation/create": "The server asks the person something.",
    "sampling/createMessage": "The server asks for a text of a model.",
    "roots/list": "The server asks which folders it may work in.",
    "ping": "The server asks for a sign of life.",
}
_NEWS: Final = {
    "notifications/initialized": "We say that the handshake is over.",
    "notifications/tools/list_changed": "The list of tools has changed.",
    "notifications/resources/list_changed": "The list of resources has changed.",
    "notifications/prompts/list_changed": "The list of prompts has changed.",
    "notifications/resources/updated": "The resource {name} has changed.",
    "notifications/subscriptions/acknowledged": "The server says what it will tell us of, perhaps less than we asked.",
    "notifications/message": "A log message.",
}
_CODES: Final = {
    -32700: "the server could not read our JSON",
    -32600: "the server does not take this for a request",
    -32601: "the server does not have this method",
    -32602: "the server refuses the params",
    -32603: "something broke inside the server",
    -32002: "there is no such resource (before 2026-07-28)",
    -32020: "our headers and our message do not agree, says the server",
    -32021: "the server needs a capability that we did not declare",
    -32022: "the server does not speak this version",
    -32042: "the person has to open a URL first",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what is to be said; `seq` is the record that it leads to, if it leads to one."""

    label: str
    text: str
    seq: int | None = None


def sentence(row: Row, event: Event, message: Message | None) -> str:
    """What the record is. `message` is what it holds, None for what holds none."""
    if isinstance(message, Malformed):
        return _malformed(row, message)
    if isinstance(message, Batch):
        return f"A batch of {counted(len(message.messages), 'message')} in one array."
    if row.kind == "req":
        return _REQUESTS.get(row.method, "A request of ours.").format(name=row.name or "that is named in it")
    if row.kind == "ask":
        return _QUESTIONS.get(row.method, "A request of the server.")
    if row.kind == "ans":
        return "Our answer to what the server asked."
    if row.kind in ("ntf-in", "ntf-out"):
        return _notification(row)
    if isinstance(message, Result | Error):
        return _answer(row, message)
    return _event(event)


def _notification(row: Row) -> str:
    if row.method == "notifications/progress":
        return f"Progress of the request {row.id_text.removeprefix('~')}: {row.what}."
    if row.method == "notifications/cancelled":
        who = "We cancel" if row.kind == "ntf-out" else "The server cancels"
        return f"{who} the request {row.id_text.removeprefix('~')}."
    known = _NEWS.get(row.method)
    if known is not None:
        return known.format(name=row.name or "that is named in it")
    return "A notification of the server." if row.kind == "ntf-in" else "A notification of ours."


def _answer(row: Row, answer: Result | Error) -> str:
    if row.status_text == "answers nothing":
        return "An answer to a request that we did not make."
    if row.status_text == "late":
        return "An answer that nobody waits for any more."
    if row.status_text == "twice":
        return "A second answer to a request that has its answer."
    if row.status_text == "wrong id":
        return "An answer in the body of our own POST, but with the id of another request."
    if isinstance(answer, Error):
        meaning = _CODES.get(answer.code) if answer.code is not None else None
        return f"An error answer: {meaning}." if meaning else "An error answer."
    if row.status_text == "isError":
        return "The tool ran and says that it failed (isError). The protocol worked."
    if row.status_text == "input required":
        return _unfinished(answer.result)
    if row.status_text == "task":
        return "The work goes on as a task; its state is asked for later."
    if row.status_text == "complete":
        return f"The result of {row.method}." if row.method else "A result."
    return f"A result of a kind that we do not know: {row.status_text}."


def _unfinished(result: Json) -> str:
    questions = result.get("inputRequests") if isinstance(result, dict) else None
    keeps = isinstance(result, dict) and "requestState" in result
    if not isinstance(questions, dict) or not questions:
        return "An unfinished result: the request is to be sent again" + (" with the server's state." if keeps else ".")
    number = "one question" if len(questions) == 1 else f"{len(questions)} questions"
    return f"An unfinished result: the server asks {number}" + (" and keeps its state." if keeps else ".")


def _malformed(row: Row, message: Malformed) -> str:
    if message.reason == "empty":
        return "A blank line."
    where = "A line on stdout" if row.kind == "out" and row.what == "stray stdout line" else "A text"
    return f"{where} that is no message: {short(message.reason)}."


def _event(event: Event) -> str:
    if isinstance(event, events.Stderr):
        return "A line that the server wrote to stderr. It need not mean that anything is wrong."
    if isinstance(event, events.Decision):
        return short(event.because, 1000)
    if isinstance(event, events.Opened):
        return "A process was started." if event.transport == "stdio" else "An address is about to be spoken to."
    if isinstance(event, events.Exited):
        return (
            "The server's process ended, as we had asked." if event.asked else "The server's process ended of itself."
        )
    if isinstance(event, events.Closed):
        return "The connection is closed; nothing more comes from it."
    if isinstance(event, events.HttpRequest):
        return "Our HTTP request, as it went out."
    if isinstance(event, events.HttpResponse):
        return "The status line and the headers of the answer."
    if isinstance(event, events.HttpBody):
        return "A body that holds no message."
    if isinstance(event, events.SseBlock):
        return "A part of an event stream that carries no message."
    if isinstance(event, events.HttpEnd):
        return f"The HTTP exchange broke: {short(event.failure)}." if event.failure else "The HTTP exchange is over."
    if isinstance(event, events.Began):
        return "An operation of the person begins here."
    if isinstance(event, events.Note):
        return "A note that a person wrote." if event.text else "A note of a person was taken away."
    return "A record of a kind that this version does not know."


def clause(row: Row, event: Event, message: Message | None) -> str:
    """The clause that a reader of this record will want, or an empty text."""
    if isinstance(event, events.Decision):
        return event.clause
    if isinstance(message, Malformed | None):
        return STDIO if row.kind in ("out", "err") else HTTP if row.kind in ("web-out", "web-in", "sse") else ""
    if row.status_text == "input required":
        return MRTR
    if isinstance(message, Error):
        return ERRORS
    return clause_of(row.method)


def question_fact(key: str, question: Json) -> str:
    """A question of an unfinished result in a few words: `pickup, form, 2 fields`."""
    params = question.get("params") if isinstance(question, dict) else None
    method = question.get("method") if isinstance(question, dict) else None
    if method != "elicitation/create" or not isinstance(params, dict):
        return f"{short(key, 60)}, {brief(method, 60)}"
    if params.get("mode") == "url":
        return f"{short(key, 60)}, URL"
    schema = params.get("requestedSchema")
    fields = schema.get("properties") if isinstance(schema, dict) else None
    return f"{short(key, 60)}, form, {counted(len(fields) if isinstance(fields, dict) else 0, 'field')}"
