"""The demands of revision 2024-11-05. Source: `docs/specification/2024-11-05/**`, `schema/2024-11-05/schema.ts`.

Those on clients stand with the newest revision alone.
"""

from typing import Final

from inspector.analysis.musts.lasting import EVERY
from inspector.analysis.musts.must import Inventory, Must, seen

_OWN: Final[tuple[Must, ...]] = (
    # messages
    seen(
        "basic/messages",
        "Make each message one of JSON-RPC 2.0.",
        "jsonrpc-member",
        "not-a-message",
        "no-answer",
        "params-shape",
        "no-number",
    ),
    seen("basic/messages#requests", "Give each request a string or an integer as its id.", "id-type"),
    seen("basic/messages#requests", "Give no request null as its id.", "id-type"),
    seen("basic/messages#requests", "Use no id again within a session.", "request-id-in-use", "request-id-again"),
    seen(
        "basic/messages#responses",
        "Answer with the id of the request.",
        "answer-to-nothing",
        "wrong-id",
        "id-type-changed",
    ),
    seen(
        "basic/messages#responses",
        "Set either result or error in an answer, never both.",
        "no-answer",
        "result-and-error",
    ),
    seen("basic/messages#responses", "Make error codes integers.", "error-shape"),
    seen("basic/messages#notifications", "Answer no notification.", "result-without-id", "answer-to-nothing"),
    seen("basic/messages#notifications", "Give no notification an id.", "notification-with-id"),
    seen("basic/messages", "Send no batches, which the schema does not have.", "batch"),
    # transports
    seen("basic/transports#http-with-sse", "Have two endpoints: one for the stream, one for POSTs.", "endpoint-event"),
    seen(
        "basic/transports#http-with-sse",
        "Send an endpoint event with the URI for POSTs when a client connects.",
        "endpoint-event",
    ),
)

INVENTORY: Final = Inventory((*EVERY, *_OWN))
