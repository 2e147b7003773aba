"""What broke an HTTP exchange, in one sentence, and at which step: exceptions of three libraries made plain."""

import errno
import os
import re
import socket
import ssl
from collections.abc import Iterator
from typing import Final

import httpcore
import httpx

from inspector.protocol.interference import StreamCut
from inspector.transports.http_network import is_tls
from inspector.transports.http_socks import ProxyFault, ProxyUnreached
from inspector.transports.http_trace import Step, Trace
from inspector.wire.text import visible, visible_bytes

FAULTS: Final = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    httpcore.UnsupportedProtocol,
    httpx.HTTPError,
    httpx.StreamError,
    httpx.InvalidURL,
    UnicodeError,
    OSError,
    StreamCut,
)
"""What the network and the peer can make the HTTP libraries raise. Anything else is a bug of ours."""

_SHOWN: Final = 200
"""Bytes of an answer that is no HTTP which are shown in the sentence."""

_WRITTEN: Final = re.compile(r"\bbytearray\((b'.*?'|b\".*?\")\)", re.DOTALL)
"""How Python writes the bytes that an HTTP library quotes in what it says."""

_UNREACHABLE: Final = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN})


def _causes(error: BaseException) -> Iterator[BaseException]:
    stack: list[BaseException] = [error]
    seen: set[int] = set()
    while stack:
        top = stack.pop()
        if id(top) in seen:
            continue
        seen.add(id(top))
        yield top
        if isinstance(top, BaseExceptionGroup):
            stack.extend(reversed(top.exceptions))
        stack.extend(cause for cause in (top.__context__, top.__cause__) if cause is not None)


def explain(error: Exception, trace: Trace, timeout: float) -> tuple[str, Step]:
    """The sentence (without a full stop) and the step; `timeout` is the connect timeout in seconds."""
    step, peer = trace.step, trace.peer or "the server"
    causes = list(_causes(error))
    if isinstance(error, ProxyFault):
        return str(error), "connect"
    if isinstance(error, ProxyUnreached):
        step, peer = "connect", error.peer
        if isinstance(error.__cause__, httpcore.ConnectTimeout):
            error = error.__cause__
    if isinstance(error, httpcore.ConnectTimeout):
        what = "no TLS handshake with" if step == "tls" else "no connection to"
        return f"{what} {peer} within {timeout:g} s", step
    if isinstance(error, httpcore.LocalProtocolError | httpx.InvalidURL | httpcore.UnsupportedProtocol | UnicodeError):
        return f"the request cannot be sent: {_text(error)}", "send"
    if isinstance(error, httpcore.ProxyError) and not isinstance(error, ProxyUnreached):
        return f"the proxy {peer} refused: {_text(error)}", "connect"
    if isinstance(error, httpcore.RemoteProtocolError):
        return _protocol(error, trace)
    for cause in causes:
        found = system_fault(cause, step, peer)
        if found is not None:
            return f"{found[0]}{_instead(trace)}", found[1]
    if step == "tls":
        return f"{peer} closed the connection during the TLS handshake{_instead(trace)}", "tls"
    return f"the connection broke ({_text(error) or type(error).__name__})", step


def system_fault(cause: BaseException, step: Step, peer: str) -> tuple[str, Step] | None:
    """The sentence and the step for a fault of the system or of TLS with `peer`; None for any other."""
    if isinstance(cause, socket.gaierror):
        return f"the name {peer.rpartition(':')[0]} cannot be found ({cause.strerror})", "name"
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"the certificate of {peer} is not trusted: {cause.verify_message}", "tls"
    if isinstance(cause, ssl.SSLError):
        if cause.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"):
            return f"{peer} does not speak TLS here ({cause.reason})", "tls"
        return f"TLS with {peer} failed: {cause.reason or cause}", "tls"
    unix = peer.startswith("/")
    if unix and isinstance(cause, FileNotFoundError):
        return f"there is no socket at {visible(peer)}", "connect"
    if unix and isinstance(cause, PermissionError):
        return f"the socket {visible(peer)} may not be used ({os.strerror(errno.EACCES)})", "connect"
    if unix and isinstance(cause, ConnectionRefusedError):
        return f"{visible(peer)} refused the connection: no server listens on it", "connect"
    if unix and step == "connect" and isinstance(cause, OSError):
        return f"the socket {visible(peer)} cannot be used ({cause.strerror or cause})", "connect"
    if isinstance(cause, ConnectionRefusedError):
        return f"{peer} refused the connection", "connect"
    if isinstance(cause, ConnectionResetError | BrokenPipeError | ConnectionAbortedError):
        return "the server reset the connection", step
    if isinstance(cause, OSError) and cause.errno in _UNREACHABLE:
        return f"{peer} cannot be reached ({os.strerror(cause.errno)})", "connect"
    if isinstance(cause, OSError) and cause.errno == errno.ETIMEDOUT:
        return f"{peer} did not answer ({os.strerror(cause.errno)})", step
    return None


def _protocol(error: httpcore.RemoteProtocolError, trace: Trace) -> tuple[str, Step]:
    text, step, came = str(error), trace.step, trace.unread
    if "peer closed connection" in text:
        return "the server closed the connection before the body was complete", "stream"
    if is_tls(came.first):
        return f"{trace.peer or 'the server'} speaks TLS here; use https:// in the address{_instead(trace)}", step
    if "disconnected" in text and not came.size:
        return "the server closed the connection without an answer", "wait"
    if came.size:
        return f"the answer is not HTTP as it should be{_instead(trace)}", step
    return f"the answer is not HTTP as it should be: {_text(error)}", step


def _instead(trace: Trace) -> str:
    """What came in place of an answer, as the end of a sentence."""
    came = trace.unread
    if not came.size:
        return ""
    more = "…" if came.size > _SHOWN else ""
    advice = "; use http:// in the address" if trace.step == "tls" and came.first.startswith(b"HTTP/") else ""
    return f": {came.size:,} bytes came, “{visible_bytes(came.first[:_SHOWN])}{more}”{advice}"


def _text(error: Exception) -> str:
    """What the library says; of bytes that it shows as Python writes them, the bytes alone."""
    return visible(_WRITTEN.sub(r"\1", str(error)))[:300]
