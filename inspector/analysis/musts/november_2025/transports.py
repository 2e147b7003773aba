"""The demands of 2025-11-25 about the transports, and authorization over them."""

from typing import Final

from inspector.analysis.musts.must import ELSEWHERE, INSIDE, PROVOKED, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    # transports
    seen("basic/transports", "Encode messages as UTF-8.", "not-utf-8"),
    seen("basic/transports#stdio", "Put no newline into a message on stdio.", "stdout-noise", "unterminated-line"),
    seen("basic/transports#stdio", "Write nothing but messages to stdout.", "stdout-noise"),
    seen("basic/transports#streamable-http", "Have one endpoint that takes both POST and GET.", "get-answer"),
    seen("basic/transports#security-warning", "Check the Origin of each connection.", "origin-accepted"),
    unseen("basic/transports#security-warning", "Refuse an invalid Origin with 403.", PROVOKED),
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
    seen(
        "basic/transports#protocol-version-header",
        "Answer 400 to an MCP-Protocol-Version that is invalid or not supported.",
        "version-header-taken",
    ),
    unseen(
        "basic/transports#custom-transports",
        "Keep the messages and the lifecycle of MCP on a transport of one's own.",
        ELSEWHERE,
    ),
    # authorization
    unseen("basic/authorization#token-handling", "Check access tokens as OAuth 2.1 says.", INSIDE),
    unseen("basic/authorization#token-handling", "Answer 401 to a token that is invalid or has expired.", PROVOKED),
    unseen(
        "basic/authorization#error-handling", "Answer 401, 403 or 400 to what is wrong with an authorization.", PROVOKED
    ),
    unseen("basic/authorization#overview", "Serve metadata of the protected resource by RFC 9728.", ELSEWHERE),
    unseen(
        "basic/authorization#authorization-server-location",
        "Name at least one authorization server in that metadata.",
        ELSEWHERE,
    ),
    seen(
        "basic/authorization#protected-resource-metadata-discovery-requirements",
        "Tell where the metadata is: by WWW-Authenticate, or at its well-known place.",
        "challenge-missing",
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
)
