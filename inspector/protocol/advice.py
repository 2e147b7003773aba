"""What to do next where HTTP or the network brought no usable answer: one sentence for each kind of cause."""

import re
from email.utils import parsedate
from typing import Final
from urllib.parse import urlsplit

from inspector.protocol.steps import Reply
from inspector.wire.text import visible

_TOKENS: Final = re.compile(r"(?:^|[,;]\s*)(?:bearer|dpop)\b", re.IGNORECASE)
_NETWORK: Final = (
    ("cannot be found", "Check the spelling of the name; it may need a VPN, or another DNS server."),
    ("refused the connection", "Nothing listens there: start the server, or check host and port."),
    ("does not speak TLS", "Use http:// in the address, or the port that speaks TLS."),
    ("speaks TLS here", "Use https:// in the address."),
    ("is not trusted", "Name its authority in SSL_CERT_FILE, or take any certificate with --insecure."),
    ("cannot be reached", "Check the network: a VPN, a route or an interface is missing."),
    ("within", "Check the address; a firewall that drops what comes looks like this too."),
    ("the proxy", "Check the address of the proxy, and what it lets pass (HTTPS_PROXY, NO_PROXY)."),
)
"""What the sentence of a transport says (`transports.http_failures`), and the way out."""

_STATUSES: Final = {
    404: "Nothing is served at this path: check it.",
    405: "This path takes no POST: check it.",
    406: "It does not take our Accept (application/json, text/event-stream); a proxy may have changed it.",
    408: "Try again: what we sent did not arrive in its time.",
    413: "Send less, or raise the limit of the server or of the proxy before it.",
    415: "It does not take our Content-Type (application/json); a proxy may have changed it.",
    421: "Check the host in the address: the server serves others.",
    429: "It limits how often it is asked.",
    502: "What stands before the server cannot reach it: see whether the server itself runs.",
    503: "The server is starting or overloaded: try again later.",
    504: "What stands before the server waited too long for it: see whether the server itself runs.",
}


def how_to_reach(detail: str) -> str:
    """The way out where no connection came about; `detail` is what the transport says of it."""
    if detail.startswith(("/", "the socket ", "there is no socket ")):
        return "Check the path of the socket, and that the server runs and listens on it."
    return next((hint for words, hint in _NETWORK if words in detail), "Check the address, and that it runs.")


def what_now(reply: Reply) -> str:
    """The way out where HTTP brought no answer in MCP; empty where only the server's own words help."""
    status = reply.status
    if status is None:
        return ""
    if status == 429:
        return f"{_STATUSES[429]} {_wait(reply) or 'Try again later.'}"
    if status in _STATUSES:
        return _STATUSES[status]
    if status >= 500:
        return "Look at the server's own log."
    if status == 202:
        return "A request wants 200 with its answer; 202 is for notifications and answers."
    if 200 <= status < 300:
        if "stream" in reply.detail or "event" in reply.detail or "closed the connection" in reply.detail:
            return "The server, or a proxy before it, closed the stream too early: look at their logs."
        if "without an answer" not in reply.detail and "no message in it" not in reply.detail:
            return ""
        return "A request wants a JSON-RPC message as application/json, or a stream of them."
    return ""


def _wait(reply: Reply) -> str:
    after = next((value for name, value in reply.headers if name.lower() == "retry-after"), "").strip()
    if after.isdecimal():
        return f"Try again in {visible(after)} s."
    return f"Try again after {visible(after)}." if parsedate(after) else ""  # neither seconds nor a date: RFC 9110


def which_path(detail: str) -> str:
    """Which path to try; `detail` names the address that was asked for with GET."""
    address = next((word for word in detail.split() if "://" in word), "")
    path = urlsplit(address).path.rstrip("/")
    if not path:
        return "A path is missing, perhaps /mcp or /sse."
    if path.endswith(("/mcp", "/sse")):
        return f"Check host, port and the path {visible(path)}."
    return f"Check the path {visible(path)}: MCP is often at /mcp, HTTP+SSE at /sse."


def how_to_come_in(*, sent: bool, challenge: str = "") -> str:
    """The way out of a 401 for which no token was got; `sent`: there was one with the request. Nobody can sign in where
    the challenge wants something else than a token (`RFC 9110#section-11.6.1`)."""
    scheme = visible(challenge.split(" ")[0].rstrip(","))[:30]
    if scheme and not _TOKENS.search(challenge):
        what = ", with the base64 of NAME:PASSWORD" if scheme.lower() == "basic" else ""
        return f"It wants {scheme}, and signing in gets no such thing: -H 'Authorization: {scheme} …'{what}."
    if sent:
        return (
            "See whether the token is for this server and has not expired; or leave -H and --token-env out, and "
            "sign in with `inspector auth login`."
        )
    return (
        "Sign in with `inspector auth login`, which keeps the token; or send one that you have: --token-env NAME, or "
        "-H 'Authorization: Bearer …'."
    )


def how_to_be_let_in(challenge: str) -> str:
    """The way out of a 403 with this challenge, which may be empty."""
    if "insufficient_scope" in challenge:
        return "Get a token that has the scope it names, and send it with -H."
    if challenge:
        return "Send other credentials with -H."
    return "Its own words say why: credentials that it misses (-H), or an Origin or Host that it does not allow."
