"""The demands of 2025-11-25 about messages, the lifecycle, and the utilities of both sides."""

from typing import Final

from inspector.analysis.musts.must import GENERAL, INSIDE, PROVOKED, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    # messages
    unseen("basic/index", "Support the base protocol and the lifecycle.", GENERAL),
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
    seen(
        "basic/index#result-responses",
        "Answer with the id of the request.",
        "answer-to-nothing",
        "wrong-id",
        "id-type-changed",
    ),
    seen("basic/index#result-responses", "Put a result into a result answer.", "no-answer", "result-and-error"),
    seen(
        "basic/index#error-responses",
        "Give an error the id of its request, unless that could not be read.",
        "error-without-id",
        "wrong-id",
        "answer-to-nothing",
        "id-type-changed",
    ),
    seen("basic/index#error-responses", "Give an error a code and a message at least.", "error-shape", "error-message"),
    seen("basic/index#error-responses", "Make error codes integers.", "error-shape"),
    seen("basic/index#notifications", "Answer no notification.", "result-without-id", "answer-to-nothing"),
    seen("basic/index#notifications", "Give no notification an id.", "notification-with-id"),
    seen("basic/index#messages", "Send each message by itself, and none in a batch.", "batch"),
    unseen("basic/index#_meta", "Assume nothing of the values at names in _meta that are reserved.", INSIDE),
    seen(
        "basic/index#_meta",
        "Form the prefix of a name in _meta of labels, dots between and a slash at the end.",
        "meta-key",
    ),
    seen("basic/index#_meta", "Begin a label with a letter, and end it with a letter or a digit.", "meta-key"),
    seen("basic/index#_meta", "Begin and end the name after the prefix with a letter or a digit.", "meta-key"),
    unseen("basic/index#schema-dialect", "Support JSON Schema 2020-12.", INSIDE),
    unseen("basic/index#implementation-requirements", "Take a schema without $schema for one of 2020-12.", INSIDE),
    unseen(
        "basic/index#implementation-requirements",
        "Check schemas by their dialect, and refuse a dialect that is not supported.",
        PROVOKED,
    ),
    seen(
        "basic/index#schema-validation",
        "Give schemas that are valid in their dialect.",
        "schema-invalid",
        "schema-dialect",
        "schema-reference",
    ),
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
    seen("basic/lifecycle#operation", "Respect the version that was agreed on.", "not-of-revision"),
    seen(
        "basic/lifecycle#operation",
        "Use only capabilities that were agreed on.",
        "undeclared-capability",
        "undeclared-notification",
        "undeclared-offer",
        "declared-missing",
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
        "basic/utilities/progress#behavior-requirements",
        "Go on with the token of the call while its task goes on.",
        "progress-token",
    ),
    seen("basic/utilities/progress#behavior-requirements", "Send no progress once a task has ended.", "task-progress"),
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
    unseen(
        "basic/utilities/cancellation#behavior-requirements",
        "Cancel a request that became a task by tasks/cancel.",
        "We ask for no tasks of the client, and no server makes one of a request to it.",
    ),
    unseen("basic/utilities/cancellation#timing-considerations", "Bear a cancellation that comes too late.", INSIDE),
)
