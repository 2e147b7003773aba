"""The demands that stand alike in more than one legacy revision, each once; the rest is with its revision."""

from typing import Final

from inspector.analysis.musts.must import ELSEWHERE, GENERAL, INSIDE, MEANING, PROVOKED, Must, seen, unseen

EVERY: Final[tuple[Must, ...]] = (
    # messages
    unseen("basic/index", "Support the base protocol and the lifecycle.", GENERAL),
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
    # transports
    seen("basic/transports#stdio", "Put no newline into a message on stdio.", "stdout-noise", "unterminated-line"),
    seen("basic/transports#stdio", "Write nothing but messages to stdout.", "stdout-noise"),
    seen("basic/transports#security-warning", "Check the Origin of each connection.", "origin-accepted"),
    unseen(
        "basic/transports#custom-transports",
        "Keep the messages and the lifecycle of MCP on a transport of one's own.",
        ELSEWHERE,
    ),
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
"""What holds in every legacy revision."""

SINCE_MARCH: Final[tuple[Must, ...]] = (
    # messages
    seen(
        "basic/index#messages",
        "Make each message one of JSON-RPC 2.0.",
        "jsonrpc-member",
        "not-a-message",
        "no-answer",
        "params-shape",
        "no-number",
    ),
    seen("basic/index#requests", "Give each request a string or an integer as its id.", "id-type"),
    seen("basic/index#requests", "Give no request null as its id.", "id-type"),
    seen("basic/index#requests", "Use no id again within a session.", "request-id-in-use", "request-id-again"),
    seen("basic/index#notifications", "Answer no notification.", "result-without-id", "answer-to-nothing"),
    seen("basic/index#notifications", "Give no notification an id.", "notification-with-id"),
    # transports
    seen("basic/transports", "Encode messages as UTF-8.", "not-utf-8"),
    seen("basic/transports#streamable-http", "Have one endpoint that takes both POST and GET.", "get-answer"),
    seen(
        "basic/transports#sending-messages-to-the-server",
        "Answer notifications and answers with 202.",
        "notification-status",
    ),
    seen("basic/transports#sending-messages-to-the-server", "Send no body with 202.", "accepted-body"),
    seen(
        "basic/transports#sending-messages-to-the-server",
        "Refuse a notification or an answer by an HTTP error status.",
        "notification-status",
    ),
    seen(
        "basic/transports#sending-messages-to-the-server",
        "Answer a request with an event stream or with JSON.",
        "content-type",
        "answer-type",
        "accepted-request",
        "result-status",
        "without-answer",
    ),
    seen(
        "basic/transports#listening-for-messages-from-the-server",
        "Answer a GET with an event stream, or with 405.",
        "get-answer",
    ),
    seen(
        "basic/transports#listening-for-messages-from-the-server",
        "Send no answers on a GET stream, unless it resumes that of the request.",
        "answer-on-other-stream",
    ),
    seen(
        "basic/transports#multiple-connections",
        "Send each message on one stream only.",
        "request-id-in-use",
        "answered-twice",
    ),
    seen(
        "basic/transports#resumability-and-redelivery",
        "Give events ids that are unique over all streams of the session.",
        "event-id-twice",
    ),
    seen(
        "basic/transports#resumability-and-redelivery",
        "Replay nothing that belongs to another stream.",
        "answer-on-other-stream",
    ),
    seen("basic/transports#session-management", "Make session ids of visible ASCII.", "session-id-characters"),
    seen(
        "basic/transports#session-management",
        "Answer 404 to the id of a session that has ended.",
        "session-gone-status",
    ),
    # authorization
    unseen("basic/authorization#token-handling", "Check access tokens as OAuth 2.1 says.", INSIDE),
    unseen("basic/authorization#token-handling", "Answer 401 to a token that is invalid or has expired.", PROVOKED),
    unseen(
        "basic/authorization#error-handling", "Answer 401, 403 or 400 to what is wrong with an authorization.", PROVOKED
    ),
    # what is offered
    seen("server/prompts#audio-content", "Encode audio in prompts as base64, and name its type.", "prompt-message"),
    seen(
        "server/utilities/completion#capabilities",
        "Declare completions where arguments are completed.",
        "undeclared-offer",
    ),
)
"""What holds from 2025-03-26 on."""

SINCE_JUNE: Final[tuple[Must, ...]] = (
    # messages
    unseen("basic/index#_meta", "Assume nothing of the values at names in _meta that are reserved.", INSIDE),
    seen(
        "basic/index#_meta",
        "Form the prefix of a name in _meta of labels, dots between and a slash at the end.",
        "meta-key",
    ),
    seen("basic/index#_meta", "Begin a label with a letter, and end it with a letter or a digit.", "meta-key"),
    seen("basic/index#_meta", "Begin and end the name after the prefix with a letter or a digit.", "meta-key"),
    # lifecycle
    seen(
        "basic/lifecycle#operation",
        "Use only capabilities that were agreed on.",
        "undeclared-capability",
        "undeclared-notification",
        "undeclared-offer",
        "declared-missing",
    ),
    # transports
    seen(
        "basic/transports#protocol-version-header",
        "Answer 400 to an MCP-Protocol-Version that is invalid or not supported.",
        "version-header-taken",
    ),
    # authorization
    unseen("basic/authorization#overview", "Serve metadata of the protected resource by RFC 9728.", ELSEWHERE),
    unseen(
        "basic/authorization#authorization-server-location",
        "Name at least one authorization server in that metadata.",
        ELSEWHERE,
    ),
    unseen("basic/authorization#token-handling", "Check that a token was issued for this very server.", INSIDE),
    unseen("basic/authorization#token-handling", "Accept and hand on no other tokens.", INSIDE),
    unseen("basic/authorization#token-theft", "Store tokens safely.", INSIDE),
    unseen(
        "basic/authorization#confused-deputy-problem",
        "As a proxy with one client id, ask the person for each client that registers.",
        ELSEWHERE,
    ),
    unseen(
        "basic/authorization#access-token-privilege-restriction",
        "Check access tokens before anything else, and refuse those for others.",
        INSIDE,
    ),
    unseen(
        "basic/authorization#access-token-privilege-restriction",
        "Do not pass the client's token on to other services.",
        ELSEWHERE,
    ),
    # what is offered
    seen("server/resources#custom-uri-schemes", "Form URIs as RFC 3986 has them.", "resource-uri"),
    seen(
        "server/tools#output-schema",
        "Give structured results that fit the outputSchema.",
        "structured-content-missing",
        "structured-content-schema",
    ),
)
"""What holds from 2025-06-18 on."""

MARCH_AND_JUNE: Final[tuple[Must, ...]] = (
    # messages
    seen(
        "basic/index#responses",
        "Answer with the id of the request.",
        "answer-to-nothing",
        "wrong-id",
        "id-type-changed",
    ),
    seen(
        "basic/index#responses", "Set either result or error in an answer, never both.", "no-answer", "result-and-error"
    ),
    seen("basic/index#responses", "Give an error a code and a message at least.", "error-shape", "error-message"),
    seen("basic/index#responses", "Make error codes integers.", "error-shape"),
)
"""What holds in 2025-03-26 and in 2025-06-18, and no more after that."""
