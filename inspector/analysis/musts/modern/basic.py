"""Demands on servers: messages, errors, `_meta`, schemas, versions, and the patterns that all methods share."""

from typing import Final

from inspector.analysis.musts.must import (
    CONDITION,
    ELSEWHERE,
    GENERAL,
    INSIDE,
    PERMITS,
    PROVOKED,
    Must,
    seen,
    unseen,
)

_INDEX: Final = "basic/index"
_VERSIONING: Final = "basic/versioning"
_MRTR: Final = "basic/patterns/mrtr"
_SERVER: Final = _MRTR + "#server-requirements-basic-workflow"
_CANCELLATION: Final = "basic/patterns/cancellation"
_PROGRESS: Final = "basic/patterns/progress"
_SUBSCRIPTIONS: Final = "basic/patterns/subscriptions"

MESSAGES: Final[tuple[Must, ...]] = (
    unseen(_INDEX, "Support the base protocol, versioning and the message patterns.", GENERAL),
    seen(f"{_INDEX}#messages", "Follow JSON-RPC 2.0.", "not-a-message", "jsonrpc-member", "params-shape", "batch"),
    seen(f"{_INDEX}#result-responses", "Give a result the id of its request.", "answer-to-nothing", "id-type-changed"),
    seen(f"{_INDEX}#result-responses", "Put a result into a result response.", "no-answer", "result-and-error"),
    seen(f"{_INDEX}#result-responses", "Give each result a resultType.", "result-type-missing", "result-type-shape"),
    seen(
        f"{_INDEX}#resulttype",
        "Use only the result types of the protocol and of declared extensions.",
        "result-type-unknown",
        "task-undeclared",
    ),
    seen(
        f"{_INDEX}#error-responses",
        "Give an error the id of its request, unless that could not be read.",
        "error-without-id",
        "wrong-id",
        "answer-to-nothing",
    ),
    seen(f"{_INDEX}#error-responses", "Give an error a code and a message.", "error-shape"),
    seen(f"{_INDEX}#error-responses", "Error codes are integers.", "error-shape"),
    unseen(f"{_INDEX}#error-codes", "Make no new codes from −32000 to −32019.", PERMITS),
    seen(f"{_INDEX}#error-codes", "Send no code from −32020 to −32099 that is not defined.", "error-code-undefined"),
    seen(f"{_INDEX}#error-codes", "Use the defined codes for what they mean only.", "error-code-misused"),
    seen(
        f"{_INDEX}#error-codes",
        "Send no codes of older revisions: −32002, −32042.",
        "error-code-retired",
        "url-elicitation-error",
    ),
    seen(
        f"{_INDEX}#notifications",
        "Do not answer a notification.",
        "result-without-id",
        "answer-to-nothing",
        "notification-status",
    ),
    seen(f"{_INDEX}#notifications", "Give a notification no id.", "notification-with-id"),
    unseen(f"{_INDEX}#statelessness", "Do not rely on earlier requests of the connection.", INSIDE),
    unseen(f"{_INDEX}#statelessness", "Name state that spans requests by an identifier in each of them.", INSIDE),
    seen("basic/patterns/index", "Send no requests.", "server-request"),
)

SCHEMAS: Final[tuple[Must, ...]] = (
    unseen(f"{_INDEX}#schema-dialect", "Support at least JSON Schema 2020-12.", INSIDE),
    unseen(f"{_INDEX}#implementation-requirements", "Support 2020-12 where a schema names no dialect.", INSIDE),
    unseen(f"{_INDEX}#implementation-requirements", "Validate a schema by its own dialect or the default.", INSIDE),
    unseen(f"{_INDEX}#implementation-requirements", "Refuse with an error a dialect that is not supported.", PROVOKED),
    seen(
        f"{_INDEX}#schema-validation",
        "Give schemas that are valid in their dialect.",
        "schema-invalid",
        "input-schema",
        "schema-dialect",
    ),
    unseen(f"{_INDEX}#ref-resolution", "Do not follow a $ref to the network unasked.", ELSEWHERE),
    unseen(f"{_INDEX}#ref-resolution", "Keep the fetching of references off by default.", INSIDE),
)

META: Final[tuple[Must, ...]] = (
    unseen(f"{_INDEX}#meta", "Make no assumptions about values at reserved keys.", INSIDE),
    seen(f"{_INDEX}#meta", "Form a key's prefix of labels with dots between them and a slash after.", "meta-key"),
    seen(f"{_INDEX}#meta", "Begin a label with a letter, end it with a letter or digit.", "meta-key"),
    seen(f"{_INDEX}#meta", "Begin and end a key's name with a letter or digit.", "meta-key"),
    seen(
        f"{_INDEX}#meta", "Refuse with −32602 a request without the members that it must have.", "missing-meta-accepted"
    ),
    seen(f"{_INDEX}#meta", "Over HTTP, refuse it with 400.", "missing-meta-accepted"),
    seen(
        f"{_INDEX}#meta",
        "Do not rely on capabilities that the client did not declare.",
        "undeclared-input",
        "task-undeclared",
    ),
    unseen(f"{_INDEX}#meta", "Refuse with −32021 what needs a capability that was not declared.", CONDITION),
    seen(f"{_INDEX}#meta", "Give −32021 the status 400 over HTTP.", "error-status"),
    seen(f"{_INDEX}#meta", "Name the subscription in notifications on its stream.", "unrouted-news"),
    seen(f"{_INDEX}#meta", "Form traceparent, tracestate and baggage as their standards have them.", "trace-context"),
)

VERSIONING: Final[tuple[Must, ...]] = (
    seen(
        f"{_VERSIONING}#protocol-version-negotiation",
        "Refuse with −32022 a version that is not implemented.",
        "version-accepted",
        "error-code-misused",
    ),
    seen(
        f"{_VERSIONING}#protocol-version-negotiation",
        "Implement server/discover.",
        "discover-missing",
        "discover-shape",
    ),
    seen(f"{_VERSIONING}#extension-negotiation", "Name extensions as keys of _meta, with a prefix.", "extension-name"),
    unseen(
        f"{_VERSIONING}#extension-negotiation",
        "Do without an extension that the other side has not, or refuse with an error.",
        CONDITION,
    ),
)

QUESTIONS: Final[tuple[Must, ...]] = (
    seen(_MRTR, "Ask by a result with resultType input_required, not by a request.", "server-request"),
    seen(
        f"{_MRTR}#supported-requests",
        "Ask only in answer to tools/call, prompts/get and resources/read.",
        "input-required-not-allowed",
    ),
    unseen(_SERVER, "Give each question a key of its own.", "A JSON object is read with each key once."),
    seen(_SERVER, "Ask for an elicitation, sampling or roots, and nothing else.", "input-request-unknown"),
    unseen(_SERVER, "Take requestState for an attacker's.", INSIDE),
    unseen(_SERVER, "Protect the integrity of requestState where anything depends on it.", INSIDE),
    unseen(_SERVER, "Refuse a requestState that fails verification.", PROVOKED),
    unseen(_SERVER, "Enforce inside the server that a state is used only once, where it must be.", INSIDE),
    seen(_SERVER, "Give inputRequests, requestState, or both.", "input-required-empty"),
    seen(_SERVER, "Ask only for what the request declares.", "undeclared-input"),
    unseen(_SERVER, "Do not count on the client's answers, nor on another try.", INSIDE),
    unseen(f"{_MRTR}#security-considerations", "Validate requestState.", PROVOKED),
)

STREAMS: Final[tuple[Must, ...]] = (
    unseen(
        _CANCELLATION,
        "Send notifications/cancelled when tearing down a subscription.",
        "Another page lets the server answer instead; a stream that ends with neither has the rule "
        "subscription-end-unsaid.",
    ),
    seen(_CANCELLATION, "Send notifications/cancelled for nothing but a subscription.", "server-cancels"),
    seen(f"{_CANCELLATION}#behavior-requirements", "Name in it a subscriptions/listen.", "server-cancels"),
    unseen(
        f"{_CANCELLATION}#transport-specific-cancellation",
        "Take a disconnect for the cancellation of that request.",
        INSIDE,
    ),
    unseen(f"{_CANCELLATION}#timing-considerations", "Cope with a cancellation that comes late.", INSIDE),
    seen(f"{_PROGRESS}#progress-flow", "Increase progress with each notification.", "progress-not-increasing"),
    seen(f"{_PROGRESS}#behavior-requirements", "Name only tokens of requests that are in progress.", "progress-token"),
    seen(f"{_PROGRESS}#implementation-notes", "Stop progress after the end.", "progress-token"),
    seen(
        f"{_SUBSCRIPTIONS}#opening-a-stream",
        "Send only the kinds of news that were asked for.",
        "news-not-requested",
        "news-of-another",
    ),
    seen(
        f"{_SUBSCRIPTIONS}#acknowledgment",
        "Acknowledge a subscription first.",
        "news-before-acknowledgement",
        "subscription-unacknowledged",
    ),
    seen(
        f"{_SUBSCRIPTIONS}#acknowledgment",
        "Send nothing on the subscription before that.",
        "news-before-acknowledgement",
    ),
)

DEMANDS: Final = (*MESSAGES, *SCHEMAS, *META, *VERSIONING, *QUESTIONS, *STREAMS)
