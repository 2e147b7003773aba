"""Demands on servers: what the transports carry, and authorization."""

from typing import Final

from inspector.analysis.musts.must import ELSEWHERE, GENERAL, INSIDE, PERMITS, PROVOKED, Must, seen, unseen

_STDIO: Final = "basic/transports/stdio"
_HTTP: Final = "basic/transports/streamable-http"
_AUTH: Final = "basic/authorization"

STDIO: Final[tuple[Must, ...]] = (
    seen("basic/transports/index#messages", "Encode messages as UTF-8.", "not-utf-8", "byte-order-mark"),
    unseen(
        "basic/transports/index#messages", "Carry requests one way and answers the other, and nothing else.", GENERAL
    ),
    unseen(
        "basic/transports/index#custom-transports", "Keep format and patterns on a transport of one's own.", PERMITS
    ),
    seen(_STDIO, "Have no newline inside a message.", "stdout-noise", "unterminated-line"),
    seen(_STDIO, "Write nothing but messages to stdout.", "stdout-noise"),
    seen(f"{_STDIO}#receiving-messages", "Write no requests to stdout.", "server-request"),
    seen(
        f"{_STDIO}#cancellation",
        "Send nothing more for a cancelled request.",
        "answer-after-cancel",
        "progress-token",
        "unrouted-news",
    ),
)

HTTP: Final[tuple[Must, ...]] = (
    unseen(_HTTP, "Have one endpoint that takes POST.", "One address is spoken to; others are not looked for."),
    seen(f"{_HTTP}#security-endpoint", "Validate the Origin header.", "origin-accepted"),
    seen(f"{_HTTP}#security-endpoint", "Answer an Origin that is not allowed with 403.", "origin-accepted"),
    seen(
        f"{_HTTP}#sending-messages",
        "Answer a notification that is taken with 202 and no body.",
        "notification-status",
        "accepted-body",
    ),
    unseen(
        f"{_HTTP}#sending-messages",
        "Answer one that is not taken with an HTTP error.",
        "Only the server knows whether it took it.",
    ),
    seen(
        f"{_HTTP}#sending-messages",
        "Answer a request as application/json or as an event stream.",
        "content-type",
        "answer-type",
        "accepted-request",
        "result-status",
        "without-answer",
    ),
    seen(
        f"{_HTTP}#receiving-messages",
        "Send on a stream only what is about its request.",
        "news-off-stream",
        "progress-off-stream",
        "log-unasked",
    ),
    seen(f"{_HTTP}#receiving-messages", "Send no requests on a stream.", "server-request"),
    unseen(f"{_HTTP}#cancellation", "Take a closed stream for the cancellation of its request.", INSIDE),
    unseen(
        f"{_HTTP}#cancellation",
        "Send nothing more for it.",
        "Its stream is closed; elsewhere the rules about streams see it.",
    ),
    seen(
        f"{_HTTP}#protocol-version-header",
        "Refuse with 400 and −32020 a version header unlike the body.",
        "headers-accepted",
        "error-status",
    ),
    seen(
        f"{_HTTP}#protocol-version-header",
        "Refuse a version that is not implemented with 400 and −32022.",
        "version-accepted",
        "error-status",
        "error-code-misused",
    ),
    seen(
        f"{_HTTP}#protocol-version-header",
        "Answer an unknown method with 404 and −32601.",
        "error-status",
        "unknown-method-error",
    ),
    seen(
        f"{_HTTP}#protocol-version-header",
        "Refuse a request without the version header, unless older ones are spoken.",
        "headers-accepted",
    ),
    seen(
        f"{_HTTP}#schema-extension", "Give an x-mcp-header a name that is a token, and not empty.", "header-annotation"
    ),
    seen(
        f"{_HTTP}#schema-extension", "Give each x-mcp-header a name of its own, whatever its case.", "header-annotation"
    ),
    seen(f"{_HTTP}#schema-extension", "Put it on strings, integers and booleans only.", "header-annotation"),
    unseen(
        f"{_HTTP}#schema-extension",
        "Keep integers in the range that doubles hold exactly.",
        "It is about values that a caller chooses; the form refuses others.",
    ),
    seen(f"{_HTTP}#schema-extension", "Put it where only properties lead, from the root.", "header-annotation"),
    unseen(f"{_HTTP}#value-encoding", "Decode an encoded header before comparing it.", PROVOKED),
    unseen(f"{_HTTP}#server-behavior-for-custom-headers", "Forward an Mcp-Param header that is not known.", ELSEWHERE),
    unseen(
        f"{_HTTP}#server-behavior-for-custom-headers", "Refuse an Mcp-Param header with invalid characters.", PROVOKED
    ),
    unseen(f"{_HTTP}#server-behavior-for-custom-headers", "Compare Mcp-Param headers with the arguments.", PROVOKED),
    unseen(f"{_HTTP}#server-behavior-for-custom-headers", "Refuse what differs with 400 and −32020.", PROVOKED),
    unseen(
        f"{_HTTP}#server-behavior-for-custom-headers",
        "Expect no header for a value that is null or not given.",
        "A server that does refuses the call with −32020, which shows as its answer.",
    ),
    unseen(f"{_HTTP}#case-sensitivity", "Compare header names without case.", PROVOKED),
    seen(f"{_HTTP}#server-validation", "Refuse a request whose headers and body disagree.", "headers-accepted"),
    seen(f"{_HTTP}#server-validation", "Refuse it with 400.", "error-status"),
    seen(f"{_HTTP}#server-validation", "Refuse it with −32020.", "headers-accepted"),
    unseen(f"{_HTTP}#server-validation", "As an intermediary, refuse it with an HTTP error.", ELSEWHERE),
)

AUTHORIZATION: Final[tuple[Must, ...]] = (
    unseen(f"{_AUTH}/index#protocol-requirements", "Follow good practice on other transports.", INSIDE),
    unseen(f"{_AUTH}/index#overview", "Implement OAuth 2.0 Protected Resource Metadata.", ELSEWHERE),
    unseen(
        f"{_AUTH}/authorization-server-discovery#authorization-server-location",
        "Name at least one authorization server in that metadata.",
        ELSEWHERE,
    ),
    seen(
        f"{_AUTH}/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
        "Say where the metadata is, by WWW-Authenticate or a well-known address.",
        "challenge-missing",
    ),
    unseen(f"{_AUTH}/index#token-handling", "Validate access tokens.", INSIDE),
    unseen(f"{_AUTH}/index#token-handling", "Check that a token was issued for this server.", INSIDE),
    unseen(f"{_AUTH}/index#token-handling", "Refuse invalid and expired tokens with 401.", PROVOKED),
    unseen(f"{_AUTH}/index#token-handling", "Accept no tokens but those for one's own resources.", PROVOKED),
    unseen(f"{_AUTH}/index#token-handling", "Pass no other tokens on.", ELSEWHERE),
    unseen(
        f"{_AUTH}/index#error-handling",
        "Use the right HTTP status for each fault of authorization.",
        "401, 403 and 400 are told apart by what the server knows of the token.",
    ),
    unseen(f"{_AUTH}/index#step-up-authorization-flow", "Let a broader scope stand for the narrower ones.", INSIDE),
    unseen(f"{_AUTH}/index#security-considerations", "Follow the security considerations of OAuth.", GENERAL),
    unseen(
        f"{_AUTH}/security-considerations#token-audience-binding-and-validation",
        "Check that tokens were issued for the server's use.",
        INSIDE,
    ),
    unseen(f"{_AUTH}/security-considerations#token-theft", "Store tokens safely.", INSIDE),
    unseen(f"{_AUTH}/security-considerations#communication-security", "Follow OAuth on secure communication.", GENERAL),
    unseen(
        f"{_AUTH}/security-considerations#confused-deputy-problem",
        "As a proxy with one client id, ask each user for consent.",
        ELSEWHERE,
    ),
    unseen(
        f"{_AUTH}/security-considerations#access-token-privilege-restriction",
        "Validate a token before the request is worked on.",
        INSIDE,
    ),
    unseen(
        f"{_AUTH}/security-considerations#access-token-privilege-restriction",
        "Refuse tokens without this server in their audience.",
        PROVOKED,
    ),
    unseen(
        f"{_AUTH}/security-considerations#access-token-privilege-restriction",
        "Do not pass the client's token through.",
        ELSEWHERE,
    ),
)

DEMANDS: Final = (*STDIO, *HTTP, *AUTHORIZATION)
