"""What the person may have sent along: the wish for log messages, and the context of a trace.

In the modern era the level goes with each request (`Speech.log_level`), in the legacy era it is set once.

Source: `2025-11-25 server/utilities/logging#setting-log-level`, `2026-07-28 basic/index#meta` (the keys `traceparent`,
`tracestate` and `baggage`, which are without a prefix), W3C Trace Context.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, Final

from inspector.protocol.envelope import Speech
from inspector.protocol.saying import Attempt
from inspector.protocol.steps import Call, Decide, Reply, Step
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Result

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The levels of log messages, the least first (RFC 5424)."""


_SETTING: Final = "server/utilities/logging#setting-log-level"


def set_level(speech: Speech, capabilities: Mapping[str, Json], patience: float) -> Generator[Step, Any, None]:
    """Ask a legacy server for log messages of the speaker's level, where it says that it has any.

    Whatever comes of it, within `patience` seconds, ends no connection.
    """
    level = speech.log_level
    if level is None:
        return
    clause = f"{speech.version} {_SETTING}"
    if "logging" not in capabilities:
        because = "The server does not declare logging, so it has no level to set."
        yield Decide(events.Decision("protocol", "logging/setLevel", "not sent", because, sent=level, clause=clause))
        return
    reply: Reply = yield Call("logging/setLevel", {"level": level}, speech, timeout=patience)
    taken = isinstance(reply.answer, Result)
    because = "The server sends log messages of this level and above." if taken else "We go on without."
    yield from Attempt("protocol", "logging/setLevel", level, reply).say("set" if taken else "not set", because, clause)


def with_trace(params: Mapping[str, Json], trace: Mapping[str, str]) -> Mapping[str, Json]:
    """The params of a request that belongs to a trace, of either era; what the person put into `_meta` wins."""
    given = params.get("_meta")
    if not trace or (given is not None and not isinstance(given, dict)):
        return params
    return {**params, "_meta": {**trace, **(given or {})}}


def new_trace(random: Callable[[int], bytes]) -> dict[str, str]:
    """A trace that begins here: `{"traceparent": "00-…-…-01"}`. `random` gives so many bytes, as `os.urandom` does."""
    return {"traceparent": f"00-{_id(random, 16)}-{_id(random, 8)}-01"}


def _id(random: Callable[[int], bytes], size: int) -> str:
    """Not all zeros, which would make the whole context invalid."""
    raw = random(size)
    return raw.hex() if any(raw) else "01" * size
