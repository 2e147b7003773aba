"""From replies that end a negotiation to the fault that says so: what happened, why, what to do next."""

from typing import Final

from inspector.errors import AuthorizationNeeded, ConnectError, InspectorError, NoCommonVersion, TimedOut
from inspector.protocol import advice
from inspector.protocol.steps import Reply
from inspector.wire.events import Transport
from inspector.wire.json import dumps
from inspector.wire.jsonrpc import Error
from inspector.wire.text import visible
from inspector.wire.versions import REVISIONS, era_of

_OURS: Final = ", ".join(REVISIONS)
_UNKNOWN: Final = f"No revision of that name is known here, only {_OURS}"
_HOW_UNKNOWN: Final = (
    "Leave --protocol-version out, or name one of these; with --mode legacy initialize offers the name as it is."
)


def outcome_of(reply: Reply) -> str:
    """The answer in a few words: `HTTP 400, −32000 “No session”`."""
    web = f"HTTP {reply.status}, " if reply.status not in (None, 200) else ""
    if reply.error is not None:
        code = reply.error.code
        number = "error without a number" if code is None else signed(code)
        return f"{web}{number} “{visible(reply.error.message)[:120]}”"
    if reply.answer is not None:
        return f"{web}a result"
    return visible(reply.detail)[:200] or reply.failure


def answered(method: str, reply: Reply) -> str:
    """How a request was answered, as a clause: `it answered initialize with HTTP 400, …`.

    Where there is no answer, its detail is a clause itself: `no usable answer to initialize came: the answer names …`.
    """
    if reply.failure == "timeout":
        return outcome_of(reply)  # which names the method
    if reply.answer is not None or reply.failure == "http":
        return f"it answered {method} with {outcome_of(reply)}"
    return f"no usable answer to {method} came: {outcome_of(reply)}"


def signed(code: int | None) -> str:
    """A number with a true minus sign."""
    return str(code).replace("-", "−")


def data_of(error: Error) -> str:
    """The `data` of an error as the end of a sentence; empty if there is none."""
    return f", data {visible(dumps(error.data))[:200]}" if error.data else ""


def authorization_needed(reply: Reply) -> AuthorizationNeeded:
    """The fault for a 401 or 403: why no token was got, or else the challenges as the server sent them."""
    if isinstance(reply.fault, AuthorizationNeeded):
        return reply.fault
    challenge = "; ".join(value for name, value in reply.headers if name.lower() == "www-authenticate")
    said = visible(challenge) if challenge else "without a challenge"
    why = f"{reply.status}, {said}.{first_bytes(reply)}"
    if reply.status == 403:
        return AuthorizationNeeded("The server refuses this.", why=why, hint=advice.how_to_be_let_in(challenge))
    # The challenge does not tell: many say invalid_token whether one was sent or not.
    sent = any(name.lower() == "authorization" for name, _ in reply.sent)
    message = "The server does not take the token that was sent." if sent else "The server wants authorization."
    return AuthorizationNeeded(message, why=why, hint=advice.how_to_come_in(sent=sent, challenge=challenge))


def sentence(text: str) -> str:
    """Words of a transport or a server as a sentence: safe to show, with a capital at its beginning.

    A name of the protocol at the beginning (`inputRequests`, `tools/call`) stays as it is written.
    """
    shown = visible(text)
    first = shown.partition(" ")[0]
    named = first != first.lower() or any(sign in first for sign in "_/")
    return shown if named else shown[:1].upper() + shown[1:]


def first_bytes(reply: Reply) -> str:
    """The beginning of a body that is no message, for a sentence."""
    text = visible(reply.body[:160].decode("utf-8", "replace")).strip()
    return f" It began: {text}" if text else ""


def not_modern(reply: Reply, version: str | None = None) -> NoCommonVersion:
    """The fault where only modern was asked for, and the server is not; `version` is the one that was pinned."""
    if version is not None and era_of(version) is None:
        return NoCommonVersion(
            f"The server does not speak {visible(version)[:80]}.",
            why=f"{_UNKNOWN}. {sentence(answered('server/discover', reply))}.",
            hint=_HOW_UNKNOWN,
        )
    return NoCommonVersion(
        "The server is not modern, and only modern was asked for.",
        why=f"{sentence(answered('server/discover', reply))}.",
        hint="--mode auto falls back to initialize.",
    )


def no_common_version(version: str | None, offered: str) -> NoCommonVersion:
    """The fault where a modern server offers nothing that we speak, or that was pinned; `offered` is safe to show."""
    if version is None:
        return NoCommonVersion(
            "No common version.",
            why=f"We speak {_OURS}; the server offers {offered}.",
            hint="Update inspector, or send a version that you name with --protocol-version.",
        )
    if era_of(version) is None:
        return NoCommonVersion(
            f"The server does not speak {visible(version)[:80]}.",
            why=f"{_UNKNOWN}; the server offers {offered}.",
            hint=_HOW_UNKNOWN,
        )
    return NoCommonVersion(
        f"The server does not speak {version}.",
        why=f"Only that version was asked for; the server offers {offered}.",
        hint="Leave --protocol-version out, or name one that the server offers.",
    )


def modern_only(error: Error, reply: Reply) -> NoCommonVersion:
    """The fault where only legacy was asked for, and the server shows that it is modern."""
    return NoCommonVersion(
        "This looks like a modern-only server.",
        why=f"It answered initialize with {outcome_of(reply)}{data_of(error)}.",
        hint="Connect with --mode auto or --mode modern.",
    )


def initialize_refused(reply: Reply, transport: Transport, endpoint: str = "") -> InspectorError:
    """The fault where `initialize` came to nothing over `transport` and no other way is left.

    `endpoint` tells how the address of HTTP+SSE came about that it was sent to.
    """
    if reply.failure == "timeout":
        look = "its stderr in the recording" if transport == "stdio" else "the server's own log"
        return TimedOut(
            "The server did not answer initialize.",
            why=sentence(reply.detail),
            hint=f"Look at {look}; it may be waiting for something, or be no MCP server.",
        )
    if reply.failure in ("exited", "closed"):
        return ConnectError(
            "The server ended before it answered.",
            why=sentence(reply.detail),
            hint="Run the command by itself: a server stays, and waits for messages on stdin.",
        )
    if reply.error is not None:
        return _initialize_refused(reply.error, reply)
    if b"<html" in reply.body[:2048].lower():
        return ConnectError(
            "A web page answered, not an MCP server.",
            why=f"HTTP {reply.status}, {reply.content_type or 'no content type'}.{first_bytes(reply)}",
            hint="A path is missing, perhaps /mcp, or a proxy wants a login.",
        )
    if endpoint and reply.status is not None:
        return ConnectError(
            "The endpoint that the event stream named takes no messages.",
            why=f"It answered {outcome_of(reply)}. The event's {endpoint}.{first_bytes(reply)}",
            hint="Mend the address in the endpoint event: it is resolved against that of the stream.",
        )
    return ConnectError(
        "No MCP server answered.",
        why=f"{sentence(reply.detail)}.{first_bytes(reply)}",
        hint=advice.what_now(reply) or "Check the address or the command.",
    )


def _initialize_refused(error: Error, reply: Reply) -> ConnectError:
    """An error to `initialize` whose data names versions, none of them ours, is a matter of versions."""
    why = f"It answered {outcome_of(reply)}{data_of(error)}."
    supported = error.data.get("supported") if isinstance(error.data, dict) else None
    names = [one for one in supported if isinstance(one, str)] if isinstance(supported, list) else []
    if names and not any(era_of(one) for one in names):
        return NoCommonVersion(
            "No common version.",
            why=f"We speak {_OURS}; the server names {', '.join(visible(one)[:40] for one in names[:8])}. {why}",
            hint="Update inspector, or the server.",
        )
    return ConnectError("The server refused initialize.", why=why, hint="Its own words say why.")


def neither_way(before: Reply, detail: str) -> ConnectError:
    """The fault where `initialize` was refused (`before`) and the GET of HTTP+SSE too, which `detail` tells.

    A server that answers in JSON-RPC is there; then its refusal is the matter, not the address.
    """
    if before.error is not None:
        return ConnectError(
            "The server refused initialize.",
            why=f"It answered {outcome_of(before)}{data_of(before.error)}. {sentence(detail)}",
            hint="Its own words say why; it may speak a draft of the protocol, or want a session or a header.",
        )
    came = f"A POST came to {outcome_of(before)}."
    if before.failure != "http":
        came = f"A POST brought no usable answer: {outcome_of(before)}."
    return ConnectError(
        "No MCP server answered at this address.", why=f"{came} {sentence(detail)}", hint=advice.which_path(detail)
    )
