"""A session with everything that a timeline shows: a slow call, a failed one, people who are waited for, noise."""

from inspector.wire.events import Began, Received, Sent, Stderr
from inspector.wire.json import dumps
from tests.tui.app.staging import more, records_of

NOW = 195.0
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}, "url": {}}},
}
FOUND = {"structuredContent": {"total": 0, "books": []}}


def _call(op, id, name, took, result, *between):
    params = {"name": name, "arguments": {}, "_meta": META}
    request = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    answer = {"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete", "content": [], **result}}
    steps = [(0.0001, Began(op, "tools/call", name)), (0.0001, Sent(dumps(request).encode(), op=op)), *between]
    return [*steps, *([(took, Received(dumps(answer).encode()))] if took is not None else [])]


def timed():
    """The session of the library, with more calls after it; the last two are under way at the second `NOW`."""
    steps, id = [(4.0, Stderr(b"INFO alder.loans: 3 due"))], 40
    for op, took in enumerate((0.029, 0.031, 0.027, 0.071, 0.029, 0.03, 0.028), 8):
        call = _call(op, id + op, "search_catalogue", took, FOUND)
        steps += [(2.9, call[0][1]), *call[1:]]
    noise = (0.2, Stderr(b"WARNING alder.search: the index is being built"))
    steps += [(3.0, Stderr(b"INFO alder.search: index")), *_call(15, 70, "search_catalogue", 1.11, FOUND, noise)]
    steps += [(1.5, Stderr(b"INFO alder.marc")), *_call(16, 71, "import_marc", 0.022, {"isError": True})]
    page = {"mode": "url", "message": "Pay the fine?", "url": "https://pay.library.example/f/88", "elicitationId": "88"}
    question = {"pay": {"method": "elicitation/create", "params": page}}
    unfinished = {"resultType": "input_required", "inputRequests": question}
    steps += [(1.0, Stderr(b"INFO alder.fines")), *_call(17, 72, "pay_fine", 0.21, unfinished)]
    steps += [(2.5, Stderr(b"INFO alder.shelves")), *_call(18, 73, "recount_shelf", None, {})]
    return more(records_of("library"), *steps)
