"""Sessions composed by hand, each with one thing to look at."""

from inspector.wire import events
from inspector.wire.json import dumps
from tests.analysis.journals import MODERN_META, Journal

CALL = {"name": "reserve_book", "arguments": {"reader": "4711"}, "_meta": MODERN_META}
TEXT = {"type": "string"}
QUESTION = {
    "method": "elicitation/create",
    "params": {"message": "Where to pick up?", "requestedSchema": {"type": "object", "properties": {"branch": TEXT}}},
}
SECRET = "Bearer sk-verysecret-1234567890"


def reserved():
    """A call with a question in between: 4 Began, 5 request, 6 unfinished, 7 its retry, 8 the result."""
    journal = Journal(tick=0.0).modern()
    journal.add(events.Began(8, "tools/call", "reserve_book"))
    journal.request("tools/call", CALL, id=21, op=8)
    unfinished = {"resultType": "input_required", "inputRequests": {"pickup": QUESTION}, "requestState": "x" * 200}
    journal.wait(0.013).result(21, unfinished)
    journal.wait(4.2).request("tools/call", CALL | {"requestState": "x" * 200}, id=22, op=8)
    text = {"type": "text", "text": "Booked.\nUntil Friday."}
    journal.wait(0.028).result(22, {"resultType": "complete", "content": [text]})
    return journal


def stray(*lines):
    """Lines on stdout that are no messages: from record 4 on."""
    journal = Journal(tick=0.0).modern()
    for line in lines:
        journal.line(line)
    return journal


def cancelled():
    """An answer that came after its request was cancelled: 4 request, 5 cancelled, 6 answer."""
    journal = Journal(tick=0.1).modern()
    journal.request("tools/call", CALL, id=25)
    journal.sent({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 25}})
    journal.wait(2).result(25, {"resultType": "complete", "content": []})
    return journal


def web():
    """A call over HTTP, answered in an event stream: 2 HTTP out, 3 request, 4 HTTP in, 5 answer, 6 end."""
    journal = Journal(tick=0.0)
    journal.opened_http("https://alder.example/mcp")
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL}
    headers = (("Authorization", SECRET), ("mcp-method", "tools/call"), ("x-odd", "[bold]a\x1b[31m  b"))
    journal.add(events.HttpRequest(1, "POST", "https://alder.example/mcp", headers))
    journal.add(events.Sent(dumps(message).encode(), http=1))
    named = (("content-type", "text/event-stream"),)
    phases = {"connect": 2.0, "tls": 9.0, "wait": 148.0}
    journal.add(
        events.HttpResponse(1, 200, "OK", headers=named, ms=159.0, phases=phases, peer="10.0.0.1:443", tls="TLSv1.3")
    )
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": []}}
    journal.add(events.Received(dumps(answer).encode(), http=1, before=b"event: message\nid: 7\ndata: ", after=b"\n\n"))
    journal.add(events.HttpEnd(1, ms=190.0))
    return journal


def refused():
    """An HTTP exchange that broke: 2 HTTP out, 3 request, 4 end."""
    journal = Journal(tick=0.0)
    journal.opened_http("https://alder.example/mcp")
    journal.post({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    journal.end(1, "connection refused", "connect")
    return journal
