"""Demands on clients."""

from typing import Final

from inspector.analysis.musts.must import (
    CONDITION,
    ELSEWHERE,
    GENERAL,
    IN_CLIENT,
    Must,
    seen,
    unseen,
)

_INDEX: Final = "basic/index"
_MRTR: Final = "basic/patterns/mrtr#client-requirements-basic-workflow"
_STDIO: Final = "basic/transports/stdio"
_HTTP: Final = "basic/transports/streamable-http"
_AUTH: Final = "basic/authorization/index"
_DISCOVERY: Final = "basic/authorization/authorization-server-discovery"
_REGISTRATION: Final = "basic/authorization/client-registration"
_SECURITY: Final = "basic/authorization/security-considerations"
_ELICITATION: Final = "client/elicitation"
_CACHING: Final = "server/utilities/caching"
_SAMPLING: Final = "client/sampling"
_OAUTH: Final = "It happens between the client and the authorization server."

BASIC: Final[tuple[Must, ...]] = (
    unseen(_INDEX, "Support the base protocol, versioning and the message patterns.", GENERAL),
    seen(f"{_INDEX}#requests", "Give each request a string or an integer for its id.", "client-id"),
    seen(f"{_INDEX}#requests", "Let no id be null.", "client-id"),
    seen(f"{_INDEX}#requests", "Let no id be that of another open request.", "client-id"),
    unseen(f"{_INDEX}#resulttype", "Take a resultType that is not known for invalid.", IN_CLIENT),
    unseen(f"{_INDEX}#resulttype", "Take a result without resultType for complete.", IN_CLIENT),
    unseen(f"{_INDEX}#error-codes", "Assume no meaning for codes from −32000 to −32019.", IN_CLIENT),
    unseen(
        f"{_INDEX}#notifications", "Do not answer a notification.", "An answer without an id names no notification."
    ),
    unseen(f"{_INDEX}#implementation-requirements", "Support JSON Schema 2020-12.", IN_CLIENT),
    unseen(f"{_INDEX}#implementation-requirements", "Validate schemas by their dialect.", IN_CLIENT),
    unseen(f"{_INDEX}#ref-resolution", "Do not follow a $ref to the network unasked.", ELSEWHERE),
    unseen(f"{_INDEX}#meta", "Make no assumptions about values at reserved keys.", IN_CLIENT),
    seen(f"{_INDEX}#meta", "Give each request protocolVersion and clientCapabilities.", "client-meta"),
    unseen(f"{_INDEX}#icons", "Show at least PNG and JPEG, if icons are shown.", IN_CLIENT),
    unseen(f"{_INDEX}#icons", "Take precautions with icons.", IN_CLIENT),
    unseen(f"{_INDEX}#icons", "Refuse icons of unsafe schemes.", IN_CLIENT),
    seen("basic/transports/index#messages", "Send no answers.", "client-answer"),
    unseen(
        _MRTR, "Gather the answers before trying again.", "Which try belongs to which question is the client's to know."
    ),
    seen(_MRTR, "Give requestState back exactly.", "client-state"),
    unseen(_MRTR, "Do not read, change or assume anything of requestState.", IN_CLIENT),
    seen(_MRTR, "Give no requestState where none came.", "client-state"),
    seen(_MRTR, "Try again with another id.", "client-id"),
    unseen(_MRTR, "Use questions and state for that request only.", "Which request it is about, the client knows."),
    unseen(
        "basic/patterns/cancellation#transport-specific-cancellation",
        "On stdio, cancel by a notification.",
        "That a request is given up without a word shows nowhere.",
    ),
    seen(
        "basic/patterns/cancellation#behavior-requirements",
        "Cancel only requests of one's own that are open.",
        "client-cancel",
    ),
    unseen("basic/patterns/cancellation#timing-considerations", "Cope with answers that come late.", IN_CLIENT),
    seen(
        "basic/patterns/progress#progress-flow",
        "Give a string or an integer as the token of progress.",
        "client-progress-token",
    ),
    seen(
        "basic/patterns/progress#progress-flow", "Give each open request a token of its own.", "client-progress-token"
    ),
    unseen(
        "basic/patterns/subscriptions#receiving-notifications",
        "On stdio, tell subscriptions apart by their id.",
        IN_CLIENT,
    ),
    unseen("basic/patterns/subscriptions#graceful-closure", "Subscribe again after a new connection.", CONDITION),
)

TRANSPORTS: Final[tuple[Must, ...]] = (
    seen(_STDIO, "Write nothing but messages to stdin.", "client-message"),
    seen(f"{_STDIO}#sending-messages", "Write no answers to stdin.", "client-answer"),
    unseen(f"{_STDIO}#backward-compatibility", "Do not key the fallback to one error code.", IN_CLIENT),
    seen(f"{_HTTP}#sending-messages", "Send each message as a POST of its own.", "client-message"),
    seen(f"{_HTTP}#sending-messages", "Accept both application/json and text/event-stream.", "client-accept"),
    seen(f"{_HTTP}#sending-messages", "Send the headers of a request.", "client-headers"),
    seen(f"{_HTTP}#sending-messages", "Have one request or notification in the body.", "client-message"),
    seen(f"{_HTTP}#sending-messages", "Send no answers.", "client-answer"),
    unseen(f"{_HTTP}#sending-messages", "Understand both forms of an answer.", IN_CLIENT),
    seen(f"{_HTTP}#protocol-version-header", "Send MCP-Protocol-Version with each POST.", "client-headers"),
    seen(f"{_HTTP}#protocol-version-header", "Let it be the version in the body.", "client-headers"),
    seen(f"{_HTTP}#standard-request-headers", "Send Mcp-Method, and Mcp-Name where it belongs.", "client-headers"),
    seen(f"{_HTTP}#standard-request-headers", "Encode Mcp-Name where it would not be safe.", "client-headers"),
    unseen(
        f"{_HTTP}#custom-headers-from-tool-parameters",
        "Mirror annotated arguments in headers.",
        "The schema that a client had when it called is not in the call.",
    ),
    unseen(f"{_HTTP}#schema-extension", "Refuse tools with a bad x-mcp-header.", IN_CLIENT),
    unseen(
        f"{_HTTP}#value-encoding",
        "Encode arguments for headers.",
        "The schema that a client had when it called is not in the call.",
    ),
    unseen(f"{_HTTP}#case-sensitivity", "Compare header names without case.", IN_CLIENT),
)

AUTHORIZATION: Final[tuple[Must, ...]] = (
    seen(f"{_AUTH}#token-requirements", "Put no access token into the address.", "client-token-in-url"),
    unseen(f"{_AUTH}#token-requirements", "Send the token in the header Authorization, with each request.", CONDITION),
    unseen(f"{_AUTH}#token-handling", "Send only tokens of the server's own authorization server.", _OAUTH),
    unseen(f"{_AUTH}#overview", "Use Protected Resource Metadata and both ways of discovery.", _OAUTH),
    unseen(f"{_AUTH}#client-registration", "Get a client id before the flow begins.", _OAUTH),
    unseen(f"{_AUTH}#scope-selection-strategy", "Take the scopes of a challenge as they are.", IN_CLIENT),
    unseen(
        f"{_AUTH}#authorization-response-validation", "Keep the issuer, and check it when the answer comes.", IN_CLIENT
    ),
    unseen(f"{_AUTH}#authorization-response-validation", "Compare issuers without normalising them.", IN_CLIENT),
    unseen(
        f"{_AUTH}#authorization-response-validation", "Show and do nothing of an error from another issuer.", IN_CLIENT
    ),
    unseen(f"{_AUTH}#resource-parameter-implementation", "Send resource with the server's canonical address.", _OAUTH),
    unseen(f"{_AUTH}#refresh-tokens", "Keep refresh tokens safe, and do not count on getting them.", IN_CLIENT),
    unseen(f"{_DISCOVERY}#authorization-server-location", "Keep credentials apart by authorization server.", IN_CLIENT),
    unseen(
        f"{_DISCOVERY}#protected-resource-metadata-discovery-requirements",
        "Read WWW-Authenticate, and fall back.",
        IN_CLIENT,
    ),
    unseen(f"{_DISCOVERY}#authorization-server-metadata-discovery", "Try the well-known addresses in order.", _OAUTH),
    unseen(f"{_DISCOVERY}#authorization-server-metadata-discovery", "Refuse metadata of another issuer.", IN_CLIENT),
    unseen(
        f"{_REGISTRATION}#implementation-requirements",
        "Serve one's metadata over https, with what it needs.",
        ELSEWHERE,
    ),
    unseen(f"{_REGISTRATION}#application-type-and-redirect-uri-constraints", "Register with the right type.", _OAUTH),
    unseen(f"{_REGISTRATION}#authorization-server-binding", "Register anew with another authorization server.", _OAUTH),
    unseen(f"{_SECURITY}#token-theft", "Store tokens safely.", IN_CLIENT),
    unseen(f"{_SECURITY}#communication-security", "Redirect to https or the own machine only.", _OAUTH),
    unseen(f"{_SECURITY}#authorization-code-protection", "Use PKCE with S256, and refuse a server without it.", _OAUTH),
    unseen(f"{_SECURITY}#open-redirection", "Register redirect addresses.", _OAUTH),
)

FEATURES: Final[tuple[Must, ...]] = (
    unseen("server/tools#tool", "Take the annotations of tools for untrusted.", IN_CLIENT),
    unseen("server/tools#x-mcp-header", "Leave tools with a bad x-mcp-header out.", IN_CLIENT),
    seen("server/tools#input-required-tool-results", "Try again with another id.", "client-id"),
    unseen("server/utilities/pagination#pagination-model", "Assume no size of pages.", IN_CLIENT),
    unseen("server/utilities/pagination#implementation-guidelines", "Take cursors as they are.", IN_CLIENT),
    unseen(
        "server/utilities/pagination#implementation-guidelines", "Do not take an empty cursor for the end.", IN_CLIENT
    ),
    unseen(f"{_CACHING}#cache-key", "Serve no kept answer for another request.", IN_CLIENT),
    unseen(f"{_CACHING}#cache-key", "Keep no answer that depends on questions.", IN_CLIENT),
    unseen(f"{_CACHING}#freshness-calculation", "Poll with jitter and backoff.", IN_CLIENT),
    unseen(f"{_CACHING}#cache-scope-field", "Share no private answers.", IN_CLIENT),
    unseen(_ELICITATION, "Show who asks, and let the person decline, review and consent.", IN_CLIENT),
    unseen(f"{_ELICITATION}#capabilities", "Declare elicitation where it is supported.", IN_CLIENT),
    unseen(f"{_ELICITATION}#capabilities", "Support one mode at least.", IN_CLIENT),
    unseen(f"{_ELICITATION}#elicitation-requests", "Take an elicitation without a mode for a form.", IN_CLIENT),
    unseen(f"{_ELICITATION}#safe-url-handling", "Fetch nothing of a URL beforehand.", IN_CLIENT),
    unseen(f"{_ELICITATION}#safe-url-handling", "Open no URL without consent.", IN_CLIENT),
    unseen(f"{_ELICITATION}#safe-url-handling", "Show the whole URL.", IN_CLIENT),
    unseen(f"{_ELICITATION}#safe-url-handling", "Open it where the client cannot look in.", IN_CLIENT),
    seen("client/roots#root", "Give roots as file:// addresses.", "client-root"),
    unseen("client/roots#capabilities", "Declare roots where they are supported.", IN_CLIENT),
    unseen("client/roots#security-considerations", "Expose, validate, control and watch roots with care.", IN_CLIENT),
    unseen(f"{_SAMPLING}#capabilities", "Declare sampling where it is supported.", IN_CLIENT),
    unseen(f"{_SAMPLING}#tools-in-sampling", "Declare sampling.tools to get tools.", IN_CLIENT),
    unseen(f"{_SAMPLING}#sampling-parameters", "Respect maxTokens.", "Tokens are the model's; no message counts them."),
    unseen(f"{_SAMPLING}#tool-choice-modes", "Use tools as toolChoice says.", IN_CLIENT),
    unseen("schema#createmessagerequestparams", "Refuse tools that were not declared.", IN_CLIENT),
)

DEMANDS: Final = (*BASIC, *TRANSPORTS, *AUTHORIZATION, *FEATURES)
