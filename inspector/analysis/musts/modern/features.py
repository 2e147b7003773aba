"""Demands on servers: tools, resources, prompts, utilities, and what is asked of the client."""

from typing import Final

from inspector.analysis.musts.must import ELSEWHERE, INSIDE, MEANING, PROVOKED, Must, seen, unseen

_TOOLS: Final = "server/tools"
_RESOURCES: Final = "server/resources"
_PROMPTS: Final = "server/prompts"
_CACHING: Final = "server/utilities/caching"
_COMPLETION: Final = "server/utilities/completion"
_LOGGING: Final = "server/utilities/logging"
_ELICITATION: Final = "client/elicitation"
_SAMPLING: Final = "client/sampling"
_VARIES: Final = "A list may change with time and with who asks: no message tells what made it change."

OFFERED: Final[tuple[Must, ...]] = (
    seen("server/discover", "Implement server/discover.", "discover-missing", "discover-shape"),
    seen(f"{_TOOLS}#capabilities", "Declare tools.", "undeclared-offer"),
    seen(f"{_TOOLS}#capabilities", "Answer tools/list where tools is declared.", "declared-missing"),
    unseen(f"{_TOOLS}#capabilities", "Do not let the list vary by connection or by other requests.", _VARIES),
    seen(f"{_TOOLS}#tool", "Give each tool an inputSchema that is an object.", "input-schema"),
    seen(f"{_TOOLS}#x-mcp-header", "Keep to what an x-mcp-header may be.", "header-annotation"),
    seen(
        f"{_TOOLS}#output-schema",
        "Give results that conform to the outputSchema.",
        "structured-content-missing",
        "structured-content-schema",
    ),
    unseen(f"{_TOOLS}#security-considerations", "Validate the inputs of tools.", PROVOKED),
    unseen(f"{_TOOLS}#security-considerations", "Control access to tools.", PROVOKED),
    unseen(f"{_TOOLS}#security-considerations", "Limit the rate of calls.", PROVOKED),
    unseen(f"{_TOOLS}#security-considerations", "Sanitise what tools give out.", MEANING),
    seen(f"{_RESOURCES}#capabilities", "Declare resources.", "undeclared-offer"),
    seen(f"{_RESOURCES}#capabilities", "Answer resources/list where resources is declared.", "declared-missing"),
    unseen(f"{_RESOURCES}#capabilities", "Do not let the list vary by connection or by other requests.", _VARIES),
    seen(f"{_RESOURCES}#custom-uri-schemes", "Form URIs as RFC 3986 has them.", "resource-uri", "resource-contents"),
    seen(f"{_RESOURCES}#error-handling", "Refuse a resource that does not exist with −32602.", "error-code-retired"),
    seen(f"{_RESOURCES}#error-handling", "Do not give empty contents for it.", "resource-empty"),
    unseen(f"{_RESOURCES}#security-considerations", "Validate all URIs of resources.", PROVOKED),
    seen(f"{_RESOURCES}#security-considerations", "Encode binary data properly.", "resource-contents", "tool-block"),
    unseen(f"{_RESOURCES}#security-considerations", "Keep file paths inside what is offered.", PROVOKED),
    seen(f"{_PROMPTS}#capabilities", "Declare prompts.", "undeclared-offer"),
    seen(f"{_PROMPTS}#capabilities", "Answer prompts/list where prompts is declared.", "declared-missing"),
    unseen(f"{_PROMPTS}#capabilities", "Do not let the list vary by connection or by other requests.", _VARIES),
    seen(f"{_PROMPTS}#image-content", "Encode images as Base64, with a valid media type.", "prompt-message"),
    seen(f"{_PROMPTS}#audio-content", "Encode audio as Base64, with a valid media type.", "prompt-message"),
    seen(f"{_PROMPTS}#embedded-resources", "Give an embedded resource a valid URI.", "prompt-message"),
    unseen(f"{_PROMPTS}#embedded-resources", "Give it the right media type.", MEANING),
    seen(f"{_PROMPTS}#embedded-resources", "Give it text, or data as Base64.", "prompt-message"),
    unseen(f"{_PROMPTS}#security", "Validate what goes into prompts and what comes out.", PROVOKED),
)

UTILITIES: Final[tuple[Must, ...]] = (
    seen(f"{_CACHING}#cacheable-results", "Give cache hints with the results that may be kept.", "cache-hints"),
    seen(f"{_CACHING}#time-to-live-ttl-field", "Give a ttlMs of 0 or more.", "cache-hints"),
    seen(
        f"{_CACHING}#interaction-with-pagination", "Give all pages of a list the same cacheScope.", "cache-scope-pages"
    ),
    unseen(f"{_CACHING}#security-considerations", "Know that public results are shared between callers.", MEANING),
    unseen(f"{_CACHING}#security-considerations", "Control access to each thing that is offered.", PROVOKED),
    unseen(f"{_CACHING}#security-considerations", "Do not rely on cacheScope against unauthorized access.", INSIDE),
    seen(f"{_COMPLETION}#capabilities", "Declare completions.", "undeclared-offer"),
    unseen(f"{_COMPLETION}#security", "Validate what is to be completed.", PROVOKED),
    unseen(f"{_COMPLETION}#security", "Limit the rate of completions.", PROVOKED),
    unseen(f"{_COMPLETION}#security", "Control access to suggestions.", PROVOKED),
    unseen(f"{_COMPLETION}#security", "Do not give away by a completion what is secret.", MEANING),
    seen("schema#completeresult", "Give 100 values at the most.", "completion-many", "completion-shape"),
    seen(f"{_LOGGING}#capabilities", "Declare logging where log messages are sent.", "undeclared-notification"),
    seen(f"{_LOGGING}#per-request-log-level", "Send log messages only for requests that ask.", "log-unasked"),
    seen(
        f"{_LOGGING}#per-request-log-level",
        "Send them on the stream of that request and no other.",
        "log-unasked",
        "news-off-stream",
    ),
    unseen(f"{_LOGGING}#security", "Put no credentials into log messages.", MEANING),
    unseen(f"{_LOGGING}#security", "Put nothing personal into log messages.", MEANING),
    unseen(f"{_LOGGING}#security", "Put nothing into log messages that helps an attack.", MEANING),
)

ASKED: Final[tuple[Must, ...]] = (
    unseen(_ELICITATION, "Do not ask for secrets by a form.", MEANING),
    unseen(_ELICITATION, "Ask for secrets by a URL.", MEANING),
    seen(f"{_ELICITATION}#capabilities", "Ask only in modes that the client declares.", "undeclared-input"),
    seen(
        f"{_ELICITATION}#elicitation-requests",
        "Give each elicitation a mode and a message.",
        "input-elicitation-mode",
        "elicitation-message",
    ),
    seen(f"{_ELICITATION}#form-mode-elicitation-requests", "Give a form a requestedSchema.", "elicitation-schema"),
    seen(
        f"{_ELICITATION}#url-mode-elicitation-requests",
        "Give a URL elicitation its mode, message and url.",
        "input-elicitation-mode",
        "elicitation-message",
    ),
    seen(f"{_ELICITATION}#url-mode-elicitation-requests", "Give a valid URL.", "elicitation-url"),
    unseen(f"{_ELICITATION}#statefulness", "Bind what is stored to the user.", INSIDE),
    unseen(f"{_ELICITATION}#statefulness", "Protect what is stored.", INSIDE),
    unseen(f"{_ELICITATION}#statefulness", "Tell users apart by their authorization.", INSIDE),
    unseen(
        f"{_ELICITATION}#url-mode-elicitation-for-oauth-flows", "Do not authorize users for oneself by a URL.", MEANING
    ),
    unseen(
        f"{_ELICITATION}#understanding-the-distinction", "Keep third parties' credentials from the client.", MEANING
    ),
    unseen(
        f"{_ELICITATION}#understanding-the-distinction",
        "Do not use the client's credentials with third parties.",
        ELSEWHERE,
    ),
    unseen(f"{_ELICITATION}#understanding-the-distinction", "Let the user authorize the server directly.", ELSEWHERE),
    unseen(
        f"{_ELICITATION}#understanding-the-distinction",
        "Send the client nothing that a URL elicitation obtained.",
        MEANING,
    ),
    unseen(f"{_ELICITATION}#error-handling", "Cope with refusals and failures of elicitations.", INSIDE),
    unseen(f"{_ELICITATION}#security-considerations", "Bind elicitations to client and user.", INSIDE),
    unseen(f"{_ELICITATION}#safe-url-handling", "Put nothing sensitive about the user into a URL.", MEANING),
    unseen(f"{_ELICITATION}#safe-url-handling", "Give no URL that is authorized already.", MEANING),
    unseen(f"{_ELICITATION}#identifying-the-user", "Do not believe what a client says about the user.", INSIDE),
    unseen(f"{_ELICITATION}#phishing", "Verify who opens the page.", ELSEWHERE),
    unseen(f"{_ELICITATION}#phishing", "See to it that the same user starts and ends the flow.", ELSEWHERE),
    unseen(f"{_ELICITATION}#phishing", "Tell the user in a way that an altered URL does not defeat.", ELSEWHERE),
    seen(f"{_SAMPLING}#tools-in-sampling", "Send tools only where sampling.tools is declared.", "undeclared-input"),
    seen(f"{_SAMPLING}#tool-result-messages", "Put nothing beside the results of tools.", "sampling-balance"),
    seen(
        f"{_SAMPLING}#tool-use-and-result-balance", "Answer each use of a tool in the next message.", "sampling-balance"
    ),
    seen(f"{_SAMPLING}#messages", "Give each message a role and a content.", "sampling-shape"),
    unseen(f"{_SAMPLING}#security-considerations", "Handle sensitive data with care.", MEANING),
    seen(
        f"{_SAMPLING}#security-considerations", "Match each use of a tool with a result of its id.", "sampling-balance"
    ),
)

DEMANDS: Final = (*OFFERED, *UTILITIES, *ASKED)
