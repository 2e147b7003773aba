"""The demands of 2025-11-25 about what a server offers, and what it asks of the client."""

from typing import Final

from inspector.analysis.musts.must import CONDITION, ELSEWHERE, INSIDE, MEANING, PROVOKED, Must, seen, unseen

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
    unseen("client/sampling#security-considerations", "Handle sensitive data as they need.", MEANING),
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
        "server/prompts#capabilities",
        "Declare prompts where there are any.",
        "undeclared-offer",
        "undeclared-notification",
    ),
    seen("server/prompts#image-content", "Encode images in prompts as base64, and name their type.", "prompt-message"),
    seen("server/prompts#audio-content", "Encode audio in prompts as base64, and name its type.", "prompt-message"),
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
    seen("server/resources#custom-uri-schemes", "Form URIs as RFC 3986 has them.", "resource-uri"),
    unseen("server/resources#security-considerations", "Check all URIs of resources.", PROVOKED),
    seen("server/resources#security-considerations", "Encode binary data properly.", "resource-contents"),
    seen(
        "server/tools#capabilities", "Declare tools where there are any.", "undeclared-offer", "undeclared-notification"
    ),
    seen(
        "server/tools#tool", "Make inputSchema a valid schema of an object, not null.", "input-schema", "schema-invalid"
    ),
    seen(
        "server/tools#output-schema",
        "Give structured results that fit the outputSchema.",
        "structured-content-missing",
        "structured-content-schema",
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
    seen(
        "server/utilities/completion#capabilities",
        "Declare completions where arguments are completed.",
        "undeclared-offer",
    ),
    unseen("server/utilities/completion#security", "Check what is to be completed.", INSIDE),
    unseen("server/utilities/completion#security", "Limit how often is completed.", PROVOKED),
    unseen("server/utilities/completion#security", "Suggest nothing to whom it is none of.", MEANING),
    # the schema
    seen(
        "schema#cancellednotification", "Name in a cancellation a request of the same direction.", "cancelled-unknown"
    ),
    unseen("schema#textresourcecontents", "Give text only for what is text.", MEANING),
    unseen(
        "schema#elicitrequesturlparams",
        "Give each page an elicitationId of its own.",
        "A page that is wanted again, after a retry, may keep its id.",
    ),
    seen("schema#toolresultcontent", "Name in a result of a tool the use that it belongs to.", "sampling-balance"),
)
