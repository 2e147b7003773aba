"""The demands of revision 2024-11-05. Source: `docs/specification/2024-11-05/**`, `schema/2024-11-05/schema.ts`.

Those on clients stand with the newest revision alone.
"""

from typing import Final

from inspector.analysis.musts.must import ELSEWHERE, GENERAL, INSIDE, MEANING, PROVOKED, Inventory, Must, seen, unseen

_SERVER: Final[tuple[Must, ...]] = (
    # messages
    unseen("basic/index", "Support the base protocol and the lifecycle.", GENERAL),
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
    # lifecycle
    seen(
        "basic/lifecycle#initialization",
        "Say nothing that needs a session before it is initialized.",
        "request-before-initialized",
    ),
    seen(
        "basic/lifecycle#initialization",
        "Answer initialize with version, capabilities and who the server is.",
        "initialize-shape",
        "capability-shape",
    ),
    seen(
        "basic/lifecycle#version-negotiation",
        "Answer with the version that was asked for if the server speaks it.",
        "version-not-kept",
    ),
    seen(
        "basic/lifecycle#version-negotiation",
        "Answer with another version that the server speaks if it does not speak that one.",
        "version-made-up",
        "echoes-versions",
    ),
    # transports
    seen("basic/transports#stdio", "Put no newline into a message on stdio.", "stdout-noise", "unterminated-line"),
    seen("basic/transports#stdio", "Write nothing but messages to stdout.", "stdout-noise"),
    seen("basic/transports#security-warning", "Check the Origin of each connection.", "origin-accepted"),
    seen("basic/transports#http-with-sse", "Have two endpoints: one for the stream, one for POSTs.", "endpoint-event"),
    seen(
        "basic/transports#http-with-sse",
        "Send an endpoint event with the URI for POSTs when a client connects.",
        "endpoint-event",
    ),
    unseen(
        "basic/transports#custom-transports",
        "Keep the messages and the lifecycle of MCP on a transport of one's own.",
        ELSEWHERE,
    ),
    # utilities
    seen("basic/utilities/ping#behavior-requirements", "Answer ping promptly with an empty result.", "ping-answer"),
    seen("basic/utilities/progress#progress-flow", "Make progress tokens strings or integers.", "their-progress-token"),
    seen(
        "basic/utilities/progress#progress-flow",
        "Give each open request a progress token of its own.",
        "their-progress-token",
    ),
    seen(
        "basic/utilities/progress#progress-flow", "Increase progress with each notification.", "progress-not-increasing"
    ),
    seen(
        "basic/utilities/progress#behavior-requirements",
        "Name in progress only tokens of requests that are open.",
        "progress-token",
    ),
    seen("basic/utilities/progress#implementation-notes", "Send no progress after the end.", "progress-token"),
    seen(
        "basic/utilities/cancellation#behavior-requirements",
        "Cancel only requests that were sent in the same direction.",
        "cancelled-unknown",
    ),
    unseen(
        "basic/utilities/cancellation#behavior-requirements",
        "Cancel only requests that are believed to be under way.",
        INSIDE,
    ),
    unseen("basic/utilities/cancellation#timing-considerations", "Bear a cancellation that comes too late.", INSIDE),
    # what is asked of the client
    unseen("client/sampling#security-considerations", "Handle sensitive data as they need.", MEANING),
    # what is offered
    seen(
        "server/prompts#capabilities",
        "Declare prompts where there are any.",
        "undeclared-offer",
        "undeclared-notification",
    ),
    seen("server/prompts#image-content", "Encode images in prompts as base64, and name their type.", "prompt-message"),
    seen(
        "server/prompts#embedded-resources", "Give an embedded resource its uri, and text or base64.", "prompt-message"
    ),
    unseen("server/prompts#security", "Check what goes into prompts and comes out of them.", INSIDE),
    seen(
        "server/resources#capabilities",
        "Declare resources where there are any.",
        "undeclared-offer",
        "undeclared-notification",
    ),
    unseen("server/resources#security-considerations", "Check all URIs of resources.", PROVOKED),
    seen("server/resources#security-considerations", "Encode binary data properly.", "resource-contents"),
    seen(
        "server/tools#capabilities", "Declare tools where there are any.", "undeclared-offer", "undeclared-notification"
    ),
    unseen("server/tools#security-considerations", "Check all that goes into tools.", INSIDE),
    unseen("server/tools#security-considerations", "Control who may call tools.", INSIDE),
    unseen("server/tools#security-considerations", "Limit how often tools are called.", PROVOKED),
    unseen("server/tools#security-considerations", "Clean what tools put out.", MEANING),
    seen(
        "server/utilities/logging#capabilities",
        "Declare logging where log messages are sent.",
        "undeclared-notification",
    ),
    unseen(
        "server/utilities/logging#security",
        "Log no credentials, nothing personal, and nothing that helps an attack.",
        MEANING,
    ),
    unseen("server/utilities/completion#security", "Check what is to be completed.", INSIDE),
    unseen("server/utilities/completion#security", "Limit how often is completed.", PROVOKED),
    unseen("server/utilities/completion#security", "Suggest nothing to whom it is none of.", MEANING),
    # the schema
    seen(
        "schema#cancellednotification", "Name in a cancellation a request of the same direction.", "cancelled-unknown"
    ),
    unseen("schema#textresourcecontents", "Give text only for what is text.", MEANING),
)

INVENTORY: Final = Inventory(_SERVER)
