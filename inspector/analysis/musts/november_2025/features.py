"""The demands of 2025-11-25 about what a server offers, and what it asks of the client."""

from typing import Final

from inspector.analysis.musts.must import CONDITION, ELSEWHERE, INSIDE, MEANING, Must, seen, unseen

DEMANDS: Final[tuple[Must, ...]] = (
    # what is asked of the client
    seen(
        "client/sampling#capabilities",
        "Send no sampling with tools to a client that did not declare it.",
        "undeclared-capability",
    ),
    seen(
        "client/sampling#tool-result-messages",
        "Put nothing beside the results of tools into their message.",
        "sampling-balance",
    ),
    seen(
        "client/sampling#tool-use-and-result-balance",
        "Answer each use of a tool in the message after it.",
        "sampling-balance",
    ),
    seen(
        "client/sampling#security-considerations",
        "Answer each use of a tool that the client gave with its result, and with nothing else.",
        "sampling-balance",
    ),
    seen("client/elicitation#user-interaction-model", "Ask for nothing sensitive by a form.", "elicitation-secret"),
    seen("client/elicitation#user-interaction-model", "Ask for what is sensitive by a page.", "elicitation-secret"),
    seen("client/elicitation#capabilities", "Ask in no mode that the client did not declare.", "undeclared-capability"),
    seen(
        "client/elicitation#elicitation-requests",
        "Give each elicitation its mode and a message.",
        "elicitation-mode",
        "elicitation-message",
    ),
    seen(
        "client/elicitation#form-mode-elicitation-requests",
        "Give a form the mode form or none, and a requestedSchema.",
        "elicitation-mode",
        "elicitation-schema",
    ),
    seen(
        "client/elicitation#url-mode-elicitation-requests",
        "Give a page the mode url, a message, a url and an elicitationId.",
        "elicitation-mode",
        "elicitation-message",
        "elicitation-id",
    ),
    seen(
        "client/elicitation#url-mode-elicitation-requests",
        "Make the url a valid one.",
        "elicitation-url",
        "elicitation-mode",
    ),
    seen(
        "client/elicitation#completion-notifications-for-url-mode-elicitation",
        "Tell only the client that was asked that an elicitation is complete.",
        "elicitation-complete-unknown",
    ),
    seen(
        "client/elicitation#completion-notifications-for-url-mode-elicitation",
        "Name the elicitationId of the elicitation that is complete.",
        "elicitation-complete-unknown",
        "notification-shape",
    ),
    unseen(
        "client/elicitation#url-elicitation-required-error", "Answer −32042 only where a page is needed.", CONDITION
    ),
    seen(
        "client/elicitation#url-elicitation-required-error",
        "List in −32042 the elicitations that are needed.",
        "url-elicitation-error",
    ),
    seen(
        "client/elicitation#url-elicitation-required-error",
        "List in −32042 pages alone, each with an elicitationId.",
        "url-elicitation-error",
    ),
    unseen(
        "client/elicitation#statefulness",
        "Bind the state of an elicitation to the person, not to the session alone, and protect it.",
        INSIDE,
    ),
    unseen(
        "client/elicitation#url-mode-elicitation-for-oauth-flows",
        "Keep credentials of third parties away from the client, and let the person authorize the server itself.",
        ELSEWHERE,
    ),
    unseen(
        "client/elicitation#understanding-the-distinction",
        "Hand no credentials that a page has got to the client.",
        MEANING,
    ),
    seen(
        "client/elicitation#error-handling",
        "Answer with the standard errors: −32042 where a page is needed.",
        "url-elicitation-error",
    ),
    unseen("client/elicitation#security-considerations", "Bind elicitations to client and person.", INSIDE),
    unseen("client/elicitation#safe-url-handling", "Put nothing sensitive about the person into a url.", MEANING),
    unseen("client/elicitation#safe-url-handling", "Give no url that is authenticated already.", MEANING),
    unseen(
        "client/elicitation#identifying-the-user",
        "Rely on no identification by the client that was not checked.",
        INSIDE,
    ),
    seen("client/elicitation#form-mode-security", "Request no secrets by a form.", "elicitation-secret"),
    unseen("client/elicitation#phishing", "Check who opens the page.", ELSEWHERE),
    # what is offered
    seen(
        "server/tools#tool", "Make inputSchema a valid schema of an object, not null.", "input-schema", "schema-invalid"
    ),
    # the schema
    unseen(
        "schema#elicitrequesturlparams",
        "Give each page an elicitationId of its own.",
        "A page that is wanted again, after a retry, may keep its id.",
    ),
    seen("schema#toolresultcontent", "Name in a result of a tool the use that it belongs to.", "sampling-balance"),
)
